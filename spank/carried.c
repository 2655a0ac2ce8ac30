/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text in which srun carries a job's topology to its nodes, written and read. */
#include "spank/carried.h"

#include "spank/folded.h"
#include "topology/hostlist.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 6

enum field { VERSION, JOB, TOPOLOGY, TYPE, NODES, UNITS };

/* May NAME stand in the text: none of its separators, printable ASCII. */
static bool is_plain(const char *name)
{
	for (const char *c = name; *c; c++)
		if (*c <= ' ' || *c > '~' || strchr(";,*", *c))
			return false;
	return strcmp(name, "-") != 0;
}

static bool print_units(FILE *out, const struct cr_plan *plan)
{
	size_t count = cr_plan_count(plan);

	for (size_t i = 0, run; i < count; i += run) {
		const char *unit = cr_plan_unit(plan, i);

		for (run = 1; i + run < count && strcmp(cr_plan_unit(plan, i + run), unit) == 0;)
			run++;
		if (!is_plain(unit))
			return false;
		(void)fprintf(out, "%s%s*%zu", i ? "," : "", *unit ? unit : "-", run);
	}
	return true;
}

char *cr_carried_format(const struct cr_plan *plan, const char *jobid)
{
	const struct cr_topology *topology = cr_plan_topology(plan);
	char *nodes = cr_hostlist_compact(cr_plan_names(plan), cr_plan_count(plan), NULL);
	char *text = NULL;
	size_t len = 0;
	FILE *out = nodes ? open_memstream(&text, &len) : NULL;
	bool good = out && is_plain(jobid) && is_plain(cr_topology_name(topology));

	if (out) {
		(void)fprintf(out, "1;%s;%s;%s;%s;", jobid, cr_topology_name(topology),
			      cr_topology_type_name(cr_topology_type(topology)), nodes);
		good = good && print_units(out, plan);
		good = fclose(out) == 0 && good && len <= CR_CARRIED_MAX;
	}
	free(nodes);
	if (good)
		return text;
	free(text);
	return NULL;
}

/* Cut the copy TEXT at its semicolons.  -1 when there are not just FIELDS fields. */
static int cut_fields(char *text, char *field[FIELDS])
{
	size_t count = 0;

	for (char *at = text; at; count++) {
		char *end = strchr(at, ';');

		if (count == FIELDS)
			return -1;
		field[count] = at;
		if (end)
			*end++ = '\0';
		at = end;
	}
	return count == FIELDS ? 0 : -1;
}

/* The unit of the node of RANK by "us1*4,us2*4", into FIELD.  -1: not of this form. */
static int find_unit(const char *units, size_t rank, char *field, size_t size)
{
	size_t seen = 0;

	for (const char *at = units; *at;) {
		size_t len = strcspn(at, "*,");
		char *end;
		unsigned long run = at[len] == '*' ? strtoul(at + len + 1, &end, 10) : 0;

		if (!run || run > CR_PLAN_NODES_MAX || len >= size || !len)
			return -1;
		if (rank < seen + run) {
			memcpy(field, at, len);
			field[len] = '\0';
			if (strcmp(field, "-") == 0)
				*field = '\0';
			return 0;
		}
		seen += run;
		at = *end == ',' ? end + 1 : end;
		if (*end && *end != ',')
			return -1;
	}
	return -1;
}

static int fill_place(char *field[FIELDS], const char *jobid, const char *node,
		      struct cr_place *place, struct cr_error *err)
{
	if (strcmp(field[VERSION], "1") != 0 || strcmp(field[JOB], jobid) != 0)
		return cr_error_set(err, "what srun told of the topology is of another job");
	if (cr_topology_type_of(field[TYPE], &place->type) != 0 ||
	    cr_folded_find(field[NODES], node, CR_PLAN_NODES_MAX, &place->rank, &place->count) !=
		    0 ||
	    cr_folded_first(field[NODES], place->head, sizeof(place->head)) != 0 ||
	    find_unit(field[UNITS], place->rank, place->unit, sizeof(place->unit)) != 0)
		return cr_error_set(err, "what srun told of the topology cannot be read");
	if (cr_place_copy(place->topology, sizeof(place->topology), field[TOPOLOGY], err) != 0)
		return -1;
	place->nodes = strdup(field[NODES]);
	return place->nodes ? 0 : cr_error_set(err, "out of memory");
}

int cr_carried_read(const char *text, const char *jobid, const char *node, struct cr_place *place,
		    struct cr_error *err)
{
	struct cr_place found = {0};
	char *copy = strlen(text) <= CR_CARRIED_MAX ? strdup(text) : NULL;
	char *field[FIELDS];
	int rc;

	if (!copy || cut_fields(copy, field) != 0)
		rc = cr_error_set(err, "what srun told of the topology cannot be read");
	else
		rc = fill_place(field, jobid, node, &found, err);
	free(copy);
	if (rc == 0)
		*place = found;
	return rc;
}

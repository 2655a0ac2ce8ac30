/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All rows are judged on what the user set before the first of them acts. */
#include "spank/node_env.h"

#include "base/buffer.h"
#include "base/file.h"
#include "environment/advice.h"
#include "environment/libraries.h"
#include "policies/file/policy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_MAX 4096
#define PYXIS_ENV "PYXIS_CONTAINER_ENV"
#define PYXIS_MAX 4000 /* pyxis reads it into PATH_MAX bytes */

static void log_fault(const struct cr_host *host, const struct cr_diags *diags)
{
	char line[500] = "out of memory";

	if (cr_diags_kept(diags))
		cr_diag_format(cr_diags_get(diags, 0), line, sizeof(line));
	cr_host_log(host, CR_HOST_DEBUG, "commroute: no node variables are set: %s", line);
}

static struct cr_catalogue *get_catalogue(const struct cr_rules *rules, const struct cr_host *host)
{
	static const struct cr_file_rules trusted = {.max_bytes = 1 << 20, .trusted_owner = true};
	struct cr_diags *diags = cr_diags_new();
	struct cr_catalogue *catalogue = NULL;
	struct cr_error err;
	char *site = NULL;
	size_t len = 0;

	if (*rules->catalogue_file &&
	    cr_file_read(rules->catalogue_file, &trusted, &site, &len, NULL, &err) != 0)
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "%s", err.text);
	else
		catalogue = cr_catalogue_make(rules->catalogue, rules->catalogue_file, site, len,
					      diags);
	if (!catalogue)
		log_fault(host, diags);
	free(site);
	cr_diags_destroy(diags);
	return catalogue;
}

/* The host as the user's variables, of the step's tasks. */
struct variables {
	const struct cr_host *host;
	char value[VALUE_MAX];
};

static const char *get_variable(void *context, const char *name)
{
	struct variables *v = context;

	return v->host->getenv(v->host->step, name, v->value, sizeof(v->value)) == 0 ? v->value
										     : NULL;
}

static void find_libraries(const struct cr_catalogue *catalogue,
			   const struct cr_situation *situation, struct cr_facts *facts)
{
	for (enum cr_library library = 0; library < CR_LIBRARIES; library++) {
		const struct cr_row *row;
		bool wanted = false;

		for (size_t i = 0; !wanted && (row = cr_catalogue_row(catalogue, i)) != NULL; i++)
			wanted = cr_advice_wants(row, situation, library);
		if (wanted)
			cr_libraries_read(facts, library);
	}
}

static size_t count_rows(const struct cr_catalogue *catalogue)
{
	size_t count = 0;

	while (cr_catalogue_row(catalogue, count))
		count++;
	return count;
}

/* What each of the COUNT rows says, before any of them acts; to be freed. */
static enum cr_advice *judge_all(const struct cr_catalogue *catalogue, size_t count,
				 const struct cr_situation *situation)
{
	enum cr_advice *advice = calloc(count + 1, sizeof(*advice));

	for (size_t i = 0; advice && i < count; i++)
		advice[i] = cr_advise(cr_catalogue_row(catalogue, i), situation, NULL);
	return advice;
}

/* Is there another line on the variable of row AT, of something worse (or as bad, and first)? */
static bool is_told_worse(const struct cr_catalogue *catalogue, const enum cr_advice *advice,
			  size_t count, size_t at)
{
	const struct cr_row *mine = cr_catalogue_row(catalogue, at);

	for (size_t i = 0; i < count; i++) {
		const struct cr_row *row = cr_catalogue_row(catalogue, i);

		if (i != at && advice[i] == CR_ADVICE_WARN && strcmp(row->name, mine->name) == 0 &&
		    (row->harm < mine->harm || (row->harm == mine->harm && i < at)))
			return true;
	}
	return false;
}

static void __attribute__((format(printf, 3, 4))) add_line(char *lines, size_t size,
							   const char *fmt, ...)
{
	struct cr_buffer b = cr_buffer_behind(lines, size);
	va_list ap;

	if (b.used)
		cr_buffer_add(&b, "\n");
	va_start(ap, fmt);
	cr_buffer_vprint(&b, fmt, ap);
	va_end(ap);
}

static void warn_of_row(const struct cr_row *row, bool scrubbed, struct cr_node_notes *notes)
{
	if (row->kind == CR_ROW_STATE && cr_advice_is_about_imex(row))
		add_line(notes->imex, sizeof(notes->imex), "commroute: %s: %s", row->name,
			 row->reason);
	else if (row->kind == CR_ROW_STATE)
		add_line(notes->environment, sizeof(notes->environment), "commroute: %s: %s",
			 row->name, row->reason);
	else
		add_line(notes->environment, sizeof(notes->environment),
			 "commroute: %s %s here: %s%s", row->name, cr_harm_phrase(row->harm),
			 row->reason, scrubbed ? " (removed)" : "");
}

static bool is_there(const struct cr_host *host, const char *name)
{
	char value[VALUE_MAX];

	return host->getenv(host->step, name, value, sizeof(value)) == 0;
}

/* pyxis's own signs that the tasks run in a container. */
static bool is_container(const struct cr_host *host)
{
	static const char *const signs[] = {
		"PYXIS_CONTAINER_IMAGE",
		"PYXIS_CONTAINER_NAME",
		"SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_image",
		"SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_name",
	};
	bool container = false;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		container = container || is_there(host, signs[i]);
	return container;
}

/*
 * Under pyxis a value in the image wins over ours unless the name is in the
 * list that pyxis reads after us (our line comes first in plugstack.conf).  A
 * list given as --container-env takes that one's place: the user's own word.
 */
static void keep_in_container(const struct cr_host *host, const char *name)
{
	char list[PYXIS_MAX] = "", longer[PYXIS_MAX];
	int n;

	if (!is_container(host))
		return;
	(void)host->getenv(host->step, PYXIS_ENV, list, sizeof(list));
	n = snprintf(longer, sizeof(longer), "%s%s%s", list, *list ? "," : "", name);
	if (n > 0 && (size_t)n < sizeof(longer))
		(void)host->setenv(host->step, PYXIS_ENV, longer);
}

/* TOLD: a worse row on the same variable has its line already. */
static void apply_row(const struct cr_row *row, enum cr_advice advice, bool told,
		      const struct cr_rules *rules, const struct cr_host *host,
		      struct cr_node_notes *notes)
{
	bool scrub = row->kind == CR_ROW_HARMFUL && (rules->harmful.scrub >> row->harm & 1);

	switch (advice) {
	case CR_ADVICE_SET:
		/* Of two rows the first one counts. */
		if (!is_there(host, row->name)) {
			(void)host->setenv(host->step, row->name, row->values.names.name[0]);
			keep_in_container(host, row->name);
		}
		break;
	case CR_ADVICE_MISSING:
		add_line(notes->environment, sizeof(notes->environment),
			 "commroute: %s is not set: there is no file %.200s", row->name,
			 row->values.names.name[0]);
		break;
	case CR_ADVICE_WARN:
		if (scrub)
			host->unsetenv(host->step, row->name);
		if (!told && (scrub || (rules->harmful.warn >> row->harm & 1)))
			warn_of_row(row, scrub, notes);
		break;
	default:
		break;
	}
}

static void act_on_rows(const struct cr_rules *rules, const struct cr_catalogue *catalogue,
			const enum cr_advice *advice, size_t count, const struct cr_host *host,
			struct cr_node_notes *notes)
{
	for (size_t i = 0; i < count; i++)
		apply_row(cr_catalogue_row(catalogue, i), advice[i],
			  advice[i] == CR_ADVICE_WARN && is_told_worse(catalogue, advice, count, i),
			  rules, host, notes);
}

void cr_node_env(const struct cr_rules *rules, const char *root, enum cr_topology_type type,
		 const struct cr_host *host, struct cr_node_notes *notes)
{
	struct variables variables = {.host = host};
	struct cr_facts facts;
	struct cr_situation situation = {type, rules->pattern, &facts, {get_variable, &variables}};
	struct cr_catalogue *catalogue;
	enum cr_advice *advice;
	size_t count;

	if (!rules->act || strcmp(rules->pattern, "none") == 0 ||
	    (!*rules->catalogue && !*rules->catalogue_file))
		return;
	catalogue = get_catalogue(rules, host);
	if (!catalogue)
		return;
	cr_facts_read(root, is_container(host), &facts);
	find_libraries(catalogue, &situation, &facts);
	count = count_rows(catalogue);
	advice = judge_all(catalogue, count, &situation);
	if (advice)
		act_on_rows(rules, catalogue, advice, count, host, notes);
	free(advice);
	cr_facts_clear(&facts);
	cr_catalogue_destroy(catalogue);
}

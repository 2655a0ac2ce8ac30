/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table and the JSON of `commroute env`: rows that act, and names that nobody reads. */
#include "cli/env.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "environment/version.h"

#include <stdlib.h>
#include <string.h>

struct judged {
	const struct cr_row *row;
	enum cr_advice advice;
	const char *word, *why;
};

/* What becomes of what hurts is the policy's word. */
static const char *harm_word(const struct cr_env_report *report, const struct cr_row *row)
{
	if (row->kind == CR_ROW_HARMFUL && (report->harmful.scrub >> row->harm & 1))
		return "scrub";
	return report->harmful.warn >> row->harm & 1 ? "warn" : "quiet";
}

/* With pattern none nothing is set, as the tasks do not talk to each other. */
static void judge_rows(const struct cr_env_report *report, struct judged *j)
{
	static const char *const words[] = {
		[CR_ADVICE_NONE] = "-",
		[CR_ADVICE_SET] = "set",
		[CR_ADVICE_PRESENT] = "skip",
		[CR_ADVICE_MISSING] = "skip",
	};
	const char *pattern = report->situation.pattern;

	j->advice = cr_advise(j->row, &report->situation, &j->why);
	if (pattern && strcmp(pattern, "none") == 0) {
		j->advice = CR_ADVICE_NONE;
		j->why = "pattern none";
	}
	j->word = j->advice == CR_ADVICE_WARN ? harm_word(report, j->row) : words[j->advice];
}

/* Not everything that nobody has set is worth a line. */
static bool is_shown(const struct cr_env_report *report, const struct judged *j)
{
	return report->all || j->advice != CR_ADVICE_NONE || j->row->kind == CR_ROW_SET;
}

static const char *or_dash(const char *text)
{
	return text && *text ? text : "-";
}

static void print_situation(const struct cr_env_report *report)
{
	enum cr_topology_type type = report->situation.topology_type;
	const struct cr_facts *f = report->situation.facts;
	bool any = f->efa || f->infiniband || f->roce || f->imex || f->mnnvl;
	char product[80], plugin[16], nccl[16], libfabric[16];

	cr_text_printable(product, sizeof(product), f->product, strlen(f->product));
	printf("catalogue %s; product %s; devices%s%s%s%s%s%s; plugin %s; NCCL %s; libfabric %s; ",
	       report->name, or_dash(product), f->efa ? " efa" : "",
	       f->infiniband ? " infiniband" : "", f->roce ? " roce" : "", f->imex ? " imex" : "",
	       f->mnnvl ? " mnnvl" : "", any ? "" : " -",
	       cr_version_text(f->version[CR_LIBRARY_PLUGIN], plugin, sizeof(plugin)),
	       cr_version_text(f->version[CR_LIBRARY_NCCL], nccl, sizeof(nccl)),
	       cr_version_text(f->version[CR_LIBRARY_LIBFABRIC], libfabric, sizeof(libfabric)));
	printf("topology type %s; pattern %s\n", type ? cr_topology_type_name(type) : "-",
	       or_dash(report->situation.pattern));
}

/* A state has no variable: what is said of it stands in its place. */
static void print_row(const struct judged *j)
{
	const struct cr_row *row = j->row;

	printf("%-5s %-27s %-16s %-24s %s%s%s (%s, %s)\n", j->word,
	       row->kind == CR_ROW_STATE ? row->id : row->name,
	       row->kind == CR_ROW_SET ? row->values.names.name[0] : cr_harm_words[row->harm],
	       j->why, row->kind == CR_ROW_STATE ? row->name : "",
	       row->kind == CR_ROW_STATE ? ": " : "", row->reason, row->source,
	       cr_certainty_words[row->certainty]);
}

static void print_misspelt(void)
{
	struct cr_misspelt m;

	for (size_t i = 0; cr_env_misspelt(i, &m); i++)
		printf("%-5s %-27s %-16s %-24s nobody reads it; did you mean %s?\n", "quiet",
		       m.name, cr_harm_words[CR_HARM_INEFFECTIVE], "set by the user", m.near);
}

int cr_env_print(const struct cr_env_report *report)
{
	struct judged j = {0};
	size_t hidden = 0;

	print_situation(report);
	printf("%-5s %-27s %-16s %-24s %s\n", "DOES", "VARIABLE", "VALUE, SEVERITY", "BECAUSE",
	       "REASON");
	for (size_t i = 0; (j.row = cr_catalogue_row(report->catalogue, i)) != NULL; i++) {
		judge_rows(report, &j);
		if (is_shown(report, &j))
			print_row(&j);
		else
			hidden++;
	}
	print_misspelt();
	if (hidden)
		printf("%zu rows about harmful variables do not apply; --all shows them\n", hidden);
	return cr_cli_finish();
}

static struct json_object *text_json(const char *value)
{
	return value && *value ? json_object_new_string(value) : NULL;
}

static struct json_object *row_json(const struct judged *j)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "id", text_json(j->row->id));
	json_object_object_add(o, "does",
			       text_json(j->advice == CR_ADVICE_NONE ? "nothing" : j->word));
	json_object_object_add(o, j->row->kind == CR_ROW_STATE ? "state" : "variable",
			       text_json(j->row->name));
	if (j->row->kind != CR_ROW_SET)
		json_object_object_add(o, "severity", text_json(cr_harm_words[j->row->harm]));
	if (j->row->kind == CR_ROW_SET)
		json_object_object_add(o, "value", text_json(j->row->values.names.name[0]));
	json_object_object_add(o, "because", text_json(j->why));
	json_object_object_add(o, "reason", text_json(j->row->reason));
	json_object_object_add(o, "source", text_json(j->row->source));
	json_object_object_add(o, "certainty", text_json(cr_certainty_words[j->row->certainty]));
	return o;
}

static struct json_object *misspelt_json(void)
{
	struct json_object *list = json_object_new_array();
	struct cr_misspelt m;

	for (size_t i = 0; cr_env_misspelt(i, &m); i++) {
		struct json_object *one = json_object_new_object();

		json_object_object_add(one, "variable", text_json(m.name));
		json_object_object_add(one, "nearest", text_json(m.near));
		json_object_array_add(list, one);
	}
	return list;
}

int cr_env_print_json(const struct cr_env_report *report)
{
	struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
	enum cr_topology_type type = report->situation.topology_type;
	struct judged j = {0};

	json_object_object_add(o, "catalogue", text_json(report->name));
	json_object_object_add(o, "product", text_json(report->situation.facts->product));
	json_object_object_add(o, "topology_type",
			       text_json(type ? cr_topology_type_name(type) : NULL));
	json_object_object_add(o, "pattern", text_json(report->situation.pattern));
	for (size_t i = 0; (j.row = cr_catalogue_row(report->catalogue, i)) != NULL; i++) {
		judge_rows(report, &j);
		if (is_shown(report, &j))
			json_object_array_add(rows, row_json(&j));
	}
	json_object_object_add(o, "rows", rows);
	json_object_object_add(o, "misspelt", misspelt_json());
	return cr_cli_json(o);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The judgements on node variables printed, as text or JSON. */
#include "cli/env.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

struct judged {
	const struct cr_row *row;
	enum cr_advice advice;
	const char *word, *why;
};

/* With pattern none nothing is set, as the tasks do not talk to each other. */
static void judge(const struct cr_env_report *report, struct judged *j)
{
	static const char *const words[] = {
		[CR_ADVICE_NONE] = "-",
		[CR_ADVICE_SET] = "set",
		[CR_ADVICE_PRESENT] = "skip",
		[CR_ADVICE_WARN] = "warn",
	};
	const char *pattern = report->situation.pattern;

	j->advice = cr_advise(j->row, &report->situation, getenv(j->row->name), &j->why);
	if (pattern && strcmp(pattern, "none") == 0) {
		j->advice = CR_ADVICE_NONE;
		j->why = "pattern none";
	}
	j->word = words[j->advice];
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
	const struct cr_facts *f = report->situation.facts;
	char product[80];

	cr_text_printable(product, sizeof(product), f->product, strlen(f->product));
	printf("catalogue %s; product %s; devices%s%s%s%s; plugin ", report->name, or_dash(product),
	       f->efa ? " efa" : "", f->infiniband ? " infiniband" : "", f->imex ? " imex" : "",
	       f->efa || f->infiniband || f->imex ? "" : " -");
	if (f->plugin)
		printf("%u.%u.%u", f->plugin >> 16, f->plugin >> 8 & 255, f->plugin & 255);
	else
		printf("-");
	printf("; topology type %s; pattern %s\n", or_dash(report->situation.topology_type),
	       or_dash(report->situation.pattern));
}

int cr_env_print(const struct cr_env_report *report)
{
	struct judged j = {0};
	size_t hidden = 0;

	print_situation(report);
	printf("%-5s %-27s %-16s %-24s %s\n", "DOES", "VARIABLE", "VALUE", "BECAUSE", "REASON");
	for (size_t i = 0; (j.row = cr_catalogue_row(report->catalogue, i)) != NULL; i++) {
		judge(report, &j);
		if (!is_shown(report, &j)) {
			hidden++;
			continue;
		}
		printf("%-5s %-27s %-16s %-24s %s (%s, %c)\n", j.word, j.row->name,
		       j.row->kind == CR_ROW_SET ? j.row->values.word[0] : "", j.why, j.row->reason,
		       j.row->source, j.row->certainty);
	}
	if (hidden)
		printf("%zu rows about harmful variables do not apply; --all shows them\n", hidden);
	return cr_cli_finish();
}

static struct json_object *text(const char *value)
{
	return value && *value ? json_object_new_string(value) : NULL;
}

static struct json_object *row_json(const struct judged *j)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "id", text(j->row->id));
	json_object_object_add(o, "does", text(j->advice == CR_ADVICE_NONE ? "nothing" : j->word));
	json_object_object_add(o, "variable", text(j->row->name));
	if (j->row->kind == CR_ROW_SET)
		json_object_object_add(o, "value", text(j->row->values.word[0]));
	json_object_object_add(o, "because", text(j->why));
	json_object_object_add(o, "reason", text(j->row->reason));
	json_object_object_add(o, "source", text(j->row->source));
	json_object_object_add(o, "certainty", text((char[]){j->row->certainty, '\0'}));
	return o;
}

int cr_env_print_json(const struct cr_env_report *report)
{
	struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
	struct judged j = {0};

	json_object_object_add(o, "catalogue", text(report->name));
	json_object_object_add(o, "product", text(report->situation.facts->product));
	json_object_object_add(o, "topology_type", text(report->situation.topology_type));
	json_object_object_add(o, "pattern", text(report->situation.pattern));
	for (size_t i = 0; (j.row = cr_catalogue_row(report->catalogue, i)) != NULL; i++) {
		judge(report, &j);
		if (is_shown(report, &j))
			json_object_array_add(rows, row_json(&j));
	}
	json_object_object_add(o, "rows", rows);
	return cr_cli_json(o);
}

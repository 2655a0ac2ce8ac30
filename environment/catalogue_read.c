/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of a catalogue: read by the tables of catalogue_keys.c, then checked as a whole. */
#include "environment/catalogue_keys.h"

#include <stdio.h>
#include <string.h>

static int report_row(struct cr_catalogue_reading *r, const struct cr_row *row, const char *what)
{
	return cr_keys_fault(&r->keys, row->head.pos, "%s", what);
}

/*
 * NCCL replaces %h and %p in the name of its log file and nothing anywhere else, so
 * a % in another value, or another letter, is somebody's mistake.
 */
static bool has_unknown_percent(const char *name, const char *value)
{
	bool replaced = strcmp(name, "NCCL_DEBUG_FILE") == 0;

	if (strncmp(name, "NCCL_", 5) != 0)
		return false;
	for (const char *at = strchr(value, '%'); at; at = strchr(at + 2, '%'))
		if (!replaced || !at[1] || !strchr("hp%", at[1]))
			return true;
	return false;
}

static bool has_severity(const struct cr_row *row)
{
	return cr_entry_given(&row->head, "severity")->given;
}

static int check_set(struct cr_catalogue_reading *r, const struct cr_row *row)
{
	if (row->values.names.count != 1)
		return report_row(r, row, "a row that sets has one value");
	if (has_severity(row) || row->values_not.names.count || row->missing_file)
		return report_row(r, row,
				  "severity, value_not and missing_file are of rows that warn");
	if (has_unknown_percent(row->set, row->values.names.name[0]))
		return report_row(r, row,
				  "NCCL replaces %h and %p, and these in NCCL_DEBUG_FILE alone: it "
				  "would take this literally");
	return 0;
}

static int check_warning(struct cr_catalogue_reading *r, const struct cr_row *row)
{
	if (!has_severity(row))
		return report_row(r, row,
				  "a row that warns has a severity: fatal, slow, obsolete, "
				  "ineffective or note");
	if (row->warn &&
	    (row->values.names.count || row->values_not.names.count || row->missing_file))
		return report_row(r, row, "a row that warns of a state has no value");
	return 0;
}

static bool is_empty(const struct cr_conditions *c)
{
	for (size_t i = 0; i < c->head.section->count; i++)
		if (c->head.at[i].given)
			return false;
	return true;
}

static int check_exceptions(struct cr_catalogue_reading *r, const struct cr_row *row)
{
	const struct cr_given *given = cr_entry_given(&row->head, "not");

	if (given->given && !row->except.count)
		return cr_keys_fault(&r->keys, given->pos, "nothing is excluded here");
	for (size_t i = 0; i < row->except.count; i++)
		if (is_empty(cr_exception_at(&row->except, i)))
			return cr_keys_fault(&r->keys, row->except.item[i]->pos,
					     "nothing is excluded here");
	return 0;
}

static int check_row(struct cr_catalogue_reading *r, const struct cr_row *row)
{
	int kinds = (row->set != NULL) + (row->harmful != NULL) + (row->warn != NULL);

	if (kinds != 1)
		return report_row(r, row,
				  kinds ? "a row has one of set, harmful and warn"
					: "a row needs one of set, harmful and warn");
	if (r->to->count == CR_ROWS_MAX)
		return cr_keys_fault(&r->keys, row->head.pos, "more than %d rows", CR_ROWS_MAX);
	if (check_exceptions(r, row) != 0)
		return -1;
	return row->set ? check_set(r, row) : check_warning(r, row);
}

static void finish_row(struct cr_row *row, bool site)
{
	row->kind = row->set ? CR_ROW_SET : row->harmful ? CR_ROW_HARMFUL : CR_ROW_STATE;
	row->name = row->set ? row->set : row->harmful ? row->harmful : row->warn;
	if (row->set)
		row->harm = CR_HARM_NOTE;
	if (!cr_entry_given(&row->head, "enabled")->given)
		row->enabled = row->certainty == CR_CERTAINTY_H;
	row->site = site;
}

struct cr_row *cr_catalogue_find(struct cr_catalogue *c, const char *id)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->row[i]->id, id) == 0)
			return c->row[i];
	return NULL;
}

static void add_row(struct cr_catalogue_reading *r, struct cr_row *row, bool site)
{
	if (check_row(r, row) != 0)
		return;
	finish_row(row, site);
	if (!cr_catalogue_find(r->to, row->id))
		r->to->row[r->to->count++] = row;
	else if (site)
		cr_keys_fault(&r->keys, row->head.pos, "there is another row '%s'", row->id);
}

/* An empty file has no rows; that is no fault. */
static int read_file(struct cr_catalogue_reading *r, const struct cr_yaml_node *root)
{
	struct cr_catalogue_file *file = &r->file;

	if (cr_keys_init(r->keys.arena, &cr_catalogue_keys, &file->head) != 0)
		return cr_keys_fault(&r->keys, cr_keys_pos(&r->keys, root), "out of memory");
	if (cr_yaml_is_null(root))
		return 0;
	cr_keys_read(&r->keys, &cr_catalogue_keys, root, &file->head);
	cr_keys_finish(&r->keys, &cr_catalogue_keys, &file->head);
	return r->keys.failed ? -1 : 0;
}

int cr_catalogue_read(struct cr_catalogue_reading *r, const char *name, const char *text,
		      size_t len, bool site)
{
	static const struct cr_yaml_rules rules = {
		.max_nodes = 20000, .max_depth = 8, .duplicate_keys = CR_ERROR};
	struct cr_yaml *doc = cr_yaml_parse(name, text, len, &rules, r->keys.diags);
	int rc;

	if (!doc)
		return -1;
	r->keys.arena = &r->to->arena;
	r->keys.file = name;
	rc = read_file(r, cr_yaml_root(doc));
	cr_yaml_destroy(doc);
	for (size_t i = 0; rc == 0 && i < r->file.rows.count; i++)
		add_row(r, cr_row_at(&r->file.rows, i), site);
	return r->keys.failed ? -1 : rc;
}

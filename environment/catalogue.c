/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A catalogue put together: the site's rows, the named catalogue's, and those it is `with:`. */
#include "environment/catalogue.h"

#include "base/text.h"
#include "environment/catalogue_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX (4 << 20)
#define WITH_MAX  4

static struct cr_yaml *parse_rows(const char *name, const char *text, size_t len,
				  struct cr_diags *diags)
{
	static const struct cr_yaml_rules rules = {
		.max_nodes = 20000, .max_depth = 8, .duplicate_keys = CR_ERROR};

	return cr_yaml_parse(name, text, len, &rules, diags);
}

/* `enable: [id]` and `disable: [id]`, once all rows are known. */
static void switch_rows(struct cr_catalogue_reading *r, const char *key, bool enabled)
{
	const struct cr_yaml_node *list = cr_yaml_get(cr_yaml_root(r->doc), key);
	struct cr_words_list ids = {0};

	if (!list)
		return;
	cr_catalogue_read_words(r, list, &ids);
	for (size_t i = 0; i < ids.count; i++) {
		struct cr_row *row = cr_catalogue_find(r->to, ids.word[i]);

		if (row)
			row->enabled = enabled;
		else
			cr_catalogue_fault(r, list, "%s: there is no row '%.40s'", key,
					   ids.word[i]);
	}
}

const struct cr_catalogue_info *cr_catalogue_info_of(const char *name)
{
	const struct cr_catalogue_info *info;

	for (size_t i = 0; (info = cr_catalogue_info(i)) != NULL; i++)
		if (strcmp(info->name, name) == 0)
			return info;
	return NULL;
}

static const struct cr_catalogue_info *get_info(const char *name, struct cr_diags *diags)
{
	const struct cr_catalogue_info *info = cr_catalogue_info_of(name);
	char names[200];

	if (!info)
		(void)cr_diags_add(diags, CR_ERROR, (struct cr_pos){0},
				   "no catalogue is called '%.40s'; there are %s", name,
				   cr_catalogue_names(names, sizeof(names)));
	return info;
}

/* One built-in catalogue; the names under its `with:` go to WITH. */
static int read_builtin(struct cr_catalogue *to, const char *name, struct cr_words_list *with,
			struct cr_diags *diags)
{
	const struct cr_catalogue_info *info = get_info(name, diags);
	struct cr_catalogue_reading r = {.to = to, .diags = diags};
	const struct cr_yaml_node *list;

	if (!info)
		return -1;
	r.doc = parse_rows(name, info->text, strlen(info->text), diags);
	if (!r.doc)
		return -1;
	cr_catalogue_read_rows(&r, false);
	list = cr_yaml_get(cr_yaml_root(r.doc), "with");
	if (list && with)
		cr_catalogue_read_words(&r, list, with);
	cr_yaml_destroy(r.doc);
	return r.failed ? -1 : 0;
}

static int read_builtins(struct cr_catalogue *to, const char *name, struct cr_diags *diags)
{
	struct cr_words_list with = {0};

	if (!name || !*name || strcmp(name, "none") == 0)
		return 0;
	if (read_builtin(to, name, &with, diags) != 0)
		return -1;
	for (size_t i = 0; i < with.count && i < WITH_MAX; i++)
		if (read_builtin(to, with.word[i], NULL, diags) != 0)
			return -1;
	return 0;
}

static int read_all(struct cr_catalogue_reading *site, const char *name)
{
	int rc;

	if (site->doc)
		cr_catalogue_read_rows(site, true);
	rc = read_builtins(site->to, name, site->diags);
	if (rc != 0 || site->failed)
		return -1;
	if (site->doc) {
		switch_rows(site, "enable", true);
		switch_rows(site, "disable", false);
		cr_catalogue_check_site(site);
	}
	return site->failed ? -1 : 0;
}

struct cr_catalogue *cr_catalogue_make(const char *name, const char *site_name, const char *site,
				       size_t len, struct cr_diags *diags)
{
	struct cr_catalogue *made = calloc(1, sizeof(*made));
	struct cr_catalogue_reading r = {.to = made, .diags = diags};
	int rc = -1;

	if (!made)
		return NULL;
	cr_arena_init(&made->arena, NULL, 0, BYTES_MAX);
	if (site)
		r.doc = parse_rows(site_name, site, len, diags);
	if (!site || r.doc)
		rc = read_all(&r, name);
	cr_yaml_destroy(r.doc);
	if (rc == 0)
		return made;
	cr_catalogue_destroy(made);
	return NULL;
}

void cr_catalogue_destroy(struct cr_catalogue *catalogue)
{
	if (!catalogue)
		return;
	cr_arena_release(&catalogue->arena);
	free(catalogue);
}

const struct cr_row *cr_catalogue_row(const struct cr_catalogue *catalogue, size_t i)
{
	return i < catalogue->count ? &catalogue->row[i] : NULL;
}

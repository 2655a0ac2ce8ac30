/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A catalogue put together: the site's rows, the named catalogue's, and those it is `with:`. */
#include "environment/catalogue.h"

#include "environment/catalogue_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX (4 << 20)
#define WITH_MAX  4

/* `enable: [id]` and `disable: [id]`, once all rows are known. */
static void switch_rows(struct cr_catalogue_reading *r, const char *key, const struct cr_texts *ids,
			bool enabled)
{
	for (size_t i = 0; i < ids->names.count; i++) {
		struct cr_row *row = cr_catalogue_find(r->to, ids->names.name[i]);

		if (row)
			row->enabled = enabled;
		else
			cr_keys_fault(&r->keys, ids->at[i], "%s: there is no row '%.40s'", key,
				      ids->names.name[i]);
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
static int read_builtin(struct cr_catalogue *to, const char *name, struct cr_names *with,
			struct cr_diags *diags)
{
	const struct cr_catalogue_info *info = get_info(name, diags);
	struct cr_catalogue_reading r = {.to = to, .keys.diags = diags};

	if (!info || cr_catalogue_read(&r, info->name, info->text, strlen(info->text), false) != 0)
		return -1;
	*with = r.file.with.names;
	return 0;
}

static int read_builtins(struct cr_catalogue *to, const char *name, struct cr_diags *diags)
{
	struct cr_names with = {0}, unused;

	if (!name || !*name || strcmp(name, "none") == 0)
		return 0;
	if (read_builtin(to, name, &with, diags) != 0)
		return -1;
	for (size_t i = 0; i < with.count && i < WITH_MAX; i++)
		if (read_builtin(to, with.name[i], &unused, diags) != 0)
			return -1;
	return 0;
}

/* `with:` of a site's file would do nothing. */
static void refuse_with(struct cr_catalogue_reading *r)
{
	if (r->file.with.names.count)
		cr_keys_fault(&r->keys, r->file.with.at[0],
			      "with: a site's file takes over no catalogue; the policy's "
			      "`environment:` names it");
}

static int read_all(struct cr_catalogue_reading *r, const char *name, const char *site_name,
		    const char *site, size_t len)
{
	if (site && cr_catalogue_read(r, site_name, site, len, true) != 0)
		return -1;
	if (read_builtins(r->to, name, r->keys.diags) != 0)
		return -1;
	refuse_with(r);
	switch_rows(r, "enable", &r->file.enable, true);
	switch_rows(r, "disable", &r->file.disable, false);
	cr_catalogue_check_site(r);
	return r->keys.failed ? -1 : 0;
}

struct cr_catalogue *cr_catalogue_make(const char *name, const char *site_name, const char *site,
				       size_t len, struct cr_diags *diags)
{
	struct cr_catalogue *made = calloc(1, sizeof(*made));
	struct cr_catalogue_reading r = {.to = made, .keys.diags = diags};

	if (!made)
		return NULL;
	cr_arena_init(&made->arena, NULL, 0, BYTES_MAX);
	if (read_all(&r, name, site_name, site, len) == 0)
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
	return i < catalogue->count ? catalogue->row[i] : NULL;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A policy's files, read as layers into one set of structs: what is included
 * first, then the including file, then the cluster's overlay of each.
 */
#include "policies/file/load.h"

#include "policies/file/schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MAX 64
#define DEPTH_MAX 8
#define BYTES_MAX ((size_t)2 << 20)  /* all files together */
#define ARENA_MAX ((size_t)64 << 20) /* what a policy may become in memory */

struct loading {
	struct cr_policy *policy;
	const struct cr_policy_reader *reader;
	const char *cluster;
	struct cr_diags *diags;
	size_t bytes;
	uint64_t hash;
	const char *open[DEPTH_MAX]; /* the files being read, outermost first */
	size_t depth;
};

static void hash_bytes(struct loading *l, const char *buf, size_t len)
{
	for (size_t i = 0; i < len; i++)
		l->hash = (l->hash ^ (unsigned char)buf[i]) * UINT64_C(0x100000001b3);
	l->hash = (l->hash ^ len) * UINT64_C(0x100000001b3); /* where one file ends */
}

/* PATH as written in FROM, relative to FROM's directory.  NULL: out of memory. */
static const char *resolve_path(struct loading *l, const char *from, const char *path)
{
	const char *slash = from ? strrchr(from, '/') : NULL;

	if (path[0] == '/' || !slash)
		return cr_arena_strdup(&l->policy->arena, path);
	return cr_arena_printf(&l->policy->arena, "%.*s/%s", (int)(slash - from), from, path);
}

static int check_limits(struct loading *l, const char *path, struct cr_pos by)
{
	for (size_t i = 0; i < l->depth; i++)
		if (strcmp(l->open[i], path) == 0)
			return cr_diags_add(l->diags, CR_ERROR, by,
					    "'%s' includes itself, by way of %s", path,
					    l->open[l->depth - 1]);
	for (size_t i = 0; i < l->policy->file_count; i++)
		if (strcmp(l->policy->files[i], path) == 0)
			return cr_diags_add(l->diags, CR_ERROR, by, "'%s' is included twice", path);
	if (l->depth == DEPTH_MAX)
		return cr_diags_add(l->diags, CR_ERROR, by,
				    "'%s': includes nest deeper than %d files", path, DEPTH_MAX);
	if (l->policy->file_count == FILES_MAX)
		return cr_diags_add(l->diags, CR_ERROR, by, "more than %d files", FILES_MAX);
	return 0;
}

static int read_whole(struct loading *l, const char *path, struct cr_pos by, char **buf,
		      size_t *len)
{
	struct cr_error err = {.text = ""};

	if (l->reader->read(l->reader->ctx, path, buf, len, &err) != 0)
		return cr_diags_add(l->diags, CR_ERROR, by, "%s", err.text);
	l->bytes += *len;
	if (l->bytes <= BYTES_MAX)
		return 0;
	free(*buf);
	return cr_diags_add(l->diags, CR_ERROR, by, "'%s': more than %zu MB of policy", path,
			    BYTES_MAX >> 20);
}

static void load_file(struct loading *l, const char *path, struct cr_pos by);

/* Includes are read before the file's own keys, so that these come over them. */
static void load_includes(struct loading *l, const char *path, const struct cr_yaml *doc)
{
	const struct cr_yaml_node *node = cr_yaml_get(cr_yaml_root(doc), "include");
	const struct cr_yaml_node *c = node && node->kind == CR_YAML_SEQUENCE ? node->first : node;

	for (; c; c = c->next) {
		struct cr_pos by = {path, c->line, c->column};
		const char *file;

		if (c->kind == CR_YAML_SCALAR && c->len) { /* else reading the key reports it */
			file = resolve_path(l, path, c->text);
			if (file)
				load_file(l, file, by);
			else
				cr_diags_add(l->diags, CR_ERROR, by, "out of memory");
		}
		if (node->kind != CR_YAML_SEQUENCE)
			break;
	}
}

static void read_overlays(struct cr_keys *r, struct loading *l, const struct cr_yaml *doc)
{
	const struct cr_yaml_node *clusters = cr_yaml_get(cr_yaml_root(doc), "clusters");
	const struct cr_yaml_node *c = clusters ? clusters->first : NULL;
	struct cr_site scratch;

	if (clusters && clusters->kind != CR_YAML_MAPPING) {
		cr_keys_fault(r, cr_keys_pos(r, clusters),
			      "'clusters' needs a mapping of cluster names, not %s",
			      cr_yaml_kind_name(clusters));
		return;
	}
	r->overlay = true;
	for (; c; c = c->next) {
		static const char *const not_here[] = {"clusters", "include", "version"};

		for (size_t i = 0; i < 3; i++)
			if (cr_yaml_get(c, not_here[i]))
				cr_keys_fault(r, cr_keys_pos(r, cr_yaml_get(c, not_here[i])),
					      "'%s' stands outside 'clusters' only", not_here[i]);
		if (l->cluster && strcasecmp(c->key, l->cluster) == 0) {
			cr_keys_read(r, &cr_schema, c, &l->policy->site.head);
			continue;
		}
		/* Other clusters' keys are checked as well: the file is shared. */
		scratch = (struct cr_site){0};
		if (cr_keys_init(r->arena, &cr_schema, &scratch.head) == 0)
			cr_keys_read(r, &cr_schema, c, &scratch.head);
	}
	r->overlay = false;
}

static void read_layer(struct loading *l, const char *path, const struct cr_yaml *doc)
{
	struct cr_keys r = {.arena = &l->policy->arena, .diags = l->diags, .file = path};
	const struct cr_yaml_node *root = cr_yaml_root(doc);

	if (cr_yaml_is_null(root)) {
		cr_diags_add(l->diags, CR_ERROR, (struct cr_pos){path, 1, 1},
			     "the file is empty: at least 'version: 1' is needed");
		return;
	}
	cr_keys_read(&r, &cr_schema, root, &l->policy->site.head);
	read_overlays(&r, l, doc);
}

static void load_file(struct loading *l, const char *path, struct cr_pos by)
{
	static const struct cr_yaml_rules rules = {.max_nodes = 200000,
						   .max_depth = 16,
						   .duplicate_keys = CR_ERROR,
						   .keep_duplicates = true};
	struct cr_yaml *doc;
	char *buf;
	size_t len;

	if (check_limits(l, path, by) != 0)
		return;
	l->policy->files[l->policy->file_count++] = path;
	if (read_whole(l, path, by, &buf, &len) != 0)
		return;
	hash_bytes(l, buf, len);
	doc = cr_yaml_parse(path, buf, len, &rules, l->diags);
	free(buf);
	if (!doc)
		return;
	l->open[l->depth++] = path;
	load_includes(l, path, doc);
	l->depth--;
	read_layer(l, path, doc);
	cr_yaml_destroy(doc);
}

static void finish_policy(struct loading *l)
{
	struct cr_keys r = {
		.arena = &l->policy->arena, .diags = l->diags, .file = l->policy->files[0]};

	cr_policy_check_pending(l->policy, l->diags);
	cr_policy_inherit(l->policy);
	cr_keys_finish(&r, &cr_schema, &l->policy->site.head);
	if (cr_policy_link(l->policy, l->diags) == 0)
		cr_policy_check_names(l->policy, l->diags);
	(void)snprintf(l->policy->hash, sizeof(l->policy->hash), "%016" PRIx64, l->hash);
}

static struct cr_policy *policy_new(void)
{
	struct cr_policy *policy = calloc(1, sizeof(*policy));

	if (!policy)
		return NULL;
	cr_arena_init(&policy->arena, NULL, 0, ARENA_MAX);
	policy->files = cr_arena_array(&policy->arena, FILES_MAX + 1, sizeof(*policy->files));
	if (!policy->files || cr_keys_init(&policy->arena, &cr_schema, &policy->site.head) != 0) {
		cr_policy_destroy(policy);
		return NULL;
	}
	return policy;
}

struct cr_policy *cr_policy_load(const char *path, const struct cr_policy_reader *reader,
				 const char *cluster, struct cr_diags *diags)
{
	struct loading l = {.reader = reader,
			    .cluster = cluster,
			    .diags = diags,
			    .hash = UINT64_C(0xcbf29ce484222325)};
	size_t errors = cr_diags_errors(diags);
	const char *name;

	l.policy = policy_new();
	name = l.policy ? cr_arena_strdup(&l.policy->arena, path) : NULL;
	if (name) {
		load_file(&l, name, (struct cr_pos){.file = NULL});
		if (l.policy->site.head.given)
			finish_policy(&l);
	} else {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = path}, "out of memory");
	}
	if (cr_diags_errors(diags) == errors)
		return l.policy;
	cr_diags_sort(diags);
	cr_policy_destroy(l.policy);
	return NULL;
}

void cr_policy_destroy(struct cr_policy *policy)
{
	if (!policy)
		return;
	if (policy->script)
		policy->script->destroy(policy->script);
	cr_arena_release(&policy->arena);
	free(policy);
}

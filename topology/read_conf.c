/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * topology.conf: which lines it may have depends on TopologyPlugin.
 *
 *	topology/tree	SwitchName=NAME Nodes=LIST | Switches=LIST [LinkSpeed=N]
 *	topology/block	BlockName=NAME Nodes=LIST, and BlockSizes=N[,N...]
 *	topology/ring	RingName=NAME Nodes=LIST
 */
#include "topology/build.h"

#include "base/text.h"
#include "topology/conf.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SWITCH_NAME_MAX 64 /* HOST_NAME_MAX, which Slurm holds switch names to */
#define SIZES_MAX       64
#define GROUPS_MAX      (1 << 20)

/* The lines of one plugin: the first key, and those that may follow it. */
struct grammar {
	const char *first;
	const char *follow[4];
	const char *alone; /* a key with a line of its own */
};

static const struct grammar grammars[CR_TOPOLOGY_TYPES] = {
	[CR_TOPOLOGY_TREE] = {"SwitchName", {"Nodes", "Switches", "LinkSpeed"}, NULL},
	[CR_TOPOLOGY_BLOCK] = {"BlockName", {"Nodes"}, "BlockSizes"},
	[CR_TOPOLOGY_RING] = {"RingName", {"Nodes"}, NULL},
};

struct reading {
	struct cr_arena arena; /* of the strings of DECL */
	struct cr_decl decl;
	size_t room;
	const struct grammar *grammar;
	struct cr_diags *diags;
	const char *last_file;
};

/* POS outlives the file it is in. */
static struct cr_pos keep_pos(struct reading *r, struct cr_pos pos)
{
	if (!r->last_file || strcmp(r->last_file, pos.file) != 0)
		r->last_file = cr_arena_strdup(&r->arena, pos.file);
	pos.file = r->last_file;
	return pos;
}

static int unknown_key(struct reading *r, const struct cr_conf_pair *pair)
{
	const char *keys[6], *near;
	size_t count = 0;

	keys[count++] = r->grammar->first;
	for (size_t i = 0; r->grammar->follow[i]; i++)
		keys[count++] = r->grammar->follow[i];
	if (r->grammar->alone)
		keys[count++] = r->grammar->alone;
	near = cr_text_nearest(pair->key, keys, count);
	return cr_diags_add(r->diags, CR_ERROR, pair->pos,
			    "unknown key '%.60s' for topology/%s%s%s%s", pair->key,
			    cr_topology_type_name(r->decl.type), near ? "; did you mean '" : "",
			    near ? near : "", near ? "'?" : "");
}

static int follow_index(const struct grammar *grammar, const char *key)
{
	for (int i = 0; grammar->follow[i]; i++)
		if (strcasecmp(grammar->follow[i], key) == 0)
			return i;
	return -1;
}

/* Slurm's reading of an unsigned 32-bit number, UNLIMITED included. */
static int check_number(struct reading *r, const struct cr_conf_pair *pair)
{
	char *end;
	unsigned long long n = strtoull(pair->value, &end, 10);

	if (strcasecmp(pair->value, "UNLIMITED") == 0 || strcasecmp(pair->value, "INFINITE") == 0)
		return 0;
	if (end == pair->value ||
	    (*end && strcasecmp(end, "k") != 0 && strcasecmp(end, "m") != 0) || n > UINT32_MAX ||
	    pair->value[0] == '-')
		return cr_diags_add(r->diags, CR_ERROR, pair->value_pos,
				    "%s is a whole number, not '%.60s'", pair->key, pair->value);
	return 0;
}

static int take_pair(struct reading *r, struct cr_decl_group *g, const struct cr_conf_pair *pair)
{
	int which = follow_index(r->grammar, pair->key);
	char *value;

	if (which < 0)
		return unknown_key(r, pair);
	if (which == 2)
		return check_number(r, pair);
	value = cr_arena_strdup(&r->arena, pair->value);
	if (!value)
		return cr_diags_add(r->diags, CR_ERROR, pair->pos, "out of memory");
	if (which == 0) {
		g->nodes = value;
		g->nodes_pos = keep_pos(r, pair->value_pos);
	} else {
		g->children = value;
		g->children_pos = keep_pos(r, pair->value_pos);
	}
	return 0;
}

static int add_group(struct reading *r, const struct cr_decl_group *g)
{
	if (r->decl.group_count == r->room) {
		size_t room = r->room ? r->room * 2 : 64;
		struct cr_decl_group *grown = NULL;

		if (room <= GROUPS_MAX)
			grown = realloc(r->decl.groups, room * sizeof(*grown));
		if (!grown)
			return cr_diags_add(r->diags, CR_ERROR, g->pos, "too many lines");
		r->decl.groups = grown;
		r->room = room;
	}
	r->decl.groups[r->decl.group_count++] = *g;
	return 0;
}

static int take_group(struct reading *r, const struct cr_conf_pair *pairs, size_t count)
{
	struct cr_decl_group g = {.name = cr_arena_strdup(&r->arena, pairs[0].value),
				  .pos = keep_pos(r, pairs[0].pos)};
	int rc = 0;

	if (!g.name)
		return cr_diags_add(r->diags, CR_ERROR, g.pos, "out of memory");
	for (size_t i = 1; i < count; i++)
		if (take_pair(r, &g, &pairs[i]) != 0)
			rc = -1;
	if (r->decl.type == CR_TOPOLOGY_TREE && strlen(g.name) > SWITCH_NAME_MAX)
		rc = cr_diags_add(r->diags, CR_ERROR, pairs[0].value_pos,
				  "a switch name may have %d bytes", SWITCH_NAME_MAX);
	if (g.nodes && g.children)
		rc = cr_diags_add(r->diags, CR_ERROR, g.pos,
				  "switch '%.80s' has both nodes and child switches", g.name);
	/* A faulty group is kept, so that those that name it are not faulted too. */
	return add_group(r, &g) == 0 ? rc : -1;
}

/* Numbers as atoi() takes them, which is how Slurm reads this key. */
static int take_sizes(struct reading *r, const struct cr_conf_pair *pair)
{
	const char *at = pair->value;
	struct cr_pos pos = keep_pos(r, pair->value_pos);

	r->decl.sizes = cr_arena_array(&r->arena, SIZES_MAX, sizeof(*r->decl.sizes));
	r->decl.size_count = 0;
	if (!r->decl.sizes)
		return cr_diags_add(r->diags, CR_ERROR, pos, "out of memory");
	for (at += strspn(at, ","); *at; at += strspn(at, ",")) {
		size_t len = strcspn(at, ",");
		long value = strtol(at, NULL, 10);

		if (r->decl.size_count == SIZES_MAX)
			return cr_diags_add(r->diags, CR_ERROR, pos, "too many block sizes");
		if (value > INT_MAX || value <= 0)
			return cr_diags_add(r->diags, CR_ERROR, pos, "'%.*s' is no block size",
					    (int)(len < 60 ? len : 60), at);
		r->decl.sizes[r->decl.size_count++] = (struct cr_decl_size){value, pos};
		at += len;
	}
	if (!r->decl.size_count)
		return cr_diags_add(r->diags, CR_ERROR, pos, "BlockSizes names no size");
	return 0;
}

/* An error in one line does not keep the next from being read. */
static int take_line(const struct cr_conf_pair *pairs, size_t count, const char *rest,
		     struct cr_pos rest_pos, void *arg)
{
	struct reading *r = arg;

	if (*rest)
		cr_diags_add(r->diags, CR_ERROR, rest_pos, "'%.60s' is no Key=Value", rest);
	if (!count)
		return 0;
	if (strcasecmp(pairs[0].key, r->grammar->first) == 0) {
		take_group(r, pairs, count);
	} else if (r->grammar->alone && strcasecmp(pairs[0].key, r->grammar->alone) == 0) {
		take_sizes(r, &pairs[0]);
		if (count > 1)
			cr_diags_add(r->diags, CR_ERROR, pairs[1].pos,
				     "nothing may follow %s on its line", r->grammar->alone);
	} else if (follow_index(r->grammar, pairs[0].key) >= 0) {
		cr_diags_add(r->diags, CR_ERROR, pairs[0].pos,
			     "a line begins with %s=, not %s=", r->grammar->first, pairs[0].key);
	} else {
		unknown_key(r, &pairs[0]);
	}
	return 0;
}

struct cr_topologies *cr_topologies_parse_conf(const char *name, const char *buf, size_t len,
					       enum cr_topology_type type,
					       const struct cr_conf_loader *loader,
					       const struct cr_topology_rules *rules,
					       struct cr_diags *diags)
{
	struct cr_diags *own = diags ? NULL : cr_diags_new();
	struct cr_diags *to = diags ? diags : own;
	size_t errors = cr_diags_errors(to);
	struct cr_topologies *set = NULL;
	struct reading r = {.decl = {.name = "default",
				     .type = type,
				     .cluster_default = true,
				     .from_conf = true,
				     .pos = {.file = name, .line = 1}},
			    .diags = to};

	cr_arena_init(&r.arena, NULL, 0, 0);
	if ((unsigned)type < CR_TOPOLOGY_TYPES && grammars[type].first) {
		r.grammar = &grammars[type];
		(void)cr_conf_parse(name, buf, len, loader, take_line, &r, to);
	} else if (type != CR_TOPOLOGY_FLAT) {
		cr_diags_add(to, CR_ERROR, r.decl.pos,
			     "topology/%s is configured in topology.yaml only",
			     cr_topology_type_name(type));
	}
	r.decl.unknown = to && cr_diags_errors(to) > errors;
	if (to && (!r.decl.unknown || (rules && rules->accepted)))
		set = cr_build_set(&r.decl, 1, rules, to);
	free(r.decl.groups);
	cr_arena_release(&r.arena);
	cr_diags_destroy(own);
	return set;
}

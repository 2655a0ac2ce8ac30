/* SPDX-License-Identifier: GPL-2.0-or-later */
/* part_list: a table whose tables look their fields up, each in Slurm's own form of a partition. */
#include "cli/lua_shim_parts.h"

#include "cli/lua_shim_inside.h"

#include <grp.h>
#include <pwd.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct part {
	const partition_info_t *info; /* slurmctld's, or `own` */
	bool whole;                   /* it is slurmctld's */
	partition_info_t own;
};

struct cr_shim_parts {
	struct cr_arena arena;        /* of texts of the view's */
	partition_info_msg_t *loaded; /* NULL: from a snapshot */
	size_t count;
	struct part part[]; /* as in the view */
};

/* ---- the table of fields ------------------------------------------------------------------- */

enum kind { TEXT, NUMBER16, NUMBER32, DEFAULT_FLAG, MEMORY_PER_CPU, MEMORY_PER_NODE };

struct field {
	const char *name;
	enum kind kind;
	size_t offset;
	bool viewed; /* a view tells it too */
};

#define AT(member_)            offsetof(partition_info_t, member_)
#define FIELD(member_, kind_)  {#member_, kind_, AT(member_), false}
#define VIEWED(member_, kind_) {#member_, kind_, AT(member_), true}

static const struct field fields[] = {
	VIEWED(allow_accounts, TEXT),
	FIELD(allow_alloc_nodes, TEXT),
	FIELD(allow_groups, TEXT),
	VIEWED(allow_qos, TEXT),
	FIELD(alternate, TEXT),
	FIELD(billing_weights_str, TEXT),
	{"def_mem_per_cpu", MEMORY_PER_CPU, AT(def_mem_per_cpu), false},
	{"def_mem_per_node", MEMORY_PER_NODE, AT(def_mem_per_cpu), false},
	VIEWED(default_time, NUMBER32),
	VIEWED(deny_accounts, TEXT),
	VIEWED(deny_qos, TEXT),
	{"flag_default", DEFAULT_FLAG, AT(flags), true},
	FIELD(flags, NUMBER32),
	VIEWED(max_cpus_per_node, NUMBER32),
	FIELD(max_cpus_per_socket, NUMBER32),
	{"max_mem_per_cpu", MEMORY_PER_CPU, AT(max_mem_per_cpu), false},
	{"max_mem_per_node", MEMORY_PER_NODE, AT(max_mem_per_cpu), false},
	VIEWED(max_nodes, NUMBER32),
	{"max_nodes_orig", NUMBER32, AT(max_nodes), true},
	{"max_oversubscribe", NUMBER16, AT(max_share), false},
	FIELD(max_share, NUMBER16),
	VIEWED(max_time, NUMBER32),
	VIEWED(min_nodes, NUMBER32),
	{"min_nodes_orig", NUMBER32, AT(min_nodes), true},
	VIEWED(name, TEXT),
	FIELD(nodes, TEXT),
	FIELD(priority_job_factor, NUMBER16),
	VIEWED(priority_tier, NUMBER16),
	{"qos", TEXT, AT(qos_char), true},
	VIEWED(state_up, NUMBER16),
	FIELD(total_cpus, NUMBER32),
	VIEWED(total_nodes, NUMBER32),
};

/* ---- reading one --------------------------------------------------------------------------- */

static void push_memory(lua_State *L, uint64_t n, bool per_cpu)
{
	if (n == NO_VAL64 || ((n & MEM_PER_CPU) != 0) != per_cpu)
		lua_pushnil(L);
	else
		cr_shim_push_number(L, (lua_Number)(n & ~MEM_PER_CPU));
}

/* Slurm keeps no empty text. */
static void push_text(lua_State *L, const char *text)
{
	lua_pushstring(L, text && *text ? text : NULL);
}

static void push_member(lua_State *L, const struct field *f, const void *member)
{
	switch (f->kind) {
	case TEXT:
		push_text(L, *(char *const *)member);
		break;
	case NUMBER16:
		lua_pushinteger(L, *(const uint16_t *)member);
		break;
	case NUMBER32:
		lua_pushinteger(L, *(const uint32_t *)member);
		break;
	case DEFAULT_FLAG:
		lua_pushinteger(L, (*(const uint32_t *)member & PART_FLAG_DEFAULT) != 0);
		break;
	case MEMORY_PER_CPU:
	case MEMORY_PER_NODE:
		push_memory(L, *(const uint64_t *)member, f->kind == MEMORY_PER_CPU);
		break;
	}
}

static int read_part(lua_State *L)
{
	const struct part *part = lua_touserdata(L, lua_upvalueindex(1));
	const char *key = luaL_checkstring(L, 2);
	char what[160];

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		const struct field *f = &fields[i];

		if (strcmp(f->name, key) != 0)
			continue;
		if (part->whole || f->viewed) {
			push_member(L, f, (const char *)part->info + f->offset);
			return 1;
		}
		(void)snprintf(what, sizeof(what), "part_list.%.60s.%s", part->info->name, key);
		return cr_shim_unknown(L, what);
	}
	return 0;
}

/* ---- all of them --------------------------------------------------------------------------- */

static bool is_member(const char *user, const struct passwd *pw, const char *name)
{
	const struct group *group = getgrnam(name);

	if (group && pw && pw->pw_gid == group->gr_gid)
		return true;
	for (char **member = group ? group->gr_mem : NULL; member && *member; member++)
		if (user && strcmp(*member, user) == 0)
			return true;
	return false;
}

/* By the groups of this machine, as slurmctld goes by those of its own. */
static bool is_in_groups(const char *user, const char *list)
{
	const struct passwd *pw = user ? getpwnam(user) : NULL;
	char name[256];

	if (!list || !*list || strcasecmp(list, "ALL") == 0)
		return true;
	for (size_t len; *list; list += len + (list[len] == ',')) {
		len = strcspn(list, ",");
		(void)snprintf(name, sizeof(name), "%.*s", (int)len, list);
		if (is_member(user, pw, name))
			return true;
	}
	return false;
}

static bool is_open_to(const struct part *part, const struct cr_request *r, uint32_t uid)
{
	if (uid == 0)
		return !(part->info->flags & PART_FLAG_NO_ROOT);
	if (part->info->flags & PART_FLAG_ROOT_ONLY && !r->privileged)
		return false;
	return is_in_groups(r->user, part->info->allow_groups);
}

void cr_shim_parts_push(lua_State *L, const struct cr_shim_parts *parts, const struct cr_request *r,
			uint32_t uid)
{
	lua_newtable(L);
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->part[i];

		if (!is_open_to(part, r, uid))
			continue;
		lua_newtable(L);
		lua_createtable(L, 0, 1);
		lua_pushlightuserdata(L, (void *)part);
		lua_pushcclosure(L, read_part, 1);
		lua_setfield(L, -2, "__index");
		lua_setmetatable(L, -2);
		lua_setfield(L, -2, part->info->name);
	}
}

/* ---- where they come from ------------------------------------------------------------------ */

static char *join_names(struct cr_arena *arena, const struct cr_names *names)
{
	char *list = NULL;

	for (size_t i = 0; i < names->count; i++)
		list = cr_arena_printf(arena, "%s%s%s", list ? list : "", i ? "," : "",
				       names->name[i]);
	return list;
}

static uint32_t or_limitless(uint32_t n)
{
	return n == CR_UNSET ? INFINITE : n;
}

static partition_info_t info_of(const struct cr_partition *p, struct cr_arena *arena)
{
	return (partition_info_t){
		.name = cr_arena_strdup(arena, p->name),
		.allow_accounts = join_names(arena, &p->allow_accounts),
		.deny_accounts = join_names(arena, &p->deny_accounts),
		.allow_qos = join_names(arena, &p->allow_qos),
		.deny_qos = join_names(arena, &p->deny_qos),
		.qos_char = cr_arena_strdup(arena, p->qos),
		.flags = (p->is_default ? PART_FLAG_DEFAULT : 0) |
			 (p->root_only ? PART_FLAG_ROOT_ONLY : 0),
		.default_time = p->default_time,
		.max_cpus_per_node = or_limitless(p->max_cpus_per_node),
		.max_nodes = or_limitless(p->max_nodes),
		.max_time = or_limitless(p->max_time),
		.min_nodes = p->min_nodes == CR_UNSET ? 0 : p->min_nodes,
		.priority_tier = (uint16_t)p->priority_tier,
		.state_up = p->up           ? PARTITION_UP
			    : p->takes_jobs ? PARTITION_DOWN
					    : PARTITION_DRAIN,
		.total_nodes = p->nodes,
	};
}

static const partition_info_t *find_loaded(const struct cr_shim_parts *parts, const char *name)
{
	for (uint32_t i = 0; parts->loaded && i < parts->loaded->record_count; i++)
		if (strcmp(parts->loaded->partition_array[i].name, name) == 0)
			return &parts->loaded->partition_array[i];
	return NULL;
}

struct cr_shim_parts *cr_shim_parts_new(const struct cr_view *view, bool live)
{
	struct cr_shim_parts *parts = calloc(1, sizeof(*parts) + view->partition_count *
									 sizeof(parts->part[0]));

	if (!parts)
		return NULL;
	cr_arena_init(&parts->arena, NULL, 0, 0);
	parts->count = view->partition_count;
	if (live && slurm_load_partitions(0, &parts->loaded, SHOW_ALL) != SLURM_SUCCESS)
		parts->loaded = NULL;
	for (size_t i = 0; i < parts->count; i++) {
		struct part *part = &parts->part[i];

		part->info = find_loaded(parts, view->partitions[i].name);
		part->whole = part->info != NULL;
		if (part->whole)
			continue;
		part->own = info_of(&view->partitions[i], &parts->arena);
		part->info = &part->own;
		if (!part->own.name)
			parts->count = i; /* out of memory */
	}
	return parts;
}

void cr_shim_parts_destroy(struct cr_shim_parts *parts)
{
	if (!parts)
		return;
	if (parts->loaded)
		slurm_free_partition_info_msg(parts->loaded);
	cr_arena_release(&parts->arena);
	free(parts);
}

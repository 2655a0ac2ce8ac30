/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `cluster` as a script sees it: partitions and QOS by name and in loops, and a QOS. */
#include "policies/lua/view.h"

#include <string.h>

/* ---- QOS ------------------------------------------------------------------ */

static const struct cr_tres_limit *gpu_limit(const struct cr_qos *q)
{
	for (size_t i = 0; i < q->limits.tres_count; i++)
		if (strcmp(q->limits.tres[i].tres, "gres/gpu") == 0)
			return &q->limits.tres[i];
	return NULL;
}

static void qos_limit(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_tres_limit *t = gpu_limit(of);

	(void)call;
	cr_lua_show_number(L, t ? t->grp : CR_UNSET64, CR_UNSET64);
}

static void qos_used(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_tres_limit *t = gpu_limit(of);

	(void)call;
	cr_lua_show_number(L, t ? t->grp_used : CR_UNSET64, CR_UNSET64);
}

static const struct cr_lua_field qos_fields[] = {
	CR_LUA_AT(cr_qos, "name", TEXT, name),
	CR_LUA_AT(cr_qos, "priority", U32, priority),
	CR_LUA_ASK("limit", qos_limit),
	CR_LUA_ASK("used", qos_used),
	CR_LUA_AT(cr_qos, "jobs_limit", U32, limits.grp_jobs),
	CR_LUA_AT(cr_qos, "jobs_used", U32, limits.grp_jobs_used),
	CR_LUA_AT(cr_qos, "max_time", U32, limits.max_wall),
};
const struct cr_lua_class cr_lua_qos_class = {
	"qos", qos_fields, sizeof(qos_fields) / sizeof(qos_fields[0]), NULL, false};

/* ---- cluster --------------------------------------------------------------- */

static const void *cluster_of(const struct cr_lua_call *call)
{
	return call->g->view;
}

static int partition_by_name(lua_State *L)
{
	const struct cr_lua_call *call = cr_lua_call_of(L);
	const struct cr_partition *p = cr_view_partition(call->g->view, lua_tostring(L, 2));

	if (!p && call->sample && call->g->view->partition_count)
		p = &call->g->view->partitions[0];
	if (p)
		cr_lua_show_object(L, &cr_lua_partition_class, p);
	else
		lua_pushnil(L);
	return 1;
}

static int qos_by_name(lua_State *L)
{
	const struct cr_lua_call *call = cr_lua_call_of(L);
	const struct cr_qos *q = cr_view_qos(call->g->view, lua_tostring(L, 2));

	if (!q && call->sample && call->g->view->qos_count)
		q = &call->g->view->qos[0];
	if (q)
		cr_lua_show_object(L, &cr_lua_qos_class, q);
	else
		lua_pushnil(L);
	return 1;
}

/* for name, partition in pairs(cluster.partitions): in Slurm's order. */
static int next_partition(lua_State *L)
{
	const struct cr_view *view = cr_lua_call_of(L)->g->view;
	lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));

	if ((size_t)i >= view->partition_count)
		return 0;
	lua_pushinteger(L, i + 1);
	lua_replace(L, lua_upvalueindex(1));
	lua_pushstring(L, view->partitions[i].name);
	cr_lua_show_object(L, &cr_lua_partition_class, &view->partitions[i]);
	return 2;
}

static int next_qos(lua_State *L)
{
	const struct cr_view *view = cr_lua_call_of(L)->g->view;
	lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));

	if ((size_t)i >= view->qos_count)
		return 0;
	lua_pushinteger(L, i + 1);
	lua_replace(L, lua_upvalueindex(1));
	lua_pushstring(L, view->qos[i].name);
	cr_lua_show_object(L, &cr_lua_qos_class, &view->qos[i]);
	return 2;
}

static int all_partitions(lua_State *L)
{
	lua_pushinteger(L, 0);
	lua_pushcclosure(L, next_partition, 1);
	return 1;
}

static int all_qos(lua_State *L)
{
	lua_pushinteger(L, 0);
	lua_pushcclosure(L, next_qos, 1);
	return 1;
}

static void cluster_partitions(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	(void)of;
	lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)partition_by_name);
}

static void cluster_qos(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	(void)of;
	lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)qos_by_name);
}

static const struct cr_lua_field fields[] = {
	CR_LUA_AT(cr_view, "name", TEXT, cluster),
	CR_LUA_ASK("partitions", cluster_partitions),
	CR_LUA_ASK("qos", cluster_qos),
	CR_LUA_AT(cr_view, "age", U32, age),
};
const struct cr_lua_class cr_lua_cluster_class = {
	"cluster", fields, sizeof(fields) / sizeof(fields[0]), cluster_of, false};

/* cluster.partitions and cluster.qos: found by name. */
static void open_container(lua_State *L, const char *name, lua_CFunction by_name,
			   lua_CFunction pairs)
{
	lua_newtable(L);
	lua_createtable(L, 0, 6);
	lua_pushcfunction(L, by_name);
	lua_setfield(L, -2, "__index");
	cr_lua_finish_metatable(L, name, pairs);
	lua_setmetatable(L, -2);
	lua_rawsetp(L, LUA_REGISTRYINDEX, (const void *)by_name);
}

void cr_lua_open_containers(lua_State *L)
{
	open_container(L, "cluster.partitions", partition_by_name, all_partitions);
	open_container(L, "cluster.qos", qos_by_name, all_qos);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A partition as a script sees it: its nodes, bounds and prices. */
#include "policies/lua/view.h"

#include "policies/job/enum_names.h"

void cr_lua_partition_idle(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;
	lua_Integer idle = 0;

	(void)call;
	for (size_t i = 0; i < p->shape_count; i++)
		idle += p->shapes[i].idle;
	lua_pushinteger(L, idle);
}

static void part_nodes_up(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;
	lua_Integer up = 0;

	(void)call;
	for (size_t i = 0; i < p->shape_count; i++)
		up += p->shapes[i].up;
	lua_pushinteger(L, up);
}

static void part_gpus_per_node(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	cr_lua_show_number(L, p->shape_count ? p->shapes[0].gpus : CR_UNSET, CR_UNSET);
}

static void part_gpu_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	cr_lua_show_text(L, p->shape_count ? p->shapes[0].gpu_type : NULL);
}

static void part_arch(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	cr_lua_show_text(L, p->shape_count ? p->shapes[0].arch : NULL);
}

const struct cr_price *cr_lua_price_of(const struct cr_lua_call *call, const struct cr_partition *p)
{
	const struct cr_partition_rules *rules = cr_policy_partition(call->g->policy, p->name);

	return rules && rules->price.head.given ? &rules->price : NULL;
}

void cr_lua_partition_price(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_price *price = cr_lua_price_of(call, of);

	if (price)
		lua_pushnumber(L, price->gpu_hour);
	else
		lua_pushnil(L);
}

/* Nodes in a block, or below a leaf switch: the largest. */
void cr_lua_partition_topology_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	enum cr_topology_type type = ((const struct cr_partition *)of)->topology_type;

	(void)call;
	cr_lua_show_text(L, type ? cr_topology_type_name(type) : NULL);
}

void cr_lua_partition_unit_size(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	if (p->space)
		lua_pushinteger(L, (lua_Integer)cr_space_largest_unit(p->space));
	else
		lua_pushnil(L);
}

static const struct cr_lua_field fields[] = {
	CR_LUA_AT(cr_partition, "name", TEXT, name),
	CR_LUA_AT(cr_partition, "up", FLAG, up),
	CR_LUA_AT(cr_partition, "default", FLAG, is_default),
	CR_LUA_AT(cr_partition, "topology", TEXT, topology),
	CR_LUA_ASK("topology_type", cr_lua_partition_topology_type),
	CR_LUA_ASK("unit_size", cr_lua_partition_unit_size),
	CR_LUA_AT(cr_partition, "nodes", U32, nodes),
	CR_LUA_ASK("nodes_up", part_nodes_up),
	CR_LUA_ASK("idle", cr_lua_partition_idle),
	CR_LUA_AT(cr_partition, "min_nodes", U32, min_nodes),
	CR_LUA_AT(cr_partition, "max_nodes", U32, max_nodes),
	CR_LUA_AT(cr_partition, "max_time", U32, max_time),
	CR_LUA_AT(cr_partition, "default_time", U32, default_time),
	CR_LUA_AT(cr_partition, "qos", TEXT, qos),
	CR_LUA_ASK("gpus_per_node", part_gpus_per_node),
	CR_LUA_ASK("gpu_type", part_gpu_type),
	CR_LUA_ASK("arch", part_arch),
	CR_LUA_ASK("price", cr_lua_partition_price),
};
const struct cr_lua_class cr_lua_partition_class = {
	"partition", fields, sizeof(fields) / sizeof(fields[0]), NULL, false};

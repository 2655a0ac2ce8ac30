/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The classes of objects that scripts see, each in a file of its own.
 *
 * To add a field: a row in its class's table, and a line in docs/lua.md, which
 * a test holds against these tables.
 */
#ifndef CR_POLICIES_LUA_VIEW_H
#define CR_POLICIES_LUA_VIEW_H

#include "policies/lua/object.h"

extern const struct cr_lua_class cr_lua_job_class, cr_lua_decision_class, cr_lua_cluster_class,
	cr_lua_candidate_class, cr_lua_partition_class, cr_lua_qos_class;

/** The price that the policy has for P's GPUs, or NULL. */
const struct cr_price *cr_lua_price_of(const struct cr_lua_call *call,
				       const struct cr_partition *p);

/** Fields of a partition, OF, which a candidate has too: see the table of its class. */
void cr_lua_partition_idle(lua_State *L, const struct cr_lua_call *call, const void *of);
void cr_lua_partition_price(lua_State *L, const struct cr_lua_call *call, const void *of);
void cr_lua_partition_topology_type(lua_State *L, const struct cr_lua_call *call, const void *of);
void cr_lua_partition_unit_size(lua_State *L, const struct cr_lua_call *call, const void *of);

/** Make cluster.partitions and cluster.qos.  Once per state. */
void cr_lua_open_containers(lua_State *L);

#endif

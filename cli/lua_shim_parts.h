/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cluster's partitions as Slurm's job_submit/lua shows them in part_list.  slurmctld tells all
 * of it; a snapshot has what decisions need, and the rest is not known.
 */
#ifndef CR_CLI_LUA_SHIM_PARTS_H
#define CR_CLI_LUA_SHIM_PARTS_H

#include "policies/cluster/view.h"

#include <lua.h>

struct cr_shim_parts;

/**
 * The partitions of VIEW, which is borrowed; with slurmctld's word on them when LIVE, as far as it
 * answers.  To be freed with cr_shim_parts_destroy(); NULL when out of memory.
 */
struct cr_shim_parts *cr_shim_parts_new(const struct cr_view *view, bool live);

/** Free PARTS.  NULL is allowed. */
void cr_shim_parts_destroy(struct cr_shim_parts *parts);

/** Push part_list for the job in R, whose user has UID: what is closed to this user is left out. */
void cr_shim_parts_push(lua_State *L, const struct cr_shim_parts *parts, const struct cr_request *r,
			uint32_t uid);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A route's keys that act on one type of topology only (`on` in policies/file/schema.c). */
#ifndef CR_POLICIES_FILE_ROUTE_KEYS_H
#define CR_POLICIES_FILE_ROUTE_KEYS_H

#include "policies/file/policy_model.h"
#include "policies/file/schema.h"

/**
 * The next key of ROUTE, from place *AT of its table on, that wishes for something
 * that no topology of TYPE can give.  *AT becomes the place after it;
 * its position is ROUTE->head.at[*AT - 1].pos.  NULL: no more.  Pure; any thread.
 */
const struct cr_field *cr_route_vain_key(const struct cr_route *route, enum cr_topology_type type,
					 size_t *at);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One item of a Lua pattern, for pattern.c: `x`, `.`, `%a` or `[...]`, without what repeats
 * it.  Pure; any thread.
 */
#ifndef CR_POLICIES_LUA_PATTERN_ITEM_H
#define CR_POLICIES_LUA_PATTERN_ITEM_H

#include "policies/lua/pattern.h"

/** The pattern is faulty: FAULT, static, unless another fault is known.  Returns NULL. */
const char *cr_pattern_fail(struct cr_lua_pattern *p, const char *fault);

/** Count one step; false, and P is spent, when there were enough. */
bool cr_pattern_step(struct cr_lua_pattern *p);

/** The end of the item at PAT, within the pattern.  NULL: P is faulty, or spent. */
const char *cr_pattern_item_end(struct cr_lua_pattern *p, const char *pat);

/** Is C in the set from PAT ('[') to END (behind ']')?  false, too, when P is spent. */
bool cr_pattern_in_set(struct cr_lua_pattern *p, unsigned char c, const char *pat, const char *end);

/** Does the item PAT..END match the character at AT?  false, too, when P is spent. */
bool cr_pattern_match_one(struct cr_lua_pattern *p, const char *at, const char *pat,
			  const char *end);

#endif

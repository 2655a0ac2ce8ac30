/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy with a script, for tests: the small cluster of policy_world.h with `lua:`. */
#ifndef CR_TESTS_LUA_WORLD_H
#define CR_TESTS_LUA_WORLD_H

#include "policies/lua/lua.h"
#include "tests/unit/policy_world.h"

/** The files that a policy is made of. */
struct lua_files {
	const char *policy;  /* NULL: world_policy with `lua: LUA_KEY` */
	const char *lua_key; /* NULL: site.lua */
	const char *script;  /* site.lua */
	const char *data;    /* data.yaml */
};

/** What is logged goes here: the last line, and how many. */
struct lua_log {
	char last[800];
	unsigned errors, lines;
};

/** The policy of FILES; NULL with what is wrong in DIAGS.  LOG may be NULL. */
struct cr_policy *lua_policy(const struct lua_files *files, struct lua_log *log,
			     struct cr_diags *diags);

/** The same with SCRIPT alone, put into W; the test fails when it is refused. */
void lua_world(struct world *w, const char *script, struct lua_log *log);

/** The text of the reason with CODE in D, or NULL. */
const char *lua_reason(const struct cr_decision *d, enum cr_code code);

#endif

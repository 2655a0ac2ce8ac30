/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Lua's core calls under a name of ours: the Makefile renames these in the archive.
 *
 * stdin, stdout and stderr: nothing is ever read or written.
 *
 * strcoll, by which strings are ordered: bytes, the same under every locale.  A string with
 * NULs in it is compared part by part, a call for each, all within one instruction; so each
 * call is charged, and none is made any more when the budget is spent.
 *
 * luaT_gettm, by which the collector asks for __gc and __mode: no table is weak.  One that
 * becomes it (setmetatable() cannot see what is written into the metatable later) shows when
 * memory is collected, and a chain through weak keys costs the square of its length to collect.
 */
#include "policies/lua/core.h"

#include <stdio.h>

#define BYTES_PER_UNIT 8
#define EVENT_MODE     3 /* TM_MODE of Lua 5.4 (ltm.h) */

extern FILE *const cr_lua_no_stdin, *const cr_lua_no_stdout, *const cr_lua_no_stderr;
FILE *const cr_lua_no_stdin = NULL;
FILE *const cr_lua_no_stdout = NULL;
FILE *const cr_lua_no_stderr = NULL;

/* The state that this thread is in: the core does not say whose string it compares. */
static _Thread_local struct cr_lua_state *running;

extern const void *luaT_gettm(void *events, int event, void *name);

int cr_lua_core_strcoll(const char *a, const char *b);
const void *cr_lua_core_gettm(void *events, int event, void *name);

struct cr_lua_state *cr_lua_core_enter(struct cr_lua_state *state)
{
	struct cr_lua_state *outer = running;

	running = state;
	return outer;
}

/* No error can be raised here: when the budget is spent, the next instruction ends the run. */
static bool take_units(uint64_t units)
{
	struct cr_lua_state *s = running;

	if (!s)
		return true;
	s->unlooked += units;
	if (units < (uint64_t)s->left) {
		s->left -= (int64_t)units;
		return true;
	}
	s->left = 0;
	lua_sethook(s->L, lua_gethook(s->L), LUA_MASKCOUNT, 1);
	return false;
}

int cr_lua_core_strcoll(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	if (!take_units(1 + n / BYTES_PER_UNIT))
		return 1; /* unequal: no further call */
	return (int)(unsigned char)a[n] - (int)(unsigned char)b[n];
}

const void *cr_lua_core_gettm(void *events, int event, void *name)
{
	return event == EVENT_MODE ? NULL : luaT_gettm(events, event, name);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a job_submit.lua gets for an answer where Slurm's own would be another, or none. */
#include "cli/lua_shim_inside.h"

#include <stdio.h>
#include <string.h>

#define WHOLE_MAX 9007199254740992.0 /* 2^53: up to it each whole number is a double */

/* WHAT into the list in TEXT, once. */
static void add_once(char *text, size_t size, const char *what)
{
	const char *said = strstr(text, what);
	size_t len = strlen(what), used = strlen(text);

	if ((!said || (said[len] && said[len] != ',')) && used + len + 3 < size)
		(void)snprintf(text + used, size - used, "%s%s", used ? ", " : "", what);
}

int cr_shim_unknown(lua_State *L, const char *what)
{
	struct cr_shim *shim = cr_shim_of(L);

	add_once(shim->unknown, sizeof(shim->unknown), what);
	lua_pushnil(L);
	return 1;
}

void cr_shim_note_vain(lua_State *L, const char *name)
{
	struct cr_shim *shim = cr_shim_of(L);
	char what[80];

	(void)snprintf(what, sizeof(what), "%.70s", name ? name : "?");
	add_once(shim->vain, sizeof(shim->vain), what);
}

void cr_shim_push_number(lua_State *L, lua_Number n)
{
	lua_Integer whole = 0;

	/* As Lua 5.1 shows it: without a ".0" that later ones add. */
	if (n > -WHOLE_MAX && n < WHOLE_MAX && (lua_Number)(whole = (lua_Integer)n) == n)
		lua_pushinteger(L, whole);
	else
		lua_pushnumber(L, n);
}

int cr_shim_log_nothing(lua_State *L)
{
	(void)L;
	return 0;
}

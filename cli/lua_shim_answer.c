/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a job_submit.lua gets for an answer where Slurm's own would be another, or none. */
#include "cli/lua_shim_inside.h"

#include <stdio.h>
#include <string.h>

int cr_shim_unknown(lua_State *L, const char *what)
{
	struct cr_shim *shim = cr_shim_of(L);
	const char *said = strstr(shim->unknown, what);
	size_t len = strlen(what), used = strlen(shim->unknown);

	if ((!said || (said[len] && said[len] != ',')) && used + len + 3 < sizeof(shim->unknown))
		(void)snprintf(shim->unknown + used, sizeof(shim->unknown) - used, "%s%s",
			       used ? ", " : "", what);
	lua_pushnil(L);
	return 1;
}

void cr_shim_push_number(lua_State *L, lua_Number n)
{
	lua_Integer whole = 0;

	/* As Lua 5.1 shows it: without a ".0" that later ones add. */
	if (n > -0x1p53 && n < 0x1p53 && (lua_Number)(whole = (lua_Integer)n) == n)
		lua_pushinteger(L, whole);
	else
		lua_pushnumber(L, n);
}

int cr_shim_log_nothing(lua_State *L)
{
	(void)L;
	return 0;
}

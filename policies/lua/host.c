/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a function that a script called back to the decision it was called for. */
#include "policies/lua/host.h"

struct cr_lua_worker *cr_lua_worker_of(lua_State *L)
{
	return cr_lua_state_of(L)->host;
}

struct cr_lua_call *cr_lua_call_of(lua_State *L)
{
	struct cr_lua_call *call = cr_lua_worker_of(L)->call;

	if (!call)
		luaL_error(L, "this is for use within classify and decide");
	return call;
}

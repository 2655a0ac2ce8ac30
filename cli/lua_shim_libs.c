/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The libraries that a job_submit.lua counts on: ours, what Slurm's own Lua (5.1 to 5.4, as
 * it was built) has beyond them, and of the world outside only the calendar.  A script that
 * looks at the rest is told nothing, and whoever reads its outcome is told so.
 */
#include "cli/lua_shim_inside.h"

#include "policies/lua/guard.h"
#include "policies/lua/libs.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>

/*
 * Idioms of Lua 5.1, Slurm's log, and random numbers that are the same each time.  5.1 cuts
 * a fraction where 5.4 has an error ("%d"); Slurm's log functions drop nils at the end.
 */
static const char prelude[] =
	"unpack = table.unpack\n"
	"function gcinfo() return 0, 0 end\n"
	"function collectgarbage() return 0 end\n"
	"function table.getn(t) return #t end\n"
	"function table.setn() end\n"
	"function table.maxn(t)\n"
	"  local most = 0\n"
	"  for k in pairs(t) do if type(k) == 'number' and k > most then most = k end end\n"
	"  return most\n"
	"end\n"
	"function table.foreach(t, f)\n"
	"  for k, v in pairs(t) do local r = f(k, v) if r ~= nil then return r end end\n"
	"end\n"
	"function table.foreachi(t, f)\n"
	"  for i = 1, #t do local r = f(i, t[i]) if r ~= nil then return r end end\n"
	"end\n"
	"string.gfind = string.gmatch\n"
	"math.mod = math.fmod\n"
	"function math.pow(x, y) return x ^ y end\n"
	"function math.log10(x) return math.log(x, 10) end\n"
	"function math.ldexp(x, e) return x * 2.0 ^ e end\n"
	"function math.randomseed() end\n"
	"function math.random(low, high)\n"
	"  if not low then return 0.5 end\n"
	"  if not high then low, high = 1, low end\n"
	"  return (low + high) // 2\n"
	"end\n"
	"do\n"
	"  local format, whole, unpack, select = string.format, math.type, table.unpack, select\n"
	"  local function cut(x)\n"
	"    if whole(x) ~= 'float' then return x end\n"
	"    return x < 0 and math.ceil(x) or math.floor(x)\n"
	"  end\n"
	"  function string.format(...)\n"
	"    local ok, text = pcall(format, ...)\n"
	"    if ok then return text end\n"
	"    local cuts = {...}\n"
	"    for i = 2, select('#', ...) do cuts[i] = cut(cuts[i]) end\n"
	"    return format(unpack(cuts, 1, select('#', ...)))\n"
	"  end\n"
	"  for level, name in ipairs{'log_info', 'log_verbose', 'log_debug', 'log_debug2',\n"
	"      'log_debug3', 'log_debug4'} do\n"
	"    slurm[name] = function(...) slurm.log(level - 1, string.format(unpack({...}))) end\n"
	"  end\n"
	"  function slurm.log_error(...) slurm.error(string.format(unpack({...}))) end\n"
	"  function slurm.log_user(...) slurm.user_msg(string.format(unpack({...}))) end\n"
	"end\n";

/* Loads TEXT as a chunk whose globals are the script's; pushes it, or an error and false. */
static bool push_chunk(lua_State *L, const char *text, size_t len, const char *name)
{
	if (luaL_loadbufferx(L, text, len, name, "t") != LUA_OK)
		return false;
	lua_rawgeti(L, LUA_REGISTRYINDEX, cr_shim_of(L)->worker.env);
	if (!lua_setupvalue(L, -2, 1))
		lua_pop(L, 1);
	return true;
}

/* loadstring(TEXT, NAME), and load() of a text. */
static int load_text(lua_State *L)
{
	size_t len;
	const char *text = luaL_checklstring(L, 1, &len);

	cr_lua_charge(L, 1 + len);
	if (push_chunk(L, text, len, luaL_optstring(L, 2, text)))
		return 1;
	lua_pushnil(L);
	lua_insert(L, -2);
	return 2;
}

/* ---- the world outside -------------------------------------------------------------------- */

static int no_file(lua_State *L)
{
	char what[120];

	(void)snprintf(what, sizeof(what), "the file '%.80s'", luaL_optstring(L, 1, ""));
	(void)cr_shim_unknown(L, what);
	lua_pushfstring(L, "%s is not read here", what);
	return 2;
}

static int no_command(lua_State *L)
{
	char what[120];

	(void)snprintf(what, sizeof(what), "what '%.80s' prints", luaL_optstring(L, 1, ""));
	return cr_shim_unknown(L, what);
}

static int no_variable(lua_State *L)
{
	char what[120];

	(void)snprintf(what, sizeof(what), "slurmctld's variable %.80s", luaL_checkstring(L, 1));
	return cr_shim_unknown(L, what);
}

static int no_lines(lua_State *L)
{
	(void)no_file(L);
	return lua_error(L);
}

static int no_module(lua_State *L)
{
	char what[120];

	(void)snprintf(what, sizeof(what), "the module '%.80s'", luaL_checkstring(L, 1));
	(void)cr_shim_unknown(L, what);
	return luaL_error(L, "%s is not loaded here", what);
}

/* The calendar, which many such scripts ask. */
static void open_os(lua_State *L)
{
	static const char *const names[] = {"time", "date", "difftime", "clock", NULL};
	static const luaL_Reg outside[] = {{"execute", no_command}, {"getenv", no_variable},
					   {"remove", no_file},     {"rename", no_file},
					   {"tmpname", no_file},    {NULL, NULL}};

	lua_newtable(L);
	luaL_requiref(L, "os", luaopen_os, 0);
	cr_lua_pick(L, -1, -2, names);
	lua_pop(L, 1);
	luaL_setfuncs(L, outside, 0);
	lua_setfield(L, -2, "os");
}

static void open_io(lua_State *L)
{
	static const luaL_Reg outside[] = {{"open", no_file},     {"lines", no_lines},
					   {"popen", no_command}, {"write", cr_shim_log_nothing},
					   {"read", no_file},     {NULL, NULL}};

	luaL_newlib(L, outside);
	lua_setfield(L, -2, "io");
}

/* ---- all of it ----------------------------------------------------------------------------- */

void cr_shim_open(lua_State *L)
{
	static const char *const more[] = {"rawset", NULL};
	static const luaL_Reg functions[] = {{"dofile", no_lines},
					     {"load", load_text},
					     {"loadfile", no_file},
					     {"loadstring", load_text},
					     {"print", cr_shim_log_nothing},
					     {"require", no_module},
					     {NULL, NULL}};

	cr_lua_open_plain_libs(L);
	luaL_requiref(L, "_G", luaopen_base, 0);
	cr_lua_pick(L, -1, -2, more);
	lua_pop(L, 1);
	luaL_setfuncs(L, functions, 0);
	cr_shim_open_slurm(L);
	open_os(L);
	open_io(L);
	lua_pushvalue(L, -1);
	lua_setfield(L, -2, "_G");
	lua_pushvalue(L, -1);
	cr_shim_of(L)->worker.env = luaL_ref(L, LUA_REGISTRYINDEX);
	if (!push_chunk(L, prelude, sizeof(prelude) - 1, "=prelude"))
		(void)lua_error(L);
	lua_call(L, 0, 0);
}

/* Lua's own reader of files passes over a first line with '#'; line numbers stay. */
void cr_shim_push_script(lua_State *L, const char *text, size_t len, const char *name)
{
	size_t skipped = 0;

	if (len && text[0] == '#')
		while (skipped < len && text[skipped] != '\n')
			skipped++;
	if (!push_chunk(L, text + skipped, len - skipped, name))
		(void)lua_error(L);
}

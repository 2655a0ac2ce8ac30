/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions under `commroute`: log, refuse, globs, units, the calendar. */
#include "policies/lua/host.h"
#include "policies/lua/libs.h"

#include "base/text.h"
#include "base/units.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define CODE_MAX 16
#define TEXT_MAX 300

/* Arguments FIRST and on, formatted as string.format does; the text is left on the stack. */
static const char *format_args(lua_State *L, int first)
{
	int n = lua_gettop(L);

	(void)luaL_checkstring(L, first);
	if (n == first)
		return lua_tostring(L, first);
	lua_pushvalue(L, lua_upvalueindex(1)); /* string.format */
	lua_insert(L, first);
	lua_call(L, n - first + 1, 1);
	return lua_tostring(L, -1);
}

/* commroute.log(format, ...) */
static int log_line(lua_State *L)
{
	struct cr_lua_call *call = cr_lua_call_of(L);
	char text[TEXT_MAX];
	const char *raw = format_args(L, 1);

	cr_lua_charge(L, lua_rawlen(L, -1) / CR_LUA_BYTES_PER_UNIT);
	if (call->lines++ < CR_LUA_LOG_LINES && call->log && call->log->line && !call->sample) {
		cr_text_printable(text, sizeof(text), raw, lua_rawlen(L, -1));
		call->log->line(call->log->ctx, CR_WARNING, text);
	}
	return 0;
}

/* A site's code: capitals, digits and dashes; CR- is ours. */
static bool code_is_good(const char *code)
{
	size_t len = strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");

	return len > 0 && len < CODE_MAX && !code[len] && strncmp(code, "CR-", 3) != 0;
}

/* commroute.refuse(code, format, ...): does not return. */
static int script_refuse(lua_State *L)
{
	struct cr_lua_call *call = cr_lua_call_of(L);
	const char *code = luaL_checkstring(L, 1), *raw;
	char text[TEXT_MAX];

	if (!call->g)
		return luaL_error(L, "commroute.refuse() is for use within classify and decide");
	if (!code_is_good(code))
		return luaL_error(L,
				  "'%s' is no code: at most %d capitals, digits and dashes, "
				  "not beginning with CR-",
				  code, CODE_MAX - 1);
	raw = format_args(L, 2);
	cr_text_printable(text, sizeof(text), raw, lua_rawlen(L, -1));
	call->result->site_code = cr_arena_strdup(call->g->arena, code);
	call->result->text = cr_arena_strdup(call->g->arena, text);
	if (!call->result->site_code || !call->result->text)
		return luaL_error(L, "the decision has no room for this text");
	cr_lua_stop_now(L, CR_LUA_STOP_REFUSED);
}

/* commroute.glob(pattern, text): * and ?; nil matches nothing. */
static int script_glob(lua_State *L)
{
	const char *pattern = luaL_checkstring(L, 1), *text = luaL_optstring(L, 2, NULL);
	size_t lengths = lua_rawlen(L, 1) * (text ? lua_rawlen(L, 2) : 0);

	cr_lua_charge(L, lengths / 8);
	lua_pushboolean(L, text && cr_text_glob(pattern, text));
	return 1;
}

/* commroute.minutes("4h"): the unit of Slurm's time limits. */
static int script_minutes(lua_State *L)
{
	struct cr_error err;
	uint64_t seconds;

	cr_lua_charge_argument(L, 1);
	if (cr_units_seconds(luaL_checkstring(L, 1), &seconds, &err) != 0)
		return luaL_error(L, "%s", err.text);
	lua_pushinteger(L, (lua_Integer)((seconds + 59) / 60));
	return 1;
}

/* ---- the calendar -------------------------------------------------------------- */

static struct tm now_local(lua_State *L)
{
	time_t now = (time_t)cr_lua_call_of(L)->now;
	struct tm tm;

	memset(&tm, 0, sizeof(tm));
	(void)localtime_r(&now, &tm);
	return tm;
}

static void set_number(lua_State *L, const char *key, lua_Integer n)
{
	lua_pushinteger(L, n);
	lua_setfield(L, -2, key);
}

/* commroute.now(): the time of the decision, in the controller's time zone. */
static int script_now(lua_State *L)
{
	static const char *const days[] = {"sunday",   "monday", "tuesday", "wednesday",
					   "thursday", "friday", "saturday"};
	struct tm tm = now_local(L);

	lua_createtable(L, 0, 8);
	set_number(L, "unix", (lua_Integer)cr_lua_call_of(L)->now);
	set_number(L, "year", tm.tm_year + 1900);
	set_number(L, "month", tm.tm_mon + 1);
	set_number(L, "day", tm.tm_mday);
	set_number(L, "hour", tm.tm_hour);
	set_number(L, "minute", tm.tm_min);
	lua_pushstring(L, days[tm.tm_wday % 7]);
	lua_setfield(L, -2, "weekday");
	lua_pushboolean(L, tm.tm_wday == 0 || tm.tm_wday == 6);
	lua_setfield(L, -2, "weekend");
	return 1;
}

/* "22:30" in minutes since midnight; raises an error. */
static int time_of_day(lua_State *L, int index)
{
	const char *text = luaL_checkstring(L, index);
	int hour, minute, used = 0;

	cr_lua_charge_argument(L, index);
	if (sscanf(text, "%2d:%2d%n", &hour, &minute, &used) != 2 || text[used] || hour < 0 ||
	    hour > 24 || minute < 0 || minute > 59 || (hour == 24 && minute))
		luaL_error(L, "'%s' is no time of day: HH:MM", text);
	return hour * 60 + minute;
}

/* commroute.between("22:00", "06:00"): is it so late now?  May go over midnight. */
static int script_between(lua_State *L)
{
	struct tm tm = now_local(L);
	int from = time_of_day(L, 1), to = time_of_day(L, 2);
	int at = tm.tm_hour * 60 + tm.tm_min;

	lua_pushboolean(L, from <= to ? at >= from && at < to : at >= from || at < to);
	return 1;
}

/* commroute.date("2026-12-24") or ("2026-12-24 18:00"): Unix time, to compare with now().unix. */
static int script_date(lua_State *L)
{
	const char *text = luaL_checkstring(L, 1);
	int year, month, day, hour = 0, minute = 0, used = 0;
	struct tm tm;
	bool good;

	cr_lua_charge_argument(L, 1);
	good = sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) == 3 &&
	       (!text[used] || (text[used] == ' ' &&
				sscanf(text, "%4d-%2d-%2d %2d:%2d%n", &year, &month, &day, &hour,
				       &minute, &used) == 5 &&
				!text[used]));
	if (!good || year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 ||
	    hour > 23 || minute < 0 || minute > 59)
		return luaL_error(L, "'%s' is no date: YYYY-MM-DD, or YYYY-MM-DD HH:MM", text);
	memset(&tm, 0, sizeof(tm));
	tm.tm_year = year - 1900;
	tm.tm_mon = month - 1;
	tm.tm_mday = day;
	tm.tm_hour = hour;
	tm.tm_min = minute;
	tm.tm_isdst = -1;
	lua_pushinteger(L, (lua_Integer)mktime(&tm));
	return 1;
}

void cr_lua_open_commroute(lua_State *L)
{
	static const luaL_Reg plain[] = {
		{"glob", script_glob},       {"minutes", script_minutes}, {"now", script_now},
		{"between", script_between}, {"date", script_date},       {NULL, NULL},
	};

	luaL_setfuncs(L, plain, 0);
	/* The table below is the libraries', with the string library opened before. */
	lua_getfield(L, -2, "string");
	lua_getfield(L, -1, "format");
	lua_pushvalue(L, -1);
	lua_pushcclosure(L, log_line, 1);
	lua_setfield(L, -4, "log");
	lua_pushcclosure(L, script_refuse, 1);
	lua_setfield(L, -3, "refuse");
	lua_pop(L, 1);
}

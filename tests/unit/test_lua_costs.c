/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every function of every library, called with each of the arguments that cost most: one call
 * takes no more than twice the time that its charge and one instruction stand for.  What
 * state.c says of an instruction, and each library of its charges, is held here.
 */
#include "tests/unit/unit.h"

#include "policies/lua/host.h"
#include "policies/lua/libs.h"
#include "tests/unit/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In steps of work.h, about a nanosecond each. */
#define INSTRUCTION_MAX 50000.0
#define UNIT_MAX        60.0 /* what one unit of the budget may come to */
#define OVER            2    /* times */
#define TRIES           5    /* a measurement may be disturbed: the least of these counts */

/* Arguments: `kinds` is made anew for each call, as calls change them. */
static const char make_kinds[] =
	"local nuls, digits = ('\\0'):rep(60000), ('0'):rep(60000) .. '7'\n"
	"local function endless() return 1 << 40 end\n"
	"local function many(fill)\n"
	"	local t = {}\n"
	"	for i = 1, 2000 do t[i] = fill .. i end\n"
	"	return t\n"
	"end\n"
	"local function chain(n)\n"
	"	local t = {'x', 'y', 'z'}\n"
	"	for i = 1, n do t = setmetatable({}, {__index = t, __newindex = t}) end\n"
	"	return t\n"
	"end\n"
	"local turns = 0\n"
	"local function grows() turns = turns + 1; return turns < 2 and 3 or 1 << 40 end\n"
	"local kinds = {\n"
	"	function() return 1 end,\n"
	"	function() return '1' end,\n"
	"	function() return -1 end,\n"
	"	function() return math.maxinteger end,\n"
	"	function() return math.mininteger end,\n"
	"	function() return 1e308 end,\n"
	"	function() return 5e-324 end,\n"
	"	function() return tostring(math.maxinteger) end,\n"
	"	function() return nuls end,\n"
	"	function() return digits end,\n"
	"	function() return ('%99.99f'):rep(500) end,\n"
	"	function() return ('.-'):rep(40) .. 'b' end,\n"
	"	function() return '[' .. ('a'):rep(30000) .. ']' end,\n"
	"	function() return ('a'):rep(60000) end,\n"
	"	function() return setmetatable({}, {__len = endless, __index = function() return '' end}) end,\n"
	"	function() return setmetatable({}, {__len = grows, __index = function() return 1 end}) end,\n"
	"	function() return setmetatable({}, {__len = function() return '9' end}) end,\n"
	"	function() return chain(500) end,\n"
	"	function() return many(nuls:sub(1, 500)) end,\n"
	"	function() return setmetatable({}, {__tostring = function() return nuls end}) end,\n"
	"	function() return function() return nuls end end,\n"
	"	function() return function(a, b) return true end end,\n"
	"	function() return nil end,\n"
	"}\n"
	"return kinds\n";

struct bench {
	struct cr_lua_worker worker;
	int libs, kinds;
	int ref;               /* the function under test */
	size_t kind[4], count; /* of the arguments */
	/* Result. */
	double seconds;
	int64_t units;
};

static struct bench *bench_of(lua_State *L)
{
	return (struct bench *)cr_lua_worker_of(L);
}

static int set_up(lua_State *L)
{
	struct bench *b = bench_of(L);

	cr_lua_open_views(L);
	cr_lua_open_libs(L);
	lua_pushvalue(L, -1);
	b->libs = luaL_ref(L, LUA_REGISTRYINDEX);
	assert_int_equal(luaL_loadstring(L, make_kinds), LUA_OK);
	lua_pushvalue(L, -2);
	assert_non_null(lua_setupvalue(L, -2, 1));
	lua_call(L, 0, 1);
	b->kinds = luaL_ref(L, LUA_REGISTRYINDEX);
	return 0;
}

static void push_argument(lua_State *L, const struct bench *b, size_t kind)
{
	lua_rawgeti(L, LUA_REGISTRYINDEX, b->kinds);
	lua_rawgeti(L, -1, (lua_Integer)kind + 1);
	lua_remove(L, -2);
	lua_call(L, 0, 1);
}

static int call_it(lua_State *L)
{
	struct bench *b = bench_of(L);
	struct cr_lua_state *s = cr_lua_state_of(L);
	double start;

	luaL_checkstack(L, 10, NULL);
	lua_rawgeti(L, LUA_REGISTRYINDEX, b->ref);
	for (size_t i = 0; i < b->count; i++)
		push_argument(L, b, b->kind[i]);
	/* Only now: what the arguments cost is not the question. */
	s->left = s->limits.instructions;
	s->deadline = INT64_MAX;
	b->units = s->left;
	start = work_clock();
	b->seconds = -start;
	(void)lua_pcall(L, (int)b->count, LUA_MULTRET, 0);
	b->seconds += work_clock();
	b->units -= s->left > 0 ? s->left : 0;
	lua_settop(L, 0);
	return 0;
}

static double least_over(struct bench *b, double per_second)
{
	double least = 1e30;

	for (int i = 0; i < TRIES && least > OVER; i++) {
		double steps, allowed;

		b->seconds = 0;
		cr_lua_state_restart_clock(b->worker.state);
		(void)cr_lua_state_run(b->worker.state, call_it, NULL);
		steps = b->seconds * per_second;
		allowed = INSTRUCTION_MAX + (double)b->units * UNIT_MAX;
		least = steps / allowed < least ? steps / allowed : least;
	}
	return least;
}

struct found {
	unsigned calls, bad;
	double per_second, worst;
	char worst_call[80];
};

static void try_call(struct bench *b, const char *name, struct found *f)
{
	double over = least_over(b, f->per_second);

	f->calls++;
	if (over > f->worst) {
		f->worst = over;
		(void)snprintf(f->worst_call, sizeof(f->worst_call), "%s", name);
	}
	if (over <= OVER)
		return;
	f->bad++;
	if (f->bad <= 20)
		print_message(
			"%s with kinds %zu %zu %zu %zu (of %zu) takes %.1f times its charge of "
			"%lld: %.0f us\n",
			name, b->kind[0], b->kind[1], b->kind[2], b->kind[3], b->count, over,
			(long long)b->units, b->seconds * 1e6);
}

/*
 * All pairs of kinds for the first two arguments, the others of the same kinds; with two, three
 * and four of them in turn, or, at length, each.
 */
static void try_function(struct bench *b, size_t kinds, const char *name, struct found *f)
{
	static const size_t counts[] = {3, 4, 2};
	bool all = getenv("COMMROUTE_LONG") != NULL;

	for (size_t i = 0; i < kinds; i++) {
		for (size_t j = 0; j < kinds; j++) {
			for (size_t how = 0; how < COUNT(counts); how++) {
				if (!all && how != (i + j) % COUNT(counts))
					continue;
				b->count = counts[how];
				b->kind[0] = i;
				b->kind[1] = j;
				b->kind[2] = (i + j) % 2 ? i : j;
				b->kind[3] = i;
				try_call(b, name, f);
			}
		}
	}
}

struct list {
	int ref[200];
	char name[200][40];
	size_t n;
};

/* The functions in the table on top of the stack, and in the libraries in it. */
static void list_functions(lua_State *L, const char *library, struct list *list)
{
	int at = lua_gettop(L);

	/* Of a closed library, the table behind it. */
	if (luaL_getmetafield(L, at, "__index") != LUA_TTABLE) {
		lua_settop(L, at);
		lua_pushvalue(L, at);
	}
	for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
		if (lua_type(L, -1) == LUA_TFUNCTION) {
			if (list->n >= COUNT(list->ref))
				fail_msg("more functions than there is room for");
			(void)snprintf(list->name[list->n], sizeof(list->name[0]), "%s%s", library,
				       lua_tostring(L, -2));
			lua_pushvalue(L, -1);
			list->ref[list->n++] = luaL_ref(L, LUA_REGISTRYINDEX);
		} else if (lua_type(L, -1) == LUA_TTABLE && !*library) {
			char name[40];

			(void)snprintf(name, sizeof(name), "%s.", lua_tostring(L, -2));
			list_functions(L, name, list);
		}
	}
	lua_pop(L, 1);
}

static int list_all(lua_State *L)
{
	struct list *list = lua_touserdata(L, 1);

	luaL_checkstack(L, 30, NULL);
	lua_rawgeti(L, LUA_REGISTRYINDEX, bench_of(L)->libs);
	list_functions(L, "", list);
	lua_rawgeti(L, LUA_REGISTRYINDEX, bench_of(L)->kinds);
	lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
	lua_pop(L, 2);
	return 0;
}

static int count_kinds(lua_State *L)
{
	size_t *n = lua_touserdata(L, 1);

	lua_rawgeti(L, LUA_REGISTRYINDEX, bench_of(L)->kinds);
	*n = (size_t)lua_rawlen(L, -1);
	return 0;
}

static void no_call_takes_twice_its_charge(void **state)
{
	struct cr_lua_limits limits = {.milliseconds = 10000};
	struct bench b = {.count = 0};
	struct found f = {.per_second = work_steps(1)};
	static struct list list;
	size_t kinds = 0;

	(void)state;
	b.worker.state = cr_lua_state_new(&limits, &b.worker);
	assert_non_null(b.worker.state);
	assert_int_equal(cr_lua_state_run(b.worker.state, set_up, NULL), 0);
	assert_int_equal(cr_lua_state_run(b.worker.state, list_all, &list), 0);
	assert_int_equal(cr_lua_state_run(b.worker.state, count_kinds, &kinds), 0);
	cr_lua_state_loaded(b.worker.state);
	assert_true(list.n >= 50);
	assert_true(kinds >= 20);
	for (size_t i = 0; i < list.n; i++) {
		b.ref = list.ref[i];
		try_function(&b, kinds, list.name[i], &f);
	}
	print_message("%zu functions, %u calls; the dearest, %s: %.2f times its charge\n", list.n,
		      f.calls, f.worst_call, f.worst);
	cr_lua_state_destroy(b.worker.state);
	assert_int_equal(f.bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_call_takes_twice_its_charge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

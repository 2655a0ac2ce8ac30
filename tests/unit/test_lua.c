/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a site's script sees, what it can want, and how far it gets. */
#include "tests/unit/unit.h"

#include "policies/lua/host.h"
#include "tests/unit/lua_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int setup(void **state)
{
	static struct world w;

	(void)setenv("TZ", "UTC", 1);
	world_make(&w, NULL);
	w.request.min_nodes = w.request.max_nodes = 18;
	w.request.gpus_per_node = (struct cr_gpus){.count = 4};
	w.tres[0].grp = CR_UNSET64;
	*state = &w;
	return 0;
}

static int teardown(void **state)
{
	world_free(*state);
	return 0;
}

/* Runs EXPRESSION in decide; what it gives comes back as the notice. */
static const char *value(struct world *w, const char *expression)
{
	char script[2000];

	(void)snprintf(script, sizeof(script),
		       "function decide(job, decision, cluster)\n"
		       "  if job.user == 'sample' then return end\n"
		       "  local v = (function() return %s end)()\n"
		       "  return {notice = type(v) .. ' ' .. tostring(v)}\n"
		       "end\n",
		       expression);
	lua_world(w, script, NULL);
	world_decide(w);
	return w->d.notice ? w->d.notice : lua_reason(&w->d, CR_511_LUA);
}

static void fields_show_the_job(void **state)
{
	static const struct {
		const char *expression, *value;
	} cases[] = {
		{"job.user", "string ada"},
		{"job.account", "string nlp"},
		{"job.name", "string legacy-7"},
		{"job.nodes", "number 18"},
		{"job.gpus", "number 72"},
		{"job.time_limit", "number 90"},
		{"job.partition", "nil nil"},
		{"job.segment", "nil nil"},
		{"job.batch", "boolean true"},
		{"job.profile", "string moe"},
		{"job.tenant", "string nlp"},
		{"job.requeue", "nil nil"},
		{"job.change", "nil nil"},
		{"decision.verdict", "string route"},
		{"decision.partition", "string ultra"},
		{"decision.segment", "number 18"},
		{"decision.qos", "string nlp"},
		{"#decision.candidates", "number 1"},
		{"decision.candidates[1].partition", "string ultra"},
		{"decision.candidates[1].ok", "boolean true"},
		{"decision.candidates[1].nodes", "number 18"},
		{"cluster.partitions.ultra.idle", "number 36"},
		{"cluster.partitions.ultra.unit_size", "number 18"},
		{"cluster.partitions.ultra.gpu_type", "string gb200"},
		{"cluster.partitions.nowhere", "nil nil"},
		{"cluster.qos.nlp.name", "string nlp"},
		{"cluster.qos.nowhere", "nil nil"},
		{"(function() local n = 0 for _ in pairs(cluster.partitions) do n = n + 1 end "
		 "return n end)()",
		 "number 3"},
		{"(function() for k, v in pairs(job) do if k == 'user' then return v end end end)()",
		 "string ada"},
	};
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.name = "legacy-7";
	w->request.time_limit = 90;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(value(w, cases[i].expression), cases[i].value);
}

static void no_limit_is_more_than_any(void **state)
{
	struct world *w = *state;

	w->request.time_limit = CR_INFINITE;
	assert_string_equal(value(w, "job.time_limit > 1e15"), "boolean true");
}

static void helpers_do_what_they_say(void **state)
{
	static const struct {
		const char *expression, *value;
	} cases[] = {
		{"commroute.glob('legacy-*', 'legacy-7')", "boolean true"},
		{"commroute.glob('legacy-*', job.partition)", "boolean false"},
		{"commroute.minutes('4h')", "number 240"},
		{"commroute.now().unix", "number 1796425200"},
		{"commroute.now().weekday", "string saturday"},
		{"commroute.now().weekend", "boolean true"},
		{"commroute.now().hour", "number 23"},
		{"commroute.between('22:00', '06:00')", "boolean true"},
		{"commroute.between('06:00', '22:00')", "boolean false"},
		{"commroute.between('23:00', '23:00')", "boolean false"},
		{"commroute.now().unix > commroute.date('2026-12-04')", "boolean true"},
		{"commroute.now().unix < commroute.date('2026-12-05 18:00')", "boolean false"},
		{"commroute.date('2026-12-04 23:00')", "number 1796425200"},
	};
	struct world *w = *state;

	/* 2026-12-04 would be a Friday: the day after is Saturday the fifth. */
	w->view.taken = 1796425000 + 86400;
	w->view.age = 200;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *expected = cases[i].value;

		if (strcmp(cases[i].expression, "commroute.now().unix") == 0)
			expected = "number 1796511600";
		assert_string_equal(value(w, cases[i].expression), expected);
	}
}

/* The string library's own matcher against what the reference manual says. */
static void patterns_match_as_in_lua(void **state)
{
	static const struct {
		const char *expression, *value;
	} cases[] = {
		{"('hello world'):match('%a+')", "string hello"},
		{"('hello world'):match('(%a+) (%a+)')", "string hello"},
		{"select(2, ('hello world'):match('(%a+) (%a+)'))", "string world"},
		{"('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "string key"},
		{"('abc'):find('b', 1, true)", "number 2"},
		{"('a.b'):find('.', 1, true)", "number 2"},
		{"('abc'):find('c', -1)", "number 3"},
		{"('abc'):find('', 10)", "nil nil"},
		{"('abc'):find('', 4)", "number 4"},
		{"('  x '):match('^%s*(.-)%s*$')", "string x"},
		{"('f(a(b)c)d'):match('%b()')", "string (a(b)c)"},
		{"('THE (quick) fox'):find('%((%a+)%)')", "number 5"},
		{"('THE (quick) fox'):gsub('%f[%a]%a+', 'X')", "string X (X) X"},
		{"('hello'):gsub('l', {l = 'L'})", "string heLLo"},
		{"('hello'):gsub('', '-')", "string -h-e-l-l-o-"},
		{"('abc'):gsub('%w', '%0%0')", "string aabbcc"},
		{"('abc'):gsub('%w', '%%', 2)", "string %%c"},
		{"('hello world'):gsub('o', '0', 1)", "string hell0 world"},
		{"('x=1, y=2'):gsub('(%w)=(%w)', '%2=%1')", "string 1=x, 2=y"},
		{"('abc'):gsub('b', function() return false end)", "string abc"},
		{"select(2, ('banana'):gsub('a', 'o'))", "number 3"},
		{"('aaa'):match('()aa()')", "number 1"},
		{"('[x]'):match('%[(.)%]')", "string x"},
		{"('a-b'):match('[%a-]+')", "string a-b"},
		{"(']'):match('[]]')", "string ]"},
		{"('x'):match('[^]]')", "string x"},
		{"('0x1F'):match('^0[xX](%x+)$')", "string 1F"},
		{"('aXb'):match('%u')", "string X"},
		{"('abab'):match('(ab)%1')", "string ab"},
		{"('node-12'):match('%-(%d+)$')", "string 12"},
		{"(function() local t = {} for k, v in ('a=1,b=2'):gmatch('(%w)=(%w)') do t[#t+1] = k .. v "
		 "end return table.concat(t, ';') end)()",
		 "string a1;b2"},
		{"(function() local n = 0 for _ in ('abc'):gmatch('') do n = n + 1 end return n end)()",
		 "number 4"},
		{"('ac'):match('^ab?c$')", "string ac"},
		{"('abbbc'):match('ab-c')", "string abbbc"},
		{"('x'):rep(3, ',')", "string x,x,x"},
		{"('%d'):format(7)", "string 7"},
		{"('abc'):byte(-1)", "number 99"},
		{"tonumber('0x10')", "number 16"},
		{"tonumber('z', 36)", "number 35"},
		{"tostring({})", "string table"},
		{"table.concat({1, 2, 3}, '-', 2)", "string 2-3"},
		{"table.concat({'a', 'b'})", "string ab"},
		{"table.unpack({7, 8}, 2)", "number 8"},
		{"select('#', table.unpack({1, nil, 3}, 1, 3))", "number 3"},
		{"(function() local t = {3, 1, 2} table.sort(t) return table.concat(t) end)()",
		 "string 123"},
		{"(function() local t = {1, 3} table.insert(t, 2, 2) return table.concat(t) end)()",
		 "string 123"},
		{"(function() local t = {1, 2, 3} return table.remove(t, 1) end)()", "number 1"},
		{"pcall(error, 'x')", "boolean false"},
		{"select(2, pcall(error, 'x', 0))", "string x"},
		{"select(2, xpcall(error, function(e) return e .. '!' end, 'x'))", "string x!"},
		{"xpcall(function(a) return a end, function() end, 5)", "boolean true"},
		{"select(2, xpcall(function(a) return a end, function() end, 5))", "number 5"},
	};
	struct world *w = *state;

	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(value(w, cases[i].expression), cases[i].value);
}

static void decide_with(struct world *w, const char *body)
{
	char script[2000];

	(void)snprintf(script, sizeof(script), "function decide(job, decision, cluster)\n%s\nend\n",
		       body);
	lua_world(w, script, NULL);
	world_decide(w);
}

static void classify_names_a_profile(void **state)
{
	struct world *w = *state;

	lua_world(w, "function classify(job) if job.name then return 'allreduce' end end", NULL);
	w->request.name = "legacy";
	w->request.gpus_per_node.count = 8;
	world_decide(w);
	assert_string_equal(w->d.profile, "allreduce");
	assert_string_equal(w->d.partition, "p5en");
	/* declared jobs too */
	w->request.comm_profile = "moe";
	world_decide(w);
	assert_string_equal(w->d.profile, "allreduce");
	/* but not those that want to be left alone */
	w->request.comm_profile = "none";
	world_decide(w);
	assert_null(w->d.profile);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
}

static void classify_stays_within_the_rights(void **state)
{
	struct world *w = *state;

	lua_world(w, "function classify(job) return 'moe' end", NULL);
	w->request.account = w->user_assoc.account = "vision"; /* may name allreduce, independent */
	w->parents[0].account = "vision";
	world_decide(w);
	assert_null(w->d.profile);
	assert_non_null(lua_reason(&w->d, CR_203_PROFILE_NOT_OPEN));
}

static void order_decides_the_partition(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "allreduce,portable"; /* tree, else block */
	w->request.min_nodes = w->request.max_nodes = 4;
	world_decide(w);
	assert_string_equal(w->d.partition, "p5en");
	decide_with(w, "if decision.candidates[2] then "
		       "return {candidates = {decision.candidates[2], 'p5en'}} end");
	assert_null(lua_reason(&w->d, CR_511_LUA));
	assert_string_equal(w->d.partition, "ultra");
	assert_int_equal(w->d.segment, 4);
	assert_int_equal(w->d.switches, CR_UNSET);
	decide_with(w, "if job.user == 'ada' then return {candidates = {'ultra'}} end");
	assert_string_equal(w->d.partition, "ultra");
}

static void the_users_choice_outlasts_the_script(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.partition = "ultra";
	w->request.segment = 9;
	w->request.qos = "spare";
	decide_with(w, "return {segment = 6, qos = 'nlp', exclusive_topo = true, "
		       "candidates = decision.candidates}");
	assert_null(lua_reason(&w->d, CR_511_LUA));
	assert_null(w->d.partition);
	assert_null(w->d.qos);
	assert_int_equal(w->d.segment, CR_UNSET);
}

static void wishes_are_set(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	decide_with(w,
		    "return {segment = 6, exclusive_topo = true, qos = 'spare', notice = 'hello'}");
	assert_int_equal(w->d.segment, 6);
	assert_true(w->d.exclusive_topo);
	assert_string_equal(w->d.qos, "spare");
	assert_string_equal(w->d.notice, "hello");
	decide_with(w, "return {segment = 7}"); /* does not divide 18 */
	assert_int_equal(w->d.segment, 18);
	w->request.comm_profile = "allreduce";
	w->request.gpus_per_node.count = 8;
	decide_with(w, "return {switches = 4, switch_wait = 60}");
	assert_int_equal(w->d.switches, 4);
	assert_int_equal(w->d.switch_wait, 60);
	decide_with(w, "return {switches = 1}"); /* 18 nodes on one leaf of 8 */
	assert_int_not_equal(w->d.switches, 1);
}

static void refusals_are_the_sites_own(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	decide_with(w, "if job.user == 'ada' then "
		       "commroute.refuse('LAB-7', '%d nodes for %s', job.nodes, job.user) end");
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_true(w->d.act);
	assert_int_equal(w->d.code, CR_SITE_CODE);
	assert_string_equal(w->d.site_code, "LAB-7");
	assert_string_equal(w->d.message, "LAB-7: 18 nodes for ada");
	assert_null(w->d.partition);
}

static void closed_partitions_stay_closed(void **state)
{
	struct lua_files files = {
		.script = "function decide(job, d)\n"
			  "  if job.user ~= 'sample' then return {candidates = {'ultra'}} end\n"
			  "end\n"};
	struct world *w = *state;
	struct cr_diags *diags = cr_diags_new();

	w->request.comm_profile = "independent"; /* ultra admits high intensity only; no route */
	lua_world(w, files.script, NULL);
	world_decide(w);
	assert_non_null(lua_reason(&w->d, CR_511_LUA));
	assert_string_equal(w->d.partition, "p5en");
	cr_diags_destroy(diags);
}

static void nothing_is_kept_between_calls(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	lua_world(w,
		  "local seen = {n = 0}\nglobal_seen = 0\n"
		  "function decide(job)\n"
		  "  seen.n = seen.n + 1 global_seen = global_seen + 1\n"
		  "  return {notice = seen.n .. ' ' .. global_seen}\n"
		  "end\n",
		  NULL);
	for (int i = 0; i < 3; i++) {
		world_decide(w);
		assert_string_equal(w->d.notice, "1 1");
	}
}

/* A profile of no intensity, whose first route is a partition that admits high ones only. */
static const char choosy_policy[] =
	"version: 1\nmode: enforce\n"
	"profiles:\n"
	"  low: {pattern: none, intensity: none, portable: true, routes: [{topology_type: block},"
	" {topology_type: tree}]}\n"
	"partitions:\n  ultra: {admit: {min_intensity: high}}\n"
	"lua: {file: site.lua, trusted: %s}\n";

static void trust_opens_what_the_policy_closes(void **state)
{
	static const struct {
		const char *trusted, *partition;
		enum cr_code code;
	} cases[] = {{"false", "p5en", CR_511_LUA}, {"true", "ultra", CR_NO_CODE}};
	struct world *w = *state;

	w->request.comm_profile = "low";
	for (size_t i = 0; i < COUNT(cases); i++) {
		char policy[1000];
		struct lua_files files = {
			.policy = policy,
			.script =
				"function decide(job)\n"
				"  if job.user == 'ada' then return {candidates = {'ultra'}} end\n"
				"end\n"};
		struct cr_diags *diags = cr_diags_new();

		(void)snprintf(policy, sizeof(policy), choosy_policy, cases[i].trusted);
		cr_policy_destroy(w->policy);
		w->policy = lua_policy(&files, NULL, diags);
		assert_non_null(w->policy);
		world_decide(w);
		assert_string_equal(w->d.partition, cases[i].partition);
		assert_int_equal(lua_reason(&w->d, CR_511_LUA) != NULL,
				 cases[i].code != CR_NO_CODE);
		cr_diags_destroy(diags);
	}
}

static void hooks_of_one_job_share_their_globals(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	lua_world(w,
		  "local n = 0\n"
		  "function classify() n = n + 1 end\n"
		  "function decide() n = n + 1 return {notice = 'n ' .. n} end\n",
		  NULL);
	for (int i = 0; i < 2; i++) {
		world_decide(w);
		assert_string_equal(w->d.notice, "n 2");
	}
}

static void an_update_shows_what_it_changes(void **state)
{
	struct world *w = *state;
	struct cr_request change;

	w->request.comm_profile = "moe";
	assert_string_equal(value(w, "job.modify"), "boolean false");
	cr_request_init(&change);
	change.min_nodes = 2;
	w->request.change = &change;
	assert_string_equal(value(w, "job.modify"), "boolean true");
	assert_string_equal(value(w, "job.change.nodes"), "number 2");
	assert_string_equal(value(w, "job.nodes"), "number 18");
	assert_string_equal(value(w, "job.change.gpus"), "nil nil");
}

static void failures_are_logged_and_trip_the_breaker(void **state)
{
	struct world *w = *state;
	struct lua_log log = {.errors = 0};
	struct cr_lua_stats stats;

	w->request.comm_profile = "moe";
	lua_world(w,
		  "local function inner(t) return t.x.y end\n"
		  "function decide(job) if job.user == 'ada' then local r = inner({}) end end",
		  &log);
	world_decide(w);
	assert_int_equal(log.errors, 1);
	assert_non_null(
		strstr(log.last, "Lua: decide failed: site.lua:1: attempt to index a nil value"));
	assert_non_null(strstr(log.last, "site.lua:2"));
	for (int i = 1; i < CR_LUA_BREAKER; i++)
		world_decide(w);
	assert_int_equal(log.errors, CR_LUA_BREAKER + 1);
	assert_non_null(strstr(log.last, "is not called any more"));
	world_decide(w);
	assert_int_equal(log.errors, CR_LUA_BREAKER + 1);
	assert_string_equal(w->d.partition, "ultra");
	assert_true(cr_lua_stats(w->policy, &stats));
	assert_int_equal(stats.calls[1], CR_LUA_BREAKER);
	assert_int_equal(stats.failures[1], CR_LUA_BREAKER);
	assert_true(stats.disabled[1]);
	assert_false(stats.disabled[0]);
}

static void a_good_call_resets_the_breaker(void **state)
{
	struct world *w = *state;
	struct cr_lua_stats stats;

	lua_world(w, "function decide(job) if job.name == 'bad' then error('x') end end", NULL);
	for (int i = 0; i < 3 * CR_LUA_BREAKER; i++) {
		w->request.name = i % 5 ? "bad" : "good";
		world_decide(w);
	}
	assert_true(cr_lua_stats(w->policy, &stats));
	assert_false(stats.disabled[1]);
	assert_int_equal(stats.failures[1], 24);
}

static void failure_refuses_where_it_is_configured(void **state)
{
	static const char *const ways[] = {
		"error('x')",
		"return {qos = ('q'):rep(262144)}", /* more than a decision has memory */
		"return {qos = ('nlp,'):rep(40000)}",
		"return {notice = ('n'):rep(118000)}",
	};
	struct world *w = *state;

	for (size_t i = 0; i < COUNT(ways); i++) {
		char script[200];
		struct lua_files files = {.lua_key = "{file: site.lua, on_failure: refuse}",
					  .script = script};
		struct cr_diags *diags = cr_diags_new();

		(void)snprintf(script, sizeof(script),
			       "function decide(job) if job.user == 'ada' then %s end end",
			       ways[i]);
		cr_policy_destroy(w->policy);
		w->policy = lua_policy(&files, NULL, diags);
		assert_non_null(w->policy);
		w->request.comm_profile = "moe";
		world_decide(w);
		assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
		assert_int_equal(w->d.code, CR_511_LUA);
		cr_diags_destroy(diags);
	}
}

static void a_list_of_qos_is_walked_to_its_bound(void **state)
{
	static const struct {
		int names;
		bool good;
	} cases[] = {{1, true}, {16, true}, {17, false}, {18, false}};
	struct world *w = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		char script[200];

		(void)snprintf(script, sizeof(script),
			       "function decide(job) if job.user == 'ada' then "
			       "return {qos = ('nlp,'):rep(%d)} end end",
			       cases[i].names);
		lua_world(w, script, NULL);
		w->request.comm_profile = "moe";
		world_decide(w);
		assert_int_equal(!lua_reason(&w->d, CR_511_LUA), cases[i].good);
	}
}

static void faults_are_found_at_load(void **state)
{
	static const struct {
		const char *script, *file, *text;
		unsigned line;
	} cases[] = {
		{"function decide(job)\n  retrun 1\nend\n", "site.lua", "syntax error near '1'", 2},
		{"function decide(job)\n  return job.acount\nend\n", "site.lua",
		 "job has no field 'acount': did you mean 'account'?", 2},
		{"function decide() while true do end end\n", "site.lua",
		 "the budget of 200000 instructions is spent", 0},
		{"function decide() return {segmnt = 1} end", "site.lua",
		 "what decide returns has no field 'segmnt': did you mean 'segment'?", 0},
		{"x = os.getenv('HOME')", "site.lua", "'os' is not there in a policy", 1},
		{"decide = 5", "site.lua", "'decide' is a number, not a function", 0},
		{"\033Lua", "site.lua", "attempt to load a binary chunk", 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct lua_files files = {.script = cases[i].script};
		struct cr_diags *diags = cr_diags_new();

		assert_null(lua_policy(&files, NULL, diags));
		assert_int_equal(cr_diags_errors(diags), 1);
		assert_non_null(strstr(cr_diags_get(diags, 0)->text, cases[i].text));
		assert_string_equal(cr_diags_get(diags, 0)->file, cases[i].file);
		assert_int_equal(cr_diags_get(diags, 0)->line, cases[i].line);
		cr_diags_destroy(diags);
	}
}

static void what_only_the_sample_lacks_is_a_warning(void **state)
{
	struct lua_files files = {.script = "local t = {nlp = {a = 1}}\n"
					    "function decide(job) local x = t[job.account].a end"};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy = lua_policy(&files, NULL, diags);

	(void)state;
	assert_non_null(policy);
	assert_int_equal(cr_diags_warnings(diags), 1);
	cr_policy_destroy(policy);
	cr_diags_destroy(diags);
}

static void data_is_a_read_only_table(void **state)
{
	struct lua_files files = {
		.lua_key = "{file: site.lua, data: data.yaml}",
		.data = "teams: {nlp: {max: 4, on: true, ratio: 0.5, name: '7'}}\nlist: [a, b]\n",
		.script =
			"function decide(job)\n"
			"  local t, n = data.teams.nlp, 0\n"
			"  for _ in pairs(data.teams.nlp) do n = n + 1 end\n"
			"  assert(not pcall(function() data.x = 1 end))\n"
			"  assert(not pcall(function() data.teams.nlp.max = 1 end))\n"
			"  return {notice = t.max + 1 .. tostring(t.on) .. t.ratio .. type(t.name) ..\n"
			"    #data.list .. data.list[2] .. n .. tostring(data.nothing)}\n"
			"end\n"};
	struct world *w = *state;
	struct cr_diags *diags = cr_diags_new();

	cr_policy_destroy(w->policy);
	w->policy = lua_policy(&files, NULL, diags);
	assert_non_null(w->policy);
	world_decide(w);
	assert_string_equal(w->d.notice, "5true0.5string2b4nil");
	cr_diags_destroy(diags);
}

static void a_script_changes_the_hash(void **state)
{
	struct lua_files one = {.script = "x = 1"}, two = {.script = "x = 2"};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *a = lua_policy(&one, NULL, diags), *b = lua_policy(&two, NULL, diags);

	(void)state;
	assert_string_not_equal(cr_policy_hash(a), cr_policy_hash(b));
	cr_policy_destroy(a);
	cr_policy_destroy(b);
	cr_diags_destroy(diags);
}

static void the_log_is_bounded_and_printable(void **state)
{
	struct world *w = *state;
	struct lua_log log = {.errors = 0};

	w->request.comm_profile = "moe";
	lua_world(w,
		  "function decide(job)\n"
		  "  for i = 1, 100 do commroute.log('%s\\n\\27', job.user) end end",
		  &log);
	assert_int_equal(log.lines, 0); /* the sample logs nothing */
	world_decide(w);
	assert_int_equal(log.lines, 10);
	assert_string_equal(log.last, "ada\\n\\x1b");
}

/* Is FIELD in MANUAL, in the section of CLASS? */
static bool manual_has(const char *manual, const char *class, const char *field)
{
	char title[60], quoted[60];
	const char *section, *end, *at;

	(void)snprintf(title, sizeof(title), "\n### %s", class);
	(void)snprintf(quoted, sizeof(quoted), "`%s`", field);
	section = strstr(manual, title);
	end = section ? strstr(section + 4, "\n#") : NULL;
	at = section ? strstr(section, quoted) : NULL;
	return at && end && at < end;
}

static void the_manual_has_every_field(void **state)
{
	static char manual[65536];
	FILE *file = fopen("docs/lua.md", "r");
	const char *class, *field;

	(void)state;
	assert_non_null(file);
	assert_true(fread(manual, 1, sizeof(manual) - 1, file) > 1000);
	(void)fclose(file);
	for (size_t which = 0; cr_lua_view_field(which, 0, &class); which++)
		for (size_t i = 0; (field = cr_lua_view_field(which, i, &class)) != NULL; i++)
			if (!manual_has(manual, class, field))
				fail_msg("docs/lua.md: no field '%s' under '%s'", field, class);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_manual_has_every_field),
		TEST(fields_show_the_job),
		TEST(no_limit_is_more_than_any),
		TEST(helpers_do_what_they_say),
		TEST(patterns_match_as_in_lua),
		TEST(classify_names_a_profile),
		TEST(classify_stays_within_the_rights),
		TEST(order_decides_the_partition),
		TEST(the_users_choice_outlasts_the_script),
		TEST(wishes_are_set),
		TEST(refusals_are_the_sites_own),
		TEST(closed_partitions_stay_closed),
		TEST(trust_opens_what_the_policy_closes),
		TEST(hooks_of_one_job_share_their_globals),
		TEST(an_update_shows_what_it_changes),
		TEST(nothing_is_kept_between_calls),
		TEST(failures_are_logged_and_trip_the_breaker),
		TEST(a_good_call_resets_the_breaker),
		TEST(failure_refuses_where_it_is_configured),
		TEST(a_list_of_qos_is_walked_to_its_bound),
		TEST(faults_are_found_at_load),
		TEST(what_only_the_sample_lacks_is_a_warning),
		TEST(data_is_a_read_only_table),
		TEST(a_script_changes_the_hash),
		TEST(the_log_is_bounded_and_printable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cli/lua_shim: what a job_submit.lua finds under the names that Slurm gives it. */
#include "unit.h"

#include "cli/lua_shim.h"
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <string.h>

static const struct cr_view plain = {.cluster = "here", .max_switch_wait = CR_UNSET};

/* The script TEXT on the job of LINE, as Slurm of VIEW has it.  Texts owned by ARENA. */
static struct cr_shim_outcome outcome_in(const struct cr_view *view, const char *text,
					 const char *line, struct cr_arena *arena)
{
	struct cr_shim_outcome outcome;
	struct cr_request request;
	struct cr_job_words words;
	struct cr_shim_asked asked = {.request = &request, .words = &words, .view = view};
	struct cr_error err;
	struct cr_shim *shim = cr_shim_new("s.lua", text, strlen(text), view, false, &err);

	cr_request_init(&request);
	if (!shim ||
	    cr_job_options_read_line(line, view->slurm_version, arena, &request, &words, &err) != 0)
		fail_msg("%s", err.text);
	cr_shim_submit(shim, &asked, arena, &outcome);
	cr_shim_destroy(shim);
	return outcome;
}

static struct cr_shim_outcome outcome_of(const char *text, const char *line, struct cr_arena *arena)
{
	return outcome_in(&plain, text, line, arena);
}

/* slurm_job_submit() with BODY on the job of LINE; what it told the user, owned by ARENA. */
static const char *told_by(const char *body, const char *line, struct cr_arena *arena)
{
	char text[900];
	struct cr_shim_outcome outcome;

	(void)snprintf(text, sizeof(text),
		       "function slurm_job_submit(job, parts, uid)\n%s\n"
		       "  return slurm.SUCCESS\nend\n"
		       "function slurm_job_modify() return slurm.SUCCESS end\n",
		       body);
	outcome = outcome_of(text, line, arena);
	if (outcome.failed)
		fail_msg("%s: %s", body, outcome.text);
	return outcome.text;
}

static void constants_are_slurms(void **state)
{
#define NAMED(constant)                                                                            \
	{                                                                                          \
		#constant, (double)(constant)                                                      \
	}
	static const struct {
		const char *name;
		double value;
	} constants[] = {
		NAMED(NO_VAL),
		NAMED(NO_VAL8),
		NAMED(NO_VAL16),
		NAMED(NO_VAL64),
		NAMED(INFINITE64),
		NAMED(MEM_PER_CPU),
		NAMED(NICE_OFFSET),
		NAMED(MAIL_JOB_TIME100),
		NAMED(JOB_SHARED_MCS),
		NAMED(GRES_ONE_TASK_PER_SHARING),
		NAMED(STEPMGR_ENABLED),
		NAMED(EINPROGRESS),
		NAMED(SLURM_PROTOCOL_VERSION_ERROR),
		NAMED(ESLURM_INVALID_GRES),
		NAMED(ESLURM_LICENSES_UNAVAILABLE),
		NAMED(ESLURM_QOS_PREEMPTION_LOOP),
		NAMED(INFINITE),
		NAMED(ALLOC_SID_ADMIN_HOLD),
		NAMED(ESLURM_ACCESS_DENIED),
		NAMED(ESLURM_INVALID_PARTITION_NAME),
		NAMED(ESLURM_INVALID_ACCOUNT),
		NAMED(ESLURM_INVALID_LICENSES),
		NAMED(ESLURM_INVALID_NODE_COUNT),
		NAMED(ESLURM_INVALID_TIME_LIMIT),
		NAMED(ESLURM_INVALID_QOS),
		NAMED(ESLURM_NOT_SUPPORTED),
		NAMED(ESLURM_DISABLED),
		NAMED(ESLURM_MISSING_TIME_LIMIT),
		NAMED(ESLURM_REQUESTED_PART_CONFIG_UNAVAILABLE),
		NAMED(ESLURM_JOB_MISSING_SIZE_SPECIFICATION),
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(constants); i++) {
		char body[200], value[40];

		(void)snprintf(body, sizeof(body), "slurm.log_user('%%.0f', slurm.%s)",
			       constants[i].name);
		(void)snprintf(value, sizeof(value), "%.0f", constants[i].value);
		assert_string_equal(told_by(body, "", &arena), value);
	}
	cr_arena_release(&arena);
}

/* What a job does not say is NO_VAL there, and "no limit" is INFINITE. */
static void a_job_says_unset_and_infinite_as_slurm_does(void **state)
{
	struct cr_arena arena;
	const char *body = "slurm.log_user('%s %s %s', job.time_limit == slurm.NO_VAL, "
			   "job.time_limit == slurm.INFINITE, job.cpus_per_task == slurm.NO_VAL16)";

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	assert_string_equal(told_by(body, "", &arena), "true false true");
	assert_string_equal(told_by(body, "-t UNLIMITED -c 4", &arena), "false true false");
	cr_arena_release(&arena);
}

/* Each line is an expression, and what it gives as text. */
static void scripts_have_what_slurms_lua_has(void **state)
{
	static const struct {
		const char *says, *told;
	} table[] = {
		{"select('#', unpack({1, 2, 3}))", "3"},
		{"table.getn({1, 2})", "2"},
		{"table.maxn({[7] = true})", "7"},
		{"table.foreachi({4, 5}, function(i, v) return v end)", "4"},
		{"loadstring('return 1 + 1')()", "2"},
		{"type(select(2, loadstring('(')))", "string"},
		{"load('return slurm.SUCCESS')()", "0"},
		{"math.pow(2, 3) == 8 and math.mod(7, 4)", "3"},
		{"string.gfind('a-b', '%a')()", "a"},
		{"string.format('%d', 2.5) .. string.format('%d', -2.5)", "2-2"},
		{"rawset({}, 'a', 1).a", "1"},
		{"type(os.time()) .. type(os.date('%H'))", "numberstring"},
		{"_G.slurm == slurm", "true"},
		{"math.nothing", "nil"},
		{"nothing_at_all", "nil"},
		{"slurm.ESLURM_NOTHING", "nil"},
		{"slurm.time_str2mins('1-12:30:00')", "2190"},
		{"slurm.time_str2mins('UNLIMITED') .. slurm.time_str2mins('x')", "-1-2"},
		{"slurm.CLUSTER_NAME", "here"},
		{"slurm.log_info('%d of %s', 3, 'x')", "nil"},
		{"pcall(slurm.log_info, 'no %s', nil)", "false"},
		{"_G.unknown == nil and string.split == nil", "true"},
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char body[300];

		(void)snprintf(body, sizeof(body), "slurm.user_msg(tostring((%s)))", table[i].says);
		assert_string_equal(told_by(body, "", &arena), table[i].told);
	}
	assert_string_equal(told_by("function string:split(n) return self:sub(n) end\n"
				    "slurm.log_user(('abc'):split(2)) slurm.log_user('and on')",
				    "", &arena),
			    "bc\nand on");
	cr_arena_release(&arena);
}

static void the_first_line_may_be_for_a_shell(void **state)
{
	static const char text[] = "#!/usr/bin/lua\n"
				   "function slurm_job_submit() return oops.x end\n"
				   "return slurm.SUCCESS\n";
	struct cr_arena arena;
	struct cr_shim_outcome outcome;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	outcome = outcome_of(text, "", &arena);
	assert_true(outcome.failed);
	assert_non_null(strstr(outcome.text, "s.lua:2:"));
	outcome = outcome_of("# a note\nfunction slurm_job_submit() return 0 end", "", &arena);
	assert_false(outcome.failed || outcome.refused);
	cr_arena_release(&arena);
}

/* As Slurm's plugin takes what slurm_job_submit() returns. */
static void what_is_no_number_is_no_refusal(void **state)
{
	static const struct {
		const char *returns;
		bool refused;
	} table[] = {
		{"", false},      {"nil", false},          {"true", false},
		{"{}", false},    {"'no'", false},         {"slurm.SUCCESS", false},
		{"'0'", false},   {"0.5", false},          {"slurm.ERROR", true},
		{"'2009'", true}, {"slurm.FAILURE", true}, {"slurm.ESLURM_INVALID_QOS", true},
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char text[200];

		(void)snprintf(text, sizeof(text), "function slurm_job_submit() return %s end",
			       table[i].returns);
		if (outcome_of(text, "", &arena).refused != table[i].refused)
			fail_msg("%s", table[i].returns);
	}
	cr_arena_release(&arena);
}

/* What it reads and nobody here knows is nil, and said. */
static void what_is_not_known_is_said(void **state)
{
	static const struct {
		const char *body, *unknown;
	} table[] = {
		{"local x = os.getenv('HOME')", "slurmctld's variable HOME"},
		{"local f = io.open('/etc/motd') f = io.open('/etc/motd')", "the file '/etc/motd'"},
		{"os.execute('true') io.popen('id')", "what 'true' prints, what 'id' prints"},
		{"for id, job in pairs(slurm.jobs) do end", "slurm.jobs"},
		{"local r = slurm.reservations.maint", "slurm.reservations"},
		{"slurm.get_qos_priority('normal')", "slurm.get_qos_priority"},
		{"pcall(require, 'posix')", "the module 'posix'"},
		{"local d = job.work_dir", "job_desc.work_dir"},
		{"local d = job.environment.HOME", "job_desc.environment.HOME"},
		{"local d = job.std_out or job.begin_time or job.environment", NULL},
		{"local n = job.name", NULL},
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char text[300];
		struct cr_shim_outcome outcome;

		(void)snprintf(text, sizeof(text), "function slurm_job_submit(job) %s end",
			       table[i].body);
		outcome = outcome_of(text, "", &arena);
		assert_false(outcome.failed);
		if (table[i].unknown)
			assert_string_equal(outcome.unknown, table[i].unknown);
		else
			assert_null(outcome.unknown);
	}
	/* While it is loaded, too. */
	assert_string_equal(
		outcome_of("home = os.getenv('HOME')\nfunction slurm_job_submit() end", "", &arena)
			.unknown,
		"slurmctld's variable HOME");
	cr_arena_release(&arena);
}

/* Fields that a line fills, each as an expression of the script's; more on the cluster. */
static void a_line_is_a_job_as_slurm_has_it(void **state)
{
	static const struct {
		const char *line, *says, *told;
	} table[] = {
		{"--mem=4G", "job.min_mem_per_node", "4096"},
		{"--mem=4G", "job.min_mem_per_cpu", "nil"},
		{"--mem-per-cpu=3", "job.min_mem_per_cpu", "3"},
		{"--mem-per-cpu=3", "job.pn_min_memory == slurm.MEM_PER_CPU", "true"},
		{"", "job.pn_min_memory == slurm.NO_VAL64", "true"},
		{"--comment=hi", "job.comment", "hi"},
		{"-L a:2,b", "job.licenses", "a:2,b"},
		{"-d singleton", "job.dependency", "singleton"},
		{"--segment=4", "job.segment_size", "4"},
		{"--switches=2@1:00:00", "job.req_switch .. '@' .. job.wait4switch", "2@3600"},
		{"--gres=gpu:2,shard:1", "job.tres_per_node", "gres/gpu:2,gres/shard:1"},
		{"--gpus-per-node=4 --gres=x", "job.gres", "gres/gpu:4,gres/x"},
		{"--gres=x --gres=none", "job.gres", "nil"},
		{"-G a:1,b:2", "job.tres_per_job", "gres/gpu:a:1,gres/gpu:b:2"},
		{"-n 2 -c 3 --gpus-per-task=1", "job.tres_per_task .. job.tres_bind",
		 "cpu=3,gres/gpu=1gres/gpu:per_task:1"},
		{"-N 2 --ntasks-per-node=4 -c 3", "job.num_tasks .. ' ' .. job.min_cpus", "8 24"},
		{"-n 5 --ntasks-per-node=2", "job.min_nodes", "3"},
		{"-G 8 --gpus-per-node=4", "job.min_nodes .. job.max_nodes", "22"},
		{"-w n3,n1", "job.req_nodes .. job.min_nodes", "n[1,3]2"},
		{"--nice", "job.nice - slurm.NICE_OFFSET", "100"},
		{"-H", "job.priority", "0"},
		{"--exclusive=user", "job.shared == slurm.JOB_SHARED_USER", "true"},
		{"--mail-type=END,FAIL", "job.mail_type", "6"},
		{"-p a", "job.bitflags", "436207616"},
		{"-D /w -o x --wrap y", "job.work_dir .. ' ' .. job.std_out", "/w /w/x"},
		{"--wrap y", "job.name .. #job.script", "wrap57"},
		{"srun -n 2 hostname -f", "job.name .. job.argc .. job.argv[1]", "hostname2-f"},
		{"salloc", "job.name .. tostring(job.script)", "interactivenil"},
		{"srun true", "job.environment.HOME", "nil"},
		{"--comm-profile=moe", "job.spank_job_env[0]",
		 "_SLURM_SPANK_OPTION_commroute_comm_profile=moe"},
		{"", "job.no_such_field", "nil"},
		{"", "next(job)", "nil"},
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char body[300];

		(void)snprintf(body, sizeof(body), "slurm.user_msg(tostring((%s)))", table[i].says);
		if (strcmp(told_by(body, table[i].line, &arena), table[i].told) != 0)
			fail_msg("%s: %s: %s", table[i].line, table[i].says,
				 told_by(body, table[i].line, &arena));
	}
	cr_arena_release(&arena);
}

/* What a script assigns, and what it then reads. */
static void what_a_script_assigns_is_taken_as_slurm_takes_it(void **state)
{
	static const struct {
		const char *sets, *reads, *told;
	} table[] = {
		{"job.partition = 'x'", "job.partition", "x"},
		{"job.partition = ''", "job.partition", "nil"},
		{"job.comment = 7", "job.comment", "7"},
		{"job.gres = 'gpu:2,x'", "job.tres_per_node", "gres/gpu:2,gres/x"},
		{"job.min_mem_per_cpu = 5", "tostring(job.min_mem_per_node) .. job.min_mem_per_cpu",
		 "nil5"},
		{"job.time_limit = '90'", "job.time_limit", "90"},
		{"job.shared = 65537", "job.oversubscribe", "1"},
		{"job.time_limit = -1", "job.time_limit == slurm.INFINITE", "true"},
		{"job.min_nodes = 2.9", "job.min_nodes", "2"},
		{"job.user_id = 0", "job.user_id", "nil"},
		{"job.nonsense = 1", "job.nonsense", "nil"},
		{"job.environment.X = 'y'", "job.environment.X", "y"},
		{"local ok = pcall(function() job.qos = nil end) job.comment = tostring(ok)",
		 "job.comment", "false"},
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char body[300];

		(void)snprintf(body, sizeof(body), "%s slurm.user_msg(tostring((%s)))",
			       table[i].sets, table[i].reads);
		if (strcmp(told_by(body, "", &arena), table[i].told) != 0)
			fail_msg("%s: %s", table[i].sets, told_by(body, "", &arena));
	}
	cr_arena_release(&arena);
}

/* Fields that came later are nothing to an older Slurm. */
static void fields_are_those_of_the_clusters_slurm(void **state)
{
	static const char text[] =
		"function slurm_job_submit(job)\n"
		"  slurm.log_user('%s %s', tostring(job.segment_size), tostring(job.core_spec))\n"
		"  job.segment_size = 2\n"
		"end\n";
	static const struct {
		uint32_t version;
		const char *told, *vain;
		uint32_t segment;
	} table[] = {
		{CR_SLURM_VERSION(24, 11, 5), "nil nil", "segment_size", 4},
		{CR_SLURM_VERSION(25, 5, 8), "nil nil", "segment_size", 4},
		{CR_SLURM_VERSION(25, 11, 7), "4 nil", NULL, 2},
		{CR_SLURM_VERSION(26, 5, 5), "4 3", NULL, 2},
		{0, "4 3", NULL, 2},
	};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		const struct cr_view view = {.slurm_version = table[i].version};
		struct cr_shim_outcome o = outcome_in(&view, text, "--segment=4 --core-spec=3",
						      &arena);

		assert_string_equal(o.text, table[i].told);
		assert_int_equal(o.segment, table[i].segment);
		assert_int_equal(o.vain != NULL, table[i].vain != NULL);
	}
	cr_arena_release(&arena);
}

/* Of a snapshot's partitions part is known; what is closed to the user is not there. */
static void partitions_are_as_far_as_they_are_known(void **state)
{
	static const char *const accounts[] = {"a", "b"};
	static const struct cr_partition partitions[] = {
		{.name = "open",
		 .is_default = true,
		 .up = true,
		 .max_nodes = CR_INFINITE,
		 .max_time = 60,
		 .default_time = CR_UNSET,
		 .priority_tier = 3,
		 .allow_accounts = {accounts, 2},
		 .max_cpus_per_node = CR_UNSET},
		{.name = "closed", .root_only = true},
	};
	static const struct cr_view view = {.partitions = partitions, .partition_count = 2};
	static const char text[] =
		"function slurm_job_submit(job, parts)\n"
		"  local p = parts.open\n"
		"  slurm.log_user('%s %s %s %s %s', p.allow_accounts, p.flag_default, p.max_time,\n"
		"    p.priority_tier, p.state_up)\n"
		"  slurm.log_user('%s %s', tostring(parts.closed), tostring(p.deny_qos))\n"
		"  slurm.log_user('%s', tostring(p.max_nodes == slurm.INFINITE))\n"
		"  slurm.log_user('%s %s', tostring(p.nodes), tostring(p.nonsense))\n"
		"end\n";
	struct cr_shim_outcome o;
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	o = outcome_in(&view, text, "", &arena);
	assert_string_equal(o.text, "a,b 1 60 3 3\nnil nil\ntrue\nnil nil");
	assert_string_equal(o.unknown, "part_list.open.nodes");
	cr_arena_release(&arena);
}

static void a_script_that_slurm_does_not_load(void **state)
{
	struct cr_error err;
	const char *text = "function slurm_job_submit() end return slurm.ERROR";

	(void)state;
	assert_null(cr_shim_new("s.lua", text, strlen(text), &plain, false, &err));
	assert_non_null(strstr(err.text, "returns -1.0 when it is loaded"));
}

/* The names are Slurm's own, so that what one room writes the other can read. */
static void sentinels_are_slurms(void **state)
{
	(void)state;
	assert_true(CR_UNSET == NO_VAL && CR_INFINITE == INFINITE && CR_UNSET64 == NO_VAL64);
	assert_true(cr_is_number(CR_NUMBER_MAX) && !cr_is_number(NO_VAL) &&
		    !cr_is_number(INFINITE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constants_are_slurms),
		cmocka_unit_test(a_job_says_unset_and_infinite_as_slurm_does),
		cmocka_unit_test(scripts_have_what_slurms_lua_has),
		cmocka_unit_test(the_first_line_may_be_for_a_shell),
		cmocka_unit_test(what_is_no_number_is_no_refusal),
		cmocka_unit_test(what_is_not_known_is_said),
		cmocka_unit_test(a_line_is_a_job_as_slurm_has_it),
		cmocka_unit_test(what_a_script_assigns_is_taken_as_slurm_takes_it),
		cmocka_unit_test(fields_are_those_of_the_clusters_slurm),
		cmocka_unit_test(partitions_are_as_far_as_they_are_known),
		cmocka_unit_test(a_script_that_slurm_does_not_load),
		cmocka_unit_test(sentinels_are_slurms),
	};

	return cmocka_run_group_tests_name("lua_shim", tests, NULL, NULL);
}

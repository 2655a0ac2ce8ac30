/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute lua check and lua import: scripts, tables of jobs, and where the two differ. */
#include "tests/unit/cli_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void scripts_that_are_checked(void **state)
{
	static const struct {
		const char *script;
		struct cli_case c;
	} scripts[] = {
		{"function classify(job) end\n", {"lua check s.lua", 0, "s.lua: is good\n", ""}},
		{"-- nothing\n", {"lua check s.lua", 0, "s.lua: is good\n", ""}},
		{"function classify(job) x = 1 end\n",
		 {"lua check s.lua", 0, "s.lua: would be loaded, with warnings\n",
		  "s.lua: warning: classify sets the global 'x', which is gone after the call: use "
		  "local\n"}},
		{"function classify(job)\n  if job.nodez then end\nend\n",
		 {"lua check s.lua", 1, "",
		  "s.lua:2: error: job has no field 'nodez': did you mean 'nodes'? < s.lua:2 in ?\n"}},
		{"function decide(job)\n  if then\nend\n",
		 {"lua check s.lua", 1, "", "s.lua:2: error: unexpected symbol near 'then'\n"}},
		{"function decide(job, decision)\n  while true do end\nend\n",
		 {"lua check s.lua", 1, "",
		  "s.lua: error: the budget of 200000 instructions is spent < s.lua:2 in ?\n"}},
		{"function decide() return data.x.y end\n",
		 {"lua check --data d.yaml s.lua", 0, "s.lua: would be loaded, with warnings\n",
		  "s.lua: warning: decide must return a table or nothing, not string\n"}},
		{"function classify() return data.x.y end\n",
		 {"lua check --data d.yaml s.lua", 0, "s.lua: is good\n", ""}},
		{"function decide() end\n",
		 {"lua check --data none.yaml s.lua", 3, "",
		  "commroute: none.yaml: No such file or directory\n"}},
		{"function decide() end\n",
		 {"lua check -d baddata.yaml s.lua", 1, "",
		  "baddata.yaml:2:1: error: not valid YAML: did not find expected node content while "
		  "parsing a flow node\n"}},
	};
	size_t bad = 0;

	(void)state;
	cli_write("d.yaml", "x: {y: none}\n");
	cli_write("baddata.yaml", "x: [\n");
	for (size_t i = 0; i < COUNT(scripts); i++) {
		cli_write("s.lua", scripts[i].script);
		bad += cli_differs(&scripts[i].c);
	}
	assert_int_equal(bad, 0);
}

static void what_is_wrong_usage(void **state)
{
	static const struct cli_case table[] = {
		{"lua check", 2, "", "commroute lua check: which script?\n" CLI_TRY("lua check")},
		{"lua check a b", 2, "",
		 "commroute lua check: one script at a time\n" CLI_TRY("lua check")},
		{"lua check none.lua", 3, "", "commroute: none.lua: No such file or directory\n"},
		{"lua import", 2, "",
		 "commroute lua import: which script, and which --jobs?\n" CLI_TRY("lua import")},
		{"lua import x.lua", 2, "",
		 "commroute lua import: which script, and which --jobs?\n" CLI_TRY("lua import")},
		{"lua import --jobs jobs.yaml", 2, "",
		 "commroute lua import: which script, and which --jobs?\n" CLI_TRY("lua import")},
		{"lua import --jobs jobs.yaml a b", 2, "",
		 "commroute lua import: one script at a time\n" CLI_TRY("lua import")},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

#define FILES "--snapshot cluster.json --policy policy.yaml --jobs jobs.yaml "

static const char jobs_yaml[] =
	"cases:\n"
	"- {name: experts, user: ada, job: --comm-profile=moe -N 18 --gpus-per-node=4, expect: {code: "
	"none}}\n"
	"- {name: refused, user: vic, job: --comm-profile=moe -N 2 -t 30, expect: {code: none}}\n"
	"- {name: left, user: root, job: -N 2 -p dev -q normal, expect: {code: none}}\n";

static void scripts_that_are_compared(void **state)
{
	static const struct {
		const char *script;
		struct cli_case c;
	} scripts[] = {
		/* as the policy does */
		{"function slurm_job_submit(job, parts, uid)\n"
		 "  if job.user_name == 'vic' then return slurm.ERROR end\n"
		 "  if job.user_name == 'ada' then job.partition = 'ultra' job.qos = 'nlp' job.segment_size = 18 end\n"
		 "  return slurm.SUCCESS\n"
		 "end\n",
		 {"lua import " FILES "old.lua", 0,
		  "3 jobs: 3 the same, 0 differ, in 0 the script fails\n", ""}},
		/* in every way otherwise */
		{"function slurm_job_submit(job, parts, uid)\n"
		 "  slurm.log_user('hello %s', job.user_name)\n"
		 "  job.partition = 'dev' job.qos = '' job.features = 'fast' job.reservation = 'r'\n"
		 "  job.account = 'other' job.time_limit = 5 job.nice = 3\n"
		 "  return slurm.SUCCESS\n"
		 "end\n",
		 {"lua import --all " FILES "old.lua", 1,
		  "experts\n"
		  "    job        --comm-profile=moe -N 18 --gpus-per-node=4\n"
		  "    partition  script: dev; policy: ultra\n"
		  "    segment    script: (unset); policy: 18\n"
		  "    qos        script: (unset); policy: nlp\n"
		  "    features   script: fast; policy: (unset)\n"
		  "    reservation script: r; policy: (unset)\n"
		  "    account    script: other; policy: nlp\n"
		  "    time_limit the script sets it; a policy never does\n"
		  "    others     the script sets nice; a policy never does\n"
		  "    script says: hello ada\n"
		  "refused\n"
		  "    job        --comm-profile=moe -N 2 -t 30\n"
		  "    verdict    script: taken; policy: refused\n"
		  "    script says: hello vic\n"
		  "    policy says: CR-203: profile 'moe' is not open to tenant 'vision', which may "
		  "use: allreduce, independent\n"
		  "left\n"
		  "    job        -N 2 -p dev -q normal\n"
		  "    qos        script: (unset); policy: normal\n"
		  "    features   script: fast; policy: (unset)\n"
		  "    reservation script: r; policy: (unset)\n"
		  "    account    script: other; policy: (unset)\n"
		  "    time_limit the script sets it; a policy never does\n"
		  "    others     the script sets nice; a policy never does\n"
		  "    script says: hello root\n"
		  "3 jobs: 0 the same, 3 differ, in 0 the script fails\n",
		  ""}},
		{"function slurm_job_submit(job, parts, uid) return nothing.x end\n",
		 {"lua import " FILES "old.lua", 1,
		  "experts\n"
		  "    job        --comm-profile=moe -N 18 --gpus-per-node=4\n"
		  "    the script fails: old.lua:1: attempt to index a nil value (global 'nothing') < "
		  "old.lua:1 in ?\n"
		  "    then Slurm 26.05 refuses the job\n"
		  "refused\n"
		  "    job        --comm-profile=moe -N 2 -t 30\n"
		  "    the script fails: old.lua:1: attempt to index a nil value (global 'nothing') < "
		  "old.lua:1 in ?\n"
		  "    then Slurm 26.05 refuses the job\n"
		  "left\n"
		  "    job        -N 2 -p dev -q normal\n"
		  "    the script fails: old.lua:1: attempt to index a nil value (global 'nothing') < "
		  "old.lua:1 in ?\n"
		  "    then Slurm 26.05 refuses the job\n"
		  "3 jobs: 0 the same, 0 differ, in 3 the script fails\n",
		  ""}},
		{"function slurm_job_submit(job, parts, uid) return slurm.ERROR end\n",
		 {"lua import --all " FILES "old.lua", 1,
		  "experts\n"
		  "    job        --comm-profile=moe -N 18 --gpus-per-node=4\n"
		  "    verdict    script: refused; policy: taken\n"
		  "refused\n"
		  "    job        --comm-profile=moe -N 2 -t 30\n"
		  "    policy says: CR-203: profile 'moe' is not open to tenant 'vision', which may "
		  "use: allreduce, independent\n"
		  "left\n"
		  "    job        -N 2 -p dev -q normal\n"
		  "    verdict    script: refused; policy: taken\n"
		  "3 jobs: 1 the same, 2 differ, in 0 the script fails\n",
		  ""}},
		{"x = 1\n",
		 {"lua import " FILES "old.lua", 1, "",
		  "commroute: the script has no function slurm_job_submit\n"}},
		{"function (\n",
		 {"lua import " FILES "old.lua", 1, "",
		  "commroute: old.lua:1: <name> expected near '('\n"}},
		{"function slurm_job_submit() end\n",
		 {"lua import --snapshot none.json --policy policy.yaml --jobs jobs.yaml old.lua",
		  3, "", "commroute: none.json: No such file or directory\n"}},
		{"function slurm_job_submit() end\n",
		 {"lua import --snapshot cluster.json --policy bad.yaml --jobs jobs.yaml old.lua",
		  1, "",
		  "bad.yaml:1:1: error: a policy needs a mapping (key: value), not a list\n"}},
		{"function slurm_job_submit() end\n",
		 {"lua import --snapshot cluster.json --policy policy.yaml --jobs none.yaml old.lua",
		  3, "", "commroute: none.yaml: No such file or directory\n"}},
		{"function slurm_job_submit() end\n",
		 {"lua import --snapshot cluster.json --policy policy.yaml --jobs bad.yaml old.lua",
		  1, "",
		  "bad.yaml:1:1: error: a table of cases needs a mapping (key: value), not a list\n"}},
		{"function slurm_job_submit() end\n",
		 {"lua import --snapshot cluster.json --policy policy.yaml --jobs badjob.yaml old.lua",
		  1, "", "commroute: line 2: --nodes: 'x' is not a number\n"}},
		{"",
		 {"lua import " FILES "none.lua", 3, "",
		  "commroute: none.lua: No such file or directory\n"}},
	};
	size_t bad = 0;

	(void)state;
	cli_write("jobs.yaml", jobs_yaml);
	cli_write("badjob.yaml", "cases:\n- {job: -N x, expect: {code: none}}\n");
	for (size_t i = 0; i < COUNT(scripts); i++) {
		cli_write("old.lua", scripts[i].script);
		bad += cli_differs(&scripts[i].c);
	}
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scripts_that_are_checked),
		cmocka_unit_test(what_is_wrong_usage),
		cmocka_unit_test(scripts_that_are_compared),
	};

	return cmocka_run_group_tests_name("commroute lua", tests, cli_enter_world, cli_leave);
}

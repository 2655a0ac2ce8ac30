/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute explain on a snapshot: the story in text and JSON, its options, and what is faulty. */
#include "tests/unit/cli_world.h"

#include "topology/slurm_versions.h"

#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ON "--snapshot cluster.json --policy policy.yaml "

static void the_story(void **state)
{
	static const struct cli_case table[] = {
		/* routed */
		{"explain " ON "--user ada -- --comm-profile=moe -N 18 --gpus-per-node=4 -t 1-12",
		 0,
		 "Understood\n"
		 "  job         batch, 18 nodes, 4 GPUs per node, time limit 1-12:00:00\n"
		 "  user        ada of account nlp\n"
		 "\n"
		 "Profile and tenant\n"
		 "  nlp         tenant of account 'nlp'\n"
		 "  moe         declared: pattern alltoall, intensity extreme\n"
		 "\n"
		 "Partitions\n"
		 "  ultra       chosen: block topology 'ultra', GPU gb200\n"
		 "\n"
		 "Quota\n"
		 "  nlp         own share\n"
		 "\n"
		 "Placement\n"
		 "  ultra       1 segments of 18 nodes, each within one block: the largest that fit\n"
		 "\n"
		 "Decision\n"
		 "  verdict     route the job\n"
		 "  set         partition ultra, QOS nlp, segment 18, GPU type gb200\n",
		 ""},
		/* left alone */
		{"explain " ON "--user root -- -N 2", 0,
		 "Understood\n"
		 "  job         batch, 2 nodes\n"
		 "  user        root of account (none)\n"
		 "\n"
		 "Profile and tenant\n"
		 "  root        user is exempt: the job is left alone\n"
		 "\n"
		 "Decision\n"
		 "  verdict     leave the job as it is\n",
		 ""},
		/* refused, with options of every kind that the job chose itself */
		{"explain " ON "--user vic -- sbatch -p ultra -q vision --reservation blocks "
		 "--segment=4 --switches=2 -C fast -w u[01-02] -m arbitrary --comm-profile=moe -N 2-4 -n 8 "
		 "--ntasks-per-node=4 -G 16 --gpus-per-task=1 --gpus-per-socket=2 -t 90 -a 0-3",
		 1,
		 "Understood\n"
		 "  job         batch, 2 to 4 nodes, 8 tasks, 4 tasks per node, 16 GPUs, 1 GPU per "
		 "task, 2 GPUs per\n"
		 "              socket, time limit 1:30:00, array of 4\n"
		 "  user        vic of account vision\n"
		 "  you chose   partition ultra, QOS vision, reservation blocks, segment 4, switches "
		 "2, features fast,\n"
		 "              nodes u[01-02], -m arbitrary\n"
		 "\n"
		 "Profile and tenant\n"
		 "  vision      tenant of account 'vision'\n"
		 "              no: CR-203 profile 'moe' is not open to tenant 'vision', which may "
		 "use: allreduce,\n"
		 "              independent\n"
		 "\n"
		 "Decision\n"
		 "  verdict     refuse the job\n"
		 "  message     CR-203: profile 'moe' is not open to tenant 'vision', which may use: "
		 "allreduce,\n"
		 "              independent\n",
		 ""},
		/* nobody known */
		{"explain " ON "--user eve -- --comm-profile=ddp -n 1 -t UNLIMITED", 0,
		 "Understood\n"
		 "  job         batch, 1 tasks, no time limit\n"
		 "  user        eve of account (none)\n"
		 "\n"
		 "Profile and tenant\n"
		 "              Slurm has no association of this user with this account\n"
		 "  (none)      account belongs to no tenant: the job is left alone\n"
		 "\n"
		 "Decision\n"
		 "  verdict     leave the job as it is\n",
		 ""},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void the_story_as_json(void **state)
{
	static const struct cli_case table[] = {
		{"explain " ON "--json --user ada -- --comm-profile=moe -N 18 --gpus-per-node=4", 0,
		 "{\"verdict\":\"route\",\"mode\":\"enforce\",\"act\":true,"
		 "\"profile\":\"moe\",\"pattern\":\"alltoall\",\"intensity\":\"extreme\","
		 "\"tenant\":\"nlp\",\"topology\":\"ultra\",\"topology_type\":\"block\","
		 "\"arch\":\"aarch64\",\"gpu\":\"gb200\",\"nodes\":18,\"gpus\":72,"
		 "\"preemptible\":false,\"portable\":false,"
		 "\"set\":{\"partition\":\"ultra\",\"qos\":\"nlp\",\"segment\":18,"
		 "\"gpu_type\":\"gb200\"},\"reasons\":[{\"step\":\"tenant\","
		 "\"subject\":\"nlp\",\"text\":\"tenant of account 'nlp'\"},"
		 "{\"step\":\"profile\",\"subject\":\"moe\","
		 "\"text\":\"declared: pattern alltoall, intensity extreme\"},"
		 "{\"step\":\"placement\",\"subject\":\"ultra\","
		 "\"text\":\"1 segments of 18 nodes,"
		 " each within one block: the largest that fit\"},{\"step\":\"candidate\","
		 "\"subject\":\"ultra\",\"text\":\"chosen: block topology 'ultra',"
		 " GPU gb200\"},{\"step\":\"qos\",\"subject\":\"nlp\","
		 "\"text\":\"own share\"}]}",
		 ""},
		{"explain " ON "--json --user root -- -N 2", 0,
		 "{\"verdict\":\"leave\",\"mode\":\"enforce\",\"act\":false,\"nodes\":2,"
		 "\"preemptible\":false,\"portable\":false,\"set\":{},"
		 "\"reasons\":[{\"step\":\"tenant\",\"subject\":\"root\","
		 "\"text\":\"user is exempt: the job is left alone\"}]}",
		 ""},
		{"explain " ON "--json --user vic -- --comm-profile=moe -N 2", 1,
		 "{\"verdict\":\"refuse\",\"mode\":\"enforce\",\"act\":true,"
		 "\"code\":\"CR-203\","
		 "\"message\":\"CR-203: profile 'moe' is not open to tenant 'vision',"
		 " which may use: allreduce, independent\",\"profile\":\"moe\","
		 "\"pattern\":\"alltoall\",\"intensity\":\"extreme\","
		 "\"tenant\":\"vision\",\"nodes\":2,\"preemptible\":false,"
		 "\"portable\":false,\"set\":{},\"reasons\":[{\"step\":\"tenant\","
		 "\"subject\":\"vision\",\"text\":\"tenant of account 'vision'\"},"
		 "{\"step\":\"profile\",\"code\":\"CR-203\",\"against\":true,"
		 "\"text\":\"profile 'moe' is not open to tenant 'vision',"
		 " which may use: allreduce, independent\"}]}",
		 ""},
		{"explain " ON "--json --eta --user root -- -N 2", 0,
		 "{\"verdict\":\"leave\",\"mode\":\"enforce\",\"act\":false,\"nodes\":2,"
		 "\"preemptible\":false,\"portable\":false,\"set\":{},"
		 "\"reasons\":[{\"step\":\"tenant\",\"subject\":\"root\","
		 "\"text\":\"user is exempt: the job is left alone\"}]}",
		 ""},
	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

#define POLICY                                                                                     \
	"version: 1\n"                                                                             \
	"mode: enforce\n"                                                                          \
	"profiles:\n"                                                                              \
	"  a:\n"                                                                                   \
	"    pattern: alltoall\n"                                                                  \
	"    intensity: high\n"                                                                    \
	"    routes:\n"

/* Each line that a decision can put into the outcome. */
static void what_would_be_set(void **state)
{
	static const struct {
		const char *policy, *job, *told;
	} cases[] = {
		{POLICY "    - {topology_type: tree, switches: 2}\n", "-N 10", ", switches 2\n"},
		{POLICY "    - {topology_type: block, segment: 2, exclusive_topology: true}\n",
		 "-N 4", ", segment 2, exclusive blocks"},
		{POLICY "    - {topology_type: block, segment: 2, spacing: spread}\n", "-N 4",
		 ", segments spread"},
		{POLICY "    - {topology_type: block, segment: 2, spacing: consolidate}\n", "-N 4",
		 ", segments consolidated"},
		{POLICY "    - {topology_type: block}\n", "-N 2 -p p5en",
		 "\n  otherwise   ultra\n"},
		{"version: 1\nmode: disabled\n"
		 "profiles:\n  a: {pattern: alltoall, intensity: high, routes: "
		 "[{topology_type: block}]}\n",
		 "-N 2", "\n  verdict     nothing: the policy is disabled\n"},
		{"version: 1\nmode: observe\n"
		 "profiles:\n  a: {pattern: alltoall, intensity: high, routes: "
		 "[{topology_type: block}]}\n",
		 "-N 2", "\n  verdict     would route the job (mode observe: nothing is set)\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char line[200];

		cli_write("a.yaml", cases[i].policy);
		(void)snprintf(line, sizeof(line),
			       "explain --snapshot cluster.json --policy a.yaml --user ada -- "
			       "--comm-profile=a %s",
			       cases[i].job);
		cli_check_words(line, 0, cases[i].told, "");
	}
}

/* A job that borrows may be requeued, which its user is told. */
static void what_is_borrowed(void **state)
{
	(void)state;
	cli_check_words(
		"explain " ON "--user ada -- --comm-profile=ddp,borrow -N 2 --gpus-per-node=8", 0,
		"\n  preemptible yes: it can be requeued when the lender needs its nodes\n", "");
}

static void when_on_a_snapshot(void **state)
{
	(void)state;
	cli_check_words("explain " ON "--eta --user root -- -N 2", 0,
			"\n\nWhen (Slurm's own estimate)\n  not known from a snapshot\n", "");
}

/* A name that is wider than its column has a line of its own. */
static void names_that_are_long(void **state)
{
	struct cli_result r;
	const char *long_name;

	(void)state;
	cli_write("long.yaml", "version: 1\nmode: enforce\nprofiles:\n  a-rather-long-name:\n"
			       "    pattern: alltoall\n    intensity: high\n"
			       "    routes: [{topology_type: block}]\n");
	r = cli_run("explain --snapshot cluster.json --policy long.yaml --user ada -- "
		    "--comm-profile=a-rather-long-name -N 2");
	long_name = strstr(r.out,
			   "\n  a-rather-long-name\n              declared: pattern alltoall");
	if (!long_name)
		fail_msg("%s", r.out);
}

/* In mode observe a refusal goes through: the answer is not "no". */
static void in_mode_observe(void **state)
{
	(void)state;
	cli_write("observe.yaml",
		  "version: 1\n"
		  "mode: observe\n"
		  "profiles:\n"
		  "  moe: {pattern: alltoall, intensity: high, routes: [{topology_type: "
		  "ring}]}\n");
	cli_check_words("explain --snapshot cluster.json --policy observe.yaml --user ada -- "
			"--comm-profile=moe -N 2",
			0, "would refuse the job (mode observe: it goes through)", "");
}

#define HET                                                                                        \
	"a heterogeneous job: each of its components is decided by itself, so ask about one at a " \
	"time"

static void a_script_of_the_jobs(void **state)
{
	static const struct cli_case table[] = {
		{"explain " ON "--user ada -- bad.sh", 2, "",
		 "commroute: line 2 of the script: --nodes: 'many' is not a number\n"},
		{"explain " ON "--user ada -- none.sh", 2, "",
		 "commroute: no batch script: none.sh: No such file or directory\n"},
		{"explain " ON "--user ada -- -N 1 : -N 2 job.sh", 2, "", "commroute: " HET "\n"},
		{"explain " ON "--user ada -- srun -N 1 a.out x : -N 2 b.out", 2, "",
		 "commroute: " HET "\n"},
		{"explain " ON "--user ada -- het.sh", 2, "",
		 "commroute: line 3 of the script: " HET "\n"},
	};

	(void)state;
	cli_write("job.sh", "#!/bin/bash\n#SBATCH --comm-profile=ddp -N 2\n#SBATCH -t 30\nsrun x\n"
			    "#SBATCH -N 9\n");
	cli_write("bad.sh", "#!/bin/bash\n#SBATCH -N many\n");
	cli_write("het.sh", "#!/bin/bash\n#SBATCH -N 1\n#SBATCH hetjob\n#SBATCH -N 2\n");
	cli_check_words("explain " ON "--user ada -- job.sh", 0,
			"batch, 2 nodes, time limit 0:30:00\n", "");
	cli_check_words("explain " ON "--user ada -- -N 3 job.sh -N 4", 0,
			"batch, 3 nodes, time limit 0:30:00\n", "");
	cli_check_words("explain " ON "--user ada -- salloc job.sh", 0, "interactive\n", "");
	cli_check_words("explain " ON "--user ada -- job.sh : x", 0,
			"batch, 2 nodes, time limit 0:30:00\n", "");
	cli_check(table, COUNT(table));
}

static void time_limits_around_a_day(void **state)
{
	static const struct {
		const char *line, *told;
	} times[] = {
		{"explain " ON "--user root -- -t 1439", "time limit 23:59:00\n"},
		{"explain " ON "--user root -- -t 1440", "time limit 1-00:00:00\n"},
		{"explain " ON "--user root -- -t 0:30", "time limit 0:01:00\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(times); i++)
		cli_check_words(times[i].line, 0, times[i].told, "");
}

static void what_is_wrong_usage(void **state)
{
	static const struct cli_case table[] = {
		{"explain", 2, "",
		 "commroute explain: no job: write its sbatch options after --\n" CLI_TRY(
			 "explain")},
		{"explain --snapshot", 2, "",
		 "commroute explain: option '--snapshot' requires an argument\n" CLI_TRY(
			 "explain")},
		{"explain " ON "-- --frob", 2, "", "commroute: unknown option '--frob'\n"},
		{"explain " ON "-- -N x", 2, "", "commroute: --nodes: 'x' is not a number\n"},
		{"explain --job x", 2, "",
		 "commroute: --job: 'x' is no job: write 18, 18_2 for a task of an array, or 19+1 for a "
		 "component of a heterogeneous job\n"},
		{"explain --job 0", 2, "",
		 "commroute: --job: '0' is no job: write 18, 18_2 for a task of an array, or 19+1 for a "
		 "component of a heterogeneous job\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void files_that_are_faulty(void **state)
{
	static const struct cli_case table[] = {
		{"explain --snapshot none.json --policy policy.yaml -- -N 1", 3, "",
		 "commroute: none.json: No such file or directory\n"},
		{"explain --snapshot bad.json --policy policy.yaml -- -N 1", 1, "",
		 "commroute: bad.json: 'partitions': not a list\n"},
		{"explain --snapshot policy.yaml --policy policy.yaml -- -N 1", 1, "",
		 "commroute: policy.yaml: not valid JSON: unexpected character\n"},
		{"explain --snapshot cluster.json --policy bad.yaml -- -N 1", 1, "",
		 "bad.yaml:1:1: error: a policy needs a mapping (key: value), not a list\n"},
		{"explain --snapshot cluster.json --policy none.yaml -- -N 1", 3, "",
		 "commroute: none.yaml: No such file or directory\n"},
	};

	(void)state;
	cli_write("bad.json", "{\"commroute_snapshot\": 1, \"partitions\": 3}");
	cli_check(table, COUNT(table));
}

static void codes_are_listed(void **state)
{
	struct cli_result r = cli_run("explain --codes");

	(void)state;
	assert_int_equal(r.status, 0);
	assert_string_equal(r.err, "");
	assert_int_equal(strncmp(r.out, "CR-", 3), 0);
	assert_non_null(strstr(r.out, "\n\nCR-"));
	r = cli_run("explain --codes CR-311");
	assert_int_equal(r.status, 0);
	assert_int_equal(strncmp(r.out, "CR-311  ", 8), 0);
	assert_null(strstr(r.out, "\n\nCR-"));
	r = cli_run("explain --codes CR-311 CR-999");
	assert_int_equal(r.status, 2);
	assert_string_equal(r.out, "");
	assert_string_equal(r.err, "commroute: no code is 'CR-999'; --codes alone lists them\n");
}

/* ---- with a controller --------------------------------------------------- */

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY) /* before, the controller tells no topology */
static void on_the_live_cluster(void **state)
{
	static const struct cli_case table[] = {
		{"explain --eta --user ada -- --comm-profile=ddp -N 2 --gpus-per-node=8", 0,
		 "Understood\n"
		 "  job         batch, 2 nodes, 8 GPUs per node\n"
		 "  user        ada of account nlp\n"
		 "\n"
		 "Profile and tenant\n"
		 "  nlp         tenant of account 'nlp'\n"
		 "  allreduce   declared as 'ddp': pattern allreduce, intensity high\n"
		 "\n"
		 "Partitions\n"
		 "  ultra       no: CR-311 8 GPUs per node asked, its nodes have 4 (-N 4 "
		 "--gpus-per-node=4 asks for as\n"
		 "              many, --gpus=16 fits any)\n"
		 "  all         possible too\n"
		 "  p5en        chosen: tree topology 'p5en', GPU h200\n"
		 "\n"
		 "Quota\n"
		 "  nlp         own share; the job waits\n"
		 "              full now: 16 of gres/gpu asked, GrpTRES of QOS 'nlp' is 16 with 8 in "
		 "use\n"
		 "\n"
		 "Placement\n"
		 "  p5en        1 leaf switch: the fewest that hold 2 nodes\n"
		 "\n"
		 "Decision\n"
		 "  verdict     route the job\n"
		 "  set         partition p5en, QOS nlp, switches 1 for at most 240 s, GPU type h200\n"
		 "\n"
		 "When (Slurm's own estimate)\n"
		 "  p5en        starts 2100-01-01 00:00:00 on p[1-2]\n"
		 "  all         Requested node configuration is not available\n",
		 ""},
		{"explain --eta --user root -- -N 2", 0,
		 "Understood\n"
		 "  job         batch, 2 nodes\n"
		 "  user        root of account (none)\n"
		 "\n"
		 "Profile and tenant\n"
		 "  root        user is exempt: the job is left alone\n"
		 "\n"
		 "Decision\n"
		 "  verdict     leave the job as it is\n"
		 "\n"
		 "When (Slurm's own estimate)\n"
		 "  no partition to ask about\n",
		 ""},
		{"explain --eta --user root -- -N 2 -p all", 0,
		 "Understood\n"
		 "  job         batch, 2 nodes\n"
		 "  user        root of account (none)\n"
		 "  you chose   partition all\n"
		 "\n"
		 "Profile and tenant\n"
		 "  root        user is exempt: the job is left alone\n"
		 "\n"
		 "Decision\n"
		 "  verdict     leave the job as it is\n"
		 "\n"
		 "When (Slurm's own estimate)\n"
		 "  all         Requested node configuration is not available\n",
		 ""},
	};

	(void)state;
	fake.refused_partition = "all";
	cli_check(table, COUNT(table));
}
#endif

/* What starts at once "starts now"; jobs that must go for it are counted. */
static void on_the_live_cluster_at_once(void **state)
{
	static int preempted;

	(void)state;
	fake.will_run.start_time = 0;
	fake.will_run.preemptee_job_id = slurm_list_create(NULL);
	slurm_list_append(fake.will_run.preemptee_job_id, &preempted);
	slurm_list_append(fake.will_run.preemptee_job_id, &preempted);
	cli_check_words("explain --eta --user root -- -N 2 -p p5en", 0,
			"\n  p5en        starts now on p[1-2], preempting 2 jobs\n", "");
	slurm_list_destroy(fake.will_run.preemptee_job_id);
}

static void on_the_live_cluster_as_json(void **state)
{
	struct cli_result r = cli_run("explain --json --eta --user root -- -N 2 -p p5en");

	(void)state;
	assert_int_equal(r.status, 0);
	assert_non_null(strstr(r.out, "\"partition\": \"p5en\",\n      \"start\": 4102444800,\n"
				      "      \"nodes\": \"p[1-2]\",\n      \"preempts\": 0\n"));
	fake.refused_partition = "p5en";
	cli_check_words("explain --json --eta --user root -- -N 2 -p p5en", 0,
			"\"problem\": \"Requested node configuration is not available\"", "");
}

static void jobs_that_were_submitted(void **state)
{
	static const struct cli_case table[] = {
		{"explain --job 1", 0,
		 "Decided at submission\n"
		 "  verdict     route\n"
		 "  mode        enforce\n"
		 "  profile     moe\n"
		 "  tenant      nlp\n"
		 "  partition   ultra\n"
		 "  topology    ultra\n"
		 "  type        block\n"
		 "  QOS         nlp\n"
		 "  segment     2\n"
		 "  why         moe wants blocks\n"
		 "              nlp has room\n"
		 "Now\n"
		 "  state       RUNNING\n"
		 "  partition   ultra\n"
		 "  QOS         nlp\n"
		 "  nodes       u[1-3]\n",
		 ""},
		{"explain --job 2", 0,
		 "Decided at submission\n"
		 "  verdict     route\n"
		 "  mode        enforce\n"
		 "  profile     moe\n"
		 "  tenant      nlp\n"
		 "  partition   ultra\n"
		 "  topology    ultra\n"
		 "  type        block\n"
		 "  QOS         nlp\n"
		 "  segment     2\n"
		 "  why         moe wants blocks\n"
		 "              nlp has room\n"
		 "Now\n"
		 "  state       PENDING\n"
		 "  waits for   None\n"
		 "              held by its user\n"
		 "  partition   p5en\n"
		 "  switches    1\n",
		 ""},
		{"explain --job 3", 0,
		 "Nothing was decided for it: no commroute record in it\n"
		 "Now\n"
		 "  state       RUNNING\n"
		 "  partition   p5en\n"
		 "  nodes       p[1-2]\n",
		 ""},
		{"explain --job 10", 1, "", "commroute: job 10: Invalid job id specified\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void jobs_that_were_submitted_as_json(void **state)
{
	static const struct cli_case table[] = {
		{"explain --json --job 1", 0,
		 "{\"record\":{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\","
		 "\"profile\":\"moe\",\"tenant\":\"nlp\",\"partition\":\"ultra\","
		 "\"topology\":\"ultra\",\"type\":\"block\",\"qos\":\"nlp\",\"segment\":2,"
		 "\"why\":[\"moe wants blocks\",\"nlp has room\"]},\"now\":{\"state\":\"RUNNING\","
		 "\"partition\":\"ultra\",\"qos\":\"nlp\",\"nodes\":\"u[1-3]\"}}",
		 ""},
		{"explain --json --job 2", 0,
		 "{\"record\":{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\","
		 "\"profile\":\"moe\",\"tenant\":\"nlp\",\"partition\":\"ultra\","
		 "\"topology\":\"ultra\",\"type\":\"block\",\"qos\":\"nlp\",\"segment\":2,"
		 "\"why\":[\"moe wants blocks\",\"nlp has room\"]},\"now\":{\"state\":\"PENDING\","
		 "\"reason\":\"None\",\"partition\":\"p5en\"}}",
		 ""},
		{"explain --json --job 3", 0,
		 "{\"now\":{\"state\":\"RUNNING\",\"partition\":\"p5en\",\"nodes\":\"p[1-2]\"}}",
		 ""},
	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

static void a_controller_that_does_not_answer(void **state)
{
	static const struct cli_case table[] = {
		{"explain --job 1", 3, "", "commroute: job 1: Access/permission denied\n"},
		{"explain -- -N 1", 3, "",
		 "commroute: no --snapshot, and the controller does not answer: slurm_load_node: "
		 "Access/permission denied\n"},
	};
	static const struct cli_case no_conf[] = {
		{"explain --job 1", 3, "", "commroute: slurm.conf: No such file or directory\n"},
		{"explain -- -N 1", 3, "",
		 "commroute: no --snapshot, and the controller does not answer: slurm.conf: No such "
		 "file or directory\n"},
	};

	(void)state;
	fake.error = ESLURM_ACCESS_DENIED;
	fake.failing = "slurm_load_job";
	cli_check(table, 1);
	fake.failing = "slurm_load_node";
	cli_check(table + 1, 1);
	(void)remove("slurm.conf");
	cli_check(no_conf, COUNT(no_conf));
}

static void the_policy_beside_slurm_conf(void **state)
{
	static const struct cli_case table[] = {
		{"explain --user root -- -N 1", 3, "",
		 "commroute: commroute.yaml: No such file or directory\n"},
	};

	(void)state;
	(void)remove("commroute.yaml");
	cli_check(table, COUNT(table));
}

#define LIVE(test) cmocka_unit_test_setup_teardown(test, cli_start_controller, cli_stop_controller)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_story),
		cmocka_unit_test(the_story_as_json),
		cmocka_unit_test(what_would_be_set),
		cmocka_unit_test(what_is_borrowed),
		cmocka_unit_test(when_on_a_snapshot),
		cmocka_unit_test(names_that_are_long),
		cmocka_unit_test(in_mode_observe),
		cmocka_unit_test(a_script_of_the_jobs),
		cmocka_unit_test(time_limits_around_a_day),
		cmocka_unit_test(what_is_wrong_usage),
		cmocka_unit_test(files_that_are_faulty),
		cmocka_unit_test(codes_are_listed),
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
		LIVE(on_the_live_cluster),
#endif
		LIVE(on_the_live_cluster_at_once),
		LIVE(on_the_live_cluster_as_json),
		LIVE(jobs_that_were_submitted),
		LIVE(jobs_that_were_submitted_as_json),
		LIVE(a_controller_that_does_not_answer),
		LIVE(the_policy_beside_slurm_conf),
	};

	return cmocka_run_group_tests_name("commroute explain", tests, cli_enter_world, cli_leave);
}

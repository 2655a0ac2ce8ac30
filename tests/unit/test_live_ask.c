/* SPDX-License-Identifier: GPL-2.0-or-later */
/* live: single questions about a job, a topology, and when a job would start. */
#include "tests/unit/unit.h"

#include "live/api.h"
#include "live/job.h"
#include "live/topology.h"
#include "live/will_run.h"
#include "tests/unit/fake_controller.h"
#include "topology/slurm_versions.h"

#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cr_arena arena;
static struct cr_error err;

static int setup(void **state)
{
	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	err.text[0] = '\0';
	fake_start();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	cr_arena_release(&arena);
	return fake_stop() ? 0 : -1;
}

static void started_once_and_not_without_slurm_conf(void **state)
{
	(void)state;
	setenv("SLURM_CONF", "/somewhere/slurm.conf", 1);
	assert_int_equal(cr_live_init(&err), -1);
	assert_string_equal(err.text, "/somewhere/slurm.conf: No such file or directory");
	assert_int_equal(fake.starts, 0);
	setenv("SLURM_CONF", "/dev/null", 1);
	assert_int_equal(cr_live_init(&err), 0);
	assert_int_equal(cr_live_init(&err), 0);
	assert_int_equal(fake.starts, 1);
	assert_int_equal(cr_live_slurm_version(), SLURM_VERSION_NUMBER);
}

/* ---- a job --------------------------------------------------------------- */

static void a_running_job(void **state)
{
	struct cr_live_job job;

	(void)state;
	assert_int_equal(cr_live_job_load(&(struct cr_live_job_name){.id = 1}, &arena, &job, &err),
			 CR_LIVE_FOUND);
	assert_string_equal(job.state, "RUNNING");
	assert_false(job.pending);
	assert_string_equal(job.nodes, "u[1-3]");
	assert_string_equal(job.partition, "ultra");
	assert_string_equal(job.qos, "nlp");
	assert_non_null(strstr(job.admin_comment, "{\"commroute\":1"));
	assert_null(job.extra);
	assert_null(job.state_desc);
	assert_int_equal(job.switches, 0);
#if CR_BUILT_SINCE(CR_SINCE_JOB_SEGMENT)
	assert_int_equal(job.segment, 2);
#endif
}

static void a_pending_job(void **state)
{
	struct cr_live_job job;

	(void)state;
	assert_int_equal(cr_live_job_load(&(struct cr_live_job_name){.id = 2}, &arena, &job, &err),
			 CR_LIVE_FOUND);
	assert_true(job.pending);
	assert_string_equal(job.state, "PENDING");
	assert_string_equal(job.state_reason, "None");
	assert_string_equal(job.state_desc, "held by its user");
	assert_null(job.nodes);
	assert_null(job.qos);
	assert_non_null(job.extra);
	assert_int_equal(job.segment, 0);
	assert_int_equal(job.switches, 1);
}

/* Flags stand beside the state; an empty text is none. */
static void a_pending_job_with_flags(void **state)
{
	struct cr_live_job job;

	(void)state;
	fake.jobs[1].job_state = JOB_PENDING | JOB_REQUEUE;
	fake.jobs[1].nodes = FAKE_TEXT("");
	assert_int_equal(cr_live_job_load(&(struct cr_live_job_name){.id = 2}, &arena, &job, &err),
			 CR_LIVE_FOUND);
	assert_true(job.pending);
	assert_null(job.nodes);
}

static enum cr_live_answer load(const char *text, struct cr_live_job *job)
{
	struct cr_live_job_name name;

	assert_int_equal(cr_live_job_name(text, &name, &err), 0);
	return cr_live_job_load(&name, &arena, job, &err);
}

/* Of several records the one that is meant: tasks that are apart, then the record they wait in. */
static void parts_of_jobs(void **state)
{
	struct cr_live_job job;

	(void)state;
	fake.together = true;
	for (unsigned i = 0; i < 3; i++)
		fake.jobs[i].array_job_id = 1;
	fake.jobs[0].array_task_id = NO_VAL;
	fake.jobs[0].array_task_str = FAKE_TEXT("4-9");
	fake.jobs[0].partition = FAKE_TEXT("waits");
	fake.jobs[1].array_task_id = 3;
	fake.jobs[1].partition = FAKE_TEXT("third");
	fake.jobs[2].array_task_id = 0;
	fake.jobs[2].partition = FAKE_TEXT("zeroth");
	assert_int_equal(load("1", &job), CR_LIVE_FOUND);
	assert_string_equal(job.partition, "waits");
	assert_int_equal(load("1_3", &job), CR_LIVE_FOUND);
	assert_string_equal(job.partition, "third");
	assert_int_equal(load("1_0", &job), CR_LIVE_FOUND);
	assert_string_equal(job.partition, "zeroth");
	assert_int_equal(load("1_4", &job), CR_LIVE_FOUND);
	assert_string_equal(job.partition, "waits");
	assert_int_equal(load("1+0", &job), CR_LIVE_NOT_THERE);
	fake.jobs[0].array_task_str = NULL;
	assert_int_equal(load("1_4", &job), CR_LIVE_NOT_THERE);
	for (unsigned i = 0; i < 3; i++) {
		fake.jobs[i].het_job_id = 1;
		fake.jobs[i].het_job_offset = 2 - i;
		fake.jobs[i].array_job_id = 0;
	}
	assert_int_equal(load("1+2", &job), CR_LIVE_FOUND);
	assert_string_equal(job.partition, "waits");
	assert_int_equal(load("1+0", &job), CR_LIVE_FOUND);
	assert_string_equal(job.partition, "zeroth");
	assert_int_equal(load("1+3", &job), CR_LIVE_NOT_THERE);
	assert_int_equal(load("1_0", &job), CR_LIVE_NOT_THERE);
}

static void names_of_jobs(void **state)
{
	static const char *const bad[] = {
		"",    "0",  "x",          "1_",           "1+",
		"1_x", "_1", "1.0",        "1_2_3",        "1+-1",
		"-1",  "1 ", "4294967296", "1_4294967294", "111111111111111111111111"};
	struct cr_live_job_name name;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(cr_live_job_name(bad[i], &name, &err), -1);
	assert_int_equal(cr_live_job_name("4294967295_4294967293", &name, &err), 0);
	assert_true(name.is_task && !name.is_component);
	assert_int_equal(name.id, UINT32_MAX);
	assert_int_equal(name.part, 4294967293);
}

static void jobs_that_cannot_be_told(void **state)
{
	struct cr_live_job job = {.state = "untouched"};

	(void)state;
	assert_int_equal(cr_live_job_load(&(struct cr_live_job_name){.id = 10}, &arena, &job, &err),
			 CR_LIVE_NOT_THERE);
	assert_string_equal(err.text, slurm_strerror(ESLURM_INVALID_JOB_ID));
	assert_int_equal(cr_live_job_load(&(struct cr_live_job_name){.id = 4}, &arena, &job, &err),
			 CR_LIVE_NOT_THERE);
	assert_string_equal(err.text, "the controller knows no such job");
	fake.failing = "slurm_load_job";
	fake.error = SLURM_COMMUNICATIONS_CONNECTION_ERROR;
	assert_int_equal(cr_live_job_load(&(struct cr_live_job_name){.id = 1}, &arena, &job, &err),
			 CR_LIVE_NO_ANSWER);
	assert_string_equal(err.text, slurm_strerror(SLURM_COMMUNICATIONS_CONNECTION_ERROR));
	assert_string_equal(job.state, "untouched");
}

/* ---- topologies ---------------------------------------------------------- */

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
static void the_topologies_text(void **state)
{
	char *text = cr_live_topology_text(&err);

	(void)state;
	assert_non_null(text);
	assert_string_equal(text, fake.topology);
	free(text);
	fake.topology = NULL;
	assert_null(cr_live_topology_text(&err));
	assert_string_equal(err.text, "the controller told no topology");
	fake.failing = "slurm_load_topo_config";
	fake.error = ESLURM_ACCESS_DENIED;
	assert_null(cr_live_topology_text(&err));
	assert_non_null(strstr(err.text, "slurm_load_topo_config: "));
	assert_null(cr_live_topology_text(NULL));
}

static void a_partitions_topology(void **state)
{
	char *name = FAKE_TEXT("untouched");

	(void)state;
	assert_int_equal(cr_live_partition_topology("none", &name, &err), -1);
	assert_string_equal(err.text, "no partition 'none'");
	assert_string_equal(name, "untouched");
	assert_int_equal(cr_live_partition_topology("ultra", &name, &err), 0);
	assert_string_equal(name, "ultra");
	free(name);
	assert_int_equal(cr_live_partition_topology("all", &name, &err), 0);
	assert_null(name);
	fake.partitions[2].topology_name = FAKE_TEXT("");
	assert_int_equal(cr_live_partition_topology("all", &name, &err), 0);
	assert_null(name);
	fake.partitions[0].name = NULL;
	assert_int_equal(cr_live_partition_topology("ultra", &name, &err), -1);
	fake.failing = "slurm_load_partitions";
	fake.error = ESLURM_ACCESS_DENIED;
	assert_int_equal(cr_live_partition_topology("ultra", &name, &err), -1);
	assert_non_null(strstr(err.text, "slurm_load_partitions: "));
}
#else
static void the_topologies_text(void **state)
{
	(void)state;
	assert_null(cr_live_topology_text(&err));
	assert_non_null(strstr(err.text, "older than 25.05"));
}

static void a_partitions_topology(void **state)
{
	char *name = FAKE_TEXT("untouched");

	(void)state;
	assert_int_equal(cr_live_partition_topology("none", &name, &err), 0);
	assert_null(name);
}
#endif

/* ---- will-run ------------------------------------------------------------ */

static void make_question(struct cr_request *r, struct cr_decision *d)
{
	cr_request_init(r);
	*d = (struct cr_decision){.partition = "ultra",
				  .qos = "nlp,spare",
				  .gpu_type = "gb200",
				  .segment = 2,
				  .switches = 1};
	r->account = "nlp";
	r->qos = "normal";
	r->min_nodes = r->max_nodes = 2;
	r->gpus_per_node = (struct cr_gpus){.count = 4};
}

static void what_is_asked(void **state)
{
	struct cr_will_run answer;
	struct cr_request r;
	struct cr_decision d;

	(void)state;
	make_question(&r, &d);
	assert_int_equal(cr_will_run_ask("ultra", &r, &d, &arena, &answer), 0);
	assert_string_equal(fake.asked,
			    "partition=ultra qos=nlp,spare account=nlp per_node=gres/gpu:gb200:4 "
			    "min_nodes=2 max_nodes=2 segment=2 switches=1");
	assert_int_equal(cr_will_run_ask("p5en", &r, &d, &arena, &answer), 0);
	assert_string_equal(fake.asked, "partition=p5en qos=normal account=nlp per_node=gres/gpu:4 "
					"min_nodes=2 max_nodes=2");
}

static void everything_that_is_asked(void **state)
{
	struct cr_will_run answer;
	struct cr_request r;
	struct cr_decision d;

	(void)state;
	make_question(&r, &d);
	d = (struct cr_decision){.partition = "ultra", .segment = CR_UNSET, .switches = CR_UNSET};
	r.segment = 3;
	r.switches = 2;
	r.features = "nvl";
	r.reservation = "maint";
	r.tasks = 16;
	r.tasks_per_node = 8;
	r.cpus_per_task = 6;
	r.time_limit = 90;
	r.gpus_per_job = (struct cr_gpus){.count = 16, .type = "h200"};
	r.gpus_per_node = (struct cr_gpus){.count = 0};
	r.gpus_per_task = (struct cr_gpus){.count = 1};
	r.gpus_per_socket = (struct cr_gpus){.count = 2};
	assert_int_equal(cr_will_run_ask("ultra", &r, &d, &arena, &answer), 0);
	assert_string_equal(fake.asked,
			    "partition=ultra qos=normal account=nlp features=nvl reservation=maint "
			    "per_job=gres/gpu:h200:16 per_task=gres/gpu:1 per_socket=gres/gpu:2 "
			    "min_nodes=2 max_nodes=2 tasks=16 tasks_per_node=8 cpus_per_task=6 "
			    "time=90 segment=3 switches=2");
}

static void what_is_answered(void **state)
{
	struct cr_will_run answer;
	struct cr_request r;
	struct cr_decision d;

	(void)state;
	make_question(&r, &d);
	fake.will_run.preemptee_job_id = slurm_list_create(NULL);
	slurm_list_append(fake.will_run.preemptee_job_id, &r);
	assert_int_equal(cr_will_run_ask("p5en", &r, &d, &arena, &answer), 0);
	assert_null(answer.problem);
	assert_int_equal(answer.start, 4102444800);
	assert_string_equal(answer.nodes, "p[1-2]");
	assert_int_equal(answer.preempts, 1);
	slurm_list_destroy(fake.will_run.preemptee_job_id);
	fake.will_run = (will_run_response_msg_t){0};
	assert_int_equal(cr_will_run_ask("p5en", &r, &d, &arena, &answer), 0);
	assert_null(answer.nodes);
	assert_int_equal(answer.preempts, 0);
	fake.refused_partition = "p5en";
	assert_int_equal(cr_will_run_ask("p5en", &r, &d, &arena, &answer), 0);
	assert_string_equal(answer.problem,
			    slurm_strerror(ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE));
}

/* Without memory nobody is asked half a question. */
static void no_memory_to_ask(void **state)
{
	struct cr_will_run answer = {.problem = "untouched"};
	struct cr_arena small;
	struct cr_request r;
	struct cr_decision d;
	char memory[400];
	size_t size = 8;
	int rc = -1;

	(void)state;
	make_question(&r, &d);
	for (; rc != 0 && size <= sizeof(memory); size += 8) {
		cr_arena_init(&small, memory, size, size);
		rc = cr_will_run_ask("ultra", &r, &d, &small, &answer);
		if (rc != 0)
			assert_string_equal(answer.problem, "untouched");
		assert_int_equal(fake.out, 0);
	}
	assert_int_equal(rc, 0);
	assert_true(size > 16);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(started_once_and_not_without_slurm_conf),
		CASE(a_running_job),
		CASE(a_pending_job),
		CASE(a_pending_job_with_flags),
		CASE(jobs_that_cannot_be_told),
		CASE(parts_of_jobs),
		CASE(names_of_jobs),
		CASE(the_topologies_text),
		CASE(a_partitions_topology),
		CASE(what_is_asked),
		CASE(everything_that_is_asked),
		CASE(what_is_answered),
		CASE(no_memory_to_ask),
	};

	return cmocka_run_group_tests_name("live, single questions", tests, NULL, NULL);
}

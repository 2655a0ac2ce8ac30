/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/job_desc: Slurm's job description to a request, a decision back into it. */
#include "unit.h"

#include "job_submit/job_desc.h"
#include "slurm_memory.h"

#include <slurm/slurm.h>

static job_desc_msg_t desc;

static char *text_of(const char *text)
{
	return cr_slurm_strdup(&memory, text);
}

static void append(char ***entries, uint32_t *count, const char *name, const char *value)
{
	assert_int_equal(cr_env_append((struct cr_env_list){entries, count}, name, value, &memory),
			 0);
}

static int setup(void **state)
{
	(void)state;
	slurm_init_job_desc_msg(&desc);
	desc.user_id = 1000;
	desc.het_job_offset = NO_VAL; /* as slurmctld sets it before it calls the plugins */
	return 0;
}

static void free_list(char ***entries, uint32_t *count)
{
	for (uint32_t i = 0; i < *count; i++)
		memory_free((void **)&(*entries)[i]);
	memory_free((void **)entries);
	*count = 0;
}

static int teardown(void **state)
{
	char **strings[] = {
		&desc.partition,    &desc.qos,           &desc.admin_comment, &desc.extra,
		&desc.tres_per_job, &desc.tres_per_node, &desc.tres_per_task, &desc.tres_per_socket,
		&desc.mem_per_tres, &desc.cpus_per_tres};

	(void)state;
	for (size_t i = 0; i < COUNT(strings); i++)
		memory_free((void **)strings[i]);
	free_list(&desc.environment, &desc.env_size);
	free_list(&desc.spank_job_env, &desc.spank_job_env_size);
	assert_int_equal(memory_out, 0);
	return 0;
}

static struct cr_request read_request(void)
{
	struct cr_request r;

	static char option[CR_OPTION_MAX + 2];

	cr_job_desc_read(&desc, &r);
	if (cr_job_desc_option(&desc, option, sizeof(option)))
		r.comm_profile = option;
	return r;
}

static void an_empty_description_says_nothing(void **state)
{
	struct cr_request r = read_request();

	(void)state;
	assert_int_equal(r.uid, 1000);
	assert_int_equal(r.min_nodes, CR_UNSET);
	assert_int_equal(r.tasks, CR_UNSET);
	assert_int_equal(r.time_limit, CR_UNSET);
	assert_int_equal(r.segment, CR_UNSET);
	assert_int_equal(r.switches, CR_UNSET);
	assert_int_equal(r.het_offset, CR_UNSET);
	assert_int_equal(r.requeue, CR_UNSAID);
	assert_int_equal(r.exclusive, CR_EXCLUSIVE_UNSAID);
	assert_false(r.distribution_given || r.batch || r.array || r.account_given);
	assert_null(r.comm_profile);
	assert_null(r.partition);
}

static void reads_what_was_said(void **state)
{
	struct cr_request r;

	(void)state;
	desc.min_nodes = desc.max_nodes = 4;
	desc.time_limit = INFINITE;
	desc.segment_size = 2;
	desc.req_switch = 1;
	desc.wait4switch = 600;
	desc.requeue = 1;
	desc.shared = JOB_SHARED_TOPO;
	desc.task_dist = SLURM_DIST_ARBITRARY;
	desc.partition = text_of("ultra");
	desc.qos = text_of("");
	desc.tres_per_node = text_of("gres/gpu:gb200:4,gres/nic:1");
	desc.mem_per_tres = text_of("gres/gpu:2048");
	desc.cpus_per_tres = text_of("gres/gpu:gb200:16");
	desc.script = (char *)"#!/bin/sh";
	append(&desc.spank_job_env, &desc.spank_job_env_size,
	       "_SLURM_SPANK_OPTION_commroute_comm_profile", "moe,borrow");
	r = read_request();
	assert_int_equal(r.min_nodes, 4);
	assert_int_equal(r.time_limit, CR_INFINITE);
	assert_int_equal(r.segment, 2);
	assert_int_equal(r.switch_wait, 600);
	assert_int_equal(r.requeue, CR_YES);
	assert_int_equal(r.exclusive, CR_EXCLUSIVE_TOPO);
	assert_true(r.batch && r.distribution_given && r.arbitrary);
	assert_string_equal(r.partition, "ultra");
	assert_null(r.qos); /* empty is unset */
	assert_int_equal(r.gpus_per_node.count, 4);
	assert_string_equal(r.gpus_per_node.type, "gb200");
	assert_int_equal(r.memory_per_gpu, 2048);
	assert_int_equal(r.cpus_per_gpu, 16);
	assert_string_equal(r.comm_profile, "moe,borrow");
	memory_free((void **)&desc.mem_per_tres);
	desc.mem_per_tres = text_of("gres/gpu:x:y:z"); /* for Slurm to judge */
	assert_int_equal(read_request().memory_per_gpu, CR_UNSET64);
	desc.script = NULL;
}

static const struct {
	const char *before, *after;
} typed[] = {
	{"gres/gpu:4", "gres/gpu:h200:4"},
	{"gres/gpu", "gres/gpu:h200"},
	{"gpu:4", "gpu:h200:4"},
	{"gres:gpu:4", "gres:gpu:h200:4"},
	{"gres/gpu=4", "gres/gpu:h200=4"},
	{"gres/gpu:a100:4", "gres/gpu:a100:4"},
	{"gres/nic:1,gres/gpu:2,license/x:1", "gres/nic:1,gres/gpu:h200:2,license/x:1"},
	{"gres/gpux:4", "gres/gpux:4"},
	{"gpu,gpu,gpu", "gpu:h200,gpu:h200,gpu:h200"},
	{"", ""},
};

static void fills_in_the_gpu_type(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(typed); i++) {
		char *text = cr_job_desc_typed(typed[i].before, "h200", &memory);

		assert_string_equal(text, typed[i].after);
		memory_free((void **)&text);
	}
}

static struct cr_decision moe_decision(void)
{
	return (struct cr_decision){
		.verdict = CR_VERDICT_ROUTE,
		.mode = CR_MODE_ENFORCE,
		.act = true,
		.record = true,
		.partition = "ultra",
		.qos = "nlp",
		.segment = 4,
		.switches = CR_UNSET,
		.switch_wait = CR_UNSET,
		.gpu_type = "gb200",
		.profile = "moe",
		.option = {.kind = CR_OPTION_PROFILE, .profile = "moe", .borrow = 0},
	};
}

static const char *env(const char *name)
{
	return cr_env_get((struct cr_env_list){&desc.environment, &desc.env_size}, name, NULL);
}

static void applies_a_decision(void **state)
{
	struct cr_decision d = moe_decision();
	struct cr_job_desc_change change = {.decision = &d, .record = "{\"commroute\":1}"};

	(void)state;
	desc.tres_per_node = text_of("gres/gpu:4");
	append(&desc.environment, &desc.env_size, "PATH", "/bin");
	assert_int_equal(cr_job_desc_apply(&desc, &change, &memory), 0);
	assert_string_equal(desc.partition, "ultra");
	assert_string_equal(desc.qos, "nlp");
	assert_int_equal(desc.segment_size, 4);
	assert_int_equal(desc.req_switch, NO_VAL);
	assert_string_equal(desc.tres_per_node, "gres/gpu:gb200:4");
	assert_string_equal(desc.admin_comment, "{\"commroute\":1}");
	assert_string_equal(env("COMMROUTE_PROFILE"), "moe");
	assert_string_equal(env("SLURM_COMMROUTE_PROFILE"), "moe");
	assert_string_equal(env("SLURM_COMMROUTE_OPTION"), "moe");
	assert_string_equal(env("SLURM_COMMROUTE_DECISION"), "{\"commroute\":1}");
	assert_string_equal(env("PATH"), "/bin");
}

static void an_observed_decision_sets_nothing(void **state)
{
	struct cr_decision d = moe_decision();
	struct cr_job_desc_change change = {.decision = &d, .record = "{}"};

	(void)state;
	d.act = false;
	assert_int_equal(cr_job_desc_apply(&desc, &change, &memory), 0);
	assert_null(desc.partition);
	assert_int_equal(desc.segment_size, 0);
	assert_string_equal(desc.admin_comment, "{}");
	assert_null(desc.environment); /* not a batch job: none is invented */
}

static void a_privileged_comment_stays(void **state)
{
	struct cr_decision d = moe_decision();
	struct cr_job_desc_change change = {.decision = &d, .record = "{}", .keep_comment = true};

	(void)state;
	desc.admin_comment = text_of("theirs");
	assert_int_equal(cr_job_desc_apply(&desc, &change, &memory), 0);
	assert_string_equal(desc.admin_comment, "theirs");
	change.keep_comment = false;
	change.field = CR_RECORD_EXTRA;
	free_list(&desc.environment, &desc.env_size);
	assert_int_equal(cr_job_desc_apply(&desc, &change, &memory), 0);
	assert_string_equal(desc.extra, "{}");
}

/* Whichever allocation fails: the job is as it was, and nothing is lost. */
static void no_memory_leaves_the_job_alone(void **state)
{
	struct cr_decision d = moe_decision();
	struct cr_job_desc_change change = {.decision = &d, .record = "{}"};
	long n = 0;
	int rc = -1;

	(void)state;
	desc.partition = text_of("mine");
	desc.tres_per_node = text_of("gres/gpu:4");
	append(&desc.environment, &desc.env_size, "PATH", "/bin");
	while (rc != 0) {
		long out = memory_out;

		memory_fail_at = ++n;
		rc = cr_job_desc_apply(&desc, &change, &memory);
		memory_fail_at = 0;
		assert_true(n < 100);
		if (rc == 0)
			break;
		assert_int_equal(memory_out, out);
		assert_string_equal(desc.partition, "mine");
		assert_string_equal(desc.tres_per_node, "gres/gpu:4");
		assert_null(desc.admin_comment);
		assert_int_equal(desc.segment_size, 0);
		assert_int_equal(desc.env_size, 1);
		assert_null(desc.environment[1]);
	}
	assert_true(n > 10); /* every allocation was made to fail once */
	assert_string_equal(desc.partition, "ultra");
}

static void scrubs_both_lists(void **state)
{
	(void)state;
	append(&desc.environment, &desc.env_size, "COMMROUTE_PROFILE", "forged");
	append(&desc.environment, &desc.env_size, "HOME", "/home/alice");
	append(&desc.spank_job_env, &desc.spank_job_env_size, "SLURM_COMMROUTE_PROFILE", "forged");
	append(&desc.spank_job_env, &desc.spank_job_env_size,
	       "_SLURM_SPANK_OPTION_commroute_comm_profile", "moe");
	cr_job_desc_scrub(&desc, &memory);
	assert_int_equal(desc.env_size, 1);
	assert_string_equal(desc.environment[0], "HOME=/home/alice");
	assert_int_equal(desc.spank_job_env_size, 1);
	assert_string_equal(read_request().comm_profile, "moe");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(an_empty_description_says_nothing),
		CASE(reads_what_was_said),
		CASE(fills_in_the_gpu_type),
		CASE(applies_a_decision),
		CASE(an_observed_decision_sets_nothing),
		CASE(a_privileged_comment_stays),
		CASE(no_memory_leaves_the_job_alone),
		CASE(scrubs_both_lists),
	};

	return cmocka_run_group_tests_name("job_desc", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/modify: what an earlier decision set and the new one does not is taken
 * away; what the user set stays; what no update changes must still fit.
 */
#include "tests/unit/modify_world.h"

#include "job_submit/earlier.h"
#include "topology/slurm_versions.h"

#define ROUTED "\"verdict\":\"route\",\"mode\":\"enforce\",\"profile\":\"allreduce\","

/* No tenants, no bars. */
static const char plain[] =
	"version: 1\nmode: enforce\nprofiles:\n  allreduce:\n    pattern: allreduce\n"
	"    intensity: high\n    routes:\n    - {topology_type: tree}\n"
	"other_accounts: leave\n";

static void use_policy(const char *text)
{
	cr_policy_destroy(world.policy);
	world.policy = world_load(text);
	assert_non_null(world.policy);
}

/* ---- switches: p5en has four leaves of 8, so 32 nodes take all of them ------------- */

static const struct {
	const char *recorded; /* of the switches */
	uint32_t nodes, said; /* CR_UNSET: no size, no switches in the update */
	uint32_t set;
} switches[] = {
	{"\"switches\":1", 32, CR_UNSET, 0},            /* none is to be set: ours goes */
	{"\"switches\":1", 31, CR_UNSET, 0},            /* four of four */
	{"\"switches\":1", 24, CR_UNSET, 3},            /* another takes its place */
	{"\"switches\":1", CR_UNSET, CR_UNSET, NO_VAL}, /* nothing of it changes */
	{"\"switches\":1", 32, 2, 2},                   /* the user's word now */
	{"\"switches\":1", 24, 0, 0},
	{"\"switches\":1,\"own\":[\"switches\"]", 32, CR_UNSET, NO_VAL}, /* and from before */
	{"\"switches\":1,\"own\":[\"switches\"]", 16, CR_UNSET, NO_VAL},
	{"\"switches\":1,\"own\":[\"segment\"]", 32, CR_UNSET, 0},
	{"\"switches\":1,\"own\":\"switches\"", 32, CR_UNSET, 0}, /* no list of ours */
	{"\"wait\":1", 32, CR_UNSET, 0}, /* none then, perhaps one by an update since */
};

static void put_switches(size_t i)
{
	char keys[300];

	print_message("%s, %u nodes\n", switches[i].recorded, switches[i].nodes);
	snprintf(keys, sizeof(keys), ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",%s",
		 switches[i].recorded);
	put_record(keys);
	job.segment_size = 0;
	change.min_nodes = change.max_nodes = NO_VAL;
	if (switches[i].nodes != CR_UNSET)
		change.min_nodes = change.max_nodes = switches[i].nodes;
	else
		change.time_limit = 30;
	change.req_switch = switches[i].said;
}

static void switches_of_ours_go(void **state)
{
	for (size_t i = 0; i < COUNT(switches); i++) {
		teardown(state);
		setup(state);
		put_switches(i);
		assert_int_equal(modify(), CR_ANSWER_ACCEPT);
		assert_int_equal(change.req_switch, switches[i].set);
		if (switches[i].set == 0 && switches[i].said == CR_UNSET)
			assert_int_equal(change.wait4switch, 0);
	}
}

/* Where the user puts it, a job has what a fresh one has there. */
static void another_partition_takes_them_too(void **state)
{
	(void)state;
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"switches\":1");
	job.segment_size = 0;
	change.min_nodes = change.max_nodes = NO_VAL;
	change.partition = (char *)"dev";
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(change.req_switch, 0);
	assert_string_equal(change.partition, "dev");
	change.partition = NULL;
}

static void named_nodes_take_them_too(void **state)
{
	(void)state;
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"switches\":1");
	job.segment_size = 0;
	change.min_nodes = change.max_nodes = NO_VAL;
	change.req_nodes = (char *)"p[01,09]";
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(change.req_switch, 0);
}

/* Where it is not known what the job needs there, nothing is taken. */
static void a_shut_partition_takes_nothing(void **state)
{
	(void)state;
	world.partitions[1].takes_jobs = false;
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp,spare\",\"switches\":1");
	job.segment_size = 0;
	change.min_nodes = change.max_nodes = 32;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(change.req_switch, NO_VAL);
	assert_null(change.qos);
}

/* ---- contiguous nodes: given at submission, taken back by an update ----------------- */

static void contiguous_nodes_go(void **state)
{
	static const struct {
		const char *recorded;
		uint16_t said, want;
	} cases[] = {{"\"contiguous\":true", NO_VAL16, 0},
		     {"\"contiguous\":true", 1, 1},
		     {"\"wait\":1", NO_VAL16, NO_VAL16}}; /* the user's own */

	for (size_t i = 0; i < COUNT(cases); i++) {
		char keys[300];

		teardown(state);
		setup(state);
		snprintf(keys, sizeof(keys), ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",%s",
			 cases[i].recorded);
		put_record(keys);
		job.contiguous = 1;
		job.segment_size = 0;
		change.min_nodes = change.max_nodes = 4;
		change.contiguous = cases[i].said;
		assert_int_equal(modify(), CR_ANSWER_ACCEPT);
		assert_int_equal(change.contiguous, cases[i].want);
	}
}

/* ---- the QOS -------------------------------------------------------------------------- */

/* What Slurm takes by itself is not named: a QOS of ours that is no longer meant goes. */
static void a_qos_of_ours_goes(void **state)
{
	(void)state;
	use_policy(plain);
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"spare\"");
	job.qos = (char *)"spare";
	job.segment_size = 0;
	change.min_nodes = change.max_nodes = 4;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.qos, "");
	memory_free((void **)&change.qos);
	change.qos = cr_slurm_strdup(&memory, "spare"); /* the user's word */
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.qos, "spare");
}

/* To a Slurm that takes no empty QOS the association's own is named. */
static void a_slurm_without_empty_qos_is_given_the_default(void **state)
{
	static const struct cr_assoc own = {
		.account = "nlp", .default_qos = "nlp", .limits = CR_LIMITS_INIT};

	(void)state;
	use_policy(plain);
	world.view.slurm_version = CR_SLURM_VERSION(24, 11, 5);
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"spare\"");
	job.qos = (char *)"spare";
	job.segment_size = 0;
	change.min_nodes = change.max_nodes = 4;
	world.view.user_assocs = &own;
	world.view.user_assoc_count = 1;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.qos, "nlp");
	memory_free((void **)&change.qos);
	world.view.user_assoc_count = 0; /* nobody knows it: the job keeps what it has */
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.qos);
}

/* 25.05 does half of an update with a QOS in it: none is put there, and it is said. */
static void a_slurm_that_cannot_is_given_no_qos(void **state)
{
	static const struct {
		uint32_t version;
		bool can;
	} cases[] = {{CR_SLURM_VERSION(24, 11, 7), true},
		     {CR_SLURM_VERSION(25, 5, 0), false},
		     {CR_SLURM_VERSION(25, 5, 8), false},
		     {CR_SLURM_VERSION(25, 11, 0), true}};

	for (size_t i = 0; i < COUNT(cases); i++) {
		teardown(state);
		setup(state);
		world.view.slurm_version = cases[i].version;
		put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"preemptible\":true");
		job.segment_size = 0;
		job.tres_per_node = (char *)"gres/gpu:h200:8";
		world.tres[0].grp = 31; /* own: never again */
		change.min_nodes = change.max_nodes = 4;
		assert_int_equal(modify() == CR_ANSWER_ACCEPT, cases[i].can);
		if (cases[i].can) {
			assert_string_equal(change.qos, "spare");
			continue;
		}
		assert_null(change.qos);
		assert_non_null(strstr(message, "no update of yours can change the QOS"));
		memory_free((void **)&message);
		world.tres[0].grp = 32;
		assert_int_equal(modify(), CR_ANSWER_ACCEPT);
		assert_null(change.qos);
		/* A list has room in its second QOS, and stays. */
		world.tres[0].grp = 31;
		put_record(ROUTED
			   "\"partition\":\"p5en\",\"qos\":\"nlp,spare\",\"preemptible\":true");
		assert_int_equal(modify(), CR_ANSWER_ACCEPT);
		assert_null(change.qos);
		/* What the limits have no part in is said without that. */
		put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\"");
		change.min_nodes = change.max_nodes = 500;
		assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
		assert_null(strstr(message, "no update"));
	}
}

/* ---- the GPU type ---------------------------------------------------------------------- */

static void the_gpu_type_follows_the_partition(void **state)
{
	(void)state;
	job.tres_per_node = (char *)"gres/gpu:h200:1";
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"gpu_type\":\"h200\"");
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
	assert_string_equal(change.tres_per_node, "gres/gpu:gb200:1");
}

static void untyped_gpus_get_the_type_where_they_go(void **state)
{
	(void)state;
	job.tres_per_node = (char *)"gres/gpu:1";
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
	assert_string_equal(change.tres_per_node, "gres/gpu:gb200:1");
}

/* The user's type is theirs: at submission, or now. */
static void the_users_type_stays(void **state)
{
	(void)state;
	job.tres_per_node = (char *)"gres/gpu:h200:1";
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.tres_per_node);
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"gpu_type\":\"h200\"");
	change.tres_per_node = cr_slurm_strdup(&memory, "gres/gpu:h200:2");
	memory_free((void **)&message);
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.tres_per_node, "gres/gpu:h200:2");
}

static void a_type_that_stays_is_not_touched(void **state)
{
	(void)state;
	job.tres_per_node = (char *)"gres/gpu:h200:1";
	job.segment_size = 0;
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"gpu_type\":\"h200\"");
	change.min_nodes = change.max_nodes = 4;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.tres_per_node);
}

/* ---- a job that is in no profile any more ------------------------------------------------ */

static const char by_size[] =
	"version: 1\nmode: enforce\nprofiles:\n  big:\n    pattern: alltoall\n"
	"    intensity: high\n    routes:\n    - {topology_type: block, segment: largest}\n"
	"undeclared:\n- {when: {min_nodes: 4}, profile: big}\n"
	"tenant_defaults: {qos: {own: '{tenant}'}}\ntenants: {nlp: {accounts: [nlp]}}\n";

static void setup_by_size(void)
{
	use_policy(by_size);
	put_record("\"verdict\":\"route\",\"mode\":\"enforce\",\"profile\":\"big\","
		   "\"partition\":\"ultra\",\"qos\":\"nlp\",\"segment\":4,\"gpu_type\":\"gb200\"");
	job.spank_job_env_size = 0;
	job.partition = (char *)"ultra";
	job.tres_per_node = (char *)"gres/gpu:gb200:4";
	job.segment_size = 4;
	job.min_nodes = job.max_nodes = job.num_tasks = 4;
	change.min_nodes = change.max_nodes = 2;
}

static void it_goes_where_it_would_be_without_us(void **state)
{
	(void)state;
	setup_by_size();
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "p5en");
	assert_string_equal(change.qos, "");
	assert_string_equal(change.tres_per_node, "gres/gpu:4");
	assert_int_equal(notes, 1);
	/* With the partition free again, in the memory that teardown knows. */
	memory_free((void **)&change.partition);
}

/* The partition is the user's, or a reservation's: it stays, the rest goes. */
static void a_chosen_partition_stays(void **state)
{
	for (unsigned i = 0; i < 2; i++) {
		teardown(state);
		setup(state);
		setup_by_size();
		if (i == 0)
			change.partition = (char *)"ultra";
		else
			job.reservation = (char *)"blocks";
		assert_int_equal(modify(), CR_ANSWER_ACCEPT);
		assert_true(i == 0 || !change.partition);
		assert_string_equal(change.qos, "");
		change.partition = NULL;
	}
}

/* A size that the profile is for: all as it was. */
static void in_its_profile_it_stays(void **state)
{
	(void)state;
	setup_by_size();
	change.min_nodes = change.max_nodes = 8;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.partition);
	assert_null(change.qos);
	assert_null(change.tres_per_node);
}

/* ---- what no update changes must fit -------------------------------------------------------- */

static const struct {
	const char *record; /* NULL: none of ours */
	uint32_t nodes, most;
	bool fits;
} segments[] = {
	{"\"partition\":\"ultra\",\"segment\":4", 6, 6, false},
	{"\"partition\":\"ultra\",\"segment\":4", 8, 8, true},
	{"\"partition\":\"ultra\",\"segment\":4", 5, 8, false}, /* of a range counts the least */
	{"\"partition\":\"ultra\",\"segment\":4", 3, 3, true},  /* ignored, beyond the job */
	{"\"partition\":\"ultra\",\"segment\":4,\"own\":[\"segment\"]", 6, 6, false},
	{NULL, 6, 6, false}, /* never routed: Slurm would let it wait for ever all the same */
	{NULL, 8, 8, true},
};

static void a_segment_that_stays_must_fit(void **state)
{
	for (size_t i = 0; i < COUNT(segments); i++) {
		char keys[300];

		teardown(state);
		setup(state);
		print_message("case %zu\n", i);
		snprintf(keys, sizeof(keys), ROUTED "\"qos\":\"nlp\",%s",
			 segments[i].record ? segments[i].record : "");
		put_record(keys);
		if (!segments[i].record) {
			use_policy(plain);
			job.env_size = job.spank_job_env_size = 0;
		}
		job.partition = (char *)"ultra";
		job.segment_size = 4;
		job.min_nodes = job.max_nodes = job.num_tasks = 4;
		world.partitions[1].takes_jobs = false; /* nowhere else to go */
		change.min_nodes = segments[i].nodes;
		change.max_nodes = segments[i].most;
		assert_int_equal(modify() == CR_ANSWER_ACCEPT, segments[i].fits);
		if (!segments[i].fits)
			assert_non_null(strstr(message, "submit the job anew"));
		assert_null(change.partition);
	}
}

/* What the update does not touch it is not refused for. */
static void what_does_not_fit_already_is_not_the_updates_fault(void **state)
{
	(void)state;
	use_policy(plain);
	job.env_size = job.spank_job_env_size = 0;
	job.partition = (char *)"ultra";
	job.segment_size = 4;
	job.min_nodes = job.max_nodes = job.num_tasks = 6;
	change.min_nodes = change.max_nodes = NO_VAL;
	change.time_limit = 10;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
}

/* Blocks of its own it has: a route that wants them can be moved to. */
static void exclusive_blocks_that_it_has_fit(void **state)
{
	static const char route[] = "{topology_type: block, segment: largest";
	const char *at = strstr(world_policy, route);
	char text[4096];

	(void)state;
	assert_non_null(at);
	at += strlen(route);
	snprintf(text, sizeof(text), "%.*s, exclusive_topology: true%s", (int)(at - world_policy),
		 world_policy, at);
	use_policy(text);
	job.shared = NO_VAL16; /* as Slurm's copy has it */
	put_record(ROUTED "\"partition\":\"p5en\",\"qos\":\"nlp\",\"exclusive_topo\":true");
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
}

/* A reservation that has no nodes where we sent the job: it goes where they are. */
static void a_reservation_moves_what_we_placed(void **state)
{
	static const uint32_t in_ultra[3] = {4};
	struct cr_reservation blocks = {.name = "blocks", .nodes_in = in_ultra};

	(void)state;
	world.view.reservations = &blocks;
	world.view.reservation_count = 1;
	change.min_nodes = change.max_nodes = NO_VAL;
	change.reservation = (char *)"blocks";
	job.segment_size = 2;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(switches_of_ours_go),
		CASE(another_partition_takes_them_too),
		CASE(named_nodes_take_them_too),
		CASE(a_shut_partition_takes_nothing),
		CASE(contiguous_nodes_go),
		CASE(a_qos_of_ours_goes),
		CASE(a_slurm_without_empty_qos_is_given_the_default),
		CASE(a_slurm_that_cannot_is_given_no_qos),
		CASE(the_gpu_type_follows_the_partition),
		CASE(untyped_gpus_get_the_type_where_they_go),
		CASE(the_users_type_stays),
		CASE(a_type_that_stays_is_not_touched),
		CASE(it_goes_where_it_would_be_without_us),
		CASE(a_chosen_partition_stays),
		CASE(in_its_profile_it_stays),
		CASE(a_segment_that_stays_must_fit),
		CASE(what_does_not_fit_already_is_not_the_updates_fault),
		CASE(exclusive_blocks_that_it_has_fit),
		CASE(a_reservation_moves_what_we_placed),
	};

	return cmocka_run_group_tests_name("modify earlier", tests, NULL, NULL);
}

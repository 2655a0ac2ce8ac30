/* SPDX-License-Identifier: GPL-2.0-or-later */
/* live: whole answers of a controller, and the view that comes of them. */
#include "tests/unit/unit.h"

#include "live/cluster.h"
#include "live/live.h"
#include "tests/unit/fake_controller.h"
#include "topology/slurm_versions.h"

#include <json-c/json.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int setup(void **state)
{
	(void)state;
	fake_start();
	return setenv("SLURM_CONF", "/dev/null", 1);
}

static int teardown(void **state)
{
	(void)state;
	return fake_stop() ? 0 : -1; /* every answer was given back */
}

/* The cluster as a snapshot shows it: each member in one line. */
static struct json_object *load(void)
{
	struct cr_error err = {.text = ""};
	struct cr_live_cluster *c = cr_live_cluster_load(&err);
	struct json_object *all;
	char *text;

	assert_string_equal(err.text, "");
	assert_non_null(c);
	text = cr_snapshot_format(cr_live_cluster_view(c), cr_live_cluster_topologies(c),
				  cr_live_cluster_accounts(c), &err);
	cr_live_cluster_destroy(c);
	assert_non_null(text);
	all = json_tokener_parse(text);
	free(text);
	assert_non_null(all);
	return all;
}

static const char *member(struct json_object *all, const char *name)
{
	struct json_object *value;

	if (!json_object_object_get_ex(all, name, &value))
		return "(none)";
	return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN |
							     JSON_C_TO_STRING_NOSLASHESCAPE);
}

struct expected {
	const char *name, *value;
};

static void compare(const struct expected *table, size_t count)
{
	struct json_object *all = load();
	size_t bad = 0;

	for (size_t i = 0; i < count; i++) {
		const char *got = member(all, table[i].name);

		if (strcmp(got, table[i].value) == 0)
			continue;
		print_error("%s\n  want %s\n  got  %s\n", table[i].name, table[i].value, got);
		bad++;
	}
	json_object_put(all);
	assert_int_equal(bad, 0);
}

#define ULTRA_SHAPE                                                                                \
	"{\"arch\":\"aarch64\",\"gpu_type\":\"gb200\",\"gpus\":4,\"cpus\":140,\"sockets\":2,"      \
	"\"memory\":960000,\"features\":[\"gb200\",\"nvl\"],\"nodes\":4,\"up\":3,\"idle\":3}"
#define P5EN_SHAPES                                                                                \
	"{\"arch\":\"x86_64\",\"gpu_type\":\"h200\",\"gpus\":8,\"cpus\":192,\"sockets\":2,"        \
	"\"memory\":2000000,\"nodes\":3,\"up\":3,\"idle\":2},"                                     \
	"{\"gpu_type\":\"h200\",\"gpus\":8,\"cpus\":192,\"sockets\":2,\"memory\":2000000,"         \
	"\"nodes\":1}"

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
#define ENDLESS                                                                                    \
	"\"max_nodes\":\"infinite\",\"max_time\":\"infinite\",\"max_cpus_per_node\":\"infinite\""

static void a_whole_cluster(void **state)
{
	static const struct expected table[] = {
		{"slurm_version", "\"26.05.5\""},
		{"cluster", "\"alpha\""},
		{"partitions",
		 "[{\"name\":\"ultra\",\"up\":true,\"takes_jobs\":true,\"topology\":\"ultra\","
		 "\"topology_type\":\"block\",\"shapes\":[" ULTRA_SHAPE "],\"nodes\":4,"
		 "\"min_nodes\":1,\"max_nodes\":\"infinite\",\"max_time\":2880,"
		 "\"max_cpus_per_node\":\"infinite\",\"priority_tier\":1,"
		 "\"units\":{\"b1\":2,\"b2\":2}},"
		 "{\"name\":\"p5en\",\"up\":true,\"takes_jobs\":true,\"is_default\":true,"
		 "\"topology\":\"p5en\",\"topology_type\":\"tree\",\"shapes\":[" P5EN_SHAPES "],"
		 "\"nodes\":4," ENDLESS ",\"priority_tier\":1,\"preempt_mode\":\"cancel\","
		 "\"allow_accounts\":[\"nlp\",\"vision\"],\"allow_groups\":[\"ml\",\"ops\"],"
		 "\"deny_qos\":[\"spare\"],"
		 "\"qos\":\"normal\",\"units\":{\"leaf1\":2,\"leaf2\":2}},"
		 "{\"name\":\"all\",\"up\":true,\"takes_jobs\":true,\"topology\":\"p5en\","
		 "\"topology_type\":\"tree\",\"shapes\":[" ULTRA_SHAPE "," P5EN_SHAPES "],"
		 "\"nodes\":8," ENDLESS
		 ",\"priority_tier\":1,\"units\":{\"leaf1\":2,\"leaf2\":2}}]"},
		{"reservations",
		 "[{\"name\":\"maint\",\"active\":true,\"accounts\":[\"nlp\"],"
		 "\"denied_users\":[\"bob\",\"eve\"],\"nodes\":{\"ultra\":2,\"p5en\":1,\"all\":3}},"
		 "{\"name\":\"licences\",\"partition\":\"p5en\",\"users\":[\"ada\"],\"nodes\":{}}]"},
		{"enforce", "[\"associations\",\"limits\",\"qos\"]"},
		{"preempt_mode", "\"requeue\""},
		{"preempt_by_qos", "true"},
		{"max_switch_wait", "900"},
		{"requeue_default", "true"},
	};

	(void)state;
	compare(table, COUNT(table));
}
#endif

static void its_accounting(void **state)
{
	static const struct expected table[] = {
		{"have_qos", "true"},
		{"qos",
		 "[{\"name\":\"normal\"},"
		 "{\"name\":\"nlp\",\"priority\":100,\"preempts\":[\"spare\"],\"limits\":{\"tres\":["
		 "{\"tres\":\"gres/gpu\",\"grp\":16,\"grp_used\":8,\"grp_run_mins_used\":120}],"
		 "\"grp_jobs_used\":2}},"
		 "{\"name\":\"spare\",\"priority\":10,\"flags\":[\"DenyOnLimit\"],"
		 "\"limits\":{\"max_jobs_per_user\":4}}]"},
		{"accounts",
		 "[{\"account\":\"root\"},"
		 "{\"account\":\"nlp\",\"parent\":\"root\",\"limits\":{\"tres\":["
		 "{\"tres\":\"cpu\",\"grp_used\":100,\"max_per_job\":96}],\"grp_jobs_used\":1,"
		 "\"grp_submit_used\":4,\"user_jobs\":1,\"user_submit\":4}},"
		 "{\"account\":\"nlp\",\"user\":\"ada\",\"is_default\":true,"
		 "\"qos\":[\"nlp\",\"spare\"],\"default_qos\":\"nlp\"},"
		 "{\"account\":\"nlp\",\"user\":\"bob\",\"partition\":\"p5en\"}]"},
	};

	(void)state;
	compare(table, COUNT(table));
}

static list_t *list_of_use(slurmdb_used_limits_t *all, size_t count)
{
	list_t *list = slurm_list_create(NULL);

	for (size_t i = 0; i < count; i++)
		slurm_list_append(list, &all[i]);
	return list;
}

/* By name, of those who have one; what is not in use is left out. */
static void its_use(void **state)
{
	static uint64_t some[] = {0, 7, 16}, none[] = {0, 0, 0};
	static slurmdb_used_limits_t users[] = {
		{.uid = 501, .tres = some, .jobs = 2, .submit_jobs = 3},
		{.uid = 999, .tres = some, .jobs = 9},
		{.uid = 502, .tres = none, .submit_jobs = 1},
	};
	static slurmdb_used_limits_t accounts[] = {
		{.acct = FAKE_TEXT("nlp"), .tres = some, .jobs = 4},
		{.acct = FAKE_TEXT("vision"), .submit_jobs = 6},
	};
	static const struct expected table[] = {
		{"use", "[{\"qos\":\"nlp\",\"user\":\"ada\",\"jobs\":2,\"submit\":3,\"tres\":["
			"{\"tres\":\"mem\",\"used\":7},{\"tres\":\"gres/gpu\",\"used\":16}]},"
			"{\"qos\":\"nlp\",\"user\":\"bob\",\"submit\":1},"
			"{\"qos\":\"nlp\",\"account\":\"nlp\",\"jobs\":4,\"tres\":["
			"{\"tres\":\"mem\",\"used\":7},{\"tres\":\"gres/gpu\",\"used\":16}]},"
			"{\"qos\":\"nlp\",\"account\":\"vision\",\"submit\":6}]"},
	};
	slurmdb_qos_usage_t *usage = fake.qos[1].usage;

	(void)state;
	fake.assocs[2].uid = 501;
	fake.assocs[3].uid = 502;
	usage->user_limit_list = list_of_use(users, COUNT(users));
	usage->acct_limit_list = list_of_use(accounts, COUNT(accounts));
	compare(table, COUNT(table));
	slurm_list_destroy(usage->user_limit_list);
	slurm_list_destroy(usage->acct_limit_list);
	usage->user_limit_list = usage->acct_limit_list = NULL;
}

static void a_cluster_without_slurmdbd(void **state)
{
	static const struct expected table[] = {
		{"have_qos", "(none)"},
		{"qos", "(none)"},
		{"accounts", "(none)"},
	};

	(void)state;
	fake.accounting = false;
	compare(table, COUNT(table));
}

static void an_empty_cluster(void **state)
{
	static const struct expected table[] = {
		{"partitions", "(none)"},
		{"reservations", "(none)"},
	};

	(void)state;
	fake.partition_count = fake.node_count = fake.reservation_count = 0;
	compare(table, COUNT(table));
}

/* Partitions whose lists name nodes that the answer about nodes does not have. */
static void partitions_without_nodes(void **state)
{
	struct cr_live *live;

	(void)state;
	fake.node_count = 0;
	live = cr_live_load(NULL);
	assert_non_null(live);
	assert_int_equal(cr_live_view(live)->partition_count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(cr_live_view(live)->partitions[i].nodes, 0);
		assert_int_equal(cr_live_view(live)->partitions[i].shape_count, 0);
	}
	cr_live_destroy(live);
}

/* Slurm leaves out what is not set: every text is NULL somewhere. */
static void answers_without_texts(void **state)
{
	const struct cr_view *view;
	struct cr_live *live;

	(void)state;
	fake.conf = (slurm_conf_t){0};
	fake.partitions[0] = (partition_info_t){0};
	fake.nodes[0] = (node_info_t){0};
	fake.nodes[4] = (node_info_t){.name = FAKE_TEXT("p1"), .gres = FAKE_TEXT("(null)")};
	fake.reservations[0] = (reserve_info_t){0};
	live = cr_live_load(NULL);
	assert_non_null(live);
	view = cr_live_view(live);
	assert_null(view->cluster);
	assert_int_equal(view->slurm_version, SLURM_VERSION_NUMBER);
	assert_int_equal(view->max_switch_wait, CR_UNSET);
	assert_string_equal(view->partitions[0].name, "");
	assert_int_equal(view->partitions[0].nodes, 0);
	assert_int_equal(view->partitions[1].nodes, 4);
	assert_int_equal(view->partitions[2].nodes, 7);
	assert_string_equal(view->reservations[0].name, "");
	assert_false(view->reservations[0].active);
	assert_int_equal(view->reservations[0].nodes_in[2], 0);
	cr_live_destroy(live);
}

static const uint32_t limits[] = {INFINITE, NO_VAL};

/* "Not said" and "no limit" stay apart, and their neighbours are limits. */
static void limits_that_are_none(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(limits); i++) {
		const struct cr_partition *p;
		struct cr_live *live;

		fake.partitions[0].max_nodes = fake.partitions[0].max_time = limits[i];
		fake.partitions[0].default_time = limits[i];
		fake.partitions[0].max_cpus_per_node = limits[i];
		fake.partitions[1].max_nodes = NO_VAL - 1;
		fake.partitions[1].max_time = 0;
		live = cr_live_load(NULL);
		assert_non_null(live);
		p = cr_live_view(live)->partitions;
		assert_int_equal(p[0].max_nodes, limits[i]);
		assert_int_equal(p[0].max_time, limits[i]);
		assert_int_equal(p[0].default_time, limits[i]);
		assert_int_equal(p[0].max_cpus_per_node, limits[i]);
		assert_int_equal(p[1].max_nodes, NO_VAL - 1);
		assert_int_equal(p[1].max_time, 0);
		cr_live_destroy(live);
	}
}

/* Whatever tells nodes apart makes a shape of its own. */
static void nodes_that_differ(void **state)
{
	struct cr_live *live;

	(void)state;
	for (uint32_t i = 0; i < 8; i++) {
		fake.nodes[i] = fake.nodes[0];
		fake.nodes[i].node_state = NODE_STATE_IDLE;
	}
	live = cr_live_load(NULL);
	assert_non_null(live);
	assert_int_equal(cr_live_view(live)->partitions[2].shape_count, 1);
	assert_int_equal(cr_live_view(live)->partitions[2].shapes[0].nodes, 8);
	cr_live_destroy(live);
	fake.nodes[1].features = FAKE_TEXT("gb200");
	fake.nodes[2].features = FAKE_TEXT("gb200,nvs");
	fake.nodes[3].gres = FAKE_TEXT("gpu:4");
	fake.nodes[4].real_memory++;
	fake.nodes[5].sockets++;
	fake.nodes[6].cpus_efctv--;
	fake.nodes[7].arch = FAKE_TEXT("x86_64");
	live = cr_live_load(NULL);
	assert_non_null(live);
	assert_int_equal(cr_live_view(live)->partitions[2].shape_count, 8);
	assert_null(cr_live_view(live)->partitions[2].shapes[3].gpu_type);
	assert_int_equal(cr_live_view(live)->partitions[2].shapes[3].gpus, 4);
	cr_live_destroy(live);
}

static void each_question_can_fail(void **state)
{
	static const char *const names[] = {
		"slurm_load_ctl_conf",     "slurm_load_partitions",     "slurm_load_node",
		"slurm_load_reservations", "slurm_load_assoc_mgr_info",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cr_error err = {.text = ""};
		char want[200];

		fake.failing = names[i];
		fake.error = ESLURM_ACCESS_DENIED;
		(void)snprintf(want, sizeof(want), "%s: %s", names[i],
			       slurm_strerror(ESLURM_ACCESS_DENIED));
		assert_null(cr_live_cluster_load(&err));
		assert_string_equal(err.text, want);
		assert_int_equal(fake.out, 0);
	}
}

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
/* Neither told nor in a file, or told in a form that nobody reads: a cluster all the same. */
static void topologies_that_cannot_be_had(void **state)
{
	static const struct {
		const char *failing, *yaml, *problem;
	} table[] = {
		{"slurm_load_topo_config", NULL, "slurm_load_topo_config: "},
		{NULL, NULL, "the controller told no topology"},
		{NULL, "- topology: [", "slurmctld's topology:2:1: error: not valid YAML"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		struct cr_live *live;

		fake.failing = table[i].failing;
		fake.error = SLURM_COMMUNICATIONS_CONNECTION_ERROR;
		fake.topology = table[i].yaml;
		live = cr_live_load(NULL);
		assert_non_null(live);
		assert_null(cr_live_topologies(live));
		if (!strstr(cr_live_topology_problem(live), table[i].problem))
			fail_msg("%s", cr_live_topology_problem(live));
		assert_string_equal(cr_live_view(live)->partitions[0].topology, "ultra");
		assert_null(cr_live_view(live)->partitions[0].space);
		assert_true(cr_live_view(live)->partitions[0].topology_unknown);
		cr_live_destroy(live);
	}
}
#endif

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
/* One that cannot be read costs itself alone: type and name of it are known, nothing of fit. */
static void a_topology_that_cannot_be_read(void **state)
{
	struct cr_live *live;
	const struct cr_view *view;

	(void)state;
	fake.topology = "- {topology: ultra, block: {blocks: [{block: b, nodes: 'n['}]}}\n"
			"- {topology: p5en, tree: {switches: [{switch: s, nodes: 'n[1-64]'}]}}\n";
	live = cr_live_load(NULL);
	assert_non_null(live);
	view = cr_live_view(live);
	assert_string_equal(view->partitions[0].topology, "ultra");
	assert_int_equal(view->partitions[0].topology_type, CR_TOPOLOGY_BLOCK);
	assert_null(view->partitions[0].space);
	assert_int_equal(view->partitions[1].topology_type, CR_TOPOLOGY_TREE);
	assert_non_null(view->partitions[1].space);
	assert_false(view->partitions[0].topology_unknown || view->partitions[1].topology_unknown);
	assert_non_null(strstr(cr_live_topology_problem(live), "error: "));
	cr_live_destroy(live);
	/* A type that we have never heard of. */
	fake.topology = "- {topology: ultra, hypercube: {corners: [n1]}}\n"
			"- {topology: p5en, tree: {switches: [{switch: s, nodes: 'n[1-64]'}]}}\n";
	live = cr_live_load(NULL);
	assert_non_null(live);
	view = cr_live_view(live);
	assert_true(view->partitions[0].topology_unknown);
	assert_int_equal(view->partitions[0].topology_type, CR_TOPOLOGY_NONE);
	assert_false(view->partitions[1].topology_unknown);
	cr_live_destroy(live);
}
#endif

static void topologies_that_are_told(void **state)
{
	struct cr_live *live;

	(void)state;
	live = cr_live_load(NULL);
	assert_non_null(live);
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
	assert_int_equal(cr_topologies_count(cr_live_topologies(live)), 2);
	assert_string_equal(cr_live_topology_problem(live), "");
#endif
	cr_live_destroy(live);
}

/* A node that is up and told no architecture has yet to register. */
static void settled_once_every_node_has_registered(void **state)
{
	struct cr_live *live;

	(void)state;
	live = cr_live_load(NULL);
	assert_true(cr_live_is_settled(live)); /* p4 is not up */
	cr_live_destroy(live);
	fake.nodes[7].node_state = NODE_STATE_IDLE;
	fake.nodes[7].partitions = (char *)"all";
	live = cr_live_load(NULL);
	assert_false(cr_live_is_settled(live));
	cr_live_destroy(live);
}

/* What sleeps in a cloud may never be started: it is not waited for. */
static void a_cloud_is_not_waited_for(void **state)
{
	static const uint32_t absent[] = {NODE_STATE_CLOUD, NODE_STATE_POWERED_DOWN,
					  NODE_STATE_POWERING_UP, NODE_STATE_POWERING_DOWN};

	(void)state;
	for (size_t i = 0; i < COUNT(absent); i++) {
		struct cr_live *live;

		fake.nodes[7].node_state = NODE_STATE_IDLE | absent[i];
		live = cr_live_load(NULL);
		assert_true(cr_live_is_settled(live));
		cr_live_destroy(live);
	}
}

static void what_changed(void **state)
{
	struct cr_live *live = cr_live_load(NULL);

	(void)state;
	assert_non_null(live);
	assert_false(cr_live_changed(live));
	fake.partitions_changed++;
	assert_true(cr_live_changed(live));
	fake.partitions_changed--;
	fake.reservations_changed++;
	assert_true(cr_live_changed(live));
	fake.failing = "slurm_load_reservations";
	assert_false(cr_live_changed(live));
	fake.partitions_changed++;
	assert_true(cr_live_changed(live));
	fake.reservations_changed--;
	fake.failing = "slurm_load_partitions";
	assert_false(cr_live_changed(live));
	cr_live_destroy(live);
}

static void the_view_of_a_user(void **state)
{
	struct cr_live_cluster *c = cr_live_cluster_load(NULL);
	const char *account = NULL;
	struct cr_arena arena;
	struct cr_view view;

	(void)state;
	assert_non_null(c);
	cr_arena_init(&arena, NULL, 0, 0);
	assert_int_equal(cr_live_cluster_for(c, "ada", &account, &arena, &view), 0);
	assert_string_equal(account, "nlp");
	assert_int_equal(view.user_assoc_count, 1);
	assert_string_equal(view.user_assocs[0].default_qos, "nlp");
	assert_int_equal(view.parent_count, 2);
	cr_arena_release(&arena);
	cr_live_cluster_destroy(c);
}

static void the_view_of_a_user_without_slurmdbd(void **state)
{
	struct cr_live_cluster *c;
	const char *account = NULL;
	struct cr_arena arena;
	struct cr_view view;

	(void)state;
	fake.accounting = false;
	c = cr_live_cluster_load(NULL);
	assert_non_null(c);
	cr_arena_init(&arena, NULL, 0, 0);
	assert_int_equal(cr_live_cluster_for(c, "ada", &account, &arena, &view), 0);
	assert_null(account);
	assert_false(view.have_assocs);
	assert_int_equal(view.partition_count, 3);
	cr_arena_release(&arena);
	cr_live_cluster_destroy(c);
	cr_live_cluster_destroy(NULL);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
		CASE(a_whole_cluster),
		CASE(a_topology_that_cannot_be_read),
		CASE(topologies_that_cannot_be_had),
#endif
		CASE(its_accounting),
		CASE(its_use),
		CASE(a_cluster_without_slurmdbd),
		CASE(an_empty_cluster),
		CASE(partitions_without_nodes),
		CASE(answers_without_texts),
		CASE(limits_that_are_none),
		CASE(nodes_that_differ),
		CASE(each_question_can_fail),
		CASE(topologies_that_are_told),
		CASE(settled_once_every_node_has_registered),
		CASE(a_cloud_is_not_waited_for),
		CASE(what_changed),
		CASE(the_view_of_a_user),
		CASE(the_view_of_a_user_without_slurmdbd),
	};

	return cmocka_run_group_tests_name("live, whole answers", tests, NULL, NULL);
}

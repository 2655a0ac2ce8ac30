/* SPDX-License-Identifier: GPL-2.0-or-later */
/* live: Slurm's answers, made by hand, as a view. */
#include "unit.h"

#include "live/name_list.h"
#include "live/partition.h"
#include "live/reservation.h"
#include "live/settings.h"
#include "live/shape.h"

#include <string.h>

static struct cr_arena arena;

static int setup(void **state)
{
	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	cr_arena_release(&arena);
	return 0;
}

/* Two kinds of nodes; n5 is down, n6 drained, n7 asleep, n8 has no name (a hole). */
static node_info_t nodes[] = {
	{.name = (char *)"n1",
	 .arch = (char *)"aarch64",
	 .gres = (char *)"gpu:gb200:4(S:0-1)",
	 .cpus = 72,
	 .node_state = NODE_STATE_IDLE},
	{.name = (char *)"n2",
	 .arch = (char *)"aarch64",
	 .gres = (char *)"gpu:gb200:4(S:0-1)",
	 .cpus = 72,
	 .node_state = NODE_STATE_ALLOCATED},
	{.name = (char *)"n3",
	 .arch = (char *)"x86_64",
	 .gres = (char *)"gpu:h200:8,nic:2",
	 .cpus = 192,
	 .node_state = NODE_STATE_IDLE},
	{.name = (char *)"n4",
	 .arch = (char *)"x86_64",
	 .gres = (char *)"gpu:h200:8,nic:2",
	 .cpus = 192,
	 .node_state = NODE_STATE_MIXED},
	{.name = (char *)"n5",
	 .arch = (char *)"x86_64",
	 .gres = (char *)"gpu:h200:8,nic:2",
	 .cpus = 192,
	 .node_state = NODE_STATE_DOWN},
	{.name = (char *)"n6",
	 .arch = (char *)"x86_64",
	 .gres = (char *)"gpu:h200:8,nic:2",
	 .cpus = 192,
	 .node_state = NODE_STATE_IDLE | NODE_STATE_DRAIN},
	{.name = (char *)"n7",
	 .arch = (char *)"x86_64",
	 .gres = (char *)"gpu:h200:8,nic:2",
	 .cpus = 192,
	 .node_state = NODE_STATE_IDLE | NODE_STATE_POWERED_DOWN},
	{.name = NULL},
};
static node_info_msg_t nodes_msg = {.node_array = nodes, .record_count = COUNT(nodes)};

static void shapes_are_counted(void **state)
{
	int32_t some[] = {1, 2, 4, 7, -1};
	int32_t beyond[] = {6, 500, -1};
	struct cr_shapes shapes;
	const struct cr_shape *found;
	size_t count;
	uint32_t total;

	(void)state;
	assert_int_equal(cr_shapes_read(&nodes_msg, &arena, &shapes), 0);
	assert_int_equal(shapes.count, 2);
	found = cr_shapes_of(&shapes, some, &arena, &count, &total);
	assert_int_equal(count, 2);
	assert_int_equal(total, 5);
	assert_string_equal(found[0].arch, "aarch64");
	assert_string_equal(found[0].gpu_type, "gb200");
	assert_int_equal(found[0].gpus, 4);
	assert_int_equal(found[0].nodes, 1);
	assert_int_equal(found[0].idle, 0);
	assert_string_equal(found[1].gpu_type, "h200");
	assert_int_equal(found[1].nodes, 4);
	assert_int_equal(found[1].up, 2); /* n3 and the sleeping n7 */
	assert_int_equal(found[1].idle, 2);
	found = cr_shapes_of(&shapes, beyond, &arena, &count, &total);
	assert_non_null(found);
	assert_int_equal(total, 1);
	(void)cr_shapes_of(&shapes, NULL, &arena, &count, &total);
	assert_int_equal(count, 0);
}

/* ---- a rack's name on each node ------------------------------------------ */

#define MANY 10000

static node_info_t racked[MANY];
static char rack_names[MANY][24];

/* Every node a feature of its own, or one of ten. */
static void make_racks(size_t racks)
{
	for (size_t i = 0; i < MANY; i++) {
		(void)snprintf(rack_names[i], sizeof(rack_names[i]), "efa,rack%zu", i % racks);
		racked[i] = nodes[2];
		racked[i].features = rack_names[i];
	}
}

/* Memory in kilobytes of reading them, and of HALVES partitions that have half of them each. */
static size_t kilobytes(size_t racks, size_t halves, size_t *shapes_found)
{
	const node_info_msg_t msg = {.node_array = racked, .record_count = MANY};
	int32_t half[] = {0, MANY / 2 - 1, -1};
	struct cr_shapes shapes;
	struct cr_arena own;
	size_t count, used;
	uint32_t total;

	make_racks(racks);
	cr_arena_init(&own, NULL, 0, 0);
	assert_int_equal(cr_shapes_read(&msg, &own, &shapes), 0);
	*shapes_found = shapes.count;
	for (size_t i = 0; i < halves; i++) {
		assert_non_null(cr_shapes_of(&shapes, half, &own, &count, &total));
		assert_int_equal(total, MANY / 2);
	}
	used = own.used / 1024;
	cr_arena_release(&own);
	return used;
}

/* A shape is kept once, whatever its nodes; a partition keeps those that it has. */
static void racks_cost_what_there_are_of_them(void **state)
{
	size_t count;

	(void)state;
	assert_true(kilobytes(10, 0, &count) <= 1200); /* of it 840 for the two tables */
	assert_int_equal(count, 10);
	assert_true(kilobytes(10, 100, &count) <= 1400);
	assert_true(kilobytes(MANY, 10, &count) <= 8192);
	assert_int_equal(count, MANY);
}

static const char topology[] =
	"- topology: t\n  cluster_default: true\n  block:\n    block_sizes: [2]\n    blocks:\n"
	"      - {block: b1, nodes: 'n[1-2]'}\n      - {block: b2, nodes: 'n[3-4]'}\n";

static void a_partition_and_its_part_of_the_topology(void **state)
{
	struct cr_topologies *set = cr_topologies_parse_yaml("t", topology, strlen(topology), NULL,
							     NULL);
	int32_t inx[] = {1, 3, -1};
	partition_info_t info = {
		.name = (char *)"p",
		.node_inx = inx,
		.state_up = PARTITION_UP,
		.flags = PART_FLAG_DEFAULT,
		.allow_accounts = (char *)"ALL",
		.deny_qos = (char *)"a,b",
		.max_nodes = INFINITE,
		.max_time = 60,
		.default_time = NO_VAL,
		.qos_char = (char *)"pq",
		.preempt_mode = NO_VAL16,
		.max_share = 1,
	};
	struct cr_shapes shapes;
	struct cr_partition_source source = {&shapes, set};
	struct cr_partition p;

	(void)state;
	assert_non_null(set);
	assert_int_equal(cr_shapes_read(&nodes_msg, &arena, &shapes), 0);
	assert_int_equal(cr_partition_read(&info, &source, &arena, &p), 0);
	assert_true(p.up && p.takes_jobs && p.is_default);
	assert_false(p.root_only || p.exclusive_node);
	assert_int_equal(p.allow_accounts.count, 0);
	assert_int_equal(p.deny_qos.count, 2);
	assert_string_equal(p.deny_qos.name[1], "b");
	assert_int_equal(p.max_nodes, CR_INFINITE);
	assert_int_equal(p.max_time, 60);
	assert_int_equal(p.default_time, CR_UNSET);
	assert_int_equal(p.min_nodes, CR_UNSET);
	assert_int_equal(p.preempt_mode, CR_PREEMPT_CLUSTER);
	assert_string_equal(p.qos, "pq");
	assert_string_equal(p.topology, "t");
	assert_int_equal(p.topology_type, CR_TOPOLOGY_BLOCK);
	assert_int_equal(p.nodes, 3);
	assert_int_equal(cr_space_nodes(p.space), 3);
	assert_int_equal(cr_space_units(p.space), 2);
	cr_space_destroy((struct cr_space *)p.space);
	cr_topologies_destroy(set);
}

static void a_cluster_without_topologies(void **state)
{
	int32_t inx[] = {0, 1, -1};
	partition_info_t info = {.name = (char *)"p", .node_inx = inx, .state_up = PARTITION_DRAIN};
	struct cr_shapes shapes;
	struct cr_partition_source source = {&shapes, NULL};
	struct cr_partition p;

	(void)state;
	assert_int_equal(cr_shapes_read(&nodes_msg, &arena, &shapes), 0);
	assert_int_equal(cr_partition_read(&info, &source, &arena, &p), 0);
	assert_null(p.space);
	assert_int_equal(p.topology_type, CR_TOPOLOGY_NONE);
	assert_false(p.up || p.takes_jobs);
}

static void reservations_and_their_nodes(void **state)
{
	int32_t in_r[] = {1, 3, -1}, in_p[] = {0, 1, -1}, in_q[] = {3, 6, -1};
	partition_info_t parts[] = {{.node_inx = in_p}, {.node_inx = in_q}};
	partition_info_msg_t parts_msg = {.partition_array = parts, .record_count = 2};
	reserve_info_t all[] = {
		{.name = (char *)"r1",
		 .node_inx = in_r,
		 .start_time = 100,
		 .end_time = 200,
		 .users = (char *)"alice,bob",
		 .accounts = (char *)"-nlp,-vision"},
		{.name = (char *)"r2", .node_inx = NULL, .start_time = 500, .end_time = 600},
	};
	reserve_info_msg_t msg = {.reservation_array = all, .record_count = 2};
	const struct cr_reservation *r = cr_reservations_read(&msg, &parts_msg, COUNT(nodes), 150,
							      &arena);

	(void)state;
	assert_non_null(r);
	assert_true(r[0].active);
	assert_false(r[1].active);
	assert_int_equal(r[0].nodes_in[0], 1);
	assert_int_equal(r[0].nodes_in[1], 1);
	assert_int_equal(r[1].nodes_in[0], 0);
	assert_int_equal(r[0].users.count, 2);
	assert_int_equal(r[0].accounts.count, 0);
	assert_int_equal(r[0].denied_accounts.count, 2);
	assert_string_equal(r[0].denied_accounts.name[1], "vision");
}

static void settings(void **state)
{
	slurm_conf_t conf = {
		.version = (char *)"26.05.5",
		.cluster_name = (char *)"c",
		.accounting_storage_enforce = 0x1b,
		.preempt_mode = PREEMPT_MODE_REQUEUE | PREEMPT_MODE_GANG,
		.preempt_type = (char *)"preempt/qos",
		.sched_params = (char *)"defer,max_switch_wait=900,bf_interval=5",
		.job_requeue = 1,
	};
	struct cr_view view = {0};

	(void)state;
	assert_int_equal(cr_settings_read(&conf, &arena, &view), 0);
	assert_int_equal(view.slurm_version, CR_SLURM_VERSION(26, 5, 5));
	assert_int_equal(view.enforce,
			 CR_ENFORCE_ASSOCS | CR_ENFORCE_LIMITS | CR_ENFORCE_QOS | CR_ENFORCE_SAFE);
	assert_true(view.preempt_by_qos && view.requeue_default);
	assert_int_equal(view.preempt_mode, CR_PREEMPT_REQUEUE);
	assert_int_equal(view.max_switch_wait, 900);
	assert_true(view.memory_not_consumed);
	assert_false(view.tree_optional || view.dragonfly);
	conf.select_type_param = 0x10;
	conf.topology_param = (char *)"Dragonfly";
	assert_int_equal(cr_settings_read(&conf, &arena, &view), 0);
	assert_false(view.memory_not_consumed || view.tree_optional);
	assert_true(view.dragonfly);
	conf.topology_param = (char *)"RouteTree,topooptional";
	assert_int_equal(cr_settings_read(&conf, &arena, &view), 0);
	assert_true(view.tree_optional && !view.dragonfly);
}

static void versions_and_waits(void **state)
{
	(void)state;
	assert_int_equal(cr_settings_version("slurm-wlm 24.11.5-1"), CR_SLURM_VERSION(24, 11, 5));
	assert_int_equal(cr_settings_version("26.05"), CR_SLURM_VERSION(26, 5, 0));
	assert_int_equal(cr_settings_version("next"), 0);
	assert_int_equal(cr_settings_version(NULL), 0);
	assert_int_equal(cr_settings_switch_wait("max_switch_wait="), CR_UNSET);
	assert_int_equal(cr_settings_switch_wait(NULL), CR_UNSET);
	assert_int_equal(cr_settings_switch_wait("max_switch_wait=0"), 0);
}

static void lists_of_names(void **state)
{
	struct cr_names names;

	(void)state;
	assert_int_equal(cr_live_names(&arena, "a,,bc,", &names), 0);
	assert_int_equal(names.count, 2);
	assert_string_equal(names.name[1], "bc");
	assert_int_equal(cr_live_names(&arena, ",", &names), 0);
	assert_int_equal(names.count, 0);
	assert_int_equal(cr_live_names(&arena, NULL, &names), 0);
	assert_int_equal(names.count, 0);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(shapes_are_counted),
		CASE(racks_cost_what_there_are_of_them),
		CASE(a_partition_and_its_part_of_the_topology),
		CASE(a_cluster_without_topologies),
		CASE(reservations_and_their_nodes),
		CASE(settings),
		CASE(versions_and_waits),
		CASE(lists_of_names),
	};

	return cmocka_run_group_tests_name("live", tests, NULL, NULL);
}

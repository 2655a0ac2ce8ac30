/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decision at the edges of its rules: the number itself and one beside it, the last
 * candidate that is kept, what is said where, and memory of every size.
 */
#include "tests/unit/unit.h"

#include "tests/unit/choice_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENFORCE "version: 1\nmode: enforce\n"
#define TREE    "{topology_type: tree}"

static struct world w;
static struct choice x;

static int setup(void **state)
{
	(void)state;
	world_make(&w, NULL);
	w.request.min_nodes = 8;
	w.request.gpus_per_node = (struct cr_gpus){.count = 4};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	world_free(&w);
	return 0;
}

/* Decide again with another policy. */
static void decide_by(const char *policy)
{
	struct cr_policy *old = w.policy;

	w.policy = world_load(policy);
	assert_non_null(w.policy);
	cr_policy_destroy(old);
	world_decide(&w);
}

static size_t count_reasons(const struct cr_decision *d, const char *part)
{
	size_t n = 0;

	for (size_t i = 0; i < d->reason_count; i++)
		n += strstr(d->reasons[i].text, part) != NULL;
	return n;
}

/* A reason of these words and no others. */
static bool has_reason(const char *text)
{
	for (size_t i = 0; i < w.d.reason_count; i++)
		if (strcmp(w.d.reasons[i].text, text) == 0)
			return true;
	return false;
}

static void refused(enum cr_code code)
{
	world_decide(&w);
	assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w.d.code, code);
}

static void goes_through(void)
{
	world_decide(&w);
	if (w.d.verdict == CR_VERDICT_REFUSE)
		fail_msg("%s", w.d.message);
}

/* ---- as many candidates as are looked at in one go, and one more --------------------------- */

#define KEPT 32

static struct cr_partition many[KEPT + 1];
static char many_list[400];

/* Partitions m0, m1 ...: all like p5en, alone in the view, and the last one LAST. */
static void make_many(const struct cr_partition *last)
{
	static char names[KEPT + 1][8];
	size_t used = 0;

	for (size_t i = 0; i <= KEPT; i++) {
		many[i] = i < KEPT ? w.partitions[1] : *last;
		snprintf(names[i], sizeof(names[i]), "m%zu", i);
		many[i].name = names[i];
		used += (size_t)snprintf(many_list + used, sizeof(many_list) - used, "%s%s",
					 i ? "," : "", names[i]);
	}
	w.view.partitions = many;
	w.view.partition_count = KEPT + 1;
}

static void the_one_beyond_is_found_on_routes(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce";
	make_many(&w.partitions[1]);
	for (size_t i = 0; i < KEPT; i++)
		many[i].takes_jobs = false;
	goes_through();
	assert_string_equal(w.d.partition, "m32");
	many[KEPT].takes_jobs = false;
	refused(CR_304_PARTITION_SHUT);
	many[KEPT - 1].takes_jobs = true;
	goes_through();
	assert_string_equal(w.d.partition, "m31");
}

/* In a list the last one counts like the first. */
static void the_one_beyond_counts_in_a_list(void **state)
{
	static const bool denied[KEPT + 1] = {[KEPT] = true};
	struct cr_partition last = w.partitions[1];

	(void)state;
	w.request.comm_profile = "allreduce";
	make_many(&last);
	w.request.partition = many_list;
	goes_through();
	assert_int_equal(w.d.reason_count, 3); /* tenant, profile, kept */
	w.view.group_denied = denied;
	goes_through();
	assert_non_null(world_reason(&w, CR_205_PARTITION_CLOSED, "m32"));
	w.view.group_denied = NULL;
	many[KEPT] = w.partitions[0];
	many[KEPT].name = "m32";
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	refused(CR_204_TOPOLOGY_NOT_OPEN);
	assert_string_equal(w.d.message, "CR-204: partition 'm32': topology type block is not open "
					 "to tenant 'vision', which may use: tree");
}

static void one_too_many_by_any_bar(void **state)
{
	static const struct {
		const char *rule, *qos;
		enum cr_code code;
	} cases[] = {
		{"partitions: {m32: {admit: {min_nodes: 9}}}\n", NULL, CR_206_NOT_ADMITTED},
		{"partitions: {m32: {admit: {max_nodes: 7}}}\n", NULL, CR_206_NOT_ADMITTED},
		{"partitions: {m32: {admit: {min_nodes: 8, max_nodes: 8}}}\n", NULL, CR_NO_CODE},
	};

	(void)state;
	make_many(&w.partitions[1]);
	w.request.partition = many_list;
	w.request.batch = true;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char policy[300];

		snprintf(policy, sizeof(policy), ENFORCE "%s", cases[i].rule);
		decide_by(policy);
		assert_int_equal(w.d.verdict == CR_VERDICT_REFUSE, cases[i].code != CR_NO_CODE);
		assert_int_equal(w.d.code, cases[i].code);
	}
}

/* Room is Slurm's to find: of the one beyond that has none it is said, and no more. */
static void the_one_beyond_has_no_room(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	static const char text[] =
		"- topology: t\n  tree: {switches: [{switch: l, nodes: 'p[1-7]'}, "
		"{switch: m, nodes: 'p[8-14]'}]}\n";
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), NULL, diags);
	struct cr_space *roots = cr_space_whole(cr_topologies_find(set, "t"));

	(void)state;
	w.request.comm_profile = "allreduce";
	make_many(&w.partitions[1]);
	w.request.partition = many_list;
	many[KEPT].space = roots;
	goes_through();
	assert_non_null(world_reason(&w, CR_333_TOPOLOGY_TOO_SMALL, "m32"));
	many[KEPT] = w.partitions[0];
	many[KEPT].name = "m32";
	w.request.arbitrary = true;
	goes_through();
	assert_non_null(world_reason(&w, CR_334_ARBITRARY, "m32"));
	cr_space_destroy(roots);
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
}

static void a_name_twice_is_one_candidate(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.partition = "p5en,p5en,ultra,p5en,ultra";
	w.partitions[0].takes_jobs = w.partitions[1].takes_jobs = false;
	goes_through();
	assert_int_equal(count_reasons(&w.d, "it takes no jobs now"), 2);
}

/* ---- where a job without -p lands ----------------------------------------------------------- */

static void each_place_to_land_counts(void **state)
{
	static uint32_t in_ultra[3] = {4, 0, 0}, in_p5en[3] = {0, 4, 0};
	static struct cr_reservation two[2];

	(void)state;
	two[0] = (struct cr_reservation){.name = "r1", .active = true, .nodes_in = in_ultra};
	two[1] = (struct cr_reservation){.name = "r2", .active = true, .nodes_in = in_p5en};
	two[0].partition = "ultra";
	two[1].partition = "p5en";
	w.view.reservations = two;
	w.view.reservation_count = 2;
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	w.request.reservation = "r2";
	goes_through();
	w.request.reservation = "r2,r1";
	refused(CR_204_TOPOLOGY_NOT_OPEN); /* each of them counts */
	w.request.reservation = "r1";
	refused(CR_204_TOPOLOGY_NOT_OPEN);
}

static void a_reservation_is_told_before_none(void **state)
{
	(void)state;
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	w.partitions[0].required_resv = true;
	w.request.comm_profile = "moe";
	refused(CR_208_RESERVATION);
	assert_non_null(strstr(w.d.message, "takes only jobs with --reservation"));
	w.request.reservation = "blocks"; /* it has nodes in none */
	refused(CR_208_RESERVATION);
	assert_non_null(strstr(w.d.message, "reservation 'blocks' has no nodes there"));
}

/* ---- segments and switches of the user's own ----------------------------------------------- */

static void own_segments_where_they_mean_nothing(void **state)
{
	const struct cr_space *space = w.partitions[0].space;

	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.min_nodes = 7; /* which 2 does not divide */
	w.request.segment = 2;
	w.request.partition = "p5en"; /* a tree */
	goes_through();
	w.request.partition = "ultra";
	refused(CR_331_SEGMENT);
	w.request.segment = 0; /* none */
	goes_through();
	w.request.segment = CR_INFINITE; /* nor is this a number */
	goes_through();
	w.request.segment = 4;
	w.request.min_nodes = 8;
	w.request.max_nodes = 16; /* Slurm chooses how many */
	goes_through();
	w.request.max_nodes = CR_UNSET;
	w.request.min_nodes = 7;
	w.partitions[0].space = NULL; /* blocks that nobody knows */
	w.request.min_nodes = 8;
	goes_through();
	w.partitions[0].space = space;
}

/* A forest: its trees hold 7 nodes each, and what passes the tree by takes 14. */
static void what_passes_the_tree_by(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	static const char text[] =
		"- topology: t\n  tree: {switches: [{switch: l, nodes: 'p[1-3]'}, "
		"{switch: m, nodes: 'p[8-11]'}, {switch: n, nodes: 'p[12-14]'}, {switch: s, nodes: "
		"'p[4-7]'}, {switch: t, children: 'l,s'}, {switch: u, children: 'm,n'}]}\n";
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), NULL, diags);
	struct cr_space *forest = cr_space_whole(cr_topologies_find(set, "t"));

	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.partition = "p5en";
	w.partitions[1].space = forest;
	w.request.min_nodes = 8;
	refused(CR_333_TOPOLOGY_TOO_SMALL);
	w.view.tree_optional = true;
	goes_through();
	assert_int_equal(w.d.switches, CR_UNSET);
	w.request.switches = 2;
	refused(CR_333_TOPOLOGY_TOO_SMALL);
	w.request.switches = CR_UNSET;
	w.view.tree_optional = false;
	w.request.contiguous = true;
	goes_through();
	w.request.contiguous = false;
	w.request.arbitrary = true;
	goes_through();
	w.request.arbitrary = false;
	refused(CR_333_TOPOLOGY_TOO_SMALL);
	w.request.min_nodes = 7;
	goes_through();
	cr_space_destroy(forest);
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
}

static void own_switches_where_they_can_wait(void **state)
{
	const struct cr_space *space = w.partitions[1].space;

	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.partition = "p5en";
	w.request.min_nodes = 9; /* two leaf switches of 8 */
	w.request.switch_wait = CR_INFINITE;
	w.request.switches = 1;
	goes_through();
	assert_string_equal(world_reason(&w, CR_335_SWITCHES, "p5en"),
			    "9 nodes need at least 2 leaf switches: for --switches=1 the job waits "
			    "300 s (max_switch_wait) in vain");
	w.view.max_switch_wait = 7;
	goes_through();
	assert_non_null(strstr(world_reason(&w, CR_335_SWITCHES, "p5en"), " 7 s "));
	w.request.switch_wait = 6;
	goes_through();
	assert_non_null(strstr(world_reason(&w, CR_335_SWITCHES, "p5en"), " 6 s "));
	w.request.switches = 2;
	goes_through();
	assert_null(world_reason(&w, CR_335_SWITCHES, "p5en"));
	assert_int_equal(count_reasons(&w.d, "--switches=2 is waited for at most 6 s"), 1);
	w.view.dragonfly = true;
	goes_through();
	assert_int_equal(count_reasons(&w.d, "has no effect with TopologyParam=dragonfly"), 1);
	w.request.switches = 1;
	goes_through();
	assert_non_null(world_reason(&w, CR_335_SWITCHES, "p5en"));
	/* A route's count is not asked for either, but for one switch. */
	w.request.switches = CR_UNSET;
	goes_through();
	assert_int_equal(w.d.switches, CR_UNSET);
	w.request.min_nodes = 8;
	goes_through();
	assert_int_equal(w.d.switches, 1);
	w.view.dragonfly = false;
	w.request.min_nodes = 9;
	goes_through();
	assert_int_equal(w.d.switches, 2);
	w.request.switches = 0;
	goes_through();
	w.request.switches = CR_UNSET;
	goes_through();
	w.request.switches = 1;
	w.request.switch_wait = 60; /* and then takes what there is */
	goes_through();
	w.request.switch_wait = CR_INFINITE;
	w.partitions[1].space = NULL;
	goes_through();
	w.partitions[1].space = space;
	w.request.partition = "ultra";
	w.request.min_nodes = 20;
	goes_through();
}

/* Slurm counts the parts that a job takes, not the nodes there are. */
static void a_topology_too_small_for_all_of_it(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	static const char text[] = "- topology: b\n  block:\n    block_sizes: [18]\n    blocks:\n"
				   "    - {block: b1, nodes: 'u[1-18]'}\n"
				   "    - {block: b2, nodes: 'u[19-27]'}\n"
				   "    - {block: b3, nodes: 'u[28-45]'}\n"
				   "    - {block: b4, nodes: 'u[46-54]'}\n"
				   "- topology: t\n  tree:\n    switches:\n"
				   "    - {switch: l1, nodes: 'p[1-27]'}\n"
				   "    - {switch: l2, nodes: 'p[28-54]'}\n";
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), NULL, diags);
	struct cr_space *blocks = cr_space_whole(cr_topologies_find(set, "b"));
	struct cr_space *roots = cr_space_whole(cr_topologies_find(set, "t"));

	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.gpus_per_node.count = CR_UNSET;
	w.shapes[0].nodes = w.partitions[0].nodes = 54;
	w.shapes[1].nodes = w.partitions[1].nodes = 54;
	w.partitions[0].space = blocks;
	w.partitions[1].space = roots;
	w.request.min_nodes = 50; /* in three parts of 18 */
	w.request.partition = "ultra";
	goes_through(); /* in segments of the route's choice */
	assert_int_equal(w.d.segment, 2);
	w.request.min_nodes = 53; /* a prime, in no segments */
	refused(CR_333_TOPOLOGY_TOO_SMALL);
	w.request.min_nodes = 50;
	w.request.segment = 2; /* its own parts */
	goes_through();
	w.request.partition = "p5en"; /* no switch is above both leaves, and segments say nothing */
	refused(CR_333_TOPOLOGY_TOO_SMALL);
	w.request.min_nodes = 26;
	goes_through();
	cr_space_destroy(blocks);
	cr_space_destroy(roots);
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
}

/* ---- the refusal of several ---------------------------------------------------------------- */

/* The one that would do for a portable job is told, though another came further. */
static void the_crossing_is_told_beside_the_nearest(void **state)
{
	(void)state;
	choice_make(&x, TREE);
	x.w.view.partition_count = 3;
	x.w.request.comm_profile = "any";
	x.parts[0].takes_jobs = false;
	x.parts[1].nodes = x.shapes[1].nodes = x.shapes[1].up = 7;
	x.parts[2] = x.parts[0];
	x.parts[2].name = "d";
	x.parts[2].takes_jobs = true;
	x.shapes[2].arch = "aarch64";
	x.parts[2].shapes = &x.shapes[2];
	world_decide(&x.w);
	assert_string_equal(x.w.d.message,
			    "CR-301: partition 'b': 8 nodes asked, it has 7; 'd': aarch64 nodes "
			    "with GPU h200, where 'a' has x86_64 with h200; if the job runs on "
			    "both: --comm-profile=any,portable");
	world_free(&x.w);
}

static void no_route_by_version(void **state)
{
	(void)state;
	w.request.comm_profile = "moe";
	w.partitions[0].topology_type = CR_TOPOLOGY_FLAT;
	w.view.slurm_version = CR_SLURM_VERSION(25, 5, 0);
	refused(CR_305_NO_ROUTE);
	assert_non_null(strstr(w.d.message, "none has the topology of its routes"));
	w.view.slurm_version = 0; /* not known */
	refused(CR_305_NO_ROUTE);
	assert_non_null(strstr(w.d.message, "none has the topology of its routes"));
	w.view.slurm_version = CR_SLURM_VERSION(24, 11, 7);
	refused(CR_305_NO_ROUTE);
	assert_non_null(strstr(w.d.message, "one topology for all partitions"));
}

/* ---- the QOS ------------------------------------------------------------------------------- */

static void nothing_is_said_of_no_qos(void **state)
{
	(void)state;
	w.user_assoc.default_qos = NULL;
	w.request.comm_profile = "allreduce";
	decide_by(ENFORCE "profiles:\n  allreduce: {pattern: none, intensity: none, routes: [" TREE
			  "]}\n");
	assert_int_equal(w.d.verdict, CR_VERDICT_ROUTE);
	assert_int_equal(count_reasons(&w.d, "own share"), 0);
	assert_null(w.d.qos);
}

static void without_slurmdbd_there_is_no_qos(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce";
	goes_through();
	assert_string_equal(w.d.qos, "nlp");
	w.view.have_qos = false;
	goes_through();
	assert_null(w.d.qos);
	assert_int_equal(count_reasons(&w.d, "own share"), 0);
}

static void an_own_share_that_is_full_beside_one_to_borrow(void **state)
{
	(void)state;
	w.request.comm_profile = "moe,borrow";
	w.request.requeue = CR_YES;
	w.request.batch = true;
	w.tres[0].grp_used = 97; /* of 128, and 32 are asked */
	goes_through();
	assert_string_equal(w.d.qos, "nlp,spare");
	assert_int_equal(count_reasons(&w.d, "own share, else borrowed"), 1);
	assert_int_equal(count_reasons(&w.d, "the job waits"), 0);
}

static void the_default_qos_of_who_has_no_own(void **state)
{
	static const char policy[] = ENFORCE
		"profiles:\n  a: {pattern: none, intensity: none, routes: [" TREE "]}\n";

	(void)state;
	w.request.comm_profile = "a";
	w.tres[0].grp = 32; /* of nlp, Slurm's default for the user */
	decide_by(policy);
	assert_int_equal(w.d.verdict, CR_VERDICT_ROUTE);
	w.tres[0].grp = 31;
	refused(CR_401_QOS_LIMIT);
}

/* A partition that only its limits close is nearer than one whose topology is too small. */
static void limits_are_the_last_bar(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	static const char text[] = "topology: t\ntree: {switches: [{switch: l, nodes: 'p[1-7]'}, "
				   "{switch: m, nodes: 'p[8-14]'}]}\n";
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), NULL, diags);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	choice_make(&x, TREE);
	x.parts[0].space = space;
	x.w.qos[3].limits.grp_jobs = 0;
	x.parts[1].qos = "normal";
	world_decide(&x.w);
	assert_int_equal(x.w.d.code, CR_401_QOS_LIMIT);
	assert_non_null(strstr(x.w.d.message, "CR-401: partition 'b': "));
	assert_non_null(strstr(x.w.d.message, "; 'a': its topology could not hold 8 nodes"));
	world_free(&x.w);
	cr_space_destroy(space);
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
}

/* ---- sizes --------------------------------------------------------------------------------- */

/* The number of nodes is open; what it comes to there is known. */
static void gpus_of_an_open_count(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.min_nodes = CR_UNSET;
	w.request.tasks = 16;
	w.request.tasks_per_node = 8;
	w.request.gpus_per_node.count = 8;
	goes_through();
	assert_string_equal(w.d.partition, "p5en");
	assert_int_equal(w.d.nodes, 2);
	assert_int_equal(w.d.gpus, 16);
}

static void own_numbers_are_noted(void **state)
{
	(void)state;
	w.request.comm_profile = "none";
	goes_through();
	assert_int_equal(w.d.own_segment, CR_UNSET);
	assert_int_equal(w.d.own_switches, CR_UNSET);
	w.request.segment = 4;
	w.request.switches = 2;
	goes_through();
	assert_int_equal(w.d.own_segment, 4);
	assert_int_equal(w.d.own_switches, 2);
	w.request.segment = w.request.switches = 0; /* said, and nothing */
	goes_through();
	assert_int_equal(w.d.own_segment, CR_UNSET);
	assert_int_equal(w.d.own_switches, CR_UNSET);
}

static void a_disabled_policy_reckons_nothing(void **state)
{
	(void)state;
	w.request.comm_profile = "moe";
	decide_by("version: 1\nmode: disabled\n");
	assert_int_equal(w.d.verdict, CR_VERDICT_LEAVE);
	assert_false(w.d.record);
	assert_int_equal(w.d.nodes, CR_UNSET);
	assert_int_equal(w.d.gpus, CR_UNSET);
	assert_int_equal(w.d.reason_count, 0);
}

static void an_old_view_is_told_in_minutes(void **state)
{
	(void)state;
	w.request.comm_profile = "moe";
	w.view.age = 600;
	goes_through();
	assert_null(world_reason(&w, CR_502_OLD_VIEW, NULL));
	w.view.age = 3600;
	goes_through();
	assert_string_equal(world_reason(&w, CR_502_OLD_VIEW, NULL),
			    "the view of the cluster is 60 minutes old");
}

/* ---- placement ----------------------------------------------------------------------------- */

static void a_segment_at_the_partitions_least(void **state)
{
	(void)state;
	w.request.comm_profile = "moe";
	w.partitions[0].min_nodes = 8;
	goes_through();
	assert_int_equal(w.d.segment, 8);
	w.qos[0].flags = CR_QOS_PART_MIN_NODE;
	w.partitions[0].min_nodes = 9;
	goes_through();
	assert_int_equal(w.d.segment, CR_UNSET);
	assert_int_equal(count_reasons(&w.d, "no segment set: Slurm will raise"), 1);
}

static void a_wait_as_long_as_slurms(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce"; /* fewest@4m */
	w.view.max_switch_wait = 240;
	goes_through();
	assert_int_equal(w.d.switch_wait, 240);
	assert_int_equal(count_reasons(&w.d, "max_switch_wait"), 0);
	w.view.max_switch_wait = 239;
	goes_through();
	assert_int_equal(w.d.switch_wait, 239);
	assert_int_equal(count_reasons(&w.d, "max_switch_wait"), 1);
}

static void named_nodes_get_no_switches(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.partition = "p5en";
	goes_through();
	assert_int_equal(w.d.switches, 1);
	w.request.nodelist = "p[01-08]";
	goes_through();
	assert_int_equal(w.d.switches, CR_UNSET);
	w.request.nodelist = NULL;
	w.request.max_nodes = 16;
	goes_through();
	assert_int_equal(w.d.switches, CR_UNSET);
}

/* A tree of one leaf: nothing to count, and nothing to say. */
static void one_leaf_is_no_count(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	static const char text[] =
		"- topology: t\n  tree: {switches: [{switch: l, nodes: 'p[1-32]'}]}\n"
		"- topology: u\n  tree: {switches: [{switch: l, nodes: 'p[1-8]'}, "
		"{switch: m, nodes: 'p[9-16]'}, {switch: s, children: 'l,m'}]}\n";
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), NULL, diags);
	struct cr_space *one = cr_space_whole(cr_topologies_find(set, "t"));
	struct cr_space *two = cr_space_whole(cr_topologies_find(set, "u"));

	(void)state;
	w.request.comm_profile = "allreduce";
	w.partitions[1].space = one;
	goes_through();
	assert_string_equal(w.d.partition, "p5en");
	assert_int_equal(w.d.switches, CR_UNSET);
	assert_int_equal(count_reasons(&w.d, "leaf switch"), 0);
	w.partitions[1].space = two;
	goes_through();
	assert_int_equal(w.d.switches, 1);
	assert_int_equal(count_reasons(&w.d, "1 leaf switch: the fewest that hold 8 nodes"), 1);
	cr_space_destroy(one);
	cr_space_destroy(two);
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
}

static void contiguous_nodes_and_why_not(void **state)
{
	static const char policy[] = ENFORCE
		"profiles:\n  a: {pattern: none, intensity: none, routes: "
		"[{partition: p5en, contiguous: true}]}\n";

	(void)state;
	w.partitions[1].topology_type = CR_TOPOLOGY_FLAT;
	w.partitions[1].space = NULL;
	w.request.comm_profile = "a";
	decide_by(policy);
	assert_true(w.d.contiguous);
	assert_true(has_reason("nodes that follow each other in Slurm's order"));
	w.request.min_nodes = 1;
	goes_through();
	assert_false(w.d.contiguous);
	assert_true(has_reason("contiguous nodes are not asked for: one node is all it takes"));
	w.request.min_nodes = 8;
	w.request.partition = "p5en";
	w.request.nodelist = "p[01-08]";
	goes_through();
	assert_false(w.d.contiguous);
	assert_int_equal(count_reasons(&w.d, "contiguous nodes are not asked for: -w names nodes"),
			 1);
}

static void what_a_route_says_in_vain(void **state)
{
	static const char policy[] = ENFORCE
		"profiles:\n  a: {pattern: none, intensity: none, routes: [{partition: "
		"p5en, segment: 4, spacing: spread, contiguous: true}]}\n";

	(void)state;
	w.request.comm_profile = "a";
	decide_by(policy);
	assert_int_equal(count_reasons(&w.d, "has no effect on topologies of type tree"), 3);
	assert_int_equal(
		count_reasons(&w.d,
			      "the route's 'segment' has no effect on topologies of type tree"),
		1);
	w.partitions[1].topology_type = CR_TOPOLOGY_NONE;
	w.partitions[1].space = NULL;
	goes_through();
	assert_int_equal(count_reasons(&w.d,
				       "the route's 'spacing' has no effect on a partition without "
				       "topology"),
			 1);
	w.partitions[1].topology_type = CR_TOPOLOGY_FLAT;
	goes_through();
	assert_int_equal(count_reasons(&w.d, "'contiguous' has no effect"), 0);
	assert_int_equal(count_reasons(&w.d, "has no effect on topologies of type flat"), 2);
}

static void what_this_slurm_cannot_be_told(void **state)
{
	static const char policy[] = ENFORCE
		"profiles:\n  a: {pattern: none, intensity: none, routes: [{partition: "
		"ultra, spacing: spread}]}\n";

	(void)state;
	w.request.comm_profile = "a";
	w.view.slurm_version = CR_SLURM_VERSION(25, 11, 2); /* the first that has it */
	decide_by(policy);
	assert_true(w.d.spread_segments);
	assert_int_equal(count_reasons(&w.d, "left out"), 0);
	w.view.slurm_version = CR_SLURM_VERSION(25, 11, 1);
	goes_through();
	assert_false(w.d.spread_segments);
	assert_true(has_reason("segments spread: left out, Slurm has it since 25.11.2"));
}

/* ---- rules for undeclared jobs ------------------------------------------------------------- */

static const struct {
	const char *when;
	bool interactive, matches;
} rules[] = {
	{"min_nodes: 1", false, true},     {"max_nodes: 1", false, true},
	{"min_nodes: 2", false, false},    {"max_gpus: 0", false, true},
	{"min_gpus: 1", false, false},     {"min_gpus: 0", false, true},
	{"kind: batch", false, true},      {"kind: batch", true, false},
	{"kind: interactive", true, true}, {"kind: interactive", false, false},
	{"kind: any", true, true},         {"min_nodes: 1", true, true},
};

/* Sizes that are open are one node, and no GPU. */
static void rules_for_open_sizes(void **state)
{
	(void)state;
	w.request.min_nodes = CR_UNSET;
	w.request.gpus_per_node.count = CR_UNSET;
	for (size_t i = 0; i < COUNT(rules); i++) {
		char policy[500];

		print_message("%s\n", rules[i].when);
		snprintf(policy, sizeof(policy),
			 ENFORCE "profiles:\n  a: {pattern: none, intensity: none, routes: [" TREE
				 "]}\nundeclared:\n- {when: {users: [bob]}, profile: none}\n"
				 "- {when: {%s}, profile: a}\n",
			 rules[i].when);
		w.request.batch = !rules[i].interactive;
		decide_by(policy);
		assert_int_equal(w.d.profile != NULL, rules[i].matches);
		assert_int_equal(count_reasons(&w.d, "undeclared; rule 2 gives this profile"),
				 rules[i].matches);
		assert_int_equal(count_reasons(&w.d, "undeclared, and no rule matches"),
				 !rules[i].matches);
		w.request.user = "bob";
		world_decide(&w);
		assert_null(w.d.profile);
		assert_int_equal(count_reasons(&w.d, "undeclared, and rule 1 leaves it so"), 1);
		w.request.user = "ada";
	}
}

/* ---- whose job it is ----------------------------------------------------------------------- */

/* Of what Slurm told only the user's association: the account itself is known all the same. */
static void an_account_without_parents(void **state)
{
	static const char *const nlp[] = {"nlp"};

	(void)state;
	w.request.comm_profile = "moe";
	w.view.parent_count = 0;
	w.partitions[0].allow_accounts = (struct cr_names){nlp, 1};
	goes_through();
	assert_string_equal(w.d.partition, "ultra");
	w.request.account = w.user_assoc.account = "health";
	goes_through();
	assert_int_equal(count_reasons(&w.d, "account is exempt"), 1);
	w.request.account = w.user_assoc.account = "below"; /* and the first above it counts */
	w.parents[0].account = "health";
	w.view.parent_count = 1;
	goes_through();
	assert_int_equal(count_reasons(&w.d, "account is exempt"), 1);
	w.parents[0].account = "nlp";
	goes_through();
	assert_string_equal(w.d.partition, "ultra");
}

/* ---- what the user chose ------------------------------------------------------------------- */

static void a_refused_partition_is_not_kept(void **state)
{
	(void)state;
	w.request.comm_profile = "allreduce";
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	w.request.partition = "ultra";
	refused(CR_204_TOPOLOGY_NOT_OPEN);
	assert_int_equal(count_reasons(&w.d, "kept: the user chose it"), 0);
	assert_null(w.d.would_partition);
	assert_null(w.d.topology); /* nor described */
	assert_string_equal(
		world_reason(&w, CR_204_TOPOLOGY_NOT_OPEN, "ultra"),
		"topology type block is not open to tenant 'vision', which may use: tree");
	w.request.partition = "p5en";
	goes_through();
	assert_int_equal(count_reasons(&w.d, "kept: the user chose it"), 1);
	assert_string_equal(w.d.would_partition, "p5en");
}

/* Refused for its segment: nothing of the partition is told as if the job went there. */
static void a_refused_placement_is_not_kept(void **state)
{
	static const char policy[] = ENFORCE
		"profiles:\n  a: {pattern: none, intensity: none, routes: [{topology_type: "
		"block, segment: {min: 4, otherwise: refuse}}]}\n"
		"tenants: {nlp: {accounts: [nlp], qos: {own: nlp}}}\n";

	(void)state;
	w.request.comm_profile = "a";
	w.request.partition = "ultra";
	w.request.min_nodes = 29;
	decide_by(policy);
	assert_int_equal(w.d.code, CR_332_SEGMENT_POOR);
	assert_int_equal(count_reasons(&w.d, "own share"), 0);
	assert_int_equal(count_reasons(&w.d, "kept: the user chose it"), 0);
	assert_null(w.d.would_partition);
	w.request.min_nodes = 28;
	goes_through();
	assert_int_equal(count_reasons(&w.d, "own share"), 1);
	assert_int_equal(count_reasons(&w.d, "kept: the user chose it"), 1);
}

/* What is refused at once is not judged further. */
static void what_ends_the_decision(void **state)
{
	(void)state;
	w.request.comm_profile = "moe";
	w.request.qos = "spare";
	w.request.min_nodes = 33; /* 132 GPUs, and 128 can be borrowed */
	refused(CR_409_CANNOT_BORROW);
	assert_int_equal(w.d.reason_count, 3); /* tenant, profile, refusal */
	w.request.qos = NULL;
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	w.request.comm_profile = "allreduce";
	w.request.min_nodes = 8;
	w.request.reservation = "unseen";
	refused(CR_208_RESERVATION);
	assert_int_equal(count_reasons(&w.d, "the job is left where Slurm puts it"), 0);
	w.request.account = w.user_assoc.account = w.parents[0].account = "nlp";
	goes_through();
	assert_int_equal(count_reasons(&w.d, "the job is left where Slurm puts it"), 1);
	w.request.reservation = NULL;
	w.request.nodelist = "p[01-08]";
	goes_through();
	assert_true(has_reason("-w names nodes, which are not known here: the job is left where "
			       "Slurm puts it"));
}

static void elsewhere_by_quota(void **state)
{
	(void)state;
	choice_make(&x, TREE);
	x.w.request.partition = "b";
	world_decide(&x.w);
	assert_string_equal(x.w.d.would_partition, "a");
	x.w.qos[3].limits.grp_jobs = 0; /* in a never */
	x.parts[0].qos = "normal";
	world_decide(&x.w);
	assert_string_equal(x.w.d.would_partition, "b");
	x.w.request.modify = true; /* of a job in the queue nobody asks */
	world_decide(&x.w);
	assert_null(x.w.d.would_partition);
	world_free(&x.w);
}

/* ---- memory -------------------------------------------------------------------------------- */

static void ask_routed(void)
{
	w.request.comm_profile = "allreduce,portable,borrow";
}

static void ask_kept(void)
{
	w.request.comm_profile = "moe";
	w.request.partition = "ultra";
}

static void ask_refused(void)
{
	w.request.comm_profile = "moe";
	w.request.min_nodes = 500;
}

/* With memory of any size: the whole decision, or rights alone, which close none of these. */
static void memory_of_every_size(void **state)
{
	static void (*const asks[])(void) = {ask_routed, ask_kept, ask_refused};

	for (size_t i = 0; i < COUNT(asks); i++) {
		size_t failed = 0, most = 0;

		if (i) {
			teardown(state);
			setup(state);
		}
		asks[i]();
		world_decide(&w);
		most = w.arena.used;
		for (size_t size = 64; size < most + 512; size += 32) {
			struct cr_decision d = {.verdict = CR_VERDICT_REFUSE};
			struct cr_arena arena;
			char *memory = malloc(size);
			int rc;

			cr_arena_init(&arena, memory, size, size);
			rc = cr_decide(w.policy, &w.request, &w.view, &arena, &d);
			failed += rc != 0;
			assert_true(d.record);
			assert_int_equal(d.unjudged != NULL, rc != 0);
			if (rc != 0) {
				assert_int_equal(rc, -1);
				assert_int_equal(d.verdict, CR_VERDICT_LEAVE);
				assert_null(d.partition);
				assert_null(d.message);
				assert_false(d.complete);
			} else {
				assert_int_equal(d.verdict, w.d.verdict);
				assert_int_equal(d.reason_count, w.d.reason_count);
			}
			cr_arena_release(&arena);
			free(memory);
		}
		assert_true(failed > most / 64);
	}
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_one_beyond_is_found_on_routes),
		CASE(the_one_beyond_counts_in_a_list),
		CASE(one_too_many_by_any_bar),
		CASE(the_one_beyond_has_no_room),
		CASE(a_name_twice_is_one_candidate),
		CASE(each_place_to_land_counts),
		CASE(a_reservation_is_told_before_none),
		CASE(own_segments_where_they_mean_nothing),
		CASE(what_passes_the_tree_by),
		CASE(own_switches_where_they_can_wait),
		CASE(a_topology_too_small_for_all_of_it),
		CASE(the_crossing_is_told_beside_the_nearest),
		CASE(no_route_by_version),
		CASE(nothing_is_said_of_no_qos),
		CASE(without_slurmdbd_there_is_no_qos),
		CASE(an_own_share_that_is_full_beside_one_to_borrow),
		CASE(the_default_qos_of_who_has_no_own),
		CASE(limits_are_the_last_bar),
		CASE(gpus_of_an_open_count),
		CASE(own_numbers_are_noted),
		CASE(a_disabled_policy_reckons_nothing),
		CASE(an_old_view_is_told_in_minutes),
		CASE(a_segment_at_the_partitions_least),
		CASE(a_wait_as_long_as_slurms),
		CASE(named_nodes_get_no_switches),
		CASE(one_leaf_is_no_count),
		CASE(contiguous_nodes_and_why_not),
		CASE(what_a_route_says_in_vain),
		CASE(what_this_slurm_cannot_be_told),
		CASE(rules_for_open_sizes),
		CASE(an_account_without_parents),
		CASE(a_refused_partition_is_not_kept),
		CASE(a_refused_placement_is_not_kept),
		CASE(what_ends_the_decision),
		CASE(elsewhere_by_quota),
		CASE(memory_of_every_size),
	};

	return cmocka_run_group_tests_name("decide edges", tests, NULL, NULL);
}

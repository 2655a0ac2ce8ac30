/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segments, switches and GPU types, against a second reckoning of what fits: two
 * blocks of 18 nodes and four leaf switches of 8 need no search.
 */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

#define BLOCK  18u
#define BLOCKS 2u
#define LEAF   8u
#define LEAVES 4u

static struct world w;

/* One profile with ROUTE and a tree after it, unless ROUTE is all there is. */
static void make(const char *route, bool then_tree, uint32_t nodes)
{
	char text[1000];

	(void)snprintf(
		text, sizeof(text),
		"version: 1\nmode: enforce\nprofiles:\n"
		"  a: {pattern: alltoall, intensity: high, portable: true, routes: [%s%s]}\n",
		route, then_tree ? ", {topology_type: tree}" : "");
	world_make(&w, text);
	w.request.comm_profile = "a";
	w.request.min_nodes = nodes;
}

static void decide_routed(const char *partition)
{
	world_decide(&w);
	if (w.d.verdict != CR_VERDICT_ROUTE || !w.d.partition)
		fail_msg("not routed to %s: %s", partition, w.d.message ? w.d.message : "left");
	assert_string_equal(w.d.partition, partition);
}

/* ---- the second reckoning ------------------------------------------------ */

static bool legal(uint32_t nodes, uint32_t segment)
{
	return nodes % segment == 0 && segment <= BLOCK &&
	       nodes / segment <= BLOCKS * (BLOCK / segment);
}

struct wish {
	uint32_t min, multiple_of;
};

static uint32_t best_segment(uint32_t nodes, struct wish wish)
{
	uint32_t best = 0;

	for (uint32_t s = 1; s <= nodes && s <= BLOCK; s++)
		if (s >= wish.min && s % wish.multiple_of == 0 && legal(nodes, s))
			best = s;
	return best;
}

/* "; 32 nodes (segment 16) or 36 (segment 18) would do better": the nearest with any at all. */
static void expect_advice(char *buf, size_t size, uint32_t nodes, struct wish wish)
{
	uint32_t below = nodes - 1, above = nodes + 1;

	while (below && below >= (nodes + 1) / 2 && !best_segment(below, wish))
		below--;
	while (above <= nodes * 2 && above <= BLOCK * BLOCKS && !best_segment(above, wish))
		above++;
	if (!below || below < (nodes + 1) / 2)
		below = 0;
	if (above > nodes * 2 || above > BLOCK * BLOCKS)
		above = 0;
	buf[0] = '\0';
	if (below && above)
		(void)snprintf(buf, size,
			       "; %u nodes (segment %u) or %u (segment %u) would do better", below,
			       best_segment(below, wish), above, best_segment(above, wish));
	else if (below || above)
		(void)snprintf(buf, size, "; %u nodes (segment %u) would do better", below + above,
			       best_segment(below + above, wish));
}

static void expect_text(char *buf, size_t size, uint32_t nodes, struct wish wish)
{
	uint32_t any = best_segment(nodes, (struct wish){1, 1});
	char advice[120], only[40] = "", multiple[40] = "";

	expect_advice(advice, sizeof(advice), nodes, wish);
	if (any > 1)
		(void)snprintf(only, sizeof(only), ", only %u", any);
	if (wish.multiple_of > 1)
		(void)snprintf(multiple, sizeof(multiple), " in multiples of %u", wish.multiple_of);
	(void)snprintf(buf, size, "%u nodes allow no segment of at least %u%s%s%s", nodes, wish.min,
		       multiple, only, advice);
}

/* ---- segments -------------------------------------------------------------- */

static const struct wish wishes[] = {{1, 1}, {2, 1}, {4, 1},  {4, 2}, {4, 4},
				     {6, 3}, {9, 9}, {10, 1}, {18, 1}};

static void check_warned(uint32_t nodes, struct wish wish)
{
	uint32_t best = best_segment(nodes, wish), any = best_segment(nodes, (struct wish){1, 1});
	uint32_t want = best ? best : any;
	char text[300];

	w.request.min_nodes = nodes;
	decide_routed("ultra");
	assert_int_equal(w.d.segment, want > 1 ? want : CR_UNSET);
	assert_int_equal(w.d.code == CR_NO_CODE, best != 0);
	assert_int_equal(w.d.notice == NULL, best != 0);
	if (best)
		return;
	expect_text(text, sizeof(text), nodes, wish);
	assert_int_equal(w.d.code, CR_332_SEGMENT_POOR);
	assert_string_equal(world_reason(&w, CR_332_SEGMENT_POOR, "ultra"), text);
	assert_string_equal(w.d.notice + sizeof("CR-332: ultra: ") - 1, text);
}

static void every_count_gets_the_largest_segment_or_a_word(void **state)
{
	char route[200];

	(void)state;
	for (size_t i = 0; i < COUNT(wishes); i++) {
		(void)snprintf(route, sizeof(route),
			       "{topology_type: block, segment: {min: %u, multiple_of: %u}}",
			       wishes[i].min, wishes[i].multiple_of);
		make(route, false, 1);
		for (uint32_t nodes = 1; nodes <= BLOCK * BLOCKS; nodes++)
			check_warned(nodes, wishes[i]);
		world_free(&w);
	}
}

static void otherwise_refuse_refuses_what_warn_warns_of(void **state)
{
	char route[200], text[340];

	(void)state;
	for (size_t i = 0; i < COUNT(wishes); i++) {
		(void)snprintf(route, sizeof(route),
			       "{topology_type: block, segment: {min: %u, multiple_of: %u, "
			       "otherwise: refuse}}",
			       wishes[i].min, wishes[i].multiple_of);
		make(route, true, 1);
		for (uint32_t nodes = 1; nodes <= BLOCK * BLOCKS; nodes++) {
			w.request.min_nodes = nodes;
			if (best_segment(nodes, wishes[i])) {
				decide_routed("ultra");
				continue;
			}
			world_decide(&w);
			assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
			(void)snprintf(text, sizeof(text), "CR-332: partition 'ultra': ");
			expect_text(text + strlen(text), sizeof(text) - strlen(text), nodes,
				    wishes[i]);
			assert_string_equal(w.d.message, text);
			assert_int_equal(w.d.segment, CR_UNSET);
		}
		world_free(&w);
	}
}

static void otherwise_next_takes_the_next_route(void **state)
{
	char route[200];

	(void)state;
	for (size_t i = 0; i < COUNT(wishes); i++) {
		(void)snprintf(route, sizeof(route),
			       "{topology_type: block, exclusive_topology: true, segment: "
			       "{min: %u, multiple_of: %u, otherwise: next}}",
			       wishes[i].min, wishes[i].multiple_of);
		make(route, true, 1);
		for (uint32_t nodes = 1; nodes <= LEAF * LEAVES; nodes++) {
			bool good = best_segment(nodes, wishes[i]) != 0;

			w.request.min_nodes = nodes;
			decide_routed(good ? "ultra" : "p5en");
			assert_int_equal(w.d.exclusive_topo, good);
			assert_int_equal(world_reason(&w, CR_332_SEGMENT_POOR, "ultra") == NULL,
					 good);
			assert_null(w.d.notice);
		}
		world_free(&w);
	}
}

/* With -p there is no next route: the job stays where its user put it, and hears of it. */
static void otherwise_next_warns_of_an_own_partition(void **state)
{
	(void)state;
	make("{topology_type: block, segment: {min: 4, otherwise: next}}", true, 29);
	w.request.partition = "ultra";
	world_decide(&w);
	assert_int_not_equal(w.d.verdict, CR_VERDICT_REFUSE);
	assert_null(w.d.partition);
	assert_string_equal(w.d.notice,
			    "CR-332: ultra: 29 nodes allow no segment of at least 4; 28 nodes "
			    "(segment 14) or 30 (segment 15) would do better");
	assert_string_equal(w.d.would_partition, "p5en");
	w.request.gpus_per_node.count = 4;
	w.request.min_nodes = 28;
	world_decide(&w);
	assert_null(w.d.notice);
	assert_int_equal(w.d.segment, 14);
	assert_string_equal(w.d.would_partition, "ultra");
	world_free(&w);
}

/* What else is set with -p does not depend on how well the segment came out. */
static void a_poor_segment_keeps_the_own_qos(void **state)
{
	(void)state;
	world_make(&w, "version: 1\nmode: enforce\nprofiles:\n"
		       "  a: {pattern: alltoall, intensity: high, routes: [{topology_type: block, "
		       "segment: {min: 4, otherwise: next}}]}\n"
		       "tenants: {nlp: {accounts: [nlp], qos: {own: nlp}}}\n");
	w.request.comm_profile = "a";
	w.request.partition = "ultra";
	w.request.min_nodes = 28;
	world_decide(&w);
	assert_string_equal(w.d.qos, "nlp");
	w.request.min_nodes = 29;
	world_decide(&w);
	assert_string_equal(w.d.qos, "nlp");
	world_free(&w);
}

static void a_wished_number_is_that_or_nothing(void **state)
{
	char text[300], advice[120];

	(void)state;
	make("{topology_type: block, segment: 6}", false, 1);
	for (uint32_t nodes = 1; nodes <= BLOCK * BLOCKS; nodes++) {
		uint32_t any = best_segment(nodes, (struct wish){1, 1});

		w.request.min_nodes = nodes;
		decide_routed("ultra");
		if (nodes >= 6 && legal(nodes, 6)) {
			assert_int_equal(w.d.segment, 6);
			assert_null(w.d.notice);
			continue;
		}
		assert_int_equal(w.d.segment, any > 1 ? any : CR_UNSET);
		assert_int_equal(w.d.code, CR_332_SEGMENT_POOR);
		(void)snprintf(text, sizeof(text), "CR-332: ultra: %u nodes allow no segment of 6",
			       nodes);
		assert_memory_equal(w.d.notice, text, strlen(text));
	}
	w.request.min_nodes = 13;
	world_decide(&w);
	(void)snprintf(advice, sizeof(advice),
		       "; 12 nodes (segment 6) or 18 (segment 6) would do better");
	(void)snprintf(text, sizeof(text),
		       "CR-332: ultra: 13 nodes allow no segment of 6, only 13%s", advice);
	assert_string_equal(w.d.notice, text);
	world_free(&w);
}

/* A segment of the user's own, of more than a block, by Slurm's version. */
static void versions_differ_in_large_segments(void **state)
{
	static const struct {
		uint32_t version;
		bool larger;
	} cases[] = {{CR_SLURM_VERSION(24, 11, 0), false}, {CR_SLURM_VERSION(24, 11, 7), false},
		     {CR_SLURM_VERSION(25, 5, 0), false},  {CR_SLURM_VERSION(25, 5, 8), false},
		     {CR_SLURM_VERSION(25, 11, 0), true},  {CR_SLURM_VERSION(25, 11, 2), true},
		     {CR_SLURM_VERSION(26, 5, 5), true},   {0, true}};

	(void)state;
	make("{topology_type: block}", false, 36);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.view.slurm_version = cases[i].version;
		w.request.segment = 36;
		world_decide(&w);
		assert_int_equal(w.d.verdict,
				 cases[i].larger ? CR_VERDICT_ROUTE : CR_VERDICT_REFUSE);
		if (!cases[i].larger)
			assert_int_equal(w.d.code, CR_331_SEGMENT);
		assert_int_equal(w.d.segment, CR_UNSET); /* the user's stays theirs */
		w.request.segment = CR_UNSET;            /* ours is never larger than a block */
		decide_routed("ultra");
		assert_int_equal(w.d.segment, BLOCK);
	}
	world_free(&w);
}

static void versions_differ_in_spacing(void **state)
{
	static const struct {
		uint32_t version;
		bool spaces;
	} cases[] = {{CR_SLURM_VERSION(24, 11, 7), false}, {CR_SLURM_VERSION(25, 5, 8), false},
		     {CR_SLURM_VERSION(25, 11, 0), false}, {CR_SLURM_VERSION(25, 11, 1), false},
		     {CR_SLURM_VERSION(25, 11, 2), true},  {CR_SLURM_VERSION(26, 5, 0), true},
		     {CR_SLURM_VERSION(26, 5, 5), true},   {0, false}};
	static const char *const spacings[] = {"any", "spread", "consolidate"};
	char route[120];

	(void)state;
	for (size_t k = 0; k < COUNT(spacings); k++) {
		(void)snprintf(route, sizeof(route), "{topology_type: block, spacing: %s}",
			       spacings[k]);
		make(route, false, 24);
		for (size_t i = 0; i < COUNT(cases); i++) {
			w.view.slurm_version = cases[i].version;
			decide_routed("ultra");
			assert_int_equal(w.d.segment, 12);
			assert_int_equal(w.d.spread_segments, cases[i].spaces && k == 1);
			assert_int_equal(w.d.consolidate_segments, cases[i].spaces && k == 2);
		}
		w.view.slurm_version = CR_SLURM_VERSION(26, 5, 5);
		w.request.spread_segments = true; /* said by the user, either way */
		decide_routed("ultra");
		assert_false(w.d.spread_segments || w.d.consolidate_segments);
		w.request.spread_segments = false;
		w.request.consolidate_segments = true;
		decide_routed("ultra");
		assert_false(w.d.spread_segments || w.d.consolidate_segments);
		w.request.consolidate_segments = false;
		w.request.min_nodes = 1; /* no segment, nothing to space */
		decide_routed("ultra");
		assert_false(w.d.spread_segments || w.d.consolidate_segments);
		world_free(&w);
	}
}

/* Before 25.05 a cluster has one topology, and partitions do not name it. */
static void one_topology_for_the_cluster(void **state)
{
	(void)state;
	make("{topology_type: block}", false, 24);
	w.view.slurm_version = CR_SLURM_VERSION(24, 11, 0);
	w.partitions[0].topology = w.partitions[1].topology = NULL;
	decide_routed("ultra");
	assert_int_equal(w.d.segment, 12);
	assert_null(w.d.topology);
	assert_int_equal(w.d.topology_type, CR_TOPOLOGY_BLOCK);
	assert_non_null(world_reason(&w, CR_NO_CODE, "ultra"));
	world_free(&w);
	make("{topology: ultra}", false, 24);
	w.partitions[0].topology = NULL;
	world_decide(&w);
	assert_int_equal(w.d.code, CR_305_NO_ROUTE);
	assert_null(strstr(w.d.message, "names a partition (partition: NAME)"));
	w.view.slurm_version = CR_SLURM_VERSION(24, 11, 0);
	world_decide(&w);
	assert_int_equal(w.d.code, CR_305_NO_ROUTE);
	assert_non_null(strstr(w.d.message, "names a partition (partition: NAME)"));
	world_free(&w);
}

static void no_segment_where_slurm_would_not_mean_the_same(void **state)
{
	static const char prefix[] = "no segment set: ";
	const struct cr_space *space;

	(void)state;
	make("{topology_type: block}", false, CR_UNSET);
	w.request.gpus_per_job.count = 64;
	decide_routed("ultra");
	assert_int_equal(w.d.segment, CR_UNSET);
	assert_string_equal(world_reason(&w, CR_NO_CODE, "ultra") + sizeof(prefix) - 1,
			    "the number of nodes is open");
	w.request.min_nodes = 16;
	decide_routed("ultra");
	assert_int_equal(w.d.segment, 16);
	w.partitions[0].min_nodes = 17; /* lifted by the QOS; Slurm raises the job to it */
	w.qos[3].flags = CR_QOS_PART_MIN_NODE;
	w.partitions[0].qos = "normal";
	decide_routed("ultra");
	assert_int_equal(w.d.segment, CR_UNSET);
	assert_string_equal(world_reason(&w, CR_NO_CODE, "ultra") + sizeof(prefix) - 1,
			    "Slurm will raise the number of nodes to the partition's MinNodes");
	w.partitions[0].min_nodes = CR_UNSET;
	space = w.partitions[0].space;
	w.partitions[0].space = NULL;
	decide_routed("ultra");
	assert_int_equal(w.d.segment, CR_UNSET);
	assert_string_equal(world_reason(&w, CR_NO_CODE, "ultra") + sizeof(prefix) - 1,
			    "the partition's blocks are not known");
	w.partitions[0].space = space;
	w.request.partition = "ultra";
	w.request.nodelist = "u01";
	world_decide(&w);
	assert_int_equal(w.d.segment, CR_UNSET);
	assert_string_equal(world_reason(&w, CR_NO_CODE, "ultra") + sizeof(prefix) - 1,
			    "-w names nodes");
	world_free(&w);
}

static void ranges_are_a_number_when_both_ends_meet(void **state)
{
	static const struct {
		uint32_t min, max;
		bool range;
	} cases[] = {{8, 8, false}, {8, CR_UNSET, false}, {8, CR_INFINITE, false}, {8, 0, false},
		     {8, 9, true},  {1, 36, true},        {36, 36, false},         {2, 3, true}};

	(void)state;
	make("{topology_type: block}", false, 1);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.min_nodes = cases[i].min;
		w.request.max_nodes = cases[i].max;
		decide_routed("ultra");
		assert_int_equal(w.d.code != CR_NO_CODE, cases[i].range);
		if (cases[i].range)
			assert_int_equal(w.d.code, CR_336_NODE_RANGE);
		assert_int_equal(w.d.segment == CR_UNSET, cases[i].range);
	}
	world_free(&w);
	make("{topology_type: block, segment: none}", false, 8); /* then a range is as good */
	w.request.max_nodes = 9;
	decide_routed("ultra");
	assert_int_equal(w.d.code, CR_NO_CODE);
	world_free(&w);
}

/* One that is larger than the job Slurm ignores since 26.05, and refused before. */
static void own_segments_are_kept_and_judged(void **state)
{
	static const struct {
		uint32_t version;
		bool ignores;
	} slurms[] = {{CR_SLURM_VERSION(26, 5, 5), true},
		      {CR_SLURM_VERSION(26, 5, 0), true},
		      {CR_SLURM_VERSION(25, 11, 7), false},
		      {0, true}};

	(void)state;
	make("{topology_type: block, segment: {min: 4}}", false, 1);
	for (uint32_t nodes = 1; nodes <= BLOCK * BLOCKS; nodes++)
		for (uint32_t segment = 1; segment <= BLOCK; segment++)
			for (size_t i = 0; i < COUNT(slurms); i++) {
				bool ok = legal(nodes, segment) ||
					  (slurms[i].ignores && segment > nodes);

				w.view.slurm_version = slurms[i].version;
				w.request.min_nodes = nodes;
				w.request.segment = segment;
				world_decide(&w);
				assert_int_equal(w.d.verdict,
						 ok ? CR_VERDICT_ROUTE : CR_VERDICT_REFUSE);
				assert_int_equal(w.d.segment, CR_UNSET);
				assert_int_equal(w.d.code == CR_NO_CODE, ok);
			}
	world_free(&w);
}

/* What would do is named as far as there is such a number of nodes; of a range counts the least. */
static void a_segment_that_does_not_divide_is_told_what_does(void **state)
{
	static const struct {
		uint32_t nodes, most, segment;
		const char *said; /* NULL: it is fine */
	} cases[] = {{6, 6, 4, "6 nodes; 4 or 8 nodes would do"},
		     {5, 5, 4, "5 nodes; 4 or 8 nodes would do"},
		     {4, 4, 8, "4 nodes; 8 nodes would do"},
		     {35, 35, 18, "35 nodes; 18 or 36 nodes would do"},
		     {35, 35, 17, "35 nodes; 34 nodes would do"},
		     {5, 8, 4, "5 nodes; 4 or 8 nodes would do"},
		     {4, 7, 4, NULL},
		     {8, 9, 4, NULL}};

	(void)state;
	make("{topology_type: block}", false, 1);
	w.view.slurm_version = CR_SLURM_VERSION(25, 11, 7);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.min_nodes = cases[i].nodes;
		w.request.max_nodes = cases[i].most;
		w.request.segment = cases[i].segment;
		world_decide(&w);
		assert_int_equal(w.d.verdict == CR_VERDICT_ROUTE, !cases[i].said);
		if (!cases[i].said)
			continue;
		assert_int_equal(w.d.code, CR_331_SEGMENT);
		assert_non_null(strstr(w.d.message, cases[i].said));
		assert_null(strstr(w.d.message, "anew"));
	}
	world_free(&w);
}

/*
 * A partition with FIRST nodes of one block and SECOND of the other, whose blocks are of
 * 18: what must fit is the segment that the route sets, and only where it sets one.
 */
static void the_segment_must_fit_and_not_the_job(void **state)
{
	static const struct {
		unsigned first, second;
		uint32_t nodes, segment; /* that is set; 0: refused with CODE */
		enum cr_code code;
		const char *route;
	} cases[] = {
		{9, 9, 18, 9, CR_NO_CODE, "segment: largest"},
		{9, 9, 12, 6, CR_NO_CODE, "segment: largest"},
		{10, 4, 12, 4, CR_332_SEGMENT_POOR, "segment: {min: 5, otherwise: warn}"},
		{10, 4, 12, 0, CR_332_SEGMENT_POOR, "segment: {min: 5, otherwise: refuse}"},
		{9, 7, 13, 0, CR_333_TOPOLOGY_TOO_SMALL, "segment: largest"}, /* none divides it */
		{9, 9, 18, 0, CR_333_TOPOLOGY_TOO_SMALL, "segment: none"},
		{9, 9, 9, 9, CR_NO_CODE, "segment: largest"},
		{8, 1, 9, 0, CR_333_TOPOLOGY_TOO_SMALL, "segment: largest"}, /* three of 3 */
		{6, 3, 9, 3, CR_NO_CODE, "segment: largest"},
	};
	char route[100], text[100];
	struct cr_error err;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_space *space;

		print_message("case %zu\n", i);
		(void)snprintf(route, sizeof(route), "{topology_type: block, %s}", cases[i].route);
		make(route, false, cases[i].nodes);
		(void)snprintf(text, sizeof(text), "u[01-%02u,19-%02u]", cases[i].first,
			       18 + cases[i].second);
		space = cr_space_of_hostlist(cr_topologies_find(w.topologies, "ultra"), text, &err);
		assert_non_null(space);
		w.partitions[0].space = space;
		w.shapes[0].nodes = w.partitions[0].nodes = cases[i].first + cases[i].second;
		world_decide(&w);
		assert_int_equal(w.d.code, cases[i].code);
		assert_int_equal(w.d.verdict == CR_VERDICT_ROUTE, cases[i].segment != 0);
		if (cases[i].segment)
			assert_int_equal(w.d.segment, cases[i].segment);
		cr_space_destroy(space);
		world_free(&w);
	}
}

static void exclusive_blocks_are_the_routes_unless_said(void **state)
{
	static const enum cr_exclusive said[] = {CR_EXCLUSIVE_NODE, CR_EXCLUSIVE_USER,
						 CR_EXCLUSIVE_MCS, CR_EXCLUSIVE_TOPO,
						 CR_EXCLUSIVE_OVERSUBSCRIBE};

	(void)state;
	make("{topology_type: block, exclusive_topology: true, segment: none}", true, 8);
	decide_routed("ultra");
	assert_true(w.d.exclusive_topo);
	assert_int_equal(w.d.segment, CR_UNSET);
	for (size_t i = 0; i < COUNT(said); i++) {
		w.request.exclusive = said[i];
		decide_routed("ultra");
		assert_false(w.d.exclusive_topo);
	}
	world_free(&w);
	make("{topology_type: tree, exclusive_topology: true}", false, 8);
	decide_routed("p5en");
	assert_false(w.d.exclusive_topo);
	world_free(&w);
}

/* ---- switches --------------------------------------------------------------- */

static void the_fewest_switches_that_hold(void **state)
{
	static const struct {
		const char *wish;
		uint32_t at_least; /* 0: none is set */
	} cases[] = {{"fewest", 1}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"none", 0}};
	char route[120];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		(void)snprintf(route, sizeof(route), "{topology_type: tree, switches: %s}",
			       cases[i].wish);
		make(route, false, 1);
		for (uint32_t nodes = 1; nodes <= LEAF * LEAVES; nodes++) {
			uint32_t count = (nodes + LEAF - 1) / LEAF;

			count = count > cases[i].at_least ? count : cases[i].at_least;
			if (!cases[i].at_least || count >= LEAVES)
				count = CR_UNSET; /* all of them: nothing to say */
			w.request.min_nodes = nodes;
			decide_routed("p5en");
			assert_int_equal(w.d.switches, count);
			assert_int_equal(w.d.switch_wait, CR_UNSET);
			assert_int_equal(w.d.segment, CR_UNSET);
		}
		world_free(&w);
	}
}

static void waiting_is_bounded_by_slurm(void **state)
{
	static const struct {
		const char *wish;
		uint32_t most, wait;
	} cases[] = {{"fewest@4m", CR_UNSET, 240},  {"fewest@5m", CR_UNSET, 300},
		     {"fewest@10m", CR_UNSET, 300}, {"fewest@10m", 3600, 600},
		     {"fewest@2h", 3600, 3600},     {"2@30s", 10, 10},
		     {"2@30s", CR_INFINITE, 30},    {"fewest", 10, CR_UNSET},
		     {"fewest@0s", CR_UNSET, 0},    {"fewest@1s", 0, 0}};
	char route[120];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		(void)snprintf(route, sizeof(route), "{topology_type: tree, switches: %s}",
			       cases[i].wish);
		make(route, false, 8);
		w.view.max_switch_wait = cases[i].most;
		decide_routed("p5en");
		assert_true(w.d.switches >= 1 && w.d.switches <= 2);
		assert_int_equal(w.d.switch_wait, cases[i].wait);
		world_free(&w);
	}
}

static void no_switches_where_the_count_is_open(void **state)
{
	(void)state;
	make("{topology_type: tree, switches: fewest}", false, 8);
	decide_routed("p5en");
	assert_int_equal(w.d.switches, 1);
	w.request.max_nodes = 16; /* a range */
	decide_routed("p5en");
	assert_int_equal(w.d.switches, CR_UNSET);
	assert_int_equal(w.d.code, CR_NO_CODE); /* on a tree that is nothing to warn of */
	w.request.max_nodes = CR_UNSET;
	w.request.switches = 2; /* the user's */
	decide_routed("p5en");
	assert_int_equal(w.d.switches, CR_UNSET);
	w.request.switches = 0; /* Slurm's word for "not given" */
	decide_routed("p5en");
	assert_int_equal(w.d.switches, 1);
	w.request.min_nodes = CR_UNSET;
	w.request.gpus_per_job.count = 64;
	decide_routed("p5en");
	assert_int_equal(w.d.switches, CR_UNSET);
	w.request.min_nodes = 8;
	w.partitions[1].space = NULL;
	decide_routed("p5en");
	assert_int_equal(w.d.switches, CR_UNSET);
	world_free(&w);
}

static void own_switches_that_are_too_few_are_told(void **state)
{
	(void)state;
	make("{topology_type: tree}", false, 1);
	for (uint32_t nodes = 1; nodes <= LEAF * LEAVES; nodes++)
		for (uint32_t switches = 1; switches <= LEAVES; switches++) {
			bool holds = switches * LEAF >= nodes;

			w.request.min_nodes = nodes;
			w.request.switches = switches;
			w.request.switch_wait = CR_INFINITE;
			decide_routed("p5en"); /* Slurm gives up after max_switch_wait */
			assert_int_equal(!holds, world_reason(&w, CR_335_SWITCHES, "p5en") != NULL);
			assert_int_equal(!holds, w.d.notice != NULL);
		}
	world_free(&w);
}

/* ---- the GPU type ------------------------------------------------------------- */

static void a_type_is_filled_in_for_batch_jobs_alone(void **state)
{
	static const struct cr_gpus none = CR_GPUS_INIT;

	(void)state;
	make("{topology_type: block}", false, 8);
	decide_routed("ultra");
	assert_null(w.d.gpu_type); /* no GPU asked for */
	w.request.gpus_per_job.count = 32;
	decide_routed("ultra");
	assert_string_equal(w.d.gpu_type, "gb200");
	w.request.batch = false;
	decide_routed("ultra");
	assert_null(w.d.gpu_type);
	w.request.batch = true;
	w.request.gpus_per_job = none;
	w.request.gpus_per_task = (struct cr_gpus){.count = 1};
	decide_routed("ultra");
	assert_string_equal(w.d.gpu_type, "gb200");
	w.request.gpus_per_task = (struct cr_gpus){.count = 1, .types = 1, .type = "gb200"};
	decide_routed("ultra");
	assert_null(w.d.gpu_type); /* it has one */
	w.request.gpus_per_task = (struct cr_gpus){.count = 0};
	decide_routed("ultra");
	assert_null(w.d.gpu_type); /* "none, please" */
	w.request.gpus_per_task.count = 1;
	w.shapes[0].gpu_type = NULL; /* untyped in gres.conf */
	decide_routed("ultra");
	assert_null(w.d.gpu_type);
	world_free(&w);
}

/* ---- flat ---------------------------------------------------------------- */

/* Nodes in a row: on a flat topology only, and only where the user left it open. */
static void nodes_follow_each_other_where_the_topology_is_flat(void **state)
{
	static const struct {
		enum cr_topology_type type;
		uint32_t nodes;
		bool asked, contiguous;
	} cases[] = {
		{CR_TOPOLOGY_FLAT, 4, false, true},
		{CR_TOPOLOGY_FLAT, 2, false, true},
		{CR_TOPOLOGY_FLAT, 1, false, false},
		{CR_TOPOLOGY_FLAT, 4, true, false}, /* it has it already */
		{CR_TOPOLOGY_TREE, 4, false, false},
		{CR_TOPOLOGY_RING, 4, false, false},
		{CR_TOPOLOGY_NONE, 4, false, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		make("{partition: p5en, contiguous: true}", false, cases[i].nodes);
		w.partitions[1].topology_type = cases[i].type;
		w.partitions[1].space = NULL;
		w.request.contiguous = cases[i].asked;
		decide_routed("p5en");
		assert_int_equal(w.d.contiguous, cases[i].contiguous);
		world_free(&w);
	}
	make("{partition: p5en, contiguous: false}", false, 4);
	w.partitions[1].topology_type = CR_TOPOLOGY_FLAT;
	w.partitions[1].space = NULL;
	decide_routed("p5en");
	assert_false(w.d.contiguous);
	world_free(&w);
}

/* ---- topologies that cannot be read ------------------------------------------------ */

/* Where the job would belong nobody can say, so nobody refuses it; what is known still routes. */
static void an_unknown_topology_refuses_nobody(void **state)
{
	static const struct {
		const char *route;
		bool then_tree;
		uint32_t nodes;
		const char *partition; /* NULL: left, with the code */
	} cases[] = {
		{"{topology_type: block}", false, 4, NULL},
		{"{topology_type: block}", true, 4, "p5en"},
		{"{topology_type: block}", true, 33, NULL}, /* too many for what is known */
		{"{topology: ultra}", false, 4, "ultra"},   /* which its name tells */
		{"{partition: ultra}", false, 4, "ultra"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		make(cases[i].route, cases[i].then_tree, cases[i].nodes);
		w.partitions[0].topology_type = CR_TOPOLOGY_NONE;
		w.partitions[0].topology_unknown = true;
		w.partitions[0].space = NULL;
		world_decide(&w);
		if (cases[i].partition) {
			decide_routed(cases[i].partition);
			assert_int_equal(w.d.segment, CR_UNSET);
		} else if (w.d.verdict != CR_VERDICT_LEAVE || w.d.code != CR_504_TOPOLOGY_UNKNOWN) {
			fail_msg("case %zu: %s", i, w.d.message ? w.d.message : "no word");
		}
		world_free(&w);
	}
	/* A type that is known is enough to go there; of its blocks nothing is said. */
	make("{topology_type: block}", false, 24);
	w.partitions[0].space = NULL;
	decide_routed("ultra");
	assert_int_equal(w.d.segment, CR_UNSET);
	world_free(&w);
}

/* ---- groups of ranks ---------------------------------------------------------- */

static void groups_are_the_jobs_own_or_the_profiles(void **state)
{
	static const struct {
		const char *option, *key;
		uint32_t nodes, max, group;
		bool warned;
	} cases[] = {
		{"a", "", 8, 0, CR_UNSET, false},
		{"a", ", group: 4", 8, 0, 4, false},
		{"a,order=group:2", ", group: 4", 8, 0, 2, false},
		{"a,order=group:2", "", 8, 0, 2, false},
		{"a,order=none", ", group: 4", 8, 0, CR_UNSET, false},
		{"none,order=group:2", "", 8, 0, CR_UNSET, false},
		{"a,order=group:8", "", 8, 0, 8, false},
		{"a,order=group:9", "", 8, 0, CR_UNSET, true},
		{"a,order=group:7", "", 8, 0, CR_UNSET, true},
		{"a,order=group:0", ", group: 4", 8, 0, CR_UNSET, true},
		{"a,order=group:1", ", group: 4", 8, 0, CR_UNSET, false},
		{"a", ", group: 3", 8, 0, CR_UNSET, true},
		{"a", ", group: 4", 1, 0, CR_UNSET, false},
		{"a", ", group: 4", 2, 0, CR_UNSET, true},
		/* An open number is judged on the node. */
		{"a,order=group:7", "", 8, 9, 7, false},
		{"a,order=group:0", "", 8, 9, CR_UNSET, true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[400];

		(void)snprintf(
			text, sizeof(text),
			"version: 1\nmode: enforce\nprofiles:\n  a: {pattern: alltoall, "
			"intensity: high, portable: true%s, routes: [{topology_type: tree}]}\n",
			cases[i].key);
		world_make(&w, text);
		w.request.comm_profile = cases[i].option;
		w.request.min_nodes = cases[i].nodes;
		w.request.max_nodes = cases[i].max;
		world_decide(&w);
		if (w.d.group != cases[i].group || (w.d.code == CR_337_GROUP) != cases[i].warned ||
		    (w.d.notice != NULL) != cases[i].warned)
			fail_msg("%s%s on %u: group %u, %s", cases[i].option, cases[i].key,
				 cases[i].nodes, w.d.group, w.d.notice ? w.d.notice : "no word");
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_count_gets_the_largest_segment_or_a_word),
		cmocka_unit_test(otherwise_refuse_refuses_what_warn_warns_of),
		cmocka_unit_test(otherwise_next_takes_the_next_route),
		cmocka_unit_test(otherwise_next_warns_of_an_own_partition),
		cmocka_unit_test(a_poor_segment_keeps_the_own_qos),
		cmocka_unit_test(a_wished_number_is_that_or_nothing),
		cmocka_unit_test(versions_differ_in_large_segments),
		cmocka_unit_test(versions_differ_in_spacing),
		cmocka_unit_test(one_topology_for_the_cluster),
		cmocka_unit_test(no_segment_where_slurm_would_not_mean_the_same),
		cmocka_unit_test(ranges_are_a_number_when_both_ends_meet),
		cmocka_unit_test(own_segments_are_kept_and_judged),
		cmocka_unit_test(a_segment_that_does_not_divide_is_told_what_does),
		cmocka_unit_test(the_segment_must_fit_and_not_the_job),
		cmocka_unit_test(exclusive_blocks_are_the_routes_unless_said),
		cmocka_unit_test(the_fewest_switches_that_hold),
		cmocka_unit_test(waiting_is_bounded_by_slurm),
		cmocka_unit_test(no_switches_where_the_count_is_open),
		cmocka_unit_test(nodes_follow_each_other_where_the_topology_is_flat),
		cmocka_unit_test(own_switches_that_are_too_few_are_told),
		cmocka_unit_test(an_unknown_topology_refuses_nobody),
		cmocka_unit_test(groups_are_the_jobs_own_or_the_profiles),
		cmocka_unit_test(a_type_is_filled_in_for_batch_jobs_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

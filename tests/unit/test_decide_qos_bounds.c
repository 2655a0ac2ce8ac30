/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The QOS step: the user's own lists, what preemption does there, whose use is told. */
#include "tests/unit/unit.h"

#include "tests/unit/choice_world.h"

#include <stdio.h>
#include <string.h>

static struct choice x;

static void make(void)
{
	choice_make(&x, "{topology_type: tree}");
}

static const char *found(void)
{
	world_decide(&x.w);
	if (x.w.d.verdict == CR_VERDICT_ROUTE)
		return x.w.d.partition;
	assert_int_equal(x.w.d.verdict, CR_VERDICT_REFUSE);
	return cr_decision_code(&x.w.d, x.w.d.code);
}

/* ---- --qos with a list: what each partition allows, and what is full ------------------- */

static const char *const nlp[] = {"nlp"}, *const spare[] = {"spare"};
static const char *const vision[] = {"vision"};

#define ONLY(list) {list, 1}
#define ALL        {NULL, 0}

static const struct {
	const char *qos;
	struct cr_names a, b; /* AllowQos */
	uint64_t used;        /* of nlp's 128 GPUs; 64 asked */
	const char *found;
} lists[] = {
	{"nlp", ALL, ALL, 64, "a"}, /* full to the last */
	{"nlp", ALL, ALL, 65, "a"}, /* waits there as well as anywhere */
	{"nlp,spare", ONLY(nlp), ONLY(spare), 64, "a"},
	{"nlp,spare", ONLY(nlp), ONLY(spare), 65, "b"}, /* at once, by the second of the list */
	{"nlp,spare", ALL, ONLY(spare), 65, "a"},       /* at once there, too */
	{"spare,nlp", ALL, ONLY(spare), 65, "a"},       /* in any order */
	{"spare,nlp", ONLY(nlp), ONLY(spare), 65, "b"},
	{"vision,nlp", ONLY(nlp), ONLY(vision), 65, "b"},
	{"vision,nlp", ONLY(spare), ONLY(spare), 0, "CR-404"},
	{"vision,spare,nlp", ONLY(nlp), ONLY(nlp), 0, "a"}, /* the last of three */
};

static void own_lists(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(lists); i++) {
		print_message("case %zu\n", i);
		make();
		x.w.request.qos = lists[i].qos;
		x.parts[0].allow_qos = lists[i].a;
		x.parts[1].allow_qos = lists[i].b;
		x.w.tres[0].grp_used = lists[i].used;
		assert_string_equal(found(), lists[i].found);
		assert_null(x.w.d.qos);
		world_free(&x.w);
	}
}

/* Slurm looks at DenyQos only where there is no AllowQos. */
static void allowed_outweighs_denied(void **state)
{
	(void)state;
	make();
	x.parts[0].allow_qos = (struct cr_names)ONLY(nlp);
	x.parts[0].deny_qos = (struct cr_names)ONLY(nlp);
	assert_string_equal(found(), "a");
	x.parts[0].allow_qos = (struct cr_names)ALL;
	assert_string_equal(found(), "b");
	x.parts[0].deny_qos = (struct cr_names)ONLY(spare);
	assert_string_equal(found(), "a");
	world_free(&x.w);
}

/* ---- the partition's own limits ----------------------------------------------------------- */

static const struct {
	uint32_t max_nodes, min_nodes, max_time, limit, time_min;
	const char *found;
} sizes[] = {
	{8, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, "a"},
	{7, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, "b"},
	{CR_UNSET, 8, CR_UNSET, CR_UNSET, CR_UNSET, "a"},
	{CR_UNSET, 9, CR_UNSET, CR_UNSET, CR_UNSET, "b"},
	{CR_INFINITE, 0, CR_INFINITE, 100000, CR_UNSET, "a"},
	{CR_UNSET, CR_UNSET, 60, 60, CR_UNSET, "a"},
	{CR_UNSET, CR_UNSET, 60, 61, CR_UNSET, "b"},
	{CR_UNSET, CR_UNSET, 60, 61, 60, "a"}, /* --time-min: Slurm shortens it */
	{CR_UNSET, CR_UNSET, 60, 62, 61, "b"},
	{CR_UNSET, CR_UNSET, 60, CR_UNSET, CR_UNSET, "a"},
};

static void partition_limits(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		print_message("case %zu\n", i);
		make();
		x.parts[0].max_nodes = sizes[i].max_nodes;
		x.parts[0].min_nodes = sizes[i].min_nodes;
		x.parts[0].max_time = sizes[i].max_time;
		x.w.request.time_limit = sizes[i].limit;
		x.w.request.time_min = sizes[i].time_min;
		assert_string_equal(found(), sizes[i].found);
		world_free(&x.w);
	}
}

/* ---- preemption: what Slurm would do to a borrowing job ---------------------------------- */

static const struct {
	bool by_qos;
	enum cr_preempt_mode qos, partition, cluster;
	bool borrows;
} modes[] = {
	{true, CR_PREEMPT_CLUSTER, CR_PREEMPT_CANCEL, CR_PREEMPT_REQUEUE, true},
	{true, CR_PREEMPT_REQUEUE, CR_PREEMPT_CANCEL, CR_PREEMPT_CANCEL, true},
	{true, CR_PREEMPT_CANCEL, CR_PREEMPT_REQUEUE, CR_PREEMPT_REQUEUE, false},
	{true, CR_PREEMPT_CLUSTER, CR_PREEMPT_REQUEUE, CR_PREEMPT_CANCEL, false},
	{false, CR_PREEMPT_CANCEL, CR_PREEMPT_CLUSTER, CR_PREEMPT_REQUEUE, true},
	{false, CR_PREEMPT_CANCEL, CR_PREEMPT_REQUEUE, CR_PREEMPT_CANCEL, true},
	{false, CR_PREEMPT_REQUEUE, CR_PREEMPT_SUSPEND, CR_PREEMPT_REQUEUE, false},
	{false, CR_PREEMPT_REQUEUE, CR_PREEMPT_CLUSTER, CR_PREEMPT_OFF, false},
};

static void only_where_it_requeues(void **state)
{
	struct world w;

	(void)state;
	for (size_t i = 0; i < COUNT(modes); i++) {
		world_make(&w, NULL);
		w.request.comm_profile = "moe,borrow";
		w.request.min_nodes = 8;
		w.view.preempt_by_qos = modes[i].by_qos;
		w.view.preempt_mode = modes[i].cluster;
		w.qos[2].preempt_mode = modes[i].qos;
		w.partitions[0].preempt_mode = modes[i].partition;
		world_decide(&w);
		assert_int_equal(w.d.preemptible, modes[i].borrows);
		assert_string_equal(w.d.qos, modes[i].borrows ? "nlp,spare" : "nlp");
		world_free(&w);
	}
}

/* --qos with the borrow QOS, in a list or alone: to the tenant's last GPU. */
static const struct {
	const char *qos;
	uint32_t nodes; /* of 4 GPUs; the tenant borrows 128 */
	bool privileged, refused;
} asked[] = {
	{"spare", 32, false, false},    {"spare", 33, false, true}, {"nlp,spare", 33, false, true},
	{"spare,nlp", 33, false, true}, {"SPARE", 33, false, true}, {"normal", 33, false, false},
	{"spare", 33, true, false},
};

static void asked_for_by_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(asked); i++) {
		struct world w;

		world_make(&w, NULL);
		w.tres[0].grp = CR_UNSET64;
		w.request.comm_profile = "moe";
		w.request.gpus_per_node = (struct cr_gpus){.count = 4};
		w.request.min_nodes = asked[i].nodes;
		w.request.qos = asked[i].qos;
		w.request.privileged = asked[i].privileged;
		world_decide(&w);
		assert_int_equal(w.d.verdict == CR_VERDICT_REFUSE, asked[i].refused);
		if (asked[i].refused)
			assert_int_equal(w.d.code, CR_409_CANNOT_BORROW);
		world_free(&w);
	}
}

/* ---- whose use is told ------------------------------------------------------------------- */

enum { OWN, PARTITION, USER, ACCOUNT, ROOT };

static const struct {
	int place;
	const char *text;
} told[] = {
	{OWN, "full now: 64 of gres/gpu asked, GrpTRES of QOS 'nlp' is 100 with 37 in use"},
	{PARTITION, "full now: 64 of gres/gpu asked, GrpTRES of the partition's QOS 'normal' is in "
		    "use"},
	{USER, "full now: 64 of gres/gpu asked, GrpTRES of user 'ada' is 100 with 37 in use"},
	{ACCOUNT, "full now: 64 of gres/gpu asked, GrpTRES of account 'nlp' is 100 with 37 in use"},
	{ROOT, "full now: 64 of gres/gpu asked, GrpTRES of account 'root' is in use"},
};

static void use_is_told_of_ones_own(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(told); i++) {
		bool seen = false;

		make();
		{
			struct cr_limits *const all[] = {
				&x.w.qos[0].limits, &x.w.qos[3].limits, &x.w.user_assoc.limits,
				&x.w.parents[0].limits, &x.w.parents[1].limits};

			x.w.qos[0].limits.tres_count = 0;
			x.w.qos[3].limits.grp_jobs = CR_UNSET;
			x.w.tres[0].grp = 100;
			x.w.tres[0].grp_used = 37;
			all[told[i].place]->tres = &x.w.tres[0];
			all[told[i].place]->tres_count = 1;
			if (told[i].place == PARTITION)
				x.parts[0].qos = x.parts[1].qos = "normal";
		}
		world_decide(&x.w);
		assert_int_equal(x.w.d.verdict, CR_VERDICT_ROUTE);
		for (size_t k = 0; k < x.w.d.reason_count; k++)
			seen |= strcmp(x.w.d.reasons[k].text, told[i].text) == 0;
		if (!seen)
			fail_msg("no reason is: %s", told[i].text);
		world_free(&x.w);
	}
}

/* A limit by GPU type binds where the type is certain: in one partition, chosen or named. */
static void limits_by_type(void **state)
{
	static const struct {
		const char *partition;
		bool bound;
	} cases[] = {{NULL, true}, {"a", true}, {"a,b", false}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		make();
		x.w.tres[0].tres = "gres/gpu:h200";
		x.w.tres[0].grp = 63; /* 64 asked */
		x.w.request.partition = cases[i].partition;
		world_decide(&x.w);
		assert_int_equal(x.w.d.verdict == CR_VERDICT_REFUSE, cases[i].bound);
		x.w.tres[0].grp = 64;
		world_decide(&x.w);
		assert_int_not_equal(x.w.d.verdict, CR_VERDICT_REFUSE);
		if (cases[i].bound)
			assert_string_equal(x.w.d.gpu_type, "h200");
		else
			assert_null(x.w.d.gpu_type);
		world_free(&x.w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_lists),         cmocka_unit_test(allowed_outweighs_denied),
		cmocka_unit_test(partition_limits),  cmocka_unit_test(only_where_it_requeues),
		cmocka_unit_test(asked_for_by_name), cmocka_unit_test(use_is_told_of_ones_own),
		cmocka_unit_test(limits_by_type),
	};

	return cmocka_run_group_tests_name("QOS bounds", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common cases of a decision: where a job goes, and what is set for it. */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

static int setup(void **state)
{
	static struct world w;

	world_make(&w, NULL);
	*state = &w;
	return 0;
}

static int teardown(void **state)
{
	world_free(*state);
	return 0;
}

static void moe_goes_to_blocks(void **state)
{
	static const struct {
		uint32_t nodes, segment;
	} cases[] = {{36, 18}, {18, 18}, {32, 16}, {8, 8}, {4, 4}, {30, 6}, {20, 10}, {24, 12}};
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.gpus_per_node = (struct cr_gpus){.count = 4};
	w->tres[0].grp = CR_UNSET64;
	for (size_t i = 0; i < COUNT(cases); i++) {
		w->request.min_nodes = w->request.max_nodes = cases[i].nodes;
		world_decide(w);
		assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
		assert_true(w->d.act);
		assert_string_equal(w->d.partition, "ultra");
		assert_int_equal(w->d.topology_type, CR_TOPOLOGY_BLOCK);
		assert_string_equal(w->d.qos, "nlp");
		assert_string_equal(w->d.gpu_type, "gb200");
		assert_string_equal(w->d.arch, "aarch64");
		assert_int_equal(w->d.segment, cases[i].segment);
		assert_int_equal(w->d.switches, CR_UNSET);
		assert_int_equal(w->d.gpus, 4 * cases[i].nodes);
		assert_null(w->d.message);
		assert_null(w->d.notice);
	}
}

static void awkward_counts_get_advice(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.min_nodes = 33;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	assert_int_equal(w->d.code, CR_332_SEGMENT_POOR);
	assert_int_equal(w->d.segment, 3);
	assert_string_equal(
		w->d.notice,
		"CR-332: ultra: 33 nodes allow no segment of at least 4 in multiples of "
		"2, only 3; 32 nodes (segment 16) or 36 (segment 18) would do better");
}

static void allreduce_goes_to_the_tree(void **state)
{
	static const struct {
		uint32_t nodes, switches;
	} cases[] = {{1, 1}, {8, 1}, {9, 2}, {16, 2}, {17, 3}, {25, CR_UNSET}, {32, CR_UNSET}};
	static const char *const names[] = {"allreduce", "ddp", "fsdp"};
	struct world *w = *state;

	w->tres[0].grp = CR_UNSET64;
	w->request.gpus_per_node = (struct cr_gpus){.count = 8};
	for (size_t i = 0; i < COUNT(cases); i++) {
		w->request.comm_profile = names[i % COUNT(names)];
		w->request.min_nodes = cases[i].nodes;
		world_decide(w);
		assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
		assert_string_equal(w->d.profile, "allreduce");
		assert_string_equal(w->d.partition, "p5en");
		assert_string_equal(w->d.gpu_type, "h200");
		assert_int_equal(w->d.segment, CR_UNSET);
		assert_int_equal(w->d.switches, cases[i].switches);
		assert_int_equal(w->d.switch_wait, cases[i].switches == CR_UNSET ? CR_UNSET : 240);
	}
}

static void undeclared_is_left(void **state)
{
	static const char *const options[] = {NULL, "none", "auto"};
	struct world *w = *state;

	for (size_t i = 0; i < COUNT(options); i++) {
		w->request.comm_profile = options[i];
		world_decide(w);
		assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
		assert_false(w->d.act);
		assert_true(w->d.record);
		assert_null(w->d.partition);
		assert_null(w->d.qos);
	}
}

static void names_and_forms_are_refused(void **state)
{
	static const struct {
		const char *option, *message;
	} cases[] = {
		{"mo", "CR-103: no profile is called 'mo': did you mean 'moe'? "
		       "(--comm-profile=list shows all)"},
		{"allreduse", "CR-103: no profile is called 'allreduse': did you mean "
			      "'allreduce'? (--comm-profile=list shows all)"},
		{"zzz", "CR-103: no profile is called 'zzz'; known: moe, allreduce, ddp, fsdp, "
			"independent"},
		{"moe,boro", NULL},
		{"", NULL},
		{"list", NULL},
	};
	struct world *w = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		w->request.comm_profile = cases[i].option;
		world_decide(w);
		assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
		assert_true(w->d.act);
		assert_memory_equal(w->d.message, cr_code_text(w->d.code), 6);
		if (cases[i].message)
			assert_string_equal(w->d.message, cases[i].message);
	}
}

static void the_users_choices_stay(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.min_nodes = 8;
	w->request.partition = "ultra";
	w->request.qos = "nlp";
	w->request.segment = 2;
	w->request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "gb200"};
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	assert_null(w->d.partition);
	assert_null(w->d.qos);
	assert_null(w->d.gpu_type);
	assert_int_equal(w->d.segment, CR_UNSET);
	assert_string_equal(w->d.topology, "ultra");
	assert_string_equal(w->d.would_partition, "ultra");
}

static void an_explicit_partition_gets_its_placement(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.min_nodes = 8;
	w->request.partition = "ultra";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	assert_null(w->d.partition);
	assert_int_equal(w->d.segment, 8);
	assert_string_equal(w->d.qos, "nlp");
	w->request.partition = "p5en"; /* on no route of moe: kept, nothing placed */
	world_decide(w);
	assert_null(w->d.partition);
	assert_int_equal(w->d.segment, CR_UNSET);
	assert_string_equal(w->d.would_partition, "ultra");
	assert_non_null(world_reason(w, CR_306_NOT_IN_LIST, "p5en"));
}

static void counts_as_unset_is_routed(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.partition = "train";
	w->request.min_nodes = 8;
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	w->request.comm_profile = NULL;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
}

static void shapes_are_never_bent(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.min_nodes = 8;
	w->request.gpus_per_node = (struct cr_gpus){.count = 8};
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_string_equal(w->d.message,
			    "CR-311: partition 'ultra': 8 GPUs per node asked, its nodes have 4 "
			    "(-N 16 --gpus-per-node=4 asks for as many, --gpus=64 fits any)");
	w->request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "h200"};
	world_decide(w);
	assert_int_equal(w->d.code, CR_312_GPU_TYPE);
}

/* allreduce may go to tree or block; which one its job was made for decides. */
static void architecture_is_not_crossed(void **state)
{
	struct world *w = *state;

	w->tres[0].grp = CR_UNSET64;
	w->request.comm_profile = "allreduce";
	w->request.min_nodes = 34; /* p5en has 32, ultra 36 */
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w->d.code, CR_301_TOO_MANY_NODES);
	assert_non_null(world_reason(w, CR_321_CROSSES, "ultra"));
	assert_non_null(strstr(w->d.message, "--comm-profile=allreduce,portable"));
	w->request.comm_profile = "allreduce,portable";
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	w->request.comm_profile = "allreduce"; /* typed: it was made for gb200 */
	w->request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "gb200"};
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	assert_int_equal(w->d.segment, 17);
	w->request.gpus_per_node = (struct cr_gpus){.count = 4};
	w->request.min_nodes = 2;
	w->partitions[1].takes_jobs = w->partitions[1].up = false;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w->d.code, CR_304_PARTITION_SHUT);
}

static void admission_protects(void **state)
{
	struct world *w = *state;

	w->request.partition = "ultra";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w->d.code, CR_206_NOT_ADMITTED);
	w->request.comm_profile = "independent";
	world_decide(w);
	assert_string_equal(w->d.message,
			    "CR-206: partition 'ultra': kept for profiles of intensity high or "
			    "more; 'independent' has none");
	w->request.privileged = true;
	world_decide(w);
	assert_int_not_equal(w->d.verdict, CR_VERDICT_REFUSE);
}

static void interactive_jobs_are_bounded(void **state)
{
	struct world *w = *state;

	w->request.batch = false;
	w->request.partition = "ultra";
	w->request.time_limit = 240;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	w->request.time_limit = 241;
	world_decide(w);
	assert_int_equal(w->d.code, CR_207_INTERACTIVE);
	w->request.time_limit = 10;
	w->request.min_nodes = 2;
	world_decide(w);
	assert_string_equal(w->d.message, "CR-207: partition 'ultra': takes interactive jobs of at "
					  "most 1 nodes, not 2");
}

static void tenants_have_rights(void **state)
{
	struct world *w = *state;

	w->request.account = "vision";
	w->user_assoc.account = w->parents[0].account = "vision";
	w->request.comm_profile = "moe";
	world_decide(w);
	assert_string_equal(w->d.message, "CR-203: profile 'moe' is not open to tenant 'vision', "
					  "which may use: allreduce, independent");
	w->request.comm_profile = "ddp";
	world_decide(w);
	assert_string_equal(w->d.partition, "p5en");
	assert_string_equal(w->d.qos, "vision");
	w->request.partition = "ultra";
	world_decide(w);
	assert_int_equal(w->d.code, CR_204_TOPOLOGY_NOT_OPEN);
}

static void sub_accounts_belong_to_the_tenant(void **state)
{
	struct world *w = *state;

	w->request.account = "nlp-pretrain";
	w->user_assoc.account = "nlp-pretrain";
	w->parents[0].account = "nlp-pretrain";
	w->parents[1].account = "nlp";
	w->parents[2] = (struct cr_assoc){.account = "root", .limits = CR_LIMITS_INIT};
	w->view.parent_count = 3;
	w->request.comm_profile = "moe";
	world_decide(w);
	assert_string_equal(w->d.tenant, "nlp");
	assert_string_equal(w->d.partition, "ultra");
}

static void others_and_exempt_are_left(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe";
	w->request.account = w->user_assoc.account = w->parents[0].account = "physics";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	assert_true(w->d.record);
	w->request.account = "nlp";
	w->request.user = "root";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	assert_true(w->d.record);
	w->request.user = "ada";
	w->request.reservation = "maint-42";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
}

static void modes(void **state)
{
	static const struct {
		const char *mode;
		bool act, record;
	} cases[] = {{"disabled", false, false}, {"observe", false, true}, {"enforce", true, true}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct world w;
		char text[4096];

		snprintf(text, sizeof(text), "version: 1\nmode: %s\n%s", cases[i].mode,
			 strstr(world_policy, "exempt:"));
		world_make(&w, text);
		w.request.comm_profile = "moe";
		world_decide(&w);
		assert_int_equal(w.d.act, cases[i].act);
		assert_int_equal(w.d.record, cases[i].record);
		assert_int_equal(w.d.verdict, i ? CR_VERDICT_ROUTE : CR_VERDICT_LEAVE);
		w.request.comm_profile = "nonsense";
		world_decide(&w);
		assert_int_equal(w.d.act, cases[i].act);
		assert_int_equal(w.d.verdict, i ? CR_VERDICT_REFUSE : CR_VERDICT_LEAVE);
		world_free(&w);
	}
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(moe_goes_to_blocks),
		CASE(awkward_counts_get_advice),
		CASE(allreduce_goes_to_the_tree),
		CASE(undeclared_is_left),
		CASE(names_and_forms_are_refused),
		CASE(the_users_choices_stay),
		CASE(an_explicit_partition_gets_its_placement),
		CASE(counts_as_unset_is_routed),
		CASE(shapes_are_never_bent),
		CASE(architecture_is_not_crossed),
		CASE(admission_protects),
		CASE(interactive_jobs_are_bounded),
		CASE(tenants_have_rights),
		CASE(sub_accounts_belong_to_the_tenant),
		CASE(others_and_exempt_are_left),
		CASE(modes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

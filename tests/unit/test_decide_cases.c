/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Situations from the field: who may go where, what is kept, what depends on Slurm's version. */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

static int setup(void **state)
{
	static struct world w;

	world_make(&w, NULL);
	w.request.comm_profile = "moe";
	w.request.min_nodes = 8;
	w.request.gpus_per_node = (struct cr_gpus){.count = 4};
	*state = &w;
	return 0;
}

static int teardown(void **state)
{
	world_free(*state);
	return 0;
}

/* ---- who may go where -------------------------------------------------- */

static void slurms_own_lists_shut_out(void **state)
{
	static const char *const nlp[] = {"nlp"}, *const root[] = {"ROOT"}, *const other[] = {"x"};
	static const bool denied[] = {true, false, false};
	struct world *w = *state;
	struct cr_partition *p = &w->partitions[0];

	p->allow_accounts = (struct cr_names){other, 1};
	world_decide(w);
	assert_string_equal(w->d.message,
			    "CR-205: partition 'ultra': account 'nlp' is not among its "
			    "AllowAccounts");
	p->allow_accounts = (struct cr_names){root, 1}; /* hierarchical, and in any case */
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	p->deny_accounts = (struct cr_names){nlp, 1}; /* without effect beside AllowAccounts */
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	p->allow_accounts.count = 0;
	world_decide(w);
	assert_int_equal(w->d.code, CR_205_PARTITION_CLOSED);
	p->deny_accounts.count = 0;
	w->view.group_denied = denied;
	world_decide(w);
	assert_int_equal(w->d.code, CR_205_PARTITION_CLOSED);
	w->view.group_denied = NULL;
	p->root_only = true;
	world_decide(w);
	assert_int_equal(w->d.code, CR_205_PARTITION_CLOSED);
}

static void partition_associations_bind(void **state)
{
	struct world *w = *state;

	w->user_assoc.partition = "p5en";
	world_decide(w);
	assert_int_equal(w->d.code, CR_205_PARTITION_CLOSED);
	w->user_assoc.partition = "ultra";
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
}

static void reservations_decide_the_partition(void **state)
{
	static const char *const nlp[] = {"nlp"}, *const ada[] = {"ada"}, *const other[] = {"bob"};
	struct world *w = *state;

	w->view.reservations = &w->reservation;
	w->view.reservation_count = 1;
	w->request.reservation = "blocks";
	w->reserved_in[1] = 8;
	world_decide(w);
	assert_string_equal(w->d.message, "CR-208: partition 'ultra': reservation 'blocks' has no "
					  "nodes there");
	w->reserved_in[0] = 8;
	w->reservation.accounts = (struct cr_names){nlp, 1};
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	w->reservation.denied_users = (struct cr_names){ada, 1};
	world_decide(w);
	assert_int_equal(w->d.code, CR_208_RESERVATION);
	w->reservation.denied_users.count = 0;
	w->reservation.accounts.count = 0;
	w->reservation.users = (struct cr_names){other, 1};
	world_decide(w);
	assert_int_equal(w->d.code, CR_208_RESERVATION);
	w->request.reservation = "unheard-of"; /* Slurm's to say where */
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	assert_null(w->d.partition);
	w->request.reservation = NULL;
	w->partitions[0].required_resv = true;
	world_decide(w);
	assert_int_equal(w->d.code, CR_208_RESERVATION);
}

static void an_account_without_association_is_not_trusted(void **state)
{
	struct world *w = *state;

	w->view.user_assoc_count = 0;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	assert_null(w->d.tenant);
	assert_non_null(world_reason(w, CR_202_NO_ASSOCIATION, "nlp"));
}

/* ---- what is kept ------------------------------------------------------ */

static void partition_lists_are_kept(void **state)
{
	struct world *w = *state;

	w->request.partition = "ultra,p5en";
	world_decide(w);
	assert_null(w->d.partition);
	assert_null(w->d.gpu_type);
	assert_int_equal(w->d.segment, CR_UNSET);
	w->request.partition = "ultra,train"; /* one real name among them: a choice */
	world_decide(w);
	assert_null(w->d.partition);
	w->request.partition = "nowhere"; /* Slurm refuses it */
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
}

static void nodes_by_name_stay(void **state)
{
	struct world *w = *state;

	w->request.nodelist = "u[01-08]";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	w->request.partition = "ultra";
	world_decide(w);
	assert_int_equal(w->d.segment, CR_UNSET);
}

static void updates_choose_nothing(void **state)
{
	struct world *w = *state;

	w->request.modify = true;
	w->request.partition = "ultra";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
	assert_null(w->d.qos);
	assert_null(w->d.gpu_type);
	w->request.min_nodes = 37;
	w->tres[0].grp = CR_UNSET64;
	world_decide(w);
	assert_int_equal(w->d.code, CR_301_TOO_MANY_NODES);
	w->request.privileged = true;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_LEAVE);
}

static void ranges_are_warned_of(void **state)
{
	struct world *w = *state;

	w->request.min_nodes = 2;
	w->request.max_nodes = 16;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	assert_int_equal(w->d.code, CR_336_NODE_RANGE);
	assert_int_equal(w->d.segment, CR_UNSET);
	w->request.max_nodes = 2;
	world_decide(w);
	assert_int_equal(w->d.segment, 2); /* the best there is, below the route's min of 4 */
	assert_int_equal(w->d.code, CR_332_SEGMENT_POOR);
}

static void arbitrary_is_not_for_blocks(void **state)
{
	struct world *w = *state;

	w->request.arbitrary = w->request.distribution_given = true;
	world_decide(w);
	assert_int_equal(w->d.code, CR_334_ARBITRARY);
	w->request.comm_profile = "allreduce";
	world_decide(w);
	assert_string_equal(w->d.partition, "p5en");
}

/* Segments of the user's own, by version: 25.05 has the base block as their bound. */
static void own_segments_are_checked(void **state)
{
	static const struct {
		uint32_t nodes, segment;
		bool ok;
	} cases[] = {{8, 2, true},   {5, 2, false},   {36, 18, true},
		     {16, 16, true}, {36, 12, false}, {36, 36, false}};
	struct world *w = *state;

	w->tres[0].grp = CR_UNSET64;
	w->view.slurm_version = CR_SLURM_VERSION(25, 5, 8);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w->request.min_nodes = cases[i].nodes;
		w->request.segment = cases[i].segment;
		world_decide(w);
		assert_int_equal(w->d.verdict, cases[i].ok ? CR_VERDICT_ROUTE : CR_VERDICT_REFUSE);
		if (!cases[i].ok)
			assert_int_equal(w->d.code, CR_331_SEGMENT);
	}
	w->request.segment = 0; /* Slurm's "unset": ours to choose */
	w->request.min_nodes = 8;
	world_decide(w);
	assert_int_equal(w->d.segment, 8);
}

/* ---- mixed partitions -------------------------------------------------- */

static void a_mixed_partition_is_no_route_unless_portable(void **state)
{
	struct world *w = *state;

	w->partitions[2].topology = "p5en";
	w->partitions[2].topology_type = CR_TOPOLOGY_TREE;
	w->partitions[1].takes_jobs = w->partitions[1].up = false;
	w->request.comm_profile = "independent";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_non_null(world_reason(w, CR_322_MIXED_SHAPES, "dev"));
	w->request.comm_profile = "independent,portable";
	world_decide(w);
	assert_string_equal(w->d.partition, "dev");
	assert_null(w->d.gpu_type);
	assert_null(w->d.arch);
	w->request.comm_profile = "independent"; /* a type makes it one kind of node */
	w->request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "h200"};
	world_decide(w);
	assert_string_equal(w->d.partition, "dev");
	assert_string_equal(w->d.arch, "x86_64");
}

/* ---- routes with other wishes ------------------------------------------ */

static void decide_with(struct world *w, const char *route, uint32_t nodes, uint32_t version)
{
	char text[2000];

	snprintf(text, sizeof(text),
		 "version: 1\nmode: enforce\nnotify: always\nprofiles:\n"
		 "  a: {pattern: alltoall, intensity: high, routes: [%s, {topology_type: tree}], "
		 "portable: true}\n",
		 route);
	world_make(w, text);
	w->request.comm_profile = "a";
	w->request.min_nodes = nodes;
	w->view.slurm_version = version;
	world_decide(w);
}

static void routes_have_wishes(void **state)
{
	const uint32_t now = CR_SLURM_VERSION(26, 5, 5), old = CR_SLURM_VERSION(25, 11, 1);
	struct world w;

	(void)state;
	decide_with(&w, "{topology: ultra, segment: 6, spacing: spread, exclusive_topology: true}",
		    12, now);
	assert_int_equal(w.d.segment, 6);
	assert_true(w.d.spread_segments);
	assert_true(w.d.exclusive_topo);
	assert_string_equal(w.d.notice, "profile a: partition ultra, segment 6");
	world_free(&w);
	decide_with(&w, "{topology: ultra, spacing: consolidate}", 12, old);
	assert_int_equal(w.d.segment, 12); /* 25.11.0-1 crash on consolidating too much */
	assert_false(w.d.consolidate_segments);
	world_free(&w);
	decide_with(&w, "{partition: ultra, segment: none}", 12, now);
	assert_int_equal(w.d.segment, CR_UNSET);
	world_free(&w);
	decide_with(&w, "{partition: ultra, segment: {min: 4, otherwise: next}}", 13, now);
	assert_string_equal(w.d.partition, "ultra"); /* 13 fit in one block */
	assert_int_equal(w.d.segment, 13);
	world_free(&w);
	decide_with(&w, "{partition: ultra, segment: {min: 4, otherwise: next}}", 22, now);
	assert_string_equal(w.d.partition, "ultra");
	assert_int_equal(w.d.segment, 11);
	world_free(&w);
	decide_with(&w, "{partition: ultra, segment: {min: 4, otherwise: next}}", 26, now);
	assert_int_equal(w.d.segment, 13);
	world_free(&w);
	decide_with(&w, "{partition: ultra, segment: {min: 4, otherwise: next}}", 29, now);
	assert_string_equal(w.d.partition, "p5en");
	assert_non_null(world_reason(&w, CR_332_SEGMENT_POOR, "ultra"));
	world_free(&w);
	decide_with(&w, "{partition: ultra, segment: {min: 4, otherwise: refuse}}", 29, now);
	assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
	world_free(&w);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(slurms_own_lists_shut_out),
		CASE(partition_associations_bind),
		CASE(reservations_decide_the_partition),
		CASE(an_account_without_association_is_not_trusted),
		CASE(partition_lists_are_kept),
		CASE(nodes_by_name_stay),
		CASE(updates_choose_nothing),
		CASE(ranges_are_warned_of),
		CASE(arbitrary_is_not_for_blocks),
		CASE(own_segments_are_checked),
		CASE(a_mixed_partition_is_no_route_unless_portable),
		cmocka_unit_test(routes_have_wishes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What cannot be judged whole, because something is missing in the view or the arena
 * runs out at any point: what the policy closes stays closed, all else goes through, or
 * what else not_judged says.
 */
#include "tests/unit/unit.h"

#include "policies/decide/script.h"
#include "policies/file/policy_model.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

#define POLICY                                                                                     \
	"version: 1\n"                                                                             \
	"mode: enforce\n"                                                                          \
	"exempt: {users: [root]}\n"                                                                \
	"profiles:\n"                                                                              \
	"  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}\n"       \
	"  ddp: {pattern: allreduce, intensity: low, routes: [{topology_type: tree}]}\n"           \
	"partitions:\n"                                                                            \
	"  ultra: {admit: {min_intensity: high, max_nodes: 4}, interactive: {max_nodes: 1}}\n"     \
	"  new: {admit: {min_intensity: high}}\n"                                                  \
	"tenant_defaults: {qos: {own: '{tenant}', borrow: spare}, borrow: {consent: never}}\n"     \
	"tenants:\n"                                                                               \
	"  nlp: {accounts: [nlp], topology_types: [block, tree]}\n"                                \
	"  vision: {accounts: [vision], topology_types: [tree]}\n"                                 \
	"  lab: {accounts: [lab], partitions: ['p*']}\n"

static struct world w;

/* ---- the missing view ------------------------------------------------------------------ */

static const struct {
	const char *account, *option, *partition, *qos;
	uint32_t nodes;
	bool interactive;
	const char *refusal; /* what it begins with; NULL: it goes through */
} jobs[] = {
	{"nlp", NULL, NULL, NULL, 1, false, NULL},
	{"nlp", "moe", NULL, NULL, 1, false, NULL},
	{"nlp", "moe", "ultra", NULL, 4, false, NULL},
	{"nlp", NULL, "ultra", NULL, 1, false, "CR-206: partition 'ultra': kept for profiles"},
	{"nlp", "ddp", "ultra", NULL, 1, false, "CR-206: partition 'ultra': kept for profiles"},
	{"nlp", "moe", "ultra", NULL, 5, false, "CR-206: partition 'ultra': kept for jobs of at"},
	{"nlp", "moe", "p5en,ultra", NULL, 5, false, "CR-206: partition 'ultra': kept for jobs of"},
	{"nlp", NULL, "ultra", NULL, 1, true, NULL},
	{"nlp", NULL, "ultra", NULL, 2, true, "CR-207: partition 'ultra': takes interactive jobs"},
	{"vision", "moe", "ultra", NULL, 1, false,
	 "CR-204: partition 'ultra': topology type block"},
	{"vision", NULL, "p5en", NULL, 99, false, NULL},
	{"lab", NULL, "dev", NULL, 1, false, "CR-204: partition 'dev': not open to tenant 'lab'"},
	{"nlp", NULL, "p5en", "nlp,spare", 1, false, "CR-409: --qos=spare: tenant 'nlp'"},
	{"nlp", "mo", NULL, NULL, 1, false, "CR-103: no profile is called 'mo'"},
	{"elsewhere", NULL, "ultra", NULL, 1, false, NULL}, /* other_accounts: leave */
	/* Of a partition that the view does not know only its name is judged. */
	{"nlp", NULL, "new", NULL, 1, false, "CR-206: partition 'new': kept for profiles"},
	{"nlp", "moe", "new", NULL, 1, false, NULL},
	{"lab", NULL, "new", NULL, 1, false, "CR-204: partition 'new': not open to tenant 'lab'"},
	{"lab", NULL, "pnew", NULL, 1, false, NULL},
	/* The first that is closed is told, and no other. */
	{"nlp", NULL, "new,ultra", NULL, 1, false, "CR-206: partition 'new': kept for profiles"},
	{"lab", NULL, "new,newer", NULL, 1, false, "CR-204: partition 'new': not open to tenant"},
};

static void ask(size_t i)
{
	w.request.account = jobs[i].account;
	w.request.comm_profile = jobs[i].option;
	w.request.partition = jobs[i].partition;
	w.request.qos = jobs[i].qos;
	w.request.min_nodes = w.request.max_nodes = jobs[i].nodes;
	w.request.batch = !jobs[i].interactive;
	w.view.user_assocs = NULL;
	w.view.user_assoc_count = w.view.parent_count = 0;
	w.view.have_assocs = false; /* the account named is believed */
}

static int decide(void)
{
	cr_arena_release(&w.arena);
	cr_arena_init(&w.arena, w.memory, sizeof(w.memory), sizeof(w.memory));
	return cr_decide(w.policy, &w.request, &w.view, &w.arena, &w.d);
}

/* Reasons that have the verdict's own code: the first refusal is the last. */
static size_t count_refusals(void)
{
	size_t n = 0;

	for (size_t i = 0; i < w.d.reason_count; i++)
		n += w.d.reasons[i].code == w.d.code;
	return n;
}

static void check(const char *refusal)
{
	if ((w.d.message != NULL) != (refusal != NULL))
		print_message("%s\n", w.d.message ? w.d.message : "not refused");
	assert_int_equal(w.d.verdict, refusal ? CR_VERDICT_REFUSE : CR_VERDICT_LEAVE);
	assert_int_equal(w.d.act, refusal != NULL);
	assert_true(w.d.record);
	assert_null(w.d.partition);
	if (refusal) {
		assert_true(w.d.message && strncmp(w.d.message, refusal, strlen(refusal)) == 0);
		assert_null(world_reason(&w, CR_505_NOT_JUDGED, NULL));
		assert_int_equal(count_refusals(), 1);
	} else {
		assert_true(world_reason(&w, CR_505_NOT_JUDGED, NULL) ||
			    world_reason(&w, CR_201_NO_TENANT, NULL)); /* nobody's to judge */
	}
	assert_string_equal(w.d.unjudged, "it is a test");
}

static void what_the_policy_closes_stays_closed(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(jobs); i++) {
		print_message("case %zu\n", i);
		world_make(&w, POLICY);
		w.view.missing = "it is a test";
		ask(i);
		assert_int_equal(decide(), -1);
		check(jobs[i].refusal);
		w.request.privileged = true;
		assert_int_equal(decide(), -1);
		check(jobs[i].option && strcmp(jobs[i].option, "mo") == 0 ? jobs[i].refusal : NULL);
		w.request.user = "root"; /* exempt */
		assert_int_equal(decide(), -1);
		assert_int_equal(w.d.verdict, CR_VERDICT_LEAVE);
		world_free(&w);
	}
}

/* To leave -p away is no way round; a reservation that nobody knows may be anywhere. */
static void where_it_lands_is_judged(void **state)
{
	(void)state;
	world_make(&w, POLICY);
	w.view.missing = "it is a test";
	ask(0);
	assert_int_equal(decide(), -1);
	check(NULL);
	w.partitions[1].is_default = false;
	w.partitions[0].is_default = true;
	assert_int_equal(decide(), -1);
	check("CR-206: partition 'ultra': kept for profiles");
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	w.reservation.partition = "p5en";
	w.request.reservation = "blocks";
	assert_int_equal(decide(), -1);
	check(NULL);
	w.reservation.partition = "ultra";
	w.partitions[0].is_default = false;
	assert_int_equal(decide(), -1);
	check("CR-206: partition 'ultra': kept for profiles");
	w.request.reservation = "other";
	assert_int_equal(decide(), -1);
	check("CR-206: partition 'ultra': kept for profiles");
	/* One in a partition that is gone leads nowhere: Slurm's default counts, closed or not. */
	w.request.reservation = "blocks";
	w.reservation.partition = "gone";
	assert_int_equal(decide(), -1);
	check(NULL);
	w.partitions[0].is_default = true;
	assert_int_equal(decide(), -1);
	check("CR-206: partition 'ultra': kept for profiles");
	world_free(&w);
}

static void the_policy_says_what_happens(void **state)
{
	static const struct {
		const char *key;
		enum cr_mode mode;
		bool open, closed; /* is refused: a job to what is open, to what is closed */
	} cases[] = {
		{"protect", CR_MODE_ENFORCE, false, true},
		{"leave", CR_MODE_ENFORCE, false, false},
		{"refuse", CR_MODE_ENFORCE, true, true},
		{"refuse", CR_MODE_OBSERVE, true, true},
	};
	char text[2000];

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(cases); i++) {
		bool closed = i % 2, refused = closed ? cases[i / 2].closed : cases[i / 2].open;

		(void)snprintf(text, sizeof(text), POLICY "not_judged: %s\n", cases[i / 2].key);
		world_make(&w, text);
		w.policy->site.mode = cases[i / 2].mode;
		w.view.missing = "it is a test";
		ask(0);
		w.request.partition = closed ? "ultra" : "p5en";
		assert_int_equal(decide(), -1);
		assert_int_equal(w.d.verdict == CR_VERDICT_REFUSE, refused);
		assert_int_equal(w.d.act, refused && cases[i / 2].mode == CR_MODE_ENFORCE);
		if (refused && strcmp(cases[i / 2].key, "refuse") == 0)
			assert_int_equal(strncmp(w.d.message, "CR-505: ", 8), 0);
		w.policy->site.mode = CR_MODE_DISABLED;
		assert_int_equal(decide(), 0);
		assert_false(w.d.record);
		world_free(&w);
	}
}

static void no_job_without_the_script_where_the_site_says_so(void **state)
{
	struct cr_script script = {.refuse_on_failure = true};

	(void)state;
	world_make(&w, POLICY);
	w.policy->script = &script;
	w.view.missing = "it is a test";
	ask(0);
	assert_int_equal(decide(), -1);
	assert_int_equal(w.d.code, CR_505_NOT_JUDGED);
	script.refuse_on_failure = false;
	assert_int_equal(decide(), -1);
	check(NULL);
	w.policy->script = NULL;
	world_free(&w);
}

/* A partition made since the view was taken is judged by its name in any decision. */
static void a_partition_that_is_not_known_yet_is_judged_by_name(void **state)
{
	(void)state;
	for (size_t i = 15; i < COUNT(jobs); i++) {
		world_make(&w, POLICY);
		ask(i);
		world_decide(&w);
		assert_int_equal(w.d.verdict == CR_VERDICT_REFUSE, jobs[i].refusal != NULL);
		if (jobs[i].refusal) {
			assert_int_equal(
				strncmp(w.d.message, jobs[i].refusal, strlen(jobs[i].refusal)), 0);
			assert_int_equal(count_refusals(), 1);
		} else {
			assert_non_null(world_reason(&w, CR_NO_CODE, jobs[i].partition));
		}
		world_free(&w);
	}
}

/* ---- the arena, however small -------------------------------------------------------------- */

static int decide_within(size_t bytes)
{
	cr_arena_release(&w.arena);
	cr_arena_init(&w.arena, w.memory, bytes, bytes);
	return cr_decide(w.policy, &w.request, &w.view, &w.arena, &w.d);
}

static void any_arena_that_is_too_small(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(jobs); i++) {
		enum cr_verdict whole;
		enum cr_code code;
		size_t failed = 0;

		world_make(&w, POLICY);
		ask(i);
		world_decide(&w);
		whole = w.d.verdict;
		code = w.d.code;
		for (size_t bytes = 16; bytes < 20000; bytes += 112) {
			if (decide_within(bytes) == 0) {
				assert_int_equal(w.d.verdict, whole);
				continue;
			}
			failed++;
			assert_non_null(w.d.unjudged);
			assert_true(w.d.record);
			/* What is closed stays closed, by the same code; nothing else is. */
			if (whole == CR_VERDICT_REFUSE && jobs[i].refusal) {
				assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
				assert_int_equal(w.d.code, code);
				assert_int_equal(strncmp(w.d.message, jobs[i].refusal, 6), 0);
			} else {
				assert_int_equal(w.d.verdict, CR_VERDICT_LEAVE);
			}
		}
		assert_true(failed > 10);
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_policy_closes_stays_closed),
		cmocka_unit_test(where_it_lands_is_judged),
		cmocka_unit_test(the_policy_says_what_happens),
		cmocka_unit_test(no_job_without_the_script_where_the_site_says_so),
		cmocka_unit_test(a_partition_that_is_not_known_yet_is_judged_by_name),
		cmocka_unit_test(any_arena_that_is_too_small),
	};

	return cmocka_run_group_tests_name("decide, what is not judged whole", tests, NULL, NULL);
}

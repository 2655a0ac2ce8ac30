/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A job larger than what is left of its tenant's budget (GrpTRESMins of the own
 * QOS): what the tenant says, what the job says, and whether it can be requeued.
 */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

enum { BUDGET = 100000, ASKED = 32 * 60 }; /* GPU minutes: 8 nodes of 4 for an hour */

/* The policy of the small cluster, tenant nlp with RULE in it. */
static void make_world(struct world *w, const char *rule)
{
	static const char nlp[] = "nlp: {accounts: [nlp], ";
	char text[4096];
	const char *at = strstr(world_policy, nlp);

	assert_non_null(at);
	at += strlen(nlp);
	snprintf(text, sizeof(text), "%.*s%s, %s", (int)(at - world_policy), world_policy, rule,
		 at);
	world_make(w, text);
	w->request.min_nodes = 8;
	w->request.gpus_per_node = (struct cr_gpus){.count = 4};
	w->request.time_limit = 60;
	w->tres[0].grp_mins = BUDGET;
	w->tres[0].grp_mins_used = BUDGET - ASKED + 1;
}

static const struct {
	const char *rule, *option;
	bool no_requeue;
	const char *code, *qos; /* what comes of it; code NULL: routed */
	bool full;              /* and the reason says that the budget is used up */
} cases[] = {
	/* Refused, and told of what would do; with consent that is what happens. */
	{"over_budget: refuse", "moe", false, "CR-405", NULL, false},
	{"over_budget: refuse", "moe,noborrow", false, "CR-406", NULL, false},
	{"over_budget: refuse", "moe,borrow", false, NULL, "spare", true},
	{"over_budget: refuse", "moe", true, "CR-406", NULL, false},
	/* Borrows unasked, unless the job forbids it or would be killed by it. */
	{"over_budget: borrow", "moe", false, NULL, "spare", true},
	{"over_budget: borrow", "moe,borrow", false, NULL, "spare", true},
	{"over_budget: borrow", "moe,noborrow", false, "CR-406", NULL, false},
	{"over_budget: borrow", "moe", true, "CR-406", NULL, false},
	{"over_budget: borrow, borrow: {consent: never}", "moe", false, "CR-406", NULL, false},
	{"over_budget: borrow, borrow: {max_gpus: 31}", "moe", false, "CR-406", NULL, false},
	{"over_budget: borrow, borrow: {max_gpus: 32}", "moe", false, NULL, "spare", true},
	/* Waits, as its own. */
	{"over_budget: wait", "moe", false, NULL, "nlp", true},
	{"over_budget: wait", "moe,noborrow", false, NULL, "nlp", true},
	{"over_budget: wait", "moe", true, NULL, "nlp", true},
	{"over_budget: wait", "moe,borrow", false, NULL, "spare", true},
};

static bool says_full(const struct world *w)
{
	static const char begin[] = "full now: 1920 minutes of gres/gpu asked";

	for (size_t i = 0; i < w->d.reason_count; i++)
		if (strncmp(w->d.reasons[i].text, begin, strlen(begin)) == 0)
			return true;
	return false;
}

static void what_becomes_of_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct world w;

		print_message("%s, %s\n", cases[i].rule, cases[i].option);
		make_world(&w, cases[i].rule);
		w.request.comm_profile = cases[i].option;
		w.request.requeue = cases[i].no_requeue ? CR_NO : CR_UNSAID;
		world_decide(&w);
		if (cases[i].code) {
			assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
			assert_string_equal(cr_decision_code(&w.d, w.d.code), cases[i].code);
		} else {
			assert_int_equal(w.d.verdict, CR_VERDICT_ROUTE);
			assert_string_equal(w.d.qos, cases[i].qos);
			assert_int_equal(w.d.preemptible, strcmp(cases[i].qos, "spare") == 0);
		}
		assert_int_equal(says_full(&w), cases[i].full);
		world_free(&w);
	}
}

/* To the last minute of the budget it is the tenant's own. */
static void the_last_minute_is_spent(void **state)
{
	static const char *const rules[] = {"over_budget: refuse", "over_budget: borrow",
					    "over_budget: wait"};

	(void)state;
	for (size_t i = 0; i < COUNT(rules); i++) {
		struct world w;

		make_world(&w, rules[i]);
		w.request.comm_profile = "moe";
		w.tres[0].grp_mins_used--;
		world_decide(&w);
		assert_string_equal(w.d.qos, "nlp");
		assert_false(w.d.preemptible);
		assert_false(says_full(&w));
		world_free(&w);
	}
}

/* Beyond the whole of it waiting is of no use, nor is the rule: what can never run is refused. */
static void beyond_the_whole_budget(void **state)
{
	static const struct {
		const char *rule, *code;
	} never[] = {{"over_budget: refuse", "CR-405"},
		     {"over_budget: borrow", "CR-405"},
		     {"over_budget: wait", "CR-405"},
		     {"over_budget: wait, borrow: {consent: never}", "CR-403"}};

	(void)state;
	for (size_t i = 0; i < COUNT(never); i++) {
		struct world w;

		make_world(&w, never[i].rule);
		w.request.comm_profile = "moe";
		w.tres[0].grp_mins = ASKED - 1;
		w.tres[0].grp_mins_used = 0;
		world_decide(&w);
		assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
		assert_string_equal(cr_decision_code(&w.d, w.d.code), never[i].code);
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_becomes_of_it),
		cmocka_unit_test(the_last_minute_is_spent),
		cmocka_unit_test(beyond_the_whole_budget),
	};

	return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}

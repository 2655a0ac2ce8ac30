/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/decide_script: what a script may wish for, and why it does not get it. */
#include "tests/unit/unit.h"

#include "policies/decide/script.h"
#include "tests/unit/policy_world.h"

#include <string.h>

static struct cr_script_result said;
static enum cr_script_outcome outcome;
static enum cr_hook answered;

static enum cr_script_outcome call(struct cr_script *script, enum cr_hook hook,
				   struct cr_deciding *g, struct cr_script_result *result)
{
	(void)script;
	for (size_t i = 0; i < g->candidate_count; i++)
		assert_int_equal(g->candidates[i].obstacle == CR_OBSTACLE_NONE,
				 g->candidates[i].code == CR_NO_CODE);
	if (hook != answered)
		return CR_SCRIPT_SILENT;
	*result = said;
	return outcome;
}

static void end(struct cr_script *script, struct cr_script_session *session)
{
	(void)script;
	(void)session;
}

static void destroy(struct cr_script *script)
{
	(void)script;
}

static struct world w;
static struct cr_script script;

static void make(const char *profile)
{
	static const struct cr_script_ops ops = {.call = call, .end = end};

	world_make(&w, NULL);
	script = (struct cr_script){.ops = &ops, .destroy = destroy};
	w.policy->script = &script;
	w.request.comm_profile = profile;
	w.request.min_nodes = 8;
	said = (struct cr_script_result){
		.wish = {.segment = CR_UNSET, .switches = CR_UNSET, .switch_wait = CR_UNSET}};
	outcome = CR_SCRIPT_SAYS;
	answered = CR_HOOK_DECIDE;
}

static bool has_reason(const char *part)
{
	for (size_t i = 0; i < w.d.reason_count; i++)
		if (strstr(w.d.reasons[i].text, part))
			return true;
	return false;
}

/* ---- wishes -------------------------------------------------------------------------- */

enum said_by_user { NOTHING, SEGMENT, SWITCHES, OWN_QOS, NODE, RANGE };

static const struct {
	const char *profile;
	enum said_by_user user;
	enum cr_decision_field field;
	uint32_t number;     /* what is wished, where it is a number */
	const char *ignored; /* NULL: granted */
} wishes[] = {
	{"moe", NOTHING, CR_DECISION_SEGMENT, 4, NULL},
	{"moe", NOTHING, CR_DECISION_SEGMENT, 8, NULL},
	{"moe", NOTHING, CR_DECISION_SEGMENT, 3, "Slurm would not accept it"},
	{"moe", SEGMENT, CR_DECISION_SEGMENT, 4, "the user chose one"},
	{"moe", RANGE, CR_DECISION_SEGMENT, 4, "does not go to blocks with a known number"},
	{"allreduce", NOTHING, CR_DECISION_SEGMENT, 4, "does not go to blocks"},
	{"allreduce", NOTHING, CR_DECISION_SWITCHES, 1, NULL}, /* just as many as it takes */
	{"allreduce", NOTHING, CR_DECISION_SWITCHES, 3, NULL},
	{"allreduce", NOTHING, CR_DECISION_SWITCHES, 0, "so few can never hold"},
	{"allreduce", SWITCHES, CR_DECISION_SWITCHES, 2, "the user chose them"},
	{"allreduce", RANGE, CR_DECISION_SWITCHES, 2, "does not go to a tree with a known number"},
	{"moe", NOTHING, CR_DECISION_SWITCHES, 2, "does not go to a tree"},
	{"allreduce", NOTHING, CR_DECISION_SWITCH_WAIT, 5, "it goes with switches"},
	{"moe", NOTHING, CR_DECISION_EXCLUSIVE_TOPO, 1, NULL},
	{"moe", NODE, CR_DECISION_EXCLUSIVE_TOPO, 1, "the user chose, or"},
	{"allreduce", NOTHING, CR_DECISION_EXCLUSIVE_TOPO, 1, "does not go to blocks"},
	{"moe", NOTHING, CR_DECISION_QOS, 0, NULL},
	{"moe", OWN_QOS, CR_DECISION_QOS, 0, "the user chose one"},
};

static void say(enum said_by_user what)
{
	if (what == SEGMENT)
		w.request.segment = 2;
	if (what == SWITCHES)
		w.request.switches = 4;
	if (what == OWN_QOS)
		w.request.qos = "nlp";
	if (what == NODE)
		w.request.exclusive = CR_EXCLUSIVE_NODE;
	if (what == RANGE)
		w.request.max_nodes = 9;
}

static bool is_granted(size_t i)
{
	switch (wishes[i].field) {
	case CR_DECISION_SEGMENT:
		return w.d.segment == wishes[i].number;
	case CR_DECISION_SWITCHES:
		return w.d.switches == wishes[i].number;
	case CR_DECISION_SWITCH_WAIT:
		return w.d.switch_wait == wishes[i].number;
	case CR_DECISION_EXCLUSIVE_TOPO:
		return w.d.exclusive_topo;
	default:
		return w.d.qos && strcmp(w.d.qos, "vision") == 0;
	}
}

static void wishes_are_granted_or_a_word_is_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(wishes); i++) {
		print_message("case %zu\n", i);
		make(wishes[i].profile);
		say(wishes[i].user);
		said.wish.segment = said.wish.switches = said.wish.switch_wait = wishes[i].number;
		said.wish.exclusive_topo = wishes[i].number != 0;
		said.wish.qos = "vision";
		if (wishes[i].field == CR_DECISION_SWITCH_WAIT)
			said.wish.switches = CR_UNSET;
		said.wished[wishes[i].field] = true;
		world_decide(&w);
		assert_int_equal(w.d.verdict, CR_VERDICT_ROUTE);
		assert_int_equal(is_granted(i), wishes[i].ignored == NULL);
		assert_int_equal(has_reason("is ignored: "), wishes[i].ignored != NULL);
		assert_int_equal(has_reason("wanted by the script"), wishes[i].ignored == NULL);
		if (wishes[i].ignored)
			assert_true(has_reason(wishes[i].ignored));
		world_free(&w);
	}
}

static void a_wait_goes_with_its_switches(void **state)
{
	(void)state;
	make("allreduce");
	said.wish.switches = 2;
	said.wish.switch_wait = 5;
	said.wished[CR_DECISION_SWITCHES] = said.wished[CR_DECISION_SWITCH_WAIT] = true;
	world_decide(&w);
	assert_int_equal(w.d.switches, 2);
	assert_int_equal(w.d.switch_wait, 5);
	world_free(&w);
}

/* ---- the rest of what it says ------------------------------------------------------------ */

static void a_notice_is_shown_and_kept(void **state)
{
	(void)state;
	make("moe");
	said.notice = "the cluster is repaired tonight";
	world_decide(&w);
	assert_string_equal(w.d.notice, "the cluster is repaired tonight");
	assert_true(has_reason("notice: the cluster is repaired tonight"));
	assert_string_equal(w.d.partition, "ultra");
	world_free(&w);
}

static void a_profile_is_given(void **state)
{
	(void)state;
	make(NULL);
	answered = CR_HOOK_CLASSIFY;
	said.profile = "moe";
	world_decide(&w);
	assert_string_equal(w.d.profile, "moe");
	assert_string_equal(w.d.partition, "ultra");
	assert_true(has_reason("the script gives this profile"));
	w.request.comm_profile = "moe"; /* the same as declared: nothing to say */
	world_decide(&w);
	assert_false(has_reason("the script gives"));
	w.request.comm_profile = "none"; /* who opts out is not asked about */
	world_decide(&w);
	assert_null(w.d.profile);
	w.request.comm_profile = NULL; /* vision may not name it */
	w.request.account = "vision";
	world_decide(&w);
	assert_null(w.d.profile);
	assert_true(has_reason("is not open to tenant 'vision': ignored"));
	script.trusted = true;
	world_decide(&w);
	assert_string_equal(w.d.profile, "moe");
	world_free(&w);
}

/* The candidates' order is the script's; what it changes by that is said. */
static void an_order_is_followed(void **state)
{
	static const struct {
		size_t order[2], count;
		const char *partition, *reason; /* NULL: as it was anyway */
	} cases[] = {
		{{0}, 1, "p5en", NULL},
		{{1}, 1, "ultra", "chosen by the script, not 'p5en'"},
		{{1, 0}, 2, "ultra", "chosen by the script, not 'p5en'"},
		{{0, 1}, 2, "p5en", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		make("allreduce,portable");
		said.ordered = true;
		said.order_count = cases[i].count;
		said.order = cases[i].order;
		world_decide(&w);
		assert_string_equal(w.d.partition, cases[i].partition);
		assert_int_equal(has_reason("chosen by the script"), cases[i].reason != NULL);
		if (cases[i].reason)
			assert_true(has_reason(cases[i].reason));
		world_free(&w);
	}
}

static void the_users_partition_is_not_reordered(void **state)
{
	(void)state;
	make("allreduce");
	w.request.partition = "p5en";
	said.ordered = true;
	world_decide(&w);
	assert_int_not_equal(w.d.verdict, CR_VERDICT_REFUSE);
	assert_true(has_reason("candidates are ignored: the user chose"));
	world_free(&w);
}

static void what_comes_of_a_failure(void **state)
{
	(void)state;
	make("moe");
	outcome = CR_SCRIPT_FAILED;
	said.text = "line 3";
	world_decide(&w);
	assert_string_equal(w.d.partition, "ultra");
	assert_true(has_reason("the script failed and is ignored: line 3"));
	script.refuse_on_failure = true;
	world_decide(&w);
	assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w.d.code, CR_511_LUA);
	assert_false(has_reason("is ignored"));
	assert_true(has_reason("line 3"));
	outcome = CR_SCRIPT_REFUSES;
	said.site_code = "LAB-7";
	world_decide(&w);
	assert_string_equal(cr_decision_code(&w.d, w.d.code), "LAB-7");
	assert_non_null(strstr(w.d.message, "line 3"));
	world_free(&w);
}

/* ---- where it stops ---------------------------------------------------------------------- */

static void a_failure_takes_no_profile_away(void **state)
{
	(void)state;
	make("moe");
	answered = CR_HOOK_CLASSIFY;
	outcome = CR_SCRIPT_FAILED;
	said.text = "line 3";
	world_decide(&w);
	assert_string_equal(w.d.profile, "moe");
	assert_string_equal(w.d.partition, "ultra");
	world_free(&w);
}

static void a_profile_not_open_leaves_the_declared_one(void **state)
{
	(void)state;
	make("allreduce");
	w.request.account = "vision";
	answered = CR_HOOK_CLASSIFY;
	said.profile = "moe";
	world_decide(&w);
	assert_string_equal(w.d.profile, "allreduce");
	assert_string_equal(w.d.partition, "p5en");
	said.profile = "ddp"; /* the declared one by its alias: nothing changes */
	world_decide(&w);
	assert_string_equal(w.d.partition, "p5en");
	assert_false(has_reason("the script gives"));
	world_free(&w);
}

/* What was set for the first choice does not go with the second. */
static void another_choice_is_placed_anew(void **state)
{
	static const size_t second = 1;

	(void)state;
	make("allreduce,portable");
	world_decide(&w);
	assert_int_equal(w.d.switches, 1);
	assert_int_equal(w.d.segment, CR_UNSET);
	said.ordered = true;
	said.order = &second;
	said.order_count = 1;
	world_decide(&w);
	assert_string_equal(w.d.partition, "ultra");
	assert_int_equal(w.d.switches, CR_UNSET);
	assert_int_equal(w.d.switch_wait, CR_UNSET);
	assert_int_equal(w.d.segment, 8);
	world_free(&w);
}

static void only_a_trusted_one_is_asked_of_a_refusal(void **state)
{
	(void)state;
	make("moe");
	w.request.min_nodes = 500;
	said.notice = "seen";
	said.wish.qos = "vision";
	said.wished[CR_DECISION_QOS] = true;
	for (unsigned trusted = 0; trusted < 2; trusted++) {
		script.trusted = trusted;
		world_decide(&w);
		assert_int_equal(w.d.verdict, CR_VERDICT_REFUSE);
		assert_int_equal(has_reason("notice: seen"), trusted);
		assert_false(has_reason("wanted by the script")); /* of no use any more */
	}
	world_free(&w);
}

static void an_update_gets_no_wishes(void **state)
{
	(void)state;
	make("moe");
	w.request.partition = "ultra";
	w.request.modify = true;
	said.notice = "seen";
	said.wish.qos = "vision";
	said.wished[CR_DECISION_QOS] = true;
	world_decide(&w);
	assert_int_equal(w.d.verdict, CR_VERDICT_LEAVE);
	assert_null(w.d.qos);
	assert_true(has_reason("notice: seen"));
	assert_false(has_reason("wanted by the script"));
	world_free(&w);
}

/* A job that nothing else was set for is routed by a wish, and left without one. */
static void a_wish_alone_routes(void **state)
{
	(void)state;
	make("none");
	world_decide(&w);
	assert_int_equal(w.d.verdict, CR_VERDICT_LEAVE);
	said.wish.qos = "vision";
	said.wished[CR_DECISION_QOS] = true;
	world_decide(&w);
	assert_int_equal(w.d.verdict, CR_VERDICT_ROUTE);
	assert_string_equal(w.d.qos, "vision");
	world_free(&w);
}

static void a_wait_without_its_switches(void **state)
{
	(void)state;
	make("moe"); /* no switches at all */
	said.wish.switch_wait = 5;
	said.wished[CR_DECISION_SWITCH_WAIT] = true;
	world_decide(&w);
	assert_int_equal(w.d.switch_wait, CR_UNSET);
	assert_true(has_reason("it goes with switches"));
	world_free(&w);
	make("allreduce"); /* other ones than those wished for */
	w.request.switches = 4;
	said.wish.switches = 2;
	said.wish.switch_wait = 5;
	said.wished[CR_DECISION_SWITCHES] = said.wished[CR_DECISION_SWITCH_WAIT] = true;
	world_decide(&w);
	assert_int_equal(w.d.switch_wait, CR_UNSET);
	assert_true(has_reason("the user chose them"));
	assert_true(has_reason("it goes with switches"));
	world_free(&w);
}

static void wishes_are_told_as_they_are(void **state)
{
	(void)state;
	make("moe");
	said.wish.segment = 4;
	said.wish.exclusive_topo = true;
	said.wished[CR_DECISION_SEGMENT] = said.wished[CR_DECISION_EXCLUSIVE_TOPO] = true;
	world_decide(&w);
	assert_true(has_reason("segment wanted by the script: 4"));
	assert_true(has_reason("exclusive blocks wanted by the script: true"));
	said.wish.exclusive_topo = false;
	world_decide(&w);
	assert_true(has_reason("exclusive blocks wanted by the script: no"));
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wishes_are_granted_or_a_word_is_said),
		cmocka_unit_test(a_wait_goes_with_its_switches),
		cmocka_unit_test(a_notice_is_shown_and_kept),
		cmocka_unit_test(a_profile_is_given),
		cmocka_unit_test(an_order_is_followed),
		cmocka_unit_test(the_users_partition_is_not_reordered),
		cmocka_unit_test(what_comes_of_a_failure),
		cmocka_unit_test(a_failure_takes_no_profile_away),
		cmocka_unit_test(a_profile_not_open_leaves_the_declared_one),
		cmocka_unit_test(another_choice_is_placed_anew),
		cmocka_unit_test(only_a_trusted_one_is_asked_of_a_refusal),
		cmocka_unit_test(an_update_gets_no_wishes),
		cmocka_unit_test(a_wish_alone_routes),
		cmocka_unit_test(a_wait_without_its_switches),
		cmocka_unit_test(wishes_are_told_as_they_are),
	};

	return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}

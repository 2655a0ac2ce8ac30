/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/outlook: which partitions and QOS a decision can come to look at; none is missed. */
#include "tests/unit/unit.h"

#include "policies/decide/outlook.h"
#include "policies/decide/script.h"
#include "policies/file/policy_model.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

#define RULES "undeclared: [{when: {min_nodes: 2}, profile: moe}]\n"

static struct world w;

static const struct {
	const char *option, *partition, *reservation, *rules;
	bool script;
	bool ultra, p5en, dev; /* p5en is the default one */
} cases[] = {
	{NULL, NULL, NULL, "", false, false, true, false},
	{NULL, "dev", NULL, "", false, false, true, true},
	{NULL, "dev,ultra", NULL, "", false, true, true, true},
	{NULL, "devel,xdev", NULL, "", false, false, true, false},
	{NULL, NULL, "any", "", false, true, true, true},
	{"moe", NULL, NULL, "", false, true, true, false},
	{"independent", NULL, NULL, "", false, false, true, false},
	{"ddp", NULL, NULL, "", false, true, true, false}, /* an alias: tree, then block */
	{"none", NULL, NULL, "", true, false, true, false},
	{"none", NULL, NULL, RULES, false, false, true, false},
	{"auto", NULL, NULL, RULES, false, true, true, false},
	{NULL, NULL, NULL, RULES, false, true, true, false},
	{"independent", NULL, NULL, RULES, false, false, true, false},
	{"independent", NULL, NULL, "", true, true, true, false},
	{"mo,e", NULL, NULL, "", true, false, true, false}, /* refused before all that */
};

static void partitions_that_can_come_up(void **state)
{
	static struct cr_script script;
	char text[4000];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_outlook o;

		print_message("case %zu\n", i);
		(void)snprintf(text, sizeof(text), "%s%s", world_policy, cases[i].rules);
		world_make(&w, text);
		w.policy->script = cases[i].script ? &script : NULL;
		w.request.comm_profile = cases[i].option;
		w.request.partition = cases[i].partition;
		w.request.reservation = cases[i].reservation;
		cr_outlook_of(w.policy, &w.request, &o);
		assert_int_equal(cr_outlook_has(&o, &w.partitions[0]), cases[i].ultra);
		assert_int_equal(cr_outlook_has(&o, &w.partitions[1]), cases[i].p5en);
		assert_int_equal(cr_outlook_has(&o, &w.partitions[2]), cases[i].dev);
		w.policy->script = NULL;
		world_free(&w);
	}
}

static void qos_of_the_tenant(void **state)
{
	const char *own, *borrow;
	struct cr_outlook o;

	(void)state;
	world_make(&w, NULL);
	cr_outlook_of(w.policy, &w.request, &o);
	cr_outlook_qos(&o, &w.view, &own, &borrow);
	assert_string_equal(own, "nlp");
	assert_string_equal(borrow, "spare");
	w.request.account = "nlp-x"; /* below nlp */
	cr_outlook_qos(&o, &w.view, &own, &borrow);
	assert_string_equal(own, "nlp");
	w.view.parent_count = 0;
	cr_outlook_qos(&o, &w.view, &own, &borrow);
	assert_null(own);
	assert_null(borrow);
	w.policy->site.other_accounts = "vision";
	cr_outlook_qos(&o, &w.view, &own, &borrow);
	assert_string_equal(own, "vision");
	world_free(&w);
}

/* ---- a table of names, and a bit for each that is meant ---------------------------------------
 */

static void an_association_has_its_bits_of_a_table(void **state)
{
	static const char *const table[] = {"a", "b", "c"};
	static const uint64_t bits[] = {5}, last[] = {0, 1};
	static const char *const many[65] = {[0 ... 63] = "x", [64] = "y"};
	struct cr_assoc assoc = {.qos = {table, 3}};
	const struct cr_view view = {.qos_names = {table, 3}};

	(void)state;
	assert_true(cr_assoc_has_qos(&assoc, "b"));
	assoc.qos_in = bits;
	assert_true(cr_assoc_has_qos(&assoc, "a"));
	assert_false(cr_assoc_has_qos(&assoc, "b"));
	assert_true(cr_assoc_has_qos(&assoc, "C"));
	assert_false(cr_assoc_has_qos(&assoc, "d"));
	assert_false(cr_assoc_has_qos(&assoc, NULL));
	assoc = (struct cr_assoc){.qos = {many, 65}, .qos_in = last};
	assert_true(cr_assoc_has_qos(&assoc, "y"));
	assert_false(cr_assoc_has_qos(&assoc, "x"));
	assoc.qos.count = 0; /* it names none: any will do */
	assert_true(cr_assoc_has_qos(&assoc, "z"));
	assert_true(cr_view_has_qos(&view, "B"));
	assert_false(cr_view_has_qos(&view, "x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(partitions_that_can_come_up),
		cmocka_unit_test(qos_of_the_tenant),
		cmocka_unit_test(an_association_has_its_bits_of_a_table),
	};

	return cmocka_run_group_tests_name("decide, outlook", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of names that a user types: however long, every name in them is judged. */
#include "policy_world.h"
#include "unit.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define MANY 2000

static struct world w;

/* WORD COUNT times, then LAST. */
static const char *list_of(const char *word, size_t count, const char *last)
{
	static char text[MANY * 8];
	size_t used = 0;

	for (size_t i = 0; i < count; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s,", word);
	(void)snprintf(text + used, sizeof(text) - used, "%s", last);
	return text;
}

static void refused(enum cr_code code)
{
	world_decide(&w);
	if (w.d.verdict != CR_VERDICT_REFUSE)
		fail_msg("%s expected; the job goes through", cr_code_text(code));
	assert_int_equal(w.d.code, code);
}

static void goes_through(void)
{
	world_decide(&w);
	if (w.d.verdict == CR_VERDICT_REFUSE)
		fail_msg("%s", w.d.message);
}

static const size_t lengths[] = {1, 15, 16, 17, 31, 32, 33, MANY};

static void the_name_after_many_partitions(void **state)
{
	(void)state;
	world_make(&w, NULL);
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	w.request.min_nodes = 8;
	for (size_t i = 0; i < COUNT(lengths); i++) {
		w.request.partition = list_of("p5en", lengths[i], "ultra");
		refused(CR_204_TOPOLOGY_NOT_OPEN);
		w.request.partition = list_of("p5en", lengths[i], "dev");
		goes_through();
		w.request.partition = list_of("", lengths[i], "ultra"); /* empty names are none */
		refused(CR_204_TOPOLOGY_NOT_OPEN);
	}
	world_free(&w);
}

/* More partitions than candidates are kept: the one that the policy bars stays. */
static void the_barred_one_of_many_different_partitions(void **state)
{
	static struct cr_partition all[101];
	static char names[101][8], list[1000];
	size_t used;

	(void)state;
	world_make(&w, NULL);
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	for (size_t barred = 0; barred < COUNT(all); barred += 10) {
		used = 0;
		for (size_t i = 0; i < COUNT(all); i++) {
			all[i] = w.partitions[i == barred ? 0 : 1];
			(void)snprintf(names[i], sizeof(names[i]), "q%zu", i);
			all[i].name = names[i];
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
						 i ? "," : "", names[i]);
		}
		w.view.partitions = all;
		w.view.partition_count = COUNT(all);
		w.request.partition = list;
		refused(CR_204_TOPOLOGY_NOT_OPEN);
		all[barred] = w.partitions[1];
		all[barred].name = names[barred];
		goes_through();
	}
	world_free(&w);
}

/* A bar counts beside an obstacle of another kind that stands before it. */
static void a_bar_behind_an_obstacle(void **state)
{
	(void)state;
	world_make(&w, NULL);
	w.request.comm_profile = "allreduce";
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	w.request.min_nodes = 8;
	w.shapes[2].nodes = w.shapes[3].nodes = 1; /* dev is too small */
	w.request.partition = "dev,p5en,ultra";
	refused(CR_204_TOPOLOGY_NOT_OPEN);
	w.request.partition = "dev,p5en";
	goes_through();
	world_free(&w);
}

static void the_qos_after_many(void **state)
{
	(void)state;
	world_make(&w, "version: 1\nmode: enforce\n"
		       "profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: "
		       "tree}]}}\n"
		       "tenants: {nlp: {accounts: [nlp], qos: {own: nlp, borrow: spare}, "
		       "borrow: {consent: never}}}\n");
	for (size_t i = 0; i < COUNT(lengths); i++) {
		w.request.comm_profile = NULL;
		w.request.qos = list_of("nlp", lengths[i], "spare");
		refused(CR_409_CANNOT_BORROW);
		w.request.qos = list_of("nlp", lengths[i], "nlp");
		goes_through();
		w.request.comm_profile = "a";
		w.request.qos = list_of("nosuch", lengths[i], "nosuch");
		refused(CR_404_QOS_CLOSED);
		w.request.qos = list_of("nosuch", lengths[i], "nlp"); /* one that works is enough */
		goes_through();
	}
	world_free(&w);
}

static void the_reservation_after_many(void **state)
{
	static struct cr_reservation all[2];

	(void)state;
	world_make(&w, NULL);
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	all[0] = all[1] = w.reservation;
	all[0].partition = "p5en";
	all[1].name = "u";
	all[1].partition = "ultra";
	w.reserved_in[0] = w.reserved_in[1] = 8;
	w.view.reservations = all;
	w.view.reservation_count = 2;
	for (size_t i = 0; i < COUNT(lengths); i++) {
		w.request.reservation = list_of("blocks", lengths[i], "u"); /* it lands in ultra */
		refused(CR_204_TOPOLOGY_NOT_OPEN);
		w.request.partition = "ultra";
		w.request.reservation = list_of("maint", lengths[i], "u"); /* not all exempt */
		refused(CR_204_TOPOLOGY_NOT_OPEN);
		w.request.reservation = list_of("maint", lengths[i], "maint1");
		goes_through();
		w.request.partition = NULL;
	}
	world_free(&w);
}

static void a_rule_matches_a_name_after_many(void **state)
{
	(void)state;
	world_make(&w, "version: 1\nmode: enforce\n"
		       "profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: "
		       "tree}]}}\n"
		       "undeclared: [{when: {partitions: [dev]}, profile: a}]\n");
	for (size_t i = 0; i < COUNT(lengths); i++) {
		w.request.partition = list_of("p5en", lengths[i], "dev");
		world_decide(&w);
		assert_string_equal(w.d.profile, "a");
		w.request.partition = list_of("p5en", lengths[i], "p5en");
		world_decide(&w);
		assert_null(w.d.profile);
	}
	world_free(&w);
}

static void lists_are_walked(void **state)
{
	const char *list = ",,a,,bc,toolong,d,";
	char name[4];

	(void)state;
	assert_true(cr_text_next(&list, name, sizeof(name)));
	assert_string_equal(name, "a");
	assert_true(cr_text_next(&list, name, sizeof(name)));
	assert_string_equal(name, "bc");
	assert_true(cr_text_next(&list, name, sizeof(name)));
	assert_string_equal(name, "");
	assert_true(cr_text_next(&list, name, sizeof(name)));
	assert_string_equal(name, "d");
	assert_false(cr_text_next(&list, name, sizeof(name)));
	assert_false(cr_text_next(&list, name, sizeof(name)));
	list = NULL;
	assert_false(cr_text_next(&list, name, sizeof(name)));
	assert_string_equal(name, "d");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_name_after_many_partitions),
		cmocka_unit_test(the_barred_one_of_many_different_partitions),
		cmocka_unit_test(a_bar_behind_an_obstacle),
		cmocka_unit_test(the_qos_after_many),
		cmocka_unit_test(the_reservation_after_many),
		cmocka_unit_test(a_rule_matches_a_name_after_many),
		cmocka_unit_test(lists_are_walked),
	};

	return cmocka_run_group_tests_name("lists", tests, NULL, NULL);
}

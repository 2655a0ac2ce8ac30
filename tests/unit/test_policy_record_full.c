/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/record: every field that a decision has, written and read back, each alone and all. */
#include "tests/unit/unit.h"

#include "policies/decide/record.h"

#include <stdio.h>
#include <string.h>

static struct cr_decision full(void)
{
	return (struct cr_decision){
		.verdict = CR_VERDICT_ROUTE,
		.mode = CR_MODE_ENFORCE,
		.act = true,
		.record = true,
		.profile = "moe",
		.tenant = "nlp",
		.partition = "ultra",
		.would_partition = "p5en",
		.topology = "nvl72",
		.qos = "nlp,spare",
		.gpu_type = "gb200",
		.segment = 4,
		.switches = 2,
		.switch_wait = 60,
		.own_segment = CR_UNSET,
		.own_switches = CR_UNSET,
		.nodes = 8,
		.gpus = 32,
		.preemptible = true,
	};
}

static void read_back(const struct cr_decision *d, struct cr_arena *arena, struct cr_record *got)
{
	char json[CR_RECORD_MAX];

	cr_record_format(d, "abc123", json);
	assert_int_equal(cr_record_parse(json, arena, got, NULL), 0);
}

static void everything_comes_back(void **state)
{
	struct cr_decision d = full();
	struct cr_record got;
	struct cr_arena arena;
	char memory[8192];

	(void)state;
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	read_back(&d, &arena, &got);
	assert_int_equal(got.decision.verdict, CR_VERDICT_ROUTE);
	assert_int_equal(got.decision.mode, CR_MODE_ENFORCE);
	assert_int_equal(got.decision.code, CR_NO_CODE);
	assert_string_equal(got.decision.profile, "moe");
	assert_string_equal(got.decision.tenant, "nlp");
	assert_string_equal(got.decision.partition, "ultra");
	assert_string_equal(got.decision.would_partition, "p5en");
	assert_string_equal(got.decision.topology, "nvl72");
	assert_string_equal(got.decision.qos, "nlp,spare");
	assert_string_equal(got.decision.gpu_type, "gb200");
	assert_string_equal(got.hash, "abc123");
	assert_int_equal(got.decision.segment, 4);
	assert_int_equal(got.decision.switches, 2);
	assert_int_equal(got.decision.switch_wait, 60);
	assert_int_equal(got.decision.nodes, 8);
	assert_int_equal(got.decision.gpus, 32);
	assert_true(got.decision.preemptible);
	assert_int_equal(got.why_count, 0);
	cr_arena_release(&arena);
}

/* One left out at a time: it alone is missing. */
static void what_is_not_there_stays_away(void **state)
{
	static const char *const keys[] = {"profile", "tenant",   "partition",  "topology",
					   "qos",     "gpu_type", "segment",    "switches",
					   "nodes",   "gpus",     "preemptible"};

	(void)state;
	for (size_t i = 0; i < COUNT(keys); i++) {
		struct cr_decision d = full();
		const char **texts[] = {&d.profile,  &d.tenant, &d.partition,
					&d.topology, &d.qos,    &d.gpu_type};
		uint32_t *numbers[] = {&d.segment, &d.switches, &d.nodes, &d.gpus};
		char json[CR_RECORD_MAX], key[40];

		if (i < 6)
			*texts[i] = NULL;
		else if (i < 10)
			*numbers[i - 6] = CR_UNSET;
		else
			d.preemptible = false;
		cr_record_format(&d, NULL, json);
		for (size_t k = 0; k < COUNT(keys); k++) {
			(void)snprintf(key, sizeof(key), "\"%s\":", keys[k]);
			assert_int_equal(strstr(json, key) != NULL, k != i);
		}
	}
}

static void reasons_come_back_in_order(void **state)
{
	struct cr_reason reasons[] = {{.step = CR_STEP_QOS, .text = "one"},
				      {.step = CR_STEP_QOS, .text = "two"},
				      {.step = CR_STEP_QOS, .text = "three"}};
	struct cr_decision d = full();
	struct cr_record got;
	struct cr_arena arena;
	char memory[8192];

	(void)state;
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	d.reasons = reasons;
	for (size_t n = 0; n <= 3; n++) {
		d.reason_count = n;
		read_back(&d, &arena, &got);
		assert_int_equal(got.why_count, n);
		for (size_t i = 0; i < n; i++)
			assert_non_null(strstr(got.why[i], reasons[i].text));
	}
	cr_arena_release(&arena);
}

/* Other text before and behind it, and what only looks like it. */
static void it_is_found_among_other_text(void **state)
{
	static const struct {
		const char *text;
		bool found;
	} cases[] = {
		{"{\"commroute\":1,\"verdict\":\"route\"}", true},
		{"note {x} {\"commroute\":1,\"verdict\":\"route\"} and more", true},
		{"{\"commroute\" 1,\"verdict\":\"route\"}", false},
		{"{\"commrouts\":1,\"verdict\":\"route\"}", false},
		{"{\"commroute\":1,\"verdict\":\"route\"", false},
		{"\"commroute\":1", false},
		{"", false},
		{NULL, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_record got;
		struct cr_arena arena;
		char memory[8192];

		cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
		assert_int_equal(cr_record_parse(cases[i].text, &arena, &got, NULL),
				 cases[i].found ? 0 : -1);
		if (cases[i].found)
			assert_int_equal(got.decision.verdict, CR_VERDICT_ROUTE);
		cr_arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_comes_back),
		cmocka_unit_test(what_is_not_there_stays_away),
		cmocka_unit_test(reasons_come_back_in_order),
		cmocka_unit_test(it_is_found_among_other_text),
	};

	return cmocka_run_group_tests_name("record in full", tests, NULL, NULL);
}

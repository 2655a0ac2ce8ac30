/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/record: every field that a decision has, written and read back, each alone and all. */
#include "tests/unit/unit.h"

#include "policies/decide/decision_fields.h"
#include "policies/decide/record.h"

#include <stdio.h>
#include <string.h>

static struct cr_decision full(void)
{
	struct cr_decision d;

	cr_decision_clear(&d);
	d.verdict = CR_VERDICT_ROUTE;
	d.mode = CR_MODE_ENFORCE;
	d.act = true;
	d.record = true;
	d.profile = "moe";
	d.tenant = "nlp";
	d.partition = "ultra";
	d.would_partition = "p5en";
	d.topology = "nvl72";
	d.qos = "nlp,spare";
	d.gpu_type = "gb200";
	d.segment = 4;
	d.switches = 2;
	d.switch_wait = 60;
	d.nodes = 8;
	d.gpus = 32;
	d.preemptible = true;
	return d;
}

static void read_back(const struct cr_decision *d, struct cr_arena *arena, struct cr_record *got)
{
	char json[CR_RECORD_MAX];

	cr_record_format(d, "abc123", NULL, json);
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
		cr_record_format(&d, NULL, NULL, json);
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
		{"{\"commroute\" :1,\"verdict\":\"route\"}", false}, /* not as we write it */
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

/* ---- to the letter ------------------------------------------------------------------ */

/* What is not recorded leaves no trace: whether it is acted on, and the words for the user. */
static void the_whole_line(void **state)
{
	struct cr_decision d = full();
	char json[CR_RECORD_MAX];

	(void)state;
	d.code = CR_311_GPUS_PER_NODE;
	d.message = d.notice = d.pattern = d.intensity = d.arch = d.shape_gpu = "x";
	d.contiguous = d.option.portable = true;
	cr_record_format(&d, "abc123", NULL, json);
	assert_string_equal(
		json,
		"{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\",\"code\":\"CR-311\","
		"\"profile\":\"moe\",\"tenant\":\"nlp\",\"partition\":\"ultra\","
		"\"would_partition\":\"p5en\",\"topology\":\"nvl72\",\"qos\":\"nlp,spare\","
		"\"segment\":4,\"switches\":2,\"wait\":60,\"contiguous\":true,"
		"\"gpu_type\":\"gb200\",\"nodes\":8,\"gpus\":32,\"preemptible\":true,"
		"\"portable\":true,\"policy\":\"abc123\"}");
}

static void a_reason_to_the_letter(void **state)
{
	static const struct {
		enum cr_code code;
		const char *subject, *line;
	} cases[] = {
		{CR_NO_CODE, NULL, "full"},
		{CR_311_GPUS_PER_NODE, NULL, "CR-311 full"},
		{CR_NO_CODE, "ultra", "ultra: full"},
		{CR_311_GPUS_PER_NODE, "ultra", "CR-311 ultra: full"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_reason reason = {
			.code = cases[i].code, .subject = cases[i].subject, .text = "full"};
		struct cr_decision d = full();
		char json[CR_RECORD_MAX], wanted[80];

		d.reasons = &reason;
		d.reason_count = 1;
		cr_record_format(&d, NULL, NULL, json);
		snprintf(wanted, sizeof(wanted), ",\"why\":[\"%s\"]}", cases[i].line);
		assert_string_equal(strstr(json, ",\"why\""), wanted);
	}
}

/* 120 bytes of a value, the last 12 of the reasons. */
static void what_is_kept(void **state)
{
	char text[200], shown[121];
	struct cr_reason reasons[14];
	struct cr_decision d = {.reasons = reasons, .reason_count = 1};
	struct cr_record got;
	struct cr_arena arena;
	char memory[8192];

	(void)state;
	memset(text, 'a', sizeof(text));
	text[199] = '\0';
	memset(shown, 'a', sizeof(shown));
	shown[120] = '\0';
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	cr_decision_clear(&d);
	d.profile = text;
	d.reasons = reasons;
	d.reason_count = 1;
	reasons[0] = (struct cr_reason){.text = text};
	read_back(&d, &arena, &got);
	assert_string_equal(got.decision.profile, shown);
	assert_string_equal(got.why[0], shown);
	for (size_t i = 0; i < 14; i++)
		reasons[i] = (struct cr_reason){.text = &"nmlkjihgfedcba"[i]};
	d.reason_count = 12;
	read_back(&d, &arena, &got);
	assert_int_equal(got.why_count, 12);
	assert_string_equal(got.why[0], "nmlkjihgfedcba");
	d.reason_count = 14;
	read_back(&d, &arena, &got);
	assert_int_equal(got.why_count, 12);
	assert_string_equal(got.why[0], "lkjihgfedcba");
	assert_string_equal(got.why[11], "a");
	cr_arena_release(&arena);
}

/* Texts of every length, so that the line is full before, in and behind each member. */
static void a_full_line_is_whole(void **state)
{
	char text[121];

	(void)state;
	for (size_t len = 0; len < sizeof(text); len++) {
		struct cr_reason reason = {.text = text};
		struct cr_decision d = full();
		char json[CR_RECORD_MAX], memory[8192];
		struct cr_record got;
		struct cr_arena arena;

		memset(text, 'a', len);
		text[len] = '\0';
		d.profile = d.tenant = d.partition = d.would_partition = text;
		d.topology = d.qos = d.gpu_type = text;
		d.exclusive_topo = d.contiguous = d.option.portable = true;
		d.reasons = &reason;
		d.reason_count = 1;
		memset(json, 'Z', sizeof(json));
		cr_record_format(&d, text, NULL, json);
		assert_true(strlen(json) < CR_RECORD_MAX);
		cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
		assert_int_equal(cr_record_parse(json, &arena, &got, NULL), 0);
		assert_int_equal(got.decision.segment, 4); /* before what grows fills it */
		assert_true(got.decision.gpus == 32 || got.decision.gpus == CR_UNSET);
		assert_int_equal(got.has[CR_DECISION_GPUS], got.decision.gpus == 32);
		cr_arena_release(&arena);
	}
}

/* ---- reading ------------------------------------------------------------------------- */

static void read_text(const char *text, struct cr_record *got)
{
	static char memory[8192];
	struct cr_arena arena;

	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	assert_int_equal(cr_record_parse(text, &arena, got, NULL), 0);
}

static void numbers_in_their_bounds(void **state)
{
	static const struct {
		const char *text;
		uint32_t nodes;
	} cases[] = {
		{"0", 0},
		{"-1", CR_UNSET},
		{"4294967293", 4294967293},
		{"4294967294", CR_UNSET}, /* "not given" itself */
		{"4294967295", CR_UNSET},
		{"4294967296", CR_UNSET},
		{"\"8\"", CR_UNSET},
		{"8.5", CR_UNSET},
		{"null", CR_UNSET},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[100];
		struct cr_record got;

		snprintf(text, sizeof(text), "{\"commroute\":1,\"nodes\":%s}", cases[i].text);
		read_text(text, &got);
		assert_int_equal(got.decision.nodes, cases[i].nodes);
		assert_int_equal(got.has[CR_DECISION_NODES], cases[i].nodes != CR_UNSET);
		assert_int_equal(got.decision.gpus, CR_UNSET);
	}
}

static void values_of_another_kind_are_not_there(void **state)
{
	struct cr_record got;

	(void)state;
	read_text("{\"commroute\":1,\"verdict\":\"dance\",\"mode\":7,\"profile\":7,"
		  "\"tenant\":{},\"preemptible\":false,\"policy\":7,\"why\":\"no list\"}",
		  &got);
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		assert_false(got.has[field]);
	assert_null(got.decision.profile);
	assert_null(got.decision.tenant);
	assert_null(got.hash);
	assert_false(got.decision.preemptible);
	assert_int_equal(got.decision.own_segment, CR_UNSET);
	assert_int_equal(got.decision.own_switches, CR_UNSET);
	assert_int_equal(got.why_count, 0);
	read_text("{\"commroute\":1,\"verdict\":\"leave\",\"preemptible\":true,\"why\":[]}", &got);
	assert_true(got.has[CR_DECISION_VERDICT]);
	assert_true(got.has[CR_DECISION_PREEMPTIBLE]);
	assert_false(got.has[CR_DECISION_PORTABLE]);
	assert_int_equal(got.why_count, 0);
}

/* A list goes as far as its texts do. */
static void a_hole_ends_the_reasons(void **state)
{
	struct cr_record got;

	(void)state;
	read_text("{\"commroute\":1,\"why\":[\"one\",null,\"three\"]}", &got);
	assert_int_equal(got.why_count, 1);
	assert_string_equal(got.why[0], "one");
}

/* What the user asked for stands beside what was set, and is told apart by a list. */
static void the_users_own_is_told_apart(void **state)
{
	static const struct {
		uint32_t segment, own_segment, switches, own_switches;
		const char *list; /* NULL: none */
	} cases[] = {
		{4, CR_UNSET, 2, CR_UNSET, NULL},
		{CR_UNSET, 4, 2, CR_UNSET, "\"own\":[\"segment\"]"},
		{4, CR_UNSET, CR_UNSET, 2, "\"own\":[\"switches\"]"},
		{CR_UNSET, 4, CR_UNSET, 2, "\"own\":[\"segment\",\"switches\"]"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_decision d = full();
		char json[CR_RECORD_MAX], memory[8192];
		struct cr_record got;
		struct cr_arena arena;

		d.segment = cases[i].segment;
		d.own_segment = cases[i].own_segment;
		d.switches = cases[i].switches;
		d.own_switches = cases[i].own_switches;
		cr_record_format(&d, "abc123", "42-1", json);
		assert_non_null(strstr(json, ",\"id\":\"42-1\""));
		assert_int_equal(strstr(json, "\"own\":") != NULL, cases[i].list != NULL);
		if (cases[i].list)
			assert_non_null(strstr(json, cases[i].list));
		cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
		assert_int_equal(cr_record_parse(json, &arena, &got, NULL), 0);
		assert_int_equal(got.decision.segment, 4);
		assert_int_equal(got.decision.switches, 2);
		for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
			assert_int_equal(
				got.own[field],
				(field == CR_DECISION_SEGMENT && d.segment == CR_UNSET) ||
					(field == CR_DECISION_SWITCHES && d.switches == CR_UNSET));
		cr_arena_release(&arena);
	}
}

static void lists_of_the_users_own(void **state)
{
	static const struct {
		const char *own;
		bool segment, switches;
	} cases[] = {
		{"[]", false, false},
		{"[\"switches\"]", false, true},
		{"[\"else\",null,7,[],\"switches\",\"segment\"]", true, true},
		{"[\"segments\",\"switch\"]", false, false},
		{"\"switches\"", false, false},
		{"{\"0\":\"switches\"}", false, false},
		{"null", false, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[200];
		struct cr_record got;

		snprintf(text, sizeof(text),
			 "{\"commroute\":1,\"segment\":4,\"switches\":2,\"own\":%s}", cases[i].own);
		read_text(text, &got);
		assert_int_equal(got.own[CR_DECISION_SEGMENT], cases[i].segment);
		assert_int_equal(got.own[CR_DECISION_SWITCHES], cases[i].switches);
	}
}

static void depth_has_a_limit(void **state)
{
	static const struct {
		const char *text;
		int rc;
	} cases[] = {
		{"{\"commroute\":1,\"x\":[[[[[[1]]]]]]}", 0},
		{"{\"commroute\":1,\"x\":[[[[[[[1]]]]]]]}", -1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_record got;
		struct cr_arena arena;
		char memory[4096];

		cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
		assert_int_equal(cr_record_parse(cases[i].text, &arena, &got, NULL), cases[i].rc);
		cr_arena_release(&arena);
	}
}

/* With memory of any size: all of it, or nothing. */
static void without_memory_there_is_no_record(void **state)
{
	struct cr_reason reasons[] = {{.text = "one"}, {.text = "two"}};
	struct cr_decision d = full();
	char json[CR_RECORD_MAX], memory[2048];
	size_t failed = 0;

	(void)state;
	d.reasons = reasons;
	d.reason_count = 2;
	cr_record_format(&d, "abc123", NULL, json);
	for (size_t size = 16; size < 1024; size += 16) {
		struct cr_record got = {.why_count = 77};
		struct cr_error err;
		struct cr_arena arena;

		cr_arena_init(&arena, memory, size, size);
		if (cr_record_parse(json, &arena, &got, &err) != 0) {
			failed++;
			assert_string_equal(err.text, "out of memory");
			assert_int_equal(got.why_count, 77);
		} else {
			assert_string_equal(got.decision.profile, "moe");
			assert_string_equal(got.hash, "abc123");
			assert_int_equal(got.why_count, 2);
			assert_string_equal(got.why[1], "two");
		}
		cr_arena_release(&arena);
	}
	assert_true(failed > 8 && failed < 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_comes_back),
		cmocka_unit_test(what_is_not_there_stays_away),
		cmocka_unit_test(reasons_come_back_in_order),
		cmocka_unit_test(it_is_found_among_other_text),
		cmocka_unit_test(the_whole_line),
		cmocka_unit_test(a_reason_to_the_letter),
		cmocka_unit_test(what_is_kept),
		cmocka_unit_test(a_full_line_is_whole),
		cmocka_unit_test(numbers_in_their_bounds),
		cmocka_unit_test(values_of_another_kind_are_not_there),
		cmocka_unit_test(a_hole_ends_the_reasons),
		cmocka_unit_test(the_users_own_is_told_apart),
		cmocka_unit_test(lists_of_the_users_own),
		cmocka_unit_test(depth_has_a_limit),
		cmocka_unit_test(without_memory_there_is_no_record),
	};

	return cmocka_run_group_tests_name("record in full", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record in admin_comment, the table of codes, and snapshots: written and read back. */
#include "tests/unit/unit.h"

#include "policies/cluster/snapshot.h"
#include "policies/decide/record.h"
#include "policies/job/codes.h"
#include "tests/unit/policy_world.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void a_record_comes_back(void **state)
{
	struct world w;
	char text[CR_RECORD_MAX], comment[2 * CR_RECORD_MAX];
	struct cr_record r;
	struct cr_error err;
	struct cr_arena arena;

	(void)state;
	world_make(&w, NULL);
	w.request.comm_profile = "moe,borrow";
	w.request.min_nodes = 24;
	w.request.gpus_per_node.count = 4;
	world_decide(&w);
	assert_ptr_equal(cr_record_format(&w.d, "0123456789abcdef", NULL, text), text);
	assert_memory_equal(text, "{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\"",
			    49);
	snprintf(comment, sizeof(comment), "the site's own words %s and more", text);
	cr_arena_init(&arena, NULL, 0, 0);
	assert_int_equal(cr_record_parse(comment, &arena, &r, &err), 0);
	assert_string_equal(r.decision.profile, "moe");
	assert_string_equal(r.decision.partition, "ultra");
	assert_string_equal(r.decision.qos, "nlp,spare");
	assert_int_equal(r.decision.topology_type, CR_TOPOLOGY_BLOCK);
	assert_string_equal(r.hash, "0123456789abcdef");
	assert_int_equal(r.decision.segment, 12);
	assert_int_equal(r.decision.switches, CR_UNSET);
	assert_int_equal(r.decision.nodes, 24);
	assert_int_equal(r.decision.gpus, 96);
	assert_true(r.decision.preemptible);
	assert_int_equal(r.decision.code, CR_NO_CODE);
	assert_int_equal(r.why_count, w.d.reason_count);
	cr_arena_release(&arena);
	world_free(&w);
}

/* However long the texts, the record is whole JSON under its size. */
static void a_record_stays_small(void **state)
{
	char longest[2000], text[CR_RECORD_MAX];
	struct cr_reason reasons[100];
	struct cr_decision d = {.segment = CR_UNSET,
				.switches = CR_UNSET,
				.switch_wait = CR_UNSET,
				.nodes = CR_UNSET,
				.gpus = CR_UNSET,
				.reasons = reasons};

	(void)state;
	for (size_t len = 0; len < sizeof(longest); len += 37) {
		struct json_object *json;

		memset(longest, len % 2 ? '"' : '\x80', len);
		longest[len] = '\0';
		for (size_t i = 0; i < COUNT(reasons); i++)
			reasons[i] = (struct cr_reason){.text = longest, .subject = longest};
		d.reason_count = len % 100;
		d.profile = d.tenant = d.qos = d.partition = d.topology = longest;
		cr_record_format(&d, longest, NULL, text);
		assert_true(strlen(text) < CR_RECORD_MAX);
		json = json_tokener_parse(text);
		assert_non_null(json);
		json_object_put(json);
	}
}

static void what_is_no_record_is_refused(void **state)
{
	static const char *const texts[] = {NULL,
					    "",
					    "x",
					    "{}",
					    "{\"commroute\":1",
					    "{\"commroute\":1,\"why\":[[[[[[[[[[[[1]]]]]]]]]]]]}"};
	struct cr_record r = {.decision = {.nodes = 4711}};
	struct cr_arena arena;
	struct cr_error err;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(texts); i++) {
		assert_int_equal(cr_record_parse(texts[i], &arena, &r, &err), -1);
		assert_int_equal(r.decision.nodes, 4711);
	}
	assert_int_equal(cr_record_parse("{\"commroute\":1,\"nodes\":\"4\",\"why\":[1,null]}",
					 &arena, &r, &err),
			 0);
	assert_int_equal(r.decision.nodes, CR_UNSET);
	cr_arena_release(&arena);
}

static void codes_are_in_order_and_complete(void **state)
{
	size_t count;
	const struct cr_code_row *codes = cr_codes(&count);

	(void)state;
	assert_true(count > 30);
	for (size_t i = 0; i < count; i++) {
		size_t len = strlen(codes[i].remedy);

		char id[16];

		(void)snprintf(id, sizeof(id), "CR-%d", (int)codes[i].code);
		assert_string_equal(codes[i].id, id);
		assert_true(i == 0 || codes[i - 1].code < codes[i].code);
		assert_true(codes[i].name[0] && !strchr(codes[i].name, ' '));
		assert_int_equal(codes[i].meaning[strlen(codes[i].meaning) - 1], '.');
		assert_int_equal(codes[i].remedy[len - 1], '.');
		assert_int_equal(cr_code_parse(codes[i].id), codes[i].code);
		assert_ptr_equal(cr_code_row(codes[i].code), &codes[i]);
		assert_string_equal(cr_code_text(codes[i].code), codes[i].id);
		assert_int_equal(cr_code_family(codes[i].code), codes[i].id[3] - '0');
	}
	assert_int_equal(cr_code_parse("CR-999"), CR_NO_CODE);
	assert_int_equal(cr_code_parse("CR-3011"), CR_NO_CODE);
	assert_int_equal(cr_code_parse(NULL), CR_NO_CODE);
	assert_null(cr_code_text(CR_NO_CODE));
	assert_null(cr_code_text(CR_SITE_CODE));
	assert_int_equal(cr_code_family(CR_SITE_CODE), CR_FAMILY_SCRIPT);
}

/* Written, read, written again: the same bytes, and the same decision. */
static void a_snapshot_comes_back(void **state)
{
	struct world w;
	struct cr_account accounts[3] = {0};
	const struct cr_accounts all = {.item = accounts, .count = 3};
	struct cr_snapshot *s;
	struct cr_decision d;
	struct cr_view view;
	struct cr_error err;
	const char *account = NULL;
	char *first, *second;

	(void)state;
	world_make(&w, NULL);
	accounts[0].assoc = w.parents[1];
	accounts[1].assoc = w.parents[0];
	accounts[1].parent = "root";
	accounts[2].assoc = w.user_assoc;
	accounts[2].is_default = true;
	w.qos[0].flags = CR_QOS_DENY_LIMIT | CR_QOS_PART_MAX_NODE;
	w.reserved_in[1] = 4;
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	first = cr_snapshot_format(&w.view, w.topologies, &all, &err);
	assert_non_null(first);
	s = cr_snapshot_parse("s.json", first, strlen(first), &err);
	assert_non_null(s);
	w.request.comm_profile = "allreduce";
	w.request.account = NULL;
	w.request.min_nodes = 12;
	cr_arena_init(&w.arena, w.memory, sizeof(w.memory), 0);
	assert_int_equal(cr_snapshot_for(s, "ada", &account, &w.arena, &view), 0);
	assert_string_equal(account, "nlp");
	w.request.account = account;
	assert_int_equal(cr_decide(w.policy, &w.request, &view, &w.arena, &d), 0);
	assert_string_equal(d.partition, "p5en");
	assert_int_equal(d.switches, 2);
	assert_string_equal(d.qos, "nlp");
	assert_int_equal(cr_view_reservation(&view, "blocks")->nodes_in[1], 4);
	assert_int_equal(cr_view_qos(&view, "nlp")->flags, w.qos[0].flags);
	assert_int_equal(view.parent_count, 2);
	second = cr_snapshot_format(&view, w.topologies, &all, &err);
	assert_string_equal(first, second);
	free(first);
	free(second);
	cr_snapshot_destroy(s);
	world_free(&w);
}

static void faulty_snapshots_are_told(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{"", "s.json: not valid JSON: continue"},
		{"[]", "s.json: not a JSON object"},
		{"{}", "s.json: not a snapshot of version 1 (commroute_snapshot: 1)"},
		{"{\"commroute_snapshot\": 1}", "s.json: no 'slurm_version'"},
		{"{\"commroute_snapshot\": 1, \"slurm_version\": \"26\"}",
		 "s.json: 'slurm_version': not like 26.05.5"},
		{"{\"commroute_snapshot\": 1, \"slurm_version\": \"26.05.5\", \"qos\": [{}]}",
		 "s.json: qos[0]: no 'name'"},
		{"{\"commroute_snapshot\": 1, \"slurm_version\": \"26.05.5\", \"qos\": [7]}",
		 "s.json: qos[0]: not an object"},
		{"{\"commroute_snapshot\": 1, \"slurm_version\": \"26.05.5\", \"partitions\": "
		 "[{\"name\": \"a\", \"nodes\": -1}]}",
		 "s.json: partitions[0]: 'nodes': not a number from 0 on"},
		{"{\"commroute_snapshot\": 1, \"slurm_version\": \"26.05.5\", \"topologies\": "
		 "[{\"topology\": \"t\"}]}",
		 NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_error err = {.text = ""};

		assert_null(
			cr_snapshot_parse("s.json", cases[i].text, strlen(cases[i].text), &err));
		if (cases[i].said)
			assert_string_equal(err.text, cases[i].said);
		assert_memory_equal(err.text, "s.json: ", 8);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_comes_back),
		cmocka_unit_test(a_record_stays_small),
		cmocka_unit_test(what_is_no_record_is_refused),
		cmocka_unit_test(codes_are_in_order_and_complete),
		cmocka_unit_test(a_snapshot_comes_back),
		cmocka_unit_test(faulty_snapshots_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

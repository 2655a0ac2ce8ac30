/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of what a decision holds: whole, and the same in all who go by it. */
#include "tests/unit/unit.h"

#include "job_submit/job_desc_fields.h"
#include "policies/decide/decision_fields.h"
#include "policies/decide/record.h"
#include "policies/decide/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A value for FIELD that is not the unset one, and tells it from the others. */
static void give(struct cr_decision *d, enum cr_decision_field field)
{
	static const char *const texts[CR_DECISION_FIELDS] = {
		[CR_DECISION_VERDICT] = "route",
		[CR_DECISION_MODE] = "enforce",
		[CR_DECISION_CODE] = "CR-332",
		[CR_DECISION_TOPOLOGY_TYPE] = "tree",
	};
	const char *name = cr_decision_row(field)->name;

	switch (cr_decision_row(field)->kind) {
	case CR_VALUE_NUMBER:
		assert_int_equal(cr_decision_set_number(d, field, 100 + field), 0);
		break;
	case CR_VALUE_FLAG:
		assert_int_equal(cr_decision_set_flag(d, field, true), 0);
		break;
	default:
		assert_int_equal(cr_decision_set_text(d, field, texts[field] ? texts[field] : name),
				 0);
		break;
	}
}

static void every_field_has_a_row(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		const struct cr_decision_row *row = cr_decision_row(i);

		assert_non_null(row->name);
		assert_non_null(row->label);
		assert_int_equal(cr_decision_field_named(row->name), i);
		assert_int_equal(row->kind == CR_VALUE_WORD, row->words != NULL);
		assert_true(!row->joined || (i && row->unit));
		/* No two fields in one place. */
		for (unsigned k = 0; k < i; k++) {
			assert_int_not_equal(cr_decision_row(k)->offset, row->offset);
			if (row->recorded && cr_decision_row(k)->recorded)
				assert_string_not_equal(cr_decision_row(k)->recorded,
							row->recorded);
		}
	}
	assert_null(cr_decision_row(CR_DECISION_FIELDS));
	assert_int_equal(cr_decision_field_named("segments"), CR_DECISION_FIELDS);
}

/* The last field is the last: nothing behind it is set, unset or copied. */
static void behind_the_last_field(void **state)
{
	struct cr_decision d, before, other;

	(void)state;
	cr_decision_clear(&d);
	cr_decision_clear(&other);
	d.verdict = other.verdict = CR_VERDICT_REFUSE;
	for (unsigned i = 1; i < CR_DECISION_FIELDS; i++)
		give(&d, i);
	before = d;
	cr_decision_unset(&d, CR_DECISION_FIELDS);
	cr_decision_copy(&d, &other, CR_DECISION_FIELDS);
	assert_memory_equal(&d, &before, sizeof(d));
	assert_false(cr_decision_has(&d, CR_DECISION_FIELDS));
	assert_int_equal(cr_decision_set_text(&d, CR_DECISION_FIELDS, "x"), -1);
	assert_int_equal(cr_decision_set_number(&d, CR_DECISION_FIELDS, 1), -1);
	assert_int_equal(cr_decision_set_flag(&d, CR_DECISION_FIELDS, true), -1);
}

static void every_word_can_be_set(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		const struct cr_decision_row *row = cr_decision_row(i);

		for (size_t k = 0; row->words && row->words[k]; k++) {
			struct cr_decision d = {.verdict = CR_VERDICT_REFUSE};

			assert_int_equal(cr_decision_set_text(&d, i, row->words[k]), 0);
			if (row->optional && !k) /* "none" is nothing */
				assert_null(cr_decision_text(&d, i));
			else
				assert_string_equal(cr_decision_text(&d, i), row->words[k]);
		}
	}
}

/* As many as Slurm takes, in 16 bits, and none is no wish. */
static void numbers_that_are_set_have_bounds(void **state)
{
	(void)state;
	assert_int_equal(cr_decision_row(CR_DECISION_SEGMENT)->min, 1);
	assert_int_equal(cr_decision_row(CR_DECISION_SEGMENT)->max, 65533);
	assert_int_equal(cr_decision_row(CR_DECISION_SWITCHES)->min, 1);
	assert_int_equal(cr_decision_row(CR_DECISION_SWITCHES)->max, 65533);
	assert_int_equal(cr_decision_row(CR_DECISION_SWITCH_WAIT)->min, 0);
	assert_int_equal(cr_decision_row(CR_DECISION_SWITCH_WAIT)->max, 366 * 24 * 3600);
}

/* What is set in the job has its place there, and what a script may wish is set in the job. */
static void what_is_set_reaches_slurm(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		const struct cr_decision_row *row = cr_decision_row(i);
		enum cr_how_set how = cr_job_desc_field(i)->how;

		if (row->sets != (how != CR_SET_NOWHERE))
			fail_msg("%s: either set and without a place, or the reverse", row->name);
		if (how == CR_SET_NEWER && !row->since && i != CR_DECISION_EXCLUSIVE_TOPO)
			fail_msg("%s: missing in this Slurm, yet said to be in all", row->name);
		if (cr_script_may_wish(i))
			assert_true(row->sets);
		/* What no update can set says when the job has it already. */
		assert_int_equal(row->sets && row->on_update != CR_UPDATE_SETS,
				 row->is_asked != NULL);
	}
	assert_int_equal(cr_job_desc_field(CR_DECISION_FIELDS)->how, CR_SET_NOWHERE);
}

static void a_field_is_set_shown_and_unset(void **state)
{
	char buf[CR_DECISION_SHOWN_MAX];
	struct cr_decision d, copy;

	(void)state;
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		const struct cr_decision_row *row = cr_decision_row(i);

		cr_decision_clear(&d);
		assert_int_equal(d.verdict, CR_VERDICT_LEAVE);
		assert_int_equal(cr_decision_has(&d, i),
				 row->kind == CR_VALUE_WORD && !row->optional);
		give(&d, i);
		assert_true(cr_decision_has(&d, i));
		assert_non_null(cr_decision_show(&d, i, buf));
		assert_int_equal(cr_decision_sets(&d), row->sets);
		assert_int_equal(cr_decision_number(&d, i) != CR_UNSET,
				 row->kind == CR_VALUE_NUMBER);
		assert_int_equal(cr_decision_flag(&d, i), row->kind == CR_VALUE_FLAG);
		cr_decision_clear(&copy);
		cr_decision_copy(&copy, &d, i);
		assert_string_equal(cr_decision_show(&copy, i, buf), cr_decision_show(&d, i, buf));
		cr_decision_unset_settings(&d);
		assert_int_equal(cr_decision_has(&d, i),
				 !row->sets && i != CR_DECISION_PREEMPTIBLE);
		cr_decision_unset(&copy, i);
		assert_int_equal(cr_decision_has(&copy, i),
				 row->kind == CR_VALUE_WORD && !row->optional);
	}
}

static void values_of_another_kind_are_refused(void **state)
{
	struct cr_decision d;

	(void)state;
	cr_decision_clear(&d);
	assert_int_equal(cr_decision_set_text(&d, CR_DECISION_SEGMENT, "4"), -1);
	assert_int_equal(cr_decision_set_number(&d, CR_DECISION_QOS, 4), -1);
	assert_int_equal(cr_decision_set_flag(&d, CR_DECISION_QOS, true), -1);
	assert_int_equal(cr_decision_set_number(&d, CR_DECISION_FIELDS, 4), -1);
	assert_int_equal(cr_decision_set_text(&d, CR_DECISION_VERDICT, "perhaps"), -1);
	assert_int_equal(d.verdict, CR_VERDICT_LEAVE);
	assert_int_equal(cr_decision_set_text(&d, CR_DECISION_CODE, "LAB-7"), 0);
	assert_int_equal(d.code, CR_SITE_CODE);
	assert_string_equal(cr_decision_text(&d, CR_DECISION_CODE), "LAB-7");
}

/* All that is recorded comes back, each field as it was. */
static void the_record_holds_all(void **state)
{
	char text[CR_RECORD_MAX], one[CR_DECISION_SHOWN_MAX], two[CR_DECISION_SHOWN_MAX];
	struct cr_record record;
	struct cr_arena arena;
	struct cr_decision d;
	struct cr_error err;

	(void)state;
	cr_decision_clear(&d);
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		give(&d, i);
	cr_record_format(&d, "hash", NULL, text);
	cr_arena_init(&arena, NULL, 0, 0);
	assert_int_equal(cr_record_parse(text, &arena, &record, &err), 0);
	assert_string_equal(record.hash, "hash");
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		assert_int_equal(record.has[i], cr_decision_row(i)->recorded != NULL);
		if (record.has[i])
			assert_string_equal(cr_decision_show(&record.decision, i, one),
					    cr_decision_show(&d, i, two));
	}
	cr_arena_release(&arena);
}

/* The user's own count is recorded where we set none, and a word of the future is passed over. */
static void the_record_has_the_users_own(void **state)
{
	static const char future[] = "{\"commroute\":1,\"verdict\":\"defer\",\"segment\":4}";
	char text[CR_RECORD_MAX];
	struct cr_record record;
	struct cr_arena arena;
	struct cr_decision d;
	struct cr_error err;

	(void)state;
	cr_decision_clear(&d);
	d.own_segment = 6;
	d.own_switches = 2;
	d.switches = 3;
	cr_arena_init(&arena, NULL, 0, 0);
	assert_int_equal(
		cr_record_parse(cr_record_format(&d, NULL, NULL, text), &arena, &record, &err), 0);
	assert_int_equal(record.decision.segment, 6);
	assert_int_equal(record.decision.switches, 3);
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		assert_int_equal(record.own[i], i == CR_DECISION_SEGMENT);
	d.switches = CR_UNSET; /* now both are the user's */
	assert_int_equal(
		cr_record_parse(cr_record_format(&d, NULL, NULL, text), &arena, &record, &err), 0);
	assert_int_equal(record.decision.switches, 2);
	assert_true(record.own[CR_DECISION_SEGMENT] && record.own[CR_DECISION_SWITCHES]);
	d.own_segment = d.own_switches = CR_UNSET;
	assert_null(strstr(cr_record_format(&d, NULL, NULL, text), "own"));
	assert_int_equal(cr_record_parse(future, &arena, &record, &err), 0);
	assert_false(record.has[CR_DECISION_VERDICT]);
	assert_true(record.has[CR_DECISION_SEGMENT]);
	cr_arena_release(&arena);
}

/* An update sets what it can; else the job must ask for it already. */
static void an_update_cannot_set_all(void **state)
{
	struct cr_request r;
	struct cr_decision d;

	(void)state;
	cr_request_init(&r);
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		const struct cr_decision_row *row = cr_decision_row(i);

		cr_decision_clear(&d);
		give(&d, i);
		assert_int_equal(cr_decision_fits_update(&d, &r),
				 !row->sets || row->on_update == CR_UPDATE_SETS);
	}
	cr_decision_clear(&d);
	d.segment = r.segment = 4;
	d.exclusive_topo = d.spread_segments = true;
	r.exclusive = CR_EXCLUSIVE_TOPO;
	r.spread_segments = true;
	assert_true(cr_decision_fits_update(&d, &r));
	d.segment = 2;
	assert_false(cr_decision_fits_update(&d, &r));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_has_a_row),
		cmocka_unit_test(behind_the_last_field),
		cmocka_unit_test(every_word_can_be_set),
		cmocka_unit_test(numbers_that_are_set_have_bounds),
		cmocka_unit_test(what_is_set_reaches_slurm),
		cmocka_unit_test(a_field_is_set_shown_and_unset),
		cmocka_unit_test(values_of_another_kind_are_refused),
		cmocka_unit_test(the_record_holds_all),
		cmocka_unit_test(the_record_has_the_users_own),
		cmocka_unit_test(an_update_cannot_set_all),
	};

	return cmocka_run_group_tests_name("what a decision holds", tests, NULL, NULL);
}

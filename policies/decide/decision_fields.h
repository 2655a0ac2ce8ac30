/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a decision holds, each field described once.  The record, `explain`, `test`,
 * scripts and updates go by these rows; where a field is set in Slurm's job
 * description stands in job_submit/job_desc_fields.c, by the same enumerator.
 *
 * To add a field: a member of struct cr_decision and its enumerator (decision.h), a
 * row in decision_fields.c, and a row in job_desc_fields.c when Slurm gets it.
 * Pure; any thread.
 */
#ifndef CR_POLICIES_DECIDE_DECISION_FIELDS_H
#define CR_POLICIES_DECIDE_DECISION_FIELDS_H

#include "base/offset.h"
#include "policies/decide/decision.h"

enum cr_value_kind {
	CR_VALUE_TEXT,   /* const char *; NULL: unset */
	CR_VALUE_NUMBER, /* uint32_t; CR_UNSET: unset */
	CR_VALUE_FLAG,   /* bool; false: unset */
	CR_VALUE_WORD,   /* an enum, by its words; never unset, unless OPTIONAL */
	CR_VALUE_CODE,   /* enum cr_code; CR_NO_CODE: unset */
};

/** What an update of a job (scontrol update) can do about a field. */
enum cr_on_update {
	CR_UPDATE_SETS,
	CR_UPDATE_CLEARS, /* takes it away, and cannot give it */
	CR_UPDATE_CANNOT,
};

/** Where a field is not shown. */
enum cr_hidden {
	CR_HIDDEN_JSON = 1,   /* explain --json */
	CR_HIDDEN_SCRIPT = 2, /* `decision` in a site's script: not known yet when that runs */
};

struct cr_decision_row {
	const char *name;     /* in tables of tests, scripts and JSON */
	const char *recorded; /* its key in the record; NULL: not recorded */
	const char *label;    /* for people */
	const char *joined;   /* words that join it to the field before ("for at most"); or NULL */
	const char *unit;     /* of a NUMBER, for people; or NULL */
	enum cr_value_kind kind;
	unsigned hidden;          /* enum cr_hidden, added up */
	size_t offset;            /* in struct cr_decision */
	size_t own;               /* of the user's own value, recorded where we set none; 0: none */
	const char *const *words; /* of a WORD */
	bool optional;            /* a WORD whose first word stands for unset */

	/* Of what is set in the job: */
	bool sets;
	enum cr_on_update on_update;
	uint32_t min, max; /* of a NUMBER: what Slurm takes */
	uint32_t since;    /* the version of Slurm that brought it; 0: all have it */
	/* Does the job ask for what D sets?  For fields that no update can set. */
	bool (*is_asked)(const struct cr_decision *d, const struct cr_request *request);
};

/** The row of FIELD.  Static; NULL past the last one. */
const struct cr_decision_row *cr_decision_row(enum cr_decision_field field);

/** The field called NAME; CR_DECISION_FIELDS when there is none. */
enum cr_decision_field cr_decision_field_named(const char *name);

/** Is FIELD of D set? */
bool cr_decision_has(const struct cr_decision *d, enum cr_decision_field field);

/** The text, word or code of D's FIELD; NULL when unset, or of another kind.  D's own, or static.
 */
const char *cr_decision_text(const struct cr_decision *d, enum cr_decision_field field);

/** The number of D's FIELD; CR_UNSET when unset, or of another kind. */
uint32_t cr_decision_number(const struct cr_decision *d, enum cr_decision_field field);

/** The flag of D's FIELD; false when of another kind. */
bool cr_decision_flag(const struct cr_decision *d, enum cr_decision_field field);

#define CR_DECISION_SHOWN_MAX 12 /* bytes of a number or flag as text, the NUL included */

/** D's FIELD as text, by way of BUF where it is a number or flag; NULL when unset. */
const char *cr_decision_show(const struct cr_decision *d, enum cr_decision_field field,
			     char buf[CR_DECISION_SHOWN_MAX]);

/** As it is recorded: where FIELD is unset, the user's own number. */
uint32_t cr_decision_recorded_number(const struct cr_decision *d, enum cr_decision_field field);

/** Is what is recorded of FIELD the user's own, and not set by D? */
bool cr_decision_is_own(const struct cr_decision *d, enum cr_decision_field field);

/**
 * Set D's FIELD to a value of its kind; TEXT also finds a WORD or a code by its
 * name.  Returns 0; -1 when the kind is another, or TEXT none of its words.
 */
int cr_decision_set_text(struct cr_decision *d, enum cr_decision_field field, const char *text);
int cr_decision_set_number(struct cr_decision *d, enum cr_decision_field field, uint32_t number);
int cr_decision_set_flag(struct cr_decision *d, enum cr_decision_field field, bool flag);

/** Give TO's FIELD what FROM has. */
void cr_decision_copy(struct cr_decision *to, const struct cr_decision *from,
		      enum cr_decision_field field);

/** Make D hold nothing: "leave". */
void cr_decision_clear(struct cr_decision *d);

/** Unset FIELD of D; a WORD gets its first word. */
void cr_decision_unset(struct cr_decision *d, enum cr_decision_field field);

/** Unset everything of D that would be set in the job. */
void cr_decision_unset_settings(struct cr_decision *d);

/** Does D set anything of the job? */
bool cr_decision_sets(const struct cr_decision *d);

/** Could an update of the job in REQUEST, as it will be, set all of D? */
bool cr_decision_fits_update(const struct cr_decision *d, const struct cr_request *request);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One line of the journal: read, chosen and shown. */
#ifndef CR_CLI_JOURNAL_ENTRY_H
#define CR_CLI_JOURNAL_ENTRY_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Refusals at a time that share a line: job_submit/journal_fold.h. */
#define CR_ENTRY_CHOSEN_MAX 64

/** Which lines are wanted.  All zero: all of them. */
struct cr_entry_choice {
	const char *user;   /* a name or a number; NULL: anybody's */
	const char *tenant; /* NULL: any */
	const char *code;   /* of the decision, or of one of its reasons; NULL: any */
	uint32_t job;       /* 0: any */
	char id[40];        /* of that job's submission, where it is known; "": not */
	int64_t since;      /* Unix time; 0: from the beginning */
	/* What was chosen of late, for the lines that tell how often it came again. */
	char chosen[CR_ENTRY_CHOSEN_MAX][40];
	size_t chosen_count;
};

/** The LEN bytes at TEXT as a line of the journal, to be put; NULL: they are none. */
struct json_object *cr_entry_read(const char *text, size_t len);

/**
 * Is ENTRY wanted?  Lines about policies are where nothing but a time is asked for; those that
 * tell of a gap always are, within the time; a repetition is if what it repeats was.
 */
bool cr_entry_is_wanted(struct cr_entry_choice *choice, struct json_object *entry);

/** Print ENTRY: a line of text that is fit for a terminal, or of JSON. */
void cr_entry_print(struct json_object *entry, bool json);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An admin's table of cases, as `commroute test` reads it:
 *
 *	policy: hyperpod.yaml         # relative to this file; --policy comes over it
 *	snapshot: hyperpod.json       # likewise
 *	cases:
 *	- name: experts on blocks     # or the job's own text
 *	  user: ada
 *	  job: --comm-profile=moe -N 36 --gpus-per-node=4
 *	  at: 2026-12-24 18:00        # local time, for scripts; or the snapshot's
 *	  expect: {verdict: route, partition: ultra, segment: 18}
 *
 * What is not expected is not looked at; `none` expects a value that is not set.
 */
#ifndef CR_CLI_TEST_CASE_H
#define CR_CLI_TEST_CASE_H

#include "base/keys.h"
#include "policies/decide/decision.h"

struct cr_test_case {
	struct cr_entry head;
	const char *name, *user, *job;
	bool privileged;
	uint64_t at; /* Unix time of the submission; CR_UNSET64: the snapshot's */
	struct cr_pairs expect;
};

struct cr_test_table {
	struct cr_entry head;
	const char *policy, *snapshot; /* or NULL */
	struct cr_entries cases;       /* struct cr_test_case */
};
CR_ENTRY_AT(cr_test_case_at, cr_test_case)

/**
 * Read the table in the LEN bytes at BUF, called NAME.  All texts live in
 * ARENA.  Faults go to DIAGS; returns 0, or -1 when there is one.
 */
int cr_test_table_read(const char *name, const char *buf, size_t len, struct cr_arena *arena,
		       struct cr_test_table *table, struct cr_diags *diags);

/** What DECISION has for KEY, as text into BUF; "none" when it is not set.  Returns BUF. */
const char *cr_test_value(const struct cr_decision *decision, const char *key, char *buf,
			  size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute plan` and `commroute apply`: a plan made, printed, saved and read. */
#ifndef CR_CLI_PLAN_H
#define CR_CLI_PLAN_H

#include "base/diag.h"
#include "cli/site.h"
#include "policies/govern/plan.h"

#include <json-c/json.h>

/** A plan with what it lives in. */
struct cr_planning {
	struct cr_arena arena;
	struct cr_cli_site site; /* borrowed from by the plan */
	struct cr_have have;
	struct cr_gov_plan plan;
	struct cr_diags *diags; /* what cannot be expressed */
};

/**
 * Plan the policy at PATH (NULL: beside slurm.conf) on the live cluster into P.
 * Returns an exit status, CR_CLI_NO for a faulty policy; says what is wrong.  The
 * caller closes in any case.
 */
int cr_planning_open(struct cr_planning *p, const char *path);

/** Give back all of it. */
void cr_planning_close(struct cr_planning *p);

/** Print PLAN and its findings to standard output, for people. */
void cr_gov_plan_print(const struct cr_gov_plan *plan, struct cr_arena *arena);

/** PLAN as JSON, to be released by the caller; DIAGS' findings in it.  NULL: out of memory. */
struct json_object *cr_gov_plan_json(const struct cr_gov_plan *plan, const struct cr_diags *diags,
				     struct cr_arena *arena);

/**
 * The plan that cr_gov_plan_json() wrote, from the LEN bytes at TEXT, into PLAN in ARENA.
 * Returns 0, or -1 with ERR: no such plan, or names that sacctmgr cannot be given.
 */
int cr_gov_plan_parse(const char *text, size_t len, struct cr_arena *arena,
		      struct cr_gov_plan *plan, struct cr_error *err);

#endif

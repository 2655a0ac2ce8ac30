/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's job description to and from plain data.  job_desc.c is the one file
 * of this room that knows the structure's fields.
 *
 * Called under slurmctld's locks: nothing here waits, asks or logs.
 */
#ifndef CR_JOB_SUBMIT_JOB_DESC_H
#define CR_JOB_SUBMIT_JOB_DESC_H

#include "base/error.h"
#include "job_submit/alloc.h"
#include "job_submit/env.h"
#include "policies/decision.h"
#include "policies/request.h"

struct job_descriptor; /* slurm.h's job_desc_msg_t */

/**
 * Fill REQUEST from DESC.  Texts are borrowed from DESC and valid until it is
 * changed.  SUBMIT_UID asked; the owner is DESC's.  `user`, `account` when not
 * given, and `privileged` for operators are left to whoever knows accounts.
 * Returns 0; or -1 with ERR set when a size is spelt in a way that cannot be
 * read (then the job is best left alone, and Slurm will judge it).
 */
int cr_job_desc_read(const struct job_descriptor *desc, uint32_t submit_uid,
		     struct cr_request *request, struct cr_error *err);

/** What is to be written into a job description, beside the decision's own wishes. */
struct cr_job_desc_change {
	const struct cr_decision *decision; /* NULL or not acted on: nothing is set */
	const char *record;                 /* JSON, or NULL */
	enum cr_record_field field;         /* where RECORD goes */
	bool keep_comment;                  /* a privileged submitter's own text stays */
};

/**
 * Apply CHANGE to DESC, whole or not at all.  Returns 0, or -1 when Slurm's
 * allocator has no memory: DESC is then as it was.
 */
int cr_job_desc_apply(struct job_descriptor *desc, const struct cr_job_desc_change *change,
		      const struct cr_slurm_alloc *alloc);

/** Remove every name that only we may set from both environments of DESC.  Cannot fail. */
void cr_job_desc_scrub(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc);

/**
 * TRES, a list as in tres_per_node ("gres/gpu:4,gres/nic:1"), with GPU_TYPE put
 * into each GPU entry that has no type ("gres/gpu:h200:4"), in Slurm's memory.
 * NULL when out of memory.  Exposed for tests.
 */
char *cr_job_desc_typed(const char *tres, const char *gpu_type,
			const struct cr_slurm_alloc *alloc);

#endif

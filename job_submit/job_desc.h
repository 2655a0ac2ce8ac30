/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's job description to and from plain data.  The files job_desc*.c are
 * the only ones of this room that know the structure's fields.
 *
 * Called under slurmctld's locks: nothing here waits, asks or logs.
 */
#ifndef CR_JOB_SUBMIT_JOB_DESC_H
#define CR_JOB_SUBMIT_JOB_DESC_H

#include "base/error.h"
#include "job_submit/alloc.h"
#include "job_submit/env.h"
#include "policies/decide/decision.h"
#include "policies/job/request.h"

struct job_descriptor; /* slurm.h's job_desc_msg_t */

/**
 * Fill REQUEST from DESC.  Texts are borrowed from DESC and valid until it is
 * changed.  `comm_profile`, `user`, `account` when not given, and `privileged`
 * are left to whoever knows them.  Where GPUs are spelt in a
 * way that cannot be read, the request says so (gpus_unread).
 */
void cr_job_desc_read(const struct job_descriptor *desc, struct cr_request *request);

/**
 * Copy the value of --comm-profile into BUF of SIZE bytes, cut if it is longer
 * (no value that long is a good one).  It comes among the SPANK options of
 * sbatch, salloc, srun and REST's spank_environment, or as COMMROUTE_PROFILE in
 * the environment of a job that no client of Slurm's made.  False: none was
 * given.  To be asked before cr_job_desc_scrub(), which removes the latter.
 */
bool cr_job_desc_option(const struct job_descriptor *desc, char *buf, size_t size);

/**
 * "SBATCH_COMM_PROFILE", when DESC's environment (batch jobs alone have one) says OPTION under
 * that name too; else NULL.
 */
const char *cr_job_desc_option_from(const struct job_descriptor *desc, const char *option);

/**
 * Does CHANGE, an update of a job, change anything that a policy judges:
 * partition, QOS, account, reservation, sizes, times, nodes, switches?
 */
bool cr_job_desc_matters(const struct job_descriptor *change);

/**
 * Write into *MERGED the job as it will be: JOB (see cr_modify_api.copy) with
 * CHANGE on top.  A shallow copy: its texts are theirs, and it is not freed.
 */
void cr_job_desc_merge(struct job_descriptor *merged, const struct job_descriptor *job,
		       const struct job_descriptor *change);

/** What of the fields that an update can set CHANGE does set. */
struct cr_job_desc_said {
	bool partition, qos, switches, size, gpus;
	bool nodes; /* by name: -w, -x */
	bool contiguous;
	bool no_qos; /* back to the default one */
	bool record; /* the field that holds our record */
	bool forged; /* Extra, with what would be read as a record of ours */
};
struct cr_job_desc_said cr_job_desc_said(const struct job_descriptor *change,
					 enum cr_record_field field);

/**
 * The text in which a record may stand (cr_record_parse()), or NULL.  Borrowed from
 * JOB.  FIELD is where the policy has records written.
 */
const char *cr_job_desc_record(const struct job_descriptor *job, enum cr_record_field field);

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

/** What an update is to do beside what its user says. */
struct cr_job_desc_update {
	const struct cr_decision *decision; /* of it, what an update can set */
	bool clear[CR_DECISION_FIELDS];     /* what it takes from the job */
	/* The GPU type is ours: the decision's, or none, takes its place where the job names it. */
	bool retype;
	const char *old_type;             /* NULL: the job names none */
	const struct job_descriptor *job; /* as it stands */
};

/** As cr_job_desc_apply(), for the update CHANGE of a job. */
int cr_job_desc_apply_update(struct job_descriptor *change, const struct cr_job_desc_update *update,
			     const struct cr_slurm_alloc *alloc);

/**
 * Does a sibling of the federation pass DESC on?  It asks as root (SUBMIT_UID 0),
 * whoever the user is.
 */
bool cr_job_desc_is_passed_on(const struct job_descriptor *desc, uint32_t submit_uid);

/**
 * Leave open in DESC what is as CHOSEN, the recorded decision of the cluster that
 * passes the job on: partition, QOS, segment.  They are chosen anew here.
 */
void cr_job_desc_reopen(struct job_descriptor *desc, const struct cr_decision *chosen,
			const struct cr_slurm_alloc *alloc);

/** Remove every name that only we may set from both environments of DESC.  Cannot fail. */
void cr_job_desc_scrub(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc);

/** Does DESC's Extra hold what would be read as a record of ours? */
bool cr_job_desc_is_forged(const struct job_descriptor *desc);

/** Empty DESC's Extra.  Cannot fail. */
void cr_job_desc_drop_extra(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc);

/**
 * TRES, a list as in tres_per_node ("gres/gpu:4,gres/nic:1"), with GPU_TYPE put
 * into each GPU entry that has no type ("gres/gpu:h200:4"), in Slurm's memory.
 * NULL when out of memory.  Exposed for tests.
 */
char *cr_job_desc_typed(const char *tres, const char *gpu_type, const struct cr_slurm_alloc *alloc);

/**
 * TRES with NEW_TYPE (NULL: none) where it names OLD_TYPE (NULL: where it names none),
 * in Slurm's memory.  NULL when out of memory.
 */
char *cr_job_desc_retyped(const char *tres, const char *old_type, const char *new_type,
			  const struct cr_slurm_alloc *alloc);

/** The number of the job that DESC, a copy of a job's record, is of; CR_UNSET: none. */
uint32_t cr_job_desc_id(const struct job_descriptor *desc);

#endif

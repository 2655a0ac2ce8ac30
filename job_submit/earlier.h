/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an earlier decision did to a job that is updated now: what of it is ours and
 * therefore open again, and what of that the new decision takes away.
 *
 * Slurm's copy of a job tells neither its switches nor who set what; the record of
 * the earlier decision does.  Segment, spacing and exclusive blocks stay as they are,
 * since no update changes them (up to 26.05): whether the job can live with them is
 * judged.  No I/O, no memory; any thread.
 */
#ifndef CR_JOB_SUBMIT_EARLIER_H
#define CR_JOB_SUBMIT_EARLIER_H

#include "job_submit/job_desc.h"
#include "policies/decide/record.h"

struct cr_earlier {
	const struct cr_record *record; /* of the job's routing; NULL: it was not routed */
	struct cr_job_desc_said said;   /* by the update */
	uint32_t slurm_version;
	const char *default_qos; /* of the job's association; NULL: it has none, or none is known */
};

/**
 * Turn R, the job as it will be, into what is to be decided on: what was our choice
 * and is not the user's now is open, what is the user's is theirs.
 */
void cr_earlier_reopen(const struct cr_earlier *e, struct cr_request *r);

/** Did R, before it was reopened, have a QOS of ours that this Slurm lets no update change? */
bool cr_earlier_is_qos_stuck(const struct cr_earlier *e, const struct cr_request *r);

/**
 * D, decided on the reopened OPEN, as the UPDATE of a job: what is as it was is unset in D, and
 * what D leaves open is taken from the job where it was ours.  MOVED: D chose another partition.
 */
void cr_earlier_settle(const struct cr_earlier *e, const struct cr_request *open, bool moved,
		       struct cr_decision *d, struct cr_job_desc_update *update);

#endif

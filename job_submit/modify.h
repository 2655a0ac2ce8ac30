/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One update of a job (scontrol update, REST): judged by what the job will be. */
#ifndef CR_JOB_SUBMIT_MODIFY_H
#define CR_JOB_SUBMIT_MODIFY_H

#include "job_submit/judge.h"

/**
 * Judge CHANGE, by which SUBMIT_UID updates JOB.  What commroute chose for the
 * job and the user does not say now is chosen anew, or taken away, where an update
 * can do that (earlier.h), and the partition when the job no longer fits where it is.
 * What the privileged change is theirs to answer for and only logged by Slurm.
 *
 * JOB is not looked at unless CHANGE concerns a policy (cr_job_desc_matters()):
 * requeue, hold, release, priority and the like cost nothing.  A message for
 * the user is appended to *ERR_MSG (Slurm's memory).
 */
enum cr_answer cr_modify(const struct cr_judge *judge, struct job_descriptor *change,
			 struct job_record *job, uint32_t submit_uid, char **err_msg);

#endif

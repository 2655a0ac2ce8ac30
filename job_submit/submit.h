/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One submission, from job description to job description. */
#ifndef CR_JOB_SUBMIT_SUBMIT_H
#define CR_JOB_SUBMIT_SUBMIT_H

#include "job_submit/judge.h"

/**
 * Judge DESC, submitted by SUBMIT_UID, and change it as the policy says; names
 * that only we may set, and a record in Extra that an ordinary user wrote, are
 * removed from it whatever JUDGE holds.  A message for
 * the user is appended to *ERR_MSG (Slurm's memory).
 */
enum cr_answer cr_submit(const struct cr_judge *judge, struct job_descriptor *desc,
			 uint32_t submit_uid, char **err_msg);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two lists of a job description, for the files job_desc*.c only. */
#ifndef CR_JOB_SUBMIT_JOB_DESC_LISTS_H
#define CR_JOB_SUBMIT_JOB_DESC_LISTS_H

#include "job_submit/env.h"

#include <slurm/slurm.h>

static inline struct cr_env_list cr_job_desc_spank(struct job_descriptor *d)
{
	return (struct cr_env_list){&d->spank_job_env, &d->spank_job_env_size};
}

static inline struct cr_env_list cr_job_desc_environment(struct job_descriptor *d)
{
	return (struct cr_env_list){&d->environment, &d->env_size};
}

#endif

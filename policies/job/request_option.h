/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an option of sbatch's, salloc's or srun's says of the job, into a request.  Pure. */
#ifndef CR_POLICIES_JOB_REQUEST_OPTION_H
#define CR_POLICIES_JOB_REQUEST_OPTION_H

#include "policies/job/request.h"
#include "policies/job/slurm_options.h"

/**
 * Put VALUE of OPTION, NULL when it has none, into *REQUEST.  Texts are borrowed.
 * An option without a field changes nothing.  Returns 0, or -1 with ERR, which
 * names the option, and *REQUEST as it was.
 */
int cr_request_take_option(struct cr_request *request, const struct cr_slurm_option *option,
			   const char *value, struct cr_error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two lists of NAME=value strings in a job description: `environment` (batch
 * jobs only, what the script will see) and `spank_job_env` (the options that
 * SPANK plugins offered).  Both come from the user byte for byte.
 *
 * A list is NULL-terminated, each entry allocated on its own by Slurm's
 * allocator, its count exact; these functions keep it so.
 */
#ifndef CR_JOB_SUBMIT_ENV_H
#define CR_JOB_SUBMIT_ENV_H

#include "job_submit/alloc.h"

#include <stdbool.h>
#include <stdint.h>

/** The list as the job description holds it: both fields are borrowed and changed in place. */
struct cr_env_list {
	char ***entries;
	uint32_t *count;
};

/**
 * The value of NAME in LIST (the last one wins, as in a shell), or NULL.
 * Owned by the list.  *TIMES, if not NULL, is set to how often NAME stands there.
 */
const char *cr_env_get(struct cr_env_list list, const char *name, unsigned *times);

/** Remove every entry for which MATCH says so of its name's LEN bytes.  Cannot fail. */
void cr_env_remove(struct cr_env_list list, bool (*match)(const char *name, size_t len),
		   const struct cr_slurm_alloc *alloc);

/**
 * Append NAME=VALUE, which must not stand in the list yet.  Returns 0, or -1
 * when out of memory, the list unchanged.
 */
int cr_env_append(struct cr_env_list list, const char *name, const char *value,
		  const struct cr_slurm_alloc *alloc);

/**
 * Is this a name that only commroute may set in a job (COMMROUTE_*,
 * SLURM_COMMROUTE_*), or the carrier of its option in a batch job's environment?
 * Such names are removed from what a user submits, in every mode.
 */
bool cr_env_is_ours(const char *name, size_t len);

/**
 * Is this a name of ours that has no place among the options of SPANK plugins:
 * COMMROUTE_* and SLURM_COMMROUTE_*?  The option itself stays there: prologs
 * and epilogs read it.
 */
bool cr_env_is_carried(const char *name, size_t len);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that a job's options name and that Slurm's clients read before they send it. */
#ifndef CR_CLI_JOB_FILES_H
#define CR_CLI_JOB_FILES_H

#include "base/arena.h"
#include "base/error.h"
#include "policies/job/request.h"

/**
 * Read the files that REQUEST names its nodes by, as sbatch, salloc and srun do: --nodefile,
 * which stands for -w, and -w and -x with a slash in them.  Their names take the files' place,
 * as lists in ARENA.  Returns 0, or -1 with ERR naming the option and what is wrong.
 */
int cr_job_files_read(struct cr_request *request, struct cr_arena *arena, struct cr_error *err);

#endif

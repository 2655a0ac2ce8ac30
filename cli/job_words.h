/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of sbatch, salloc and srun by their names; for job_options.c. */
#ifndef CR_CLI_JOB_WORDS_H
#define CR_CLI_JOB_WORDS_H

#include "base/arena.h"
#include "policies/job/request.h"

struct cr_job_reading {
	struct cr_arena *arena;
	struct cr_request *request;
	struct cr_error *err;
	const char *name; /* of the option being read */
};

/**
 * Read the options among COUNT words at ARGV into the request.  Returns the index of the first
 * word that is no option, or -1 with the error set.
 */
int cr_job_read_words(struct cr_job_reading *r, int count, char **argv);

/** TEXT in minutes, in any of sbatch's spellings of a time.  0, or -1 with the error set. */
int cr_job_minutes(struct cr_job_reading *r, const char *text, uint32_t *minutes);

/** TEXT as a number with Slurm's suffixes k and m. */
int cr_job_number(struct cr_job_reading *r, const char *text, uint32_t *number);

/** TEXT as memory, in MiB; 0 means all of a node's, so *MIB becomes CR_UNSET64. */
int cr_job_memory(struct cr_job_reading *r, const char *text, uint64_t *mib);

/** Say that VALUE is not WHAT; returns -1. */
int cr_job_bad(struct cr_job_reading *r, const char *value, const char *what);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A job as it is written on a command line: sbatch's, salloc's or srun's options
 * by their own names, #SBATCH lines included, into a request.
 */
#ifndef CR_CLI_JOB_OPTIONS_H
#define CR_CLI_JOB_OPTIONS_H

#include "base/arena.h"
#include "policies/job/request.h"
#include "policies/job/slurm_variables.h"
#include "policies/job/slurm_words.h"

/**
 * Read ARGV (COUNT words) into *REQUEST, which the caller has initialised:
 *
 *	[sbatch|salloc|srun] [OPTION...] [SCRIPT [ARG...]]
 *
 * Without the first word it is sbatch.  Its SCRIPT is looked for as sbatch looks,
 * and has its #SBATCH lines read first, so that the command line comes over them.  VARIABLE, NULL
 * for none, gives SBATCH_PARTITION and its like, which come between the two.  The words are those
 * that the client of Slurm VERSION (0: the newest) takes; options that bear on no decision change
 * nothing, and one that the client does not know is refused as it refuses it.  What must be kept
 * lives in ARENA or is ARGV's. Returns 0, or -1 with ERR naming the word.
 */
int cr_job_options_read(int count, char **argv, uint32_t version, cr_variable_fn *variable,
			struct cr_arena *arena, struct cr_request *request, struct cr_error *err);

/** What stands on a line beside the request: for those who want more of it. */
struct cr_job_words {
	enum cr_client client;
	struct cr_slurm_word *options; /* in the order in which they count: the last one wins */
	size_t count;
	const char *script; /* the text of the script that the line names; NULL: none */
	char *const *rest;  /* the words behind the options, rest_count of them */
	size_t rest_count;
};

/**
 * The same from one line of TEXT, cut into words at blanks, with quotes as a shell has them.  WORDS
 * (may be NULL) gets these, in ARENA.
 */
int cr_job_options_read_line(const char *text, uint32_t version, struct cr_arena *arena,
			     struct cr_request *request, struct cr_job_words *words,
			     struct cr_error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words of a command line of sbatch's, salloc's or srun's, cut into options
 * and their values as these cut them: with getopt_long(3), over the table in
 * slurm_options.h.  So names may be abbreviated, letters stand together, and
 * the first word that is no option ends them.
 */
#ifndef CR_POLICIES_JOB_SLURM_WORDS_H
#define CR_POLICIES_JOB_SLURM_WORDS_H

#include "policies/job/slurm_options.h"

/** One option as it stands on a line. */
struct cr_slurm_word {
	const struct cr_slurm_option *option; /* NULL: unknown, or several could be meant */
	const char *value;                    /* borrowed from the line; NULL: none */
	const char *word;                     /* where it stands */
};

/**
 * Called for each word; anything but 0 ends the reading.  A word at fault comes
 * too: its option is NULL, lacks the value that it needs, or has one that it
 * does not take.
 */
typedef int cr_slurm_word_fn(void *to, const struct cr_slurm_word *word);

/** Options that a site's other plugins bring, beside the table. */
struct cr_slurm_more {
	const struct cr_slurm_option *row;
	size_t count;
};

/**
 * Read the words behind ARGV[0] (ARGC in all) as those of CLIENT of Slurm VERSION
 * (0: the newest), and call TAKE with TO for each option in turn.  MORE (may be NULL)
 * stand for options that the table has not.
 *
 * Returns the index of the first word that is no option (ARGC: none), or -1 when
 * TAKE ended it.  Not for two threads at once: getopt_long's state is the
 * process's; it is left ready for another's line.
 */
int cr_slurm_words_read(enum cr_client client, uint32_t version, const struct cr_slurm_more *more,
			int argc, char *const *argv, cr_slurm_word_fn *take, void *to);

/** Write into BUF why WORD, which has no option, is none of CLIENT's: the nearest name, or several.
 */
const char *cr_slurm_word_fault(enum cr_client client, uint32_t version,
				const struct cr_slurm_word *word, char *buf, size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Variables that stand for options of sbatch's, salloc's and srun's: those by
 * which a job is decided.  On a command line they come over the script's
 * #SBATCH lines and under its own words.
 */
#ifndef CR_POLICIES_JOB_SLURM_VARIABLES_H
#define CR_POLICIES_JOB_SLURM_VARIABLES_H

#include "policies/job/slurm_words.h"

/** The value of variable NAME, or NULL; getenv(3) is one. */
typedef char *cr_variable_fn(const char *name);

/**
 * Call TAKE with TO for each variable that CLIENT of Slurm VERSION (0: the newest)
 * would read as an option, in alphabetical order: its WORD is the variable's
 * name.  Of an option without a value the variable is a switch, which "", "yes"
 * and any number but 0 turn on.  Returns 0, or what TAKE returned when that is not 0.
 */
int cr_slurm_variables_read(enum cr_client client, uint32_t version, cr_variable_fn *variable,
			    cr_slurm_word_fn *take, void *to);

#endif

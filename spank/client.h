/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sbatch, salloc and srun: where the option is offered and its form checked.
 *
 * The value can come from the command line, an #SBATCH line or the variable
 * SBATCH_COMM_PROFILE, SALLOC_COMM_PROFILE or SRUN_COMM_PROFILE, the command
 * line winning over #SBATCH and that over the variable.  Slurm has no API for
 * the variable: it is handed on under the name that Slurm itself reads options
 * of plugins from, after slurm_spank_init.
 */
#ifndef CR_SPANK_CLIENT_H
#define CR_SPANK_CLIENT_H

#include "policies/job/option.h"
#include "spank/host.h"

#include <stdbool.h>

/** Slurm's own name for our option in a client's environment. */
#define CR_CLIENT_CARRIER "SLURM_SPANK__SLURM_SPANK_OPTION_commroute_comm_profile"

/** What became of a value of the option. */
enum cr_client_answer {
	CR_CLIENT_GO_ON,
	CR_CLIENT_REFUSED, /* and said why */
	CR_CLIENT_LISTED,  /* the profiles were asked for and printed */
};

/**
 * First of all in slurm_spank_init of the client PROGRAM: when it makes a job of its own
 * (sbatch, salloc; srun outside an allocation), what the environment holds of an
 * outer job (COMMROUTE_*, SLURM_COMMROUTE_*) is dropped: it is nothing of the new one's.
 */
void cr_client_forget_outer_job(const char *program);

/**
 * In slurm_spank_init of the client PROGRAM ("sbatch", "salloc", "srun"; any
 * other, NULL too, is left alone): hand its variable on to Slurm.  sbatch and
 * salloc start a job of its own: what Slurm exported under that name into the
 * shell of an outer salloc is not meant for it and is cleared.
 */
void cr_client_take_variable(const char *program);

/**
 * Are the ARGC words of ARGV a question for the profiles and nothing else:
 * `sbatch --comm-profile=list ...`, in one word or two, before all others?
 * sbatch would wait for a script on standard input before it reads its options.
 */
bool cr_client_asks_for_list(int argc, const char *const *argv);

/**
 * In slurm_spank_init_post_opt of a client: clear what was handed on.  For
 * salloc the accepted OPTION stays as SLURM_COMMROUTE_OPTION, which the steps
 * of the allocation read on the node.
 */
void cr_client_finish(const char *program, const struct cr_option *option);

/**
 * Judge VALUE (may be NULL).  On GO_ON *OPTION is set, else untouched, and a
 * variable that Slurm has not read yet no longer counts.
 * `list` prints the profiles of the policy at CONFIG to standard output.
 * May be called more than once; the last value counts.
 */
enum cr_client_answer cr_client_judge(const char *value, const char *config,
				      const struct cr_host *host, struct cr_option *option);

#endif

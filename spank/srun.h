/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srun: the order of a step's ranks, and what the nodes are told of it.
 *
 * Two calls around srun's reading of its options: what is set in the process's
 * environment for srun to read is taken back before the tasks' environment is
 * made of it.  srun itself then writes SLURM_DISTRIBUTION=arbitrary into that,
 * which would break an srun inside a task: the nodes remove it (node.h).
 */
#ifndef CR_SPANK_SRUN_H
#define CR_SPANK_SRUN_H

#include "base/error.h"
#include "launch/srun_line.h"
#include "spank/host.h"
#include "spank/placement_check.h"
#include "spank/step_group.h"

#include <stdbool.h>
#include <stdint.h>

struct cr_srun {
	int fd;       /* the host file; -1 = none */
	bool ordered; /* SLURM_DISTRIBUTION is ours */
	struct cr_step_group order;
	char cause[CR_CAUSE_MAX]; /* why nothing, in a word; "" = ordered, or no step */
	char said[240];           /* what was done, or why nothing */
	char warning[400];        /* for the user; "" = none */
	char group[200];          /* likewise: groups that could not be */
	bool checks;              /* the placement is to be checked, if nothing else does it */
	char placement[CR_CHECK_LINE_MAX]; /* for the user: it is worse than asked; "" = not */
};

/** What srun is told by whom. */
struct cr_srun_site {
	const char *slurm_conf; /* path, or NULL when not found */
	const char *policy;     /* path; need not exist */
	bool topological_block; /* block distribution follows the partition's topology: 26.05 */
	/*
	 * The nodes that the job has now (cr_live_job_nodes()).  Asked once, and only
	 * when the step would be ordered.
	 */
	char *(*live_nodes)(uint32_t jobid, struct cr_error *err);
	/*
	 * The nodes of a step in the order of their tasks (cr_live_step_nodes()).  Asked
	 * once, and only for a step that Slurm may have laid out along the topology.
	 */
	char *(*step_nodes)(uint32_t jobid, uint32_t stepid, struct cr_error *err);
	/*
	 * What the job asked for (cr_live_job_wish()).  Asked once a job, in its first step,
	 * and only when no batch script's node can tell it.
	 */
	int (*wish)(uint32_t jobid, struct cr_wish *wish, struct cr_error *err);
};

/** No step yet. */
#define CR_SRUN_INIT {.fd = -1}

/**
 * In slurm_spank_init: judge the ARGC words of ARGV and the environment, and
 * set the latter.  Never fails; *STEP says what was done.
 */
void cr_srun_begin(struct cr_srun *step, const struct cr_srun_site *site, int argc,
		   const char *const *argv);

/** In slurm_spank_init_post_opt: take back what only srun should see. */
void cr_srun_finish(struct cr_srun *step);

/** In slurm_spank_local_user_init: tell the user through HOST, at verbose level and what warns. */
void cr_srun_tell(const struct cr_srun *step, const struct cr_host *host);

#endif

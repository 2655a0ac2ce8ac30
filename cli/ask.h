/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command's questions to a live controller.  The only file of cli/ that sees Slurm's API. */
#ifndef CR_CLI_ASK_H
#define CR_CLI_ASK_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Make Slurm's API ready, once.  Slurm's own start-up ends the process when it
 * finds no slurm.conf, so that is looked for first.  Returns 0, or -1 with ERR.
 */
int cr_ask_init(struct cr_error *err);

/** The version of Slurm this was built for, as one number. */
uint32_t cr_ask_version(void);

/**
 * The controller's topologies as YAML text, to be freed.  NULL with ERR, also
 * where Slurm is older than 25.05 and cannot tell.
 */
char *cr_ask_topologies(struct cr_error *err);

/** What is asked about a job. */
struct cr_ask_job {
	char *nodes;      /* host list, to be freed; NULL = none yet */
	char *partition;  /* to be freed */
	uint32_t segment; /* as asked, 0 = none */
};

/** Ask about job ID.  Returns 0 and fills *JOB, or -1 with ERR. */
int cr_ask_job(uint32_t id, struct cr_ask_job *job, struct cr_error *err);

/** Free what JOB holds. */
void cr_ask_job_release(struct cr_ask_job *job);

/**
 * The name of PARTITION's topology in *NAME, to be freed, or NULL: the cluster's
 * default.  Returns 0, or -1 with ERR.
 */
int cr_ask_partition_topology(const char *partition, char **name, struct cr_error *err);

#endif

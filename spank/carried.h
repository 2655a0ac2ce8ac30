/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What srun tells the nodes of a job's topology, so that not each of thousands
 * of slurmstepd has to read it from files:
 *
 *	1;JOBID;TOPOLOGY;TYPE;NODES;UNIT*N,UNIT*N...
 *
 * NODES are the job's, folded, in rank order; the units follow the same order
 * (-*N: nodes in no unit).  It comes through the user's environment, so a node
 * believes it no more than a user's own variable: it only feeds variables of
 * that user's own tasks.
 *
 * Pure; any thread.
 */
#ifndef CR_SPANK_CARRIED_H
#define CR_SPANK_CARRIED_H

#include "base/error.h"
#include "spank/place.h"
#include "spank/plan.h"

/** The longest text that is made or read.  One string of an environment ends at 131,072. */
#define CR_CARRIED_MAX 120000

/**
 * PLAN for job JOBID as text, to be freed with free().  NULL when out of
 * memory, too long, or when a name has a byte that the form does not allow.
 */
char *cr_carried_format(const struct cr_plan *plan, const char *jobid);

/**
 * Read TEXT for NODE in job JOBID.  Returns 0 and sets *PLACE (cr_place_clear());
 * -1 with ERR and *PLACE untouched when it is of another job or not of this form.
 */
int cr_carried_read(const char *text, const char *jobid, const char *node, struct cr_place *place,
		    struct cr_error *err);

#endif

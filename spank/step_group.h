/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * By which groups of nodes a step's ranks are ordered: as its option says
 * (order=group:N), else as its profile does, else by the segments that Slurm cut its
 * job into.  Pure; any thread.
 */
#ifndef CR_SPANK_STEP_GROUP_H
#define CR_SPANK_STEP_GROUP_H

#include "policies/job/option.h"

#include <stddef.h>

struct cr_step_group {
	uint32_t nodes; /* of a group, as asked: any number */
	uint32_t order; /* as cr_plan_make() takes it: CR_PLAN_RING, or nodes */
	bool asked;     /* by the job or its profile: to be said when it cannot be */
	bool told;      /* slurmctld has said that it cannot be */
};

/**
 * OPTION is what holds for the step, JOB_OPTION the text of its job's (NULL: none).  Where they
 * are the same, or the step has none, DECISION, the job's record as JSON (NULL: none), knows
 * the profile.  PROFILE_GROUP is the profile's in the policy that is read here; 0: none, or
 * not known.
 */
struct cr_step_group cr_step_group_of(const struct cr_option *option, const char *job_option,
				      const char *decision, uint32_t profile_group);

/**
 * What the user is to be told of GROUP in a job of COUNT nodes, into BUF: one coded line when
 * it was asked for, COUNT cannot be cut so, and nobody has said it yet; else "".  Returns BUF.
 */
const char *cr_step_group_words(const struct cr_step_group *group, size_t count, char *buf,
				size_t size);

#endif

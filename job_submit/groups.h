/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AllowGroups, for the user of one job: which partitions shut them out.
 *
 * Slurm's own function opens passwd and group for each partition whose list the user is not in;
 * here it is both once, and nothing while it is remembered: that a user is in a group for
 * GroupUpdateTime, that they are not for CR_GROUPS_DENIED_AGE seconds.
 */
#ifndef CR_JOB_SUBMIT_GROUPS_H
#define CR_JOB_SUBMIT_GROUPS_H

#include "base/arena.h"
#include "policies/cluster/view.h"
#include "policies/job/request.h"

#define CR_GROUPS_DENIED_AGE 5

/**
 * Set VIEW's group_denied, in ARENA, for REQUEST's user, and groups_remembered where it is not
 * of this moment: no ground for a refusal.  ANEW: it is to be.  What is not known shuts
 * nobody out.  Any thread.
 */
void cr_groups_add(const struct cr_request *request, struct cr_view *view, struct cr_arena *arena,
		   bool anew);

#endif

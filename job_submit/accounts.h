/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who a user is to slurmdbd, and what is left to them: name, default account,
 * associations up to root, and the QOS that matter to this job, with limits and
 * use as slurmctld holds them at this moment.
 *
 * Read under assoc_mgr's read locks, which come after slurmctld's own; only
 * copies leave them.  Without slurmdbd, or in a Slurm that lacks one of the
 * names looked up, nothing is added and one log line says so.
 */
#ifndef CR_JOB_SUBMIT_ACCOUNTS_H
#define CR_JOB_SUBMIT_ACCOUNTS_H

#include "base/arena.h"
#include "policies/cluster/view.h"
#include "policies/file/policy.h"
#include "policies/job/request.h"

/** Look up what is needed.  Called once, from init(). */
void cr_accounts_open(void);

/**
 * Add to REQUEST the user's name and, when the job names none, the default
 * account; to VIEW the associations, the QOS that a decision by POLICY can look at,
 * and which partitions' AllowGroups shut the user out.  Texts and arrays live in
 * ARENA; what does not fit there is told by view.missing.
 */
void cr_accounts_add(const struct cr_policy *policy, struct cr_request *request,
		     struct cr_view *view, struct cr_arena *arena);

/** Is UID root, SlurmUser, an operator or an administrator? */
bool cr_accounts_is_privileged(uint32_t uid);

#endif

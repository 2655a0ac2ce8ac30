/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The steps of loading a policy that follow the reading; see policies/file/load.c. */
#ifndef CR_POLICIES_FILE_LOAD_H
#define CR_POLICIES_FILE_LOAD_H

#include "policies/file/policy_model.h"

/** Give each tenant what `tenant_defaults` says and it does not say itself. */
void cr_policy_inherit(struct cr_policy *policy);

/**
 * Rank the profiles' routes, build POLICY's indexes and expand `{tenant}`.  Reports aliases and
 * accounts that are claimed twice.  -1: out of memory, reported.
 */
int cr_policy_link(struct cr_policy *policy, struct cr_diags *diags);

/** Report names that point nowhere, and what contradicts itself. */
void cr_policy_check_names(const struct cr_policy *policy, struct cr_diags *diags);

/** Report keys that nothing acts on yet, once each.  To be called before cr_policy_inherit(). */
void cr_policy_check_pending(const struct cr_policy *policy, struct cr_diags *diags);

#endif

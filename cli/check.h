/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How `commroute check` shows its findings. */
#ifndef CR_CLI_CHECK_H
#define CR_CLI_CHECK_H

#include "policies/file/policy.h"

/** Print DIAGS, what was found in the policy at PATH, by layer. */
void cr_check_print(const char *path, const struct cr_diags *diags);

/** The same as JSON; POLICY is NULL when it would not be loaded.  Returns an exit status. */
int cr_check_print_json(const char *path, const struct cr_policy *policy,
			const struct cr_diags *diags);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The texts of the last policies that were in force, in slurmctld's StateSaveLocation:
 * commroute.policies/HASH, where HASH is what the journal, the log and each job's record say.
 * All files of the policy one after the other, each after a line "# ---- PATH".
 */
#ifndef CR_JOB_SUBMIT_POLICY_TEXTS_H
#define CR_JOB_SUBMIT_POLICY_TEXTS_H

#include "base/error.h"
#include "policies/file/policy_file.h"

#define CR_POLICY_TEXTS 100 /* that are kept: the last used ones */

/**
 * Keep the files in WATCH, which the policy with HASH was loaded from, in DIR.  Returns 0; or
 * -1 with ERR set, also when a file is not any more what was loaded (it is loaded again soon).
 */
int cr_policy_texts_keep(const char *dir, const char *hash, const struct cr_policy_watch *watch,
			 struct cr_error *err);

#endif

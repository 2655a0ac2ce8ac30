/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_PROFILE_LIST_H
#define CR_SPANK_PROFILE_LIST_H

#include "spank/host.h"

#include <stdio.h>

/**
 * Print the profiles of the policy file CONFIG to OUT, one a line: name,
 * topology types in the order they are tried, summary.  Returns 0; or -1 after
 * logging through HOST why not.  Runs with the user's rights in a client.
 */
int cr_list_print(const char *config, FILE *out, const struct cr_host *host);

#endif

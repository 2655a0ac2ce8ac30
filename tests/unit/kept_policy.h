/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The policies of the unit tests as files, for tests/schema/check. */
#ifndef CR_TESTS_KEPT_POLICY_H
#define CR_TESTS_KEPT_POLICY_H

#include <stdbool.h>

/**
 * With COMMROUTE_POLICIES_INTO=DIRECTORY in the environment, write TEXT there as a file of
 * its own, whose name says whether it is GOOD: whether the loader took it.
 */
void keep_policy(const char *text, bool good);

#endif

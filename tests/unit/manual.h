/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the manuals that are made from a table of ours. */
#ifndef CR_TESTS_MANUAL_H
#define CR_TESTS_MANUAL_H

/**
 * What stands between the lines BEGIN and END of the page at PATH must be WANT.  With
 * COMMROUTE_UPDATE_DOCS=1 in the environment it is written there instead.
 */
void manual_compare(const char *path, const char *begin, const char *end, const char *want);

#endif

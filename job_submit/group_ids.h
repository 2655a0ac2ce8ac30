/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The numbers of the groups that AllowGroups names, looked up by the keeper: a submission
 * opens no file for them.
 */
#ifndef CR_JOB_SUBMIT_GROUP_IDS_H
#define CR_JOB_SUBMIT_GROUP_IDS_H

#include "base/cell.h"
#include "policies/cluster/view.h"

#include <sys/types.h>

struct cr_group_ids;

/**
 * Look up the groups that VIEW's partitions name; those known for less than MAX_AGE seconds
 * stay as they were.  May wait for a name service: the keeper's, with no lock held.
 */
void cr_group_ids_learn(const struct cr_view *view, long max_age);

/** What was learnt last, an object struct cr_group_ids; NULL: nothing.  See base/cell.h. */
struct cr_shared *cr_group_ids_get(void);

/** The number of group NAME, or (gid_t)-1: nobody is in it.  *KNOWN: it was looked up at all. */
gid_t cr_group_ids_find(const struct cr_group_ids *ids, const char *name, bool *known);

#endif

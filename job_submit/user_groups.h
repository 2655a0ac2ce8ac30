/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The groups that a user is in, by the name service: two files are opened for a user, however
 * many partitions there are, and remembered for a while, for so many users and no more.
 */
#ifndef CR_JOB_SUBMIT_USER_GROUPS_H
#define CR_JOB_SUBMIT_USER_GROUPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define CR_USER_GROUPS_MAX 256

struct cr_user_groups {
	uint32_t uid;
	int count;  /* -1: not known, or too many */
	int64_t at; /* when they were read, seconds of the clock that does not jump; 0: never */
	gid_t gid[CR_USER_GROUPS_MAX];
};

/** What is remembered of UID, not older than MAX_AGE seconds, into *GROUPS.  Any thread. */
bool cr_user_groups_remembered(uint32_t uid, int64_t max_age, struct cr_user_groups *groups);

/**
 * Ask for UID's groups and remember them.  A user whom nobody knows has none: Slurm lets them
 * in nowhere, either.  Any thread.
 */
void cr_user_groups_read(uint32_t uid, struct cr_user_groups *groups);

/** Is the user in group GID?  True when their groups are not known. */
bool cr_user_groups_has(const struct cr_user_groups *groups, gid_t gid);

#endif

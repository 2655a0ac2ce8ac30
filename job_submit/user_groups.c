/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The groups of the last users who submitted, in a table of fixed size. */
#include "job_submit/user_groups.h"

#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <string.h>
#include <time.h>

#define SLOTS  64
#define BUFFER 16384 /* of one entry of passwd */

static struct {
	pthread_mutex_t lock;
	struct cr_user_groups slot[SLOTS]; /* a user's is that of the uid, modulo */
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t read_clock(void)
{
	struct timespec at;

	(void)clock_gettime(CLOCK_MONOTONIC, &at);
	return at.tv_sec + 1; /* 0 is never */
}

bool cr_user_groups_remembered(uint32_t uid, int64_t max_age, struct cr_user_groups *groups)
{
	const struct cr_user_groups *slot = &memory.slot[uid % SLOTS];
	bool found;

	pthread_mutex_lock(&memory.lock);
	found = slot->at && slot->uid == uid && read_clock() - slot->at < max_age;
	if (found)
		*groups = *slot;
	pthread_mutex_unlock(&memory.lock);
	return found;
}

void cr_user_groups_read(uint32_t uid, struct cr_user_groups *groups)
{
	char buf[BUFFER];
	struct passwd passwd, *found = NULL;
	int count = CR_USER_GROUPS_MAX;
	int rc = getpwuid_r(uid, &passwd, buf, sizeof(buf), &found);

	groups->uid = uid;
	groups->at = read_clock();
	groups->count = rc == 0 ? 0 : -1;
	if (found && getgrouplist(passwd.pw_name, passwd.pw_gid, groups->gid, &count) >= 0)
		groups->count = count;
	else if (found)
		groups->count = -1;
	pthread_mutex_lock(&memory.lock);
	memory.slot[uid % SLOTS] = *groups;
	pthread_mutex_unlock(&memory.lock);
}

bool cr_user_groups_has(const struct cr_user_groups *groups, gid_t gid)
{
	for (int i = 0; i < groups->count; i++)
		if (groups->gid[i] == gid)
			return true;
	return groups->count < 0;
}

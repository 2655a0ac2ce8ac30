/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal's thread: awake as soon as something was decided. */
#include "job_submit/keep.h"
#include "job_submit/keeper.h"

#include "job_submit/control.h"
#include "job_submit/journal_writer.h"

#define STATUS_MS 1000 /* the counters, if nothing is decided */

static void write_journal(void)
{
	struct cr_shared *shared = cr_keeper_policy(), *view = cr_keeper_view();
	const struct cr_policy *policy = cr_shared_object(shared);
	const struct cr_live *live = cr_shared_object(view);
	const struct cr_topologies *set = live ? cr_live_topologies(live) : NULL;
	struct cr_journal_size size = {
		.bytes = policy ? (int64_t)cr_policy_journal_mb(policy) << 20 : 0,
		.files = policy ? cr_policy_journal_files(policy) : 0,
	};
	struct cr_lua_stats lua;
	struct cr_status status = {
		.policy = cr_keep_policy_path(),
		.hash = policy ? cr_policy_hash(policy) : NULL,
		.mode = policy ? cr_mode_name(cr_policy_mode(policy)) : NULL,
		.policy_loaded = cr_keep_policy_loaded(),
		.view_taken = live ? cr_live_view(live)->taken : 0,
		.partitions = live ? cr_live_view(live)->partition_count : 0,
		.topologies = set ? cr_topologies_count(set) : 0,
		.standby = !cr_control_is_ours(),
		.lua = policy && cr_lua_stats(policy, &lua) ? &lua : NULL,
	};

	cr_journal_write(&status, &size);
	cr_shared_put(view);
	cr_shared_put(shared);
}

void *cr_keep_journal(void *unused)
{
	(void)unused;
	for (;;) {
		cr_journal_wait(STATUS_MS);
		write_journal();
	}
	return NULL;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/commroute: what slurmctld looks for in the plugin.
 *
 *	JobSubmitPlugins=commroute
 *
 * slurmctld ends with a fatal error when init() fails, when job_submit() or
 * job_modify() is missing, or when plugin_version is not its own version to the
 * last number.  So init() never fails, and the version is that of the headers
 * this was built with.
 */
#include "job_submit/accounts.h"
#include "job_submit/groups.h"
#include "job_submit/journal.h"
#include "job_submit/keeper.h"
#include "job_submit/log.h"
#include "job_submit/modify.h"
#include "job_submit/slurm_api.h"
#include "job_submit/submit.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#define EXPORT __attribute__((visibility("default")))

struct job_record;

EXPORT extern const char plugin_name[];
EXPORT extern const char plugin_type[];
EXPORT extern const uint32_t plugin_version;
EXPORT int init(void);
EXPORT void fini(void);
EXPORT int job_submit(job_desc_msg_t *job_desc, uint32_t submit_uid, char **err_msg);
EXPORT int job_modify(job_desc_msg_t *job_desc, struct job_record *job_ptr, uint32_t submit_uid,
		      char **err_msg);

const char plugin_name[] = "commroute: routes jobs to the topology that suits them";
const char plugin_type[] = "job_submit/commroute";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

int init(void)
{
	slurm_info("commroute %s, built for Slurm %u.%02u.%u", CR_VERSION,
		   SLURM_VERSION_MAJOR(SLURM_VERSION_NUMBER),
		   SLURM_VERSION_MINOR(SLURM_VERSION_NUMBER),
		   SLURM_VERSION_MICRO(SLURM_VERSION_NUMBER));
	cr_slurm_api_open();
	cr_accounts_open();
	cr_keeper_start();
	return SLURM_SUCCESS;
}

/* The threads go on until the process ends; the plugin is never unmapped (-z nodelete). */
void fini(void)
{
}

/* Slurm adds its own sentence for the number to ours. */
static int slurm_code(enum cr_answer answer)
{
	switch (answer) {
	case CR_ANSWER_ACCEPT:
		return SLURM_SUCCESS;
	case CR_ANSWER_NO_RIGHT:
		return ESLURM_ACCESS_DENIED;
	case CR_ANSWER_NO_FIT:
		return ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE;
	case CR_ANSWER_OVER_LIMIT:
		return ESLURM_ACCOUNTING_POLICY;
	default:
		return ESLURM_NOT_SUPPORTED;
	}
}

/* What is in force now, held until put_judge(). */
struct held {
	struct cr_judge judge;
	struct cr_shared *policy, *live;
};

static void get_judge(struct held *held)
{
	cr_keeper_start();
	*held = (struct held){
		.judge = {.alloc = cr_slurm_api_alloc(),
			  .add_accounts = cr_accounts_add,
			  .add_groups = cr_groups_add,
			  .has_partition = cr_slurm_api_has_partition,
			  .has_node = cr_slurm_api_has_node,
			  .is_privileged = cr_accounts_is_privileged,
			  .give_id = cr_journal_give_id,
			  .note = cr_journal_note,
			  .note_unjudged = cr_journal_note_unjudged},
		.policy = cr_keeper_policy(),
		.live = cr_keeper_view(),
	};
	held->judge.policy = cr_shared_object(held->policy);
	held->judge.view = held->live ? cr_live_view(cr_shared_object(held->live))
				      : cr_keeper_kept_view();
	if (cr_slurm_api_copies_jobs()) {
		held->judge.copy_job = cr_slurm_api_copy_job;
		held->judge.free_job = cr_slurm_api_free_job;
	}
}

static void put_judge(struct held *held)
{
	cr_shared_put(held->live);
	cr_shared_put(held->policy);
}

int job_submit(job_desc_msg_t *job_desc, uint32_t submit_uid, char **err_msg)
{
	enum cr_answer answer;
	struct held held;

	if (!cr_slurm_api_alloc())
		return SLURM_SUCCESS;
	get_judge(&held);
	answer = cr_submit(&held.judge, job_desc, submit_uid, err_msg);
	put_judge(&held);
	return slurm_code(answer);
}

int job_modify(job_desc_msg_t *job_desc, struct job_record *job_ptr, uint32_t submit_uid,
	       char **err_msg)
{
	enum cr_answer answer;
	struct held held;

	if (!cr_slurm_api_alloc())
		return SLURM_SUCCESS;
	get_judge(&held);
	answer = cr_modify(&held.judge, job_desc, job_ptr, submit_uid, err_msg);
	put_judge(&held);
	return slurm_code(answer);
}

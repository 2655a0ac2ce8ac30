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
#include "job_submit/keeper.h"
#include "job_submit/slurm_api.h"
#include "job_submit/submit.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <slurm/spank.h>

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

int job_submit(job_desc_msg_t *job_desc, uint32_t submit_uid, char **err_msg)
{
	struct cr_shared *policy, *live;
	struct cr_submit_context context = {
		.alloc = cr_slurm_api_alloc(),
		.add_accounts = cr_accounts_add,
	};
	enum cr_answer answer;

	if (!context.alloc)
		return SLURM_SUCCESS;
	cr_keeper_start();
	policy = cr_keeper_policy();
	live = cr_keeper_view();
	context.policy = cr_shared_object(policy);
	if (live)
		context.view = cr_live_view(cr_shared_object(live));
	answer = cr_submit(&context, job_desc, submit_uid, err_msg);
	cr_shared_put(live);
	cr_shared_put(policy);
	return slurm_code(answer);
}

int job_modify(job_desc_msg_t *job_desc, struct job_record *job_ptr, uint32_t submit_uid,
	       char **err_msg)
{
	(void)job_desc;
	(void)job_ptr;
	(void)submit_uid;
	(void)err_msg;
	return SLURM_SUCCESS;
}

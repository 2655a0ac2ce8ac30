/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The job's record, from slurmctld, for what it asked of its placement. */
#include "spank/live_wish.h"

#include "topology/slurm_versions.h"

/* slurm_load_job() takes a number in every version then (26.05 wants a struct). */
#define SLURM_BACKWARD_COMPAT
#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

static struct cr_wish read_wish(const slurm_job_info_t *info)
{
	struct cr_wish wish = {0};

	if (info->batch_flag)
		return wish;
#if CR_BUILT_SINCE(CR_SINCE_JOB_SEGMENT)
	if (info->segment_size != NO_VAL16)
		wish.segment = info->segment_size;
#else
	wish.segment = cr_wish_read(info->admin_comment).segment;
#endif
	if (info->req_switch != NO_VAL)
		wish.switches = info->req_switch;
	return wish;
}

int cr_live_job_wish(uint32_t jobid, struct cr_wish *wish, struct cr_error *err)
{
	job_info_msg_t *msg = NULL;
	int rc = -1;

	if (slurm_load_job(&msg, jobid, SHOW_ALL) != SLURM_SUCCESS || !msg)
		return cr_error_set(err, "the job's record: %s", slurm_strerror(errno));
	if (msg->record_count) {
		*wish = read_wish(&msg->job_array[0]);
		rc = 0;
	} else {
		(void)cr_error_set(err, "the controller knows no such job");
	}
	slurm_free_job_info_msg(msg);
	return rc;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurm_load_job() and the names of its numbers; a job array is told by its first element. */
#include "live/job.h"

#include "topology/slurm_versions.h"

/* slurm_load_job() takes a number in every version then (26.05 wants a struct). */
#define SLURM_BACKWARD_COMPAT
#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

/* libslurm has these, its headers do not; a version without one still runs. */
extern char *slurm_job_state_string(uint32_t state) __attribute__((weak));
extern char *slurm_job_state_reason_string(uint32_t reason) __attribute__((weak));

static uint32_t segment_of(const slurm_job_info_t *info)
{
#if CR_BUILT_SINCE(CR_SINCE_JOB_SEGMENT)
	if (info->segment_size != NO_VAL16)
		return info->segment_size;
#else
	(void)info;
#endif
	return 0;
}

static int keep_text(struct cr_arena *arena, const char *text, const char **to)
{
	*to = cr_arena_strdup(arena, text && *text ? text : NULL);
	return text && *text && !*to ? -1 : 0;
}

static int read_job(const slurm_job_info_t *info, struct cr_arena *arena, struct cr_live_job *job)
{
	const char *state = "?", *reason = "?";

	if (slurm_job_state_string)
		state = slurm_job_state_string(info->job_state);
	if (slurm_job_state_reason_string)
		reason = slurm_job_state_reason_string(info->state_reason);
	job->pending = (info->job_state & JOB_STATE_BASE) == JOB_PENDING;
	job->segment = segment_of(info);
	job->switches = info->req_switch;
	if (keep_text(arena, state, &job->state) != 0 ||
	    keep_text(arena, reason, &job->state_reason) != 0 ||
	    keep_text(arena, info->state_desc, &job->state_desc) != 0 ||
	    keep_text(arena, info->nodes, &job->nodes) != 0 ||
	    keep_text(arena, info->partition, &job->partition) != 0 ||
	    keep_text(arena, info->qos, &job->qos) != 0 ||
	    keep_text(arena, info->admin_comment, &job->admin_comment) != 0)
		return -1;
	return keep_text(arena, info->extra, &job->extra);
}

enum cr_live_answer cr_live_job_load(uint32_t id, struct cr_arena *arena, struct cr_live_job *job,
				     struct cr_error *err)
{
	struct cr_live_job found = {0};
	job_info_msg_t *msg = NULL;
	uint32_t count;
	int rc = 0;

	if (slurm_load_job(&msg, id, SHOW_ALL | SHOW_DETAIL) != SLURM_SUCCESS || !msg) {
		cr_error_set(err, "%s", slurm_strerror(errno));
		return errno == ESLURM_INVALID_JOB_ID ? CR_LIVE_NOT_THERE : CR_LIVE_NO_ANSWER;
	}
	count = msg->record_count;
	if (count)
		rc = read_job(&msg->job_array[0], arena, &found);
	slurm_free_job_info_msg(msg);
	if (!count) {
		cr_error_set(err, "the controller knows no such job");
		return CR_LIVE_NOT_THERE;
	}
	if (rc != 0) {
		cr_error_set(err, "out of memory");
		return CR_LIVE_NO_ANSWER;
	}
	*job = found;
	return CR_LIVE_FOUND;
}

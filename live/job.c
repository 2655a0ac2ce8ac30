/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurm_load_job() and the names of its numbers; of its records the one that is named. */
#include "live/job.h"

#include "base/units.h"
#include "base/unset.h"
#include "topology/slurm_versions.h"

/* slurm_load_job() takes a number in every version then (26.05 wants a struct). */
#define SLURM_BACKWARD_COMPAT
#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <string.h>

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

int cr_live_job_name(const char *text, struct cr_live_job_name *name, struct cr_error *err)
{
	size_t len = strcspn(text, "_+");
	struct cr_error why;
	uint64_t id = 0, part = 0;
	char number[24];

	(void)snprintf(number, sizeof(number), "%.*s", len < 20 ? (int)len : 20, text);
	if (cr_units_number(number, 1, UINT32_MAX, &id, &why) != 0 ||
	    (text[len] && cr_units_number(text + len + 1, 0, CR_NUMBER_MAX, &part, &why) != 0))
		return cr_error_set(err,
				    "'%.40s' is no job: write 18, 18_2 for a task of an array, or "
				    "19+1 for a component of a heterogeneous job",
				    text);
	*name = (struct cr_live_job_name){.id = (uint32_t)id,
					  .is_task = text[len] == '_',
					  .is_component = text[len] == '+',
					  .part = (uint32_t)part};
	return 0;
}

/* Is INFO the job NAME?  A record of an array that waits stands for all tasks that are not apart.
 */
static bool is_named(const slurm_job_info_t *info, const struct cr_live_job_name *name,
		     bool waiting)
{
	if (name->is_component)
		return info->het_job_id == name->id && info->het_job_offset == name->part;
	if (!name->is_task)
		return true;
	if (info->array_job_id != name->id)
		return false;
	return waiting ? info->array_task_id == NO_VAL && info->array_task_str
		       : info->array_task_id == name->part;
}

static const slurm_job_info_t *find_job(const job_info_msg_t *msg,
					const struct cr_live_job_name *name)
{
	for (int waiting = 0; waiting < 2; waiting++)
		for (uint32_t i = 0; i < msg->record_count; i++)
			if (is_named(&msg->job_array[i], name, waiting))
				return &msg->job_array[i];
	return NULL;
}

enum cr_live_answer cr_live_job_load(const struct cr_live_job_name *name, struct cr_arena *arena,
				     struct cr_live_job *job, struct cr_error *err)
{
	struct cr_live_job found = {0};
	job_info_msg_t *msg = NULL;
	const slurm_job_info_t *info;
	bool there;
	int rc = 0;

	if (slurm_load_job(&msg, name->id, SHOW_ALL | SHOW_DETAIL) != SLURM_SUCCESS || !msg) {
		cr_error_set(err, "%s", slurm_strerror(errno));
		return errno == ESLURM_INVALID_JOB_ID ? CR_LIVE_NOT_THERE : CR_LIVE_NO_ANSWER;
	}
	info = find_job(msg, name);
	there = info != NULL;
	if (there)
		rc = read_job(info, arena, &found);
	slurm_free_job_info_msg(msg);
	if (!there) {
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

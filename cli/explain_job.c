/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/explain_job.h"

#include "base/units.h"
#include "cli/ask.h"
#include "cli/command.h"
#include "cli/output.h"
#include "policies/decide/record.h"

/* slurm_load_job() takes a number in every version then (26.05 wants a struct). */
#define SLURM_BACKWARD_COMPAT
#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* libslurm has these, its headers do not; a version without one still runs. */
extern char *slurm_job_state_string(uint32_t state) __attribute__((weak));
extern char *slurm_job_state_reason_string(uint32_t reason) __attribute__((weak));

static const char *state_name(const slurm_job_info_t *job)
{
	return slurm_job_state_string ? slurm_job_state_string(job->job_state) : "?";
}

static const char *reason_name(const slurm_job_info_t *job)
{
	return slurm_job_state_reason_string ? slurm_job_state_reason_string(job->state_reason)
					     : "?";
}

/* ---- a job that is there ----------------------------------------------- */

static void line(const char *label, const char *value)
{
	if (value && *value)
		printf("  %-12s%s\n", label, value);
}

static void number(const char *label, uint32_t value)
{
	if (value != CR_UNSET)
		printf("  %-12s%u\n", label, value);
}

static void tell_record(const struct cr_record *r)
{
	puts("Decided at submission");
	line("verdict", r->verdict);
	line("mode", r->mode);
	line("code", r->code);
	line("profile", r->profile);
	line("tenant", r->tenant);
	line("partition", r->partition);
	line("otherwise", r->would_partition);
	line("topology", r->topology);
	line("type", r->type);
	line("QOS", r->qos);
	number("segment", r->segment);
	number("switches", r->switches);
	if (r->preemptible)
		line("preemptible", "yes");
	for (size_t i = 0; i < r->why_count; i++)
		line(i ? "" : "why", r->why[i]);
}

static void tell_now(const slurm_job_info_t *job)
{
	puts("Now");
	line("state", state_name(job));
	if (job->job_state == JOB_PENDING) {
		line("waits for", reason_name(job));
		line("", job->state_desc);
	}
	line("partition", job->partition);
	line("QOS", job->qos);
	line("nodes", job->nodes);
	number("switches", job->req_switch ? job->req_switch : CR_UNSET);
}

static void put(struct json_object *to, const char *key, const char *value)
{
	if (value && *value)
		json_object_object_add(to, key, json_object_new_string(value));
}

static int print_json(const slurm_job_info_t *job)
{
	const char *at = job->admin_comment ? strstr(job->admin_comment, "{\"commroute\":") : NULL;
	struct json_object *root = json_object_new_object(), *now = json_object_new_object();
	struct json_object *record = at ? json_tokener_parse(at) : NULL;

	put(now, "state", state_name(job));
	if (job->job_state == JOB_PENDING)
		put(now, "reason", reason_name(job));
	put(now, "partition", job->partition);
	put(now, "qos", job->qos);
	put(now, "nodes", job->nodes);
	if (record)
		json_object_object_add(root, "record", record);
	json_object_object_add(root, "now", now);
	return cr_cli_json(root);
}

/* The record stands in admin_comment, or in extra where the policy says so. */
static int tell_job(const slurm_job_info_t *job, bool json)
{
	struct cr_record record;
	struct cr_arena arena;
	struct cr_error err;
	int status;

	if (json)
		return print_json(job);
	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_record_parse(job->admin_comment, &arena, &record, &err) == 0 ||
	    cr_record_parse(job->extra, &arena, &record, &err) == 0)
		tell_record(&record);
	else
		printf("Nothing was decided for it: %s\n", err.text);
	tell_now(job);
	status = cr_cli_finish();
	cr_arena_release(&arena);
	return status;
}

int cr_cli_explain_job(const char *text, bool json)
{
	job_info_msg_t *msg = NULL;
	struct cr_error err;
	uint64_t id;
	int status;

	if (cr_units_number(text, 1, UINT32_MAX, &id, &err) != 0) {
		cr_cli_say("--job: %s", err.text);
		return CR_CLI_USAGE;
	}
	if (cr_ask_init(&err) != 0) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	if (slurm_load_job(&msg, (uint32_t)id, SHOW_DETAIL) != 0 || !msg || !msg->record_count) {
		cr_cli_say("job %s: %s", text, slurm_strerror(errno));
		return errno == ESLURM_INVALID_JOB_ID ? CR_CLI_NO : CR_CLI_SYSTEM;
	}
	status = tell_job(&msg->job_array[0], json);
	slurm_free_job_info_msg(msg);
	return status;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job that is there: its record in admin_comment, or in extra, beside what Slurm says now. */
#include "cli/explain_job.h"

#include "cli/command.h"
#include "cli/output.h"
#include "live/api.h"
#include "live/job.h"
#include "policies/decide/decision_fields.h"
#include "policies/decide/record.h"

#include <string.h>

static void print_line(const char *label, const char *value)
{
	if (value && *value)
		printf("  %-12s%s\n", label, value);
}

static void print_number(const char *label, uint32_t value)
{
	if (value != CR_UNSET)
		printf("  %-12s%u\n", label, value);
}

static void tell_field(const struct cr_record *r, enum cr_decision_field field)
{
	const struct cr_decision_row *row = cr_decision_row(field);
	char buf[CR_DECISION_SHOWN_MAX];

	if (r->has[field])
		print_line(row->label, row->kind == CR_VALUE_FLAG
					       ? "yes"
					       : cr_decision_show(&r->decision, field, buf));
}

static void tell_record(const struct cr_record *r)
{
	puts("Decided at submission");
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		tell_field(r, field);
	for (size_t i = 0; i < r->why_count; i++)
		print_line(i ? "" : "why", r->why[i]);
}

static void tell_now(const struct cr_live_job *job)
{
	puts("Now");
	print_line("state", job->state);
	if (job->pending) {
		print_line("waits for", job->state_reason);
		print_line("", job->state_desc);
	}
	print_line("partition", job->partition);
	print_line("QOS", job->qos);
	print_line("nodes", job->nodes);
	print_number("switches", job->switches ? job->switches : CR_UNSET);
}

static int tell_job(const struct cr_live_job *job)
{
	struct cr_record record;
	struct cr_arena arena;
	struct cr_error err;

	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_record_parse(job->admin_comment, &arena, &record, &err) == 0 ||
	    cr_record_parse(job->extra, &arena, &record, &err) == 0)
		tell_record(&record);
	else
		printf("Nothing was decided for it: %s\n", err.text);
	tell_now(job);
	cr_arena_release(&arena);
	return cr_cli_finish();
}

static void put_text(struct json_object *to, const char *key, const char *value)
{
	if (value)
		json_object_object_add(to, key, json_object_new_string(value));
}

static struct json_object *record_json(const char *text)
{
	const char *at = text ? strstr(text, "{\"commroute\":") : NULL;

	return at ? json_tokener_parse(at) : NULL;
}

static int print_json(const struct cr_live_job *job)
{
	struct json_object *root = json_object_new_object(), *now = json_object_new_object();
	struct json_object *record = record_json(job->admin_comment);

	if (!record)
		record = record_json(job->extra);
	put_text(now, "state", job->state);
	if (job->pending)
		put_text(now, "reason", job->state_reason);
	put_text(now, "partition", job->partition);
	put_text(now, "qos", job->qos);
	put_text(now, "nodes", job->nodes);
	if (record)
		json_object_object_add(root, "record", record);
	json_object_object_add(root, "now", now);
	return cr_cli_json(root);
}

static int ask_and_tell(const struct cr_live_job_name *name, const char *text, bool json)
{
	enum cr_live_answer answer;
	struct cr_live_job job;
	struct cr_arena arena;
	struct cr_error err;
	int status;

	cr_arena_init(&arena, NULL, 0, 0);
	answer = cr_live_job_load(name, &arena, &job, &err);
	if (answer == CR_LIVE_FOUND) {
		status = json ? print_json(&job) : tell_job(&job);
	} else {
		cr_cli_say("job %s: %s", text, err.text);
		status = answer == CR_LIVE_NOT_THERE ? CR_CLI_NO : CR_CLI_SYSTEM;
	}
	cr_arena_release(&arena);
	return status;
}

int cr_cli_explain_job(const char *text, bool json)
{
	struct cr_live_job_name name;
	struct cr_error err;

	if (cr_live_job_name(text, &name, &err) != 0) {
		cr_cli_say("--job: %s", err.text);
		return CR_CLI_USAGE;
	}
	if (cr_live_init(&err) != 0) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	return ask_and_tell(&name, text, json);
}

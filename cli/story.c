/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision told in sentences, the reasons under the step they belong to. */
#include "cli/story.h"

#include "base/buffer.h"
#include "cli/output.h"
#include "policies/decide/decision_fields.h"

#include <stdarg.h>
#include <string.h>

#define INDENT 14

static const char *or_none(const char *text)
{
	return text && *text ? text : "(none)";
}

/* Text broken at blanks, its continuation lines under its first. */
static void wrap_text(FILE *out, const char *text, size_t column, size_t width)
{
	size_t at = column;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (at + len > width && at > column) {
			fprintf(out, "\n%*s", (int)column, "");
			at = column;
		}
		fprintf(out, "%.*s", (int)len, text);
		at += len;
		text += len;
		if (*text == ' ') {
			text++;
			if (at + 1 + strcspn(text, " ") <= width) {
				fputc(' ', out);
				at++;
			} else if (*text) {
				fprintf(out, "\n%*s", (int)column, "");
				at = column;
			}
		}
	}
	fputc('\n', out);
}

static void print_line(FILE *out, const char *label, const char *text)
{
	size_t width = cr_cli_width(out);

	fprintf(out, "  %-*s", INDENT - 2, label);
	if (strlen(label) >= INDENT - 2)
		fprintf(out, "\n%*s", INDENT, "");
	wrap_text(out, text, INDENT, width);
}

/* ---- the job ----------------------------------------------------------- */

struct text {
	char buf[400];
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *fmt, ...)
{
	struct cr_buffer b = cr_buffer_behind(t->buf, sizeof(t->buf));
	va_list ap;

	if (b.used)
		cr_buffer_add(&b, ", ");
	va_start(ap, fmt);
	cr_buffer_vprint(&b, fmt, ap);
	va_end(ap);
	t->used = b.used;
}

static void add_gpus(struct text *t, const struct cr_gpus *gpus, const char *per)
{
	if (cr_is_number(gpus->count) && gpus->count)
		add(t, "%u GPU%s%s%s%s", gpus->count, gpus->count == 1 ? "" : "s",
		    gpus->type[0] ? " of type " : "", gpus->type, per);
}

static void add_time(struct text *t, uint32_t minutes)
{
	if (minutes == CR_INFINITE)
		add(t, "no time limit");
	else if (minutes != CR_UNSET && minutes >= 1440)
		add(t, "time limit %u-%02u:%02u:00", minutes / 1440, minutes / 60 % 24,
		    minutes % 60);
	else if (minutes != CR_UNSET)
		add(t, "time limit %u:%02u:00", minutes / 60, minutes % 60);
}

static void tell_size(FILE *out, const struct cr_request *r)
{
	struct text t = {.used = 0};

	add(&t, r->batch ? "batch" : "interactive");
	if (cr_is_number(r->min_nodes) && cr_is_number(r->max_nodes) &&
	    r->max_nodes != r->min_nodes)
		add(&t, "%u to %u nodes", r->min_nodes, r->max_nodes);
	else if (cr_is_number(r->min_nodes))
		add(&t, "%u node%s", r->min_nodes, r->min_nodes == 1 ? "" : "s");
	if (cr_is_number(r->tasks))
		add(&t, "%u tasks", r->tasks);
	if (cr_is_number(r->tasks_per_node))
		add(&t, "%u tasks per node", r->tasks_per_node);
	add_gpus(&t, &r->gpus_per_job, "");
	add_gpus(&t, &r->gpus_per_node, " per node");
	add_gpus(&t, &r->gpus_per_task, " per task");
	add_gpus(&t, &r->gpus_per_socket, " per socket");
	add_time(&t, r->time_limit);
	if (r->array)
		add(&t, "array of %u", r->array_tasks);
	print_line(out, "job", t.buf);
}

static void tell_choices(FILE *out, const struct cr_request *r)
{
	struct text t = {.used = 0};

	if (r->partition)
		add(&t, "partition %s", r->partition);
	if (r->qos)
		add(&t, "QOS %s", r->qos);
	if (r->reservation)
		add(&t, "reservation %s", r->reservation);
	if (r->segment && cr_is_number(r->segment))
		add(&t, "segment %u", r->segment);
	if (r->switches && cr_is_number(r->switches))
		add(&t, "switches %u", r->switches);
	if (r->features)
		add(&t, "features %s", r->features);
	if (r->nodelist)
		add(&t, "nodes %s", r->nodelist);
	if (r->distribution_given)
		add(&t, r->arbitrary ? "-m arbitrary" : "a distribution");
	if (t.used)
		print_line(out, "you chose", t.buf);
}

/* ---- the reasons ------------------------------------------------------- */

static void tell_reason(FILE *out, const struct cr_decision *d, const struct cr_reason *r)
{
	const char *code = r->against ? cr_decision_code(d, r->code) : NULL;
	struct text t = {.used = 0};

	add(&t, "%s%s%s%s", r->against ? "no: " : "", code ? code : "", code ? " " : "", r->text);
	print_line(out, r->subject ? r->subject : "", t.buf);
}

static void tell_steps(FILE *out, const struct cr_decision *d, const char *title,
		       enum cr_step first, enum cr_step last)
{
	bool any = false;

	for (size_t i = 0; i < d->reason_count; i++) {
		const struct cr_reason *r = &d->reasons[i];

		if (r->step < first || r->step > last)
			continue;
		if (!any)
			fprintf(out, "\n%s\n", title);
		any = true;
		tell_reason(out, d, r);
	}
}

/* ---- the outcome ------------------------------------------------------- */

/* FIELD, and what belongs to it: "switches 2 for at most 600 s". */
static void tell_setting(struct text *t, const struct cr_decision *d, enum cr_decision_field field)
{
	const struct cr_decision_row *row = cr_decision_row(field),
				     *next = cr_decision_row(field + 1);
	char buf[CR_DECISION_SHOWN_MAX], more[CR_DECISION_SHOWN_MAX];
	const char *value = cr_decision_show(d, field, buf);
	const char *joined = next && next->joined ? cr_decision_show(d, field + 1, more) : NULL;

	if (!row->sets || !value || row->joined)
		return;
	if (row->kind == CR_VALUE_FLAG)
		add(t, "%s", row->label);
	else if (joined)
		add(t, "%s %s %s %s %s", row->label, value, next->joined, joined, next->unit);
	else
		add(t, "%s %s", row->label, value);
}

static void tell_settings(FILE *out, const struct cr_decision *d)
{
	struct text t = {.used = 0};

	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		tell_setting(&t, d, field);
	print_line(out, "set", t.used ? t.buf : "nothing");
}

static const char *outcome_word(const struct cr_decision *d)
{
	if (d->mode == CR_MODE_DISABLED)
		return "nothing: the policy is disabled";
	if (d->verdict == CR_VERDICT_LEAVE)
		return "leave the job as it is";
	if (d->verdict == CR_VERDICT_REFUSE)
		return d->act ? "refuse the job"
			      : "would refuse the job (mode observe: it goes through)";
	return d->act ? "route the job" : "would route the job (mode observe: nothing is set)";
}

static void tell_outcome(FILE *out, const struct cr_decision *d)
{
	fputs("\nDecision\n", out);
	print_line(out, "verdict", outcome_word(d));
	if (d->verdict == CR_VERDICT_ROUTE)
		tell_settings(out, d);
	if (d->preemptible)
		print_line(out, "preemptible",
			   "yes: it can be requeued when the lender needs its nodes");
	if (d->would_partition)
		print_line(out, "otherwise", d->would_partition);
	if (d->message)
		print_line(out, "message", d->message);
	else if (d->notice)
		print_line(out, "notice", d->notice);
}

void cr_cli_story(FILE *out, const struct cr_request *r, const struct cr_decision *d)
{
	struct text t = {.used = 0};

	fputs("Understood\n", out);
	tell_size(out, r);
	add(&t, "%s of account %s", or_none(r->user), or_none(r->account));
	print_line(out, "user", t.buf);
	tell_choices(out, r);
	tell_steps(out, d, "Profile and tenant", CR_STEP_PROFILE, CR_STEP_TENANT);
	tell_steps(out, d, "Partitions", CR_STEP_CANDIDATE, CR_STEP_SHAPE);
	tell_steps(out, d, "Quota", CR_STEP_QOS, CR_STEP_QOS);
	tell_steps(out, d, "Placement", CR_STEP_PLACEMENT, CR_STEP_PLACEMENT);
	tell_steps(out, d, "The site's script", CR_STEP_SCRIPT, CR_STEP_SCRIPT);
	tell_outcome(out, d);
}

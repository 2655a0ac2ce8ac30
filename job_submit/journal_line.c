/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON of the journal's lines and of commroute.status. */
#include "job_submit/journal_line.h"

#include "base/buffer.h"
#include "policies/decide/size.h"

#define KEPT_MAX 120 /* bytes of a name or path that are kept */

static void add_text(struct cr_buffer *b, const char *key, const char *text)
{
	cr_buffer_print(b, "\"%s\":", key);
	cr_buffer_add_json(b, text, KEPT_MAX);
	cr_buffer_add(b, ",");
}

static void add_time(struct cr_buffer *b, const char *key, time_t when)
{
	char text[32];
	struct tm tm;

	cr_buffer_print(b, "\"%s\":", key);
	if (when && gmtime_r(&when, &tm) && strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm))
		cr_buffer_add_json(b, text, sizeof(text));
	else
		cr_buffer_add(b, "null");
}

static void add_yes(struct cr_buffer *b, const char *key, bool yes)
{
	cr_buffer_print(b, "\"%s\":%s,", key, yes ? "true" : "false");
}

static void add_number(struct cr_buffer *b, const char *key, uint32_t n)
{
	if (n != CR_UNSET)
		cr_buffer_print(b, "\"%s\":%u,", key, n);
}

static void add_given(struct cr_buffer *b, const char *key, const char *text)
{
	if (text)
		add_text(b, key, text);
}

/* What the job, or the update, said itself; what it left open is not there. */
static void add_asked(struct cr_buffer *b, const struct cr_request *r)
{
	struct cr_size size;

	cr_size_of(r, &size);
	cr_buffer_add(b, "\"asked\":{");
	add_given(b, "comm_profile", r->comm_profile);
	add_given(b, "partition", r->partition);
	add_given(b, "qos", r->qos);
	add_given(b, "reservation", r->reservation);
	add_number(b, "nodes", size.nodes != CR_UNSET ? size.nodes : r->min_nodes);
	add_number(b, "gpus", size.gpus);
	add_number(b, "minutes", r->time_limit);
	add_number(b, "segment", r->segment ? r->segment : CR_UNSET);
	add_number(b, "switches", r->switches ? r->switches : CR_UNSET);
	if (b->text[b->used - 1] == ',')
		cr_buffer_undo(b, b->used - 1);
	cr_buffer_add(b, "},");
}

static struct cr_buffer begin_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
				   const char *event)
{
	struct cr_buffer b = cr_buffer(buf, CR_JOURNAL_LINE_MAX);

	cr_buffer_add(&b, "{");
	if (id)
		add_text(&b, "id", id);
	add_time(&b, "time", now);
	cr_buffer_print(&b, ",\"event\":\"%s\",", event);
	return b;
}

const char *cr_journal_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
			    enum cr_event event, const struct cr_request *request,
			    const struct cr_decision *decision, const char *record)
{
	struct cr_buffer b = begin_line(buf, id, now,
					event == CR_EVENT_SUBMIT ? "submit" : "update");

	(void)decision;
	add_number(&b, "job", request->job_id);
	cr_buffer_print(&b, "\"uid\":%u,", request->uid);
	add_text(&b, "user", request->user);
	add_text(&b, "account", request->account);
	add_text(&b, "name", request->name);
	add_yes(&b, "batch", request->batch);
	add_yes(&b, "array", request->array);
	add_asked(&b, request->change ? request->change : request);
	cr_buffer_print(&b, "\"decision\":%s}\n", record ? record : "null");
	return buf;
}

const char *cr_journal_policy_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
				   const char *file, const char *hash, const char *mode)
{
	struct cr_buffer b = begin_line(buf, id, now, "policy");

	add_text(&b, "file", file);
	add_text(&b, "mode", mode);
	cr_buffer_add(&b, "\"hash\":");
	cr_buffer_add_json(&b, hash, KEPT_MAX);
	cr_buffer_add(&b, "}\n");
	return buf;
}

const char *cr_journal_folded_line(char buf[CR_JOURNAL_LINE_MAX], const struct cr_folded *folded)
{
	struct cr_buffer b = begin_line(buf, NULL, folded->last, "repeated");

	add_text(&b, "of", folded->id);
	cr_buffer_print(&b, "\"times\":%llu}\n", (unsigned long long)folded->times);
	return buf;
}

const char *cr_journal_gap_line(char buf[CR_JOURNAL_LINE_MAX], time_t now, uint64_t lost)
{
	struct cr_buffer b = begin_line(buf, NULL, now, "gap");

	cr_buffer_print(&b, "\"lost\":%llu}\n", (unsigned long long)lost);
	return buf;
}

static const char *const names[CR_COUNTS] = {
	[CR_COUNT_SUBMIT] = "submissions",
	[CR_COUNT_UPDATE] = "updates",
	[CR_COUNT_ROUTE] = "routed",
	[CR_COUNT_LEAVE] = "left",
	[CR_COUNT_REFUSE] = "refused",
	[CR_COUNT_ACTED] = "acted_on",
	[CR_COUNT_BORROW] = "may_borrow",
	[CR_COUNT_NOT_JUDGED] = "not_judged",
	[CR_COUNT_POLICY_LOADED] = "policies_loaded",
	[CR_COUNT_POLICY_REFUSED] = "policies_refused",
	[CR_COUNT_LINES] = "journal_lines",
	[CR_COUNT_LINES_LOST] = "journal_lines_lost",
	[CR_COUNT_FOLDED] = "refusals_folded",
};

static void add_hook(struct cr_buffer *b, const char *key, const struct cr_lua_stats *lua, int hook)
{
	cr_buffer_print(b, "\"%s\":{\"calls\":%llu,\"failures\":%llu,\"disabled\":%s},", key,
			(unsigned long long)lua->calls[hook],
			(unsigned long long)lua->failures[hook],
			lua->disabled[hook] ? "true" : "false");
}

static void add_lua(struct cr_buffer *b, const struct cr_lua_stats *lua)
{
	if (!lua) {
		cr_buffer_add(b, "\"lua\":null");
		return;
	}
	cr_buffer_add(b, "\"lua\":{");
	add_hook(b, "classify", lua, 0);
	add_hook(b, "decide", lua, 1);
	cr_buffer_print(b, "\"waits\":%llu,\"longest_wait_us\":%llu}",
			(unsigned long long)lua->waits, (unsigned long long)lua->longest_wait_us);
}

const char *cr_journal_status(char buf[CR_JOURNAL_LINE_MAX], time_t now, const struct cr_status *s,
			      uint64_t (*counted)(enum cr_journal_counter what))
{
	struct cr_buffer b = cr_buffer(buf, CR_JOURNAL_LINE_MAX);

	cr_buffer_print(&b, "{\"commroute\":\"%s\",\"role\":\"%s\",", CR_VERSION,
			s->standby ? "standby" : "control");
	add_time(&b, "written", now);
	cr_buffer_add(&b, ",\"policy\":{");
	add_text(&b, "file", s->policy);
	add_text(&b, "hash", s->hash);
	add_text(&b, "mode", s->mode);
	add_time(&b, "loaded", s->policy_loaded);
	cr_buffer_add(&b, "},\"view\":{");
	add_time(&b, "taken", s->view_taken);
	cr_buffer_print(&b, ",\"partitions\":%zu,\"topologies\":%zu},", s->partitions,
			s->topologies);
	add_lua(&b, s->lua);
	cr_buffer_add(&b, ",\"counters\":{");
	for (int i = 0; i < CR_COUNTS; i++)
		cr_buffer_print(&b, "%s\"%s\":%llu", i ? "," : "", names[i],
				(unsigned long long)counted((enum cr_journal_counter)i));
	cr_buffer_add(&b, "}}\n");
	return buf;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON of the journal's lines and of commroute.status. */
#include "job_submit/journal_line.h"

#include "base/buffer.h"

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

const char *cr_journal_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
			    enum cr_event event, const struct cr_request *request,
			    const struct cr_decision *decision, const char *record)
{
	struct cr_buffer b = cr_buffer(buf, CR_JOURNAL_LINE_MAX);

	(void)decision;
	cr_buffer_add(&b, "{");
	add_text(&b, "id", id);
	add_time(&b, "time", now);
	cr_buffer_print(&b, ",\"event\":\"%s\",\"uid\":%u,",
			event == CR_EVENT_SUBMIT ? "submit" : "update", request->uid);
	add_text(&b, "user", request->user);
	add_text(&b, "account", request->account);
	add_yes(&b, "batch", request->batch);
	add_yes(&b, "array", request->array);
	cr_buffer_print(&b, "\"decision\":%s}\n", record ? record : "null");
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

	cr_buffer_print(&b, "{\"commroute\":\"%s\",", CR_VERSION);
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

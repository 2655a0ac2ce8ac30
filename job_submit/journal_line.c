/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "job_submit/journal_line.h"

#include <stdio.h>
#include <string.h>

#define LUA_MAX    400
#define QUOTED_MAX 160 /* bytes that a quoted text takes at most, quotes and NUL included */

/* TEXT as a JSON string; what is not printable ASCII becomes '?', which needs no escape. */
static const char *quoted(char buf[QUOTED_MAX], const char *text)
{
	size_t n = 0;

	if (!text)
		return "null";
	buf[n++] = '"';
	for (; *text && n < QUOTED_MAX - 4; text++) {
		if (*text == '"' || *text == '\\')
			buf[n++] = '\\';
		buf[n] = '?';
		if (*text >= ' ' && *text <= '~')
			buf[n] = *text;
		n++;
	}
	buf[n++] = '"';
	buf[n] = '\0';
	return buf;
}

static const char *utc(char buf[32], time_t when)
{
	struct tm tm;

	if (!when || !gmtime_r(&when, &tm))
		return "null";
	(void)strftime(buf, 32, "\"%Y-%m-%dT%H:%M:%SZ\"", &tm);
	return buf;
}

const char *cr_journal_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
			    enum cr_event event, const struct cr_request *request,
			    const struct cr_decision *decision, const char *record)
{
	char user[QUOTED_MAX], account[QUOTED_MAX], number[QUOTED_MAX], when[32];

	(void)decision;
	(void)snprintf(buf, CR_JOURNAL_LINE_MAX,
		       "{\"id\":%s,\"time\":%s,\"event\":\"%s\",\"uid\":%u,\"user\":%s,"
		       "\"account\":%s,\"batch\":%s,\"array\":%s,\"decision\":%s}\n",
		       quoted(number, id), utc(when, now),
		       event == CR_EVENT_SUBMIT ? "submit" : "update", request->uid,
		       quoted(user, request->user), quoted(account, request->account),
		       request->batch ? "true" : "false", request->array ? "true" : "false",
		       record ? record : "null");
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

static const char *hook_status(char buf[120], const struct cr_lua_stats *lua, int hook)
{
	(void)snprintf(buf, 120, "{\"calls\":%llu,\"failures\":%llu,\"disabled\":%s}",
		       (unsigned long long)lua->calls[hook],
		       (unsigned long long)lua->failures[hook],
		       lua->disabled[hook] ? "true" : "false");
	return buf;
}

static const char *lua_status(char buf[LUA_MAX], const struct cr_lua_stats *lua)
{
	char hook[2][120];

	if (!lua)
		return "null";
	(void)snprintf(buf, LUA_MAX,
		       "{\"classify\":%s,\"decide\":%s,\"waits\":%llu,\"longest_wait_us\":%llu}",
		       hook_status(hook[0], lua, 0), hook_status(hook[1], lua, 1),
		       (unsigned long long)lua->waits, (unsigned long long)lua->longest_wait_us);
	return buf;
}

const char *cr_journal_status(char buf[CR_JOURNAL_LINE_MAX], time_t now, const struct cr_status *s,
			      uint64_t (*counted)(enum cr_journal_counter what))
{
	char path[QUOTED_MAX], hash[QUOTED_MAX], mode[QUOTED_MAX], t[3][32], lua[LUA_MAX];
	int n = snprintf(buf, CR_JOURNAL_LINE_MAX,
			 "{\"commroute\":\"%s\",\"written\":%s,"
			 "\"policy\":{\"file\":%s,\"hash\":%s,\"mode\":%s,\"loaded\":%s},"
			 "\"view\":{\"taken\":%s,\"partitions\":%zu,\"topologies\":%zu},"
			 "\"lua\":%s,\"counters\":{",
			 CR_VERSION, utc(t[0], now), quoted(path, s->policy), quoted(hash, s->hash),
			 quoted(mode, s->mode), utc(t[1], s->policy_loaded),
			 utc(t[2], s->view_taken), s->partitions, s->topologies,
			 lua_status(lua, s->lua));

	for (int i = 0; i < CR_COUNTS; i++)
		n += snprintf(buf + n, CR_JOURNAL_LINE_MAX - (size_t)n, "%s\"%s\":%llu",
			      i ? "," : "", names[i],
			      (unsigned long long)counted((enum cr_journal_counter)i));
	(void)snprintf(buf + n, CR_JOURNAL_LINE_MAX - (size_t)n, "}}\n");
	return buf;
}

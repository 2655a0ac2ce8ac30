/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Steps counted by what became of their order, and the text in which the counts are kept. */
#include "launch/tally.h"

#include "base/buffer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define METRIC "commroute_steps_total"
#define OTHERS "others"

bool cr_tally_takes(const char *cause)
{
	size_t len = strlen(cause);

	return len < CR_CAUSE_MAX && strspn(cause, "abcdefghijklmnopqrstuvwxyz"
						   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
						   "0123456789_-:") == len;
}

static struct cr_tally_row *find_row(struct cr_tally *tally, const char *cause)
{
	for (size_t i = 0; i < tally->count; i++)
		if (strcmp(tally->row[i].cause, cause) == 0)
			return &tally->row[i];
	return NULL;
}

void cr_tally_add(struct cr_tally *tally, const char *cause, uint64_t count)
{
	struct cr_tally_row *row = find_row(tally, cause);

	/* The last place is kept for the rest. */
	if (!row && tally->count >= CR_TALLY_MAX) {
		cause = OTHERS;
		row = find_row(tally, cause);
	}
	if (!row) {
		row = &tally->row[tally->count++];
		memcpy(row->cause, cause, strlen(cause) + 1);
	}
	row->count += count;
}

/* What stands between MARK and the next quote of LINE, into BUF; -1: no such thing. */
static int read_label(const char *line, const char *mark, char *buf, size_t size)
{
	const char *at = strstr(line, mark);
	size_t len;

	if (!at)
		return -1;
	at += strlen(mark);
	len = strcspn(at, "\"");
	if (at[len] != '"' || len >= size)
		return -1;
	memcpy(buf, at, len);
	buf[len] = '\0';
	return 0;
}

static void read_row(struct cr_tally *tally, const char *line)
{
	const char *number = strstr(line, "} ");
	char cause[CR_CAUSE_MAX];

	if (strncmp(line, METRIC "{", strlen(METRIC "{")) != 0 || !number ||
	    read_label(line, ",cause=\"", cause, sizeof(cause)) != 0 || !cr_tally_takes(cause))
		return;
	cr_tally_add(tally, cause, strtoull(number + 2, NULL, 10));
}

void cr_tally_read(struct cr_tally *tally, const char *text)
{
	while (*text) {
		char line[400];
		size_t len = strcspn(text, "\n");

		if (len < sizeof(line)) {
			memcpy(line, text, len);
			line[len] = '\0';
			read_row(tally, line);
		}
		text += len + (text[len] == '\n');
	}
}

size_t cr_tally_print(const struct cr_tally *tally, const char *node, char *buf, size_t size)
{
	struct cr_buffer b = cr_buffer(buf, size);

	cr_buffer_add(&b, "# HELP " METRIC " Steps on several nodes that began on this node, by "
			  "what became of their rank order.\n# TYPE " METRIC " counter\n");
	for (size_t i = 0; i < tally->count; i++)
		cr_buffer_print(&b, METRIC "{node=\"%s\",order=\"%s\",cause=\"%s\"} %" PRIu64 "\n",
				node, *tally->row[i].cause ? "slurm" : "topology",
				tally->row[i].cause, tally->row[i].count);
	return b.used + 1 < size ? b.used : 0;
}

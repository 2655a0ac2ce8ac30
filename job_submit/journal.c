/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The queue between submissions and the thread that writes: bounded, never waited for,
 * losses counted.
 */
#include "job_submit/journal.h"

#include "job_submit/journal_file.h"
#include "job_submit/journal_line.h"
#include "job_submit/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUEUE_MAX    4096 /* lines: some 5 s of the hardest burst, 4 MiB at most */
#define STATUS_EVERY 5    /* seconds between two writings, at least */
#define LOG_EVERY    60

static struct {
	pthread_mutex_t lock;
	char *line[QUEUE_MAX]; /* a ring of malloc'd texts */
	size_t first, count;
	atomic_bool lines_wanted;
	atomic_uint_least64_t counts[CR_COUNTS];
	uint64_t begun, given; /* ids: when this process began, and how many it gave */
	/* Only the writing thread's: */
	char *dir;
	uint64_t written_at_count;
	time_t status_at, logged_at;
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cr_journal_open(const char *dir)
{
	journal.begun = (uint64_t)time(NULL);
	if (dir && !journal.dir)
		journal.dir = strdup(dir);
}

void cr_journal_keep(bool lines)
{
	journal.lines_wanted = lines;
}

void cr_journal_count(enum cr_journal_counter what)
{
	atomic_fetch_add_explicit(&journal.counts[what], 1, memory_order_relaxed);
}

static uint64_t read_counter(enum cr_journal_counter what)
{
	return atomic_load_explicit(&journal.counts[what], memory_order_relaxed);
}

/* ---- the submit path's side ------------------------------------------------ */

static void next_id(char id[32])
{
	uint64_t n;

	pthread_mutex_lock(&journal.lock);
	n = ++journal.given;
	pthread_mutex_unlock(&journal.lock);
	(void)snprintf(id, 32, "%llx.%llu", (unsigned long long)journal.begun,
		       (unsigned long long)n);
}

static bool enqueue_line(char *line)
{
	bool room;

	pthread_mutex_lock(&journal.lock);
	room = journal.count < QUEUE_MAX;
	if (room)
		journal.line[(journal.first + journal.count++) % QUEUE_MAX] = line;
	pthread_mutex_unlock(&journal.lock);
	return room;
}

static void count_decision(enum cr_event event, const struct cr_decision *d)
{
	static const enum cr_journal_counter verdicts[] = {
		[CR_VERDICT_LEAVE] = CR_COUNT_LEAVE,
		[CR_VERDICT_ROUTE] = CR_COUNT_ROUTE,
		[CR_VERDICT_REFUSE] = CR_COUNT_REFUSE,
	};

	cr_journal_count(event == CR_EVENT_SUBMIT ? CR_COUNT_SUBMIT : CR_COUNT_UPDATE);
	cr_journal_count(verdicts[d->verdict]);
	if (d->act)
		cr_journal_count(CR_COUNT_ACTED);
	if (d->act && d->preemptible)
		cr_journal_count(CR_COUNT_BORROW);
}

void cr_journal_note(enum cr_event event, const struct cr_request *request,
		     const struct cr_decision *decision, const char *record, char id[32])
{
	char text[CR_JOURNAL_LINE_MAX], *line;

	if (!decision) {
		cr_journal_count(CR_COUNT_NOT_JUDGED);
		return;
	}
	next_id(id);
	count_decision(event, decision);
	if (!journal.lines_wanted || !journal.dir)
		return;
	line = strdup(cr_journal_line(text, id, time(NULL), event, request, decision, record));
	if (line && enqueue_line(line))
		return;
	free(line);
	cr_journal_count(CR_COUNT_LINES_LOST);
}

/* ---- the thread's side ----------------------------------------------------- */

static char *dequeue_line(void)
{
	char *line = NULL;

	pthread_mutex_lock(&journal.lock);
	if (journal.count) {
		line = journal.line[journal.first];
		journal.first = (journal.first + 1) % QUEUE_MAX;
		journal.count--;
	}
	pthread_mutex_unlock(&journal.lock);
	return line;
}

static void log_problem(const struct cr_error *err, time_t now)
{
	if (now - journal.logged_at < LOG_EVERY)
		return;
	journal.logged_at = now;
	slurm_error("commroute: journal: %s; lines are lost, jobs are not", err->text);
}

static void write_lines(time_t now)
{
	struct cr_journal_file file = {.fd = -1, .dir = journal.dir};
	struct cr_error err = {.text = ""};
	char *line;

	while ((line = dequeue_line()) != NULL) {
		if (cr_journal_file_add(&file, line, &err) == 0) {
			cr_journal_count(CR_COUNT_LINES);
		} else {
			cr_journal_count(CR_COUNT_LINES_LOST);
			log_problem(&err, now);
		}
		free(line);
	}
	cr_journal_file_close(&file);
}

static uint64_t count_all(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < CR_COUNTS; i++)
		sum += read_counter((enum cr_journal_counter)i);
	return sum;
}

static void write_status(const struct cr_status *status, time_t now)
{
	char text[CR_JOURNAL_LINE_MAX];
	uint64_t count = count_all();
	struct cr_error err = {.text = ""};

	if (count == journal.written_at_count || now - journal.status_at < STATUS_EVERY)
		return;
	journal.status_at = now;
	if (cr_journal_file_replace(journal.dir, "commroute.status",
				    cr_journal_status(text, now, status, read_counter), &err) == 0)
		journal.written_at_count = count;
	else
		log_problem(&err, now);
}

void cr_journal_write(const struct cr_status *status)
{
	time_t now = time(NULL);

	if (!journal.dir)
		return;
	write_lines(now);
	write_status(status, now);
}

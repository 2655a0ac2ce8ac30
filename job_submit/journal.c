/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The queue between submissions and the thread that writes: bounded, never waited for,
 * losses counted.
 */
#include "job_submit/journal.h"

#include "job_submit/journal_fold.h"
#include "job_submit/journal_line.h"
#include "job_submit/log.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define UNJUDGED_EVERY 60   /* seconds between two lines of the log */
#define QUEUE_MAX      4096 /* lines: some 5 s of the hardest burst, 8 MiB at most */

static struct {
	pthread_mutex_t lock;
	sem_t waiting;
	char *line[QUEUE_MAX]; /* a ring of malloc'd texts */
	size_t first, count;
	struct cr_fold fold;
	char begun[32]; /* ids: when this process began, and where */
	uint64_t given; /* and how many it gave */
	atomic_bool lines_wanted;
	atomic_uint_least64_t counts[CR_COUNTS];
	atomic_int_least64_t unjudged_at; /* when something not judged whole was logged */
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cr_journal_begin(int place)
{
	int n = snprintf(journal.begun, sizeof(journal.begun), "%llx",
			 (unsigned long long)time(NULL));

	/* One that stood by may have begun in the same second. */
	if (place)
		(void)snprintf(journal.begun + n, sizeof(journal.begun) - (size_t)n, "-%d", place);
	(void)sem_init(&journal.waiting, 0, 0);
}

void cr_journal_keep(bool lines)
{
	journal.lines_wanted = lines;
}

void cr_journal_count(enum cr_journal_counter what)
{
	atomic_fetch_add_explicit(&journal.counts[what], 1, memory_order_relaxed);
}

uint64_t cr_journal_counted(enum cr_journal_counter what)
{
	return atomic_load_explicit(&journal.counts[what], memory_order_relaxed);
}

/* ---- the queue --------------------------------------------------------------- */

void cr_journal_give_id(char id[CR_ID_MAX])
{
	uint64_t n;

	pthread_mutex_lock(&journal.lock);
	n = ++journal.given;
	pthread_mutex_unlock(&journal.lock);
	(void)snprintf(id, CR_ID_MAX, "%.19s.%llu", journal.begun, (unsigned long long)n);
}

/* A copy of TEXT; one that finds no room is counted. */
static void queue_line(const char *text)
{
	char *line = strdup(text);
	bool room;

	pthread_mutex_lock(&journal.lock);
	room = line && journal.count < QUEUE_MAX;
	if (room)
		journal.line[(journal.first + journal.count++) % QUEUE_MAX] = line;
	pthread_mutex_unlock(&journal.lock);
	if (room) {
		(void)sem_post(&journal.waiting);
		return;
	}
	free(line);
	cr_journal_count(CR_COUNT_LINES_LOST);
}

char *cr_journal_take_line(void)
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

void cr_journal_wait(long ms)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms % 1000 * 1000000;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	if (sem_timedwait(&journal.waiting, &until) != 0)
		return;
	/* One awakening for all that is there. */
	while (sem_trywait(&journal.waiting) == 0)
		continue;
}

/* ---- decisions ---------------------------------------------------------------- */

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

/* Was the same refused to the same user just now? */
static bool is_folded(const char *line, const char *id, time_t now)
{
	uint64_t key = cr_fold_key(line, id);
	bool again;

	pthread_mutex_lock(&journal.lock);
	again = cr_fold_count(&journal.fold, key, id, now);
	pthread_mutex_unlock(&journal.lock);
	if (again)
		cr_journal_count(CR_COUNT_FOLDED);
	return again;
}

void cr_journal_note(enum cr_event event, const struct cr_request *request,
		     const struct cr_decision *decision, const char *record, const char *id)
{
	char line[CR_JOURNAL_LINE_MAX];
	time_t now = time(NULL);

	count_decision(event, decision);
	if (!journal.lines_wanted)
		return;
	cr_journal_line(line, id, now, event, request, decision, record);
	if (decision->verdict != CR_VERDICT_REFUSE || !is_folded(line, id, now))
		queue_line(line);
}

void cr_journal_note_policy(const char *file, const char *hash, const char *mode)
{
	char line[CR_JOURNAL_LINE_MAX], id[CR_ID_MAX];

	if (!journal.lines_wanted)
		return;
	cr_journal_give_id(id);
	queue_line(cr_journal_policy_line(line, id, time(NULL), file, hash, mode));
}

void cr_journal_note_unjudged(enum cr_event event, const struct cr_request *request,
			      const char *why)
{
	int_least64_t now = time(NULL), last = atomic_load(&journal.unjudged_at);

	cr_journal_count(CR_COUNT_NOT_JUDGED);
	if (now - last < UNJUDGED_EVERY ||
	    !atomic_compare_exchange_strong(&journal.unjudged_at, &last, now))
		return;
	slurm_error(
		"commroute: uid=%u: %s is not judged whole: %s (%llu so far; said once a minute)",
		request->uid, event == CR_EVENT_SUBMIT ? "a job" : "an update", why,
		(unsigned long long)cr_journal_counted(CR_COUNT_NOT_JUDGED));
}

void cr_journal_unfold(bool all)
{
	char line[CR_JOURNAL_LINE_MAX];
	struct cr_folded folded;
	bool found;

	do {
		pthread_mutex_lock(&journal.lock);
		found = cr_fold_take(&journal.fold, time(NULL), all, &folded);
		pthread_mutex_unlock(&journal.lock);
		if (found)
			queue_line(cr_journal_folded_line(line, &folded));
	} while (found);
}

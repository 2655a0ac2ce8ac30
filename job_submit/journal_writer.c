/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines and status into the files.  slurmctld ends by exit(), which runs what stands here as
 * the plugin's destructor; a reconfigure ends the old process by _exit(), but only when the
 * new one is up, long after the last line was queued.
 */
#include "job_submit/journal_writer.h"

#include "job_submit/journal_file.h"
#include "job_submit/journal_line.h"
#include "job_submit/log.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STATUS       "commroute.status"
#define STATUS_EVERY 5 /* seconds between two writings, at least */
#define LOG_EVERY    60
#define END_SECONDS  2 /* the process does not wait longer for a disk */

static struct {
	pthread_mutex_t lock; /* who writes: the thread, or who ends the process */
	pid_t pid;            /* whose lines these are: a forked child has a copy of them */
	char *dir;
	struct cr_journal_size size;
	uint64_t written_at_count, lost_marked;
	time_t status_at, logged_at;
	bool standby;
	char standby_name[NAME_MAX]; /* the status of this host while it stands by */
} writer = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cr_journal_open(const char *dir)
{
	char host[64] = "";

	writer.pid = getpid();
	(void)gethostname(host, sizeof(host) - 1);
	(void)snprintf(writer.standby_name, sizeof(writer.standby_name), STATUS ".%.*s",
		       (int)strcspn(host, "."), host);
	if (dir && !writer.dir)
		writer.dir = strdup(dir);
}

static void log_problem(const struct cr_error *err, time_t now)
{
	if (now - writer.logged_at < LOG_EVERY)
		return;
	writer.logged_at = now;
	slurm_error("commroute: journal: %s; lines are lost, jobs are not", err->text);
}

/* Where lines are missing, the journal says how many. */
static int mark_gap(struct cr_journal_file *file, time_t now, struct cr_error *err)
{
	uint64_t lost = cr_journal_counted(CR_COUNT_LINES_LOST);
	char line[CR_JOURNAL_LINE_MAX];

	if (lost == writer.lost_marked)
		return 0;
	if (cr_journal_file_add(file, cr_journal_gap_line(line, now, lost - writer.lost_marked),
				err) != 0)
		return -1;
	writer.lost_marked = lost;
	return 0;
}

static void write_lines(time_t now, bool at_end)
{
	struct cr_journal_file file = {
		.fd = -1, .dir = writer.dir, .max = writer.size.bytes, .files = writer.size.files};
	struct cr_error err = {.text = ""};
	char *line;

	while ((line = cr_journal_take_line()) != NULL) {
		if (mark_gap(&file, now, &err) == 0 &&
		    cr_journal_file_add(&file, line, &err) == 0) {
			cr_journal_count(CR_COUNT_LINES);
		} else {
			cr_journal_count(CR_COUNT_LINES_LOST);
			if (!at_end) /* Slurm's log is closed by then */
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
		sum += cr_journal_counted((enum cr_journal_counter)i);
	return sum;
}

static void write_status(const struct cr_status *status, time_t now)
{
	char text[CR_JOURNAL_LINE_MAX];
	uint64_t count = count_all();
	struct cr_error err = {.text = ""};

	if (status->standby == writer.standby &&
	    (count == writer.written_at_count || now - writer.status_at < STATUS_EVERY))
		return;
	writer.status_at = now;
	if (cr_journal_file_replace(writer.dir, status->standby ? writer.standby_name : STATUS,
				    cr_journal_status(text, now, status, cr_journal_counted),
				    &err) == 0)
		writer.written_at_count = count;
	else
		log_problem(&err, now);
}

void cr_journal_write(const struct cr_status *status, const struct cr_journal_size *size)
{
	time_t now = time(NULL);

	if (!writer.dir)
		return;
	cr_journal_unfold(false);
	pthread_mutex_lock(&writer.lock);
	writer.size = *size;
	/* What a standby was asked to keep before it took over waits until it has. */
	if (!status->standby)
		write_lines(now, false);
	write_status(status, now);
	if (writer.standby && !status->standby)
		cr_journal_file_remove(writer.dir, writer.standby_name);
	writer.standby = status->standby;
	pthread_mutex_unlock(&writer.lock);
}

__attribute__((destructor)) static void write_rest(void)
{
	struct timespec until;

	if (!writer.dir || writer.standby || writer.pid != getpid())
		return;
	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += END_SECONDS;
	cr_journal_unfold(true);
	if (pthread_mutex_timedlock(&writer.lock, &until) != 0)
		return;
	write_lines(time(NULL), true);
	pthread_mutex_unlock(&writer.lock);
}

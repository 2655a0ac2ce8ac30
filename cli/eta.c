/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a job that was only explained would start, partition by partition, as explain shows it. */
#include "cli/eta.h"

#include "live/will_run.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Partitions that the decision found possible. */
static bool is_possible(const struct cr_decision *d, const char *partition)
{
	for (size_t i = 0; i < d->reason_count; i++)
		if (d->reasons[i].step == CR_STEP_CANDIDATE && !d->reasons[i].against &&
		    d->reasons[i].subject && strcmp(d->reasons[i].subject, partition) == 0)
			return true;
	return false;
}

static bool is_asked_about(const struct cr_request *r, const struct cr_decision *d,
			   const char *partition)
{
	return is_possible(d, partition) || (r->partition && strcmp(r->partition, partition) == 0);
}

static void add_text(struct json_object *to, const char *key, const char *value)
{
	if (value && *value)
		json_object_object_add(to, key, json_object_new_string(value));
}

static struct json_object *answer_json(const char *partition, const struct cr_will_run *a)
{
	struct json_object *one = json_object_new_object();

	add_text(one, "partition", partition);
	if (a->problem) {
		add_text(one, "problem", a->problem);
		return one;
	}
	json_object_object_add(one, "start", json_object_new_int64(a->start));
	add_text(one, "nodes", a->nodes);
	json_object_object_add(one, "preempts", json_object_new_int(a->preempts));
	return one;
}

static void print_answer(const char *partition, const struct cr_will_run *a)
{
	time_t start = (time_t)a->start;
	char when[64] = "now";
	struct tm tm;

	if (a->problem) {
		printf("  %-12s%s\n", partition, a->problem);
		return;
	}
	if (start > time(NULL) + 5 && localtime_r(&start, &tm))
		(void)strftime(when, sizeof(when), "%F %T", &tm);
	printf("  %-12sstarts %s on %s", partition, when, a->nodes ? a->nodes : "(no nodes)");
	if (a->preempts)
		printf(", preempting %d jobs", a->preempts);
	putchar('\n');
}

/* One answer for each partition asked about: into LIST, or printed when LIST is NULL. */
static size_t ask_all(const struct cr_cli_site *site, const struct cr_request *r,
		      const struct cr_decision *d, struct json_object *list)
{
	const struct cr_view *view = cr_cli_site_view(site);
	size_t asked = 0;

	for (size_t i = 0; i < view->partition_count; i++) {
		const char *name = view->partitions[i].name;
		struct cr_will_run answer;
		struct cr_arena arena;

		if (!is_asked_about(r, d, name))
			continue;
		asked++;
		cr_arena_init(&arena, NULL, 0, 0);
		if (cr_will_run_ask(name, r, d, &arena, &answer) != 0)
			answer = (struct cr_will_run){.problem = "out of memory"};
		if (list)
			json_object_array_add(list, answer_json(name, &answer));
		else
			print_answer(name, &answer);
		cr_arena_release(&arena);
	}
	return asked;
}

void cr_cli_eta(const struct cr_cli_site *site, const struct cr_request *request,
		const struct cr_decision *decision)
{
	puts("\nWhen (Slurm's own estimate)");
	if (site->snapshot)
		puts("  not known from a snapshot");
	else if (ask_all(site, request, decision, NULL) == 0)
		puts("  no partition to ask about");
}

void cr_cli_eta_json(const struct cr_cli_site *site, const struct cr_request *request,
		     const struct cr_decision *decision, struct json_object *root)
{
	struct json_object *list;

	if (site->snapshot)
		return;
	list = json_object_new_array();
	(void)ask_all(site, request, decision, list);
	json_object_object_add(root, "eta", list);
}

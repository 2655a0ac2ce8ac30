/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Eight threads decide a thousand jobs each under one policy with a script,
 * more threads than interpreters: every decision equals that of one thread.
 * Build with ThreadSanitizer (make check-tsan) to see that they do not race.
 */
#include "tests/unit/unit.h"

#include "tests/unit/lua_world.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 8
#define JOBS    1000

static const char script[] =
	"local small = {alice = true, bob = true}\n"
	"function classify(job)\n"
	"  if not job.profile and job.name:match('^legacy%-%d+$') then return 'allreduce' end\n"
	"end\n"
	"function decide(job, decision, cluster)\n"
	"  if job.nodes > 30 and small[job.user] then\n"
	"    commroute.refuse('LAB-1', '%s may use 30 nodes, not %d', job.user, job.nodes)\n"
	"  end\n"
	"  if job.name == 'loop' then while true do end end\n"
	"  local best = {}\n"
	"  for _, c in ipairs(decision.candidates) do\n"
	"    if c.idle >= job.nodes then best[#best + 1] = c end\n"
	"  end\n"
	"  table.sort(best, function(a, b) return a.partition > b.partition end)\n"
	"  if #best > 0 then return {candidates = best, notice = job.name .. #best} end\n"
	"end\n";

struct outcome {
	enum cr_verdict verdict;
	char text[200];
};

static void make_job(struct cr_request *r, unsigned i, char *name, size_t size)
{
	static const char *const users[] = {"alice", "bob", "ada"};
	static const char *const profiles[] = {NULL, "moe", "allreduce", "independent"};

	r->user = users[i % 3];
	r->comm_profile = profiles[i % 4];
	r->min_nodes = r->max_nodes = 1 + i % 36;
	r->gpus_per_node.count = 4;
	(void)snprintf(name, size, i % 97 == 96 ? "loop" : i % 5 ? "legacy-%u" : "job%u", i);
	r->name = name;
}

static void decide(const struct world *w, unsigned i, struct outcome *o)
{
	struct cr_request request = w->request;
	struct cr_decision d;
	struct cr_arena arena;
	char name[30];

	make_job(&request, i, name, sizeof(name));
	cr_arena_init(&arena, NULL, 0, CR_DECIDE_ARENA);
	assert_int_equal(cr_decide(w->policy, &request, &w->view, &arena, &d), 0);
	o->verdict = d.verdict;
	(void)snprintf(o->text, sizeof(o->text), "%s|%s|%s|%u|%u|%s",
		       d.partition ? d.partition : "-", d.profile ? d.profile : "-",
		       d.message ? d.message : "-", d.segment, d.switches,
		       d.notice ? d.notice : "-");
	cr_arena_release(&arena);
}

struct thread {
	pthread_t id;
	const struct world *w;
	struct outcome *outcomes;
	unsigned number;
};

static void *run(void *arg)
{
	struct thread *t = arg;

	for (unsigned i = 0; i < JOBS; i++)
		decide(t->w, t->number * JOBS + i, &t->outcomes[i]);
	return NULL;
}

static void threads_decide_as_one_does(void **state)
{
	static struct world w;
	static struct outcome together[THREADS][JOBS];
	struct thread threads[THREADS];
	struct cr_lua_stats stats;
	struct outcome alone;
	unsigned routed = 0, refused = 0;

	(void)state;
	world_make(&w, NULL);
	w.tres[0].grp = CR_UNSET64;
	lua_world(&w, script, NULL);
	for (unsigned t = 0; t < THREADS; t++) {
		threads[t] = (struct thread){.w = &w, .outcomes = together[t], .number = t};
		assert_int_equal(pthread_create(&threads[t].id, NULL, run, &threads[t]), 0);
	}
	for (unsigned t = 0; t < THREADS; t++)
		pthread_join(threads[t].id, NULL);
	for (unsigned i = 0; i < THREADS * JOBS; i++) {
		const struct outcome *o = &together[i / JOBS][i % JOBS];

		decide(&w, i, &alone);
		assert_int_equal(alone.verdict, o->verdict);
		assert_string_equal(alone.text, o->text);
		routed += o->verdict == CR_VERDICT_ROUTE;
		refused += o->verdict == CR_VERDICT_REFUSE;
	}
	assert_true(routed > 1000 && refused > 500);
	assert_true(cr_lua_stats(&*w.policy, &stats));
	assert_false(stats.disabled[1]);
	print_message("%llu calls of decide, %llu stopped, %llu waits, the longest %llu us\n",
		      (unsigned long long)stats.calls[1], (unsigned long long)stats.failures[1],
		      (unsigned long long)stats.waits, (unsigned long long)stats.longest_wait_us);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_decide_as_one_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a script adds to a decision: the same jobs under policies/examples/
 * hyperpod.yaml without and with tests/bench/rules.lua.  Run from the project's
 * directory.
 */
#include "policies/cluster/snapshot.h"
#include "policies/decide/decision.h"
#include "policies/lua/lua.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned rounds = 20000; /* or the argument */

static const char *const names[] = {"run-17-train", "run-4-tune", "other", NULL};

struct bench {
	struct cr_snapshot *snapshot;
	struct cr_policy *policy;
};

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	const struct cr_file_rules rules = {.max_bytes = 1 << 20};
	const char *lua = ctx;

	if (strcmp(path, "policies/examples/(bench).yaml") != 0)
		return cr_file_read(path, &rules, buf, len, NULL, err);
	if (asprintf(buf, "version: 1\ninclude: [hyperpod.yaml]\n%s", lua) < 0)
		return cr_error_set(err, "out of memory");
	*len = strlen(*buf);
	return 0;
}

static struct cr_policy *load(const char *lua)
{
	struct cr_policy_reader reader = {.read = read_file, .ctx = (void *)lua};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy = cr_policy_load("policies/examples/(bench).yaml", &reader, NULL,
						  diags);

	if (policy && cr_lua_open(policy, &reader, NULL, diags) != 0) {
		cr_policy_destroy(policy);
		policy = NULL;
	}
	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		fprintf(stderr, "%s\n", cr_diags_get(diags, i)->text);
	cr_diags_destroy(diags);
	return policy;
}

static unsigned decide(const struct bench *b, unsigned i)
{
	static char memory[CR_DECIDE_ARENA];
	struct cr_request request;
	struct cr_arena arena;
	struct cr_view view;
	struct cr_decision d;

	cr_request_init(&request);
	request.user = i % 2 ? "ada" : "grace";
	request.name = names[i % 4];
	request.comm_profile = i % 8 == 0 ? "ddp" : NULL;
	request.min_nodes = request.max_nodes = 1 + i % 7;
	request.gpus_per_node.count = 4;
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	if (cr_snapshot_for(b->snapshot, request.user, &request.account, &arena, &view) != 0)
		return 0;
	view.taken = 1796425000;
	(void)cr_decide(b->policy, &request, &view, &arena, &d);
	return d.verdict == CR_VERDICT_ROUTE;
}

/* Microseconds for a decision. */
static double run(const struct bench *b, unsigned *routed)
{
	double start;

	for (unsigned i = 0; i < rounds / 10; i++)
		(void)decide(b, i);
	start = now_us();
	*routed = 0;
	for (unsigned i = 0; i < rounds; i++)
		*routed += decide(b, i);
	return (now_us() - start) / rounds;
}

int main(int argc, char **argv)
{
	const struct cr_file_rules rules = {.max_bytes = 16 << 20};
	struct bench b = {NULL, NULL};
	struct cr_lua_stats stats = {.calls = {0}};
	double without, with;
	unsigned routed;
	size_t len;
	char *buf;

	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	if (cr_file_read("policies/examples/hyperpod.json", &rules, &buf, &len, NULL, NULL) != 0)
		return 1;
	b.snapshot = cr_snapshot_parse("hyperpod.json", buf, len, NULL);
	free(buf);
	b.policy = load("");
	if (!b.snapshot || !b.policy)
		return 1;
	without = run(&b, &routed);
	printf("without a script: %.2f us for a decision (%u of %u routed)\n", without, routed,
	       rounds);
	cr_policy_destroy(b.policy);
	b.policy = load("lua: ../../tests/bench/rules.lua\n");
	if (!b.policy)
		return 1;
	with = run(&b, &routed);
	(void)cr_lua_stats(b.policy, &stats);
	printf("with rules.lua:   %.2f us (%u routed, %llu calls, %llu failures)\n", with, routed,
	       (unsigned long long)stats.calls[0] + stats.calls[1],
	       (unsigned long long)stats.failures[0] + stats.failures[1]);
	printf("the script adds:  %.2f us\n", with - without);
	cr_policy_destroy(b.policy);
	cr_snapshot_destroy(b.snapshot);
	return 0;
}

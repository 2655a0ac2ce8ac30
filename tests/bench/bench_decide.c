/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one decision costs: a site of 1,000 tenants and 200 partitions, and the
 * small one of the tests' kind.  Prints the fastest of several runs for each case
 * and fails when a promise of docs/explain.md is broken.  For a count that does
 * not depend on the machine: valgrind --tool=callgrind --toggle-collect=cr_decide.
 */
#include "policies/decide/decision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TENANTS          1000
#define PARTITIONS       200
#define ROUNDS           2000
#define RUNS             5
#define MICROSECONDS_MAX 100.0 /* slurmctld holds read locks for so long */

struct site {
	struct cr_policy *policy;
	struct cr_shape shapes[2];
	struct cr_partition partitions[PARTITIONS];
	struct cr_qos qos[2];
	struct cr_assoc assoc, parents[3];
	char names[PARTITIONS][16];
	struct cr_view view;
};

static int read_text(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	(void)path;
	(void)err;
	*buf = strdup(ctx);
	*len = strlen(ctx);
	return *buf ? 0 : -1;
}

static struct cr_policy *load(size_t tenants)
{
	struct cr_policy_reader reader = {.read = read_text};
	char *text = malloc(200 * tenants + 2000), *at = text;

	at += sprintf(
		at,
		"version: 1\nmode: enforce\nprofiles:\n"
		"  moe: {pattern: alltoall, intensity: high, routes: [{topology_type: block}]}\n"
		"  ddp: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}, "
		"{topology_type: block}]}\n"
		"tenant_defaults: {qos: {own: own, borrow: spare}}\ntenants:\n");
	for (size_t i = 0; i < tenants; i++)
		at += sprintf(at, "  t%zu: {accounts: [a%zu, b%zu]}\n", i, i, i);
	reader.ctx = text;
	return cr_policy_load("bench", &reader, NULL, NULL);
}

static void make(struct site *s, size_t tenants, size_t partitions)
{
	const struct cr_limits none = CR_LIMITS_INIT;

	s->policy = load(tenants);
	s->shapes[0] = (struct cr_shape){.arch = "aarch64",
					 .gpu_type = "gb200",
					 .gpus = 4,
					 .cpus = 144,
					 .nodes = 72,
					 .up = 72};
	s->shapes[1] = (struct cr_shape){.arch = "x86_64",
					 .gpu_type = "h200",
					 .gpus = 8,
					 .cpus = 192,
					 .nodes = 128,
					 .up = 128};
	for (size_t i = 0; i < partitions; i++) {
		snprintf(s->names[i], sizeof(s->names[i]), "p%zu", i);
		s->partitions[i] = (struct cr_partition){.name = s->names[i],
							 .up = true,
							 .takes_jobs = true,
							 .topology_type = i % 2 ? CR_TOPOLOGY_TREE
										: CR_TOPOLOGY_BLOCK,
							 .shapes = &s->shapes[i % 2],
							 .shape_count = 1,
							 .min_nodes = CR_UNSET,
							 .max_nodes = CR_UNSET,
							 .max_time = CR_UNSET,
							 .default_time = CR_UNSET};
	}
	s->qos[0] = (struct cr_qos){.name = "own", .priority = 10, .limits = none};
	s->qos[1] = (struct cr_qos){.name = "spare", .limits = none};
	s->assoc = (struct cr_assoc){.account = "a7", .user = "u", .limits = none};
	s->parents[0] = (struct cr_assoc){.account = "a7x", .limits = none};
	s->parents[1] = (struct cr_assoc){.account = "a7", .limits = none};
	s->parents[2] = (struct cr_assoc){.account = "root", .limits = none};
	s->view = (struct cr_view){.slurm_version = CR_SLURM_VERSION(26, 5, 5),
				   .partitions = s->partitions,
				   .partition_count = partitions,
				   .have_qos = true,
				   .qos = s->qos,
				   .qos_count = 2,
				   .have_assocs = true,
				   .user_assocs = &s->assoc,
				   .user_assoc_count = 1,
				   .parents = s->parents,
				   .parent_count = 3,
				   .enforce = CR_ENFORCE_LIMITS,
				   .max_switch_wait = CR_UNSET};
}

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double time_one(const struct site *s, const struct cr_request *r)
{
	static char memory[CR_DECIDE_ARENA];
	double best = 1e9;

	for (int run = 0; run < RUNS; run++) {
		double start = now_us();

		for (int i = 0; i < ROUNDS; i++) {
			struct cr_arena arena;
			struct cr_decision d;

			cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
			if (cr_decide(s->policy, r, &s->view, &arena, &d) != 0)
				abort();
		}
		start = (now_us() - start) / ROUNDS;
		best = start < best ? start : best;
	}
	return best;
}

static int bench(size_t tenants, size_t partitions)
{
	static struct site s;
	static const char *const options[] = {NULL, "moe", "ddp", "ddp,portable", "zzz"};
	struct cr_request r;
	int broken = 0;

	memset(&s, 0, sizeof(s));
	make(&s, tenants, partitions);
	if (!s.policy)
		return 1;
	cr_request_init(&r);
	r.user = "u";
	r.account = "a7x";
	r.min_nodes = 16;
	r.gpus_per_node.count = 4;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		double us;

		r.comm_profile = options[i];
		us = time_one(&s, &r);
		broken |= us > MICROSECONDS_MAX;
		printf("%4zu tenants %3zu partitions  %-12s %6.1f us\n", tenants, partitions,
		       options[i] ? options[i] : "(none)", us);
	}
	cr_policy_destroy(s.policy);
	return broken;
}

int main(void)
{
	int broken = bench(10, 3) | bench(TENANTS, PARTITIONS);

	if (broken)
		fprintf(stderr, "a decision took more than %.0f us\n", MICROSECONDS_MAX);
	return broken;
}

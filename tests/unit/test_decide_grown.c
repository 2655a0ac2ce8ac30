/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The small world among 2000 QOS, 500 associations, 500 partitions, 500 tenants and 200
 * profiles: the verdicts are those of the small one, within the same memory, and
 * nothing is skipped, however many stand before it.
 */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QOS        2000
#define ASSOCS     500
#define PARTITIONS 500
#define TENANTS    500
#define PROFILES   200

struct grown {
	struct world w;
	char names[QOS][12];
	const char *qos_names[QOS];
	struct cr_qos qos[QOS];
	struct cr_tres_limit tres[QOS];
	struct cr_assoc assocs[ASSOCS];
	struct cr_partition partitions[PARTITIONS];
	char *policy;
};

static const char *const others[] = {"somebody-else"};

static void add_profiles_and_tenants(struct grown *g)
{
	const char *cut = strstr(world_policy, "partitions:\n");
	char *at;

	g->policy = at = malloc(strlen(world_policy) + 100 * (PROFILES + TENANTS));
	at += sprintf(at, "%.*s", (int)(cut - world_policy), world_policy);
	for (int i = 0; i < PROFILES; i++)
		at += sprintf(at,
			      "  prof%d: {pattern: none, intensity: none, routes: "
			      "[{topology_type: tree}]}\n",
			      i);
	at += sprintf(at, "%s", cut);
	for (int i = 0; i < TENANTS; i++)
		at += sprintf(at, "  ten%d: {accounts: [acc%d]}\n", i, i);
}

/* The QOS that matter come last; each has a limit. */
static void add_qos(struct grown *g)
{
	const struct cr_tres_limit none = CR_TRES_LIMIT_INIT;
	size_t extra = QOS - 4;

	for (size_t i = 0; i < extra; i++) {
		(void)snprintf(g->names[i], sizeof(g->names[i]), "q%zu", i);
		g->tres[i] = none;
		g->tres[i].tres = "gres/gpu";
		g->tres[i].grp = 1;
		g->qos[i] = (struct cr_qos){.name = g->names[i], .limits = CR_LIMITS_INIT};
		g->qos[i].limits.tres = &g->tres[i];
		g->qos[i].limits.tres_count = 1;
	}
	memcpy(&g->qos[extra], g->w.qos, sizeof(g->w.qos));
	for (size_t i = 0; i < QOS; i++)
		g->qos_names[i] = g->qos[i].name;
	g->w.view.qos = g->qos;
	g->w.view.qos_count = QOS;
}

/* In front of the three, on the same routes, each closed to the account. */
static void add_partitions(struct grown *g)
{
	static char names[PARTITIONS][12];
	size_t extra = PARTITIONS - 3;

	for (size_t i = 0; i < extra; i++) {
		struct cr_partition *p = &g->partitions[i];

		(void)snprintf(names[i], sizeof(names[i]), "part%zu", i);
		*p = g->w.partitions[i % 2];
		p->name = names[i];
		p->is_default = false;
		p->qos = g->names[i];
		p->allow_accounts = (struct cr_names){.name = others, .count = 1};
	}
	memcpy(&g->partitions[extra], g->w.partitions, sizeof(g->w.partitions));
	g->w.view.partitions = g->partitions;
	g->w.view.partition_count = PARTITIONS;
}

static void add_assocs(struct grown *g)
{
	for (size_t i = 0; i < ASSOCS; i++) {
		g->assocs[i] = g->w.user_assoc;
		g->assocs[i].qos = (struct cr_names){.name = g->qos_names, .count = QOS};
		g->assocs[i].partition = i < ASSOCS - 1 ? g->partitions[i % 497].name : NULL;
	}
	g->w.view.user_assocs = g->assocs;
	g->w.view.user_assoc_count = ASSOCS;
}

static void grow(struct grown *g)
{
	add_profiles_and_tenants(g);
	world_make(&g->w, g->policy);
	add_qos(g);
	add_partitions(g);
	add_assocs(g);
}

static const struct {
	const char *option, *partition, *qos;
	uint32_t nodes, gpus;
	bool interactive;
} jobs[] = {
	{NULL, NULL, NULL, 1, 0, false},
	{"moe", NULL, NULL, 16, 4, false},
	{"moe", NULL, NULL, 37, 4, false},
	{"moe", NULL, NULL, 36, 4, false}, /* more than the QOS allows */
	{"moe", NULL, NULL, 16, 8, false},
	{"allreduce", NULL, NULL, 8, 8, false},
	{"allreduce,borrow", NULL, NULL, 8, 8, false},
	{"allreduce,portable", NULL, NULL, 34, 2, false},
	{"allreduce", NULL, "spare", 17, 8, false},
	{"independent", "ultra", NULL, 1, 0, false},
	{NULL, "ultra", NULL, 1, 0, false},
	{NULL, "ultra", NULL, 2, 0, true},
	{NULL, "p5en", "nlp", 2, 0, true},
	{"moe", "p5en", NULL, 4, 8, false},
	{"moe", "train", NULL, 4, 4, false},
	{"mo", NULL, NULL, 1, 0, false},
	{"allreduce", NULL, "nobody", 2, 8, false},
};

static void ask(struct world *w, size_t i)
{
	w->request.comm_profile = jobs[i].option;
	w->request.partition = jobs[i].partition;
	w->request.qos = jobs[i].qos;
	w->request.min_nodes = w->request.max_nodes = jobs[i].nodes;
	w->request.gpus_per_node.count = jobs[i].gpus ? jobs[i].gpus : CR_UNSET;
	w->request.batch = !jobs[i].interactive;
	world_decide(w); /* all of it is judged */
}

static void is_same(const char *a, const char *b)
{
	if (a != b)
		assert_string_equal(a ? a : "(none)", b ? b : "(none)");
}

static void verdicts_do_not_depend_on_the_size_of_the_site(void **state)
{
	struct grown *g = calloc(1, sizeof(*g));
	static struct world w;

	(void)state;
	world_make(&w, NULL);
	grow(g);
	for (size_t i = 0; i < COUNT(jobs); i++) {
		print_message("job %zu\n", i);
		ask(&w, i);
		ask(&g->w, i);
		assert_int_equal(g->w.d.verdict, w.d.verdict);
		assert_int_equal(g->w.d.code, w.d.code);
		assert_int_equal(g->w.d.segment, w.d.segment);
		assert_int_equal(g->w.d.switches, w.d.switches);
		is_same(g->w.d.partition, w.d.partition);
		is_same(g->w.d.qos, w.d.qos);
		is_same(g->w.d.would_partition, w.d.would_partition);
	}
	world_free(&w);
	world_free(&g->w);
	free(g->policy);
	free(g);
}

/* All are open, and the last of a route is the only one where the job fits now. */
static void the_last_of_500_is_found(void **state)
{
	struct grown *g = calloc(1, sizeof(*g));
	static const struct cr_names nobody = {NULL, 0};

	(void)state;
	grow(g);
	for (size_t i = 0; i < PARTITIONS; i++)
		g->partitions[i].allow_accounts = nobody;
	ask(&g->w, 5);
	assert_string_equal(g->w.d.partition, "p5en"); /* the QOS of the others are full */
	for (size_t i = 0; i < QOS - 4; i++)
		g->tres[i].grp = 1000;
	ask(&g->w, 5);
	assert_string_equal(g->w.d.partition, "part1"); /* the first one */
	for (size_t i = 0; i < PARTITIONS - 3; i++)
		g->partitions[i].up = false;
	ask(&g->w, 5);
	assert_string_equal(g->w.d.partition, "p5en");
	for (size_t i = 0; i < PARTITIONS; i++)
		g->partitions[i].up = true;
	g->w.shapes[3] = g->w.shapes[1]; /* the others have no idle node */
	g->w.shapes[3].idle = 0;
	for (size_t i = 1; i < PARTITIONS - 3; i += 2)
		g->partitions[i].shapes = &g->w.shapes[3];
	ask(&g->w, 5);
	assert_string_equal(g->w.d.partition, "p5en");
	world_free(&g->w);
	free(g->policy);
	free(g);
}

/* Every name of a list counts, wherever it stands. */
static void a_list_of_500_partitions_is_walked(void **state)
{
	struct grown *g = calloc(1, sizeof(*g));
	char *list = calloc(PARTITIONS, 12), *at = list;

	(void)state;
	grow(g);
	for (size_t i = 0; i < PARTITIONS - 3; i++)
		at += sprintf(at, "%s,", g->partitions[i].name);
	g->w.request.comm_profile = "allreduce";
	g->w.request.min_nodes = 2;
	g->w.request.partition = list;
	strcpy(at, "p5en");
	world_decide(&g->w);
	assert_int_not_equal(g->w.d.code, CR_206_NOT_ADMITTED);
	g->w.request.comm_profile = NULL;
	strcpy(at, "ultra"); /* admit: {min_intensity: high} */
	world_decide(&g->w);
	assert_int_equal(g->w.d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(g->w.d.code, CR_206_NOT_ADMITTED);
	/* The one that is good stands last: what others lack is no reason to refuse. */
	g->w.request.comm_profile = "allreduce";
	for (size_t i = 0; i < PARTITIONS - 3; i++) {
		g->partitions[i].allow_accounts = (struct cr_names){NULL, 0};
		g->partitions[i].takes_jobs = true;
		g->partitions[i].max_nodes = 1;
	}
	strcpy(at, "p5en");
	world_decide(&g->w);
	assert_int_not_equal(g->w.d.verdict, CR_VERDICT_REFUSE);
	world_free(&g->w);
	free(g->policy);
	free(list);
	free(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts_do_not_depend_on_the_size_of_the_site),
		cmocka_unit_test(the_last_of_500_is_found),
		cmocka_unit_test(a_list_of_500_partitions_is_walked),
	};

	return cmocka_run_group_tests_name("decide, grown", tests, NULL, NULL);
}

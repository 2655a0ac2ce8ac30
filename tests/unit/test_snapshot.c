/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots: everything comes back, and nothing that a file can hold does harm. */
#include "tests/unit/unit.h"

#include "policies/cluster/snapshot.h"
#include "tests/unit/policy_world.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const two[] = {"a", "b"};
static const struct cr_names names = {two, 2};

static struct world w;
static struct cr_account accounts[4];
static const struct cr_tres_use gpus_of_ada = {"gres/gpu", 16}, gpus_of_bob = {"gres/gpu", 4},
				gpus_of_nlp[] = {{"cpu", 7}, {"gres/gpu", 20}};
static const struct cr_use uses[] = {
	{.qos = "nlp",
	 .user = "ada",
	 .jobs = 2,
	 .submit = 3,
	 .tres = &gpus_of_ada,
	 .tres_count = 1},
	{.qos = "nlp",
	 .user = "bob",
	 .jobs = 4,
	 .submit = 5,
	 .tres = &gpus_of_bob,
	 .tres_count = 1},
	{.qos = "nlp",
	 .account = "nlp",
	 .jobs = 6,
	 .submit = 8,
	 .tres = gpus_of_nlp,
	 .tres_count = 2},
	{.qos = "spare", .account = "nlp", .jobs = 1},
};
static const struct cr_accounts all = {
	.item = accounts, .count = COUNT(accounts), .use = uses, .use_count = COUNT(uses)};

/* Every number another one, so that two that change places are seen. */
static void fill_limits(struct cr_limits *l, struct cr_tres_limit *t, uint32_t from)
{
	*t = (struct cr_tres_limit){.tres = "gres/gpu",
				    .grp = from + 1,
				    .grp_used = from + 2,
				    .grp_mins = from + 3,
				    .grp_mins_used = from + 4,
				    .grp_run_mins = from + 5,
				    .grp_run_mins_used = from + 6,
				    .max_per_job = from + 7,
				    .max_mins_per_job = from + 8,
				    .max_per_node = from + 9,
				    .max_per_user = from + 10,
				    .user_used = from + 11,
				    .max_per_account = from + 12,
				    .account_used = from + 13,
				    .min_per_job = UINT64_C(1) << 40};
	*l = (struct cr_limits){.tres = t,
				.tres_count = 1,
				.grp_jobs = from + 20,
				.grp_jobs_used = from + 21,
				.grp_submit = from + 22,
				.grp_submit_used = from + 23,
				.max_jobs_per_user = from + 24,
				.user_jobs = from + 25,
				.max_submit_per_user = from + 26,
				.user_submit = from + 27,
				.max_jobs_per_account = from + 28,
				.account_jobs = from + 29,
				.max_submit_per_account = from + 30,
				.account_submit = from + 31,
				.max_wall = from + 32,
				.grp_wall = from + 33,
				.grp_wall_used = from + 34};
}

static void fill_partition(struct cr_partition *p)
{
	p->root_only = p->required_resv = p->exclusive_topo = p->exclusive_node = true;
	p->min_nodes = 2;
	p->max_nodes = 30;
	p->max_time = 1440;
	p->default_time = 60;
	p->max_cpus_per_node = 96;
	p->priority_tier = 7;
	p->preempt_mode = CR_PREEMPT_SUSPEND;
	p->allow_accounts = p->deny_accounts = p->allow_qos = p->deny_qos = names;
	p->allow_groups = names;
	p->qos = "normal";
}

static void fill_accounts(void)
{
	accounts[0] = (struct cr_account){.assoc = {.account = "root", .limits = CR_LIMITS_INIT}};
	accounts[1] = (struct cr_account){.assoc = {.account = "nlp", .limits = CR_LIMITS_INIT},
					  .parent = "root"};
	accounts[2] = (struct cr_account){.assoc = w.user_assoc, .is_default = true};
	accounts[3] = (struct cr_account){.assoc = {.account = "nlp",
						    .user = "ada",
						    .partition = "p5en",
						    .qos = names,
						    .default_qos = "b",
						    .limits = CR_LIMITS_INIT}};
	fill_limits(&accounts[1].assoc.limits, &w.tres[3], 300);
	fill_limits(&accounts[3].assoc.limits, &w.tres[4], 400);
}

static int setup(void **state)
{
	(void)state;
	world_make(&w, NULL);
	fill_partition(&w.partitions[2]);
	w.shapes[2].features = names;
	w.shapes[2].sockets = 2;
	w.shapes[2].up = 35;
	w.shapes[2].idle = 34;
	w.qos[3] = (struct cr_qos){.name = "normal",
				   .priority = 5,
				   .flags = 0xff,
				   .preempt_mode = CR_PREEMPT_CANCEL,
				   .preempts = names};
	fill_limits(&w.qos[3].limits, &w.tres[2], 200);
	fill_accounts();
	w.reservation = (struct cr_reservation){.name = "blocks",
						.partition = "ultra",
						.active = true,
						.accounts = names,
						.users = names,
						.denied_accounts = names,
						.denied_users = names,
						.nodes_in = w.reserved_in};
	w.reserved_in[0] = 4;
	w.reserved_in[2] = 6;
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	w.view.cluster = "alpha";
	w.view.taken = 1790000000;
	w.view.max_switch_wait = 900;
	w.view.memory_not_consumed = w.view.tree_optional = w.view.dragonfly = true;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	world_free(&w);
	return 0;
}

static char *format(void)
{
	struct cr_error err = {.text = ""};
	char *text = cr_snapshot_format(&w.view, w.topologies, &all, &err);

	assert_non_null(text);
	assert_string_equal(err.text, "");
	return text;
}

static struct cr_snapshot *parse(const char *text)
{
	struct cr_error err = {.text = ""};
	struct cr_snapshot *s = cr_snapshot_parse("s.json", text, strlen(text), &err);

	if (!s)
		fail_msg("%s", err.text);
	return s;
}

/* ---- everything comes back ------------------------------------------------ */

static void same_names(const struct cr_names *got, const struct cr_names *want)
{
	assert_int_equal(got->count, want->count);
	for (size_t i = 0; i < got->count; i++)
		assert_string_equal(got->name[i], want->name[i]);
}

static void same_text(const char *got, const char *want)
{
	assert_string_equal(got ? got : "(null)", want ? want : "(null)");
}

static void same_limits(const struct cr_limits *got, const struct cr_limits *want)
{
	struct cr_limits a = *got, b = *want;

	assert_int_equal(got->tres_count, want->tres_count);
	for (size_t i = 0; i < got->tres_count; i++) {
		struct cr_tres_limit x = got->tres[i], y = want->tres[i];

		same_text(x.tres, y.tres);
		x.tres = y.tres = NULL;
		assert_memory_equal(&x, &y, sizeof(x));
	}
	a.tres = b.tres = NULL;
	assert_memory_equal(&a, &b, sizeof(a));
}

static void same_shapes(const struct cr_partition *got, const struct cr_partition *want)
{
	assert_int_equal(got->shape_count, want->shape_count);
	for (size_t i = 0; i < got->shape_count; i++) {
		const struct cr_shape *a = &got->shapes[i], *b = &want->shapes[i];

		same_text(a->arch, b->arch);
		same_text(a->gpu_type, b->gpu_type);
		same_names(&a->features, &b->features);
		assert_int_equal(a->gpus, b->gpus);
		assert_int_equal(a->cpus, b->cpus);
		assert_int_equal(a->sockets, b->sockets);
		assert_int_equal(a->memory, b->memory);
		assert_int_equal(a->nodes, b->nodes);
		assert_int_equal(a->up, b->up);
		assert_int_equal(a->idle, b->idle);
	}
}

static void same_flags(const struct cr_partition *a, const struct cr_partition *b)
{
	assert_int_equal(a->up, b->up);
	assert_int_equal(a->takes_jobs, b->takes_jobs);
	assert_int_equal(a->is_default, b->is_default);
	assert_int_equal(a->root_only, b->root_only);
	assert_int_equal(a->required_resv, b->required_resv);
	assert_int_equal(a->exclusive_topo, b->exclusive_topo);
	assert_int_equal(a->exclusive_node, b->exclusive_node);
}

static void same_partition(const struct cr_partition *a, const struct cr_partition *b)
{
	same_text(a->name, b->name);
	same_text(a->topology, b->topology);
	assert_int_equal(a->topology_type, b->topology_type);
	same_text(a->qos, b->qos);
	same_flags(a, b);
	same_shapes(a, b);
	assert_int_equal(a->nodes, b->nodes);
	assert_int_equal(a->min_nodes, b->min_nodes);
	assert_int_equal(a->max_nodes, b->max_nodes);
	assert_int_equal(a->max_time, b->max_time);
	assert_int_equal(a->default_time, b->default_time);
	assert_int_equal(a->max_cpus_per_node, b->max_cpus_per_node);
	assert_int_equal(a->priority_tier, b->priority_tier);
	assert_int_equal(a->preempt_mode, b->preempt_mode);
	same_names(&a->allow_accounts, &b->allow_accounts);
	same_names(&a->deny_accounts, &b->deny_accounts);
	same_names(&a->allow_groups, &b->allow_groups);
	same_names(&a->allow_qos, &b->allow_qos);
	same_names(&a->deny_qos, &b->deny_qos);
	assert_int_equal(a->space != NULL, b->space != NULL);
	if (a->space) {
		assert_int_equal(cr_space_nodes(a->space), cr_space_nodes(b->space));
		assert_int_equal(cr_space_units(a->space), cr_space_units(b->space));
	}
}

static void partitions_come_back(void **state)
{
	char *text = format();
	struct cr_snapshot *s = parse(text);
	const struct cr_view *view = cr_snapshot_view(s);

	(void)state;
	assert_int_equal(view->partition_count, 3);
	for (size_t i = 0; i < 3; i++)
		same_partition(&view->partitions[i], &w.partitions[i]);
	cr_snapshot_destroy(s);
	free(text);
}

static void qos_and_the_rest_come_back(void **state)
{
	char *text = format();
	struct cr_snapshot *s = parse(text);
	const struct cr_view *view = cr_snapshot_view(s);

	(void)state;
	assert_int_equal(view->qos_count, 4);
	for (size_t i = 0; i < 4; i++) {
		same_text(view->qos[i].name, w.qos[i].name);
		assert_int_equal(view->qos[i].priority, w.qos[i].priority);
		assert_int_equal(view->qos[i].flags, w.qos[i].flags);
		assert_int_equal(view->qos[i].preempt_mode, w.qos[i].preempt_mode);
		same_names(&view->qos[i].preempts, &w.qos[i].preempts);
		same_limits(&view->qos[i].limits, &w.qos[i].limits);
	}
	same_text(view->cluster, "alpha");
	assert_int_equal(view->taken, w.view.taken);
	assert_int_equal(view->slurm_version, CR_SLURM_VERSION(26, 5, 5));
	assert_int_equal(view->enforce, w.view.enforce);
	assert_int_equal(view->preempt_mode, CR_PREEMPT_REQUEUE);
	assert_true(view->preempt_by_qos && view->requeue_default && view->have_qos);
	assert_int_equal(view->max_switch_wait, 900);
	assert_true(view->memory_not_consumed && view->tree_optional && view->dragonfly);
	assert_int_equal(view->user_assoc_count, 0); /* nobody's until somebody asks */
	assert_int_equal(view->parent_count, 0);
	cr_snapshot_destroy(s);
	free(text);
}

static void reservations_come_back(void **state)
{
	char *text = format();
	struct cr_snapshot *s = parse(text);
	const struct cr_reservation *r = cr_view_reservation(cr_snapshot_view(s), "blocks");

	(void)state;
	assert_non_null(r);
	same_text(r->partition, "ultra");
	assert_true(r->active);
	same_names(&r->accounts, &names);
	same_names(&r->users, &names);
	same_names(&r->denied_accounts, &names);
	same_names(&r->denied_users, &names);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(r->nodes_in[i], w.reserved_in[i]);
	cr_snapshot_destroy(s);
	free(text);
}

/* What is not set is left out, and comes back as not set. */
static void what_is_not_set_is_left_out(void **state)
{
	const struct cr_view empty = {.slurm_version = CR_SLURM_VERSION(24, 11, 0),
				      .max_switch_wait = CR_UNSET};
	struct cr_error err = {.text = ""};
	char *text = cr_snapshot_format(&empty, NULL, NULL, &err);
	struct cr_snapshot *s = parse(text);
	const struct cr_view *view = cr_snapshot_view(s);

	(void)state;
	assert_null(strstr(text, "partitions"));
	assert_null(strstr(text, "max_switch_wait"));
	assert_null(strstr(text, "accounts"));
	assert_int_equal(text[strlen(text) - 1], '\n');
	assert_int_equal(view->slurm_version, CR_SLURM_VERSION(24, 11, 0));
	assert_int_equal(view->partition_count, 0);
	assert_int_equal(view->max_switch_wait, CR_UNSET);
	assert_int_equal(view->taken, 0);
	assert_false(view->have_qos || view->have_assocs);
	cr_snapshot_destroy(s);
	free(text);
	w.partitions[2].max_nodes = CR_INFINITE;
	w.partitions[2].max_time = CR_UNSET;
	text = format();
	assert_non_null(strstr(text, "\"infinite\""));
	s = parse(text);
	assert_int_equal(cr_snapshot_view(s)->partitions[2].max_nodes, CR_INFINITE);
	assert_int_equal(cr_snapshot_view(s)->partitions[2].max_time, CR_UNSET);
	cr_snapshot_destroy(s);
	free(text);
}

/* ---- one user's part --------------------------------------------------------- */

static void a_user_sees_their_associations(void **state)
{
	static const struct {
		const char *user, *account, *becomes;
		size_t own, above;
	} cases[] = {
		{"ada", NULL, "nlp", 2, 2},    {"ada", "nlp", "nlp", 2, 2},
		{"ADA", "NLP", "nlp", 2, 2}, /* as Slurm compares them */
		{"ada", "root", "root", 0, 0}, {"bob", "nlp", "nlp", 0, 0},
		{"bob", NULL, NULL, 0, 0},     {NULL, NULL, NULL, 0, 0},
		{"ada", "none", "none", 0, 0},
	};
	char *text = format();
	struct cr_snapshot *s = parse(text);
	struct cr_view view;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *account = cases[i].account;

		assert_int_equal(cr_snapshot_for(s, cases[i].user, &account, &w.arena, &view), 0);
		same_text(account, cases[i].becomes);
		assert_true(view.have_assocs);
		assert_int_equal(view.user_assoc_count, cases[i].own);
		assert_int_equal(view.parent_count, cases[i].above);
	}
	cr_snapshot_destroy(s);
	free(text);
}

static void associations_come_back(void **state)
{
	char *text = format();
	struct cr_snapshot *s = parse(text);
	const char *account = "nlp";
	struct cr_view view;

	(void)state;
	assert_int_equal(cr_snapshot_for(s, "ada", &account, &w.arena, &view), 0);
	for (size_t i = 0; i < 2; i++) {
		const struct cr_assoc *got = &view.user_assocs[i], *want = &accounts[2 + i].assoc;

		same_text(got->account, want->account);
		same_text(got->user, want->user);
		same_text(got->partition, want->partition);
		same_text(got->default_qos, want->default_qos);
		same_names(&got->qos, &want->qos);
		same_limits(&got->limits, &want->limits);
	}
	same_text(view.parents[0].account, "nlp");
	same_limits(&view.parents[0].limits, &accounts[1].assoc.limits);
	same_text(view.parents[1].account, "root");
	cr_snapshot_destroy(s);
	free(text);
}

/* Each sees what is theirs; what they take of one QOS is not what they take of another. */
static void use_is_the_users_own(void **state)
{
	static const struct {
		const char *user, *qos;
		uint32_t jobs, submit, gpus, account_jobs, account_submit, account_gpus;
	} cases[] = {
		{"ada", "nlp", 2, 3, 16, 6, 8, 20}, {"ADA", "nlp", 2, 3, 16, 6, 8, 20},
		{"bob", "nlp", 4, 5, 4, 6, 8, 20},  {"eve", "nlp", 0, 0, 0, 6, 8, 20},
		{"ada", "spare", 0, 0, 0, 1, 0, 0},
	};
	struct cr_snapshot *s;
	struct cr_view view;
	char *text;

	(void)state;
	text = format();
	s = parse(text);
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *account = "nlp";
		const struct cr_limits *l;

		assert_int_equal(cr_snapshot_for(s, cases[i].user, &account, &w.arena, &view), 0);
		l = &cr_view_qos(&view, cases[i].qos)->limits;
		assert_int_equal(l->user_jobs, cases[i].jobs);
		assert_int_equal(l->user_submit, cases[i].submit);
		assert_int_equal(l->account_jobs, cases[i].account_jobs);
		assert_int_equal(l->account_submit, cases[i].account_submit);
		for (size_t k = 0; k < l->tres_count; k++) {
			assert_int_equal(l->tres[k].user_used, cases[i].gpus);
			assert_int_equal(l->tres[k].account_used, cases[i].account_gpus);
		}
	}
	cr_snapshot_destroy(s);
	free(text);
}

static void a_circle_of_accounts_ends(void **state)
{
	const char *account = "nlp";
	struct cr_view view = {0};

	(void)state;
	accounts[0].parent = "nlp"; /* root is below nlp, and nlp below root */
	assert_int_equal(cr_accounts_for(&all, "ada", &account, &w.arena, &view), 0);
	assert_true(view.parent_count >= 2 && view.parent_count <= 64);
	accounts[0].parent = "root";
	assert_int_equal(cr_accounts_for(&all, "ada", &account, &w.arena, &view), 0);
	assert_true(view.parent_count <= 64);
}

static void a_full_arena_changes_nothing(void **state)
{
	struct cr_view view = w.view;
	const char *account = NULL;
	struct cr_arena arena;
	char memory[16];

	(void)state;
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	assert_int_equal(cr_accounts_for(&all, "ada", &account, &arena, &view), -1);
	assert_null(account);
	assert_memory_equal(&view, &w.view, sizeof(view));
	cr_arena_release(&arena);
}

/* ---- what a file can hold ------------------------------------------------------- */

#define HEAD "{\"commroute_snapshot\": 1, \"slurm_version\": \"26.05.5\""

static const struct {
	const char *text, *said;
} faults[] = {
	{"nonsense", NULL},
	{"{\"commroute_snapshot\": 1,", "not valid JSON: continue"},
	{"null", NULL},
	{"7", NULL},
	{"\"text\"", "not a JSON object"},
	{"{\"commroute_snapshot\": 2, \"slurm_version\": \"26.05.5\"}",
	 "not a snapshot of version 1 (commroute_snapshot: 1)"},
	{"{\"commroute_snapshot\": null, \"slurm_version\": \"26.05.5\"}",
	 "not a snapshot of version 1 (commroute_snapshot: 1)"},
	{"{\"commroute_snapshot\": 1, \"slurm_version\": null}",
	 "'slurm_version': not like 26.05.5"},
	{"{\"commroute_snapshot\": 1, \"slurm_version\": []}", "'slurm_version': not like 26.05.5"},
	{"{\"commroute_snapshot\": 1, \"slurm_version\": 26.05}",
	 "'slurm_version': not like 26.05.5"},
	{"{\"commroute_snapshot\": 1, \"slurm_version\": \"26.05\"}",
	 "'slurm_version': not like 26.05.5"},
	{"{\"commroute_snapshot\": 1, \"slurm_version\": \"256.5.5\"}",
	 "'slurm_version': not like 26.05.5"},
	{"{\"commroute_snapshot\": 1, \"slurm_version\": \"-1.5.5\"}",
	 "'slurm_version': not like 26.05.5"},
	{HEAD ", \"cluster\": 5}", "'cluster': not a text"},
	{HEAD ", \"cluster\": null}", "'cluster': not a text"},
	{HEAD ", \"have_qos\": 1}", "'have_qos': not true or false"},
	{HEAD ", \"max_switch_wait\": -1}", "'max_switch_wait': not a number from 0 on"},
	{HEAD ", \"max_switch_wait\": 1.5}", "'max_switch_wait': not a number from 0 on"},
	{HEAD ", \"max_switch_wait\": \"5\"}", "'max_switch_wait': not a number from 0 on"},
	{HEAD ", \"max_switch_wait\": 4294967294}", "'max_switch_wait': too large a number"},
	{HEAD ", \"max_switch_wait\": 99999999999999999999}",
	 "'max_switch_wait': too large a number"},
	{HEAD ", \"preempt_mode\": \"kill\"}", "'preempt_mode': not one of its words"},
	{HEAD ", \"preempt_mode\": null}", "'preempt_mode': not one of its words"},
	{HEAD ", \"enforce\": \"limits\"}", "'enforce': not a list"},
	{HEAD ", \"enforce\": [\"limits\", 5]}", "'enforce': not one of its words"},
	{HEAD ", \"partitions\": {}}", "'partitions': not a list"},
	{HEAD ", \"partitions\": [null]}", "partitions[0]: not an object"},
	{HEAD ", \"partitions\": [{\"nodes\": 1}]}", "partitions[0]: no 'name'"},
	{HEAD ", \"partitions\": [{\"name\": \"a\", \"topology_type\": \"leaf\"}]}",
	 "partitions[0]: 'topology_type': not one of its words"},
	{HEAD ", \"partitions\": [{\"name\": \"a\", \"max_time\": \"endless\"}]}",
	 "partitions[0]: 'max_time': not a number from 0 on"},
	{HEAD ", \"partitions\": [{\"name\": \"a\"}, {\"name\": 5}]}",
	 "partitions[1]: 'name': not a text"},
	{HEAD ", \"partitions\": [{\"name\": \"a\", \"allow_qos\": [1]}]}",
	 "partitions[0]: 'allow_qos': not a text"},
	{HEAD ", \"partitions\": [{\"name\": \"a\", \"shapes\": [{}, {\"gpus\": \"4\"}]}]}",
	 "partitions[0]: shapes[1]: 'gpus': not a number from 0 on"},
	{HEAD ", \"qos\": [{\"name\": \"q\", \"limits\": 5}]}", "qos[0]: not an object"},
	{HEAD ", \"qos\": [{\"name\": \"q\", \"limits\": {\"tres\": [{}]}}]}",
	 "limits of 'q': tres[0]: no 'tres'"},
	{HEAD ", \"qos\": [{\"name\": \"q\", \"flags\": [\"NoSuch\"]}]}",
	 "qos[0]: 'flags': not one of its words"},
	{HEAD ", \"reservations\": [{}]}", "reservations[0]: no 'name'"},
	{HEAD ", \"accounts\": [{}]}", "accounts[0]: no 'account'"},
	{HEAD ", \"accounts\": [], \"use\": 1}", "'use': not a list"},
	{HEAD ", \"accounts\": [], \"use\": [{\"user\": \"ada\"}]}", "use[0]: no 'qos'"},
	{HEAD ", \"nodes\": [{\"partitions\": [\"a\"]}]}", "nodes[0]: no 'nodes'"},
	{HEAD ", \"nodes\": [{\"nodes\": \"n[1-\"}]}", "'nodes': 'n[1-': a bracket is not closed"},
	{HEAD ", \"accounts\": [], \"use\": [{\"qos\": \"nlp\", \"tres\": [{}]}]}",
	 "use[0]: tres[0]: no 'tres'"},
	{HEAD ", \"accounts\": {}}", "'accounts': not a list"},
	{HEAD ", \"accounts\": [{\"account\": \"a\", \"is_default\": \"yes\"}]}",
	 "accounts[0]: 'is_default': not true or false"},
	{HEAD ", \"partitions\": [{\"name\": \"a\"}], \"reservations\": [{\"name\": \"r\", "
	      "\"nodes\": {\"a\": -1}}]}",
	 "reservations[0]: 'nodes': not a number of nodes"},
	{HEAD ", \"partitions\": [{\"name\": \"a\"}], \"reservations\": [{\"name\": \"r\", "
	      "\"nodes\": {\"a\": \"4\"}}]}",
	 "reservations[0]: 'nodes': not a number of nodes"},
};

static void faults_are_told_with_their_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(faults); i++) {
		struct cr_error err = {.text = ""};
		struct cr_snapshot *s = cr_snapshot_parse("s.json", faults[i].text,
							  strlen(faults[i].text), &err);

		if (s)
			fail_msg("accepted: %s", faults[i].text);
		assert_memory_equal(err.text, "s.json: ", 8);
		if (faults[i].said)
			assert_string_equal(err.text + 8, faults[i].said);
	}
}

/* A later version's keys are somebody else's. */
static void unknown_keys_are_passed_over(void **state)
{
	struct cr_snapshot *s = parse(HEAD
				      ", \"zones\": [[[]]], \"partitions\": [{\"name\": \"a\", "
				      "\"colour\": {\"r\": null}}]}");

	(void)state;
	assert_string_equal(cr_snapshot_view(s)->partitions[0].name, "a");
	assert_int_equal(cr_snapshot_view(s)->partitions[0].max_nodes, CR_UNSET);
	cr_snapshot_destroy(s);
}

static void too_deep_is_refused(void **state)
{
	struct cr_error err = {.text = ""};
	char text[400] = HEAD ", \"x\": ";

	(void)state;
	for (int i = 0; i < 100; i++)
		strcat(text, "[");
	assert_null(cr_snapshot_parse("s.json", text, strlen(text), &err));
	assert_string_equal(err.text, "s.json: not valid JSON: nesting too deep");
}

/* Parse TEXT; when it is taken, decide by it: neither may do harm.  Was it taken? */
static bool attempt(const char *text, size_t len)
{
	struct cr_error err = {.text = ""};
	struct cr_snapshot *s = cr_snapshot_parse("s.json", text, len, &err);
	const char *account = NULL;
	struct cr_view view;

	if (!s) {
		assert_memory_equal(err.text, "s.json: ", 8);
		return false;
	}
	cr_arena_release(&w.arena);
	cr_arena_init(&w.arena, w.memory, sizeof(w.memory), 0);
	assert_int_equal(cr_snapshot_for(s, "ada", &account, &w.arena, &view), 0);
	w.request.account = account;
	assert_int_equal(cr_decide(w.policy, &w.request, &view, &w.arena, &w.d), 0);
	cr_snapshot_destroy(s);
	return true;
}

static void a_cut_file_is_refused(void **state)
{
	char *text = format();
	size_t len = strlen(text);

	(void)state;
	w.request.comm_profile = "allreduce";
	assert_true(attempt(text, len));
	assert_true(attempt(text, len - 1)); /* the line's end */
	for (size_t cut = 0; cut + 2 < len; cut += cut < 200 ? 1 : 37)
		assert_false(attempt(text, cut));
	free(text);
}

static void changed_bytes_do_no_harm(void **state)
{
	static const char bytes[] = {'\0', '"', '{', ']', '-', '9', '\\', '\x80', ','};
	char *text = format();
	size_t len = strlen(text), taken = 0, tried = 0;

	(void)state;
	w.request.comm_profile = "moe,borrow";
	for (size_t i = 0; i < len; i += 11) {
		char was = text[i];

		text[i] = bytes[i % COUNT(bytes)];
		taken += attempt(text, len);
		tried++;
		text[i] = was;
	}
	assert_true(taken > 0 && taken < tried);
	free(text);
}

/* ---- each value in turn of another type ----------------------------------------- */

static const char *const values[] = {"null", "true", "-1",    "18446744073709551615",
				     "1.5",  "\"\"", "\"x\"", "[]",
				     "{}",   "[{}]", "[[]]"};

struct walk {
	struct json_object *root;
	size_t taken, refused;
};

static void walk(struct walk *at, struct json_object *node);

static void try_root(struct walk *at)
{
	const char *text = json_object_to_json_string_ext(at->root, JSON_C_TO_STRING_PLAIN);

	if (attempt(text, strlen(text)))
		at->taken++;
	else
		at->refused++;
}

static void walk_member(struct walk *at, struct json_object *object, const char *key)
{
	struct json_object *was = json_object_get(json_object_object_get(object, key));

	for (size_t i = 0; i < COUNT(values); i++) {
		json_object_object_add(object, key, json_tokener_parse(values[i]));
		try_root(at);
	}
	json_object_object_del(object, key);
	try_root(at);
	json_object_object_add(object, key, was);
	walk(at, was);
}

/* Of a list the first is looked into: the others are alike. */
static void walk(struct walk *at, struct json_object *node)
{
	char keys[64][40];
	size_t n = 0;

	if (json_object_is_type(node, json_type_array) && json_object_array_length(node))
		walk(at, json_object_array_get_idx(node, 0));
	if (!json_object_is_type(node, json_type_object))
		return;
	json_object_object_foreach(node, key, value)
	{
		(void)value;
		assert_true(n < COUNT(keys));
		(void)snprintf(keys[n++], sizeof(keys[0]), "%s", key);
	}
	for (size_t i = 0; i < n; i++)
		walk_member(at, node, keys[i]);
}

static void no_value_of_another_type_does_harm(void **state)
{
	char *text = format();
	struct walk at = {.root = json_tokener_parse(text)};

	(void)state;
	w.request.comm_profile = "allreduce,borrow";
	w.request.reservation = "blocks";
	assert_non_null(at.root);
	walk(&at, at.root);
	assert_true(at.taken > 100); /* what may be missing */
	assert_true(at.refused > 500);
	json_object_put(at.root);
	free(text);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(partitions_come_back),
		CASE(qos_and_the_rest_come_back),
		CASE(reservations_come_back),
		CASE(what_is_not_set_is_left_out),
		CASE(a_user_sees_their_associations),
		CASE(associations_come_back),
		CASE(use_is_the_users_own),
		CASE(a_circle_of_accounts_ends),
		CASE(a_full_arena_changes_nothing),
		CASE(faults_are_told_with_their_place),
		CASE(unknown_keys_are_passed_over),
		CASE(too_deep_is_refused),
		CASE(a_cut_file_is_refused),
		CASE(changed_bytes_do_no_harm),
		CASE(no_value_of_another_type_does_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

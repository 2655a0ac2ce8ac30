/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random requests on random views under several policies: whatever they are,
 * some things hold.  COMMROUTE_PROPERTY_COUNT (20000) and COMMROUTE_PROPERTY_SEED
 * say how many and which; a failure prints the number of its case.
 */
#include "tests/unit/unit.h"

#include "policies/decide/record.h"
#include "policies/decide/size.h"
#include "policies/job/codes.h"
#include "tests/unit/policy_world.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 1;
static uint64_t at_case = UINT64_MAX; /* the one that is tried; UINT64_MAX: none */
static size_t at_mode;

static uint32_t rnd(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)((state * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % below;
}

static bool chance(uint32_t percent)
{
	return rnd(100) < percent;
}

#define PICK(list) ((list)[rnd(COUNT(list))])

/* ---- random things ----------------------------------------------------- */

static uint32_t number(void)
{
	static const uint32_t edges[] = {0,     1,           2,           65533,   65534,
					 65535, 4294967293u, CR_INFINITE, CR_UNSET};

	return chance(10) ? PICK(edges) : rnd(40);
}

static uint32_t maybe(uint32_t percent)
{
	return chance(percent) ? number() : CR_UNSET;
}

static void random_gpus(struct cr_gpus *g)
{
	static const char *const types[] = {"gb200", "h200", "a100"};

	*g = (struct cr_gpus)CR_GPUS_INIT;
	if (!chance(35))
		return;
	g->count = chance(85) ? 1 + rnd(9) : number();
	if (!chance(30))
		return;
	g->types = 1 + chance(10);
	if (g->types == 1)
		(void)snprintf(g->type, sizeof(g->type), "%s", PICK(types));
}

static void random_sizes(struct cr_request *r)
{
	r->min_nodes = chance(80) ? 1 + rnd(40) : maybe(50);
	if (chance(20))
		r->max_nodes = chance(50) ? r->min_nodes : number();
	r->tasks = maybe(20);
	r->tasks_per_node = maybe(15);
	r->tasks_per_gpu = maybe(5);
	r->cpus_per_task = maybe(15);
	r->cpus_per_gpu = maybe(5);
	r->sockets_per_node = maybe(5);
	r->time_limit = maybe(30);
	if (chance(10))
		r->memory_per_node = chance(50) ? UINT64_MAX - 1 : rnd(3000000);
	if (chance(10))
		r->memory_per_cpu = chance(20) ? UINT64_MAX - 2 : rnd(100000);
	random_gpus(&r->gpus_per_node);
	if (chance(30))
		random_gpus(&r->gpus_per_job);
	if (chance(20))
		random_gpus(&r->gpus_per_task);
	if (chance(10))
		random_gpus(&r->gpus_per_socket);
}

static void random_choices(struct cr_request *r)
{
	static const char *const partitions[] = {"ultra",      "p5en", "dev", "train",
						 "ultra,p5en", "none", ",",   "dev,dev,dev"};
	static const char *const qos[] = {"nlp", "spare", "nlp,spare", "vision", "zzz", ","};
	static const char *const reservations[] = {"blocks", "maint1", "zzz", "blocks,zzz"};

	if (chance(25))
		r->partition = PICK(partitions);
	if (chance(15))
		r->qos = PICK(qos);
	if (chance(10))
		r->reservation = PICK(reservations);
	r->segment = maybe(10);
	r->switches = maybe(10);
	r->arbitrary = r->distribution_given = chance(5);
	r->nodelist = chance(5) ? "u[01-02]" : NULL;
	r->features = chance(5) ? "fast" : NULL;
	r->exclusive = (enum cr_exclusive)rnd(6);
}

static void random_request(struct world *w)
{
	static const char *const options[] = {
		"moe",        "allreduce",     "ddp",          "independent", "auto", "none",
		"moe,borrow", "fsdp,portable", "moe,noborrow", "mo",          "list", "",
		"(null)",     "moe,moe",       "\xff\xfe\n\"", "MOE"};
	static const char *const accounts[] = {"nlp", "vision", "physics", "health", ""};
	struct cr_request *r = &w->request;

	cr_request_init(r);
	r->user = chance(95) ? "ada" : chance(50) ? NULL : "root";
	r->account = chance(95) ? PICK(accounts) : NULL;
	r->comm_profile = chance(90) ? PICK(options) : NULL;
	r->privileged = chance(5);
	r->batch = chance(80);
	r->modify = chance(5);
	r->array = chance(10);
	r->requeue = (enum cr_tristate)((int)rnd(3) - 1);
	random_sizes(r);
	random_choices(r);
}

static void random_partition(struct world *w, size_t i)
{
	static const char *const accounts[] = {"nlp", "vision"};
	static const char *const qos[] = {"spare", "nlp"};
	struct cr_partition *p = &w->partitions[i];

	p->up = chance(85);
	p->takes_jobs = p->up || chance(50);
	p->root_only = chance(3);
	p->required_resv = chance(3);
	p->min_nodes = maybe(10);
	p->max_nodes = maybe(15);
	p->max_time = maybe(15);
	p->default_time = maybe(15);
	p->allow_accounts = (struct cr_names){accounts, chance(10) ? 1 + rnd(2) : 0};
	p->deny_accounts = (struct cr_names){accounts, chance(10) ? 1 : 0};
	p->allow_qos = (struct cr_names){qos, chance(10) ? 1 + rnd(2) : 0};
	p->deny_qos = (struct cr_names){qos, chance(10) ? 1 : 0};
	p->qos = chance(10) ? "normal" : NULL;
	p->space = i < 2 && chance(95) ? w->spaces[i] : NULL;
}

static void random_limit(struct cr_tres_limit *l)
{
	static const struct cr_tres_limit none = CR_TRES_LIMIT_INIT;
	static const char *const names[] = {"gres/gpu", "gres/gpu:h200", "node", "cpu", "mem"};
	uint64_t *fields[] = {&l->grp,          &l->grp_mins,         &l->grp_run_mins,
			      &l->max_per_job,  &l->max_mins_per_job, &l->max_per_node,
			      &l->max_per_user, &l->max_per_account,  &l->min_per_job};

	*l = none;
	l->tres = PICK(names);
	for (size_t i = 0; i < COUNT(fields); i++)
		if (chance(15))
			*fields[i] = chance(5) ? UINT64_MAX - 1 : rnd(300);
	l->grp_used = rnd(200);
	l->grp_mins_used = rnd(300);
}

static void random_limits(struct world *w, struct cr_limits *l)
{
	l->tres = &w->tres[rnd(COUNT(w->tres) - 1)];
	l->tres_count = chance(30) ? 1 + rnd(2) : 0;
	l->max_wall = maybe(5);
	l->grp_jobs = maybe(3);
	l->grp_jobs_used = rnd(10);
	l->max_jobs_per_user = maybe(3);
}

static void random_view(struct world *w)
{
	static const uint32_t versions[] = {0, CR_SLURM_VERSION(24, 11, 5),
					    CR_SLURM_VERSION(25, 5, 0), CR_SLURM_VERSION(25, 11, 7),
					    CR_SLURM_VERSION(26, 5, 5)};
	static const bool denied[] = {true, false, true};

	for (size_t i = 0; i < 3; i++)
		random_partition(w, i);
	for (size_t i = 0; i < COUNT(w->tres); i++)
		random_limit(&w->tres[i]);
	for (size_t i = 0; i < 4; i++) {
		random_limits(w, &w->qos[i].limits);
		w->qos[i].flags = chance(20) ? rnd(256) : 0;
		w->qos[i].preempt_mode = (enum cr_preempt_mode)rnd(5);
	}
	random_limits(w, &w->user_assoc.limits);
	random_limits(w, &w->parents[0].limits);
	w->user_assoc.account = w->parents[0].account = w->request.account ? w->request.account
									   : "nlp";
	w->view.group_denied = chance(5) ? denied : NULL;
	w->view.slurm_version = PICK(versions);
	w->view.have_qos = chance(95);
	w->view.have_assocs = chance(90);
	w->view.user_assoc_count = chance(97);
	w->view.enforce = chance(90) ? 7 : rnd(16);
	w->view.requeue_default = chance(80);
	w->view.preempt_by_qos = chance(80);
	w->view.max_switch_wait = maybe(20);
	w->view.reservations = &w->reservation;
	w->view.reservation_count = 1;
	w->reserved_in[0] = chance(50) * 4;
	w->reserved_in[1] = chance(50) * 4;
	w->shapes[0].features = (struct cr_names){NULL, 0};
	w->view.partition_count = chance(97) ? 3 : rnd(3);
}

/* ---- what holds -------------------------------------------------------- */

static void nothing_of_the_users_is_rewritten(const struct world *w)
{
	const struct cr_request *r = &w->request;
	const struct cr_decision *d = &w->d;

	if (r->partition && strcmp(r->partition, "train") != 0 && strcmp(r->partition, ",") != 0)
		assert_null(d->partition);
	if (r->qos)
		assert_null(d->qos);
	if (r->segment && cr_is_number(r->segment))
		assert_int_equal(d->segment, CR_UNSET);
	if (r->switches && cr_is_number(r->switches))
		assert_int_equal(d->switches, CR_UNSET);
	if (r->gpus_per_node.types && r->gpus_per_node.count &&
	    cr_is_number(r->gpus_per_node.count))
		assert_null(d->gpu_type);
	if (r->exclusive != CR_EXCLUSIVE_UNSAID)
		assert_false(d->exclusive_topo);
	if (r->modify || d->verdict != CR_VERDICT_ROUTE) {
		assert_null(d->partition);
		assert_null(d->qos);
		assert_int_equal(d->segment, CR_UNSET);
		assert_int_equal(d->switches, CR_UNSET);
	}
}

static void a_verdict_is_whole(const struct world *w, const char *mode)
{
	const struct cr_decision *d = &w->d;

	assert_int_equal(d->verdict == CR_VERDICT_REFUSE, d->message != NULL);
	assert_int_equal(d->act, d->verdict != CR_VERDICT_LEAVE && strcmp(mode, "enforce") == 0);
	if (strcmp(mode, "disabled") == 0)
		assert_int_equal(d->verdict, CR_VERDICT_LEAVE);
	if (d->message) {
		assert_non_null(cr_code_text(d->code));
		assert_memory_equal(d->message, cr_code_text(d->code), 6);
		assert_true(strlen(d->message) <= 400);
		for (const char *c = d->message; *c; c++)
			assert_true(*c >= ' ' && *c <= '~');
	}
	if (d->code)
		assert_non_null(cr_code_text(d->code));
	for (size_t i = 0; i < d->reason_count; i++)
		if (d->reasons[i].code)
			assert_non_null(cr_code_text(d->reasons[i].code));
}

static const struct cr_qos *last_qos(const struct world *w)
{
	const char *comma = w->d.qos ? strchr(w->d.qos, ',') : NULL;

	return w->d.qos ? cr_view_qos(&w->view, comma ? comma + 1 : w->d.qos) : NULL;
}

/* Where a job was sent, it can run: looked up anew, by plain means. */
static void a_route_is_open(const struct world *w)
{
	const struct cr_partition *p = cr_view_partition(&w->view, w->d.partition);
	const struct cr_qos *qos = last_qos(w);
	struct cr_size size;
	struct cr_demand demand;
	uint64_t nodes = 0;

	if (!w->d.partition)
		return;
	assert_non_null(p);
	assert_true(p->takes_jobs);
	assert_true(!p->root_only || w->request.privileged);
	assert_false(w->view.group_denied && w->view.group_denied[p - w->partitions]);
	assert_true(!p->allow_accounts.count || !w->request.account ||
		    cr_names_has(&p->allow_accounts, w->request.account));
	if (qos) {
		assert_true(!p->allow_qos.count || cr_names_has(&p->allow_qos, qos->name));
		assert_true(p->allow_qos.count || !cr_names_has(&p->deny_qos, qos->name));
	}
	cr_size_of(&w->request, &size);
	for (size_t i = 0; i < p->shape_count; i++) {
		cr_size_on(&w->request, &size, &p->shapes[i], &demand);
		if (!demand.misfit)
			nodes += p->shapes[i].nodes;
	}
	assert_true(nodes >= w->d.nodes);
	if (w->d.segment != CR_UNSET)
		assert_int_equal(w->d.nodes % w->d.segment, 0);
	if (w->d.segment != CR_UNSET)
		assert_true(cr_fit_segment_ok(p->space, w->d.nodes, w->d.segment,
					      w->view.slurm_version));
	if (w->d.switches != CR_UNSET)
		assert_true(w->d.switches >= cr_fit_fewest_units(p->space, w->d.nodes));
}

/* A QOS's GPU limits, judged by hand for one QOS alone. */
static void no_hard_limit_is_broken(const struct world *w)
{
	const struct cr_qos *qos = last_qos(w);
	const struct cr_partition *p = cr_view_partition(&w->view, w->d.partition);

	if (!p || !qos || p->qos || !(w->view.enforce & CR_ENFORCE_LIMITS) || w->d.gpus == CR_UNSET)
		return;
	for (size_t i = 0; i < 1 && i < qos->limits.tres_count; i++) {
		const struct cr_tres_limit *l = &qos->limits.tres[i];

		if (strcmp(l->tres, "gres/gpu") != 0)
			continue;
		assert_true(w->d.gpus <= l->grp);
		assert_true(w->d.gpus <= l->max_per_job);
	}
	if (cr_is_number(p->max_nodes) && !(qos->flags & CR_QOS_PART_MAX_NODE))
		assert_true(w->d.nodes <= p->max_nodes);
}

/* What was chosen closes: no other architecture takes its place. */
static void no_architecture_is_crossed(struct world *w)
{
	const char *arch = w->d.arch, *chosen = w->d.partition;
	struct cr_partition *p = (struct cr_partition *)cr_view_partition(&w->view, chosen);

	if (!p || !arch || w->d.option.portable)
		return;
	p->takes_jobs = p->up = false;
	world_decide(w);
	if (w->d.partition)
		assert_string_equal(w->d.arch, arch);
	p->takes_jobs = p->up = true;
}

static void the_same_comes_out_again(struct world *w)
{
	char first[CR_RECORD_MAX], second[CR_RECORD_MAX];
	struct json_object *json;

	cr_record_format(&w->d, "0123456789abcdef", NULL, first);
	json = json_tokener_parse(first);
	assert_non_null(json);
	json_object_put(json);
	assert_true(strlen(first) < CR_RECORD_MAX);
	world_decide(w);
	cr_record_format(&w->d, "0123456789abcdef", NULL, second);
	assert_string_equal(first, second);
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void invariants_hold(void **unused)
{
	static const char *const modes[] = {"enforce", "enforce", "enforce", "observe", "disabled"};
	uint64_t count = from_environment("COMMROUTE_PROPERTY_COUNT", 20000);
	uint64_t seed = from_environment("COMMROUTE_PROPERTY_SEED", 20260501);
	unsigned verdicts[3] = {0};

	(void)unused;
	for (size_t m = 0; m < COUNT(modes); m++) {
		struct world w;
		char text[4096];

		snprintf(text, sizeof(text), "version: 1\nmode: %s\n%s%s%s", modes[m],
			 m == 1 ? "undeclared: [{when: {min_nodes: 4}, profile: ddp}]\n" : "",
			 m == 2 ? "other_accounts: refuse\nundeclared: refuse\n" : "",
			 strstr(world_policy, "exempt:"));
		world_make(&w, text);
		for (uint64_t i = 0; i < count / COUNT(modes); i++) {
			at_case = i;
			at_mode = m;
			state = seed + i * 1000003 + m + 1;
			random_request(&w);
			random_view(&w);
			world_decide(&w);
			verdicts[w.d.verdict]++;
			nothing_of_the_users_is_rewritten(&w);
			a_verdict_is_whole(&w, modes[m]);
			a_route_is_open(&w);
			no_hard_limit_is_broken(&w);
			the_same_comes_out_again(&w);
			no_architecture_is_crossed(&w);
		}
		world_free(&w);
	}
	at_case = UINT64_MAX;
	/* The random jobs reach all of it. */
	for (size_t i = 0; i < 3; i++)
		assert_true(count < 1000 || verdicts[i] > count / 50);
}

static int say_which(void **unused)
{
	(void)unused;
	if (at_case != UINT64_MAX)
		fprintf(stderr, "it was case %llu of mode %zu\n", (unsigned long long)at_case,
			at_mode);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(invariants_hold, say_which)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

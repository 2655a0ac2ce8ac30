/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a policy to what Slurm must be told, from what it has to the difference, and its commands.
 */
#include "policies/govern/plan.h"
#include "tests/unit/policy_world.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#define PROFILE                                                                                    \
	"version: 1\n"                                                                             \
	"profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: tree}]}}\n"

/* All of slurm.conf as a policy with everything in it wants it. */
static const char *const good_conf[CR_GOV_KEYS] = {
	[CR_GOV_TRACKED_TRES] = "cpu,gres/gpu,gres/gpu:gb200,gres/gpu:h200",
	[CR_GOV_ENFORCE] = "associations,limits,qos,safe",
	[CR_GOV_PREEMPT_TYPE] = "preempt/qos",
	[CR_GOV_CLUSTER_PREEMPT_MODE] = "on",
	[CR_GOV_JOB_REQUEUE] = "1",
	[CR_GOV_PRIORITY_TYPE] = "priority/multifactor",
};

/* What comes of a policy on the cluster of policy_world.h with these lines of sacctmgr's. */
struct planned {
	struct world w;
	struct cr_arena arena;
	struct cr_diags *diags;
	struct cr_have have;
	struct cr_wants wants;
	struct cr_gov_plan plan;
	char qos[2048], accounts[2048], text[8192];
};

static void make_plan(struct planned *p, const char *policy, const char *const *conf,
		      const char *qos, const char *accounts)
{
	struct cr_error err = {.text = ""};

	memset(p, 0, sizeof(*p));
	world_make(&p->w, policy);
	cr_arena_init(&p->arena, NULL, 0, 0);
	p->diags = cr_diags_new();
	p->have.arena = &p->arena;
	(void)snprintf(p->qos, sizeof(p->qos), "%s", qos);
	(void)snprintf(p->accounts, sizeof(p->accounts), "%s", accounts);
	assert_int_equal(cr_have_conf(&p->have, conf), 0);
	assert_int_equal(cr_have_lines(&p->have, CR_GOV_QOS, p->qos, &err), 0);
	assert_int_equal(cr_have_lines(&p->have, CR_GOV_ACCOUNT, p->accounts, &err), 0);
	cr_have_sort(&p->have);
	assert_int_equal(cr_gov_wants(p->w.policy, &p->w.view, cr_gov_budgets_hold(&p->have),
				      &p->arena, p->diags, &p->wants),
			 0);
	assert_int_equal(cr_gov_plan_make(&p->wants, &p->have, &p->arena, &p->plan), 0);
	p->plan.cluster = "alpha";
}

static void free_plan(struct planned *p)
{
	cr_diags_destroy(p->diags);
	cr_arena_release(&p->arena);
	world_free(&p->w);
}

/* slurm.conf's lines, then the commands, a line each. */
static const char *commands_of(struct planned *p)
{
	const char *words[CR_GOV_WORDS_MAX];
	size_t used = 0;

	p->text[0] = '\0';
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct cr_gov_step *s = &p->plan.step[i];

		assert_int_equal(cr_gov_command(s, p->plan.cluster, NULL, &p->arena, words), 0);
		for (size_t k = 0; s->kind == CR_GOV_CONF && k < s->count; k++)
			used += (size_t)snprintf(p->text + used, sizeof(p->text) - used, "%s=%s\n",
						 cr_gov_field(s->field[k].key)->name,
						 s->field[k].value);
		if (words[0])
			used += (size_t)snprintf(p->text + used, sizeof(p->text) - used, "%s\n",
						 cr_gov_shell(words, &p->arena));
	}
	return p->text;
}

static const char *findings_of(struct planned *p)
{
	size_t used = 0;
	char line[1024];

	p->text[0] = '\0';
	for (size_t i = 0; i < cr_diags_kept(p->diags); i++)
		used += (size_t)snprintf(
			p->text + used, sizeof(p->text) - used, "%s\n",
			cr_diag_format(cr_diags_get(p->diags, i), line, sizeof(line)));
	return p->text;
}

#define TWO                                                                                        \
	PROFILE "tenant_defaults: {qos: {own: '{tenant}', borrow: spare},\n"                       \
		"  borrow: {max_gpus: 32, min_run: 26h, grace: 90s}}\n"                            \
		"tenants:\n"                                                                       \
		"  nlp: {accounts: [nlp, nlp2], share: {ultra: 16, p5en: 24}}\n"                   \
		"  vision: {accounts: [vis], share: {p5en: 8}, budget: {gpu_hours: 100}}\n"

/* From nothing: every command of a fresh slurmdbd, in an order in which each can run. */
static void from_nothing(void **state)
{
	static const char *const bare[CR_GOV_KEYS] = {
		[CR_GOV_TRACKED_TRES] = "cpu",
		[CR_GOV_ENFORCE] = "associations,",
		[CR_GOV_PREEMPT_TYPE] = "preempt/none",
		[CR_GOV_CLUSTER_PREEMPT_MODE] = "OFF",
		[CR_GOV_JOB_REQUEUE] = "0",
	};
	struct planned p;

	(void)state;
	make_plan(&p, TWO, good_conf, "", "");
	assert_string_equal(
		commands_of(&p),
		"sacctmgr -i add qos spare PreemptMode=requeue PreemptExemptTime=26:00:00 "
		"GraceTime=90 MaxTRES=gres/gpu=32\n"
		"sacctmgr -i add qos nlp Priority=1000 Preempt=spare "
		"GrpTRES=gres/gpu=40,gres/gpu:gb200=16,gres/gpu:h200=24\n"
		"sacctmgr -i add qos vision Priority=1000 Preempt=spare "
		"GrpTRES=gres/gpu=8,gres/gpu:h200=8 GrpTRESMins=gres/gpu=6000 Flags=NoDecay\n"
		"sacctmgr -i add account nlp cluster=alpha QOS=nlp,spare DefaultQOS=nlp\n"
		"sacctmgr -i add account nlp2 cluster=alpha QOS=nlp,spare DefaultQOS=nlp\n"
		"sacctmgr -i add account vis cluster=alpha QOS=spare,vision DefaultQOS=vision\n");
	assert_string_equal(findings_of(&p), "");
	assert_int_equal(p.plan.fine, 1);
	free_plan(&p);
	make_plan(&p, TWO, bare, "", "");
	assert_non_null(strstr(commands_of(&p),
			       "AccountingStorageTRES=cpu,gres/gpu,gres/gpu:gb200,gres/gpu:h200\n"
			       "AccountingStorageEnforce=associations,limits,qos\n"
			       "PreemptType=preempt/qos\nPreemptMode=REQUEUE\nJobRequeue=1\n"));
	assert_null(strstr(p.text, "GrpTRESMins"));
	assert_non_null(strstr(findings_of(&p),
			       "warning: tenant 'vision': the budget is left out: without 'safe'"));
	free_plan(&p);
}

#define SPARE "spare|10||requeue|1-02:00:00|00:01:30|||gres/gpu=32|\n"
#define NLP                                                                                        \
	"nlp|11|other,SPARE|cluster||00:00:00|gres/gpu:gb200=16,gres/gpu=40,gres/gpu:h200=24|||\n"
#define VISION                                                                                     \
	"vision|1000|spare|cluster||00:00:00|gres/gpu=8,gres/gpu:h200=8|gres/gpu=6000||DenyOnLimit,NoDecay\n"
#define ACCOUNTS "root|||normal|\nnlp|||nlp,spare|nlp\nnlp|ada||spare|\nnlp2|||x,spare,nlp|NLP\n"
#define VIS      "vis|||vision,spare|vision\n"

static void as_it_should_be(void **state)
{
	struct planned p;

	(void)state;
	make_plan(&p, TWO, good_conf, VISION NLP SPARE, ACCOUNTS VIS);
	assert_string_equal(commands_of(&p), "");
	assert_int_equal(p.plan.fine, 7);
	free_plan(&p);
}

/* One thing off at a time: the one command that mends it. */
static void drifts(void **state)
{
	static const struct {
		const char *qos, *accounts, *want;
	} table[] = {
		{VISION NLP "spare|10||cancel|1-02:00:00|00:01:30|||gres/gpu=32|\n", ACCOUNTS VIS,
		 "sacctmgr -i modify qos where name=spare set PreemptMode=requeue\n"},
		{VISION NLP "spare|10||requeue|26:00|00:01:30|||gres/gpu=32|\n", ACCOUNTS VIS,
		 "sacctmgr -i modify qos where name=spare set PreemptExemptTime=26:00:00\n"},
		{VISION NLP "spare|10||requeue|1-02:00:00|00:01:31|||gres/gpu=33,cpu=32|\n",
		 ACCOUNTS VIS,
		 "sacctmgr -i modify qos where name=spare set GraceTime=90 MaxTRES=gres/gpu=32\n"},
		/* Equal priorities are no order; what is in use by others is no concern. */
		{VISION NLP "spare|11||requeue|1-02:00:00|00:01:30|||gres/gpu=32|\n", ACCOUNTS VIS,
		 "sacctmgr -i modify qos where name=nlp set Priority=1000\n"},
		{VISION NLP "spare|5000||requeue|1-02:00:00|00:01:30|||gres/gpu=32|\n",
		 ACCOUNTS VIS,
		 "sacctmgr -i modify qos where name=nlp set Priority=5001\n"
		 "sacctmgr -i modify qos where name=vision set Priority=5001\n"},
		{VISION SPARE "nlp|11|spares|cluster||00:00:00|gres/gpu:gb200=160,gres/gpu=40|||\n",
		 ACCOUNTS VIS,
		 "sacctmgr -i modify qos where name=nlp set Preempt+=spare "
		 "GrpTRES=gres/gpu:gb200=16,gres/gpu:h200=24\n"},
		{VISION NLP SPARE, "nlp|||spare|normal\nnlp|ada||nlp,spare|nlp\n" VIS,
		 "sacctmgr -i modify account where name=nlp cluster=alpha set QOS+=nlp "
		 "DefaultQOS=nlp\n"
		 "sacctmgr -i add account nlp2 cluster=alpha QOS=nlp,spare DefaultQOS=nlp\n"},
		{VISION NLP SPARE, ACCOUNTS "vis||p1|vision,spare|vision\n",
		 "sacctmgr -i add account vis cluster=alpha QOS=spare,vision DefaultQOS=vision\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		struct planned p;

		make_plan(&p, TWO, good_conf, table[i].qos, table[i].accounts);
		assert_string_equal(commands_of(&p), table[i].want);
		free_plan(&p);
	}
}

/* What no configuration of Slurm can express is an error at its place, and makes no fact. */
static void what_cannot_be_expressed(void **state)
{
	static const struct {
		const char *policy, *finding;
	} table[] = {
		{PROFILE "tenants: {a: {accounts: [a], qos: {own: a}, share: {p5en: 8, dev: 8}}}\n",
		 "partition 'dev' has not GPUs of one type, so QOS 'a' cannot hold this share"},
		{PROFILE "tenants: {a: {accounts: [a], qos: {own: a}, share: {nowhere: 8}}}\n",
		 "tenant 'a': share: there is no partition 'nowhere'"},
		{PROFILE "tenants: {a: {accounts: [a], share: {ultra: 8}}}\n",
		 "tenant 'a' has a share or a budget and no own QOS"},
		{PROFILE "tenants:\n  a: {accounts: [a], qos: {own: q}, share: {ultra: 8}}\n"
			 "  b: {accounts: [b], qos: {own: q}, share: {ultra: 9}}\n",
		 "QOS 'q' cannot have GrpTRES gres/gpu=9 and 8 at once (line 4)"},
		{PROFILE "tenants: {a: {accounts: ['a=b'], qos: {own: a}}}\n",
		 "'a=b' cannot be an account's name"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		struct planned p;

		make_plan(&p, table[i].policy, good_conf, "", "");
		if (!strstr(findings_of(&p), table[i].finding))
			fail_msg("%s: %s", table[i].finding, p.text);
		free_plan(&p);
	}
}

static void two_shares_of_one_type(void **state)
{
	struct planned p;
	struct cr_wants wants;

	(void)state;
	make_plan(&p,
		  PROFILE
		  "tenants: {a: {accounts: [a], qos: {own: a}, share: {p5en: 8, dev: 8}}}\n",
		  good_conf, "", "");
	p.w.partitions[2].shapes = &p.w.shapes[3];
	p.w.partitions[2].shape_count = 1;
	cr_diags_destroy(p.diags);
	p.diags = cr_diags_new();
	assert_int_equal(cr_gov_wants(p.w.policy, &p.w.view, true, &p.arena, p.diags, &wants), 0);
	assert_non_null(strstr(findings_of(&p), "partitions 'p5en' and 'dev' have the same GPU "
						"type 'h200': one QOS, 'a', cannot hold a share "
						"of each"));
	free_plan(&p);
}

/* A borrower without a bound of its own: the QOS can have none. */
static void bounds_of_borrowers(void **state)
{
	struct planned p;

	(void)state;
	make_plan(&p,
		  PROFILE "tenant_defaults: {qos: {own: '{tenant}', borrow: spare}}\n"
			  "tenants:\n"
			  "  a: {accounts: [a], borrow: {max_gpus: 8}}\n"
			  "  b: {accounts: [b], borrow: {max_gpus: 24}}\n"
			  "  c: {accounts: [c], borrow: {max_gpus: 16}}\n"
			  "  d: {accounts: [d], borrow: {max_gpus: 64, consent: never}}\n",
		  good_conf, "", "");
	assert_non_null(strstr(commands_of(&p), "PreemptMode=requeue MaxTRES=gres/gpu=24\n"));
	assert_non_null(strstr(p.text, "add qos d\n"));
	assert_non_null(strstr(p.text, "add account d cluster=alpha QOS=d DefaultQOS=d\n"));
	free_plan(&p);
	make_plan(&p,
		  PROFILE "tenant_defaults: {qos: {own: '{tenant}', borrow: spare}}\n"
			  "tenants:\n"
			  "  a: {accounts: [a], borrow: {max_gpus: 8}}\n"
			  "  b: {accounts: [b]}\n",
		  good_conf, "", "");
	assert_null(strstr(commands_of(&p), "MaxTRES"));
	free_plan(&p);
}

static void times_of_slurm(void **state)
{
	static const struct {
		const char *text;
		uint64_t seconds;
	} table[] = {
		{"", 0},          {"00:00:00", 0},        {"01:00:00", 3600}, {"1-02:03:04", 93784},
		{"26:00", 1560},  {"45", 2700},           {"INVALID", 0},     {"1:2:3x", 0},
		{"UNLIMITED", 0}, {"999999-00:00:00", 0}, {"10-0", 864000},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(cr_have_seconds(table[i].text), table[i].seconds);
}

static void lines_that_are_none(void **state)
{
	struct cr_have have = {0};
	struct cr_arena arena;
	struct cr_error err;
	char few[] = "nlp|1|2\n", many[] = "a|||b|c|d\n", fine[] = "\n\na|||b|c\n\n";

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	have.arena = &arena;
	assert_int_equal(cr_have_lines(&have, CR_GOV_QOS, few, &err), -1);
	assert_string_equal(err.text, "sacctmgr's line on QOS 'nlp' has too few columns");
	assert_int_equal(cr_have_lines(&have, CR_GOV_ACCOUNT, many, &err), -1);
	assert_string_equal(err.text, "sacctmgr's line on account 'a' has too many columns");
	assert_int_equal(cr_have_lines(&have, CR_GOV_ACCOUNT, fine, &err), 0);
	assert_int_equal(have.count, 1);
	cr_arena_release(&arena);
}

static void names_for_sacctmgr(void **state)
{
	static const char *const bad[] = {"", "-i", "a,b", "a=b", "a'b", "a\"b", "a|b", "a\nb"};
	char longest[CR_NAME_MAX + 1];
	const char *words[] = {"a", "b c", NULL};
	struct cr_arena arena;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_false(cr_gov_name_ok(bad[i]));
	memset(longest, 'a', CR_NAME_MAX);
	longest[CR_NAME_MAX] = '\0';
	assert_false(cr_gov_name_ok(longest));
	assert_true(cr_gov_name_ok(longest + 1));
	assert_true(cr_gov_name_ok("team 7_x-y.z"));
	cr_arena_init(&arena, NULL, 0, 0);
	assert_string_equal(cr_gov_shell(words, &arena), "a 'b c'");
	cr_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_nothing),
		cmocka_unit_test(as_it_should_be),
		cmocka_unit_test(drifts),
		cmocka_unit_test(what_cannot_be_expressed),
		cmocka_unit_test(two_shares_of_one_type),
		cmocka_unit_test(bounds_of_borrowers),
		cmocka_unit_test(times_of_slurm),
		cmocka_unit_test(lines_that_are_none),
		cmocka_unit_test(names_for_sacctmgr),
	};

	return cmocka_run_group_tests_name("what Slurm must be told", tests, NULL, NULL);
}

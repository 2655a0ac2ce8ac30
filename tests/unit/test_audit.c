/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Policy, slurmdbd, slurm.conf and topologies in step give no finding; one thing put out
 * of step gives the code of that thing.  No code of the table is without its fault here.
 */
#include "tests/unit/unit.h"

#include "policies/govern/audit.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char clean_policy[] =
	"version: 1\n"
	"profiles:\n"
	"  moe:\n"
	"    pattern: alltoall\n"
	"    intensity: extreme\n"
	"    group: 8\n"
	"    routes: [{topology_type: block, segment: {choose: largest, min: 4}}]\n"
	"  ddp:\n"
	"    pattern: allreduce\n"
	"    intensity: high\n"
	"    routes: [{topology_type: tree, switches: fewest@5m}]\n"
	"partitions:\n"
	"  ultra: {admit: {min_intensity: high}}\n"
	"  train: {counts_as_unset: true}\n"
	"tenant_defaults:\n"
	"  qos: {own: '{tenant}', borrow: spare}\n"
	"  borrow: {max_gpus: 64}\n"
	"other_accounts: refuse\n"
	"tenants:\n"
	"  nlp: {accounts: [nlp], share: {ultra: 100, p5en: 28}, budget: {gpu_hours: 50}}\n"
	"  vision: {accounts: [vision], profiles: [ddp], partitions: ['p5*']}\n";

#define CODES_END 1000

struct fixture {
	struct world w;
	struct cr_account account[6];
	struct cr_accounts accounts;
	struct cr_tres_limit spare_limit, part_limit, account_limit;
	struct cr_qos qos[5];
	struct cr_site_conf conf;
};

static struct cr_account account(const char *name, const char *user, const char *parent)
{
	return (struct cr_account){
		.assoc = {.account = name, .user = user, .limits = CR_LIMITS_INIT},
		.parent = parent};
}

/* What a clean cluster has beyond policy_world's. */
static void make_clean(struct fixture *f, const char *policy)
{
	struct world *w = &f->w;
	const struct cr_tres_limit none = CR_TRES_LIMIT_INIT;
	static const char *const spare[] = {"spare"};

	memset(f, 0, sizeof(*f));
	world_make(w, policy);
	w->partitions[2].topology = "p5en";
	w->partitions[2].topology_type = CR_TOPOLOGY_TREE;
	w->tres[0].grp = 128;
	w->tres[0].grp_mins = 3000;
	memcpy(f->qos, w->qos, sizeof(w->qos));
	f->qos[0].preempts = f->qos[1].preempts = (struct cr_names){spare, 1};
	f->qos[2].preempt_mode = CR_PREEMPT_REQUEUE;
	f->qos[4] = (struct cr_qos){.name = "part", .limits = CR_LIMITS_INIT};
	w->view.qos = f->qos;
	w->view.qos_count = 5;
	w->view.enforce |= CR_ENFORCE_SAFE;
	f->spare_limit = f->part_limit = f->account_limit = none;
	f->spare_limit.tres = f->part_limit.tres = f->account_limit.tres = "gres/gpu";
	f->account[0] = account("root", NULL, NULL);
	f->account[1] = account("nlp", NULL, "root");
	f->account[2] = account("vision", NULL, "root");
	f->account[3] = account("vision-sub", NULL, "vision");
	f->account[4] = account("nlp", "ada", NULL);
	f->account[5] = account("vision-sub", "vic", NULL);
	f->accounts = (struct cr_accounts){.item = f->account, .count = 6};
	f->conf = (struct cr_site_conf){.job_submit_plugins = "lua,commroute",
					.tracked_tres = "gres/gpu,gres/gpu:h200",
					.plugstack = "optional spank_other.so\n"
						     "optional spank_commroute.so x=1\n",
					.min_job_age = 300};
}

static void limit(struct cr_limits *limits, struct cr_tres_limit *by)
{
	limits->tres = by;
	limits->tres_count = 1;
}

/* One word of the policy another. */
static const struct {
	enum cr_check_code code;
	const char *from, *to;
} words[] = {
	{CR_CK_101_SHARES_EXCEED, "ultra: 100", "ultra: 145"},
	{CR_CK_102_SHARE_NOWHERE, "ultra: 100", "ultre: 100"},
	{CR_CK_103_RULES_NOWHERE, "  ultra: {admit", "  ultre: {admit"},
	{CR_CK_104_ADMIT_IN_VAIN, "  train: {counts", "  p5en: {admit: {min_nodes: 2}, counts"},
	{CR_CK_105_TENANT_GLOB, "'p5*'", "'p5*', 'q*'"},
	{CR_CK_201_OWN_MISSING, "own: '{tenant}'", "own: 'of-{tenant}'"},
	{CR_CK_202_BORROW_MISSING, "borrow: spare", "borrow: spar"},
	{CR_CK_205_ACCOUNT_MISSING, "accounts: [nlp]", "accounts: [nlp, nlq]"},
	{CR_CK_209_SHARE_LIMIT, "p5en: 28", "p5en: 29"},
	{CR_CK_215_MAX_GPUS, "max_gpus: 64", "max_gpus: 65"},
	{CR_CK_216_BUDGET, "gpu_hours: 50", "gpu_hours: 51"},
	{CR_CK_309_SWITCH_WAIT, "fewest@5m", "fewest@301s"},
	{CR_CK_401_ROUTES_DEAD, "topology_type: block", "topology: none-such"},
	{CR_CK_402_ROUTE_DEAD, "{topology_type: tree,",
	 "{topology: none-such}, {topology_type: tree,"},
	{CR_CK_403_KEY_IN_VAIN, "{topology_type: tree, switches", "{topology: ultra, switches"},
	{CR_CK_407_UNIT_TOO_SMALL, "min: 4", "min: 19"},
	{CR_CK_501_TENANT_NOWHERE, "['p5*']", "[ultra]"},
	{CR_CK_502_PROFILE_NOBODYS, "[nlp],", "[nlp], profiles: [ddp],"},
	{CR_CK_503_PROFILE_NOT_ADMITTED, "{min_intensity: high}", "{profiles: [ddp]}"},
	{CR_CK_504_GROUP_TOO_LARGE, "group: 8", "group: 69"},
	{CR_CK_505_TENANT_ROUTELESS, "[nlp],", "[nlp], topology_types: [ring],"},
};

static void change_policy(unsigned code, char *text, size_t size)
{
	(void)snprintf(text, size, "%s", clean_policy);
	for (size_t i = 0; i < COUNT(words); i++) {
		const char *at = strstr(clean_policy, words[i].from);

		if (words[i].code != code)
			continue;
		assert_non_null(at);
		(void)snprintf(text, size, "%.*s%s%s", (int)(at - clean_policy), clean_policy,
			       words[i].to, at + strlen(words[i].from));
	}
}

static const char *const only_prod[] = {"prod"}, *const only_nlp[] = {"nlp"};
static const char *const only_spare[] = {"spare"};

static void change_accounting(unsigned code, struct fixture *f)
{
	switch (code) {
	case CR_CK_203_PRIORITY:
		f->qos[2].priority = 100;
		break;
	case CR_CK_204_NOT_RECLAIMED:
		f->qos[1].preempts.count = 0;
		break;
	case CR_CK_206_ACCOUNT_OWN:
		f->account[1].assoc.qos = (struct cr_names){only_spare, 1};
		break;
	case CR_CK_207_ACCOUNT_BORROW:
		f->account[1].assoc.qos = (struct cr_names){only_nlp, 1};
		break;
	case CR_CK_208_BORROW_MODE:
		f->qos[2].preempt_mode = CR_PREEMPT_CANCEL;
		break;
	case CR_CK_210_NO_SHARE_LIMIT:
		f->w.tres[0].grp = CR_UNSET64;
		break;
	case CR_CK_211_OWN_PREEMPTED:
		f->qos[3].preempts = (struct cr_names){only_nlp, 1};
		break;
	case CR_CK_212_QOS_CLOSED:
		f->qos[0].limits.max_submit_per_user = 0;
		break;
	case CR_CK_213_ACCOUNT_LIMIT: /* above the tenant's own account */
		f->account_limit.grp = 127;
		limit(&f->account[0].assoc.limits, &f->account_limit);
		break;
	case CR_CK_214_NO_USERS:
		f->accounts.count = 5;
		break;
	case CR_CK_215_MAX_GPUS:
		f->spare_limit.max_per_job = 64;
		limit(&f->qos[2].limits, &f->spare_limit);
		break;
	case CR_CK_217_DEFAULT_QOS:
		f->account[2].assoc.qos = (struct cr_names){f->w.user_assoc.qos.name, 3};
		f->account[2].assoc.default_qos = "normal";
		break;
	case CR_CK_318_PARTITION_QOS:
		f->part_limit.grp = 64;
		limit(&f->qos[4].limits, &f->part_limit);
		f->w.partitions[0].qos = "part";
		break;
	default:
		break;
	}
}

static void change_cluster(unsigned code, struct world *w)
{
	struct cr_view *view = &w->view;
	struct cr_partition *ultra = &w->partitions[0];

	switch (code) {
	case CR_CK_106_VERSION:
		view->slurm_version = CR_SLURM_VERSION(24, 11, 5);
		break;
	case CR_CK_301_ENFORCE_ASSOCS:
		view->enforce &= ~(uint32_t)CR_ENFORCE_ASSOCS;
		break;
	case CR_CK_302_ENFORCE_LIMITS:
		view->enforce &= ~(uint32_t)CR_ENFORCE_LIMITS;
		break;
	case CR_CK_303_ENFORCE_QOS:
		view->enforce &= ~(uint32_t)CR_ENFORCE_QOS;
		break;
	case CR_CK_304_ENFORCE_SAFE:
		view->enforce &= ~(uint32_t)CR_ENFORCE_SAFE;
		break;
	case CR_CK_305_PREEMPT_TYPE:
		view->preempt_by_qos = false;
		break;
	case CR_CK_306_PREEMPT_OFF:
		view->preempt_mode = CR_PREEMPT_OFF;
		break;
	case CR_CK_307_NO_REQUEUE:
		view->requeue_default = false;
		break;
	case CR_CK_317_NO_SLURMDBD:
		view->have_qos = false;
		break;
	case CR_CK_310_ALLOW_ACCOUNTS:
		ultra->allow_accounts = (struct cr_names){only_prod, 1};
		break;
	case CR_CK_311_ALLOW_QOS:
		ultra->allow_qos = (struct cr_names){only_spare, 1};
		break;
	case CR_CK_312_ALLOW_BORROW:
		ultra->deny_qos = (struct cr_names){only_spare, 1};
		break;
	case CR_CK_313_PARTITION_CLOSED:
		ultra->takes_jobs = false;
		break;
	case CR_CK_314_PARTITION_ROOT:
		ultra->root_only = true;
		break;
	case CR_CK_315_PARTITION_RESERVED:
		ultra->required_resv = true;
		break;
	case CR_CK_316_NO_NODES:
		w->shapes[0].up = 0;
		break;
	case CR_CK_404_NO_TOPOLOGY:
		w->partitions[2].topology = NULL;
		w->partitions[2].topology_type = CR_TOPOLOGY_NONE;
		break;
	case CR_CK_405_TOPOLOGY_UNKNOWN:
		w->partitions[2].topology_unknown = true;
		break;
	case CR_CK_406_NODES_OUTSIDE:
		ultra->nodes = 37;
		break;
	default:
		break;
	}
}

static void change_site(unsigned code, struct fixture *f)
{
	switch (code) {
	case CR_CK_319_NOT_LOADED:
		f->conf.job_submit_plugins = "lua,commroute2";
		break;
	case CR_CK_320_LUA_BEHIND:
		f->conf.job_submit_plugins = "commroute,lua";
		break;
	case CR_CK_321_UNTRACKED:
		f->conf.tracked_tres = "gres/gpu:h200";
		break;
	case CR_CK_322_JOB_ENV:
		f->conf.job_env = true;
		break;
	case CR_CK_323_JOB_AGE:
		f->conf.min_job_age = 59;
		break;
	case CR_CK_324_NODE_RANK:
		f->conf.topology_params = "BlockAsNodeRank";
		break;
	case CR_CK_325_NOT_STACKED:
		f->conf.plugstack = "";
		break;
	case CR_CK_326_STACKED_TWICE:
		f->conf.plugstack = "optional spank_commroute.so\noptional /x/spank_commroute.so\n";
		break;
	case CR_CK_327_REQUIRED:
		f->conf.plugstack = "required spank_commroute.so\n";
		break;
	default:
		break;
	}
}

/* The world with the fault of CODE (0: none); what is found goes to DIAGS. */
static void judge(unsigned code, struct cr_diags *diags)
{
	struct fixture *f = malloc(sizeof(*f));
	char text[2000];

	assert_non_null(f);
	change_policy(code, text, sizeof(text));
	make_clean(f, text);
	change_accounting(code, f);
	change_cluster(code, &f->w);
	change_site(code, f);
	cr_policy_check_version(f->w.policy, f->w.view.slurm_version, diags);
	(void)cr_policy_check(f->w.policy, &f->w.view, diags);
	assert_int_equal(cr_audit(f->w.policy, &f->w.view, &f->accounts, &f->conf, diags), 0);
	world_free(&f->w);
	free(f);
}

static const struct cr_diag *find(const struct cr_diags *diags, unsigned code)
{
	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		if (cr_diags_get(diags, i)->code == code)
			return cr_diags_get(diags, i);
	return NULL;
}

static void print_all(const struct cr_diags *diags)
{
	char line[600];

	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		printf("CK-%u %s\n", cr_diags_get(diags, i)->code,
		       cr_diag_format(cr_diags_get(diags, i), line, sizeof(line)));
}

static void what_is_in_step_gives_nothing(void **state)
{
	struct cr_diags *diags = cr_diags_new();

	(void)state;
	judge(0, diags);
	print_all(diags);
	assert_int_equal(cr_diags_kept(diags), 0);
	cr_diags_destroy(diags);
}

static void every_fault_has_its_code(void **state)
{
	const struct cr_check_kind *kind;

	(void)state;
	for (unsigned code = 0; code < CODES_END; code++) {
		struct cr_diags *diags;
		const struct cr_diag *found;

		kind = cr_check_kind(code);
		if (!kind)
			continue;
		diags = cr_diags_new();

		judge(kind->code, diags);
		found = find(diags, kind->code);
		if (!found || found->severity != kind->severity || cr_diags_kept(diags) > 3) {
			print_all(diags);
			fail_msg("CK-%u", kind->code);
		}
		cr_diags_destroy(diags);
	}
}

/* The limit of an account without a share to hold is the site's own business. */
static void who_has_no_share_is_held_to_none(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	struct fixture f;

	(void)state;
	make_clean(&f, clean_policy);
	f.account_limit.grp = 1;
	limit(&f.account[2].assoc.limits, &f.account_limit);
	assert_int_equal(cr_audit(f.w.policy, &f.w.view, &f.accounts, &f.conf, diags), 0);
	print_all(diags);
	assert_int_equal(cr_diags_kept(diags), 0);
	cr_diags_destroy(diags);
	world_free(&f.w);
}

/* Nothing is said of accounts that nobody told; a circle among them ends. */
static void accounts_unknown_or_in_a_circle(void **state)
{
	struct cr_diags *diags = cr_diags_new();
	struct fixture f;

	(void)state;
	make_clean(&f, clean_policy);
	assert_int_equal(cr_audit(f.w.policy, &f.w.view, NULL, NULL, diags), 0);
	assert_int_equal(cr_diags_kept(diags), 0);
	f.account[0].parent = "nlp";
	f.account[3].parent = "vision-sub";
	assert_int_equal(cr_audit(f.w.policy, &f.w.view, &f.accounts, &f.conf, diags), 0);
	assert_non_null(find(diags, CR_CK_214_NO_USERS)); /* vic is under nobody's account now */
	assert_int_equal(cr_diags_kept(diags), 1);
	cr_diags_destroy(diags);
	world_free(&f.w);
}

/* AllowAccounts means those below as well; DenyAccounts too. */
static void lists_of_accounts_mean_those_below(void **state)
{
	static const char *const root[] = {"root"};
	struct cr_diags *diags = cr_diags_new();
	struct fixture f;

	(void)state;
	make_clean(&f, clean_policy);
	f.w.partitions[0].allow_accounts = (struct cr_names){root, 1};
	assert_int_equal(cr_audit(f.w.policy, &f.w.view, &f.accounts, &f.conf, diags), 0);
	assert_int_equal(cr_diags_kept(diags), 0);
	f.w.partitions[0].allow_accounts.count = 0;
	f.w.partitions[0].deny_accounts = (struct cr_names){root, 1};
	assert_int_equal(cr_audit(f.w.policy, &f.w.view, &f.accounts, &f.conf, diags), 0);
	assert_string_equal(find(diags, CR_CK_310_ALLOW_ACCOUNTS)->text,
			    "tenant 'nlp': DenyAccounts of partition 'ultra' shuts out account "
			    "'nlp'");
	cr_diags_destroy(diags);
	world_free(&f.w);
}

/* The page has each code once, and says which are warnings. */
static void the_manual_has_every_code(void **state)
{
	static char page[1 << 16];
	FILE *in = fopen("docs/man/commroute-check.1", "r");
	const struct cr_check_kind *kind;

	(void)state;
	assert_non_null(in);
	assert_true(fread(page, 1, sizeof(page) - 1, in) > 0);
	(void)fclose(in);
	for (unsigned code = 0; code < CODES_END; code++) {
		char line[40];

		kind = cr_check_kind(code);
		if (!kind)
			continue;
		(void)snprintf(line, sizeof(line), "\n.B CK\\-%u%s\n", kind->code,
			       kind->severity == CR_ERROR ? "" : " W");
		if (!strstr(page, line))
			fail_msg("no line for CK-%u", kind->code);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_in_step_gives_nothing),
		cmocka_unit_test(every_fault_has_its_code),
		cmocka_unit_test(who_has_no_share_is_held_to_none),
		cmocka_unit_test(accounts_unknown_or_in_a_circle),
		cmocka_unit_test(lists_of_accounts_mean_those_below),
		cmocka_unit_test(the_manual_has_every_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading a policy: what is read, and every fault with its line, all at once. */
#include "tests/unit/kept_policy.h"
#include "tests/unit/unit.h"

#include "base/diag.h"
#include "policies/file/policy_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file system of one or a few texts. */
struct files {
	const char *name[4], *text[4];
};

static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	const struct files *files = ctx;

	for (size_t i = 0; i < 4 && files->name[i]; i++)
		if (strcmp(files->name[i], path) == 0) {
			*buf = strdup(files->text[i]);
			*len = strlen(*buf);
			return 0;
		}
	return cr_error_set(err, "%s: no such file", path);
}

static struct cr_policy *load(const struct files *files, const char *cluster,
			      struct cr_diags *diags)
{
	struct cr_policy_reader reader = {.read = read_file, .ctx = (void *)files};
	struct cr_policy *policy = cr_policy_load(files->name[0], &reader, cluster, diags);

	if (!files->name[1]) /* else it is half of something */
		keep_policy(files->text[0], policy);
	return policy;
}

#define PROFILES                                                                                   \
	"profiles:\n"                                                                              \
	"  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}\n"

/* Each text is loaded as p.yaml; all that is said about it, in order. */
static const struct {
	const char *text, *said;
} faults[] = {
	{"", "p.yaml:1:1: error: the file is empty: at least 'version: 1' is needed\n"},
	{"mode: enforce\n",
	 "p.yaml:1:1: error: a policy needs 'version', for example version: 1\n"},
	{"version: 2\n", "p.yaml:1:10: error: 'version': '2' is not a whole number from 1 to 1\n"},
	{"- a\n", "p.yaml:1:1: error: a policy needs a mapping (key: value), not a list\n"},
	{"version: 1\nmode: on\n",
	 "p.yaml:2:7: error: 'on' here is a boolean to YAML 1.1: write the word meant, or quote it "
	 "if it is a name\n"},
	{"version: 1\nrecord: {journal: yes}\n",
	 "p.yaml:2:19: error: 'yes' here is a boolean to YAML 1.1: write true or false, or quote "
	 "it if it is a name\n"},
	{"version: 1\nmode: enforced\n",
	 "p.yaml:2:7: error: 'enforced' is no value of 'mode': did you mean 'enforce'?\n"},
	{"version: 1\nprofile: {}\n",
	 "p.yaml:2:1: error: unknown key 'profile' in a policy: did you mean 'profiles'?\n"},
	{"version: 1\nmode: observe\nmode: enforce\nnotfy: always\n",
	 "p.yaml:3:1: error: 'mode' stands twice, first in line 2\n"
	 "p.yaml:4:1: error: unknown key 'notfy' in a policy: did you mean 'notify'?\n"},
	{"version: 1\nprofiles:\n  moe:\n    pattern: alltoall\n",
	 "p.yaml:3:3: error: a profile 'moe' needs 'intensity', for example intensity: extreme\n"
	 "p.yaml:3:3: error: a profile 'moe' needs 'routes', for example routes: "
	 "[{topology_type: block}]\n"},
	{"version: 1\nprofiles:\n  moe: {pattern: alltoall, intensity: high, routes: []}\n",
	 "p.yaml:3:3: error: a profile 'moe' needs 'routes', for example routes: "
	 "[{topology_type: block}]\n"},
	{"version: 1\n" PROFILES "tenants:\n  a: {accounts: [x, z]}\n  b: {accounts: [z]}\n",
	 "p.yaml:6:18: error: account 'z' of tenant 'b' is claimed already by tenant 'a' (p.yaml "
	 "line 5)\n"},
	{"version: 1\n" PROFILES "tenants:\n  a: {accounts: [x], profiles: [mo]}\n",
	 "p.yaml:5:33: error: no profile is called 'mo': did you mean 'moe'?\n"},
	{"version: 1\n" PROFILES "undeclared:\n- {when: {min_nodes: 16}, profile: mope}\n",
	 "p.yaml:5:3: error: no profile is called 'mope': did you mean 'moe'?\n"},
	{"version: 1\nrank_order_ignores: [profiler, tag=, auto-resume, 'a b', --tag, a=b, =]\n",
	 "p.yaml:2:38: warning: 'rank_order_ignores': --auto-resume is known, and keeps its "
	 "meaning\n"
	 "p.yaml:2:51: error: 'rank_order_ignores': 'a b' is no option's name without its dashes, "
	 "or with a = at its end\n"
	 "p.yaml:2:58: error: 'rank_order_ignores': '--tag' is no option's name without its dashes, "
	 "or with a = at its end\n"
	 "p.yaml:2:65: error: 'rank_order_ignores': 'a=b' is no option's name without its dashes, or "
	 "with a = at its end\n"
	 "p.yaml:2:70: error: 'rank_order_ignores': '=' is no option's name without its dashes, or "
	 "with a = at its end\n"},
	{"version: 1\nother_accounts: nobody\n"
	 "rank_order_ignores: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]\n",
	 "p.yaml:1:1: error: no tenant is called 'nobody'; other words: leave, refuse\n"},
	{"version: 1\nrank_order_ignores: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q]\n",
	 "p.yaml:2:22: error: 'rank_order_ignores': 17 options, more than 16\n"},
	{"version: 1\nother_accounts: nobody\nrank_order_ignores: [a23456789012345678901234567890=]\n",
	 "p.yaml:1:1: error: no tenant is called 'nobody'; other words: leave, refuse\n"},
	{"version: 1\nrank_order_ignores: [a234567890123456789012345678901=]\n",
	 "p.yaml:2:22: error: 'rank_order_ignores': 'a234567890123456789012345678901=' is no "
	 "option's name without its dashes, or with a = at its end\n"},
	{"version: 1\nother_accounts: nobody\n",
	 "p.yaml:1:1: error: no tenant is called 'nobody'; other words: leave, refuse\n"},
	{"version: 1\nprofiles:\n  list: {pattern: none, intensity: none, "
	 "routes: [{partition: a}]}\n",
	 "p.yaml:3:3: error: 'list' means something of its own in --comm-profile and cannot name a "
	 "profile\n"},
	{"version: 1\nprofiles:\n  a: {pattern: none, intensity: low, routes: [{}]}\n",
	 "p.yaml:3:3: error: profile 'a': pattern none and intensity none go together\n"
	 "p.yaml:3:47: error: a route needs one of topology_type, topology and partition, not "
	 "none\n"},
	{"version: 1\nprofiles:\n"
	 "  a: {pattern: alltoall, intensity: high, routes: [{topology_type: tree, spacing: spread,\n"
	 "    segment: {min: 2}, switches: fewest, exclusive_topology: false},\n"
	 "    {topology_type: block, switches: none, spacing: any}, {topology: t, segment: 4}, {}]}\n",
	 "p.yaml:3:83: warning: 'spacing' has no effect on topologies of type tree\n"
	 "p.yaml:4:14: warning: 'segment' has no effect on topologies of type tree\n"
	 "p.yaml:5:86: error: a route needs one of topology_type, topology and partition, not "
	 "none\n"},
	{"version: 1\nprofiles:\n"
	 "  a: {pattern: none, intensity: none, routes: [{topology_type: flat, contiguous: true},\n"
	 "    {topology_type: block, contiguous: true}, {topology_type: tree, contiguous: false}],\n"
	 "    x: 1}\n",
	 "p.yaml:4:40: warning: 'contiguous' has no effect on topologies of type block\n"
	 "p.yaml:5:5: error: unknown key 'x' in a profile: known are summary, aliases, "
	 "pattern, intensity, routes, group or portable\n"},
	{"version: 1\npartitions: {p: {interactive: {max_time: 240}}}\n", NULL},
	{"version: 1\npartitions: {p: {interactive: {max_time: 4 hours}}}\n", NULL},
	{"version: 1\npartitions: {p: {price: {gpu_hour: 1,5}}}\n", NULL},
	{"version: 1\npartitions: {p: {price: {gpu_hour: inf}}}\n", NULL},
	{"version: 1\npartitions: {p: {admit: {min_nodes: -1}}}\n", NULL},
	{"version: 1\npartitions: {p: {admit: {min_nodes: 4294967294}}}\n", NULL},
	{"version: 1\npartitions: {p: {admit: {min_nodes: 5, max_nodes: 4}}}\n",
	 "p.yaml:2:25: error: partition 'p' admits from 5 to 4 nodes: nothing\n"},
	{"version: 1\npartitions: {'p q': {}}\n", NULL},
	{"version: 1\ntenants: {\xc3\xbc: {accounts: [a]}}\n", NULL},
	{"version: 1\ntenants: {t: {accounts: [a], qos: {own: s, borrow: s}}}\n",
	 "p.yaml:2:35: error: tenant 't': own and borrow QOS are the same, 's'\n"},
	{"version: 1\ntenants: {t: {accounts: [a], qos: {own: '{user}'}}}\n", NULL},
	{"version: 1\ntenants: {t: {accounts: [a], share: {u: 1}, reserve: {u: 2}}}\n",
	 "p.yaml:2:54: warning: 'reserve' has no effect in this version\n"
	 "p.yaml:2:55: error: tenant 't' reserves 2 GPUs of 'u' out of a share of 1\n"},
	{"version: 1\ntenants:\n"
	 "  a: {accounts: [a], qos: {borrow: s}, borrow: {min_run: 1h, grace: 1m}}\n"
	 "  b: {accounts: [b], qos: {borrow: S}, borrow: {min_run: 2h, grace: 1m}}\n"
	 "  c: {accounts: [c], qos: {borrow: o}, borrow: {min_run: 3h}}\n"
	 "  d: {accounts: [d], qos: {borrow: s}, borrow: {grace: 2m}}\n",
	 "p.yaml:4:58: error: tenants 'a' and 'b' borrow from one QOS, 'S', which can have one "
	 "min_run: 3600 and 7200 seconds\n"
	 "p.yaml:6:56: error: tenants 'a' and 'd' borrow from one QOS, 's', which can have one "
	 "grace: 60 and 120 seconds\n"},
	{"version: 1\ninclude: p.yaml\n",
	 "p.yaml:2:10: error: 'p.yaml' includes itself, by way of p.yaml\n"},
	{"version: 1\ninclude: [none.yaml]\n", "p.yaml:2:11: error: none.yaml: no such file\n"},
	{"version: 1\nclusters: {c: {version: 1}}\n",
	 "p.yaml:2:25: error: 'version' stands outside 'clusters' only\n"},
	{"version: 1\nclusters: {c: {mod: enforce}}\n",
	 "p.yaml:2:16: error: unknown key 'mod' in a policy: did you mean 'mode'?\n"},
	{"version: 1\nprofiles:\n  moe: >\n    x\n", NULL},
	{"version: &a 1\nmode: *a\n", NULL},
	{"{", NULL},
};

static void say_all(const struct cr_diags *diags, char *buf, size_t size)
{
	size_t used = 0;
	char line[600];

	buf[0] = '\0';
	for (size_t i = 0; i < cr_diags_kept(diags) && used < size; i++)
		used += (size_t)snprintf(
			buf + used, size - used, "%s\n",
			cr_diag_format(cr_diags_get(diags, i), line, sizeof(line)));
}

static void faults_are_told_with_their_place(void **state)
{
	static char said[65536];

	(void)state;
	for (size_t i = 0; i < COUNT(faults); i++) {
		struct files files = {{"p.yaml"}, {faults[i].text}};
		struct cr_diags *diags = cr_diags_new();

		assert_null(load(&files, NULL, diags));
		assert_true(cr_diags_errors(diags) > 0);
		say_all(diags, said, sizeof(said));
		if (faults[i].said)
			assert_string_equal(said, faults[i].said);
		else /* whatever is said has a line */
			assert_memory_equal(said, "p.yaml:", 7);
		cr_diags_destroy(diags);
	}
}

static const struct cr_tenant *tenant(const struct cr_policy *p, const char *name)
{
	return (const void *)cr_index_find(&p->tenants, name);
}

static void defaults_reach_every_tenant(void **state)
{
	struct files files = {
		{"p.yaml"},
		{"version: 1\n" PROFILES "tenant_defaults:\n"
		 "  qos: {own: 'q-{tenant}', borrow: spare}\n"
		 "  borrow: {consent: always, max_gpus: 64}\n"
		 "  topology_types: [tree]\n"
		 "tenants:\n"
		 "  a: {accounts: [a]}\n"
		 "  b: {accounts: b, qos: {own: mine}, borrow: never, topology_types: [block]}\n"}};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *p = load(&files, NULL, diags);

	(void)state;
	assert_non_null(p);
	assert_string_equal(tenant(p, "a")->qos.own, "q-a");
	assert_string_equal(tenant(p, "a")->qos.borrow, "spare");
	assert_int_equal(tenant(p, "a")->borrow.consent, CR_BORROW_ALWAYS);
	assert_int_equal(tenant(p, "a")->borrow.max_gpus, 64);
	assert_int_equal(tenant(p, "a")->topology_types, 1U << CR_TOPOLOGY_TREE);
	assert_int_equal(tenant(p, "a")->over_budget, CR_OVER_BUDGET_REFUSE);
	assert_true(tenant(p, "a")->lend);
	assert_string_equal(tenant(p, "b")->qos.own, "mine");
	assert_string_equal(tenant(p, "b")->qos.borrow, "spare");
	assert_int_equal(tenant(p, "b")->borrow.consent, CR_BORROW_NEVER);
	assert_int_equal(tenant(p, "b")->borrow.max_gpus, 64);
	assert_int_equal(tenant(p, "b")->topology_types, 1U << CR_TOPOLOGY_BLOCK);
	assert_string_equal(tenant(p, "b")->accounts.names.name[0], "b");
	cr_policy_destroy(p);
	cr_diags_destroy(diags);
}

static void layers_come_over_each_other(void **state)
{
	struct files files = {{"/etc/slurm/p.yaml", "/etc/slurm/profiles.yaml"},
			      {"version: 1\ninclude: profiles.yaml\nmode: enforce\n"
			       "clusters:\n"
			       "  Alpha: {mode: observe, profiles: {moe: {intensity: high}}}\n",
			       "version: 1\nmode: disabled\n" PROFILES}};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *p = load(&files, NULL, diags), *alpha = load(&files, "alpha", diags);
	struct cr_profile_info info;

	(void)state;
	assert_non_null(p);
	assert_non_null(alpha);
	assert_int_equal(cr_policy_mode(p), CR_MODE_ENFORCE);
	assert_int_equal(cr_policy_mode(alpha), CR_MODE_OBSERVE);
	assert_true(cr_policy_profile(p, 0, &info));
	assert_string_equal(info.intensity, "extreme");
	assert_int_equal(info.topology_type, CR_TOPOLOGY_BLOCK);
	assert_true(cr_policy_profile(alpha, 0, &info));
	assert_string_equal(info.intensity, "high");
	assert_false(cr_policy_profile(alpha, 1, &info));
	assert_string_equal(cr_policy_file(p, 0), "/etc/slurm/p.yaml");
	assert_string_equal(cr_policy_file(p, 1), "/etc/slurm/profiles.yaml");
	assert_null(cr_policy_file(p, 2));
	assert_string_equal(cr_policy_hash(p), cr_policy_hash(alpha));
	assert_int_equal(strlen(cr_policy_hash(p)), 16);
	cr_policy_destroy(p);
	cr_policy_destroy(alpha);
	cr_diags_destroy(diags);
}

static void a_name_in_two_files_is_an_error(void **state)
{
	struct files files = {{"p.yaml", "q.yaml"},
			      {"version: 1\ninclude: q.yaml\n" PROFILES, PROFILES}};
	struct cr_diags *diags = cr_diags_new();
	char said[2000];

	(void)state;
	assert_null(load(&files, NULL, diags));
	say_all(diags, said, sizeof(said));
	assert_string_equal(said, "p.yaml:4:3: error: 'moe' is defined already, in q.yaml line 2; "
				  "only 'clusters' may change it\n");
	cr_diags_destroy(diags);
}

/* 2 MB is the limit; what stays below it must be handled in bounded time. */
static void large_policies_are_bounded(void **state)
{
	size_t size = (size_t)10 << 20, used;
	char *text = malloc(size + 200);
	struct files files = {{"p.yaml"}, {text}};
	struct cr_diags *diags = cr_diags_new();

	(void)state;
	memset(text, '#', size);
	text[size] = '\0';
	assert_null(load(&files, NULL, diags));
	used = (size_t)sprintf(text, "version: 1\ntenants:\n");
	for (int i = 0; i < 1000; i++)
		used += (size_t)sprintf(text + used, "  t%d: {accounts: [a%d, b%d]}\n", i, i, i);
	cr_diags_destroy(diags);
	diags = cr_diags_new();
	cr_policy_destroy(load(&files, NULL, diags));
	assert_int_equal(cr_diags_errors(diags), 0);
	used = (size_t)sprintf(text, "version: 1\ntenants:\n");
	for (int i = 0; i < 20000; i++)
		used += (size_t)sprintf(text + used, "  t%d: {accounts: [a%d], profiles: [x%d]}\n",
					i, i, i);
	assert_null(load(&files, NULL, diags));
	cr_diags_destroy(diags);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faults_are_told_with_their_place),
		cmocka_unit_test(defaults_reach_every_tenant),
		cmocka_unit_test(layers_come_over_each_other),
		cmocka_unit_test(a_name_in_two_files_is_an_error),
		cmocka_unit_test(large_policies_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

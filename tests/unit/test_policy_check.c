/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy against a cluster: what does not fit together, with its line. */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

#define HEAD                                                                                       \
	"version: 1\n"                                                                             \
	"profiles:\n"                                                                              \
	"  a: {pattern: alltoall, intensity: high, routes: [{topology_type: block}]}\n"

static const struct {
	const char *text; /* after HEAD, which has 3 lines */
	const char *said; /* NULL: nothing */
} cases[] = {
	{"", NULL},
	{"  b: {pattern: pipeline, intensity: low, routes: [{topology_type: ring}]}\n",
	 "commroute.yaml:4:51: error: profile 'b': this route can never match: no partition has a "
	 "topology of type ring\n"},
	{"  b: {pattern: pipeline, intensity: low, routes: [{topology: ultre}, {partition: p5en}]}\n",
	 "commroute.yaml:4:51: warning: profile 'b': this route can never match: no partition has "
	 "topology 'ultre'\n"},
	{"  b: {pattern: pipeline, intensity: low, routes: [{partition: p5n}]}\n",
	 "commroute.yaml:4:51: error: this cluster has no partition 'p5n': did you mean 'p5en'?\n"},
	{"partitions: {ultr: {admit: {min_nodes: 2}}}\n",
	 "commroute.yaml:4:14: error: this cluster has no partition 'ultr': did you mean 'ultra'?\n"},
	{"partitions: {train: {counts_as_unset: true}}\n", NULL},
	{"tenants: {t: {accounts: [nlp], qos: {own: nlq}}}\n",
	 "commroute.yaml:4:37: error: tenant 't': Slurm has no QOS 'nlq' (own): did you mean "
	 "'nlp'?\n"},
	{"tenants: {t: {accounts: [nlp], qos: {own: spare, borrow: normal}}}\n",
	 "commroute.yaml:4:37: warning: tenant 't': QOS 'spare' has priority 10, not more than "
	 "'normal' with 10: Slurm would try the borrow QOS first\n"
	 "commroute.yaml:4:37: warning: tenant 't': QOS 'spare' does not preempt 'normal': what is "
	 "lent is not given back\n"},
	{"tenants: {t: {accounts: [nlp], partitions: ['q*']}}\n",
	 "commroute.yaml:4:45: warning: tenant 't': no partition matches 'q*'\n"},
	{"tenants: {t: {accounts: [x], share: {ultra: 72}}, u: {accounts: [y], share: {ultra: 73}}}\n",
	 "commroute.yaml:4:78: error: the tenants' shares of 'ultra' add up to 145 GPUs; it has "
	 "144\n"},
};

static void disagreements_are_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct world w;
		struct cr_diags *diags = cr_diags_new();
		char text[2000], said[2000] = "", line[600];
		int rc;

		snprintf(text, sizeof(text), "%s%s", HEAD, cases[i].text);
		world_make(&w, text);
		rc = cr_policy_check(w.policy, &w.view, diags);
		for (size_t k = 0; k < cr_diags_kept(diags); k++) {
			strncat(said, cr_diag_format(cr_diags_get(diags, k), line, sizeof(line)),
				sizeof(said) - strlen(said) - 2);
			strcat(said, "\n");
		}
		assert_string_equal(said, cases[i].said ? cases[i].said : "");
		assert_int_equal(rc, cr_diags_errors(diags) ? -1 : 0);
		cr_diags_destroy(diags);
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(disagreements_are_told)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

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
	{"  b: {pattern: pipeline, intensity: low, routes: [{topology: ultra, switches: fewest},\n"
	 "    {partition: p5en, spacing: any, exclusive_topology: true, segment: none}]}\n",
	 "commroute.yaml:4:79: warning: profile 'b': 'switches' has no effect in partition 'ultra', "
	 "whose topology is of type block\n"
	 "commroute.yaml:5:72: warning: profile 'b': 'segment' has no effect in partition 'p5en', "
	 "whose topology is of type tree\n"
	 "commroute.yaml:5:57: warning: profile 'b': 'exclusive_topology' has no effect in "
	 "partition 'p5en', whose topology is of type tree\n"},
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

static const struct {
	uint32_t version;
	const char *text; /* of routes */
	const char *said;
} versions[] = {
	{CR_SINCE_PARTITION_TOPOLOGY - 1, "{topology_type: tree}, {topology_type: block}",
	 "commroute.yaml:3:52: warning: topology_type cannot tell partitions apart: Slurm 25.04.255 "
	 "has one topology for all of them; name the partition (partition: NAME)\n"},
	{CR_SINCE_PARTITION_TOPOLOGY, "{topology_type: tree}, {topology: ultra}", ""},
	{CR_SLURM_VERSION(24, 11, 5), "{topology: ultra}",
	 "commroute.yaml:3:52: warning: topology 'ultra': Slurm 24.11.5 has one topology for all "
	 "partitions, without a name; name the partition (partition: NAME)\n"},
	{CR_SLURM_VERSION(24, 11, 5), "{partition: ultra, segment: largest}", ""},
	{CR_SINCE_RING - 1, "{topology_type: torus3d}",
	 "commroute.yaml:3:52: warning: profile 'a': Slurm 26.04.255 has no topology of type "
	 "torus3d, which came with 26.05\n"},
	{CR_SINCE_RING, "{topology_type: ring}", ""},
	{CR_SINCE_SEGMENT_SPACING - 1, "{topology_type: block, segment: largest, spacing: spread}",
	 "commroute.yaml:3:52: warning: profile 'a': 'spacing' has no effect: Slurm 25.11.1 cannot "
	 "spread or consolidate segments, which came with 25.11.2\n"},
	{CR_SINCE_SEGMENT_SPACING, "{topology_type: block, segment: largest, spacing: spread}", ""},
	{0, "{topology_type: ring, spacing: spread}", ""},
};

static void what_this_slurm_has_not_is_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(versions); i++) {
		struct world w;
		struct cr_diags *diags = cr_diags_new();
		char text[600], said[2000] = "", line[600];

		snprintf(text, sizeof(text),
			 "version: 1\nprofiles:\n"
			 "  a: {pattern: alltoall, intensity: high, routes: [%s]}\n",
			 versions[i].text);
		world_make(&w, text);
		cr_policy_check_version(w.policy, versions[i].version, diags);
		for (size_t k = 0; k < cr_diags_kept(diags); k++) {
			strncat(said, cr_diag_format(cr_diags_get(diags, k), line, sizeof(line)),
				sizeof(said) - strlen(said) - 2);
			strcat(said, "\n");
		}
		assert_string_equal(said, versions[i].said);
		assert_int_equal(cr_diags_errors(diags), 0);
		cr_diags_destroy(diags);
		world_free(&w);
	}
}

/* A tenant's right is a right to partitions: where types tell nothing, it is none. */
static void rights_by_type_are_told(void **state)
{
	struct world w;
	struct cr_diags *diags = cr_diags_new();
	char line[600];

	(void)state;
	world_make(&w, HEAD "tenants: {t: {accounts: [x], topology_types: [tree]}}\n");
	w.view.slurm_version = CR_SLURM_VERSION(24, 11, 5);
	cr_policy_check_version(w.policy, CR_SINCE_PARTITION_TOPOLOGY, diags);
	assert_int_equal(cr_diags_kept(diags), 0);
	cr_policy_check_version(w.policy, CR_SLURM_VERSION(24, 11, 5), diags);
	assert_int_equal(cr_diags_warnings(diags), 2);
	cr_diag_format(cr_diags_get(diags, 1), line, sizeof(line));
	assert_string_equal(line,
			    "commroute.yaml:4:46: warning: tenant 't': topology_types cannot "
			    "tell partitions apart: Slurm 24.11.5 has one topology for all of "
			    "them; name partitions (partitions: [NAME])");
	cr_diags_destroy(diags);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disagreements_are_told),
		cmocka_unit_test(what_this_slurm_has_not_is_told),
		cmocka_unit_test(rights_by_type_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

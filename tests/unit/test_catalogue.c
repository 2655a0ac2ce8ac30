/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The catalogue of node variables: its form, its rows, and what nodes make of them. */
#include "unit.h"

#include "environment/advice.h"
#include "environment/catalogue.h"
#include "environment/node_facts.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void builtin_catalogues_are_sound(void **state)
{
	static const char *const names[] = {"aws", "infiniband", "none", NULL};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cr_diags *diags = cr_diags_new();
		struct cr_catalogue *c = cr_catalogue_make(names[i], NULL, NULL, 0, diags);
		const struct cr_row *row;
		size_t rows = 0;

		assert_non_null(c);
		assert_int_equal(cr_diags_kept(diags), 0);
		for (; (row = cr_catalogue_row(c, rows)) != NULL; rows++)
			assert_false(row->certainty == 'M' && row->enabled);
		assert_true(i < 2 ? rows > 5 : rows == 0);
		cr_catalogue_destroy(c);
		cr_diags_destroy(diags);
	}
}

#define GOOD "id: a, set: A_B, value: '1', reason: r, source: s, certainty: H"

static void faults_are_told_with_their_place(void **state)
{
	static const struct {
		const char *text, *fault;
	} cases[] = {
		{"rows:\n  - {" GOOD ", wen: {}}\n",
		 "site:2:71: error: unknown key 'wen'; did you mean 'when'?"},
		{"rowz: []\n", "site:1:1: error: unknown key 'rowz'; did you mean 'rows'?"},
		{"rows: 1\n", "site:1:7: error: a list of rows is wanted"},
		{"[a]\n", "site:1:1: error: a mapping with `rows:` is wanted"},
		{"rows:\n  - {id: a, set: A}\n",
		 "site:2:5: error: a row has id, set or harmful, reason, source and certainty"},
		{"rows:\n  - {" GOOD ", harmful: C}\n",
		 "site:2:5: error: a row has set or harmful, not both"},
		{"rows:\n  - {id: a, set: A, reason: r, source: s, certainty: H}\n",
		 "site:2:5: error: a row that sets has one value"},
		{"rows:\n  - {id: a, set: A, value: x, reason: r, source: s, certainty: X}\n",
		 "site:2:64: error: certainty is H (said by the vendor) or M (a sample, an inference)"},
		{"rows:\n  - {" GOOD ", when: {topology_type: blok}}\n",
		 "site:2:93: error: no topology_type is called so; did you mean 'block'?"},
		{"rows:\n  - {" GOOD ", when: {plugin_min: new}}\n",
		 "site:2:90: error: not a version such as \"1.16\""},
		{"rows:\n  - {" GOOD ", enabled: maybe}\n",
		 "site:2:80: error: true or false is wanted"},
		{"rows:\n  - {id: 'a b', set: A}\n",
		 "site:2:10: error: not a name: letters, digits, '_', '-' and '.'"},
		{"rows:\n  - {" GOOD "}\n  - {" GOOD "}\n",
		 "site:3:5: error: there is another row 'a'"},
		{"enable: [nosuch]\n", "site:1:9: error: enable: there is no row 'nosuch'"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_diags *diags = cr_diags_new();
		char line[500];

		assert_null(cr_catalogue_make("aws", "site", cases[i].text, strlen(cases[i].text),
					      diags));
		assert_true(cr_diags_kept(diags) > 0);
		cr_diag_format(cr_diags_get(diags, 0), line, sizeof(line));
		assert_string_equal(line, cases[i].fault);
		cr_diags_destroy(diags);
	}
	assert_null(cr_catalogue_make("awz", NULL, NULL, 0, NULL));
}

static void the_sites_rows_come_first(void **state)
{
	static const char site[] =
		"enable: [netdevs-max1]\ndisable: [p2p-disable]\nrows:\n"
		"  - {id: efa-mtu, harmful: FI_EFA_MTU_SIZE, value: ['1'], reason: "
		"ours, source: site, certainty: H}\n";
	struct cr_catalogue *c = cr_catalogue_make("aws", "site", site, strlen(site), NULL);
	const struct cr_row *row;
	size_t mtu = 0;

	(void)state;
	assert_non_null(c);
	assert_string_equal(cr_catalogue_row(c, 0)->reason, "ours");
	for (size_t i = 0; (row = cr_catalogue_row(c, i)) != NULL; i++) {
		mtu += strcmp(row->id, "efa-mtu") == 0;
		if (strcmp(row->id, "netdevs-max1") == 0)
			assert_true(row->enabled);
		if (strcmp(row->id, "p2p-disable") == 0)
			assert_false(row->enabled);
	}
	assert_int_equal(mtu, 1);
	cr_catalogue_destroy(c);
}

static void versions(void **state)
{
	(void)state;
	assert_int_equal(cr_catalogue_version("1.16"), 0x011000);
	assert_int_equal(cr_catalogue_version("1.16.2"), 0x011002);
	assert_true(cr_catalogue_version("1.9") < cr_catalogue_version("1.10"));
	assert_int_equal(cr_catalogue_version(""), 0);
	assert_int_equal(cr_catalogue_version("new"), 0);
	assert_int_equal(cr_catalogue_version("1.2.3.4"), 0);
	assert_int_equal(cr_catalogue_version("1.999"), 0);
}

/* ---- advice ------------------------------------------------------------------ */

static struct cr_facts facts;

/* What ROW (YAML) of a site's file says, VALUE being set. */
static enum cr_advice advise(const char *row, const char *type, const char *pattern,
			     const char *value)
{
	char text[400];
	struct cr_situation s = {type, pattern, &facts};
	struct cr_catalogue *c;
	enum cr_advice advice;

	(void)snprintf(text, sizeof(text),
		       "rows: [{id: x, reason: r, source: s, certainty: H, %s}]", row);
	c = cr_catalogue_make("none", "t", text, strlen(text), NULL);
	assert_non_null(c);
	advice = cr_advise(cr_catalogue_row(c, 0), &s, value, NULL);
	cr_catalogue_destroy(c);
	return advice;
}

static void conditions(void **state)
{
	static const struct {
		const char *row, *type, *pattern, *value;
		enum cr_advice advice;
	} cases[] = {
		{"set: A, value: '1'", "tree", "alltoall", NULL, CR_ADVICE_SET},
		{"set: A, value: '1'", "tree", "alltoall", "", CR_ADVICE_PRESENT},
		{"set: CONF, value: '1'", "tree", "alltoall", NULL, CR_ADVICE_PRESENT},
		{"set: CON, value: '1'", "tree", "alltoall", NULL, CR_ADVICE_SET},
		{"set: A, value: '1', enabled: false", "tree", "", NULL, CR_ADVICE_NONE},
		{"set: A, value: '1', when: {topology_type: tree}", "tree", "", NULL,
		 CR_ADVICE_SET},
		{"set: A, value: '1', when: {topology_type: [block, tree]}", "tree", "", NULL,
		 CR_ADVICE_SET},
		{"set: A, value: '1', when: {topology_type: tree}", "block", "", NULL,
		 CR_ADVICE_NONE},
		{"set: A, value: '1', when: {topology_type: tree}", "", "", NULL, CR_ADVICE_NONE},
		{"set: A, value: '1', when: {pattern: alltoall}", "", "allreduce", NULL,
		 CR_ADVICE_NONE},
		{"set: A, value: '1', when: {product: 'p5en.*'}", "", "", NULL, CR_ADVICE_SET},
		{"set: A, value: '1', when: {product: 'p5.*'}", "", "", NULL, CR_ADVICE_NONE},
		{"set: A, value: '1', when: {device: [imex, efa]}", "", "", NULL, CR_ADVICE_SET},
		{"set: A, value: '1', when: {device: imex}", "", "", NULL, CR_ADVICE_NONE},
		{"set: A, value: '1', when: {plugin_min: '1.15'}", "", "", NULL, CR_ADVICE_SET},
		{"set: A, value: '1', when: {plugin_min: '1.15.1'}", "", "", NULL, CR_ADVICE_NONE},
		{"set: A, value: '1', when: {plugin_below: '1.15'}", "", "", NULL, CR_ADVICE_NONE},
		{"set: A, value: '1', when: {plugin_below: '1.16'}", "", "", NULL, CR_ADVICE_SET},
		{"harmful: A", "", "", NULL, CR_ADVICE_NONE},
		{"harmful: A", "", "", "", CR_ADVICE_WARN},
		{"harmful: A, value: ['0', '-*']", "", "", "-4", CR_ADVICE_WARN},
		{"harmful: A, value: ['0', '-*']", "", "", "4", CR_ADVICE_NONE},
		{"harmful: A, value: ['']", "", "", "", CR_ADVICE_WARN},
		{"harmful: A, value: ['']", "", "", "x", CR_ADVICE_NONE},
	};
	char conf[] = "# A=1\n CONF = 2\nOTHER=3";

	(void)state;
	facts = (struct cr_facts){
		.product = "p5en.48xlarge", .efa = true, .plugin = 0x010f00, .nccl_conf = conf};
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(
			advise(cases[i].row, cases[i].type, cases[i].pattern, cases[i].value),
			cases[i].advice);
	facts.plugin = 0;
	assert_int_equal(advise("set: A, value: '1', when: {plugin_below: '9'}", "", "", NULL),
			 CR_ADVICE_NONE);
}

/* ---- facts ------------------------------------------------------------------- */

static char root[] = "/tmp/commroute-facts-XXXXXX";

static int make_root(void **state)
{
	(void)state;
	return mkdtemp(root) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int remove_root(void **state)
{
	(void)state;
	return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *path, const char *text, size_t len)
{
	char full[300];
	FILE *f;

	(void)snprintf(full, sizeof(full), "%s%s", root, path);
	for (char *at = full + strlen(root) + 1; (at = strchr(at, '/')) != NULL; at++) {
		*at = '\0';
		(void)mkdir(full, 0755);
		*at = '/';
	}
	f = fopen(full, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void facts_of_nodes(void **state)
{
	static const char library[] = "/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu/libnccl-net.so";
	static const char mark[] = "aws-ofi-nccl 1.16.2";
	char *big = calloc(1, 200000);

	(void)state;
	assert_non_null(big);
	cr_facts_read(root, &facts);
	assert_string_equal(facts.product, "");
	assert_false(facts.efa || facts.infiniband || facts.imex);
	cr_facts_clear(&facts);

	put("/sys/devices/virtual/dmi/id/product_name", "p6e-gb200.36xlarge\n", 19);
	put("/sys/class/infiniband/rdmap0/device/vendor", "0x1d0f\n", 7);
	put("/dev/nvidia-caps-imex-channels/channel0", "", 0);
	cr_facts_read(root, &facts);
	assert_string_equal(facts.product, "p6e-gb200.36xlarge");
	assert_true(facts.efa && facts.imex && !facts.infiniband);
	cr_facts_clear(&facts);

	put("/sys/class/infiniband/rdmap0/device/vendor", "0x15b3\n", 7);
	put("/sys/class/infiniband/rdmap0/ports/1/link_layer", "InfiniBand\n", 11);
	cr_facts_read(root, &facts);
	assert_true(facts.infiniband && !facts.efa);

	/* The mark may lie anywhere in the library, also across what is read at once. */
	for (size_t at = 65536 - 25; at < 65536 + 3; at++) {
		memset(big, 0, 200000);
		memcpy(big + at, mark, sizeof(mark));
		put(library, big, 200000);
		facts.plugin = 0;
		cr_facts_read_plugin(root, &facts);
		assert_int_equal(facts.plugin, 0x011002);
	}
	put(library, "aws-ofi-nccl (unknown)", 22);
	facts.plugin = 0;
	cr_facts_read_plugin(root, &facts);
	assert_int_equal(facts.plugin, 0);
	cr_facts_clear(&facts);
	free(big);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builtin_catalogues_are_sound),
		cmocka_unit_test(faults_are_told_with_their_place),
		cmocka_unit_test(the_sites_rows_come_first),
		cmocka_unit_test(versions),
		cmocka_unit_test(conditions),
		cmocka_unit_test_setup_teardown(facts_of_nodes, make_root, remove_root),
	};

	return cmocka_run_group_tests_name("catalogue", tests, NULL, NULL);
}

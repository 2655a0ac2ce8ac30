/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The catalogue of node variables: its form, its rows, and what nodes make of them. */
#include "tests/unit/manual.h"
#include "tests/unit/unit.h"

#include "environment/advice.h"
#include "environment/catalogue.h"
#include "environment/known_names.h"
#include "environment/libraries.h"
#include "environment/node_facts.h"
#include "environment/version.h"

#include <ctype.h>
#include <elf.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns how many. */
static size_t rows_are_sound(const struct cr_catalogue *c)
{
	const struct cr_row *row;
	size_t rows = 0;

	for (; (row = cr_catalogue_row(c, rows)) != NULL; rows++) {
		assert_false(row->certainty == 'M' && row->enabled);
		/* A source that can be looked up: a version, or a document and its date. */
		assert_non_null(strpbrk(row->source, "0123456789"));
	}
	return rows;
}

static void builtin_catalogues_are_sound(void **state)
{
	const struct cr_catalogue_info *info;

	(void)state;
	for (size_t i = 0; (info = cr_catalogue_info(i)) != NULL; i++) {
		struct cr_diags *diags = cr_diags_new();
		struct cr_catalogue *c = cr_catalogue_make(info->name, NULL, NULL, 0, diags);

		assert_non_null(c);
		assert_int_equal(cr_diags_kept(diags), 0);
		assert_true(rows_are_sound(c) > 5);
		cr_catalogue_destroy(c);
		cr_diags_destroy(diags);
	}
	for (size_t i = 0; i < 2; i++) {
		struct cr_catalogue *c = cr_catalogue_make(i ? "none" : NULL, NULL, NULL, 0, NULL);

		assert_non_null(c);
		assert_null(cr_catalogue_row(c, 0));
		cr_catalogue_destroy(c);
	}
}

#define GOOD "id: a, set: A_B, value: '1', reason: r, source: s, certainty: H"

static void faults_are_told_with_their_place(void **state)
{
	static const struct {
		const char *text, *fault;
	} cases[] = {
		{"rows:\n  - {" GOOD ", wen: {}}\n",
		 "site:2:71: error: unknown key 'wen' in a row: did you mean 'when'?"},
		{"rowz: []\n",
		 "site:1:1: error: unknown key 'rowz' in a catalogue: did you mean 'rows'?"},
		{"rows: 1\n",
		 "site:1:7: error: 'rows' needs a list ([...] or lines with '- '), not text"},
		{"[a]\n", "site:1:1: error: a catalogue needs a mapping (key: value), not a list"},
		{"rows:\n  - {id: a, set: A}\n", "site:2:5: error: a row needs 'reason'"},
		{"rows:\n  - {set: A, value: x, reason: r, source: s, certainty: H}\n",
		 "site:2:5: error: a row needs 'id'"},
		{"rows:\n  - {id: a, value: x, reason: r, source: s, certainty: H}\n",
		 "site:2:5: error: a row needs one of set, harmful and warn"},
		{"rows:\n  - {" GOOD ", harmful: C}\n",
		 "site:2:5: error: a row has one of set, harmful and warn"},
		{"rows:\n  - {id: a, set: A, reason: r, source: s, certainty: H}\n",
		 "site:2:5: error: a row that sets has one value"},
		{"rows:\n  - {id: a, set: A, value: x, reason: r, source: s, certainty: X}\n",
		 "site:2:64: error: 'X' is no value of 'certainty': did you mean 'H'?"},
		{"rows:\n  - {id: a, harmful: A, reason: r, source: s, certainty: H}\n",
		 "site:2:5: error: a row that warns has a severity: fatal, slow, obsolete, ineffective "
		 "or note"},
		{"rows:\n  - {id: a, harmful: A, severity: slo, reason: r, source: s, certainty: H}\n",
		 "site:2:35: error: 'slo' is no value of 'severity': did you mean 'slow'?"},
		{"rows:\n  - {id: a, warn: x y, value: '1', severity: slow, reason: r, source: s, "
		 "certainty: H}\n",
		 "site:2:5: error: a row that warns of a state has no value"},
		{"rows:\n  - {" GOOD ", severity: slow}\n",
		 "site:2:5: error: severity, value_not and missing_file are of rows that warn"},
		{"rows:\n  - {" GOOD ", not: {}}\n", "site:2:76: error: nothing is excluded here"},
		{"rows:\n  - {" GOOD ", not: {not: {device: efa}}}\n",
		 "site:2:77: error: unknown key 'not' in a condition: known are topology_type, product, pattern, device, "
		 "file, variable, plugin_min, plugin_below, nccl_min, nccl_below, libfabric_min, libfabric_below, "
		 "kernel_min or kernel_below"},
		{"rows:\n  - {" GOOD
		 ", not: [{device: efa}, {device: efa}, {device: efa}, {device: efa}]}\n",
		 "site:2:76: error: 'not' has more than 3 entries"},
		{"rows:\n  - {" GOOD ", when: &w {device: efa}, not: *w}\n",
		 "site:2:100: error: aliases (*name) are not read: write it out"},
		{"rows:\n  - {" GOOD ", when: {file: etc/x}}\n",
		 "site:2:84: error: 'file' needs a path that begins with /"},
		{"rows:\n  - {id: a, set: NCCL_DEBUG_FILE, value: /tmp/%x, reason: r, source: s, "
		 "certainty: H}\n",
		 "site:2:5: error: NCCL replaces %h and %p, and these in NCCL_DEBUG_FILE alone: it would "
		 "take this literally"},
		{"rows:\n  - {id: a, set: NCCL_TOPO_FILE, value: /tmp/%h, reason: r, source: s, "
		 "certainty: H}\n",
		 "site:2:5: error: NCCL replaces %h and %p, and these in NCCL_DEBUG_FILE alone: it would "
		 "take this literally"},
		{"rows:\n  - {id: a, set: FI_EFA_MTU_SIZE, value: '1', reason: r, source: s, certainty: "
		 "H}\n",
		 "site:2:5: error: FI_EFA_MTU_SIZE=1 is fatal by row 'efa-mtu': libfabric ends the "
		 "process when it is set at all; disable that row if it is wrong here"},
		{"rows:\n  - {" GOOD ", when: {topology_type: blok}}\n",
		 "site:2:93: error: 'blok' is no value of 'topology_type': did you mean 'block'?"},
		{"rows:\n  - {" GOOD ", when: {plugin_min: new}}\n",
		 "site:2:90: error: 'plugin_min': not a version such as \"1.16\""},
		{"rows:\n  - {" GOOD ", enabled: maybe}\n",
		 "site:2:80: error: 'enabled' needs true or false, not 'maybe'"},
		{"rows:\n  - {id: 'a b', set: A}\n",
		 "site:2:10: error: 'a b' is no name: 1 to 63 letters, digits, '_', '-' or '.', beginning with a letter or a digit"},
		{"rows:\n  - {" GOOD "}\n  - {" GOOD "}\n",
		 "site:3:5: error: there is another row 'a'"},
		{"enable: [nosuch]\n", "site:1:10: error: enable: there is no row 'nosuch'"},
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

/* A file in which everything is commented out sets nothing, and is no fault. */
static void a_file_can_be_empty(void **state)
{
	static const char *const texts[] = {"", "# nothing\n", "rows:\n", "rows: []\n", "{}\n"};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cr_catalogue *c = cr_catalogue_make("none", "site", texts[i],
							   strlen(texts[i]), NULL);

		assert_non_null(c);
		assert_null(cr_catalogue_row(c, 0));
		cr_catalogue_destroy(c);
	}
}

static void the_sites_rows_come_first(void **state)
{
	static const char site[] =
		"enable: [strict-net]\ndisable: [p2p-disable]\nrows:\n"
		"  - {id: efa-mtu, harmful: FI_EFA_MTU_SIZE, value: ['1'], severity: note, reason: "
		"ours, source: site, certainty: H}\n";
	struct cr_catalogue *c = cr_catalogue_make("aws", "site", site, strlen(site), NULL);
	const struct cr_row *row;
	size_t mtu = 0;

	(void)state;
	assert_non_null(c);
	assert_string_equal(cr_catalogue_row(c, 0)->reason, "ours");
	for (size_t i = 0; (row = cr_catalogue_row(c, i)) != NULL; i++) {
		mtu += strcmp(row->id, "efa-mtu") == 0;
		if (strcmp(row->id, "strict-net") == 0)
			assert_true(row->enabled);
		if (strcmp(row->id, "p2p-disable") == 0)
			assert_false(row->enabled);
	}
	assert_int_equal(mtu, 1);
	cr_catalogue_destroy(c);
}

static void a_site_takes_over_no_catalogue(void **state)
{
	static const char site[] = "catalogue: site\nwith: [site, aws]\nrows: []\n";
	struct cr_diags *diags = cr_diags_new();

	(void)state;
	assert_null(cr_catalogue_make("aws", "site", site, strlen(site), diags));
	assert_int_equal(cr_diags_kept(diags), 1);
	assert_int_equal(cr_diags_get(diags, 0)->line, 2);
	assert_string_equal(cr_diags_get(diags, 0)->text,
			    "with: a site's file takes over no catalogue; the policy's "
			    "`environment:` names it");
	cr_diags_destroy(diags);
}

static void the_sites_rows_are_held_against_the_harmful_ones(void **state)
{
	static const char slow[] = "rows:\n  - {id: a, set: NCCL_NET, value: Socket, reason: r, "
				   "source: s, certainty: H}\n";
	static const char fine[] = "disable: [efa-mtu]\nrows:\n  - {id: a, set: FI_EFA_MTU_SIZE, "
				   "value: '1', reason: r, source: s, certainty: H}\n";
	struct cr_diags *diags = cr_diags_new();
	struct cr_catalogue *c = cr_catalogue_make("aws", "site", slow, strlen(slow), diags);

	(void)state;
	assert_non_null(c);
	assert_int_equal(cr_diags_warnings(diags), 1);
	assert_string_equal(cr_diags_get(diags, 0)->text,
			    "NCCL_NET=Socket is slow by row 'net-not-efa': does not go over EFA; "
			    "disable that row if it is wrong here");
	cr_catalogue_destroy(c);
	c = cr_catalogue_make("aws", "site", fine, strlen(fine), diags);
	assert_non_null(c);
	assert_int_equal(cr_diags_kept(diags), 1);
	cr_catalogue_destroy(c);
	cr_diags_destroy(diags);
}

static void versions(void **state)
{
	char text[16];

	(void)state;
	assert_int_equal(cr_version_of("1.16"), 0x011000);
	assert_int_equal(cr_version_of("1.16.2"), 0x011002);
	assert_true(cr_version_of("1.9") < cr_version_of("1.10"));
	assert_int_equal(cr_version_of(""), 0);
	assert_int_equal(cr_version_of("new"), 0);
	assert_int_equal(cr_version_of("1."), 0);
	assert_int_equal(cr_version_of("1.2.3.4"), 0);
	assert_int_equal(cr_version_of("1.999"), 0);
	assert_int_equal(cr_version_of("99999999999999999999"), 0);
	assert_int_equal(cr_version_of("1.2.255"), 0x0102ff);
	assert_int_equal(cr_version_of("1.2.256"), 0);
	assert_int_equal(cr_version_prefix("1.22.0amzn1.0", 14), 0x011600);
	assert_int_equal(cr_version_prefix("5.15.300-1048-aws", 18), 0x050fff);
	assert_int_equal(cr_version_prefix("1.22.0", 6), 0);
	assert_int_equal(cr_version_prefix("", 1), 0);
	assert_string_equal(cr_version_text(0x011002, text, sizeof(text)), "1.16.2");
	assert_string_equal(cr_version_text(0, text, sizeof(text)), "-");
}

static void misspelt_names(void **state)
{
	(void)state;
	assert_string_equal(cr_known_nearest("NCCL_BUFFERSIZE"), "NCCL_BUFFSIZE");
	assert_string_equal(cr_known_nearest("FI_EFA_USE_DEVICE_RMDA"), "FI_EFA_USE_DEVICE_RDMA");
	assert_string_equal(cr_known_nearest("OFI_NCCL_PROTOCOLL"), "OFI_NCCL_PROTOCOL");
	assert_null(cr_known_nearest("NCCL_BUFFSIZE"));
	assert_null(cr_known_nearest("NCCL_"));
	assert_null(cr_known_nearest("NCCL_SITES_OWN_THING"));
	assert_null(cr_known_nearest("MY_NCCL_BUFFERSIZE"));
}

/* ---- advice ------------------------------------------------------------------ */

static struct cr_facts facts;

/* The user's variables: "NAME=VALUE", NULL at the end. */
static const char *variables[16];

static const char *get_variable(void *context, const char *name)
{
	size_t len = strlen(name);

	(void)context;
	for (size_t i = 0; i < COUNT(variables) && variables[i]; i++)
		if (strncmp(variables[i], name, len) == 0 && variables[i][len] == '=')
			return variables[i] + len + 1;
	return NULL;
}

/* What ROW (YAML) of a site's file says. */
static enum cr_advice advise(const char *row, const char *type, const char *pattern)
{
	char text[400];
	struct cr_situation s = {CR_TOPOLOGY_NONE, pattern, &facts, {get_variable, NULL}};
	struct cr_catalogue *c;
	enum cr_advice advice;

	(void)cr_topology_type_of(type, &s.topology_type);
	(void)snprintf(text, sizeof(text),
		       "rows: [{id: x, reason: r, source: s, certainty: H, %s}]", row);
	c = cr_catalogue_make("none", "t", text, strlen(text), NULL);
	assert_non_null(c);
	advice = cr_advise(cr_catalogue_row(c, 0), &s, NULL);
	cr_catalogue_destroy(c);
	return advice;
}

#define SET1 "set: A, value: '1'"
#define BAD  "severity: slow, harmful: A"

static void conditions(void **state)
{
	static const struct {
		const char *row, *type, *pattern, *value; /* of A: "A=..." */
		enum cr_advice advice;
	} cases[] = {
		{SET1, "tree", "alltoall", NULL, CR_ADVICE_SET},
		{SET1, "tree", "alltoall", "A=", CR_ADVICE_PRESENT},
		{"set: CONF, value: '1'", "tree", "alltoall", NULL, CR_ADVICE_PRESENT},
		{"set: CON, value: '1'", "tree", "alltoall", NULL, CR_ADVICE_SET},
		{SET1 ", enabled: false", "tree", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {topology_type: tree}", "tree", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {topology_type: [block, tree]}", "tree", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {topology_type: tree}", "block", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {topology_type: tree}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", not: {topology_type: tree}", "block", "", NULL, CR_ADVICE_SET},
		{SET1 ", not: {topology_type: tree}", "tree", "", NULL, CR_ADVICE_NONE},
		{SET1 ", not: {topology_type: tree}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {pattern: alltoall}", "", "allreduce", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {product: 'p5en.*'}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {product: 'p5.*'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {device: [imex, efa]}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {device: imex}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", not: {device: imex}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", not: {device: [imex, efa]}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", not: [{device: imex}, {device: efa}]", "", "", NULL, CR_ADVICE_NONE},
		/* together: one that is false is enough, whatever the other is */
		{SET1 ", not: {device: efa, plugin_min: '9'}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", not: {device: imex, nccl_min: '2'}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", not: {device: efa, nccl_min: '2'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {plugin_min: '1.15'}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {plugin_min: '1.15.1'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {plugin_below: '1.15'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {plugin_below: '1.16'}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {nccl_below: '9'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", not: {nccl_below: '9'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {libfabric_min: '1.20', libfabric_below: '1.22'}", "", "", NULL,
		 CR_ADVICE_SET},
		{SET1 ", when: {kernel_below: '5.13'}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", when: {kernel_min: '5.13'}", "", "", NULL, CR_ADVICE_SET},
		{SET1 ", when: {variable: [B, A=2]}", "", "", "A=1", CR_ADVICE_NONE},
		{SET1 ", when: {variable: B}", "", "", "B=", CR_ADVICE_SET},
		{SET1 ", when: {variable: 'B=x*'}", "", "", "B=xy", CR_ADVICE_SET},
		{SET1 ", when: {variable: 'B=x*'}", "", "", "B=y", CR_ADVICE_NONE},
		{SET1 ", when: {file: /x}", "", "", NULL, CR_ADVICE_NONE},
		{SET1 ", not: {file: /x}", "", "", NULL, CR_ADVICE_NONE},
		{BAD, "", "", NULL, CR_ADVICE_NONE},
		{BAD, "", "", "A=", CR_ADVICE_WARN},
		{BAD ", value: ['0', '-*']", "", "", "A=-4", CR_ADVICE_WARN},
		{BAD ", value: ['0', '-*']", "", "", "A=4", CR_ADVICE_NONE},
		{BAD ", value: ['']", "", "", "A=", CR_ADVICE_WARN},
		{BAD ", value: ['']", "", "", "A=x", CR_ADVICE_NONE},
		{BAD ", value_not: ['x*', y]", "", "", "A=xx", CR_ADVICE_NONE},
		{BAD ", value_not: ['x*', y]", "", "", "A=z", CR_ADVICE_WARN},
		{BAD ", missing_file: true", "", "", "A=/nosuch", CR_ADVICE_NONE},
		{"severity: slow, warn: w, when: {device: efa}", "", "", NULL, CR_ADVICE_WARN},
		{"severity: slow, warn: w, not: {device: efa}", "", "", NULL, CR_ADVICE_NONE},
	};
	static char conf[] = "# A=1\n CONF = 2\nOTHER=3";

	(void)state;
	facts = (struct cr_facts){
		.product = "p5en.48xlarge",
		.efa = true,
		.version = {[CR_LIBRARY_PLUGIN] = 0x010f00, [CR_LIBRARY_LIBFABRIC] = 0x011500},
		.kernel = 0x050f00,
		.nccl_conf = conf};
	for (size_t i = 0; i < COUNT(cases); i++) {
		variables[0] = cases[i].value;
		if (advise(cases[i].row, cases[i].type, cases[i].pattern) != cases[i].advice)
			fail_msg("%s", cases[i].row);
	}
	variables[0] = NULL;
}

/* ---- the rows --------------------------------------------------------------------- */

/* A machine and what is set on it, and the worst that the row ID of CATALOGUE says. */
struct scene {
	const char *catalogue, *id, *variable, *product;
	const char *devices; /* letters: e i r x (IMEX) m */
	const char *plugin, *nccl, *libfabric, *kernel;
};

static uint32_t version(const char *text)
{
	return text ? cr_version_of(text) : 0;
}

static enum cr_advice advise_scene(const struct scene *scene)
{
	struct cr_catalogue *c = cr_catalogue_make(scene->catalogue, NULL, NULL, 0, NULL);
	struct cr_situation s = {CR_TOPOLOGY_TREE, "alltoall", &facts, {get_variable, NULL}};
	const char *devices = scene->devices ? scene->devices : "e";
	enum cr_advice advice = CR_ADVICE_NONE;
	const struct cr_row *row;
	bool found = false;

	facts = (struct cr_facts){.root = "/nonexistent",
				  .efa = strchr(devices, 'e') != NULL,
				  .infiniband = strchr(devices, 'i') != NULL,
				  .roce = strchr(devices, 'r') != NULL,
				  .imex = strchr(devices, 'x') != NULL,
				  .mnnvl = strchr(devices, 'm') != NULL,
				  .version = {version(scene->plugin), version(scene->nccl),
					      version(scene->libfabric)},
				  .kernel = version(scene->kernel)};
	(void)snprintf(facts.product, sizeof(facts.product), "%s",
		       scene->product ? scene->product : "");
	variables[0] = scene->variable;
	assert_non_null(c);
	for (size_t i = 0; (row = cr_catalogue_row(c, i)) != NULL; i++)
		if (strcmp(row->id, scene->id) == 0) {
			found = true;
			advice = cr_advise(row, &s, NULL);
		}
	variables[0] = NULL;
	cr_catalogue_destroy(c);
	if (!found)
		fail_msg("there is no row %s in %s", scene->id, scene->catalogue);
	return advice;
}

/* Each pair: just inside the row's bounds, and just outside. */
static const struct pair {
	struct scene in, out;
	enum cr_advice advice;
} pairs[] = {
	{{.catalogue = "aws",
	  .id = "p4-buffsize",
	  .variable = NULL,
	  .product = "p4d.24xlarge",
	  .plugin = "1.15.9"},
	 {.catalogue = "aws",
	  .id = "p4-buffsize",
	  .variable = NULL,
	  .product = "p4d.24xlarge",
	  .plugin = "1.16"},
	 CR_ADVICE_SET},
	{{.catalogue = "aws",
	  .id = "p4-chunksize",
	  .variable = NULL,
	  .product = "p4de.24xlarge",
	  .plugin = "1.15.9"},
	 {.catalogue = "aws",
	  .id = "p4-chunksize",
	  .variable = NULL,
	  .product = "p4de.24xlarge",
	  .plugin = "1.16"},
	 CR_ADVICE_SET},
	{{.catalogue = "aws",
	  .id = "netdevs-max1",
	  .variable = NULL,
	  .product = "p5en.48xlarge",
	  .plugin = "1.16.3",
	  .nccl = "2.28"},
	 {.catalogue = "aws",
	  .id = "netdevs-max1",
	  .variable = NULL,
	  .product = "p5en.48xlarge",
	  .plugin = "1.17",
	  .nccl = "2.28"},
	 CR_ADVICE_SET},
	{{.catalogue = "aws",
	  .id = "netdevs-max1",
	  .variable = NULL,
	  .product = "p6-b200.48xlarge",
	  .plugin = "1.16",
	  .nccl = "2.28"},
	 {.catalogue = "aws",
	  .id = "netdevs-max1",
	  .variable = NULL,
	  .product = "p6-b200.48xlarge",
	  .plugin = "1.16",
	  .nccl = "2.27.7"},
	 CR_ADVICE_SET},
	{{.catalogue = "aws",
	  .id = "efa-iface-empty",
	  .variable = "FI_EFA_IFACE=",
	  .libfabric = "2.0"},
	 {.catalogue = "aws",
	  .id = "efa-iface-empty",
	  .variable = "FI_EFA_IFACE=",
	  .libfabric = "1.22"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-credits",
	  .variable = "FI_EFA_TX_MIN_CREDITS=0",
	  .libfabric = "1.18"},
	 {.catalogue = "aws",
	  .id = "efa-credits",
	  .variable = "FI_EFA_TX_MIN_CREDITS=0",
	  .libfabric = "1.17.1"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-huge-page",
	  .variable = "FI_EFA_USE_HUGE_PAGE=1",
	  .kernel = "5.12.9"},
	 {.catalogue = "aws",
	  .id = "efa-huge-page",
	  .variable = "FI_EFA_USE_HUGE_PAGE=1",
	  .kernel = "5.13"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.17",
	  .nccl = "2.21"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.16.3",
	  .nccl = "2.21"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.19.2",
	  .nccl = "2.21.5"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.20",
	  .nccl = "2.21.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.19",
	  .nccl = "2.21.5"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.19",
	  .nccl = "2.22"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "nccl-algo",
	  .variable = "NCCL_ALGO=Ring",
	  .plugin = "1.8",
	  .nccl = "2.30"},
	 {.catalogue = "aws",
	  .id = "nccl-algo",
	  .variable = "NCCL_ALGO=Ring",
	  .plugin = "1.7.4",
	  .nccl = "2.30"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "nccl-algo",
	  .variable = "NCCL_ALGO=Ring",
	  .plugin = "1.19.2",
	  .nccl = "2.30"},
	 {.catalogue = "aws",
	  .id = "nccl-algo",
	  .variable = "NCCL_ALGO=Ring",
	  .plugin = "1.20",
	  .nccl = "2.30"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "nccl-proto",
	  .variable = "NCCL_PROTO=LL128",
	  .plugin = "1.20",
	  .nccl = "2.29.7"},
	 {.catalogue = "aws",
	  .id = "nccl-proto",
	  .variable = "NCCL_PROTO=LL128",
	  .plugin = "1.20",
	  .nccl = "2.30"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "proto-simple",
	  .variable = "NCCL_PROTO=simple",
	  .plugin = "1.6"},
	 {.catalogue = "aws",
	  .id = "proto-simple",
	  .variable = "NCCL_PROTO=simple",
	  .plugin = "1.5.9"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "buffsize-left",
	  .variable = "NCCL_BUFFSIZE=2097152",
	  .product = "p5.48xlarge",
	  .plugin = "1.16"},
	 {.catalogue = "aws",
	  .id = "buffsize-left",
	  .variable = "NCCL_BUFFSIZE=2097152",
	  .product = "p5.48xlarge",
	  .plugin = "1.15.9"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "buffsize-left",
	  .variable = "NCCL_BUFFSIZE=2097152",
	  .product = "p5.48xlarge",
	  .plugin = "1.16"},
	 {.catalogue = "aws",
	  .id = "buffsize-left",
	  .variable = "NCCL_BUFFSIZE=8388608",
	  .product = "p5.48xlarge",
	  .plugin = "1.16"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "chunksize-left",
	  .variable = "NCCL_P2P_NET_CHUNKSIZE=1",
	  .product = "p6-b200.48xlarge",
	  .plugin = "1.16"},
	 {.catalogue = "aws",
	  .id = "chunksize-left",
	  .variable = "NCCL_P2P_NET_CHUNKSIZE=1",
	  .product = "p6-b200.48xlarge",
	  .plugin = "1.15.9"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-device-rdma",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=1",
	  .product = "p5.48xlarge",
	  .plugin = "1.7",
	  .libfabric = "1.18"},
	 {.catalogue = "aws",
	  .id = "efa-device-rdma",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=1",
	  .product = "p5.48xlarge",
	  .plugin = "1.6.9",
	  .libfabric = "1.18"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-device-rdma",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=1",
	  .product = "p5.48xlarge",
	  .plugin = "1.7",
	  .libfabric = "1.18"},
	 {.catalogue = "aws",
	  .id = "efa-device-rdma",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=1",
	  .product = "p5.48xlarge",
	  .plugin = "1.7",
	  .libfabric = "1.17.1"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-rdma-without",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=1",
	  .product = "p3dn.24xlarge"},
	 {.catalogue = "aws",
	  .id = "efa-rdma-without",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=1",
	  .product = "p5.48xlarge"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-rdma-off",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=0",
	  .product = "p5.48xlarge"},
	 {.catalogue = "aws",
	  .id = "efa-rdma-off",
	  .variable = "FI_EFA_USE_DEVICE_RDMA=0",
	  .product = "p3dn.24xlarge"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-memops",
	  .variable = "FI_EFA_SET_CUDA_SYNC_MEMOPS=0",
	  .libfabric = "1.20"},
	 {.catalogue = "aws",
	  .id = "efa-memops",
	  .variable = "FI_EFA_SET_CUDA_SYNC_MEMOPS=0",
	  .libfabric = "1.19.1"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "fi-provider", .variable = "FI_PROVIDER=efa", .plugin = "1.6"},
	 {.catalogue = "aws",
	  .id = "fi-provider",
	  .variable = "FI_PROVIDER=efa",
	  .plugin = "1.5.9"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "fi-provider-other", .variable = "FI_PROVIDER=tcp"},
	 {.catalogue = "aws", .id = "fi-provider-other", .variable = "FI_PROVIDER=efa;shm"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "topo-file-p4d",
	  .variable = "NCCL_TOPO_FILE=/x/p4d-24xl-topo.xml",
	  .product = "p5.48xlarge"},
	 {.catalogue = "aws",
	  .id = "topo-file-p4d",
	  .variable = "NCCL_TOPO_FILE=/x/p4d-24xl-topo.xml",
	  .product = "p4d.24xlarge"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "topo-file-p4de",
	  .variable = "NCCL_TOPO_FILE=/x/p4de-24xl-topo.xml",
	  .product = "p4d.24xlarge"},
	 {.catalogue = "aws",
	  .id = "topo-file-p4de",
	  .variable = "NCCL_TOPO_FILE=/x/p4de-24xl-topo.xml",
	  .product = "p4de.24xlarge"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "topo-file-p5",
	  .variable = "NCCL_TOPO_FILE=/x/p5.48xl-topo.xml",
	  .product = "p5en.48xlarge"},
	 {.catalogue = "aws",
	  .id = "topo-file-p5",
	  .variable = "NCCL_TOPO_FILE=/x/p5.48xl-topo.xml",
	  .product = "p5.48xlarge"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "net-not-efa", .variable = "NCCL_NET=IB"},
	 {.catalogue = "aws", .id = "net-not-efa", .variable = "NCCL_NET=AWS Libfabric"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "net-plugin-name", .variable = "NCCL_NET_PLUGIN=aws-ofi"},
	 {.catalogue = "aws", .id = "net-plugin-name", .variable = "NCCL_NET_PLUGIN=ofi"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-path",
	  .variable = "NCCL_TUNER_PLUGIN=/a/b.so",
	  .nccl = "2.27.3"},
	 {.catalogue = "aws",
	  .id = "tuner-path",
	  .variable = "NCCL_TUNER_PLUGIN=/a/b.so",
	  .nccl = "2.26.6"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-path",
	  .variable = "NCCL_TUNER_PLUGIN=/a/b.so",
	  .nccl = "2.27.3"},
	 {.catalogue = "aws",
	  .id = "tuner-path",
	  .variable = "NCCL_TUNER_PLUGIN=/a/b.so",
	  .nccl = "2.27.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "tuner-short-name",
	  .variable = "NCCL_TUNER_PLUGIN=x",
	  .nccl = "2.20.5"},
	 {.catalogue = "nccl",
	  .id = "tuner-short-name",
	  .variable = "NCCL_TUNER_PLUGIN=x",
	  .nccl = "2.21"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "tuner-short-name",
	  .variable = "NCCL_TUNER_PLUGIN=x",
	  .nccl = "2.19"},
	 {.catalogue = "nccl",
	  .id = "tuner-short-name",
	  .variable = "NCCL_TUNER_PLUGIN=x",
	  .nccl = "2.18.6"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "min-nchannels",
	  .variable = "NCCL_MIN_NCHANNELS=4",
	  .nccl = "2.17"},
	 {.catalogue = "infiniband",
	  .id = "min-nchannels",
	  .variable = "NCCL_MIN_NCHANNELS=4",
	  .nccl = "2.16.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "max-nchannels",
	  .variable = "NCCL_MAX_NCHANNELS=4",
	  .nccl = "2.17"},
	 {.catalogue = "infiniband",
	  .id = "max-nchannels",
	  .variable = "NCCL_MAX_NCHANNELS=4",
	  .nccl = "2.16.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.24.3"},
	 {.catalogue = "infiniband",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.25"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.21"},
	 {.catalogue = "infiniband",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "imx",
	  .nccl = "2.21"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "mnnvl-forced-ignored",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .nccl = "2.25"},
	 {.catalogue = "aws",
	  .id = "mnnvl-forced-ignored",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .nccl = "2.24.3"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "gdr-loc",
	  .variable = "NCCL_NET_GDR_LEVEL=0",
	  .devices = "i"},
	 {.catalogue = "infiniband",
	  .id = "gdr-loc",
	  .variable = "NCCL_NET_GDR_LEVEL=PHB",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "ib-gdr-loc",
	  .variable = "NCCL_IB_GDR_LEVEL=LOC",
	  .devices = "i"},
	 {.catalogue = "infiniband",
	  .id = "ib-gdr-loc",
	  .variable = "NCCL_IB_GDR_LEVEL=SYS",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "net-socket",
	  .variable = "NCCL_NET=Socket",
	  .devices = "i"},
	 {.catalogue = "infiniband",
	  .id = "net-socket",
	  .variable = "NCCL_NET=Socket",
	  .devices = "r"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband", .id = "socket-lo", .variable = "NCCL_SOCKET_IFNAME=lo"},
	 {.catalogue = "infiniband",
	  .id = "socket-lo",
	  .variable = "NCCL_SOCKET_IFNAME=^docker,lo"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "topo-file-missing",
	  .variable = "NCCL_TOPO_FILE=/etc/passwd"},
	 {.catalogue = "infiniband",
	  .id = "topo-file-missing",
	  .variable = "NCCL_TOPO_FILE=relative.xml"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "cumem-off",
	  .variable = "NCCL_CUMEM_ENABLE=0",
	  .devices = "imx"},
	 {.catalogue = "infiniband",
	  .id = "cumem-off",
	  .variable = "NCCL_CUMEM_ENABLE=0",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "collnet-alone",
	  .variable = "NCCL_COLLNET_ENABLE=1",
	  .devices = "i"},
	 {.catalogue = "infiniband",
	  .id = "collnet-alone",
	  .variable = "NCCL_COLLNET_ENABLE=0",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "roce",
	  .id = "gid-index",
	  .variable = "NCCL_IB_GID_INDEX=3",
	  .devices = "r",
	  .nccl = "2.21"},
	 {.catalogue = "roce",
	  .id = "gid-index",
	  .variable = "NCCL_IB_GID_INDEX=3",
	  .devices = "r",
	  .nccl = "2.20.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "roce",
	  .id = "roce-version-1",
	  .variable = "NCCL_IB_ROCE_VERSION_NUM=1",
	  .devices = "r",
	  .nccl = "2.21"},
	 {.catalogue = "roce",
	  .id = "roce-version-1",
	  .variable = "NCCL_IB_ROCE_VERSION_NUM=2",
	  .devices = "r",
	  .nccl = "2.21"},
	 CR_ADVICE_WARN},
	{{.catalogue = "roce", .id = "ib-disable", .variable = "NCCL_IB_DISABLE=1", .devices = "r"},
	 {.catalogue = "roce", .id = "ib-disable", .variable = "NCCL_IB_DISABLE=1", .devices = "e"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "imex-missing", .variable = NULL, .devices = "em"},
	 {.catalogue = "aws", .id = "imex-missing", .variable = NULL, .devices = "emx"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband", .id = "imex-missing", .variable = NULL, .devices = "im"},
	 {.catalogue = "infiniband", .id = "imex-missing", .variable = NULL, .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "infiniband",
	  .id = "imex-missing",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "im"},
	 {.catalogue = "infiniband",
	  .id = "imex-missing",
	  .variable = "NCCL_MNNVL_ENABLE=0",
	  .devices = "im"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-tx-iov",
	  .variable = "FI_EFA_TX_IOV_LIMIT=4",
	  .devices = "e"},
	 {.catalogue = "aws",
	  .id = "efa-tx-iov",
	  .variable = "FI_EFA_TX_IOV_LIMIT=4",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-rx-iov",
	  .variable = "FI_EFA_RX_IOV_LIMIT=4",
	  .devices = "e"},
	 {.catalogue = "aws",
	  .id = "efa-rx-iov",
	  .variable = "FI_EFA_RX_IOV_LIMIT=4",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "net-plugin-none",
	  .variable = "NCCL_NET_PLUGIN=none",
	  .devices = "e"},
	 {.catalogue = "aws",
	  .id = "net-plugin-none",
	  .variable = "NCCL_NET_PLUGIN=ofi",
	  .devices = "e"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "ofi-dmabuf-off",
	  .variable = "OFI_NCCL_DISABLE_DMABUF=1",
	  .devices = "em"},
	 {.catalogue = "aws",
	  .id = "ofi-dmabuf-off",
	  .variable = "OFI_NCCL_DISABLE_DMABUF=1",
	  .devices = "e"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "efa-fork-safe",
	  .variable = "FI_EFA_FORK_SAFE=1",
	  .devices = "e"},
	 {.catalogue = "aws",
	  .id = "efa-fork-safe",
	  .variable = "FI_EFA_FORK_SAFE=1",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "rdmav-fork-safe",
	  .variable = "RDMAV_FORK_SAFE=1",
	  .devices = "e"},
	 {.catalogue = "aws",
	  .id = "rdmav-fork-safe",
	  .variable = "RDMAV_FORK_SAFE=1",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "ibv-fork-safe", .variable = "IBV_FORK_SAFE=1", .devices = "e"},
	 {.catalogue = "aws", .id = "ibv-fork-safe", .variable = "IBV_FORK_SAFE=1", .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "mnnvl-off",
	  .variable = "NCCL_MNNVL_ENABLE=0",
	  .devices = "imx"},
	 {.catalogue = "nccl",
	  .id = "mnnvl-off",
	  .variable = "NCCL_MNNVL_ENABLE=0",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "mnnvl-uuid",
	  .variable = "NCCL_MNNVL_UUID=1",
	  .devices = "imx"},
	 {.catalogue = "nccl", .id = "mnnvl-uuid", .variable = "NCCL_MNNVL_UUID=1", .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "dmabuf-off",
	  .variable = "NCCL_DMABUF_ENABLE=0",
	  .devices = "imx"},
	 {.catalogue = "nccl",
	  .id = "dmabuf-off",
	  .variable = "NCCL_DMABUF_ENABLE=0",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "graph-file",
	  .variable = "NCCL_GRAPH_FILE=/x",
	  .devices = "e"},
	 {.catalogue = "nccl", .id = "graph-file", .variable = "NCCL_GRAPH=/x", .devices = "e"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "shm-disable",
	  .variable = "NCCL_SHM_DISABLE=1",
	  .devices = "e"},
	 {.catalogue = "nccl",
	  .id = "shm-disable",
	  .variable = "NCCL_SHM_DISABLE=0",
	  .devices = "e"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl", .id = "nvls-off", .variable = "NCCL_NVLS_ENABLE=0", .devices = "e"},
	 {.catalogue = "nccl", .id = "nvls-off", .variable = "NCCL_NVLS_ENABLE=1", .devices = "e"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.17",
	  .nccl = "2.21"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.16.3",
	  .nccl = "2.21"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.17",
	  .nccl = "2.21"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-algo",
	  .variable = "NCCL_ALGO=Tree",
	  .plugin = "1.17",
	  .nccl = "2.20.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.19.2",
	  .nccl = "2.21"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.20",
	  .nccl = "2.21"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.19",
	  .nccl = "2.21"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.19",
	  .nccl = "2.20.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.19",
	  .nccl = "2.21.5"},
	 {.catalogue = "aws",
	  .id = "tuner-crash-proto",
	  .variable = "NCCL_PROTO=LL",
	  .plugin = "1.19",
	  .nccl = "2.22"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "nccl-algo",
	  .variable = "NCCL_ALGO=Ring",
	  .plugin = "1.20",
	  .nccl = "2.29.7"},
	 {.catalogue = "aws",
	  .id = "nccl-algo",
	  .variable = "NCCL_ALGO=Ring",
	  .plugin = "1.20",
	  .nccl = "2.30"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "nccl-proto",
	  .variable = "NCCL_PROTO=LL128",
	  .plugin = "1.8",
	  .nccl = "2.29"},
	 {.catalogue = "aws",
	  .id = "nccl-proto",
	  .variable = "NCCL_PROTO=LL128",
	  .plugin = "1.7.4",
	  .nccl = "2.29"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws",
	  .id = "nccl-proto",
	  .variable = "NCCL_PROTO=LL128",
	  .plugin = "1.19.2",
	  .nccl = "2.30"},
	 {.catalogue = "aws",
	  .id = "nccl-proto",
	  .variable = "NCCL_PROTO=LL128",
	  .plugin = "1.20",
	  .nccl = "2.30"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.21"},
	 {.catalogue = "nccl",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.20.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.24.3"},
	 {.catalogue = "nccl",
	  .id = "mnnvl-forced",
	  .variable = "NCCL_MNNVL_ENABLE=1",
	  .devices = "i",
	  .nccl = "2.25"},
	 CR_ADVICE_WARN},
	{{.catalogue = "nccl",
	  .id = "p2p-disable",
	  .variable = "NCCL_P2P_DISABLE=1",
	  .devices = "i"},
	 {.catalogue = "nccl",
	  .id = "p2p-disable",
	  .variable = "NCCL_P2P_DISABLE=0",
	  .devices = "i"},
	 CR_ADVICE_WARN},
	{{.catalogue = "roce",
	  .id = "roce-version-1",
	  .variable = "NCCL_IB_ROCE_VERSION_NUM=1",
	  .devices = "r",
	  .nccl = "2.21"},
	 {.catalogue = "roce",
	  .id = "roce-version-1",
	  .variable = "NCCL_IB_ROCE_VERSION_NUM=1",
	  .devices = "r",
	  .nccl = "2.20.5"},
	 CR_ADVICE_WARN},
	{{.catalogue = "aws", .id = "efa-mtu", .variable = "FI_EFA_MTU_SIZE=9000", .devices = "e"},
	 {.catalogue = "aws", .id = "efa-mtu", .variable = "FI_EFA_MTU_SIZE=9000", .devices = "i"},
	 CR_ADVICE_WARN},
};

static void rows_at_both_sides_of_their_bounds(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(pairs); i++) {
		if (advise_scene(&pairs[i].in) != pairs[i].advice)
			fail_msg("%s (%zu) does not act", pairs[i].in.id, i);
		if (advise_scene(&pairs[i].out) != CR_ADVICE_NONE)
			fail_msg("%s (%zu) acts", pairs[i].out.id, i);
	}
}

/* Is one side of a pair of row ID at BOUND's lower side, and the other at its upper one? */
static bool is_tried(const char *id, size_t version_at, uint32_t bound)
{
	for (size_t i = 0; bound != CR_UNSET && i < COUNT(pairs); i++) {
		const char *in = *(const char *const *)((const char *)&pairs[i].in + version_at);
		const char *out = *(const char *const *)((const char *)&pairs[i].out + version_at);

		if (strcmp(pairs[i].in.id, id) == 0 && in && out &&
		    (version(in) < bound) != (version(out) < bound))
			return true;
	}
	return bound == CR_UNSET;
}

static size_t check_bounds(const struct cr_row *row, const struct cr_conditions *c)
{
	const struct {
		const struct cr_bounds *bounds;
		size_t at;
	} of[] = {{&c->plugin, offsetof(struct scene, plugin)},
		  {&c->nccl, offsetof(struct scene, nccl)},
		  {&c->libfabric, offsetof(struct scene, libfabric)},
		  {&c->kernel, offsetof(struct scene, kernel)}};
	size_t faults = 0;

	for (size_t i = 0; i < COUNT(of); i++) {
		if (is_tried(row->id, of[i].at, of[i].bounds->min) &&
		    is_tried(row->id, of[i].at, of[i].bounds->below))
			continue;
		print_error("%s: no pair is at both sides of its version %zu\n", row->id, i);
		faults++;
	}
	return faults;
}

/* "v2.30.7-1", "2.30": digits with a dot between. */
static bool names_version(const char *text)
{
	for (; *text; text++)
		if (isdigit((unsigned char)text[0]) && text[1] == '.' &&
		    isdigit((unsigned char)text[2]))
			return true;
	return false;
}

static size_t count_faults(const struct cr_row *row)
{
	size_t faults = check_bounds(row, &row->when);
	bool has = false;

	for (size_t e = 0; e < row->except.count; e++)
		faults += check_bounds(row, cr_exception_at(&row->except, e));
	for (size_t p = 0; p < COUNT(pairs); p++)
		has = has || strcmp(pairs[p].in.id, row->id) == 0;
	if (!has)
		print_error("%s has no pair\n", row->id);
	return faults + !has;
}

/* A row that is added has its pair, at each of its bounds, and says where it is read: a version. */
static void every_row_has_its_pairs(void **state)
{
	const struct cr_catalogue_info *info;
	const struct cr_row *row;
	size_t faults = 0;

	(void)state;
	for (size_t k = 0; (info = cr_catalogue_info(k)) != NULL; k++) {
		struct cr_catalogue *c = cr_catalogue_make(info->name, NULL, NULL, 0, NULL);

		for (size_t i = 0; (row = cr_catalogue_row(c, i)) != NULL; i++) {
			if (row->enabled)
				faults += count_faults(row);
			if (!names_version(row->source))
				fail_msg("%s: '%s' names no version", row->id, row->source);
		}
		cr_catalogue_destroy(c);
	}
	assert_int_equal(faults, 0);
}

/* The severities of what CATALOGUE says of the variables: "slow NCCL_X, ...", by rows. */
static void collect(const char *catalogue, enum cr_harm worst_kept, char *buf, size_t size)
{
	struct cr_catalogue *c = cr_catalogue_make(catalogue, NULL, NULL, 0, NULL);
	struct cr_situation s = {CR_TOPOLOGY_TREE, "allreduce", &facts, {get_variable, NULL}};
	const struct cr_row *row;

	*buf = '\0';
	assert_non_null(c);
	for (size_t i = 0; (row = cr_catalogue_row(c, i)) != NULL; i++)
		if (cr_advise(row, &s, NULL) == CR_ADVICE_WARN && row->harm <= worst_kept)
			(void)snprintf(buf + strlen(buf), size - strlen(buf), "%s%s %s",
				       *buf ? ", " : "", cr_harm_words[row->harm], row->name);
	cr_catalogue_destroy(c);
}

/* AWS's own recipe for p5: nothing that a job is warned of, whatever the versions. */
static void the_recipe_of_aws_gives_no_false_line(void **state)
{
	static const char *const recipe[] = {
		"FI_PROVIDER=efa",       "FI_EFA_USE_DEVICE_RDMA=1",
		"FI_EFA_FORK_SAFE=1",    "FI_EFA_SET_CUDA_SYNC_MEMOPS=0",
		"NCCL_PROTO=simple",     "NCCL_TUNER_PLUGIN=/opt/amazon/x/libnccl-tuner.so",
		"NCCL_BUFFSIZE=2097152", "NCCL_SOCKET_IFNAME=^docker,lo"};
	static const struct {
		uint32_t plugin, nccl, libfabric;
		const char *all;
	} machines[] = {
		{0, 0, 0, "obsolete FI_EFA_FORK_SAFE"},
		{0x010500, 0x021200, 0x011100, "obsolete FI_EFA_FORK_SAFE"},
		{0x010e02, 0x021a06, 0x011600,
		 "obsolete NCCL_PROTO, obsolete FI_EFA_USE_DEVICE_RDMA, "
		 "obsolete FI_EFA_SET_CUDA_SYNC_MEMOPS, obsolete FI_EFA_FORK_SAFE, obsolete "
		 "FI_PROVIDER"},
		{0x011501, 0x021e07, 0x020600,
		 "obsolete NCCL_PROTO, obsolete NCCL_BUFFSIZE, obsolete FI_EFA_USE_DEVICE_RDMA, "
		 "obsolete FI_EFA_SET_CUDA_SYNC_MEMOPS, obsolete FI_EFA_FORK_SAFE, obsolete "
		 "FI_PROVIDER"},
	};
	char text[400];

	(void)state;
	memcpy(variables, recipe, sizeof(recipe));
	for (size_t i = 0; i < COUNT(machines); i++) {
		facts = (struct cr_facts){
			.product = "p5.48xlarge",
			.efa = true,
			.version = {machines[i].plugin, machines[i].nccl, machines[i].libfabric}};
		collect("aws", CR_HARM_SLOW, text, sizeof(text));
		assert_string_equal(text, "");
		collect("aws", CR_HARM_NOTE, text, sizeof(text));
		assert_string_equal(text, machines[i].all);
	}
	/* The one NCCL that takes no path for its tuner. */
	facts.version[CR_LIBRARY_NCCL] = 0x021b03;
	collect("aws", CR_HARM_SLOW, text, sizeof(text));
	assert_string_equal(text, "slow NCCL_TUNER_PLUGIN");
	memset(variables, 0, sizeof(variables));
}

/* Two rows that wait for each other's variable: both are judged on what the user has set. */
static void rows_that_wait_for_each_other_do_nothing(void **state)
{
	static const char site[] =
		"rows:\n"
		"  - {id: a, set: A, value: '1', when: {variable: B}, reason: r, source: s, certainty: "
		"H}\n"
		"  - {id: b, set: B, value: '1', when: {variable: A}, reason: r, source: s, certainty: "
		"H}\n"
		"  - {id: c, set: C, value: '1', not: {variable: C}, reason: r, source: s, certainty: "
		"H}\n";
	struct cr_catalogue *c = cr_catalogue_make("none", "site", site, strlen(site), NULL);
	struct cr_situation s = {CR_TOPOLOGY_TREE, "allreduce", &facts, {get_variable, NULL}};

	(void)state;
	assert_non_null(c);
	facts = (struct cr_facts){.root = "/nonexistent"};
	assert_int_equal(cr_advise(cr_catalogue_row(c, 0), &s, NULL), CR_ADVICE_NONE);
	assert_int_equal(cr_advise(cr_catalogue_row(c, 1), &s, NULL), CR_ADVICE_NONE);
	assert_int_equal(cr_advise(cr_catalogue_row(c, 2), &s, NULL), CR_ADVICE_SET);
	variables[0] = "B=7";
	assert_int_equal(cr_advise(cr_catalogue_row(c, 0), &s, NULL), CR_ADVICE_SET);
	assert_int_equal(cr_advise(cr_catalogue_row(c, 1), &s, NULL), CR_ADVICE_NONE);
	variables[0] = "C=7";
	assert_int_equal(cr_advise(cr_catalogue_row(c, 2), &s, NULL), CR_ADVICE_NONE);
	variables[0] = NULL;
	cr_catalogue_destroy(c);
}

/* ---- facts ------------------------------------------------------------------- */

static char root[40];

static int make_root(void **state)
{
	(void)state;
	(void)snprintf(root, sizeof(root), "/tmp/commroute-facts-XXXXXX");
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

#define PUT(path, text) put(path, text, sizeof(text) - 1)

static void facts_of_nodes(void **state)
{
	(void)state;
	cr_facts_read(root, false, &facts);
	assert_string_equal(facts.product, "");
	assert_false(facts.efa || facts.infiniband || facts.roce || facts.imex || facts.mnnvl);
	assert_int_equal(facts.kernel, 0);
	cr_facts_clear(&facts);

	PUT("/sys/devices/virtual/dmi/id/product_name", "p6e-gb200.36xlarge\n");
	PUT("/sys/class/infiniband/rdmap0/device/vendor", "0x1d0f\n");
	PUT("/dev/nvidia-caps-imex-channels/channel0", "");
	PUT("/proc/sys/kernel/osrelease", "5.15.0-1048-aws\n");
	cr_facts_read(root, false, &facts);
	assert_string_equal(facts.product, "p6e-gb200.36xlarge");
	assert_true(facts.efa && facts.imex && facts.mnnvl && !facts.infiniband);
	assert_int_equal(facts.kernel, 0x050f00);
	cr_facts_clear(&facts);

	/* The GPUs are believed more than a product's name. */
	PUT("/proc/driver/nvidia/gpus/0000:01:00.0/information",
	    "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 1\n");
	cr_facts_read(root, false, &facts);
	assert_false(facts.mnnvl);
	cr_facts_clear(&facts);
	PUT("/sys/devices/virtual/dmi/id/product_name", "Some Server\n");
	PUT("/proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: \t\t NVIDIA GB200\n");
	cr_facts_read(root, false, &facts);
	assert_true(facts.mnnvl);
	cr_facts_clear(&facts);

	PUT("/sys/class/infiniband/rdmap0/device/vendor", "0x15b3\n");
	PUT("/sys/class/infiniband/rdmap0/ports/1/link_layer", "InfiniBand\n");
	PUT("/sys/class/infiniband/mlx5_1/ports/1/link_layer", "Ethernet\n");
	cr_facts_read(root, false, &facts);
	assert_true(facts.infiniband && facts.roce && !facts.efa);
	assert_true(cr_facts_has_file(&facts, "/proc/sys/kernel/osrelease"));
	assert_false(cr_facts_has_file(&facts, "/proc/sys/kernel/nosuch"));
	cr_facts_clear(&facts);
	cr_facts_read(root, true, &facts);
	assert_false(cr_facts_has_file(&facts, "/proc/sys/kernel/osrelease"));
	cr_facts_clear(&facts);
}

static void gpus_by_their_pci_numbers(void **state)
{
	(void)state;
	PUT("/sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
	PUT("/sys/bus/pci/devices/0000:01:00.0/device", "0x2330\n");
	cr_facts_read(root, false, &facts);
	assert_false(facts.mnnvl);
	cr_facts_clear(&facts);
	PUT("/sys/bus/pci/devices/0000:02:00.0/vendor", "0x10de\n");
	PUT("/sys/bus/pci/devices/0000:02:00.0/device", "0x2941\n");
	cr_facts_read(root, false, &facts);
	assert_true(facts.mnnvl);
	cr_facts_clear(&facts);
}

static uint32_t library(enum cr_library which, bool container)
{
	uint32_t found;

	cr_facts_read(root, container, &facts);
	cr_libraries_read(&facts, which);
	found = facts.version[which];
	cr_facts_clear(&facts);
	return found;
}

static void the_plugins_version(void **state)
{
	static const char path[] = "/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu/libnccl-net.so";
	static const char mark[] = "aws-ofi-nccl 1.16.2";
	char *big = calloc(1, 200000);

	(void)state;
	assert_non_null(big);
	/* The mark may lie anywhere in the library, also across what is read at once. */
	for (size_t at = 65536 - 25; at < 65536 + 3; at++) {
		memset(big, 0, 200000);
		memcpy(big + at, mark, sizeof(mark));
		put(path, big, 200000);
		assert_int_equal(library(CR_LIBRARY_PLUGIN, false), 0x011002);
	}
	assert_int_equal(library(CR_LIBRARY_PLUGIN, true), 0);
	/* Two that differ: which one the job takes cannot be told. */
	PUT("/opt/aws-ofi-nccl/lib/libnccl-net.so", "aws-ofi-nccl 1.16.2");
	assert_int_equal(library(CR_LIBRARY_PLUGIN, false), 0x011002);
	PUT("/opt/aws-ofi-nccl/lib/libnccl-net.so", "aws-ofi-nccl 1.17.0");
	assert_int_equal(library(CR_LIBRARY_PLUGIN, false), 0);
	PUT("/opt/aws-ofi-nccl/lib/libnccl-net.so", "");
	PUT(path, "aws-ofi-nccl (unknown)");
	assert_int_equal(library(CR_LIBRARY_PLUGIN, false), 0);
	free(big);
}

/* A library of 64 bit: .rodata with TEXT behind GAP bytes of something else. */
static size_t make_elf(char *buf, size_t gap, const char *text, Elf64_Off *table)
{
	static const char names[] = "\0.rodata\0.shstrtab";
	Elf64_Ehdr head = {.e_shentsize = sizeof(Elf64_Shdr), .e_shnum = 3, .e_shstrndx = 2};
	size_t rodata = sizeof(head) + gap, strings = rodata + strlen(text) + 1;
	Elf64_Shdr sections[3] = {
		{0},
		{.sh_name = 1,
		 .sh_type = SHT_PROGBITS,
		 .sh_offset = rodata,
		 .sh_size = strlen(text) + 1},
		{.sh_name = 9,
		 .sh_type = SHT_STRTAB,
		 .sh_offset = strings,
		 .sh_size = sizeof(names)},
	};

	memcpy(head.e_ident, ELFMAG, SELFMAG);
	head.e_ident[EI_CLASS] = ELFCLASS64;
	head.e_shoff = *table = strings + sizeof(names);
	memcpy(buf, &head, sizeof(head));
	memcpy(buf + rodata, text, strlen(text) + 1);
	memcpy(buf + strings, names, sizeof(names));
	memcpy(buf + head.e_shoff, sections, sizeof(sections));
	return head.e_shoff + sizeof(sections);
}

static void nccls_version(void **state)
{
	static const char path[] = "/usr/lib/x86_64-linux-gnu/libnccl.so.2.27.3";
	static const char link[] = "/usr/lib/x86_64-linux-gnu/libnccl.so.2";
	enum { SIZE = 100000 };
	char *elf = calloc(1, SIZE), full[300];
	Elf64_Off table;
	size_t len;

	(void)state;
	assert_non_null(elf);
	len = make_elf(elf, 70000, "NCCL version 2.27.5+cuda12.9", &table);
	/* Elsewhere in the file another version stands: only .rodata counts. */
	memcpy(elf + 1000, "NCCL version 2.1.1+x", 21);
	put(path, elf, len);
	(void)snprintf(full, sizeof(full), "%s%s", root, link);
	assert_int_equal(symlink("libnccl.so.2.27.3", full), 0);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0x021b05);
	assert_int_equal(library(CR_LIBRARY_NCCL, true), 0);
	/* Without the table of sections the whole file is looked through. */
	put(path, elf, (size_t)table);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0x020101);
	/* Cut before any version: the resolved name is left. */
	put(path, elf, 900);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0x021b03);
	put(path, "", 0);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0x021b03);
	/* A table that lies about sizes is not believed beyond the file. */
	((Elf64_Shdr *)(void *)(elf + table))[1].sh_offset = 0x7fffffffffffULL;
	put(path, elf, len);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0x021b03);
	((Elf64_Ehdr *)(void *)elf)->e_shnum = 65535;
	put(path, elf, len);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0x020101);
	free(elf);
}

/* 1 GB without a version, of which no more than 64 MB are read; sparse, so it takes no room. */
static void a_huge_library(void **state)
{
	static const char path[] = "/usr/lib64/libnccl.so.2";
	char full[300];

	(void)state;
	PUT(path, "\177ELF");
	(void)snprintf(full, sizeof(full), "%s%s", root, path);
	assert_int_equal(truncate(full, 1L << 30), 0);
	assert_int_equal(library(CR_LIBRARY_NCCL, false), 0);
}

static void libfabrics_version(void **state)
{
	(void)state;
	PUT("/opt/amazon/efa/lib/pkgconfig/libfabric.pc",
	    "Name: libfabric\nVersion: 1.22.0amzn4.0\nRequires:\n");
	assert_int_equal(library(CR_LIBRARY_LIBFABRIC, false), 0x011600);
	PUT("/opt/amazon/efa/lib/pkgconfig/libfabric.pc", "Name: libfabric\nVersion: 1.22.0");
	assert_int_equal(library(CR_LIBRARY_LIBFABRIC, false), 0x011600);
}

/* ---- the manuals ------------------------------------------------------------- */

static void the_manuals_list_every_catalogue(void **state)
{
	const struct cr_catalogue_info *info;
	char markdown[2000] = "", roff[2000] = "";

	(void)state;
	for (size_t i = 0; (info = cr_catalogue_info(i)) != NULL; i++) {
		(void)snprintf(markdown + strlen(markdown), sizeof(markdown) - strlen(markdown),
			       "| `%s` | %s |\n", info->name, info->summary);
		(void)snprintf(roff + strlen(roff), sizeof(roff) - strlen(roff), ".TP\n.B %s\n%s\n",
			       info->name, info->summary);
	}
	manual_compare("docs/environment.md", "<!-- catalogues -->\n", "<!-- /catalogues -->",
		       markdown);
	manual_compare("docs/man/commroute-env.1", ".\\\" catalogues\n", ".\\\" /catalogues", roff);
}

int main(void)
{
#define ON_FILES(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builtin_catalogues_are_sound),
		cmocka_unit_test(faults_are_told_with_their_place),
		cmocka_unit_test(a_file_can_be_empty),
		cmocka_unit_test(the_sites_rows_come_first),
		cmocka_unit_test(a_site_takes_over_no_catalogue),
		cmocka_unit_test(the_sites_rows_are_held_against_the_harmful_ones),
		cmocka_unit_test(versions),
		cmocka_unit_test(misspelt_names),
		cmocka_unit_test(conditions),
		cmocka_unit_test(rows_at_both_sides_of_their_bounds),
		cmocka_unit_test(every_row_has_its_pairs),
		cmocka_unit_test(rows_that_wait_for_each_other_do_nothing),
		cmocka_unit_test(the_recipe_of_aws_gives_no_false_line),
		ON_FILES(facts_of_nodes),
		ON_FILES(gpus_by_their_pci_numbers),
		ON_FILES(the_plugins_version),
		ON_FILES(nccls_version),
		ON_FILES(a_huge_library),
		ON_FILES(libfabrics_version),
		cmocka_unit_test(the_manuals_list_every_catalogue),
	};

	return cmocka_run_group_tests_name("catalogue", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy of several files and clusters, its bounds, and the edges of its values. */
#include "tests/unit/unit.h"

#include "base/diag.h"
#include "policies/file/policy_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MAX 80

/* A file system of a few texts; "./" in front of a name is the same file. */
static struct {
	const char *name, *text;
} files[FILES_MAX];
static size_t file_count, files_read;

static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	(void)ctx;
	files_read++;
	while (strncmp(path, "./", 2) == 0)
		path += 2;
	for (size_t i = 0; i < file_count; i++)
		if (strcmp(files[i].name, path) == 0) {
			*buf = strdup(files[i].text);
			*len = strlen(*buf);
			return *buf ? 0 : -1;
		}
	return cr_error_set(err, "%s: no such file", path);
}

static void file(const char *name, const char *text)
{
	size_t at = file_count < FILES_MAX ? file_count++ : FILES_MAX - 1;

	assert_true(at + 1 == file_count);
	files[at].name = name;
	files[at].text = text;
}

static int setup(void **state)
{
	(void)state;
	file_count = files_read = 0;
	return 0;
}

static char said[65536];

/* Load the first file; all that is said about it stands in `said`. */
static struct cr_policy *load(const char *cluster)
{
	struct cr_policy_reader reader = {.read = read_file};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy = cr_policy_load(files[0].name, &reader, cluster, diags);
	size_t used = 0;
	char line[600];

	said[0] = '\0';
	for (size_t i = 0; i < cr_diags_kept(diags) && used < sizeof(said); i++)
		used += (size_t)snprintf(
			said + used, sizeof(said) - used, "%s\n",
			cr_diag_format(cr_diags_get(diags, i), line, sizeof(line)));
	assert_int_equal(policy == NULL, cr_diags_errors(diags) > 0);
	cr_diags_destroy(diags);
	return policy;
}

static struct cr_policy *load_good(const char *cluster)
{
	struct cr_policy *policy = load(cluster);

	if (!policy)
		fail_msg("%s", said);
	return policy;
}

static void refused(const char *text)
{
	assert_null(load(NULL));
	assert_string_equal(said, text);
}

static const struct cr_tenant *tenant(const struct cr_policy *p, const char *account)
{
	return (const void *)cr_index_find(&p->accounts, account);
}

#define V "version: 1\n"

/* ---- includes ----------------------------------------------------------------- */

static void circles_are_told_by_their_last_file(void **state)
{
	(void)state;
	file("p.yaml", V "include: q.yaml\n");
	file("q.yaml", "include: [p.yaml]\n");
	refused("q.yaml:1:11: error: 'p.yaml' includes itself, by way of q.yaml\n");
	setup(NULL);
	file("p.yaml", V "include: [a.yaml, b.yaml]\n");
	file("a.yaml", "mode: observe\n");
	file("b.yaml", "include: c.yaml\n");
	file("c.yaml", "include: b.yaml\n");
	refused("c.yaml:1:10: error: 'b.yaml' includes itself, by way of c.yaml\n");
}

static void two_ways_to_one_file_are_an_error(void **state)
{
	(void)state;
	file("p.yaml", V "include: [a.yaml, b.yaml]\n");
	file("a.yaml", "include: c.yaml\n");
	file("b.yaml", "include: c.yaml\n");
	file("c.yaml", "mode: observe\n");
	refused("b.yaml:1:10: error: 'c.yaml' is included twice\n");
}

/* Under another spelling each time: the depth ends it. */
static void a_circle_in_disguise_ends(void **state)
{
	(void)state;
	file("p.yaml", V "include: ./p.yaml\n");
	assert_null(load(NULL));
	assert_non_null(strstr(said, "includes nest deeper than 8 files"));
	assert_true(files_read <= 8);
}

static void includes_nest_eight_deep(void **state)
{
	static char names[10][16], texts[10][40];

	(void)state;
	for (int last = 7; last <= 8; last++) {
		setup(NULL);
		for (int i = 0; i <= last; i++) {
			(void)snprintf(names[i], sizeof(names[i]), "f%d.yaml", i);
			(void)snprintf(texts[i], sizeof(texts[i]), "%sinclude: f%d.yaml\n",
				       i ? "" : V, i + 1);
			file(names[i], texts[i]);
		}
		files[last].text = "mode: enforce\n";
		if (last == 7)
			cr_policy_destroy(load_good(NULL));
		else
			refused("f7.yaml:1:10: error: 'f8.yaml': includes nest deeper than 8 "
				"files\n");
	}
}

static void sixty_four_files_and_no_more(void **state)
{
	static char names[FILES_MAX][16], list[2000];
	struct cr_policy *p;

	(void)state;
	for (int count = 64; count <= 65; count++) {
		size_t used = (size_t)snprintf(list, sizeof(list), V "include: [");

		setup(NULL);
		file("p.yaml", list);
		for (int i = 1; i < count; i++) {
			(void)snprintf(names[i], sizeof(names[i]), "f%d.yaml", i);
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
						 i > 1 ? ", " : "", names[i]);
			file(names[i], "mode: enforce\n");
		}
		(void)snprintf(list + used, sizeof(list) - used, "]\n");
		p = load(NULL);
		assert_int_equal(p != NULL, count == 64);
		if (p)
			assert_string_equal(cr_policy_file(p, 63), "f63.yaml");
		else
			assert_non_null(strstr(said, "error: more than 64 files\n"));
		cr_policy_destroy(p);
	}
}

static void names_are_relative_to_who_includes(void **state)
{
	static const char *const order[] = {"/etc/slurm/p.yaml", "/etc/slurm/site/q.yaml",
					    "/etc/slurm/site/r.yaml", "/opt/s.yaml"};
	struct cr_policy *p;

	(void)state;
	file("/etc/slurm/p.yaml", V "include: site/q.yaml\n");
	file("/etc/slurm/site/q.yaml", "include: [r.yaml, /opt/s.yaml]\n");
	file("/etc/slurm/site/r.yaml", "notify: always\n");
	file("/opt/s.yaml", "mode: enforce\n");
	p = load_good(NULL);
	for (size_t i = 0; i < COUNT(order); i++)
		assert_string_equal(cr_policy_file(p, i), order[i]);
	assert_null(cr_policy_file(p, COUNT(order)));
	assert_int_equal(cr_policy_mode(p), CR_MODE_ENFORCE);
	assert_int_equal(p->site.notify, CR_NOTIFY_ALWAYS);
	cr_policy_destroy(p);
}

static void who_includes_comes_over_what_is_included(void **state)
{
	struct cr_policy *p;
	char hash[17];

	(void)state;
	file("p.yaml", V "include: [a.yaml, b.yaml]\nexempt: {users: [root]}\n");
	file("a.yaml", "mode: disabled\nnotify: changes\nexempt: {users: [x, y], accounts: [z]}\n");
	file("b.yaml", "mode: enforce\n");
	p = load_good(NULL);
	assert_int_equal(cr_policy_mode(p), CR_MODE_ENFORCE); /* the later of the two */
	assert_int_equal(p->site.notify, CR_NOTIFY_CHANGES);
	assert_int_equal(p->site.exempt.users.names.count, 1); /* a list is replaced */
	assert_string_equal(p->site.exempt.users.names.name[0], "root");
	assert_int_equal(p->site.exempt.accounts.names.count, 1); /* what is not said stays */
	(void)snprintf(hash, sizeof(hash), "%s", cr_policy_hash(p));
	cr_policy_destroy(p);
	files[2].text = "mode: enforce\n\n";
	p = load_good(NULL);
	assert_string_not_equal(cr_policy_hash(p), hash);
	cr_policy_destroy(p);
}

static void faults_are_told_in_the_file_that_has_them(void **state)
{
	(void)state;
	file("p.yaml", V "include: [a.yaml, gone.yaml]\nmode: enforse\n");
	file("a.yaml", "mode: observe\nnotfy: always\n");
	assert_null(load(NULL));
	assert_non_null(strstr(said, "a.yaml:2:1: error: unknown key 'notfy' in a policy: did you "
				     "mean 'notify'?\n"));
	assert_non_null(strstr(said, "p.yaml:2:19: error: gone.yaml: no such file\n"));
	assert_non_null(strstr(said, "p.yaml:3:7: error: 'enforse' is no value of 'mode': did you "
				     "mean 'enforce'?\n"));
}

/* ---- clusters ------------------------------------------------------------------ */

static const char clusters[] = V
	"mode: enforce\n"
	"profiles:\n"
	"  a: {pattern: alltoall, intensity: high, summary: one, routes: [{topology_type: block}]}\n"
	"tenant_defaults: {qos: {own: 'q-{tenant}'}}\n"
	"tenants: {nlp: {accounts: [nlp]}}\n"
	"clusters:\n"
	"  Alpha:\n"
	"    mode: observe\n"
	"    profiles: {a: {routes: [{topology_type: tree}, {topology_type: ring}]}}\n"
	"    tenants: {nlp: {borrow: never}, guests: {accounts: [guests]}}\n"
	"  beta: {tenant_defaults: {qos: {own: all}}}\n";

static void a_cluster_has_its_own_keys(void **state)
{
	static const struct {
		const char *cluster, *own;
		enum cr_mode mode;
		size_t routes, tenants;
	} cases[] = {{NULL, "q-nlp", CR_MODE_ENFORCE, 1, 1},
		     {"alpha", "q-nlp", CR_MODE_OBSERVE, 2, 2},
		     {"ALPHA", "q-nlp", CR_MODE_OBSERVE, 2, 2},
		     {"beta", "all", CR_MODE_ENFORCE, 1, 1},
		     {"alph", "q-nlp", CR_MODE_ENFORCE, 1, 1},
		     {"", "q-nlp", CR_MODE_ENFORCE, 1, 1}};

	(void)state;
	file("p.yaml", clusters);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_policy *p = load_good(cases[i].cluster);
		const struct cr_profile *a = (const void *)cr_index_find(&p->profiles, "a");

		assert_int_equal(cr_policy_mode(p), cases[i].mode);
		assert_int_equal(a->routes.count, cases[i].routes);
		assert_string_equal(a->summary, "one"); /* beside what is said anew */
		assert_int_equal(p->site.tenants.count, cases[i].tenants);
		assert_string_equal(tenant(p, "nlp")->qos.own, cases[i].own);
		if (cases[i].tenants == 2) {
			assert_string_equal(tenant(p, "guests")->qos.own, "q-guests");
			assert_int_equal(tenant(p, "nlp")->borrow.consent, CR_BORROW_NEVER);
		}
		cr_policy_destroy(p);
	}
}

static void an_included_overlay_is_below_the_including_file(void **state)
{
	struct cr_policy *p;

	(void)state;
	file("p.yaml", V "include: q.yaml\nmode: enforce\n");
	file("q.yaml", "mode: disabled\nclusters: {alpha: {mode: observe, notify: always}}\n");
	p = load_good("alpha");
	assert_int_equal(cr_policy_mode(p), CR_MODE_ENFORCE);
	assert_int_equal(p->site.notify, CR_NOTIFY_ALWAYS);
	cr_policy_destroy(p);
	p = load_good("beta");
	assert_int_equal(p->site.notify, CR_NOTIFY_PROBLEMS);
	cr_policy_destroy(p);
}

/* A file that clusters share is wrong on all of them, or on none. */
static void faults_of_other_clusters_are_told(void **state)
{
	static const char *const names[] = {NULL, "alpha", "beta"};

	(void)state;
	file("p.yaml", V "clusters:\n  alpha: {mode: enforse}\n  beta: {include: x.yaml}\n"
			 "  gamma: 5\n");
	for (size_t i = 0; i < COUNT(names); i++) {
		assert_null(load(names[i]));
		assert_non_null(
			strstr(said, "p.yaml:3:17: error: 'enforse' is no value of 'mode'"));
		assert_non_null(strstr(said, "'include' stands outside 'clusters' only"));
		assert_non_null(strstr(said, "p.yaml:5:10: error: a policy needs a mapping"));
	}
}

/* ---- size ---------------------------------------------------------------------- */

static void found_as(const struct cr_policy *p, const char *before, int i, const char *after)
{
	char name[40];

	(void)snprintf(name, sizeof(name), "%s%d%s", before, i, after);
	assert_non_null(tenant(p, name));
	assert_int_equal(atoi(tenant(p, name)->head.name + 1), i);
}

static void a_thousand_tenants_are_all_found(void **state)
{
	static char text[200000];
	size_t used = (size_t)snprintf(text, sizeof(text), V "tenants:\n");
	struct cr_policy *p;

	(void)state;
	for (int i = 0; i < 1000; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "  t%d: {accounts: [a%d, Team-%d, g%d.x]}\n", i, i, i, i);
	file("p.yaml", text);
	p = load_good(NULL);
	assert_int_equal(p->site.tenants.count, 1000);
	for (int i = 0; i < 1000; i++) {
		found_as(p, "a", i, "");
		found_as(p, "A", i, "");
		found_as(p, "team-", i, "");
		found_as(p, "G", i, ".X");
	}
	assert_null(tenant(p, "a1000"));
	assert_null(tenant(p, ""));
	assert_null(tenant(p, NULL));
	cr_policy_destroy(p);
	(void)snprintf(text + used, sizeof(text) - used, "  last: {accounts: [TEAM-500]}\n");
	refused("p.yaml:1003:21: error: account 'TEAM-500' of tenant 'last' is claimed already by "
		"tenant 't500' (p.yaml line 503)\n");
}

/* All files together may have 2 MB. */
static void ten_megabytes_are_refused(void **state)
{
	static const struct {
		size_t first, second;
		bool good;
	} cases[] = {{(size_t)10 << 20, 0, false},
		     {(size_t)2 << 20, 0, true},
		     {((size_t)2 << 20) + 1, 0, false},
		     {(size_t)1 << 20, (size_t)1 << 20, true},
		     {(size_t)1 << 20, ((size_t)1 << 20) + 1, false}};
	static const char begin[] = V "include: []\n#", with[] = V "include: q.yaml\n#";
	static const char second_begin[] = "mode: enforce\n#";
	char *first = calloc(((size_t)10 << 20) + 1, 1), *second = calloc(((size_t)2 << 20) + 1, 1);

	(void)state;
	assert_true(first && second);
	file("p.yaml", first);
	file("q.yaml", second);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_policy *p;

		memset(first, '-', cases[i].first);
		first[cases[i].first] = '\0';
		memset(second, '-', cases[i].second);
		second[cases[i].second] = '\0';
		memcpy(first, cases[i].second ? with : begin,
		       strlen(cases[i].second ? with : begin));
		if (cases[i].second)
			memcpy(second, second_begin, strlen(second_begin));
		p = load(NULL);
		assert_int_equal(p != NULL, cases[i].good);
		if (!p)
			assert_non_null(strstr(said, "more than 2 MB of policy\n"));
		cr_policy_destroy(p);
	}
	free(first);
	free(second);
}

/* ---- the edges of values --------------------------------------------------------- */

/* Load a policy whose one value of interest is TEXT, in FORMAT. */
static struct cr_policy *load_value(const char *format, const char *text)
{
	static char whole[2000];

	setup(NULL);
	(void)snprintf(whole, sizeof(whole), "%s", V);
	(void)snprintf(whole + strlen(whole), sizeof(whole) - strlen(whole), "%.*s%s%s",
		       (int)(strchr(format, '@') - format), format, text, strchr(format, '@') + 1);
	file("p.yaml", whole);
	return load(NULL);
}

#define ADMIT "partitions: {u: {admit: {min_nodes: @}}}\n"
#define SEGMENT                                                                                    \
	"profiles: {a: {pattern: alltoall, intensity: low, routes: [{partition: u, segment: @}]}}\n"
#define SWITCHES                                                                                   \
	"profiles: {a: {pattern: alltoall, intensity: low, routes: [{partition: u, switches: @}]}}\n"
#define BUDGET "tenants: {t: {accounts: [a], budget: {gpu_hours: @}}}\n"
#define SHARE  "tenants: {t: {accounts: [a], share: {u: @}}}\n"
#define PRICE  "partitions: {u: {price: {gpu_hour: @}}}\n"

/* 4294967294 and ...5 are Slurm's NO_VAL and INFINITE; 65534 and ...5 the same in 16 bits. */
static void numbers_end_before_slurms_words(void **state)
{
	static const struct {
		const char *where, *text;
		bool good;
	} cases[] = {
		{ADMIT, "0", true},
		{ADMIT, "4294967293", true},
		{ADMIT, "4294967294", false},
		{ADMIT, "4294967295", false},
		{ADMIT, "4294967296", false},
		{ADMIT, "18446744073709551616", false},
		{ADMIT, "99999999999999999999999999", false},
		{ADMIT, "-1", false},
		{ADMIT, "+1", false},
		{ADMIT, "1.0", false},
		{ADMIT, "1e3", false},
		{ADMIT, "0x10", false},
		{ADMIT, "1_000", false},
		{ADMIT, "1k", false},
		{ADMIT, "'1'", false},
		{ADMIT, ".inf", false},
		{ADMIT, "infinite", false},
		{ADMIT, "~", false},
		{ADMIT, "[1]", false},
		{ADMIT, "{a: 1}", false},
		{SEGMENT, "0", false},
		{SEGMENT, "1", true},
		{SEGMENT, "65533", true},
		{SEGMENT, "65534", false},
		{SEGMENT, "65535", false},
		{SEGMENT, "4@1h", false},
		{SWITCHES, "0", false},
		{SWITCHES, "65533@0s", true},
		{SWITCHES, "65534", false},
		{SWITCHES, "2@", false},
		{SWITCHES, "2@300", false},
		{SWITCHES, "'@1h'", false},
		{SWITCHES, "fewest@1h", true},
		{SWITCHES, "fewest@1h@2h", false},
		{SWITCHES, "none@1h", true},
		{BUDGET, "9223372036854775807", true},
		{BUDGET, "9223372036854775808", false},
		{SHARE, "100000000", true},
		{SHARE, "100000001", false},
		{SHARE, "-1", false},
		{PRICE, "0", true},
		{PRICE, "12.40", true},
		{PRICE, "12.", false},
		{PRICE, ".5", false},
		{PRICE, "1,5", false},
		{PRICE, "-1", false},
		{PRICE, ".nan", false},
		{PRICE, "1e2", false},
		{PRICE, "1234567890123456", false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_policy *p = load_value(cases[i].where, cases[i].text);

		if ((p != NULL) != cases[i].good)
			fail_msg("'%s' in %s: %s", cases[i].text, cases[i].where, said);
		if (!p)
			assert_memory_equal(said, "p.yaml:2:", 9);
		cr_policy_destroy(p);
	}
}

static void times_have_a_unit_of_one_letter(void **state)
{
	static const struct {
		const char *text;
		uint32_t seconds; /* CR_UNSET: refused */
	} cases[] = {
		{"0s", 0},
		{"90s", 90},
		{"240m", 14400},
		{"4h", 14400},
		{"7d", 604800},
		{"522w", 522 * 604800},
		{"'4h'", 14400},    /* a text anyhow */
		{"523w", CR_UNSET}, /* beyond ten years */
		{"99999999999999999999s", CR_UNSET},
		{"240", CR_UNSET},
		{"h", CR_UNSET},
		{"4H", CR_UNSET},
		{"4 h", CR_UNSET},
		{"4hr", CR_UNSET},
		{"4hours", CR_UNSET},
		{"4min", CR_UNSET},
		{"4y", CR_UNSET},
		{"1h30m", CR_UNSET},
		{"1.5h", CR_UNSET},
		{"-4h", CR_UNSET},
		{"04:00:00", CR_UNSET},
		{"1-0", CR_UNSET},
		{"UNLIMITED", CR_UNSET},
		{"\"4\xc2\xa0h\"", CR_UNSET}, /* a blank that does not look it */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_policy *p = load_value("partitions: {u: {interactive: {max_time: @}}}\n",
						 cases[i].text);

		if ((p != NULL) != (cases[i].seconds != CR_UNSET))
			fail_msg("'%s': %s", cases[i].text, said);
		if (p)
			assert_int_equal(cr_policy_partition(p, "u")->interactive.max_time,
					 cases[i].seconds);
		else
			assert_non_null(strstr(said, "error: 'max_time': '"));
		cr_policy_destroy(p);
	}
}

static void yaml_booleans_are_no_words(void **state)
{
	static const char *const places[] = {
		"mode: @\n",
		"other_accounts: @\n",
		"undeclared: @\n",
		"record: {journal: @}\n",
		"exempt: {users: [ada, @]}\n",
		"partitions: {u: {counts_as_unset: @}}\n",
		"partitions: {u: {admit: {min_nodes: @}}}\n",
		"partitions: {u: {interactive: {max_time: @}}}\n",
		"partitions: {u: {price: {gpu_hour: @}}}\n",
		"tenants: {t: {accounts: @}}\n",
		"tenants: {t: {accounts: [a], summary: @}}\n",
		"tenants: {t: {accounts: [a], borrow: @}}\n",
		SEGMENT,
		SWITCHES,
	};
	static const char *const words[] = {"on", "off", "yes", "no", "On", "OFF", "Yes", "NO"};
	struct cr_policy *p;

	(void)state;
	for (size_t i = 0; i < COUNT(places); i++)
		for (size_t k = 0; k < COUNT(words); k++) {
			assert_null(load_value(places[i], words[k]));
			if (!strstr(said, "here is a boolean to YAML 1.1: write "))
				fail_msg("'%s' in %s: %s", words[k], places[i], said);
		}
	p = load_value("tenants: {t: {accounts: ['@'], summary: 'on'}}\n", "no");
	assert_non_null(p); /* quoted it is a name */
	assert_non_null(tenant(p, "no"));
	cr_policy_destroy(p);
}

static void names_are_ascii_and_other_texts_are_printable(void **state)
{
	static const struct {
		const char *where, *text;
		bool good;
	} cases[] = {
		{"tenants: {@: {accounts: [a]}}\n", "\xc3\xbc", false},
		{"tenants: {@: {accounts: [a]}}\n", "'a b'", false},
		{"tenants: {@: {accounts: [a]}}\n", "'-a'", false},
		{"tenants: {@: {accounts: [a]}}\n", "''", false},
		{"tenants: {@: {accounts: [a]}}\n", "a.b_c-9", true},
		{"partitions: {@: {}}\n", "\xd0\xb0", false}, /* looks like a Latin a */
		{"other_accounts: @\n", "\xe4\xb8\xad", false},
		{"tenants: {t: {accounts: [@]}}\n", "\xc3\xbc", true},
		{"tenants: {t: {accounts: [@]}}\n", "\"a\\nb\"", false},
		{"tenants: {t: {accounts: [@]}}\n", "\"\\e[31m\"", false},
		{"tenants: {t: {accounts: [@]}}\n", "\"\\x7f\"", false},
		{"tenants: {t: {accounts: [@]}}\n", "''", false},
		{"tenants: {t: {accounts: [@]}}\n", "\xff", false}, /* not UTF-8 */
		{"tenants: {t: {accounts: [@]}}\n", "\xc0\xaf", false},
		{"tenants: {t: {accounts: [a], summary: @}}\n", "f\xc3\xbcr alle", true},
		{"tenants: {t: {accounts: [a], qos: {own: @}}}\n", "'a,b'", false},
		{"tenants: {t: {accounts: [a], qos: {own: @}}}\n", "'a b'", false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_policy *p = load_value(cases[i].where, cases[i].text);

		if ((p != NULL) != cases[i].good)
			fail_msg("'%s' in %s: %s", cases[i].text, cases[i].where, said);
		for (const char *c = said; *c; c++) /* whatever is said can be printed */
			assert_true(*c == '\n' || ((unsigned char)*c >= ' ' && *c != 0x7f));
		cr_policy_destroy(p);
	}
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup(f, setup)
	const struct CMUnitTest tests[] = {
		CASE(circles_are_told_by_their_last_file),
		CASE(two_ways_to_one_file_are_an_error),
		CASE(a_circle_in_disguise_ends),
		CASE(includes_nest_eight_deep),
		CASE(sixty_four_files_and_no_more),
		CASE(names_are_relative_to_who_includes),
		CASE(who_includes_comes_over_what_is_included),
		CASE(faults_are_told_in_the_file_that_has_them),
		CASE(a_cluster_has_its_own_keys),
		CASE(an_included_overlay_is_below_the_including_file),
		CASE(faults_of_other_clusters_are_told),
		CASE(a_thousand_tenants_are_all_found),
		CASE(ten_megabytes_are_refused),
		CASE(numbers_end_before_slurms_words),
		CASE(times_have_a_unit_of_one_letter),
		CASE(yaml_booleans_are_no_words),
		CASE(names_are_ascii_and_other_texts_are_printable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

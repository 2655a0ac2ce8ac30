/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurm.conf, the language it shares with topology.conf, and finding the files. */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"
#include "topology/files.h"
#include "topology/slurmconf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct cr_slurmconf *parse(const char *text)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_slurmconf *conf = cr_slurmconf_parse("slurm.conf", text, strlen(text), NULL,
						       diags);

	if (!conf)
		fail_msg("%s", tw_messages(diags));
	cr_diags_destroy(diags);
	return conf;
}

static void test_partitions(void **state)
{
	struct cr_slurmconf *conf = parse(
		"# a site\nClusterName=alpha\nTopologyPlugin=topology/tree\n"
		"NodeName=n[1-4] CPUs=4 State=UNKNOWN\n"
		"PartitionName=first Nodes=n1\n"
		"PartitionName=DEFAULT Topology=tree MaxTime=1:00:00\n"
		"partitionname=second \\\n  nodes=n[1-2]\n"
		"PartitionName=third Nodes=n3 topology=ultra Default=YES # here\n"
		"PartitionName=default Topology=\"\"\n"
		"PartitionName=fourth Nodes=ALL\n"
		"PartitionName=first Topology=late\n");
	bool defined;

	(void)state;
	assert_string_equal(cr_slurmconf_cluster(conf), "alpha");
	assert_string_equal(cr_slurmconf_topology_plugin(conf), "topology/tree");
	assert_string_equal(cr_slurmconf_topology(conf, "first", NULL), "late");
	assert_string_equal(cr_slurmconf_topology(conf, "second", NULL), "tree");
	assert_string_equal(cr_slurmconf_topology(conf, "third", &defined), "ultra");
	assert_true(defined);
	assert_null(cr_slurmconf_topology(conf, "fourth", &defined));
	assert_true(defined);
	assert_null(cr_slurmconf_topology(conf, "fifth", &defined));
	assert_false(defined);
	assert_null(cr_slurmconf_topology(conf, "DEFAULT", &defined));
	assert_false(defined);
	assert_string_equal(cr_slurmconf_nodes(conf, "second"), "n[1-2]");
	assert_string_equal(cr_slurmconf_nodes(conf, "fourth"), "ALL");
	assert_null(cr_slurmconf_nodes(conf, "fifth"));
	cr_slurmconf_destroy(conf);
	cr_slurmconf_destroy(NULL);
}

static void test_empty(void **state)
{
	struct cr_slurmconf *conf = parse("");

	(void)state;
	assert_null(cr_slurmconf_cluster(conf));
	assert_null(cr_slurmconf_topology_plugin(conf));
	assert_null(cr_slurmconf_nodes(conf, "p"));
	cr_slurmconf_destroy(conf);
}

static void test_last_value_counts(void **state)
{
	struct cr_slurmconf *conf = parse("ClusterName=a\nClusterName=b\nwhat is this\n=\n"
					  "PartitionName=p Topology=x Topology=y\n");

	(void)state;
	assert_string_equal(cr_slurmconf_cluster(conf), "b");
	assert_string_equal(cr_slurmconf_topology(conf, "p", NULL), "y");
	cr_slurmconf_destroy(conf);
}

/* --- the language ------------------------------------------------------------ */

struct seen {
	char text[2048];
	size_t len;
};

static int note(const struct cr_conf_pair *pairs, size_t count, const char *rest,
		struct cr_pos rest_pos, void *arg)
{
	struct seen *s = arg;

	for (size_t i = 0; i < count; i++)
		s->len += (size_t)snprintf(s->text + s->len, sizeof(s->text) - s->len,
					   "%s:%u:%u %s %c '%s'@%u:%u\n", pairs[i].pos.file,
					   pairs[i].pos.line, pairs[i].pos.column, pairs[i].key,
					   pairs[i].op, pairs[i].value, pairs[i].value_pos.line,
					   pairs[i].value_pos.column);
	if (*rest)
		s->len += (size_t)snprintf(s->text + s->len, sizeof(s->text) - s->len,
					   "%s:%u:%u rest '%s'\n", rest_pos.file, rest_pos.line,
					   rest_pos.column, rest);
	return strcmp(rest, "stop") == 0;
}

static void test_language(void **state)
{
	static const struct {
		const char *text, *seen;
	} cases[] = {
		{"", ""},
		{" \t\n#c\n", ""},
		{"A=1", "f:1:1 A = '1'@1:3\n"},
		{"\n  A =  1  B=\"x y\"\tC=\"\"", "f:2:3 A = '1'@2:8\n"
						  "f:2:11 B = 'x y'@2:13\n"
						  "f:2:19 C = ''@2:21\n"},
		{"A+=1 B-=2 C*=3 D/=4", "f:1:1 A + '1'@1:4\nf:1:6 B - '2'@1:9\n"
					"f:1:11 C * '3'@1:14\nf:1:16 D / '4'@1:19\n"},
		{"A=1 \\\n B=2\nC=3", "f:1:1 A = '1'@1:3\nf:2:2 B = '2'@2:4\nf:3:1 C = '3'@3:3\n"},
		{"A=1\\\\\nB=2", "f:1:1 A = '1\\'@1:3\nf:2:1 B = '2'@2:3\n"},
		{"A=a\\#b # c", "f:1:1 A = 'a#b'@1:3\n"},
		{"A=1 # x \\\nB=2", "f:1:1 A = '1'@1:3\nf:2:1 B = '2'@2:3\n"},
		{"A=\"open B=2", "f:1:1 A = '\"open'@1:3\nf:1:9 B = '2'@1:11\n"},
		{"A=\"x\"y", "f:1:1 A = '\"x\"y'@1:3\n"},
		{"A= B=2", "f:1:1 A = 'B=2'@1:4\n"},
		{"A=", "f:1:1 rest 'A='\n"},
		{"A=1 stray B=2", "f:1:1 A = '1'@1:3\nf:1:5 rest 'stray B=2'\n"},
		{"A=1 \\", "f:1:1 A = '1'@1:3\n"},
		{"A=1\r\nB=2\r\n", "f:1:1 A = '1'@1:3\nf:2:1 B = '2'@2:3\n"},
		{"key.with_all9=v", "f:1:1 key.with_all9 = 'v'@1:15\n"},
		{"A=1\nstop\nB=2", "f:1:1 A = '1'@1:3\nf:2:1 rest 'stop'\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct seen s = {.len = 0};

		(void)cr_conf_parse("f", cases[i].text, strlen(cases[i].text), NULL, note, &s,
				    NULL);
		assert_string_equal(s.text, cases[i].seen);
	}
}

static int load(const char *name, char **buf, size_t *len, void *arg, struct cr_error *err)
{
	static const char *const files[][2] = {
		{"one.conf", "B=2\nInclude two.conf\nC=3"},
		{"two.conf", "D=4\n"},
		{"self.conf", "Include self.conf\n"},
		{"bad.conf", "E=5\n\nInclude nowhere.conf\n"},
		{"alpha/p.conf", "F=6\n"},
	};

	(void)arg;
	for (size_t i = 0; i < COUNT(files); i++) {
		if (strcmp(files[i][0], name) != 0)
			continue;
		*buf = strdup(files[i][1]);
		*len = strlen(*buf);
		return 0;
	}
	return cr_error_set(err, "%s: No such file or directory", name);
}

static const struct cr_conf_loader loader = {load, NULL};

static const char *include(const char *text, const char **messages)
{
	static struct seen s;
	struct cr_diags *diags = cr_diags_new();

	s = (struct seen){.len = 0};
	(void)cr_conf_parse("f", text, strlen(text), &loader, note, &s, diags);
	*messages = tw_messages(diags);
	cr_diags_destroy(diags);
	return s.text;
}

static void test_include(void **state)
{
	const char *messages;

	(void)state;
	assert_string_equal(include("A=1\ninclude\tone.conf # x\nZ=9", &messages),
			    "f:1:1 A = '1'@1:3\none.conf:1:1 B = '2'@1:3\n"
			    "two.conf:1:1 D = '4'@1:3\none.conf:3:1 C = '3'@3:3\n"
			    "f:3:1 Z = '9'@3:3\n");
	assert_string_equal(messages, "");
	assert_string_equal(include("ClusterName=alpha\nInclude %c/p.conf", &messages),
			    "f:1:1 ClusterName = 'alpha'@1:13\nalpha/p.conf:1:1 F = '6'@1:3\n");
	(void)include("Include %c/p.conf", &messages);
	assert_string_equal(messages,
			    "f:1:9: error: Include: a name too long, or %c before ClusterName");
	(void)include("A=1\nInclude bad.conf", &messages);
	assert_string_equal(messages, "bad.conf:3:9: error: Include: nowhere.conf: No such file or "
				      "directory");
	(void)include("Include self.conf", &messages);
	assert_string_equal(messages,
			    "self.conf:1:9: error: too many files included by one another");
	/* only at the beginning of a line, and alone on it */
	assert_string_equal(include("  Include one.conf", &messages),
			    "f:1:3 rest 'Include one.conf'\n");
	assert_string_equal(include("Include one.conf two.conf", &messages),
			    "f:1:1 rest 'Include one.conf two.conf'\n");
	assert_string_equal(include("IncludeAll=yes", &messages),
			    "f:1:1 IncludeAll = 'yes'@1:12\n");
}

static void test_included_topology(void **state)
{
	static const struct cr_conf_loader good = {load, NULL};
	bool read;

	(void)state;
	assert_string_equal(tw_conf_messages("SwitchName=s1 Nodes=n1\nInclude two.conf\n",
					     CR_TOPOLOGY_TREE, &good, &read),
			    "two.conf:1:1: error: unknown key 'D' for topology/tree");
	assert_false(read);
}

static void test_bounds(void **state)
{
	size_t room = 1 << 20, len = 0;
	char *text = malloc(room);
	struct cr_diags *diags = cr_diags_new();
	struct seen s = {.len = 0};

	(void)state;
	for (int i = 0; i < 300; i++)
		len += (size_t)snprintf(text + len, room - len, "k%d=v ", i);
	assert_int_equal(cr_conf_parse("f", text, len, NULL, note, &s, diags), -1);
	assert_string_equal(tw_messages(diags), "f:1:1683: error: too many keys in one line");
	cr_diags_destroy(diags);
	diags = cr_diags_new();
	len = 0;
	for (int i = 0; i < 5000; i++)
		len += (size_t)snprintf(text + len, room - len, "\\\n");
	assert_int_equal(cr_conf_parse("f", text, len, NULL, note, &s, diags), -1);
	assert_non_null(strstr(tw_messages(diags), "too many lines joined"));
	cr_diags_destroy(diags);
	diags = cr_diags_new();
	assert_int_equal(cr_conf_parse("f", "A=1\nB=\0", 7, NULL, note, &s, diags), -1);
	assert_string_equal(tw_messages(diags), "f:2:1: error: a NUL byte");
	cr_diags_destroy(diags);
	free(text);
}

/* --- files ------------------------------------------------------------------- */

static char dir[] = "/tmp/test_slurmconf.XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[4][128];
	static unsigned next;
	char *at = path[next++ % 4];

	(void)snprintf(at, 128, "%s/%s", dir, name);
	return at;
}

static void put(const char *name, const char *text)
{
	FILE *f = fopen(in_dir(name), "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int make_dir(void **state)
{
	(void)state;
	strcpy(dir + strlen(dir) - 6, "XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	static const char *const names[] = {"slurm.conf", "topology.yaml", "topology.conf",
					    "partitions.conf", "link.conf"};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		(void)unlink(in_dir(names[i]));
	return rmdir(dir);
}

static void test_read_and_find(void **state)
{
	const char *const dirs[] = {"/nowhere", dir, NULL};
	const char *const none[] = {"/nowhere", "/neither", NULL};
	struct cr_slurmconf *conf;
	struct cr_diags *diags = cr_diags_new();
	struct cr_error err;
	char *path;

	(void)state;
	put("slurm.conf", "ClusterName=c\nInclude partitions.conf\n");
	put("partitions.conf", "PartitionName=p Topology=t\n");
	path = cr_slurmconf_find(NULL, dirs, &err);
	assert_string_equal(path, in_dir("slurm.conf"));
	conf = cr_slurmconf_read(path, diags);
	assert_string_equal(cr_slurmconf_topology(conf, "p", NULL), "t");
	cr_slurmconf_destroy(conf);
	free(path);
	path = cr_slurmconf_find("/some/slurm.conf", dirs, &err);
	assert_string_equal(path, "/some/slurm.conf");
	free(path);
	assert_null(cr_slurmconf_find("", none, &err));
	assert_string_equal(err.text, "no slurm.conf in /nowhere, /neither");
	assert_null(cr_slurmconf_find("", none, NULL));
	/* vendors link it to elsewhere */
	assert_int_equal(symlink("slurm.conf", in_dir("link.conf")), 0);
	conf = cr_slurmconf_read(in_dir("link.conf"), diags);
	assert_non_null(conf);
	cr_slurmconf_destroy(conf);
	assert_int_equal(cr_diags_errors(diags), 0);
	assert_null(cr_slurmconf_read(in_dir("topology.yaml"), diags));
	assert_non_null(strstr(tw_messages(diags), "No such file or directory"));
	cr_diags_destroy(diags);
}

/* What Slurm would use beside slurm.conf; the type or "refused" with the messages. */
static const char *beside(uint32_t version, const char **messages)
{
	struct cr_topology_rules rules = {.slurm_version = version};
	struct cr_diags *diags = cr_diags_new();
	struct cr_slurmconf *conf = cr_slurmconf_read(in_dir("slurm.conf"), diags);
	struct cr_topologies *set = cr_topologies_read_beside(in_dir("slurm.conf"), conf, &rules,
							      diags);
	const char *type = "refused";

	if (set)
		type = cr_topology_type_name(cr_topology_type(cr_topologies_default(set)));
	*messages = tw_messages(diags);
	cr_topologies_destroy(set);
	cr_slurmconf_destroy(conf);
	cr_diags_destroy(diags);
	return type;
}

static void test_beside(void **state)
{
	const char *messages;

	(void)state;
	put("slurm.conf", "ClusterName=c\n");
	assert_string_equal(beside(0, &messages), "flat");
	put("slurm.conf", "ClusterName=c\nTopologyPlugin=topology/tree\n");
	assert_string_equal(beside(0, &messages), "refused");
	assert_non_null(strstr(messages, "something wrong with opening/reading"));
	put("topology.conf", "SwitchName=s Nodes=n1\n");
	assert_string_equal(beside(0, &messages), "tree");
	assert_string_equal(messages, "");
	put("topology.yaml", "- {topology: b, block: {blocks: [{block: b, nodes: n1}]}}\n");
	assert_string_equal(beside(0, &messages), "block");
	assert_non_null(strstr(messages, "topology.conf: warning: ignored by Slurm"));
	/* 24.11 does not know topology.yaml */
	assert_string_equal(beside(CR_SLURM_VERSION(24, 11, 5), &messages), "tree");
	put("slurm.conf", "ClusterName=c\nTopologyPlugin=topology/hypercube\n");
	assert_string_equal(beside(CR_SLURM_VERSION(24, 11, 5), &messages), "refused");
}

static void test_conf_told_by_its_keys(void **state)
{
	static const struct {
		const char *text;
		enum cr_topology_type type;
	} cases[] = {
		{"SwitchName=s Nodes=n1\n", CR_TOPOLOGY_TREE},
		{"# x\nblocksizes=1\nBlockName=b Nodes=n1\n", CR_TOPOLOGY_BLOCK},
		{"RingName=r Nodes=n1\n", CR_TOPOLOGY_RING},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_topologies *set;

		put("topology.conf", cases[i].text);
		set = cr_topologies_read(in_dir("topology.conf"), CR_TOPOLOGY_FLAT, NULL, NULL);
		assert_non_null(set);
		assert_int_equal(cr_topology_type(cr_topologies_default(set)), cases[i].type);
		cr_topologies_destroy(set);
	}
	put("topology.conf", "# nothing\n");
	assert_null(cr_topologies_read(in_dir("topology.conf"), CR_TOPOLOGY_FLAT, NULL, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_partitions),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_last_value_counts),
		cmocka_unit_test(test_language),
		cmocka_unit_test(test_include),
		cmocka_unit_test(test_included_topology),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test_setup_teardown(test_read_and_find, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_beside, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_conf_told_by_its_keys, make_dir, remove_dir),
	};

	return cmocka_run_group_tests_name("slurm.conf", tests, NULL, NULL);
}

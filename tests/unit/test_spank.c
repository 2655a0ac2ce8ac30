/* SPDX-License-Identifier: GPL-2.0-or-later */
/* spank: what clients hand on and what a step's tasks see, on a host made of arrays. */
#include "unit.h"

#include "policies/job/variables.h"
#include "spank/args.h"
#include "spank/client.h"
#include "spank/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a step made of arrays ----------------------------------------------- */

static char names[32][64], values[32][300];
static size_t count;
static char logged[2048];

static size_t find(const char *name)
{
	size_t i = 0;

	while (i < count && strcmp(names[i], name) != 0)
		i++;
	return i;
}

static int fake_getenv(void *step, const char *name, char *buf, size_t size)
{
	size_t i = find(name);

	(void)step;
	if (i == count || strlen(values[i]) >= size)
		return -1;
	memcpy(buf, values[i], strlen(values[i]) + 1);
	return 0;
}

static int fake_setenv(void *step, const char *name, const char *value)
{
	size_t i = find(name);

	(void)step;
	(void)snprintf(names[i], sizeof(names[i]), "%s", name);
	(void)snprintf(values[i], sizeof(values[i]), "%s", value);
	count += i == count;
	return 0;
}

static void fake_unsetenv(void *step, const char *name)
{
	size_t i = find(name);

	(void)step;
	if (i == count)
		return;
	count--;
	memmove(names[i], names[count], sizeof(names[i]));
	memmove(values[i], values[count], sizeof(values[i]));
}

static void fake_log(enum cr_host_level level, const char *text)
{
	(void)level;
	(void)snprintf(logged, sizeof(logged), "%s", text);
}

static size_t fake_env_size(void *step)
{
	(void)step;
	return 0;
}

static int fake_words(void *step, const char *const **words)
{
	(void)step;
	(void)words;
	return 0;
}

static const struct cr_host host = {fake_log,      fake_getenv, fake_setenv, fake_unsetenv,
				    fake_env_size, fake_words,  NULL};

static const char *get(const char *name)
{
	size_t i = find(name);

	return i == count ? "(unset)" : values[i];
}

/* ---- a cluster made of two files ------------------------------------------ */

static char dir[] = "/tmp/commroute-test-XXXXXX";
static char slurm_conf[64];

static void write_file(const char *name, const char *text)
{
	char path[128];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
}

static int make_cluster(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(slurm_conf, sizeof(slurm_conf), "%s/slurm.conf", dir);
	write_file("slurm.conf", "ClusterName=test\n"
				 "PartitionName=ultra Nodes=n[1-4] Topology=ultra\n"
				 "PartitionName=plain Nodes=n[1-4]\n"
				 "PartitionName=lost Nodes=n1 Topology=gone\n");
	write_file("topology.yaml",
		   "- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n"
		   "      - {switch: leaf1, nodes: 'n[1-2]'}\n"
		   "      - {switch: leaf2, nodes: 'n[3-4]'}\n"
		   "      - {switch: top, children: 'leaf[1-2]'}\n"
		   "- topology: ultra\n  cluster_default: false\n  block:\n"
		   "    block_sizes: [2]\n    blocks:\n"
		   "      - {block: b1, nodes: 'n[1,3]'}\n      - {block: b2, nodes: 'n[2,4]'}\n");
	return 0;
}

static int remove_cluster(void **state)
{
	char path[128];

	(void)state;
	(void)unlink(slurm_conf);
	(void)snprintf(path, sizeof(path), "%s/topology.yaml", dir);
	(void)unlink(path);
	return rmdir(dir);
}

static int fresh(void **state)
{
	(void)state;
	count = 0;
	logged[0] = '\0';
	return 0;
}

static void prepare(const char *node_name, const char *partition, const char *said)
{
	struct cr_option option = {.kind = CR_OPTION_ABSENT};
	struct cr_node_notes notes;
	struct cr_node node = {node_name, slurm_conf, NULL, "/nonexistent", "", &option};

	if (said)
		assert_int_equal(cr_option_parse(said, &option, NULL), 0);
	if (partition)
		fake_setenv(NULL, "SLURM_JOB_PARTITION", partition);
	fake_setenv(NULL, "SLURM_JOB_NODELIST", "n[1-4]");
	cr_node_prepare(&node, &host, &notes);
}

/* ---- the node -------------------------------------------------------------- */

static void unit_is_of_the_partitions_topology(void **state)
{
	(void)state;
	prepare("n3", "ultra", NULL);
	assert_string_equal(get(CR_NAME_TOPOLOGY), "ultra");
	assert_string_equal(get(CR_NAME_TOPOLOGY_TYPE), "block");
	assert_string_equal(get(CR_NAME_TOPOLOGY_UNIT), "b1");
	prepare("n3", "plain", NULL);
	assert_string_equal(get(CR_NAME_TOPOLOGY), "tree");
	assert_string_equal(get(CR_NAME_TOPOLOGY_UNIT), "leaf2");
}

static void what_cannot_be_told_is_removed(void **state)
{
	static const struct {
		const char *node, *partition, *topology;
	} cases[] = {
		{"n9", "ultra", "ultra"},    /* not in the topology */
		{NULL, "ultra", "ultra"},    /* no name */
		{"n1", "nosuch", "(unset)"}, /* no such partition */
		{"n1", "lost", "(unset)"},   /* a topology that is not there */
		{"n1", NULL, "(unset)"},     /* no partition */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		count = 0;
		fake_setenv(NULL, CR_NAME_TOPOLOGY, "stale");
		fake_setenv(NULL, CR_NAME_TOPOLOGY_UNIT, "stale");
		prepare(cases[i].node, cases[i].partition, NULL);
		assert_string_equal(get(CR_NAME_TOPOLOGY), cases[i].topology);
		assert_string_equal(get(CR_NAME_TOPOLOGY_UNIT), "(unset)");
	}
}

static void profile_of_the_step_then_of_the_job(void **state)
{
	(void)state;
	fake_setenv(NULL, CR_NAME_CARRIED_OPTION, "ddp,borrow");
	prepare("n1", "ultra", NULL);
	assert_string_equal(get(CR_NAME_PROFILE), "ddp");
	fake_setenv(NULL, CR_NAME_CARRIED_PROFILE, "allreduce");
	prepare("n1", "ultra", NULL);
	assert_string_equal(get(CR_NAME_PROFILE), "allreduce");
	prepare("n1", "ultra", "moe");
	assert_string_equal(get(CR_NAME_PROFILE), "moe");
	assert_string_equal(get(CR_NAME_CARRIED_OPTION), "moe");
	assert_string_equal(get(CR_NAME_CARRIED_PROFILE), "(unset)");
	prepare("n1", "ultra", "none");
	assert_string_equal(get(CR_NAME_PROFILE), "(unset)");
}

static void a_forged_profile_is_not_passed_on(void **state)
{
	(void)state;
	fake_setenv(NULL, CR_NAME_CARRIED_PROFILE, "$(reboot)");
	prepare("n1", "ultra", NULL);
	assert_string_equal(get(CR_NAME_PROFILE), "(unset)");
	fake_setenv(NULL, CR_NAME_CARRIED_OPTION, "a b");
	prepare("n1", "ultra", NULL);
	assert_string_equal(get(CR_NAME_PROFILE), "(unset)");
}

/* ---- the client -------------------------------------------------------------- */

static void variable_is_handed_on_and_cleared(void **state)
{
	static const char *const programs[][2] = {{"sbatch", "SBATCH_COMM_PROFILE"},
						  {"salloc", "SALLOC_COMM_PROFILE"},
						  {"srun", "SRUN_COMM_PROFILE"}};
	struct cr_option option = {.kind = CR_OPTION_ABSENT};

	(void)state;
	for (size_t i = 0; i < COUNT(programs); i++) {
		unsetenv(CR_CLIENT_CARRIER);
		setenv(programs[i][1], "moe", 1);
		cr_client_take_variable(programs[i][0]);
		assert_string_equal(getenv(CR_CLIENT_CARRIER), "moe");
		cr_client_finish(programs[i][0], &option);
		assert_null(getenv(CR_CLIENT_CARRIER));
		unsetenv(programs[i][1]);
	}
	setenv("SBATCH_COMM_PROFILE", "moe", 1);
	cr_client_take_variable("scrontab");
	cr_client_take_variable(NULL);
	assert_null(getenv(CR_CLIENT_CARRIER));
	unsetenv("SBATCH_COMM_PROFILE");
}

/* What Slurm exported into the shell of an outer salloc is not for a nested job. */
static void a_nested_job_inherits_no_option(void **state)
{
	(void)state;
	setenv(CR_CLIENT_CARRIER, "outer", 1);
	cr_client_take_variable("srun");
	assert_string_equal(getenv(CR_CLIENT_CARRIER), "outer"); /* a step may */
	cr_client_take_variable("sbatch");
	assert_null(getenv(CR_CLIENT_CARRIER));
	setenv(CR_CLIENT_CARRIER, "outer", 1);
	cr_client_take_variable("salloc");
	assert_null(getenv(CR_CLIENT_CARRIER));
}

static void a_nested_job_inherits_no_facts(void **state)
{
	static const char *const ours[] = {"COMMROUTE_DECISION",    "COMMROUTE_PREEMPTIBLE",
					   CR_NAME_PROFILE,         CR_NAME_PLACEMENT,
					   CR_NAME_HEAD_NODE,       CR_NAME_CARRIED_OPTION,
					   CR_NAME_CARRIED_PROFILE, CR_NAME_CARRIED_DECISION};
	static const struct {
		const char *program, *job;
		bool forgets;
	} cases[] = {
		{"sbatch", "42", true}, {"salloc", "42", true}, {"salloc", NULL, true},
		{"srun", NULL, true},   {"srun", "42", false},  {"scrontab", NULL, false},
		{NULL, NULL, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		for (size_t k = 0; k < COUNT(ours); k++)
			setenv(ours[k], "outer", 1);
		setenv("COMMROUTES_OF_MY_OWN", "kept", 1);
		unsetenv("SLURM_JOB_ID");
		if (cases[i].job)
			setenv("SLURM_JOB_ID", cases[i].job, 1);
		cr_client_forget_outer_job(cases[i].program);
		for (size_t k = 0; k < COUNT(ours); k++) {
			assert_int_equal(getenv(ours[k]) == NULL, cases[i].forgets);
			unsetenv(ours[k]);
		}
		assert_string_equal(getenv("COMMROUTES_OF_MY_OWN"), "kept");
	}
	unsetenv("COMMROUTES_OF_MY_OWN");
	unsetenv("SLURM_JOB_ID");
}

static void a_question_for_the_list(void **state)
{
	const char *one[] = {"sbatch", "--comm-profile=list"};
	const char *two[] = {"sbatch", "--comm-profile", "list"};
	const char *job[] = {"sbatch", "job.sh", "--comm-profile=list"};
	const char *other[] = {"sbatch", "--comm-profile=listing"};

	(void)state;
	assert_true(cr_client_asks_for_list(2, one));
	assert_true(cr_client_asks_for_list(3, two));
	assert_false(cr_client_asks_for_list(3, job));
	assert_false(cr_client_asks_for_list(2, other));
	assert_false(cr_client_asks_for_list(1, one));
	assert_false(cr_client_asks_for_list(2, two));
}

static void salloc_carries_its_own_option_only(void **state)
{
	struct cr_option option = {.kind = CR_OPTION_ABSENT};

	(void)state;
	cr_client_finish("salloc", &option);
	assert_null(getenv(CR_NAME_CARRIED_OPTION));
	assert_int_equal(cr_option_parse("moe,borrow", &option, NULL), 0);
	cr_client_finish("salloc", &option);
	assert_string_equal(getenv(CR_NAME_CARRIED_OPTION), "moe,borrow");
	unsetenv(CR_NAME_CARRIED_OPTION);
}

static void judges_form_only(void **state)
{
	struct cr_option option = {.kind = CR_OPTION_ABSENT};

	(void)state;
	assert_int_equal(cr_client_judge("nosuch", "/nonexistent", &host, &option),
			 CR_CLIENT_GO_ON);
	assert_string_equal(option.profile, "nosuch");
	assert_int_equal(cr_client_judge("a b", "/nonexistent", &host, &option), CR_CLIENT_REFUSED);
	assert_non_null(strstr(logged, "CR-101"));
	assert_string_equal(option.profile, "nosuch");
	assert_int_equal(cr_client_judge("list", "/nonexistent/x.yaml", &host, &option),
			 CR_CLIENT_REFUSED);
	assert_non_null(strstr(logged, "/nonexistent/x.yaml"));
}

static void plugstack_words(void **state)
{
	char *good[] = {(char *)"config=/opt/c.yaml"};
	char *odd[] = {(char *)"config=relative", (char *)"colour=blue\n"};

	(void)state;
	assert_string_equal(cr_spank_args_read(1, good, &host).config, "/opt/c.yaml");
	assert_null(cr_spank_args_read(2, odd, &host).config);
	assert_non_null(strstr(logged, "'colour=blue\\n'"));
}

#define CASE(test) cmocka_unit_test_setup(test, fresh)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(unit_is_of_the_partitions_topology),
		CASE(what_cannot_be_told_is_removed),
		CASE(profile_of_the_step_then_of_the_job),
		CASE(a_forged_profile_is_not_passed_on),
		CASE(variable_is_handed_on_and_cleared),
		CASE(a_nested_job_inherits_no_option),
		CASE(a_nested_job_inherits_no_facts),
		CASE(a_question_for_the_list),
		CASE(salloc_carries_its_own_option_only),
		CASE(judges_form_only),
		CASE(plugstack_words),
	};

	return cmocka_run_group_tests_name("spank", tests, make_cluster, remove_cluster);
}

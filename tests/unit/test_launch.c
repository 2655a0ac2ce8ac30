/* SPDX-License-Identifier: GPL-2.0-or-later */
/* spank: which srun lines may be ordered, and how many tasks go where. */
#include "unit.h"

#include "launch/judge.h"
#include "launch/layout.h"
#include "launch/srun_line.h"
#include "spank/command_line.h"
#include "spank/frameworks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct cr_variables own;

/* ---- the command line ------------------------------------------------------ */

/* Split LINE at its blanks and read it. */
static struct cr_srun_line read_line(const char *line)
{
	static char copy[512];
	static const char *words[64];
	int count = 0;

	(void)snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		words[count++] = word;
	return cr_srun_line_read(count, words, NULL);
}

static void harmless_lines(void **state)
{
	static const struct {
		const char *line;
		int program;
	} cases[] = {
		{"srun a.out", 1},
		{"srun -l -u a.out -N2", 3},
		{"srun -lu -o out -e err a.out", 6},
		{"srun -oout a.out", 2},
		{"srun --output=out --error err a.out", 4},
		{"srun --kill-on-bad-exit a.out", 2},
		{"srun --kill-on-bad-exit=1 a.out", 2},
		{"srun -K a.out", 2},
		{"srun -K1 a.out", 2},
		{"srun -- -N2", 2},
		{"srun --container-image x.sqsh --container-mounts=/a:/b python -m torch", 4},
		{"srun --mpi=pmix --cpu-bind none --export ALL,A=b a.out", 6},
		{"srun --gpus-per-node=8 --gres gpu:8 a.out", 4},
		{"srun --auto-resume=1 -l torchrun", 3},
		{"srun --auto-resume 1 torchrun -N2", 3},
		{"srun", 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun_line line = read_line(cases[i].line);

		assert_string_equal(line.shaping, "");
		assert_int_equal(line.program, cases[i].program);
		assert_int_equal(line.nodes + line.tasks + line.tasks_per_node, 0);
	}
}

static void shaping_lines(void **state)
{
	static const char *const cases[][2] = {
		{"srun -w n1 a.out", "-w"},
		{"srun -lw n1 a.out", "-lw"},
		{"srun --nodelist=n1 a.out", "--nodelist=n1"},
		{"srun -x n1 a.out", "-x"},
		{"srun -m cyclic a.out", "-m"},
		{"srun -r1 a.out", "-r1"},
		{"srun --exact a.out", "--exact"},
		{"srun --exclusive=user a.out", "--exclusive=user"},
		{"srun --unheard-of=1 a.out", "--unheard-of=1"},
		{"srun --overlap a.out", "--overlap"},
		{"srun --interactive a.out", "--interactive"},
		{"srun --multi-prog f", "--multi-prog"},
		{"srun -Z a.out", "-Z"},
		{"srun --het-group=0 a.out", "--het-group=0"},
		{"srun -O a.out", "-O"},
		{"srun --future-option a.out", "--future-option"},
		{"srun --nod=2 a.out", "--nod=2"}, /* an abbreviation of --nodes */
		{"srun --node=2 a.out", "--node=2"},
		{"srun -N2-4 a.out", "-N2-4"},
		{"srun -N 1k a.out", "-N"},
		{"srun -n x a.out", "-n"},
		{"srun -n0 a.out", "-n0"},
		{"srun a.out : b.out", ":"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(read_line(cases[i][0]).shaping, cases[i][1]);
}

static void numbers_of_the_line(void **state)
{
	struct cr_srun_line line = read_line(
		"srun -N4 -n 8 --ntasks-per-node=2 -c3 --comm-profile=a --comm-profile b a.out");

	(void)state;
	assert_string_equal(line.shaping, "");
	assert_int_equal(line.nodes, 4);
	assert_int_equal(line.tasks, 8);
	assert_int_equal(line.tasks_per_node, 2);
	assert_int_equal(line.cpus_per_task, 3);
	assert_string_equal(line.profile, "b");
}

static void texts_of_the_line(void **state)
{
	struct cr_srun_line line = read_line(
		"srun --exclusive --mem=4G --mem 8G --jobid 7 -G a:8 --gpus-per-task=1 a.out");

	(void)state;
	assert_string_equal(line.shaping, "");
	assert_true(line.exclusive);
	assert_string_equal(line.mem, "8G");
	assert_string_equal(line.jobid, "7");
	assert_string_equal(line.gpus, "a:8");
	assert_string_equal(line.gpus_per_task, "1");
	line = read_line("srun a.out --exclusive");
	assert_false(line.exclusive);
	assert_null(line.mem);
}

/* The first word that shapes the step, as it is counted. */
static void causes(void **state)
{
	static const char *const cases[][2] = {
		{"srun --overlap --exact a.out", "option:overlap"},
		{"srun -wn1 a.out", "option:nodelist"},
		{"srun -N2-4 a.out", "option:nodes"},
		{"srun --nodel=n1 a.out", "option:nodelist"},
		{"srun --future=1 a.out", "unknown:future"},
		{"srun -% a.out", "unknown:%"},
		{"srun a.out : b.out", "het"},
		{"srun --overlap a.out : b.out", "option:overlap"},
		{"srun a.out", ""},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(read_line(cases[i][0]).cause, cases[i][1]);
}

/* A site's own: "name" takes no value or one behind a '=', "name=" takes one in any case. */
static void ignored_options(void **state)
{
	static const struct {
		const char *ignores, *line, *shaping;
		int program;
	} cases[] = {
		{"tag=,profiler", "srun --tag v1 --profiler a.out", "", 4},
		{"tag=,profiler", "srun --tag=v1 --profiler=x a.out", "", 3},
		{"tag=", "srun --profiler a.out", "--profiler", 2},
		{"tag=", "srun --tag v1 -w n1 a.out", "-w", 5},
		{"tag", "srun --tag v1 -w n1 a.out", "", 2},
		{",,=,tag", "srun --tag a.out", "", 2},
		{"", "srun --tag a.out", "--tag", 2},
		/* What Slurm has itself keeps its meaning. */
		{"overlap", "srun --overlap a.out", "--overlap", 2},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		static char copy[64];
		const char *words[8];
		struct cr_srun_line line;
		int count = 0;

		(void)snprintf(copy, sizeof(copy), "%s", cases[i].line);
		for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
			words[count++] = word;
		line = cr_srun_line_read(count, words, cases[i].ignores);
		assert_string_equal(line.shaping, cases[i].shaping);
		assert_int_equal(line.program, cases[i].program);
	}
}

/* As many as are kept, and a list of which no name could be trusted. */
static void too_many_are_ignored(void **state)
{
	const char *const words[] = {"srun", "--o16", "--o17", "a.out"};
	char names[600] = "";

	(void)state;
	for (int i = 1; i <= 17; i++)
		(void)snprintf(names + strlen(names), sizeof(names) - strlen(names), "%so%d",
			       i > 1 ? "," : "", i);
	assert_string_equal(cr_srun_line_read(4, words, names).shaping, "--o17");
	memset(names, 'x', sizeof(names) - 1);
	assert_string_equal(cr_srun_line_read(2, words, names).shaping, "--o16");
}

/* A line of 100 KB is read like any other. */
static void a_long_line(void **state)
{
	static const char *words[20000];
	struct cr_srun_line line;

	(void)state;
	words[0] = "srun";
	for (size_t i = 1; i < COUNT(words); i++)
		words[i] = "-l";
	words[COUNT(words) - 1] = "-r1";
	line = cr_srun_line_read((int)COUNT(words), words, NULL);
	assert_string_equal(line.shaping, "-r1");
}

static void words_of_a_process(void **state)
{
	static const char bytes[] = "srun\0-l\0\0a b";
	char path[] = "/tmp/commroute-words-XXXXXX";
	struct cr_words words = {0};
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, sizeof(bytes)), sizeof(bytes));
	assert_int_equal(cr_words_read(path, &words), 0);
	assert_int_equal(words.count, 4);
	assert_string_equal(words.word[2], "");
	assert_string_equal(words.word[3], "a b");
	assert_null(words.word[4]);
	cr_words_clear(&words);
	assert_int_equal(cr_words_read("/nonexistent", &words), -1);
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(cr_words_read(path, &words), -1);
	assert_null(words.word);
	(void)close(fd);
	(void)unlink(path);
}

/* ---- the layout ---------------------------------------------------------------- */

static void layouts(void **state)
{
	static const struct {
		const char *text;
		size_t nodes;
		uint64_t total; /* 0: refused */
	} cases[] = {
		{"1(x8)", 8, 8},
		{"3(x2),2", 3, 8},
		{"6,1(x2)", 3, 8},
		{"144(x2),12", 3, 300},
		{"1", 1, 1},
		{"1(x8)", 7, 0},
		{"1(x8)", 9, 0},
		{"", 1, 0},
		{"0(x2)", 2, 0},
		{"1,", 1, 0},
		{"1,,1", 2, 0},
		{"1(x2", 2, 0},
		{"-1", 1, 0},
		{"1 ", 1, 0},
		{"9999999(x1)", 1, 0},
		{"1(x0)", 1, 0},
		{"1(x99999999999999999999)", 2, 0},
		{NULL, 1, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		uint32_t *counts = NULL;
		uint64_t total = 0;
		int rc = cr_layout_parse(cases[i].text, cases[i].nodes, &counts, &total);

		assert_int_equal(rc, cases[i].total ? 0 : -1);
		assert_int_equal(total, cases[i].total);
		free(counts);
	}
}

static void filling(void **state)
{
	const uint32_t room[] = {3, 1, 3};
	const size_t order[] = {2, 0, 1};
	uint32_t counts[3];

	(void)state;
	cr_layout_fill(NULL, room, 3, 5, counts);
	assert_int_equal(counts[0] * 100 + counts[1] * 10 + counts[2], 212);
	cr_layout_fill(NULL, room, 3, 4, counts);
	assert_int_equal(counts[0] * 100 + counts[1] * 10 + counts[2], 211);
	cr_layout_fill(order, room, 3, 4, counts);
	assert_int_equal(counts[0] * 100 + counts[1] * 10 + counts[2], 112);
	cr_layout_fill(NULL, room, 3, 10, counts); /* more than there is room for */
	assert_int_equal(counts[0] + counts[1] + counts[2], 10);
	assert_false(cr_layout_is_even(counts, 3));
	cr_layout_fill(NULL, room, 3, 3, counts);
	assert_true(cr_layout_is_even(counts, 3));
}

/* ---- the verdict ------------------------------------------------------------------ */

static const char *const job[][2] = {
	{"SLURM_JOB_ID", "7"},
	{"SLURM_JOB_NUM_NODES", "4"},
	{"SLURM_TASKS_PER_NODE", "2(x4)"},
	{"SLURM_NTASKS", "8"},
	{"SLURM_NTASKS_PER_NODE", "2"},
	{"SLURM_JOB_CPUS_PER_NODE", "16(x4)"},
};

static int in_a_job(void **state)
{
	(void)state;
	(void)clearenv();
	for (size_t i = 0; i < COUNT(job); i++)
		(void)setenv(job[i][0], job[i][1], 1);
	return 0;
}

/* What becomes of LINE, and the first node's tasks. */
static enum cr_launch_act judge(const char *text, bool block, uint32_t *first)
{
	struct cr_srun_line line = read_line(text);
	struct cr_launch launch;
	enum cr_launch_act act;

	cr_launch_judge(&line, &own, block, &launch);
	act = launch.act;
	assert_true(act != CR_LAUNCH_LEAVE || *launch.why);
	if (first)
		*first = act == CR_LAUNCH_LEAVE ? 0 : launch.counts[0];
	cr_launch_clear(&launch);
	return act;
}

static void own_layout_is_ordered(void **state)
{
	static const char *const lines[] = {
		"srun a.out",
		"srun -n8 a.out",
		"srun --ntasks-per-node=2 a.out",
		"srun -l -- a.out",
		"srun -n 8 --ntasks-per-node 2 a.out",
		"srun --exclusive a.out",
		"srun --jobid=7 --mem=0 a.out",
	};
	static const char *const one_each[] = {
		"srun -n4 a.out",
		"srun -n4 --ntasks-per-node=1 a.out",
		"srun -n4 --exclusive --mem=0 a.out",
	};
	uint32_t first;

	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++) {
		assert_int_equal(judge(lines[i], true, &first), CR_LAUNCH_HOSTFILE);
		assert_int_equal(first, 2);
	}
	for (size_t i = 0; i < COUNT(one_each); i++) {
		assert_int_equal(judge(one_each[i], true, &first), CR_LAUNCH_HOSTFILE);
		assert_int_equal(first, 1);
	}
	assert_int_equal(judge("srun -N4 --ntasks-per-node=1 a.out", true, &first),
			 CR_LAUNCH_BLOCK);
	assert_int_equal(first, 1);
	assert_int_equal(judge("srun -n12 --ntasks-per-node=3 a.out", true, &first),
			 CR_LAUNCH_HOSTFILE);
	assert_int_equal(first, 3);
	assert_int_equal(judge("srun -N4 a.out", true, NULL), CR_LAUNCH_BLOCK);
	assert_int_equal(judge("srun -N4 a.out", false, NULL), CR_LAUNCH_LEAVE);
}

static void other_layouts_are_left(void **state)
{
	static const char *const lines[] = {
		"srun -n3 a.out",
		"srun -n16 a.out",
		"srun -N2 a.out",
		"srun --ntasks-per-node=1 a.out",
		"srun -c4 a.out",
		"srun --exact a.out",
		"srun -N2 -n4 a.out",
		"srun -n4 --ntasks-per-node=2 a.out",
		"srun -n13 --ntasks-per-node=3 a.out",
		"srun --jobid=8 a.out",
		"srun --mem=1G a.out",
		"srun -G8 a.out",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++)
		assert_int_equal(judge(lines[i], true, NULL), CR_LAUNCH_LEAVE);
}

/* One variable changed at a time; NULL: removed. */
static void variables_that_count(void **state)
{
	static const struct {
		const char *name, *value;
		enum cr_launch_act act;
	} cases[] = {
		{"SLURM_JOB_ID", NULL, CR_LAUNCH_LEAVE},
		{"SLURM_JOB_NUM_NODES", NULL, CR_LAUNCH_LEAVE},
		{"SLURM_JOB_NUM_NODES", "1", CR_LAUNCH_LEAVE},
		{"SLURM_JOB_NUM_NODES", "5", CR_LAUNCH_LEAVE},
		{"SLURM_JOB_NUM_NODES", "99999999999999999999", CR_LAUNCH_LEAVE},
		{"SLURM_TASKS_PER_NODE", NULL, CR_LAUNCH_LEAVE},
		{"SLURM_TASKS_PER_NODE", "3(x4)", CR_LAUNCH_LEAVE},
		{"SLURM_NTASKS", "7", CR_LAUNCH_LEAVE},
		{"SLURM_NTASKS", "4", CR_LAUNCH_HOSTFILE}, /* one on each node */
		{"SLURM_HOSTFILE", "/x", CR_LAUNCH_LEAVE},
		{"SLURM_DISTRIBUTION", "block", CR_LAUNCH_LEAVE},
		{"SLURM_ARBITRARY_NODELIST", "n1", CR_LAUNCH_LEAVE},
		{"SLURM_EXACT", "1", CR_LAUNCH_LEAVE},
		{"SLURM_OVERLAP", "1", CR_LAUNCH_LEAVE},
		{"SLURM_SRUN_MULTI", "1", CR_LAUNCH_LEAVE},
		{"SLURM_HET_SIZE", "2", CR_LAUNCH_LEAVE},
		{"SLURM_STEP_ID", "0", CR_LAUNCH_LEAVE},
		{"SLURM_STEP_ID", "-5", CR_LAUNCH_HOSTFILE},         /* the batch script */
		{"SLURM_STEP_ID", "4294967291", CR_LAUNCH_HOSTFILE}, /* the same, older */
		{"SLURM_GPUS_PER_NODE", "8", CR_LAUNCH_HOSTFILE},
		{"SLURM_MEM_PER_NODE", "0", CR_LAUNCH_HOSTFILE},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		in_a_job(state);
		if (cases[i].value)
			(void)setenv(cases[i].name, cases[i].value, 1);
		else
			(void)unsetenv(cases[i].name);
		assert_int_equal(judge("srun a.out", true, NULL), cases[i].act);
	}
}

/* sbatch -N4 --exclusive: no number of tasks, and as many as a node has CPUs could be. */
static void without_a_number_of_tasks_one_a_node(void **state)
{
	uint32_t first;

	(void)state;
	(void)unsetenv("SLURM_NTASKS");
	(void)unsetenv("SLURM_NTASKS_PER_NODE");
	(void)setenv("SLURM_TASKS_PER_NODE", "16(x4)", 1);
	assert_int_equal(judge("srun a.out", true, &first), CR_LAUNCH_HOSTFILE);
	assert_int_equal(first, 1);
}

static void unequal_counts_follow_block(void **state)
{
	static const size_t order[] = {3, 1, 0, 2};
	struct cr_srun_line line = read_line("srun a.out");
	struct cr_launch launch;

	(void)state;
	(void)unsetenv("SLURM_NTASKS_PER_NODE");
	(void)setenv("SLURM_NTASKS", "6", 1);
	(void)setenv("SLURM_TASKS_PER_NODE", "2(x2),1(x2)", 1);
	cr_launch_judge(&line, &own, true, &launch);
	assert_int_equal(launch.act, CR_LAUNCH_HOSTFILE);
	assert_int_equal(cr_launch_match_block(&launch, &own, order), 0);
	assert_int_equal(launch.counts[0] * 1000 + launch.counts[1] * 100 + launch.counts[2] * 10 +
				 launch.counts[3],
			 1212);
	cr_launch_clear(&launch);
	/* CPUs that do not explain the job's own layout: hands off. */
	(void)setenv("SLURM_JOB_CPUS_PER_NODE", "16,1(x3)", 1);
	cr_launch_judge(&line, &own, true, &launch);
	assert_int_equal(cr_launch_match_block(&launch, &own, order), -1);
	cr_launch_clear(&launch);
}

/* ---- frameworks ------------------------------------------------------------------------ */

static void c10d_is_warned_about(void **state)
{
	static const struct {
		const char *line;
		bool warned;
	} cases[] = {
		{"torchrun --rdzv-backend=c10d t.py", true},
		{"/opt/bin/torchrun --rdzv_backend c10d t.py", true},
		{"python -m torch.distributed.run --rdzv-backend c10d t.py", true},
		{"torchrun --rdzv-backend=static t.py", false},
		{"torchrun --rdzv-backend", false},
		{"torchrun t.py", false},
		{"python t.py --rdzv-backend=c10d", false},
		{"echo torch.distributed.run --rdzv-backend=c10d", false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char copy[200], warning[400];
		const char *words[16];
		int count = 0;

		(void)snprintf(copy, sizeof(copy), "%s", cases[i].line);
		for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
			words[count++] = word;
		cr_frameworks_warn(count, words, 1, warning, sizeof(warning));
		assert_int_equal(*warning != '\0', cases[i].warned);
	}
}

/* --ntasks-per-node=8 with --nproc_per_node=8: 64 processes on 8 GPUs. */
static void several_agents_on_a_node_are_told_of(void **state)
{
	static const struct {
		const char *word; /* torchrun's own, NULL: none */
		const char *variable;
		uint32_t agents;
		bool warns;
	} cases[] = {
		{"--nproc_per_node=8", NULL, 8, true},
		{"--nproc-per-node=2", NULL, 2, true},
		{"--nproc-per-node=gpu", NULL, 4, true},
		{"--nproc_per_node=8", NULL, 1, false},
		{"--nproc_per_node=8", NULL, 0, false},
		{"--nproc_per_node=1", NULL, 8, false},
		{"--nproc_per_nodes=8", NULL, 8, false},
		{NULL, NULL, 8, false},
		{NULL, "8", 8, true},
		{NULL, "1", 8, false},
		{"--nproc_per_node=1", "8", 8, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *words[] = {"python", "-m", "torch.distributed.run",
				       cases[i].word ? cases[i].word : "t.py", "t.py"};
		char warning[400];

		if (cases[i].variable)
			(void)setenv("PET_NPROC_PER_NODE", cases[i].variable, 1);
		cr_frameworks_warn(5, words, cases[i].agents, warning, sizeof(warning));
		(void)unsetenv("PET_NPROC_PER_NODE");
		if ((strstr(warning, "two ranks get one GPU") != NULL) != cases[i].warns)
			fail_msg("case %zu: '%s'", i, warning);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(several_agents_on_a_node_are_told_of),
		cmocka_unit_test(harmless_lines),
		cmocka_unit_test(shaping_lines),
		cmocka_unit_test(numbers_of_the_line),
		cmocka_unit_test(texts_of_the_line),
		cmocka_unit_test(causes),
		cmocka_unit_test(ignored_options),
		cmocka_unit_test(too_many_are_ignored),
		cmocka_unit_test(a_long_line),
		cmocka_unit_test(words_of_a_process),
		cmocka_unit_test(layouts),
		cmocka_unit_test(filling),
		cmocka_unit_test_setup(own_layout_is_ordered, in_a_job),
		cmocka_unit_test_setup(other_layouts_are_left, in_a_job),
		cmocka_unit_test_setup(variables_that_count, in_a_job),
		cmocka_unit_test_setup(without_a_number_of_tasks_one_a_node, in_a_job),
		cmocka_unit_test_setup(unequal_counts_follow_block, in_a_job),
		cmocka_unit_test(c10d_is_warned_about),
	};

	own = cr_variables_of_process();
	return cmocka_run_group_tests_name("spank launch", tests, NULL, NULL);
}

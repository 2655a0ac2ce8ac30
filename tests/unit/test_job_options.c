/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sbatch's, salloc's and srun's own words, and #SBATCH lines, as a request. */
#include "tests/unit/unit.h"

#include "cli/job_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_line(const char *line, struct cr_request *r, struct cr_error *err)
{
	static struct cr_arena arena;

	cr_arena_release(&arena);
	cr_arena_init(&arena, NULL, 0, 0);
	cr_request_init(r);
	return cr_job_options_read_line(line, 0, &arena, r, NULL, err);
}

#define AT(field) offsetof(struct cr_request, field)

static const struct {
	const char *line;
	size_t offset;
	uint32_t value;
} numbers[] = {
	{"-N 4", AT(min_nodes), 4},
	{"-N4", AT(min_nodes), 4},
	{"--nodes=4", AT(max_nodes), 4},
	{"--nodes 2-16", AT(min_nodes), 2},
	{"--nodes 2-16", AT(max_nodes), 16},
	{"-n 1k", AT(tasks), 1024},
	{"--ntasks-per-node=8", AT(tasks_per_node), 8},
	{"-c12", AT(cpus_per_task), 12},
	{"--gpus=64", AT(gpus_per_job.count), 64},
	{"-G h200:64", AT(gpus_per_job.types), 1},
	{"--gpus-per-node=8", AT(gpus_per_node.count), 8},
	{"--gres=gpu:4", AT(gpus_per_node.count), 4},
	{"--gres=gpu:a100:2,nvme:1", AT(gpus_per_node.count), 2},
	{"--gres nvme:1", AT(gpus_per_node.count), CR_UNSET},
	{"--gpus-per-task=1", AT(gpus_per_task.count), 1},
	{"--tres-per-task=gres/gpu:2", AT(gpus_per_task.count), 2},
	{"--gpus-per-socket=4", AT(gpus_per_socket.count), 4},
	{"-t 30", AT(time_limit), 30},
	{"-t 30:01", AT(time_limit), 31},
	{"-t 1:30:00", AT(time_limit), 90},
	{"-t 2-0", AT(time_limit), 2880},
	{"-t 1-12:30", AT(time_limit), 2190},
	{"-t 1-0:0:1", AT(time_limit), 1441},
	{"--time=UNLIMITED", AT(time_limit), CR_INFINITE},
	{"--segment=18", AT(segment), 18},
	{"--switches=2@10", AT(switches), 2},
	{"--switches=2@10", AT(switch_wait), 600},
	{"--switches=2", AT(switch_wait), CR_UNSET},
	{"-a 0-7", AT(array_tasks), 8},
	{"-a 1,3,5-9:2%4", AT(array_tasks), 5},
	{"--nodes 3 --ntasks-per-no=8", AT(tasks_per_node), 8}, /* as getopt_long() has them */
	{"-HN3", AT(min_nodes), 3},
	{"-O -s -k3 --nice -N 3", AT(min_nodes), 3},
	{"--contiguous -N 3", AT(min_nodes), 3},
	{"srun -W 3 -N 3", AT(min_nodes), 3},
	{"sbatch -W -N 3", AT(min_nodes), 3},
	{"-J name -o out -N 3", AT(min_nodes), 3},
	{"-N 3 /etc/passwd -N 9", AT(min_nodes), 3},
	{"sbatch -N 3", AT(min_nodes), 3},
	/* No more nodes than tasks. */
	{"-N 8 -n 2", AT(min_nodes), 2},
	{"-N 8 -n 2", AT(max_nodes), 2},
	{"-n 8 -N 8", AT(min_nodes), 8},
	{"-n 9 -N 8", AT(max_nodes), 8},
	{"srun -N 2-8 -n 4", AT(min_nodes), 2},
	{"srun -N 2-8 -n 4", AT(max_nodes), 4},
	{"salloc -N 2-8 -n 2", AT(max_nodes), 2},
	{"-N 2-8 -n 1", AT(min_nodes), 1},
	{"-N 2-8:2", AT(min_nodes), 2},
	{"-N 2-8:2", AT(max_nodes), 6}, /* the end is outside */
	{"-N 1-8:2", AT(max_nodes), 7},
	{"-N 1-4:1", AT(max_nodes), 3},
	{"-N 2-3:5", AT(max_nodes), 2},
	{"-N 4,2", AT(min_nodes), 2},
	{"-N 4,2", AT(max_nodes), 4},
	{"-N 6,2-4", AT(max_nodes), 6},
	{"-N 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27",
	 AT(max_nodes), 27},
	{"-n 2", AT(min_nodes), CR_UNSET},
};

static void numbers_are_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(numbers); i++) {
		struct cr_request r;
		struct cr_error err = {.text = ""};
		uint32_t value;

		if (read_line(numbers[i].line, &r, &err) != 0)
			fprintf(stderr, "%s: %s\n", numbers[i].line, err.text);
		memcpy(&value, (char *)&r + numbers[i].offset, sizeof(value));
		assert_string_equal(err.text, "");
		assert_int_equal(value, numbers[i].value);
	}
}

static void words_are_read(void **state)
{
	struct cr_request r;
	struct cr_error err;

	(void)state;
	assert_int_equal(
		read_line("srun -p 'a,b' --qos=\"x y\" -A nlp -C fast\\&big -w n[1-2] -x n9 "
			  "--reservation r -m arbitrary --exclusive=topo "
			  "--comm-profile moe,borrow --mem=2G --mem-per-cpu=512K hostname",
			  &r, &err),
		0);
	assert_false(r.batch);
	assert_string_equal(r.partition, "a,b");
	assert_string_equal(r.qos, "x y");
	assert_string_equal(r.account, "nlp");
	assert_true(r.account_given);
	assert_string_equal(r.features, "fast&big");
	assert_string_equal(r.nodelist, "n[1-2]");
	assert_string_equal(r.exclude, "n9");
	assert_string_equal(r.reservation, "r");
	assert_string_equal(r.comm_profile, "moe,borrow");
	assert_true(r.arbitrary);
	assert_int_equal(r.exclusive, CR_EXCLUSIVE_TOPO);
	assert_int_equal(r.memory_per_node, 2048);
	assert_int_equal(r.memory_per_cpu, 1);
	assert_int_equal(read_line("--exclusive --requeue", &r, &err), 0);
	assert_true(r.batch);
	assert_int_equal(r.exclusive, CR_EXCLUSIVE_NODE);
	assert_int_equal(r.requeue, CR_YES);
	assert_int_equal(read_line("--exclusive=User --requeue=expedite", &r, &err), 0);
	assert_int_equal(r.exclusive, CR_EXCLUSIVE_USER);
	assert_int_equal(r.requeue, CR_YES);
	assert_int_equal(read_line("--no-requeue", &r, &err), 0);
	assert_int_equal(r.requeue, CR_NO);
}

static void faults_name_the_word(void **state)
{
	static const struct {
		const char *line, *said;
	} cases[] = {
		{"-N many", "--nodes: 'many' is not a number"},
		{"-N 2:2", "--nodes: '2:2' steps over no number of nodes"},
		{"-N 3-3:1", "--nodes: '3-3:1' steps over no number of nodes"},
		{"-N 2-8:0", "--nodes: '2-8:0' steps over no number of nodes"},
		{"-N 2-8:x", "--nodes: 'x' is not a number"},
		{"-N 2,4-6:2", "--nodes: '2,4-6:2': a step stands with one range alone"},
		{"-N 6-2", "--nodes: at most 2 nodes is less than at least 6"},
		{"-N", "--nodes needs a value"},
		{"--requeue=yes", "--requeue: 'yes' is not expedite"},
		{"--hold=yes", "--hold takes no value"},
		{"--gpus=four:x:y", NULL},
		{"-t 1:xx", NULL},
		{"-t 4h", NULL},
		{"--mem=lots", "--mem: 'lots' is not a size of memory"},
		{"--array=x", "--array: 'x' is not a list of array indexes"},
		{"--com-profile moe",
		 "unknown option '--com-profile': did you mean --comm-profile?"},
		{"--exclusive=me", "--exclusive: 'me' is not user, mcs or topo"},
		{"--unheard-of=x -N 3", "unknown option '--unheard-of=x'"},
		{"--mem-per=1", "option '--mem-per=1' could be --mem-per-cpu, --mem-per-gpu"},
		{"-N 3 -Y", "unknown option '-Y'"},
		{"--bell", "unknown option '--bell'"}, /* salloc's */
		{"srun --wrap=x", "unknown option '--wrap=x'"},
		{"-m", "--distribution needs a value"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_request r;
		struct cr_error err = {.text = ""};

		assert_int_equal(read_line(cases[i].line, &r, &err), -1);
		if (cases[i].said)
			assert_string_equal(err.text, cases[i].said);
		assert_int_equal(r.min_nodes, CR_UNSET); /* untouched */
	}
}

/* What Slurm's clients read before they send it. */
static void nodes_in_files(void **state)
{
	static const struct {
		const char *text, *list;
	} cases[] = {{"n1\nn2\n", "n1,n2"},
		     {"# all\n n[1-2] ,n3\t# two\r\n\n,n4", "n[1-2],n3,n4"},
		     {"n1", "n1"},
		     {"# none\n", NULL},
		     {"", NULL}};
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(cases); i++) {
		char path[] = "/tmp/job-files-XXXXXX", line[200];
		int fd = mkstemp(path);

		assert_int_equal(write(fd, cases[i].text, strlen(cases[i].text)),
				 strlen(cases[i].text));
		close(fd);
		for (size_t k = 0; k < 3; k++) {
			static const char *const option[] = {"-F", "-w", "-x"};
			struct cr_request r;
			struct cr_error err;
			int rc;

			cr_request_init(&r);
			(void)snprintf(line, sizeof(line), "-N 1 %s %s", option[k], path);
			rc = cr_job_options_read_line(line, 0, &arena, &r, NULL, &err);
			assert_int_equal(rc, cases[i].list ? 0 : -1);
			if (rc == 0)
				assert_string_equal(k == 2 ? r.exclude : r.nodelist, cases[i].list);
			else
				assert_non_null(strstr(err.text, "names no nodes"));
		}
		unlink(path);
	}
	cr_arena_release(&arena);
}

static void scripts_come_under_the_command_line(void **state)
{
	static const char script[] = "#!/bin/bash\n"
				     "# a comment\n"
				     "#SBATCH -N 8 --gpus-per-node=4   # as always\n"
				     "#SBATCH --comm-profile=moe\n"
				     "\n"
				     "#SBATCH -t 60\n"
				     "srun ./train\n"
				     "#SBATCH -N 99\n";
	char path[] = "/tmp/job-options-XXXXXX", line[200];
	int fd = mkstemp(path);
	struct cr_request r;
	struct cr_error err;

	(void)state;
	assert_int_equal(write(fd, script, sizeof(script) - 1), sizeof(script) - 1);
	close(fd);
	snprintf(line, sizeof(line), "-N 16 %s 99", path);
	assert_int_equal(read_line(line, &r, &err), 0);
	assert_int_equal(r.min_nodes, 16);
	assert_int_equal(r.gpus_per_node.count, 4);
	assert_string_equal(r.comm_profile, "moe");
	assert_int_equal(r.time_limit, 60);
	unlink(path);
}

static char *variable(const char *name)
{
	static const struct {
		const char *name, *value;
	} set[] = {
		{"SBATCH_PARTITION", "ultra"},
		{"SBATCH_QOS", ""},
		{"SBATCH_GPUS", "4"},
		{"SBATCH_NO_REQUEUE", "no"},
		{"SBATCH_EXCLUSIVE", ""},
		{"SBATCH_TIMELIMIT", "60"},
		{"SALLOC_SPREAD_SEGMENTS", "1"},
		{"SLURM_NPROCS", "3"},
		{"SLURM_NTASKS", "5"},
		{"SRUN_SEGMENT_SIZE", "many"},
		{"SBATCH_SEGMENT_SIZE", "9"},
		{"SLURM_COMM_PROFILE", "moe"},
		{"SBATCH_COMM_PROFILE", "ddp"},
	};

	for (size_t i = 0; i < COUNT(set); i++)
		if (strcmp(set[i].name, name) == 0)
			return (char *)set[i].value;
	return NULL;
}

static int read_with_variables(const char *client, const char *word, uint32_t version,
			       struct cr_request *r, struct cr_error *err)
{
	char *words[] = {(char *)client, (char *)word};
	struct cr_arena arena;
	int rc;

	cr_arena_init(&arena, NULL, 0, 0);
	cr_request_init(r);
	rc = cr_job_options_read(2, words, version, variable, &arena, r, err);
	cr_arena_release(&arena);
	return rc;
}

static void variables_come_under_the_command_line(void **state)
{
	struct cr_error err = {.text = ""};
	struct cr_request r;

	(void)state;
	assert_int_equal(read_with_variables("sbatch", "-t30", 0, &r, &err), 0);
	assert_string_equal(r.partition, "ultra");
	assert_null(r.qos);
	assert_int_equal(r.gpus_per_job.count, 4);
	assert_int_equal(r.requeue, CR_UNSAID); /* "no" turns a switch off */
	assert_int_equal(r.exclusive, CR_EXCLUSIVE_NODE);
	assert_int_equal(r.time_limit, 30);
	assert_int_equal(r.segment, 9);
	assert_string_equal(r.comm_profile, "ddp");
	assert_int_equal(r.tasks, CR_UNSET); /* srun's */
	/* 24.11 has the option --segment, but no variable for it. */
	assert_int_equal(read_with_variables("sbatch", "-t30", 0x180b07, &r, &err), 0);
	assert_int_equal(r.segment, CR_UNSET);
	assert_int_equal(read_with_variables("salloc", "-N1", 0, &r, &err), 0);
	assert_true(r.spread_segments);
	assert_null(r.partition);
}

static void a_faulty_variable_is_named(void **state)
{
	struct cr_error err = {.text = ""};
	struct cr_request r;

	(void)state;
	assert_int_equal(read_with_variables("srun", "-N1", 0, &r, &err), -1);
	assert_string_equal(err.text, "SRUN_SEGMENT_SIZE: --segment: 'many' is not a number");
	assert_int_equal(read_with_variables("srun", "-N1", 0x180b07, &r, &err), 0);
	assert_int_equal(r.tasks, 5); /* NTASKS over NPROCS */
	assert_null(r.comm_profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read),
		cmocka_unit_test(words_are_read),
		cmocka_unit_test(faults_name_the_word),
		cmocka_unit_test(variables_come_under_the_command_line),
		cmocka_unit_test(a_faulty_variable_is_named),
		cmocka_unit_test(nodes_in_files),
		cmocka_unit_test(scripts_come_under_the_command_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

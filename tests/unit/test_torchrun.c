/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a launch line says to torchrun, and whether its nodes may be told of each other. */
#include "launch/torchrun.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

/* Words of LINE at blanks; what stands between two `"` is one. */
static int cut(char *line, const char **words)
{
	int count = 0;

	while (*line) {
		char end = *line == '"' ? '"' : ' ';

		line += end == '"';
		words[count++] = line;
		line += strcspn(line, end == '"' ? "\"" : " ");
		if (*line)
			*line++ = '\0';
		line += strspn(line, " ");
	}
	return count;
}

static void open_and_not(void **state)
{
	static const struct {
		bool open;
		const char *line;
	} cases[] = {
		{true, "torchrun t.py"},
		{true, "/opt/bin/torchrun --nproc-per-node=8 t.py"},
		{true, "python3 -m torch.distributed.run --nproc_per_node 8 t.py"},
		{true, "python3 -m torch.distributed.launch --use_env t.py"},
		{true, "env A=1 nsys profile torchrun t.py"},
		{true, "torchrun --nnodes=4 --master-port 29501 t.py"},
		{true, "torchrun --nnodes 4:4 --rdzv-backend static t.py"},
		{true, "torchrun --master-addr=head t.py"},
		{true, "torchrun --max-restarts 3 -r 3 -m pkg.train"},
		/* What follows the script is the script's. */
		{true, "torchrun t.py --standalone --nnodes=1"},
		{true, "torchrun --nproc-per-node 2 t.py --node-rank 0"},
		{true, "torchrun -m train --standalone"},
		{true, "torchrun -t 3 -- t.py --standalone"},
		{true, "torchrun --no-python --module train --standalone"},
		{true, "torchrun --later 7 t.py --standalone"},
		/* On each node alone. */
		{false, "torchrun --standalone t.py"},
		{false, "torchrun --nproc-per-node 2 --standalone t.py"},
		{false, "torchrun -r 3 --max-restarts=2 --standalone t.py"},
		{false, "torchrun --later 7 --standalone t.py"},
		{false, "torchrun --later=7 --no_python --standalone t.py"},
		{false, "torchrun --later --standalone t.py"},
		{false, "torchrun --stan t.py"},
		{false, "python -m torch.distributed.run --standalone t.py"},
		{false, "python -m torch.distributed.launch --standalone t.py"},
		{false, "torchrun --nnodes=1 t.py"},
		{false, "torchrun --nnodes 1 t.py"},
		{false, "torchrun --nnode=1 t.py"},
		{false, "torchrun --nnodes=1:4 t.py"},
		{false, "torchrun --nnodes=2 t.py"},
		{false, "torchrun --nnodes=4 --nnodes=1 t.py"},
		{false, "torchrun --master-addr=localhost t.py"},
		{false, "torchrun --master_addr 127.0.0.1 t.py"},
		{false, "torchrun --node_rank=0 t.py"},
		{false, "torchrun --rdzv-endpoint=localhost:0 t.py"},
		{false, "torchrun --rdzv-backend=c10d t.py"},
		{false, "torchrun --rdzv_backend etcd-v2 t.py"},
		/* Not to be seen. */
		{false, "python t.py"},
		{false, "./train.sh"},
		{false, "accelerate launch t.py"},
		{false, "echo torch.distributed.run"},
		{false, ""},
		/* The text of a shell. */
		{true, "bash -c \"torchrun --nproc-per-node=8 t.py\""},
		{true, "bash -lc \"cd /x && exec torchrun --nproc-per-node '8' t.py\""},
		{true, "bash -c \"torchrun --nnodes=$SLURM_NNODES t.py; echo --standalone\""},
		{true, "bash -c \"torchrun --nnodes ${SLURM_JOB_NUM_NODES} t.py\""},
		{true, "sh -c \"python -m torch.distributed.run \\\n --nproc-per-node 8 t.py\""},
		{false, "bash -c \"torchrun --standalone t.py\""},
		{false, "bash -c \"torchrun --nproc-per-node 8 \\\n\t'--standalone' t.py\""},
		{false, "bash -c \"python -m torch.distributed.run --nnodes=1 t.py\""},
		{false, "bash -c \"$(which torchrun) --standalone t.py\""},
		{false, "bash -c \"torchrun t.py; torchrun --standalone eval.py\""},
		{false, "bash -c \"torchrun $ARGS t.py\""},
		{false, "bash -c \"torchrun --nnodes=$N t.py\""},
		{false, "bash -c \"./train.sh torch\""},
		{false, "bash -c"},
		{false, "torchrun t.py -c \"torchrun --standalone t.py\""},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char copy[200];
		const char *words[16];

		(void)snprintf(copy, sizeof(copy), "%s", cases[i].line);
		if (cr_torchrun_is_open(cut(copy, words), words, 4) != cases[i].open)
			fail_msg("'%s' is%s open", cases[i].line, cases[i].open ? " not" : "");
	}
}

/* No text is too long, and none is read behind its end. */
static void a_long_text(void **state)
{
	static char text[200 * 1000];
	const char *words[] = {"bash", "-c", text};

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	memcpy(text, "torchrun t.py ", 14);
	assert_false(cr_torchrun_is_open(3, words, 4));
	text[60 * 1000] = '\0';
	assert_true(cr_torchrun_is_open(3, words, 4));
	for (size_t i = 14; text[i]; i += 2)
		text[i] = ' ';
	assert_true(cr_torchrun_is_open(3, words, 4));
}

static void what_is_said(void **state)
{
	static const char *const words[] = {"torchrun",  "--nproc_per_node=2", "--nnodes", "3",
					    "--rdzv-id", "--standalone",       "t.py"};
	struct cr_torchrun said;

	(void)state;
	assert_int_equal(cr_torchrun_read(COUNT(words), words, &said), 0);
	assert_string_equal(said.nproc, "2");
	assert_string_equal(said.nnodes, "3");
	assert_true(said.standalone);
	assert_null(said.backend);
	assert_int_equal(cr_torchrun_read(1, words + 6, &said), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(open_and_not),
		cmocka_unit_test(a_long_text),
		cmocka_unit_test(what_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words of a command line before a subcommand's own: finds the subcommand and lets it run. */
#include "cli/command.h"

#include "base/text.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which help shows them, those for the same together. */
static const struct cr_cli_command commands[] = {
	{"explain", CR_CLI_FOR_JOB, "tell where a job would go, and why", cr_cli_explain},
	{"topo", CR_CLI_FOR_JOB, "draw a topology, locate a node, judge an allocation",
	 cr_cli_topo},
	{"rank", CR_CLI_FOR_JOB, "order nodes so that neighbours in rank are near in the network",
	 cr_cli_rank},
	{"env", CR_CLI_FOR_JOB, "show which node variables would be set, and why", cr_cli_env},
	{"check", CR_CLI_FOR_POLICY, "check a policy: every fault with its place", cr_cli_check},
	{"test", CR_CLI_FOR_POLICY, "run a table of jobs against a policy", cr_cli_test},
	{"schema", CR_CLI_FOR_POLICY, "print the policy's keys for editors, as JSON Schema",
	 cr_cli_schema},
	{"lua", CR_CLI_FOR_POLICY, "check a site's script, or compare one for job_submit/lua",
	 cr_cli_lua},
	{"status", CR_CLI_FOR_CLUSTER, "show what the plugins on this host have counted",
	 cr_cli_status},
	{"plan", CR_CLI_FOR_CLUSTER, "show what Slurm lacks to make the policy true", cr_cli_plan},
	{"apply", CR_CLI_FOR_CLUSTER, "carry a plan out, object by object", cr_cli_apply},
	{"journal", CR_CLI_FOR_CLUSTER, "show what was decided, and when", cr_cli_journal},
	{"snapshot", CR_CLI_FOR_CLUSTER, "write the view of the live cluster as JSON",
	 cr_cli_snapshot},
};

static const char *const uses[] = {
	[CR_CLI_FOR_JOB] = "a job",
	[CR_CLI_FOR_POLICY] = "a policy",
	[CR_CLI_FOR_CLUSTER] = "the cluster",
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

/* glibc looks this name up; hidden, it would not be found. */
__attribute__((visibility("default"))) const char *argp_program_version = "commroute " CR_VERSION;

static void print_help(FILE *out)
{
	fputs("usage: commroute COMMAND [OPTION...]\n"
	      "       commroute COMMAND --help\n\n"
	      "Topology-aware routing of Slurm jobs.\n",
	      out);
	for (size_t i = 0; i < COMMANDS; i++) {
		if (i == 0 || commands[i].use != commands[i - 1].use)
			fprintf(out, "\ncommands for %s:\n", uses[commands[i].use]);
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	}
	fputs("\nexit status: 0 fine; 1 faulty input, or the answer is no; 2 wrong usage;\n"
	      "3 could not find out (a file, the controller, memory)\n",
	      out);
}

static const struct cr_cli_command *find_command(const char *name)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int no_such_command(const char *name)
{
	const char *names[COMMANDS], *near;
	char shown[64];

	for (size_t i = 0; i < COMMANDS; i++)
		names[i] = commands[i].name;
	near = cr_text_nearest(name, names, COMMANDS);
	fprintf(stderr, "commroute: no command '%s'",
		cr_text_printable(shown, sizeof(shown), name, strlen(name)));
	if (near)
		fprintf(stderr, "; did you mean '%s'?", near);
	fputs("\nTry 'commroute --help'.\n", stderr);
	return CR_CLI_USAGE;
}

/* The subcommand's argp calls itself by ARGV[0]. */
static int run_command(const struct cr_cli_command *command, int argc, char **argv)
{
	static char name[64]; /* argv outlives this call */

	(void)snprintf(name, sizeof(name), "commroute %s", command->name);
	argv[0] = name;
	return command->run(argc, argv);
}

int cr_cli_run(int argc, char **argv)
{
	const struct cr_cli_command *command;

	argp_err_exit_status = CR_CLI_USAGE;
	if (argc < 2) {
		print_help(stderr);
		return CR_CLI_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return CR_CLI_OK;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		puts(argp_program_version);
		return CR_CLI_OK;
	}
	command = find_command(argv[1]);
	return command ? run_command(command, argc - 1, argv + 1) : no_such_command(argv[1]);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The subcommands of `commroute`.  To add one: a file of its own with a
 * cr_cli_NAME(), its declaration here, its line in dispatch.c's table, and a page
 * docs/man/commroute-NAME.1.
 */
#ifndef CR_CLI_COMMAND_H
#define CR_CLI_COMMAND_H

/** Exit statuses, the same for every subcommand. */
enum cr_cli_status {
	CR_CLI_OK = 0,
	CR_CLI_NO = 1,    /* the input is faulty, or the answer is no */
	CR_CLI_USAGE = 2, /* wrong options or arguments */
	CR_CLI_SYSTEM = 3 /* could not find out: a file, the controller, memory */
};

/** What a subcommand is about: the three groups of `commroute --help`. */
enum cr_cli_use { CR_CLI_FOR_JOB, CR_CLI_FOR_POLICY, CR_CLI_FOR_CLUSTER };

/** One subcommand.  RUN gets ARGV with ARGV[0] = "commroute NAME" and returns the exit status. */
struct cr_cli_command {
	const char *name;
	enum cr_cli_use use;
	const char *summary; /* for `commroute --help`, a verb first, no full stop */
	int (*run)(int argc, char **argv);
};

/**
 * Run the command line ARGV as the program `commroute` does and return its exit
 * status.  Speaks on standard output and standard error; wrong usage and --help
 * of a subcommand end the process, as argp does it.
 */
int cr_cli_run(int argc, char **argv);

/* The commands' own: cr_cli_command.run of each. */

/** Draw a topology, locate a node, judge an allocation. */
int cr_cli_topo(int argc, char **argv);
/** Order nodes so that neighbours in rank are near in the network. */
int cr_cli_rank(int argc, char **argv);
/** Show which node variables would be set, and why. */
int cr_cli_env(int argc, char **argv);
/** Tell where a job would go, and why. */
int cr_cli_explain(int argc, char **argv);
/** Check a policy: every fault with its place. */
int cr_cli_check(int argc, char **argv);
/** Print the JSON Schema of policies. */
int cr_cli_schema(int argc, char **argv);
/** Run a table of jobs against a policy. */
int cr_cli_test(int argc, char **argv);
/** Write the view of the live cluster as JSON. */
int cr_cli_snapshot(int argc, char **argv);
/** Show what the plugins on this host have counted. */
int cr_cli_status(int argc, char **argv);
/** Show what Slurm lacks to make the policy true. */
int cr_cli_plan(int argc, char **argv);
/** Carry a plan out. */
int cr_cli_apply(int argc, char **argv);
/** Show what was decided, and when. */
int cr_cli_journal(int argc, char **argv);
/** Check a site's script, or compare one for job_submit/lua. */
int cr_cli_lua(int argc, char **argv);

#endif

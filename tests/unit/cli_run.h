/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command without a program around it: a line of words in, its exit status
 * and what it printed out.  Each line runs in a child of the test, since argp
 * leaves a process on --help and wrong usage; the child inherits what the test
 * has set up (files, variables, an imitated controller).
 */
#ifndef CR_TESTS_CLI_RUN_H
#define CR_TESTS_CLI_RUN_H

#include "tests/unit/unit.h"

#include <stdbool.h>

/** What a line came to.  The texts stay until the next line runs. */
struct cli_result {
	int status;
	const char *out, *err;
};

/** One row of a table: LINE as for cli_run(); OUT and ERR are compared wholly. */
struct cli_case {
	const char *line;
	int status;
	const char *out, *err;
};

/**
 * Enter a new directory for the files of a test, with an environment that is
 * empty but for UTC.  To be given to cmocka as a group's setup, and
 * cli_leave() as its teardown.
 */
int cli_enter(void **state);
int cli_leave(void **state);

/** Write TEXT to file NAME in that directory. */
void cli_write(const char *name, const char *text);

/** File NAME's text, until the next call; the test fails where there is none. */
const char *cli_read(const char *name);

/**
 * Run `commroute LINE`.  LINE is cut at blanks; '...' holds blanks together.
 * INPUT is standard input, NULL an empty one.
 */
struct cli_result cli_run_with(const char *line, const char *input);
struct cli_result cli_run(const char *line);

/** Run LINE with its standard output written to file PATH; OUT of the result is "". */
struct cli_result cli_run_into(const char *line, const char *path);

/**
 * Run LINE with a terminal of COLUMNS as its standard output, for lines that
 * print less than 4 KB.
 */
struct cli_result cli_run_on_terminal(const char *line, unsigned short columns);

/** Run all COUNT rows of TABLE; prints each that differs, then fails the test. */
void cli_check(const struct cli_case *table, size_t count);

/** Run row C alone: does it differ?  Prints how. */
bool cli_differs(const struct cli_case *c);

/** As cli_check(), with OUT as JSON in one line without blanks. */
void cli_check_json(const struct cli_case *table, size_t count);

/** Run LINE and compare its status; a text that is not NULL must occur in what it printed. */
void cli_check_words(const char *line, int status, const char *out, const char *err);

/** What argp adds to a complaint of subcommand NAME. */
#define CLI_TRY(name)                                                                              \
	"Try `commroute " name " --help' or `commroute " name " --usage' for more information.\n"

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of the command run in children whose output goes to files in memory. */
#include "tests/unit/cli_run.h"

#include "cli/command.h"

#include <ftw.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 64

static char directory[] = "/tmp/commroute-cli.XXXXXX", home[4096];
static char *out_text, *err_text, *file_text;

/* ---- the directory ------------------------------------------------------- */

int cli_enter(void **state)
{
	(void)state;
	memcpy(strrchr(directory, '.'), ".XXXXXX", 8);
	if (!getcwd(home, sizeof(home)) || !mkdtemp(directory) || chdir(directory) != 0)
		return -1;
	clearenv();
	setenv("TZ", "UTC", 1);
	setenv("ARGP_HELP_FMT", "rmargin=250", 1); /* complaints in one line */
	return 0;
}

static int drop(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

int cli_leave(void **state)
{
	(void)state;
	free(out_text);
	free(err_text);
	free(file_text);
	out_text = err_text = file_text = NULL;
	if (chdir(home) != 0)
		return -1;
	return nftw(directory, drop, 8, FTW_DEPTH | FTW_PHYS);
}

void cli_write(const char *name, const char *text)
{
	FILE *f = fopen(name, "we");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* All of F from its start, to be freed. */
static char *read_all(FILE *f)
{
	char *text = NULL;
	long size;

	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	size = ftell(f);
	assert_true(size >= 0);
	rewind(f);
	text = malloc((size_t)size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, f), size);
	text[size] = '\0';
	return text;
}

const char *cli_read(const char *name)
{
	FILE *f = fopen(name, "re");

	if (!f)
		fail_msg("there is no file %s", name);
	free(file_text);
	file_text = read_all(f);
	(void)fclose(f);
	return file_text;
}

/* ---- one line ------------------------------------------------------------ */

/* LINE, which is overwritten, as words. */
static int cut(char *line, char **words)
{
	int n = 0;

	words[n++] = (char *)"commroute";
	for (char *at = line; *(at += strspn(at, " "));) {
		char *to = at;
		bool quoted = false;

		assert_true(n < WORDS - 1);
		words[n++] = at;
		for (; *at && (quoted || *at != ' '); at++)
			if (*at == '\'')
				quoted = !quoted;
			else
				*to++ = *at;
		at += *at != '\0';
		*to = '\0';
	}
	words[n] = NULL;
	return n;
}

static FILE *open_memory(const char *text)
{
	int fd = memfd_create("cli", MFD_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w+e");

	assert_non_null(f);
	if (text)
		assert_true(fputs(text, f) >= 0);
	rewind(f);
	return f;
}

static void run_child(const char *line, FILE *in, FILE *out, FILE *err)
{
	char *copy = strdup(line), *words[WORDS];
	int count = copy ? cut(copy, words) : 0, status;

	if (!copy || dup2(fileno(in), 0) != 0 || dup2(fileno(out), 1) != 1 ||
	    dup2(fileno(err), 2) != 2)
		_exit(120);
	status = cr_cli_run(count, words);
	free(copy);
	exit(status);
}

static int wait_for(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFSIGNALED(status))
		fail_msg("killed by signal %d", WTERMSIG(status));
	return WEXITSTATUS(status);
}

struct cli_result cli_run_with(const char *line, const char *input)
{
	FILE *in = open_memory(input), *out = open_memory(NULL), *err = open_memory(NULL);
	struct cli_result r;
	pid_t child;

	(void)fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		run_child(line, in, out, err);
	r.status = wait_for(child);
	free(out_text);
	free(err_text);
	r.out = out_text = read_all(out);
	r.err = err_text = read_all(err);
	(void)fclose(in);
	(void)fclose(out);
	(void)fclose(err);
	return r;
}

struct cli_result cli_run(const char *line)
{
	return cli_run_with(line, NULL);
}

/* ---- comparing ----------------------------------------------------------- */

static void print_difference(const char *line, const char *what, const char *want, const char *got)
{
	print_error("commroute %s\n--- %s wanted:\n%s--- got:\n%s---\n", line, what, want, got);
}

/* OUT, one JSON value and a newline, in one line without blanks, to be freed; or as it is. */
static char *fold_json(const char *out)
{
	struct json_object *value = json_tokener_parse(out);
	char *text = strdup(
		!value ? out
		       : json_object_to_json_string_ext(
				 value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));

	json_object_put(value);
	assert_non_null(text);
	return text;
}

static bool is_as_wanted(const struct cli_case *c, bool json)
{
	struct cli_result r = cli_run(c->line);
	char *folded = json ? fold_json(r.out) : NULL;
	const char *out = json ? folded : r.out;
	bool good = r.status == c->status && strcmp(out, c->out) == 0 && strcmp(r.err, c->err) == 0;

	if (r.status != c->status)
		print_error("commroute %s\n--- exit status %d wanted, got %d: %s%s\n", c->line,
			    c->status, r.status, r.err, r.out);
	if (strcmp(out, c->out) != 0)
		print_difference(c->line, "standard output", c->out, out);
	if (strcmp(r.err, c->err) != 0)
		print_difference(c->line, "standard error", c->err, r.err);
	free(folded);
	return good;
}

bool cli_differs(const struct cli_case *c)
{
	return !is_as_wanted(c, false);
}

static void check_table(const struct cli_case *table, size_t count, bool json)
{
	size_t bad = 0;

	for (size_t i = 0; i < count; i++)
		bad += !is_as_wanted(&table[i], json);
	assert_int_equal(bad, 0);
}

void cli_check(const struct cli_case *table, size_t count)
{
	check_table(table, count, false);
}

void cli_check_json(const struct cli_case *table, size_t count)
{
	check_table(table, count, true);
}

void cli_check_words(const char *line, int status, const char *out, const char *err)
{
	struct cli_result r = cli_run(line);
	bool good = r.status == status && (!out || strstr(r.out, out)) &&
		    (!err || strstr(r.err, err));

	if (!good)
		fail_msg("commroute %s\n--- wanted %d, '%s', '%s'; got %d:\n%s---\n%s---", line,
			 status, out ? out : "", err ? err : "", r.status, r.out, r.err);
}

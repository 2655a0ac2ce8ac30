/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of the command run in children whose output goes to files in memory. */
#include "tests/unit/cli_run.h"

#include "cli/command.h"

#include <fcntl.h>
#include <ftw.h>
#include <json-c/json.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define WORDS        64
#define TERMINAL_MAX 4096 /* more would make the child wait */

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

/* All of F's file from its start, to be freed; F itself has nothing in its buffer. */
static char *read_all(FILE *f)
{
	char part[4096], *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	off_t at = 0;
	ssize_t n;

	assert_non_null(to);
	for (; (n = pread(fileno(f), part, sizeof(part), at)) > 0; at += n)
		assert_int_equal(fwrite(part, 1, (size_t)n, to), n);
	assert_int_equal(fclose(to), 0);
	assert_non_null(text);
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
	assert_int_equal(fseek(f, 0, SEEK_SET), 0);
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

/* Run LINE in a child whose standard output is OUT; its complaints are kept. */
static int run(const char *line, const char *input, FILE *out)
{
	FILE *in = open_memory(input), *err = open_memory(NULL);
	int status;
	pid_t child;

	(void)fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		run_child(line, in, out, err);
	status = wait_for(child);
	free(err_text);
	err_text = read_all(err);
	(void)fclose(in);
	(void)fclose(err);
	return status;
}

static struct cli_result result(int status, char *out)
{
	free(out_text);
	out_text = out;
	return (struct cli_result){.status = status, .out = out_text, .err = err_text};
}

struct cli_result cli_run_with(const char *line, const char *input)
{
	FILE *out = open_memory(NULL);
	int status = run(line, input, out);
	struct cli_result r = result(status, read_all(out));

	(void)fclose(out);
	return r;
}

struct cli_result cli_run_into(const char *line, const char *path)
{
	FILE *out = fopen(path, "we");
	int status;

	assert_non_null(out);
	status = run(line, NULL, out);
	(void)fclose(out);
	return result(status, strdup(""));
}

/* What stands in the terminal whose other side is FD, to be freed. */
static char *read_terminal(int fd)
{
	char *text = calloc(1, TERMINAL_MAX);
	size_t used = 0;
	ssize_t n;

	assert_non_null(text);
	assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
	while ((n = read(fd, text + used, TERMINAL_MAX - 1 - used)) > 0)
		used += (size_t)n;
	return text;
}

struct cli_result cli_run_on_terminal(const char *line, unsigned short columns)
{
	struct winsize size = {.ws_row = 24, .ws_col = columns};
	struct termios raw = {.c_cflag = CS8}; /* a line's end stays one byte */
	int ours, theirs, status;
	struct cli_result r;
	FILE *out;

	assert_int_equal(openpty(&ours, &theirs, NULL, &raw, &size), 0);
	out = fdopen(theirs, "r+");
	assert_non_null(out);
	status = run(line, NULL, out);
	r = result(status, read_terminal(ours));
	(void)fclose(out);
	(void)close(ours);
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

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job's command line or script into a request, as sbatch would read it. */
#include "cli/job_options.h"

#include "base/file.h"
#include "cli/job_words.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX  200
#define SCRIPT_MAX ((size_t)4 << 20) /* Slurm's own limit on a script's size */

/* The next word at *AT into the arena, or NULL at the end. */
static char *next_word(struct cr_arena *arena, const char **at)
{
	size_t room = strlen(*at) + 1, n = 0;
	char *word, quote = 0;

	*at += strspn(*at, " \t");
	if (!**at || **at == '#')
		return NULL;
	word = cr_arena_alloc(arena, room);
	for (; word && **at && (quote || (**at != ' ' && **at != '\t')); (*at)++) {
		if (quote ? **at == quote : **at == '"' || **at == '\'')
			quote = (char)(quote ? '\0' : **at);
		else if (**at == '\\' && quote != '\'' && (*at)[1])
			word[n++] = *++(*at);
		else
			word[n++] = **at;
	}
	return word;
}

static int cut_words(struct cr_arena *arena, const char *text, char **words)
{
	int n = 0;

	while (n < WORDS_MAX && (words[n] = next_word(arena, &text)) != NULL)
		n++;
	return n;
}

/* sbatch reads #SBATCH lines up to the first line that is neither comment nor blank. */
static int read_script_text(struct cr_job_reading *r, char *text)
{
	char *words[WORDS_MAX], *next;
	int line = 1;

	for (char *at = text; at; at = next, line++) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (strncmp(at, "#SBATCH", 7) == 0 && (at[7] == ' ' || at[7] == '\t')) {
			int n = cut_words(r->arena, at + 8, words);

			if (cr_job_read_words(r, n, words) < 0)
				return cr_error_prefix(r->err, "line %d of the script", line);
		} else if (at[0] != '#' && at[strspn(at, " \t\r")] != '\0') {
			break;
		}
	}
	return 0;
}

static int read_script(struct cr_job_reading *r, const char *path)
{
	const struct cr_file_rules rules = {.max_bytes = SCRIPT_MAX};
	char *buf;
	size_t len;
	int rc;

	if (cr_file_read(path, &rules, &buf, &len, NULL, NULL) != 0)
		return 0; /* a command, or a script that is elsewhere */
	rc = read_script_text(r, buf);
	free(buf);
	return rc;
}

int cr_job_options_read(int count, char **argv, struct cr_arena *arena, struct cr_request *request,
			struct cr_error *err)
{
	struct cr_request scratch = *request;
	struct cr_job_reading r = {.arena = arena, .request = &scratch, .err = err};
	bool batch = true;
	int script;

	if (count && (strcmp(argv[0], "sbatch") == 0 || strcmp(argv[0], "salloc") == 0 ||
		      strcmp(argv[0], "srun") == 0)) {
		batch = argv[0][1] == 'b';
		argv++;
		count--;
	}
	script = cr_job_read_words(&r, count, argv); /* first to see where the script stands */
	if (script < 0)
		return -1;
	scratch = *request;
	scratch.batch = batch;
	if (batch && script < count && read_script(&r, argv[script]) != 0)
		return -1;
	if (cr_job_read_words(&r, count, argv) < 0)
		return -1;
	*request = scratch;
	return 0;
}

int cr_job_options_read_line(const char *text, struct cr_arena *arena, struct cr_request *request,
			     struct cr_error *err)
{
	char **words = cr_arena_array(arena, WORDS_MAX, sizeof(*words));

	if (!words)
		return cr_error_set(err, "out of memory");
	return cr_job_options_read(cut_words(arena, text, words), words, arena, request, err);
}

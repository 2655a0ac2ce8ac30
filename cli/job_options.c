/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job as sbatch, salloc or srun would read it from its words and its script. */
#include "cli/job_options.h"

#include "base/file.h"
#include "cli/job_files.h"
#include "policies/job/request_option.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS_MAX   200
#define OPTIONS_MAX (size_t)1000      /* of a script and a line, where they are kept */
#define SCRIPT_MAX  ((size_t)4 << 20) /* Slurm's own limit on a script's size */

struct job_reading {
	struct cr_arena *arena;
	struct cr_request *request;
	struct cr_error *err;
	enum cr_client client;
	uint32_t version;
	cr_variable_fn *variable;   /* NULL: none are read */
	struct cr_job_words *words; /* NULL: not kept */
};

static void keep_word(struct job_reading *r, const struct cr_slurm_word *word)
{
	if (r->words && r->words->count < OPTIONS_MAX)
		r->words->options[r->words->count++] = *word;
}

static int take_word(void *to, const struct cr_slurm_word *word)
{
	struct job_reading *r = to;
	char fault[200];

	keep_word(r, word);
	if (word->option)
		return cr_request_take_option(r->request, word->option, word->value, r->err);
	return cr_error_set(r->err, "%s",
			    cr_slurm_word_fault(r->client, r->version, word, fault, sizeof(fault)));
}

static int take_variable(void *to, const struct cr_slurm_word *word)
{
	struct job_reading *r = to;

	if (take_word(to, word) != 0)
		return cr_error_prefix(r->err, "%s", word->word);
	return 0;
}

static int read_variables(struct job_reading *r)
{
	if (!r->variable)
		return 0;
	return cr_slurm_variables_read(r->client, r->version, r->variable, take_variable, r);
}

/* WORDS[0] stands for the client's name.  The index of the first that is no option, or -1. */
static int read_words(struct job_reading *r, int count, char **words)
{
	return cr_slurm_words_read(r->client, r->version, NULL, count, words, take_word, r);
}

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

/* Behind one for the client's name. */
static int cut_words(struct cr_arena *arena, const char *text, char **words)
{
	static char client[] = "sbatch";
	int n = 1;

	words[0] = client;

	while (n < WORDS_MAX && (words[n] = next_word(arena, &text)) != NULL)
		n++;
	return n;
}

static int refuse_components(struct job_reading *r)
{
	return cr_error_set(r->err, "a heterogeneous job: each of its components is decided by "
				    "itself, so ask about one at a time");
}

static int read_directive(struct job_reading *r, const char *text)
{
	char *words[WORDS_MAX];
	int n = cut_words(r->arena, text, words);

	if (n > 1 && (strcmp(words[1], "hetjob") == 0 || strcmp(words[1], "packjob") == 0))
		return refuse_components(r);
	return read_words(r, n, words) < 0 ? -1 : 0;
}

/* sbatch reads #SBATCH lines up to the first line that is neither comment nor blank. */
static int read_script_text(struct job_reading *r, char *text)
{
	char *next;
	int line = 1;

	for (char *at = text; at; at = next, line++) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (strncmp(at, "#SBATCH", 7) == 0 && (at[7] == ' ' || at[7] == '\t')) {
			if (read_directive(r, at + 8) != 0)
				return cr_error_prefix(r->err, "line %d of the script", line);
		} else if (at[0] != '#' && at[strspn(at, " \t\r")] != '\0') {
			break;
		}
	}
	return 0;
}

/* As sbatch looks for it: a bare name in the PATH, then here.  In the arena, or NULL. */
static const char *find_script(struct job_reading *r, const char *name)
{
	const char *dir = getenv("PATH"), *next;

	for (; dir && !strchr(name, '/'); dir = next) {
		const char *colon = strchr(dir, ':'), *path;
		size_t len = colon ? (size_t)(colon - dir) : strlen(dir);

		next = colon ? colon + 1 : NULL;
		path = cr_arena_printf(r->arena, "%.*s/%s", (int)len, dir, name);
		if (len && path && access(path, R_OK) == 0)
			return path;
	}
	return name;
}

static int read_script(struct job_reading *r, const char *name)
{
	const struct cr_file_rules rules = {.max_bytes = SCRIPT_MAX};
	char *buf;
	size_t len;
	int rc;

	if (cr_file_read(find_script(r, name), &rules, &buf, &len, NULL, r->err) != 0)
		return cr_error_prefix(r->err, "no batch script");
	if (r->words)
		r->words->script = cr_arena_strdup(r->arena, buf);
	rc = read_script_text(r, buf);
	free(buf);
	return rc;
}

/* ":" stands between components: behind the options, and for srun behind the program's words too.
 */
static bool has_components(const struct job_reading *r, int count, char **words, int at)
{
	bool everywhere = r->client != CR_CLIENT_SBATCH;

	for (int i = at; i < count && (i == at || everywhere); i++)
		if (strcmp(words[i], ":") == 0)
			return true;
	return false;
}

/* All clients ask for no more nodes than tasks, and say so where -N did ask for more. */
static void bound_nodes(struct cr_request *r)
{
	if (!cr_is_number(r->tasks) || !cr_is_number(r->min_nodes))
		return;
	if (cr_is_number(r->max_nodes) && r->tasks < r->max_nodes)
		r->max_nodes = r->tasks;
	if (r->tasks < r->min_nodes)
		r->min_nodes = r->max_nodes = r->tasks;
}

/* COUNT words at WORDS, of which the first is the client's name. */
static int read_line(struct job_reading *r, int count, char **words)
{
	const struct cr_request before = *r->request;
	int script = read_words(r, count, words); /* to see where the script stands */

	if (script < 0)
		return -1;
	if (has_components(r, count, words, script))
		return refuse_components(r);
	if (r->words) {
		r->words->client = r->client;
		r->words->rest = words + script;
		r->words->rest_count = (size_t)(count - script);
	}
	*r->request = before;
	if (r->words)
		r->words->count = 0;
	r->request->batch = r->client == CR_CLIENT_SBATCH;
	if (r->request->batch && script < count && read_script(r, words[script]) != 0)
		return -1;
	if (read_variables(r) != 0)
		return -1;
	if (read_words(r, count, words) < 0)
		return -1;
	bound_nodes(r->request);
	return cr_job_files_read(r->request, r->arena, r->err);
}

static enum cr_client client_of(const char *word)
{
	return strcmp(word, "sbatch") == 0   ? CR_CLIENT_SBATCH
	       : strcmp(word, "salloc") == 0 ? CR_CLIENT_SALLOC
	       : strcmp(word, "srun") == 0   ? CR_CLIENT_SRUN
					     : CR_NO_CLIENT;
}

/* COUNT words at ARGV; R has its request, which is written when all is well. */
static int read_job(const struct job_reading *r, int count, char **argv)
{
	struct cr_request scratch = *r->request;
	struct job_reading inner = *r;
	char **words = argv;

	inner.request = &scratch;
	inner.client = count ? client_of(argv[0]) : CR_NO_CLIENT;
	if (!inner.client) {
		inner.client = CR_CLIENT_SBATCH;
		words = cr_arena_array(r->arena, (size_t)count + 2, sizeof(*words));
		if (!words)
			return cr_error_set(r->err, "out of memory");
		words[0] = cr_arena_strdup(r->arena, "sbatch");
		for (int i = 0; i < count; i++)
			words[i + 1] = argv[i];
		count++;
	}
	if (read_line(&inner, count, words) != 0)
		return -1;
	*r->request = scratch;
	return 0;
}

int cr_job_options_read(int count, char **argv, uint32_t version, cr_variable_fn *variable,
			struct cr_arena *arena, struct cr_request *request, struct cr_error *err)
{
	struct job_reading r = {.arena = arena,
				.request = request,
				.err = err,
				.version = version,
				.variable = variable};

	return read_job(&r, count, argv);
}

int cr_job_options_read_line(const char *text, uint32_t version, struct cr_arena *arena,
			     struct cr_request *request, struct cr_job_words *kept,
			     struct cr_error *err)
{
	struct job_reading r = {
		.arena = arena, .request = request, .err = err, .version = version, .words = kept};
	char **words = cr_arena_array(arena, WORDS_MAX + 1, sizeof(*words));

	if (kept) {
		*kept = (struct cr_job_words){.client = CR_NO_CLIENT};
		kept->options = cr_arena_array(arena, OPTIONS_MAX, sizeof(*kept->options));
	}
	if (!words || (kept && !kept->options))
		return cr_error_set(err, "out of memory");
	return read_job(&r, cut_words(arena, text, words) - 1, words + 1);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which torchrun is started by a launch line, and what it is told of its rendezvous. */
#include "launch/torchrun.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX  65536 /* bytes of a `bash -c` that are looked at */
#define WORDS_MAX 4096

enum kind { VALUE, FLAG };

/* LEAST letters of it are no other option's. */
static const struct option {
	const char *name;
	enum kind kind;
	unsigned least;
	size_t at; /* of its value in struct cr_torchrun; 0 and a FLAG: not kept */
} options[] = {
#define KEPT(member) offsetof(struct cr_torchrun, member)
#define NOT_KEPT     SIZE_MAX
	{"nnodes", VALUE, 2, KEPT(nnodes)},
	{"nproc-per-node", VALUE, 2, KEPT(nproc)},
	{"rdzv-backend", VALUE, 6, KEPT(backend)},
	{"rdzv-endpoint", VALUE, 6, KEPT(endpoint)},
	{"master-addr", VALUE, 8, KEPT(master)},
	{"node-rank", VALUE, 3, KEPT(node_rank)},
	{"standalone", FLAG, 4, KEPT(standalone)},
	{"module", FLAG, 3, NOT_KEPT},
	{"no-python", FLAG, 3, NOT_KEPT},
	{"run-path", FLAG, 2, NOT_KEPT},
	{"use-env", FLAG, 1, NOT_KEPT},
	{"virtual-local-rank", FLAG, 1, NOT_KEPT},
	{"help", FLAG, 1, NOT_KEPT},
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_torchrun(const char *const *words, int i)
{
	return strcmp(base_name(words[i]), "torchrun") == 0 ||
	       (i > 0 && strcmp(words[i - 1], "-m") == 0 &&
		(strcmp(words[i], "torch.distributed.run") == 0 ||
		 strcmp(words[i], "torch.distributed.launch") == 0));
}

/* The first torchrun from FROM on, or -1. */
static int find_torchrun(int count, const char *const *words, int from)
{
	for (int i = from; i < count; i++)
		if (is_torchrun(words, i))
			return i;
	return -1;
}

/* The LEN bytes at WORD are NAME or enough of its beginning. */
static bool is_name_of(const char *word, size_t len, const struct option *option)
{
	if (len < option->least || len > strlen(option->name))
		return false;
	for (size_t i = 0; i < len; i++)
		if (word[i] != option->name[i] && !(word[i] == '_' && option->name[i] == '-'))
			return false;
	return true;
}

/* The option of WORD, which begins with "--"; NULL: one that is not in the table. */
static const struct option *find_option(const char *word)
{
	size_t len = strcspn(word + 2, "=");

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (is_name_of(word + 2, len, &options[i]))
			return &options[i];
	return NULL;
}

static void keep_value(struct cr_torchrun *said, const struct option *option, const char *value)
{
	if (option->kind == FLAG && option->at != NOT_KEPT)
		said->standalone = true;
	else if (option->kind == VALUE)
		memcpy((char *)said + option->at, &value, sizeof(value));
}

/*
 * Take the option at WORDS[I].  Returns how many words it has: its value is the next one
 * where no `=` is in it, unless that is an option too.  One that is not in the table takes
 * a value as well, as nearly all do.
 */
static int take_option(int count, const char *const *words, int i, struct cr_torchrun *said)
{
	const struct option *option = find_option(words[i]);
	const char *value = strchr(words[i], '=');
	int used = 1;

	if (value) {
		value++;
	} else if ((!option || option->kind == VALUE) && i + 1 < count && *words[i + 1] != '-') {
		value = words[i + 1];
		used = 2;
	}
	if (option)
		keep_value(said, option, value);
	return used;
}

/* The short ones: -m, and -r 3, -t 3, -r3. */
static int take_letter(const char *word)
{
	return (word[1] == 'r' || word[1] == 't') && !word[2] ? 2 : 1;
}

/* Of torchrun at WORDS[AT]: as far as the name of its script. */
static struct cr_torchrun read_at(int count, const char *const *words, int at)
{
	struct cr_torchrun said = {0};

	for (int i = at + 1; i < count && strcmp(words[i], "--") != 0;) {
		if (strncmp(words[i], "--", 2) == 0) {
			i += take_option(count, words, i, &said);
		} else if (*words[i] == '-' && words[i][1]) {
			i += take_letter(words[i]);
		} else {
			said.hidden = *words[i] == '$';
			break;
		}
	}
	return said;
}

int cr_torchrun_read(int count, const char *const *words, struct cr_torchrun *said)
{
	int at = find_torchrun(count, words, 0);

	if (at < 0)
		return -1;
	*said = read_at(count, words, at);
	return 0;
}

static bool is_any_of(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(word, list[i]) == 0)
			return true;
	return false;
}

/* TEXT is NODES, or a shell's variable that has it. */
static bool says_nodes(const char *text, size_t nodes)
{
	static const char *const variables[] = {
		"$SLURM_NNODES",   "$SLURM_JOB_NUM_NODES",   "$SLURM_STEP_NUM_NODES",
		"${SLURM_NNODES}", "${SLURM_JOB_NUM_NODES}", "${SLURM_STEP_NUM_NODES}",
	};
	char number[24], range[50];

	(void)snprintf(number, sizeof(number), "%zu", nodes);
	(void)snprintf(range, sizeof(range), "%s:%s", number, number);
	return strcmp(text, number) == 0 || strcmp(text, range) == 0 ||
	       is_any_of(text, variables, sizeof(variables) / sizeof(variables[0]));
}

static bool is_this_node(const char *address)
{
	return strcmp(address, "localhost") == 0 || strncmp(address, "127.", 4) == 0 ||
	       strcmp(address, "::1") == 0 || strcmp(address, "0.0.0.0") == 0;
}

/*
 * Whoever names a place to meet, or the place of a node, has a meeting of his own in mind; one
 * on each node when he says nothing of several.
 */
static bool is_open(const struct cr_torchrun *said, size_t nodes)
{
	return !said->standalone && !said->hidden && !said->endpoint && !said->node_rank &&
	       (!said->nnodes || says_nodes(said->nnodes, nodes)) &&
	       (!said->backend || strcmp(said->backend, "static") == 0) &&
	       (!said->master || !is_this_node(said->master));
}

/* Every torchrun among WORDS is open; *SEEN is set when there is one. */
static bool are_open(int count, const char *const *words, size_t nodes, bool *seen)
{
	for (int at = find_torchrun(count, words, 0); at >= 0;
	     at = find_torchrun(count, words, at + 1)) {
		const struct cr_torchrun said = read_at(count, words, at);

		*seen = true;
		if (!is_open(&said, nodes))
			return false;
	}
	return true;
}

/* Cut a shell's TEXT into words: enough of its rules for options and their values. */
static int cut_text(char *text, const char **words)
{
	char *out = text;
	char quote = '\0';
	int count = 0;
	bool inside = false;

	for (const char *c = text; *c && count < WORDS_MAX; c++) {
		bool ends = !quote && strchr(" \t\n;&|()", *c);

		if (ends && inside)
			*out++ = '\0';
		inside = inside && !ends;
		if (ends)
			continue;
		if (*c == '\\' && c[1] == '\n') {
			c++;
			continue;
		}
		if (!inside)
			words[count++] = out;
		inside = true;
		if (quote && *c == quote)
			quote = '\0';
		else if (!quote && (*c == '"' || *c == '\''))
			quote = *c;
		else
			*out++ = *c;
	}
	*out = '\0';
	return count;
}

/* The same for the TEXT of a `bash -c`. */
static bool is_text_open(const char *text, size_t nodes, bool *seen)
{
	size_t len = strlen(text);
	const char **words = len < TEXT_MAX ? calloc(WORDS_MAX, sizeof(*words)) : NULL;
	char *copy = words ? strdup(text) : NULL;
	bool open = copy && are_open(cut_text(copy, words), words, nodes, seen);

	free(copy);
	free(words);
	return open;
}

/* -c, -lc, -ec: what follows is a text. */
static bool is_before_text(const char *word)
{
	size_t len = strlen(word);

	return len >= 2 && len <= 5 && word[0] == '-' && word[1] != '-' && word[len - 1] == 'c';
}

bool cr_torchrun_is_open(int count, const char *const *words, size_t nodes)
{
	bool seen = false;

	if (!are_open(count, words, nodes, &seen))
		return false;
	for (int i = 1; i < count; i++)
		if (is_before_text(words[i - 1]) && strstr(words[i], "torch") &&
		    !is_text_open(words[i], nodes, &seen))
			return false;
	return seen;
}

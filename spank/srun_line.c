/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of srun that shape a step; any word not in the table leaves the step alone. */
#include "spank/srun_line.h"

#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum argument { NO_ARGUMENT, ARGUMENT, OPTIONAL };

/* What an option means here; all but HARMLESS have a field to go to. */
enum meaning { HARMLESS, NODES, TASKS, TASKS_PER_NODE, CPUS_PER_TASK, PROFILE };

struct option {
	const char *name;
	char letter; /* 0: none */
	enum argument argument;
	enum meaning meaning;
};

/*
 * gres and gpus-per-node are per node, whatever the tasks; -G and gpus-per-task
 * are not here, as srun can derive a number of tasks from them.
 */
static const struct option options[] = {
	{"nodes", 'N', ARGUMENT, NODES},
	{"ntasks", 'n', ARGUMENT, TASKS},
	{"ntasks-per-node", 0, ARGUMENT, TASKS_PER_NODE},
	{"tasks-per-node", 0, ARGUMENT, TASKS_PER_NODE},
	{"cpus-per-task", 'c', ARGUMENT, CPUS_PER_TASK},
	{"comm-profile", 0, ARGUMENT, PROFILE},

	{"accel-bind", 0, ARGUMENT, HARMLESS},
	{"acctg-freq", 0, ARGUMENT, HARMLESS},
	{"bcast", 0, OPTIONAL, HARMLESS},
	{"bcast-exclude", 0, ARGUMENT, HARMLESS},
	{"chdir", 'D', ARGUMENT, HARMLESS},
	{"comment", 0, ARGUMENT, HARMLESS},
	{"compress", 0, OPTIONAL, HARMLESS},
	{"container", 0, ARGUMENT, HARMLESS},
	{"container-id", 0, ARGUMENT, HARMLESS},
	{"container-type", 0, ARGUMENT, HARMLESS},
	{"cpu-bind", 0, ARGUMENT, HARMLESS},
	{"cpu_bind", 0, ARGUMENT, HARMLESS},
	{"cpu-freq", 0, ARGUMENT, HARMLESS},
	{"disable-status", 'X', NO_ARGUMENT, HARMLESS},
	{"epilog", 0, ARGUMENT, HARMLESS},
	{"error", 'e', ARGUMENT, HARMLESS},
	{"export", 0, ARGUMENT, HARMLESS},
	{"gpu-bind", 0, ARGUMENT, HARMLESS},
	{"gpu-freq", 0, ARGUMENT, HARMLESS},
	{"gpus-per-node", 0, ARGUMENT, HARMLESS},
	{"gres", 0, ARGUMENT, HARMLESS},
	{"ignore-signals", 0, ARGUMENT, HARMLESS},
	{"input", 'i', ARGUMENT, HARMLESS},
	{"job-name", 'J', ARGUMENT, HARMLESS},
	{"kill-on-bad-exit", 'K', OPTIONAL, HARMLESS},
	{"label", 'l', NO_ARGUMENT, HARMLESS},
	{"mem-bind", 0, ARGUMENT, HARMLESS},
	{"mpi", 0, ARGUMENT, HARMLESS},
	{"msg-timeout", 0, ARGUMENT, HARMLESS},
	{"no-kill", 'k', OPTIONAL, HARMLESS},
	{"oom-kill-step", 0, OPTIONAL, HARMLESS},
	{"open-mode", 0, ARGUMENT, HARMLESS},
	{"output", 'o', ARGUMENT, HARMLESS},
	{"preserve-env", 'E', NO_ARGUMENT, HARMLESS},
	{"profile", 0, ARGUMENT, HARMLESS},
	{"prolog", 0, ARGUMENT, HARMLESS},
	{"propagate", 0, OPTIONAL, HARMLESS},
	{"pty", 0, OPTIONAL, HARMLESS},
	{"quiet", 'Q', NO_ARGUMENT, HARMLESS},
	{"quit-on-interrupt", 0, NO_ARGUMENT, HARMLESS},
	{"resv-ports", 0, OPTIONAL, HARMLESS},
	{"send-libs", 0, OPTIONAL, HARMLESS},
	{"signal", 0, ARGUMENT, HARMLESS},
	{"slurmd-debug", 0, ARGUMENT, HARMLESS},
	{"task-epilog", 0, ARGUMENT, HARMLESS},
	{"task-prolog", 0, ARGUMENT, HARMLESS},
	{"threads", 'T', ARGUMENT, HARMLESS},
	{"time", 't', ARGUMENT, HARMLESS},
	{"tres-bind", 0, ARGUMENT, HARMLESS},
	{"unbuffered", 'u', NO_ARGUMENT, HARMLESS},
	{"verbose", 'v', NO_ARGUMENT, HARMLESS},
	{"wait", 'W', ARGUMENT, HARMLESS},
	{"wait-for-children", 0, NO_ARGUMENT, HARMLESS},

	/* pyxis, with which most containers of training jobs are started. */
	{"container-image", 0, ARGUMENT, HARMLESS},
	{"container-mounts", 0, ARGUMENT, HARMLESS},
	{"container-workdir", 0, ARGUMENT, HARMLESS},
	{"container-name", 0, ARGUMENT, HARMLESS},
	{"container-save", 0, ARGUMENT, HARMLESS},
	{"container-env", 0, ARGUMENT, HARMLESS},
	{"container-mount-home", 0, NO_ARGUMENT, HARMLESS},
	{"no-container-mount-home", 0, NO_ARGUMENT, HARMLESS},
	{"container-remap-root", 0, NO_ARGUMENT, HARMLESS},
	{"no-container-remap-root", 0, NO_ARGUMENT, HARMLESS},
	{"container-entrypoint", 0, NO_ARGUMENT, HARMLESS},
	{"no-container-entrypoint", 0, NO_ARGUMENT, HARMLESS},
	{"container-entrypoint-log", 0, NO_ARGUMENT, HARMLESS},
	{"container-writable", 0, NO_ARGUMENT, HARMLESS},
	{"container-readonly", 0, NO_ARGUMENT, HARMLESS},
};

#define OPTIONS (sizeof(options) / sizeof(options[0]))

struct reading {
	struct cr_srun_line line;
	int argc, at; /* AT: the word that is read */
	const char *const *argv;
};

static void shaping(struct reading *r, const char *word)
{
	if (!*r->line.shaping)
		cr_text_printable(r->line.shaping, sizeof(r->line.shaping), word, strlen(word));
}

static const struct option *find_long(const char *name, size_t len)
{
	for (size_t i = 0; i < OPTIONS; i++)
		if (strlen(options[i].name) == len && memcmp(options[i].name, name, len) == 0)
			return &options[i];
	return NULL;
}

static const struct option *find_letter(char letter)
{
	for (size_t i = 0; i < OPTIONS; i++)
		if (options[i].letter == letter)
			return &options[i];
	return NULL;
}

/* A plain number; "2-4" and "1k" are shapes of their own.  0: it is not. */
static uint32_t number(const char *text)
{
	char *end;
	unsigned long n;

	if (*text < '0' || *text > '9')
		return 0;
	n = strtoul(text, &end, 10);
	return *end || n > UINT32_MAX ? 0 : (uint32_t)n;
}

/* WORD gives OPTION, with VALUE or NULL. */
static void take(struct reading *r, const char *word, const struct option *option,
		 const char *value)
{
	uint32_t *into = option->meaning == NODES           ? &r->line.nodes
			 : option->meaning == TASKS         ? &r->line.tasks
			 : option->meaning == CPUS_PER_TASK ? &r->line.cpus_per_task
							    : &r->line.tasks_per_node;

	if (option->meaning == HARMLESS)
		return;
	if (option->meaning == PROFILE) {
		r->line.profile = value;
		return;
	}
	*into = value ? number(value) : 0;
	if (!*into)
		shaping(r, word);
}

/* The argument of OPTION that is a word of its own, or NULL. */
static const char *next_word(struct reading *r, const struct option *option)
{
	return option->argument == ARGUMENT && r->at + 1 < r->argc ? r->argv[++r->at] : NULL;
}

static void read_long(struct reading *r, const char *word)
{
	size_t len = strcspn(word + 2, "=");
	const struct option *option = find_long(word + 2, len);

	if (!option)
		shaping(r, word);
	else if (word[2 + len] == '=')
		take(r, word, option, word + 2 + len + 1);
	else
		take(r, word, option, next_word(r, option));
}

/* "-lN2": letters up to one that takes the rest of the word, or the next word. */
static void read_letters(struct reading *r, const char *word)
{
	for (const char *letter = word + 1; *letter; letter++) {
		const struct option *option = find_letter(*letter);

		if (!option) {
			shaping(r, word);
			return;
		}
		if (option->argument == NO_ARGUMENT)
			continue;
		take(r, word, option, letter[1] ? letter + 1 : next_word(r, option));
		return;
	}
}

struct cr_srun_line cr_srun_line_read(int argc, const char *const *argv)
{
	struct reading r = {.argc = argc, .at = 1, .argv = argv};

	for (; r.at < argc && argv[r.at][0] == '-' && argv[r.at][1]; r.at++) {
		const char *word = argv[r.at];

		if (strcmp(word, "--") == 0) {
			r.at++;
			break;
		}
		if (word[1] == '-')
			read_long(&r, word);
		else
			read_letters(&r, word);
	}
	r.line.program = r.at < argc ? r.at : argc;
	/* A heterogeneous step: several srun lines in one. */
	for (int i = r.line.program; i < argc; i++)
		if (strcmp(argv[i], ":") == 0)
			shaping(&r, ":");
	return r.line;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What srun is asked for, told apart by the table of Slurm's options. */
#include "launch/srun_line.h"

#include "base/text.h"
#include "policies/job/slurm_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IGNORED_MAX 16

/* The site's own rows beside the table; their names are in TEXT. */
struct ignored {
	char text[512];
	struct cr_slurm_option row[IGNORED_MAX];
	struct cr_slurm_more more;
};

static void ignore_word(struct ignored *ignored, char *name)
{
	size_t len = strlen(name);
	bool takes_value = len && name[len - 1] == '=';

	if (takes_value)
		name[len - 1] = '\0';
	if (!*name || ignored->more.count == IGNORED_MAX)
		return;
	ignored->row[ignored->more.count++] = (struct cr_slurm_option){
		.name = name,
		.argument = takes_value ? CR_ARGUMENT_REQUIRED : CR_ARGUMENT_OPTIONAL,
		.clients = CR_CLIENT_SRUN,
		.step = CR_EFFECT_HARMLESS,
	};
}

static void read_ignores(struct ignored *ignored, const char *names)
{
	char *rest = ignored->text;

	*ignored = (struct ignored){.more = {ignored->row, 0}};
	/* A name cut in two would be another's. */
	if (!names || strlen(names) >= sizeof(ignored->text))
		return;
	strcpy(ignored->text, names);
	while (rest) {
		char *name = strsep(&rest, ",");

		ignore_word(ignored, name);
	}
}

/* The option's own name, or what stands there, as far as its value. */
static void note_cause(struct cr_srun_line *line, const struct cr_slurm_word *word)
{
	const char *name = word->word + 1 + (word->word[1] == '-');
	int len = (int)strcspn(name, "=");

	if (word->option)
		(void)snprintf(line->cause, sizeof(line->cause), "option:%s", word->option->name);
	else
		(void)snprintf(line->cause, sizeof(line->cause), "unknown:%.*s", len, name);
}

static void note_shaping(struct cr_srun_line *line, const struct cr_slurm_word *word)
{
	if (*line->shaping)
		return;
	cr_text_printable(line->shaping, sizeof(line->shaping), word->word, strlen(word->word));
	note_cause(line, word);
}

/* A plain number; "2-4" and "1k" are shapes of their own.  0: it is not. */
static uint32_t read_number(const char *text)
{
	char *end;
	unsigned long n;

	if (*text < '0' || *text > '9')
		return 0;
	n = strtoul(text, &end, 10);
	return *end || n > UINT32_MAX ? 0 : (uint32_t)n;
}

/* An abbreviation is as good as its name to srun; which it is may depend on plugins that we do not
 * know. */
static bool is_abbreviated(const struct cr_slurm_word *word)
{
	size_t len = strcspn(word->word, "=");

	return word->word[1] == '-' && (len - 2 != strlen(word->option->name) ||
					memcmp(word->word + 2, word->option->name, len - 2) != 0);
}

static uint32_t *find_number(struct cr_srun_line *line, enum cr_step_effect effect)
{
	switch (effect) {
	case CR_EFFECT_NODES:
		return &line->nodes;
	case CR_EFFECT_TASKS:
		return &line->tasks;
	case CR_EFFECT_TASKS_PER_NODE:
		return &line->tasks_per_node;
	case CR_EFFECT_CPUS_PER_TASK:
		return &line->cpus_per_task;
	default:
		return NULL;
	}
}

static const char **find_text(struct cr_srun_line *line, enum cr_step_effect effect)
{
	switch (effect) {
	case CR_EFFECT_MEM:
		return &line->mem;
	case CR_EFFECT_JOB:
		return &line->jobid;
	case CR_EFFECT_GPUS:
		return &line->gpus;
	case CR_EFFECT_GPUS_PER_TASK:
		return &line->gpus_per_task;
	case CR_EFFECT_PROFILE:
		return &line->profile;
	default:
		return NULL;
	}
}

static int take_word(void *to, const struct cr_slurm_word *word)
{
	struct cr_srun_line *line = to;
	enum cr_step_effect effect = word->option && !is_abbreviated(word) ? word->option->step
									   : CR_EFFECT_SHAPES;
	uint32_t *number;
	const char **text;

	line->exclusive = line->exclusive || (effect == CR_EFFECT_EXCLUSIVE && !word->value);
	number = find_number(line, effect);
	text = find_text(line, effect);
	if (number)
		*number = word->value ? read_number(word->value) : 0;
	if (text)
		*text = word->value;
	/* A value is the allocation's, of user and mcs; a number that is none, nobody's. */
	if (effect == CR_EFFECT_SHAPES || (effect == CR_EFFECT_EXCLUSIVE && word->value) ||
	    (number && !*number) || (text && !*text))
		note_shaping(line, word);
	return 0;
}

struct cr_srun_line cr_srun_line_read(int argc, const char *const *argv, const char *ignores)
{
	struct cr_srun_line line = {0};
	struct ignored ignored;

	read_ignores(&ignored, ignores);
	/* No word is moved: the line ends at the first that is no option. */
	line.program = cr_slurm_words_read(CR_CLIENT_SRUN, 0, &ignored.more, argc,
					   (char *const *)argv, take_word, &line);
	/* A heterogeneous step: several srun lines in one. */
	for (int i = line.program; i < argc && !*line.shaping; i++)
		if (strcmp(argv[i], ":") == 0) {
			strcpy(line.shaping, ":");
			strcpy(line.cause, "het");
		}
	return line;
}

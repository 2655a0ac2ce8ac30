/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What srun is asked for, told apart by the table of Slurm's options. */
#include "spank/srun_line.h"

#include "base/text.h"
#include "policies/job/slurm_words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void note_shaping(struct cr_srun_line *line, const char *word)
{
	if (!*line->shaping)
		cr_text_printable(line->shaping, sizeof(line->shaping), word, strlen(word));
}

/* A plain number; "2-4" and "1k" are shapes of their own.  0: it is not. */
static uint32_t plain_number(const char *text)
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

static uint32_t *number_of(struct cr_srun_line *line, enum cr_step_effect effect)
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

static int take_word(void *to, const struct cr_slurm_word *word)
{
	struct cr_srun_line *line = to;
	enum cr_step_effect effect = word->option && !is_abbreviated(word) ? word->option->step
									   : CR_EFFECT_SHAPES;
	uint32_t *into = number_of(line, effect);

	if (into)
		*into = word->value ? plain_number(word->value) : 0;
	if (effect == CR_EFFECT_PROFILE)
		line->profile = word->value;
	else if (effect == CR_EFFECT_SHAPES || (into && !*into))
		note_shaping(line, word->word);
	return 0;
}

struct cr_srun_line cr_srun_line_read(int argc, const char *const *argv)
{
	struct cr_srun_line line = {0};

	/* No word is moved: the line ends at the first that is no option. */
	line.program = cr_slurm_words_read(CR_CLIENT_SRUN, 0, argc, (char *const *)argv, take_word,
					   &line);
	/* A heterogeneous step: several srun lines in one. */
	for (int i = line.program; i < argc; i++)
		if (strcmp(argv[i], ":") == 0)
			note_shaping(&line, ":");
	return line;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as a saved plan, and as what sacctmgr printed: what is read makes commands. */
#include "cli/plan.h"

#include <stdlib.h>
#include <string.h>

static void make_commands(const struct cr_gov_plan *plan, struct cr_arena *arena)
{
	const char *words[CR_GOV_WORDS_MAX];

	for (size_t i = 0; i < plan->count; i++)
		if (cr_gov_command(&plan->step[i], plan->cluster, NULL, arena, words) == 0)
			(void)cr_gov_shell(words, arena);
}

static void read_lines(const char *text, enum cr_gov_kind kind, struct cr_arena *arena)
{
	struct cr_have have = {.arena = arena};
	char *copy = cr_arena_strdup(arena, text), value[64];
	struct cr_error err;

	if (!copy || cr_have_lines(&have, kind, copy, &err) != 0)
		return;
	cr_have_sort(&have);
	for (size_t i = 0; i < have.count; i++)
		for (unsigned key = 0; key < CR_GOV_KEYS; key++)
			if (have.item[i].value[key])
				(void)cr_have_value(&have, (enum cr_gov_key)key, have.item[i].name,
						    "gres/gpu", value, sizeof(value));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	char *text = malloc(size + 1);
	struct cr_gov_plan plan;
	struct cr_arena arena;
	struct cr_error err;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_gov_plan_parse(text, size, &arena, &plan, &err) == 0)
		make_commands(&plan, &arena);
	read_lines(text, CR_GOV_QOS, &arena);
	read_lines(text, CR_GOV_ACCOUNT, &arena);
	cr_arena_release(&arena);
	free(text);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line's job as it is filled in: the members, and the readers that several options share. */
#include "cli/lua_shim_line.h"

#include "policies/job/slurm_values.h"

#include <slurm/slurm.h>
#include <string.h>

void cr_shim_put_text(struct cr_shim_line *l, enum cr_shim_slot slot, const char *text)
{
	l->job->slots[slot] = (struct cr_shim_value){.is = text ? CR_SHIM_IS_TEXT : CR_SHIM_IS_NIL,
						     .text = text};
}

void cr_shim_put_number(struct cr_shim_line *l, enum cr_shim_slot slot, uint64_t number)
{
	l->job->slots[slot] = (struct cr_shim_value){.is = CR_SHIM_IS_NUMBER, .number = number};
}

void cr_shim_put_unknown(struct cr_shim_line *l, enum cr_shim_slot slot)
{
	l->job->slots[slot] = (struct cr_shim_value){.is = CR_SHIM_IS_UNKNOWN};
}

uint32_t cr_shim_number_in(const struct cr_shim_line *l, enum cr_shim_slot slot)
{
	const struct cr_shim_value *v = &l->job->slots[slot];

	/* NO_VAL16, and NO_VAL, stand for unset. */
	return v->is == CR_SHIM_IS_NUMBER && v->number < INFINITE16 - 1 ? (uint32_t)v->number
									: CR_UNSET;
}

void cr_shim_take_number(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	uint32_t n;

	if (cr_slurm_number(value, &n, NULL) == 0)
		cr_shim_put_number(l, rule->slot, n);
	else
		cr_shim_put_unknown(l, rule->slot);
}

void cr_shim_take_minutes(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			  const char *value)
{
	uint32_t minutes = CR_UNSET;

	if (cr_slurm_minutes(value, &minutes, NULL) != 0)
		cr_shim_put_unknown(l, rule->slot);
	else
		cr_shim_put_number(l, rule->slot,
				   minutes && minutes < INFINITE ? minutes * rule->number
								 : INFINITE);
}

void cr_shim_take_text(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	cr_shim_put_text(l, rule->slot, value);
}

void cr_shim_take_by_rule(struct cr_shim_line *l, const struct cr_shim_rule *rules, size_t count,
			  const struct cr_slurm_word *word)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rules[i].option, word->option->name) == 0)
			rules[i].take(l, &rules[i], word->value);
}

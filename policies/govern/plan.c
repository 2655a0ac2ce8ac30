/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts that do not hold, gathered by object: each object is one step, and one command. */
#include "policies/govern/plan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool same_object(const struct cr_want *a, const struct cr_want *b)
{
	return cr_gov_field(a->key)->kind == cr_gov_field(b->key)->kind &&
	       strcasecmp(a->object, b->object) == 0;
}

/* How many of WANTS from I on are about one object. */
static size_t count_object(const struct cr_wants *wants, size_t i)
{
	size_t n = 1;

	while (i + n < wants->count && same_object(&wants->item[i], &wants->item[i + n]))
		n++;
	return n;
}

/* The number that is above OTHER's: VALUE, where that is enough. */
static const char *number_above(const struct cr_have *have, const char *other, const char *value,
				struct cr_arena *arena)
{
	char text[64];
	unsigned long long its;

	cr_have_value(have, CR_GOV_PRIORITY, other, "", text, sizeof(text));
	its = strtoull(text, NULL, 10);
	return strtoull(value, NULL, 10) > its ? value : cr_arena_printf(arena, "%llu", its + 1);
}

/* A list of slurm.conf's is one line: LIST, which may end in a comma, and ELEMENT behind it. */
static const char *add_element(const char *list, const char *element, struct cr_arena *arena)
{
	size_t len = strlen(list);
	bool between = len && list[len - 1] != ',';

	return cr_arena_printf(arena, "%s%s%s", list, between ? "," : "", element);
}

/* Lists are told whole: the line that there is, and the line that there should be. */
static int add_line(struct cr_gov_step *step, const struct cr_want *want,
		    const struct cr_have *have, struct cr_arena *arena)
{
	struct cr_gov_change *f = step->count ? &step->field[step->count - 1] : NULL;
	const struct cr_have_object *conf = cr_have_find(have, CR_GOV_CONF, "");

	if (!f || f->key != want->key) {
		f = &step->field[step->count++];
		*f = (struct cr_gov_change){want->key, "", conf ? conf->value[want->key] : "", "",
					    want->pos};
		f->value = f->have;
	}
	f->value = add_element(f->value, want->element, arena);
	return f->value ? 0 : -1;
}

static int add_field(struct cr_gov_step *step, const struct cr_want *want,
		     const struct cr_have *have, struct cr_arena *arena)
{
	struct cr_gov_change *f;
	bool above = cr_gov_field(want->key)->how == CR_GOV_ABOVE;
	char text[1024];

	if (step->kind == CR_GOV_CONF && cr_gov_field(want->key)->how == CR_GOV_HAS)
		return add_line(step, want, have, arena);

	cr_have_value(have, want->key, want->object, above ? "" : want->element, text,
		      sizeof(text));
	f = &step->field[step->count++];
	*f = (struct cr_gov_change){want->key, want->element, cr_arena_strdup(arena, text),
				    want->value, want->pos};
	if (above)
		f->value = number_above(have, want->element, want->value, arena);
	return f->have && f->value ? 0 : -1;
}

/* The COUNT WANTS are about one object.  STEP stays empty when all of them hold. */
static int make_step(const struct cr_want *wants, size_t count, const struct cr_have *have,
		     struct cr_arena *arena, struct cr_gov_step *step)
{
	enum cr_gov_kind kind = cr_gov_field(wants->key)->kind;
	bool add = !cr_have_find(have, kind, wants->object);

	*step = (struct cr_gov_step){.kind = kind, .add = add, .object = wants->object};
	step->field = cr_arena_array(arena, count, sizeof(*step->field));
	if (!step->field)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (!cr_have_holds(have, wants[i].key, wants[i].object, wants[i].element,
				   wants[i].value) &&
		    add_field(step, &wants[i], have, arena) != 0)
			return -1;
	return 0;
}

/* A QOS that another one is measured by goes first: it may have to be made. */
static void order_steps(struct cr_gov_plan *plan)
{
	size_t first = 0, to;

	while (first < plan->count && plan->step[first].kind == CR_GOV_CONF)
		first++;
	to = first;
	for (size_t i = first; i < plan->count && plan->step[i].kind == CR_GOV_QOS; i++) {
		struct cr_gov_step s = plan->step[i];
		bool needs = false;

		for (size_t k = 0; k < s.count; k++)
			needs |= s.field[k].key == CR_GOV_PREEMPT;
		if (needs)
			continue;
		memmove(&plan->step[to + 1], &plan->step[to], (i - to) * sizeof(s));
		plan->step[to++] = s;
	}
}

int cr_gov_plan_make(const struct cr_wants *wants, const struct cr_have *have,
		     struct cr_arena *arena, struct cr_gov_plan *plan)
{
	*plan = (struct cr_gov_plan){.cluster = ""};
	plan->step = cr_arena_array(arena, wants->count ? wants->count : 1, sizeof(*plan->step));
	if (!plan->step)
		return -1;
	for (size_t i = 0, n; i < wants->count; i += n) {
		struct cr_gov_step *step = &plan->step[plan->count];

		n = count_object(wants, i);
		if (make_step(&wants->item[i], n, have, arena, step) != 0)
			return -1;
		if (step->count)
			plan->count++;
		else
			plan->fine++;
	}
	order_steps(plan);
	return 0;
}

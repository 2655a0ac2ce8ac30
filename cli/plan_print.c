/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan for people: each object with what changes, then the commands. */
#include "cli/plan.h"

#include "cli/output.h"

#include <stdio.h>
#include <string.h>

static void print_place(struct cr_pos pos)
{
	const char *slash = pos.file ? strrchr(pos.file, '/') : NULL;

	if (pos.line)
		printf("  (%s:%u)", slash ? slash + 1 : pos.file ? pos.file : "policy", pos.line);
}

static void print_line(const struct cr_gov_change *f)
{
	const char *name = cr_gov_field(f->key)->name;

	if (*f->have)
		printf("  - %s=%s\n", name, f->have);
	printf("  + %s=%s", name, f->value);
	print_place(f->pos);
	putchar('\n');
}

static void print_field(const struct cr_gov_change *f)
{
	const struct cr_gov_field *field = cr_gov_field(f->key);

	if (field->how == CR_GOV_THERE)
		return;
	printf("      %-18s", field->name);
	if (field->how == CR_GOV_HAS)
		printf("+ %s", f->element);
	else
		printf("%s%s%s -> %s%s", field->how == CR_GOV_AMOUNT ? f->element : "",
		       field->how == CR_GOV_AMOUNT ? ": " : "", *f->have ? f->have : "none",
		       f->value, field->how == CR_GOV_SECONDS ? "s" : "");
	print_place(f->pos);
	putchar('\n');
}

static void print_step(const struct cr_gov_step *s)
{
	if (s->kind != CR_GOV_CONF)
		printf("  %c %s\n", s->add ? '+' : '~', s->object);
	for (size_t i = 0; i < s->count; i++)
		if (s->kind == CR_GOV_CONF)
			print_line(&s->field[i]);
		else
			print_field(&s->field[i]);
}

static void print_commands(const struct cr_gov_plan *plan, struct cr_arena *arena)
{
	const char *words[CR_GOV_WORDS_MAX], *title = "\nAs commands (commroute apply runs them)\n";

	for (size_t i = 0; i < plan->count; i++) {
		if (cr_gov_command(&plan->step[i], plan->cluster, NULL, arena, words) != 0 ||
		    !words[0])
			continue;
		printf("%s    %s\n", title, cr_gov_shell(words, arena));
		title = "";
	}
}

void cr_gov_plan_print(const struct cr_gov_plan *plan, struct cr_arena *arena)
{
	static const char *const titles[CR_GOV_KINDS] = {
		"slurm.conf (by hand, then restart slurmctld)", "QOS", "Accounts"};
	size_t adds = 0, changes = 0;

	for (size_t i = 0; i < plan->count; i++) {
		const struct cr_gov_step *s = &plan->step[i];

		if (!i || plan->step[i - 1].kind != s->kind)
			printf("%s%s\n", i ? "\n" : "", titles[s->kind]);
		print_step(s);
		adds += s->kind != CR_GOV_CONF && s->add;
		changes += s->kind == CR_GOV_CONF || !s->add;
	}
	print_commands(plan, arena);
	printf("%s%zu to add, %zu to change, %zu as they should be\n", plan->count ? "\n" : "",
	       adds, changes, plan->fine);
}

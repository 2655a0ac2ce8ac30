/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One step of a plan as words of sacctmgr, which are never put through a shell. */
#include "policies/govern/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wording {
	const struct cr_gov_step *step;
	const bool *pending;
	struct cr_arena *arena;
	const char **words;
	size_t count;
};

static int add_word(struct wording *w, const char *word)
{
	if (!word || w->count + 1 >= CR_GOV_WORDS_MAX)
		return -1;
	w->words[w->count++] = word;
	w->words[w->count] = NULL;
	return 0;
}

/* The value of field I as sacctmgr takes it. */
static const char *value_of(const struct wording *w, size_t i)
{
	const struct cr_gov_change *f = &w->step->field[i];
	unsigned long n;

	switch (cr_gov_field(f->key)->how) {
	case CR_GOV_AMOUNT:
		return cr_arena_printf(w->arena, "%s=%s", f->element, f->value);
	case CR_GOV_HAS:
		return f->element;
	case CR_GOV_SECONDS:
		/* sacctmgr takes the one as seconds and the other as minutes or h:m:s. */
		if (f->key == CR_GOV_GRACE_TIME)
			return f->value;
		n = strtoul(f->value, NULL, 10);
		return cr_arena_printf(w->arena, "%02lu:%02lu:%02lu", n / 3600, n / 60 % 60,
				       n % 60);
	default:
		return f->value;
	}
}

/* All pending fields of one key, which stand together, in one word; *I goes behind them. */
static const char *join_values(const struct wording *w, size_t *i)
{
	const struct cr_gov_field *field = cr_gov_field(w->step->field[*i].key);
	/* What an account or QOS has beside it stays. */
	bool adds = field->how == CR_GOV_HAS && !w->step->add;
	const char *text = cr_arena_printf(w->arena, "%s%s=", field->name, adds ? "+" : "");
	const char *between = "";
	enum cr_gov_key key = w->step->field[*i].key;

	for (; *i < w->step->count && w->step->field[*i].key == key; (*i)++) {
		const char *value = value_of(w, *i);

		if (w->pending && !w->pending[*i])
			continue;
		text = text && value ? cr_arena_printf(w->arena, "%s%s%s", text, between, value)
				     : NULL;
		between = ",";
	}
	return text;
}

static bool any_pending(const struct wording *w, size_t i)
{
	enum cr_gov_key key = w->step->field[i].key;
	bool any = false;

	for (; i < w->step->count && w->step->field[i].key == key; i++)
		any |= !w->pending || w->pending[i];
	return any && cr_gov_field(key)->how != CR_GOV_THERE;
}

static int add_fields(struct wording *w)
{
	for (size_t i = 0; i < w->step->count;) {
		enum cr_gov_key key = w->step->field[i].key;

		if (any_pending(w, i)) {
			if (add_word(w, join_values(w, &i)) != 0)
				return -1;
			continue;
		}
		while (i < w->step->count && w->step->field[i].key == key)
			i++;
	}
	return 0;
}

static int add_head(struct wording *w, const char *cluster)
{
	const struct cr_gov_step *s = w->step;
	bool account = s->kind == CR_GOV_ACCOUNT;
	int rc = add_word(w, "sacctmgr") | add_word(w, "-i") |
		 add_word(w, s->add ? "add" : "modify") | add_word(w, account ? "account" : "qos");

	if (s->add)
		rc |= add_word(w, s->object);
	else
		rc |= add_word(w, "where") |
		      add_word(w, cr_arena_printf(w->arena, "name=%s", s->object));
	if (account && *cluster)
		rc |= add_word(w, cr_arena_printf(w->arena, "cluster=%s", cluster));
	return s->add ? rc : rc | add_word(w, "set");
}

int cr_gov_command(const struct cr_gov_step *step, const char *cluster, const bool *pending,
		   struct cr_arena *arena, const char *words[CR_GOV_WORDS_MAX])
{
	struct wording w = {step, pending, arena, words, 0};

	words[0] = NULL;
	if (step->kind == CR_GOV_CONF)
		return 0;
	return add_head(&w, cluster) == 0 ? add_fields(&w) : -1;
}

const char *cr_gov_shell(const char *const *words, struct cr_arena *arena)
{
	const char *text = "", *between = "";

	for (; *words && text; words++) {
		static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					    "0123456789_-+=.,:/@";
		bool quote = strspn(*words, plain) != strlen(*words);

		text = cr_arena_printf(arena, quote ? "%s%s'%s'" : "%s%s%s", text, between, *words);
		between = " ";
	}
	return text;
}

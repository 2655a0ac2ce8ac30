/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Command lines cut as Slurm's clients cut them. */
#include "policies/job/slurm_words.h"

#include "base/buffer.h"
#include "base/text.h"

#include <getopt.h>
#include <string.h>

#define OPTIONS_MAX  256
#define FIRST_NUMBER 256 /* of the long options' numbers, beyond every letter */

/* The table in the form that getopt_long() takes. */
struct form {
	const struct cr_slurm_option *row[OPTIONS_MAX];
	struct option longs[OPTIONS_MAX + 1];
	char letters[3 * OPTIONS_MAX + 3];
	size_t count;
};

static void add_letter(struct cr_buffer *letters, const struct cr_slurm_option *row)
{
	static const char *const marks[] = {
		[CR_ARGUMENT_NONE] = "",
		[CR_ARGUMENT_REQUIRED] = ":",
		[CR_ARGUMENT_OPTIONAL] = "::",
	};

	if (row->letter)
		cr_buffer_print(letters, "%c%s", row->letter, marks[row->argument]);
}

static void add_row(struct form *form, const struct cr_slurm_option *row)
{
	form->longs[form->count] = (struct option){.name = row->name,
						   .has_arg = row->argument,
						   .val = FIRST_NUMBER + (int)form->count};
	form->row[form->count++] = row;
}

static void make_form(struct form *form, enum cr_client client, uint32_t version,
		      const struct cr_slurm_more *more)
{
	struct cr_buffer letters = cr_buffer(form->letters, sizeof(form->letters));
	size_t count;
	const struct cr_slurm_option *rows = cr_slurm_options(&count);

	cr_buffer_add(&letters,
		      "+:"); /* stop at the first other word; tell a missing value apart */
	form->count = 0;
	for (size_t i = 0; i < count && form->count < OPTIONS_MAX; i++) {
		if (!cr_slurm_option_is_of(&rows[i], client, version))
			continue;
		add_row(form, &rows[i]);
		add_letter(&letters, &rows[i]);
	}
	for (size_t i = 0; more && i < more->count && form->count < OPTIONS_MAX; i++)
		add_row(form, &more->row[i]);
	form->longs[form->count] = (struct option){0};
}

static const struct cr_slurm_option *find_option(const struct form *form, int number)
{
	if (number >= FIRST_NUMBER && number < FIRST_NUMBER + (int)form->count)
		return form->row[number - FIRST_NUMBER];
	for (size_t i = 0; number && i < form->count; i++)
		if (form->row[i]->letter == number)
			return form->row[i];
	return NULL;
}

/* What getopt_long() FOUND in WORD. */
static struct cr_slurm_word found_word(const struct form *form, int found, const char *word)
{
	bool at_fault = found == '?' || found == ':';
	const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
	struct cr_slurm_word w = {
		.option = find_option(form, at_fault ? optopt : found),
		.value = optarg,
		.word = word,
	};

	if (found == '?' && w.option) /* the value that it does not take */
		w.value = equals ? equals + 1 : "";
	else if (at_fault)
		w.value = NULL;
	return w;
}

int cr_slurm_words_read(enum cr_client client, uint32_t version, const struct cr_slurm_more *more,
			int argc, char *const *argv, cr_slurm_word_fn *take, void *to)
{
	int found, at = 1, told = opterr, rc = 0;
	struct form form;

	make_form(&form, client, version, more);
	opterr = 0;
	optind = 0; /* glibc's sign for a new line */
	while (rc == 0) {
		optopt = 0;
		found = getopt_long(argc, argv, form.letters, form.longs, NULL);
		if (found == -1)
			break;
		/* Within a cluster of letters OPTIND stands on its word. */
		struct cr_slurm_word word = found_word(&form, found, argv[at]);

		rc = take(to, &word);
		at = optind;
	}
	at = optind;
	opterr = told;
	optind = 0;
	return rc ? -1 : at;
}

/* All that begin like LEN bytes of NAME, when there are several. */
static bool name_several(const struct form *form, const char *name, size_t len, struct cr_buffer *b)
{
	size_t before = b->used, matches = 0;

	cr_buffer_add(b, "could be");
	for (size_t i = 0; i < form->count; i++)
		if (strncmp(form->row[i]->name, name, len) == 0)
			cr_buffer_print(b, "%s --%s", matches++ ? "," : "", form->row[i]->name);
	if (matches < 2)
		cr_buffer_undo(b, before);
	return matches >= 2;
}

const char *cr_slurm_word_fault(enum cr_client client, uint32_t version,
				const struct cr_slurm_word *word, char *buf, size_t size)
{
	const char *names[OPTIONS_MAX], *near, *name = word->word + 1 + (word->word[1] == '-');
	struct cr_buffer b = cr_buffer(buf, size);
	char shown[64], text[64];
	size_t len = strcspn(name, "=");
	struct form form;

	make_form(&form, client, version, NULL);
	for (size_t i = 0; i < form.count; i++)
		names[i] = form.row[i]->name;
	cr_text_printable(shown, sizeof(shown), word->word, strlen(word->word));
	cr_buffer_print(&b, "unknown option '%s'", shown);
	if (word->word[1] != '-' || !len || len >= sizeof(text))
		return buf;
	memcpy(text, name, len);
	text[len] = '\0';
	near = cr_text_nearest(text, names, form.count);
	cr_buffer_undo(&b, 0);
	cr_buffer_print(&b, "option '%s' ", shown);
	if (name_several(&form, name, len, &b))
		return buf;
	cr_buffer_undo(&b, 0);
	cr_buffer_print(&b, "unknown option '%s'", shown);
	if (near)
		cr_buffer_print(&b, ": did you mean --%s?", near);
	return buf;
}

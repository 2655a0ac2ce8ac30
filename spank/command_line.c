/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words of this process's command line, from /proc. */
#include "spank/command_line.h"

#include <stdio.h>
#include <stdlib.h>

void cr_words_clear(struct cr_words *words)
{
	for (int i = 0; i < words->count; i++)
		free(words->word[i]);
	free(words->word);
	*words = (struct cr_words){0};
}

/* Takes WORD over, also on failure. */
static int add_word(struct cr_words *words, char *word)
{
	char **grown = realloc(words->word, ((size_t)words->count + 2) * sizeof(*grown));

	if (!grown) {
		free(word);
		return -1;
	}
	words->word = grown;
	words->word[words->count++] = word;
	words->word[words->count] = NULL;
	return 0;
}

int cr_words_read(const char *path, struct cr_words *words)
{
	struct cr_words read = {0};
	FILE *f = fopen(path, "re");
	int rc = f ? 0 : -1;

	while (rc == 0) {
		char *word = NULL;
		size_t room = 0;

		if (getdelim(&word, &room, '\0', f) < 0) {
			free(word);
			break;
		}
		rc = add_word(&read, word);
	}
	if (f) {
		rc = ferror(f) ? -1 : rc;
		(void)fclose(f);
	}
	if (rc == 0 && read.count)
		*words = read;
	else
		cr_words_clear(&read);
	return words->word && rc == 0 ? 0 : -1;
}

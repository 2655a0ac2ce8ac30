/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_COMMAND_LINE_H
#define CR_SPANK_COMMAND_LINE_H

/** The words of a command line. */
struct cr_words {
	char **word; /* COUNT of them, then NULL */
	int count;
};

/**
 * Read the words of a process from PATH (/proc/self/cmdline): plugins are asked
 * before their program has read its options.  Returns 0 and sets *WORDS
 * (cr_words_clear()); or -1, *WORDS untouched, when it cannot be read.
 */
int cr_words_read(const char *path, struct cr_words *words);

/** Free what *WORDS holds. */
void cr_words_clear(struct cr_words *words);

#endif

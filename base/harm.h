/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much a variable of the user's hurts: the words that a policy and a catalogue share. */
#ifndef CR_BASE_HARM_H
#define CR_BASE_HARM_H

/** How much it hurts, the worst first.  The words are cr_harm_words. */
enum cr_harm {
	CR_HARM_FATAL,       /* the job ends or hangs */
	CR_HARM_SLOW,        /* it runs, slower than it could */
	CR_HARM_OBSOLETE,    /* it was needed once; at best it does nothing now */
	CR_HARM_INEFFECTIVE, /* it does not do what was meant */
	CR_HARM_NOTE,        /* the user's own way out: known, not judged */
	CR_HARMS
};

/** "fatal", "slow", "obsolete", "ineffective", "note", NULL. */
extern const char *const cr_harm_words[CR_HARMS + 1];

#endif

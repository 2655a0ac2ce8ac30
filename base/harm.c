/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for how much a variable hurts, as files write them. */
#include "base/harm.h"

const char *const cr_harm_words[CR_HARMS + 1] = {
	[CR_HARM_FATAL] = "fatal",       [CR_HARM_SLOW] = "slow",
	[CR_HARM_OBSOLETE] = "obsolete", [CR_HARM_INEFFECTIVE] = "ineffective",
	[CR_HARM_NOTE] = "note",
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words that people write and read for the policy's enumerations. */
#include "policies/job/enum_names.h"

#include "policies/decide/decision.h"

const char *const cr_mode_words[] = {"disabled", "observe", "enforce", NULL};
const char *const cr_pattern_words[] = {"allreduce", "alltoall", "pipeline",
					"neighbor",  "none",     NULL};
const char *const cr_intensity_words[] = {"none", "low", "medium", "high", "extreme", NULL};
static const char *const verdicts[] = {"leave", "route", "refuse", NULL};
static const char *const steps[] = {"profile",   "tenant", "candidate", "shape", "qos",
				    "placement", "script", "verdict",   NULL};

static const char *word(const char *const *words, unsigned i)
{
	for (unsigned k = 0; words[k]; k++)
		if (k == i)
			return words[k];
	return "?";
}

const char *cr_pattern_name(unsigned pattern)
{
	return word(cr_pattern_words, pattern);
}

const char *cr_intensity_name(unsigned intensity)
{
	return word(cr_intensity_words, intensity);
}

const char *cr_mode_name(enum cr_mode mode)
{
	return word(cr_mode_words, (unsigned)mode);
}

const char *cr_verdict_name(enum cr_verdict verdict)
{
	return word(verdicts, (unsigned)verdict);
}

const char *cr_step_name(enum cr_step step)
{
	return word(steps, (unsigned)step);
}

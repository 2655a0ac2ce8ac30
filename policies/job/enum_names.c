/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words that people write and read for the policy's enumerations. */
#include "policies/job/enum_names.h"

#include <stddef.h>

const char *const cr_mode_words[] = {"disabled", "observe", "enforce", NULL};
const char *const cr_pattern_words[] = {"allreduce", "alltoall", "pipeline",
					"neighbor",  "none",     NULL};
const char *const cr_intensity_words[] = {"none", "low", "medium", "high", "extreme", NULL};

const char *cr_enum_name(const char *const *words, unsigned place)
{
	for (unsigned k = 0; words[k]; k++)
		if (k == place)
			return words[k];
	return "?";
}

const char *cr_pattern_name(unsigned pattern)
{
	return cr_enum_name(cr_pattern_words, pattern);
}

const char *cr_intensity_name(unsigned intensity)
{
	return cr_enum_name(cr_intensity_words, intensity);
}

const char *cr_mode_name(unsigned mode)
{
	return cr_enum_name(cr_mode_words, mode);
}

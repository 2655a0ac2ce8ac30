/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words of the policy's enumerations, in the order of their enums.  The
 * schema reads them, decisions and records write them.  All are static.
 */
#ifndef CR_POLICIES_JOB_ENUM_NAMES_H
#define CR_POLICIES_JOB_ENUM_NAMES_H

/** NULL-terminated lists, as the schema's choices. */
extern const char *const cr_mode_words[];
extern const char *const cr_pattern_words[];
extern const char *const cr_intensity_words[];

/** One word; "?" for a value that is none of the enum's. */
const char *cr_pattern_name(unsigned pattern);
const char *cr_intensity_name(unsigned intensity);
const char *cr_mode_name(unsigned mode);

/** The word at PLACE of WORDS (NULL-terminated); "?" past its end. */
const char *cr_enum_name(const char *const *words, unsigned place);

#endif

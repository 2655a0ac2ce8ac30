/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The keys of a catalogue's file, as tables (base/keys.h). */
#ifndef CR_ENVIRONMENT_CATALOGUE_KEYS_H
#define CR_ENVIRONMENT_CATALOGUE_KEYS_H

#include "environment/catalogue_read.h"

/** The whole file, struct cr_catalogue_file. */
extern const struct cr_section cr_catalogue_keys;

#endif

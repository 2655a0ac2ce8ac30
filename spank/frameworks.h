/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What frameworks make of an order of nodes (docs/frameworks.md). */
#ifndef CR_SPANK_FRAMEWORKS_H
#define CR_SPANK_FRAMEWORKS_H

#include <stddef.h>

/**
 * The program of a step is COUNT WORDS.  When it is torchrun with the c10d
 * rendezvous, which sorts agents by host name as text and so throws any order
 * away (pytorch#191190), a warning with the line that keeps it goes to BUF;
 * otherwise BUF becomes "".  Pure.
 */
void cr_frameworks_warn(int count, const char *const *words, char *buf, size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looking into a folded host list without unfolding it: of 16,384 nodes each
 * slurmstepd needs its own place, and the first one's name.
 *
 * Taken is what libslurm's folding writes: names and name[1-3,07,9] with one
 * bracket at the end, commas between.  Pure; any thread.
 */
#ifndef CR_SPANK_FOLDED_H
#define CR_SPANK_FOLDED_H

#include <stddef.h>

/**
 * Find NODE in TEXT: 0 and *RANK its place, *COUNT how many nodes there are;
 * -1 when NODE is not there, TEXT is of another form, or names more than MAX.
 */
int cr_folded_find(const char *text, const char *node, size_t max, size_t *rank, size_t *count);

/** The first node's name into BUF of SIZE bytes: 0; -1 as above or when it does not fit. */
int cr_folded_first(const char *text, char *buf, size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What became of the rank order of the steps that began on a node: a bounded count by
 * cause, and its file, which a metrics collector reads as it is (Prometheus's text form):
 *
 *	commroute_steps_total{node="n1",order="topology",cause=""} 12
 *	commroute_steps_total{node="n1",order="slurm",cause="option:overlap"} 3
 *
 * Pure; any thread.
 */
#ifndef CR_LAUNCH_TALLY_H
#define CR_LAUNCH_TALLY_H

#include "launch/srun_line.h"

#include <stddef.h>
#include <stdint.h>

/** Different causes that are counted; the rest is counted together as "others". */
#define CR_TALLY_MAX 64

/** Bytes that the file has at most. */
#define CR_TALLY_BYTES 16384

struct cr_tally_row {
	char cause[CR_CAUSE_MAX]; /* of judge.h; "" = ordered */
	uint64_t count;
};

struct cr_tally {
	struct cr_tally_row row[CR_TALLY_MAX + 1];
	size_t count;
};

/** May CAUSE stand in the file: letters, digits, `_`, `-` and `:`, not too many? */
bool cr_tally_takes(const char *cause);

/** COUNT more of CAUSE, which cr_tally_takes(). */
void cr_tally_add(struct cr_tally *tally, const char *cause, uint64_t count);

/** Add what TEXT, the file, says to *TALLY.  Lines of another form are skipped. */
void cr_tally_read(struct cr_tally *tally, const char *text);

/** Write the file of NODE into BUF.  Returns its length, or 0 when SIZE is too small. */
size_t cr_tally_print(const struct cr_tally *tally, const char *node, char *buf, size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that slurmstepd keeps of its own node below /run, one process at a time. */
#ifndef CR_SPANK_RUN_FILE_H
#define CR_SPANK_RUN_FILE_H

#include <stddef.h>

/**
 * Open DIR/NAME.NODE (both made when they are not there), locked for this process.  It must be
 * a file of this process's own user that nobody else writes.  Returns a descriptor, to be
 * closed; -1: not to be used, or another process has it now.
 */
int cr_run_file_open(const char *dir, const char *name, const char *node);

/**
 * Put TEXT of LEN bytes in the place of DIR/NAME.NODE.prom, readable by everybody; whoever reads
 * meanwhile has the old text or the new one.  Called with a lock held.  Returns 0, or -1.
 */
int cr_run_file_replace(const char *dir, const char *name, const char *node, const char *text,
			size_t len);

#endif

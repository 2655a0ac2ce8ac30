/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the jobs of a node have been told already.  A warning comes once in a job, with
 * whichever step is the first that it holds for; the steps of a job are processes
 * that know nothing of one another, so the node keeps a small file.
 */
#ifndef CR_SPANK_TOLD_H
#define CR_SPANK_TOLD_H

#include <stdbool.h>
#include <stdint.h>

/** Lines that are remembered; the oldest is forgotten first.  The file has 8 bytes for each. */
#define CR_TOLD_MAX 1024

/**
 * Was job JOBID not told LINE yet?  Remembers it in DIR/told.NODE, which only root can
 * write (DIR is made, 0755, when it is not there).  true also when the file cannot
 * be used: better twice than never.  Waits for no one.
 */
bool cr_told_is_new(const char *dir, const char *node, uint32_t jobid, const char *line);

/**
 * Take those lines out of TEXT (lines with '\n' between them, changed in place) that
 * job JOBID was told before.
 */
void cr_told_keep_new(const char *dir, const char *node, uint32_t jobid, char *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the jobs of a node have been told already.  A warning comes once in a job, with
 * whichever step is the first that it holds for; the steps of a job are processes
 * that know nothing of one another, so the node keeps a small file.
 */
#ifndef CR_SPANK_TOLD_H
#define CR_SPANK_TOLD_H

#include <stdint.h>

/** Lines that are remembered; the oldest is forgotten first.  The file has 8 bytes for each. */
#define CR_TOLD_MAX 1024

/**
 * Take those lines out of TEXT (lines with '\n' between them, changed in place) that
 * run RUN of job JOBID was told before (RUN tells runs of one number apart: numbers come
 * again after a requeue, and in a cluster that was set up anew), and remember the others in
 * DIR/told.NODE, which only root can write (DIR is made, 0755, when it is not there).  All stay
 * when the file cannot be used: better twice than never.  Waits for no one.
 */
void cr_told_keep_new(const char *dir, const char *node, uint32_t jobid, const char *run,
		      char *text);

#endif

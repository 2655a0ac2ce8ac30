/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is this slurmctld in control, or does it stand by?  A standby loads the plugin, and shares
 * StateSaveLocation with the one in control, whose files it must not touch.
 *
 * Where slurm.conf names several SlurmctldHost, the one in control writes its place among
 * them into StateSaveLocation/heartbeat, every few seconds and first of all when it takes over;
 * it reads the same file to learn who is.  (Slurm 24.11 to 26.05, heartbeat.c.)
 */
#ifndef CR_JOB_SUBMIT_CONTROL_H
#define CR_JOB_SUBMIT_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

/** Of CONTROLLERS hosts this is number PLACE, from 0 on; state lies in DIR (copied).  Once. */
void cr_control_open(size_t controllers, int place, const char *dir);

/** Is this one in control now?  Reads a file of 16 bytes, if there are several.  Any thread. */
bool cr_control_is_ours(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_LIVE_SETTINGS_H
#define CR_LIVE_SETTINGS_H

#include "base/arena.h"
#include "policies/cluster/view.h"

#include <slurm/slurm.h>

/**
 * What of slurm.conf bears on a decision, into VIEW's fields of that kind
 * (version, cluster, enforcement, preemption, switches, requeue).  Texts live
 * in ARENA.  Returns 0, or -1 when out of memory.
 */
int cr_settings_read(const slurm_conf_t *conf, struct cr_arena *arena, struct cr_view *view);

/** Give back what slurm_load_ctl_conf() gave: the name of Slurm's own changed with 26.05. */
void cr_settings_free(slurm_conf_t *conf);

/** AccountingStorageEnforce as slurm_conf_t has it: enum cr_enforce. */
uint32_t cr_settings_enforce(uint16_t bits);

/** "26.05.5" or "slurm 26.05.5-1" as CR_SLURM_VERSION(); 0 when it is no version. */
uint32_t cr_settings_version(const char *text);

/** max_switch_wait in SchedulerParameters PARAMS (may be NULL), or CR_UNSET. */
uint32_t cr_settings_switch_wait(const char *params);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slurmctld's log: slurm_info(), slurm_error(), slurm_debug() ...  Of Slurm's public
 * headers only spank.h declares them, and for them alone it is included, here.
 */
#ifndef CR_JOB_SUBMIT_LOG_H
#define CR_JOB_SUBMIT_LOG_H

#include <slurm/spank.h>

#endif

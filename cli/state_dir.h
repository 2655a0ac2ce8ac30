/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where slurmctld keeps its state on this host. */
#ifndef CR_CLI_STATE_DIR_H
#define CR_CLI_STATE_DIR_H

/**
 * StateSaveLocation as slurm.conf (that of SLURM_CONF, or the usual one) says it, to be freed.
 * NULL: there is no slurm.conf here, or no memory.
 */
char *cr_cli_state_dir(void);

#endif

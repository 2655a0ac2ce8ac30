/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The directory of slurmctld's state, where journal and status are, from slurm.conf alone. */
#include "cli/state_dir.h"

#include "topology/slurmconf.h"

#include <stdlib.h>
#include <string.h>

char *cr_cli_state_dir(void)
{
	struct cr_diags *diags = cr_diags_new();
	char *path = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, NULL), *dir = NULL;
	struct cr_slurmconf *conf = path && diags ? cr_slurmconf_read(path, diags) : NULL;

	if (conf)
		dir = strdup(cr_slurmconf_state_dir(conf));
	cr_slurmconf_destroy(conf);
	cr_diags_destroy(diags);
	free(path);
	return dir;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The start of Slurm's client library, which must not find out by itself that it has no slurm.conf.
 */
#include "live/api.h"

#include "topology/slurmconf.h"

#include <slurm/slurm.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

int cr_live_init(struct cr_error *err)
{
	static bool ready;
	char *conf;

	if (ready)
		return 0;
	conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, err);
	if (!conf)
		return -1;
	if (access(conf, R_OK) == 0) {
		slurm_init(NULL);
		ready = true;
	} else {
		cr_error_set(err, "%s: %m", conf);
	}
	free(conf);
	return ready ? 0 : -1;
}

uint32_t cr_live_slurm_version(void)
{
	return SLURM_VERSION_NUMBER;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of slurm.conf an audit looks at that no decision needs. */
#ifndef CR_LIVE_SITE_CONF_H
#define CR_LIVE_SITE_CONF_H

#include "policies/govern/audit.h"

/**
 * Ask the controller, into CONF, in ARENA.  plugstack.conf and what it includes are read as
 * this host has them, by the caller's rights: CONF's plugstack is NULL where they cannot be.
 * Blocks for as long as Slurm does.  Returns 0, or -1 with ERR.
 */
int cr_site_conf_read(struct cr_arena *arena, struct cr_site_conf *conf, struct cr_error *err);

#endif

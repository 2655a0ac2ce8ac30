/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the site lets the plugin do, on the machine where it runs.
 *
 * The policy file counts where it can be read; nodes of a configless cluster
 * have none, and there the decision that travels with a batch job says whether
 * the site acts.  Where neither is, nothing of Slurm's own is changed.
 */
#ifndef CR_SPANK_RULES_H
#define CR_SPANK_RULES_H

#include "policies/file/policy.h"

#include <stdbool.h>

/** Bytes of the names of options that the rank order ignores, the end included. */
#define CR_ORDER_IGNORES_MAX 512

struct cr_rules {
	bool act;                                 /* change anything at all: the mode is enforce */
	bool order;                               /* order ranks; never without ACT */
	char order_ignores[CR_ORDER_IGNORES_MAX]; /* `rank_order_ignores`, with commas */
	bool export_torchrun;                     /* `export: [torchrun]`; never without ACT */
	bool export_rank;
	char catalogue[64];       /* `environment:`; "" = none */
	char catalogue_file[512]; /* `environment_file:`, absolute; "" = none */
	char pattern[16];         /* of the profile, "" = not known */
	uint32_t group;           /* of the profile; 0 = none, or not known */
	struct cr_harmful harmful;
};

/**
 * Read the rules from the policy at PATH and DECISION, the job's record as JSON
 * (NULL = none).  PROFILE is the step's, for its pattern and group (NULL = none).  With
 * TRUSTED the policy must be root's.  Never fails: what
 * cannot be read does not count.
 */
struct cr_rules cr_rules_read(const char *path, bool trusted, const char *decision,
			      const char *profile);

#endif

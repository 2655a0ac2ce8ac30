/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_NODE_EXPORT_H
#define CR_SPANK_NODE_EXPORT_H

#include "spank/host.h"
#include "spank/place.h"
#include "spank/rules.h"

/**
 * Set what `export:` asks for, by PLACE, in HOST's step.
 *
 * torchrun: PET_NNODES, PET_NODE_RANK, PET_MASTER_ADDR and
 * PET_RDZV_BACKEND=static, which torchrun reads as its options, for steps of
 * several nodes with one task on each.  All of them or, where the user has set
 * one, none.
 */
void cr_node_export(const struct cr_rules *rules, const struct cr_place *place,
		    const struct cr_host *host);

#endif

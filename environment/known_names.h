/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The variables that NCCL, aws-ofi-nccl and libfabric's EFA provider read. */
#ifndef CR_ENVIRONMENT_KNOWN_NAMES_H
#define CR_ENVIRONMENT_KNOWN_NAMES_H

/**
 * The known name that NAME is a slip of, or NULL: NAME is known, does not begin as
 * theirs do (NCCL_, OFI_NCCL_, FI_EFA_), or is near to none.  Static.
 */
const char *cr_known_nearest(const char *name);

#endif

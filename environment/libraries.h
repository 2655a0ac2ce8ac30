/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Versions of NCCL, aws-ofi-nccl and libfabric, from the files that a machine has
 * installed where they are usually installed.  Jobs may bring others: what is read
 * is the host's, and two different ones are none.
 */
#ifndef CR_ENVIRONMENT_LIBRARIES_H
#define CR_ENVIRONMENT_LIBRARIES_H

#include "environment/node_facts.h"

/**
 * Find the version of LIBRARY for FACTS, unless it is known or files are not: some
 * hundred microseconds, so only on demand.  At most 64 MB of a file are read.
 */
void cr_libraries_read(struct cr_facts *facts, enum cr_library library);

#endif

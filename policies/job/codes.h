/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every code a user or an admin can meet, in one table.  A code, once
 * published, keeps its meaning; a retired one is not used again.
 *
 *	1xx the option and the profile    4xx quota, QOS and limits
 *	2xx the tenant and its rights     5xx the site: policy, view, Lua
 *	3xx size, shape and topology
 */
#ifndef CR_POLICIES_JOB_CODES_H
#define CR_POLICIES_JOB_CODES_H

#include <stddef.h>

struct cr_code {
	const char *id;      /* "CR-301" */
	const char *name;    /* "too-many-nodes": for tables and tests */
	const char *meaning; /* one sentence */
	const char *remedy;  /* one sentence */
};

/** The table, ordered by id; *COUNT set.  Static. */
const struct cr_code *cr_codes(size_t *count);

/** The entry with ID ("CR-301"), or NULL. */
const struct cr_code *cr_code_find(const char *id);

#endif

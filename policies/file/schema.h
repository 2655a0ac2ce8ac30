/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The policy file's schema as const tables (base/keys.h): every key with its kind, its
 * place in policies/file/policy_model.h, its default and its one-line description.  The
 * loader, the manual and the test that compares the two all read it.  A route's key
 * has under `on` the type of topology (enum cr_topology_type) that it acts on.
 *
 * To add a key: a field in policy_model.h, a line in schema.c, a paragraph in
 * docs/policy.md (a test asks for it), and whoever acts on it.
 */
#ifndef CR_POLICIES_FILE_SCHEMA_H
#define CR_POLICIES_FILE_SCHEMA_H

#include "base/keys.h"

/** The whole file. */
extern const struct cr_section cr_schema;

/** The section of a profile's routes.  Static. */
const struct cr_section *cr_schema_routes(void);

/** Is FIELD of SECTION one that nothing acts on yet (policies/file/pending.c)? */
bool cr_schema_is_pending(const struct cr_section *section, const struct cr_field *field);

#endif

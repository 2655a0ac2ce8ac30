/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The policy's keys (policies/file/schema.h) as JSON Schema, draft 7, which editors know.
 * What the reader takes the schema takes too; what a schema cannot say (names that must be
 * defined elsewhere, sums, quotes) only the reader sees.
 */
#ifndef CR_CLI_SCHEMA_JSON_H
#define CR_CLI_SCHEMA_JSON_H

#include "base/keys.h"

#include <json-c/json.h>

/**
 * The policy's schema; with INCLUDED that of a file which others include, where nothing is
 * required.  A file that includes others, or has keys for some clusters only, may leave out
 * what these add.  To be put; out of memory, parts are missing from it.
 */
struct json_object *cr_schema_json(bool included);

/** The values that FIELD takes whose kind is none of sections (cr_keys_read_value()).  To be put.
 */
struct json_object *cr_schema_json_value(const struct cr_field *field);

/** {KEY: TEXT}.  To be put. */
struct json_object *cr_schema_json_text(const char *key, const char *text);

/** {"anyOf": [A, B]}; both become its own.  To be put. */
struct json_object *cr_schema_json_either(struct json_object *a, struct json_object *b);

/** A text that can be a name: of a profile, a tenant, a partition.  To be put. */
struct json_object *cr_schema_json_name(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The policy file's schema as const tables: every key with its kind, its place
 * in policies/file/policy_model.h, its default and its one-line description.  The loader,
 * the manual and the test that compares the two all read it.
 *
 * To add a key: a field in model.h, a line in schema.c, a paragraph in
 * docs/policy.md (a test asks for it), and whoever acts on it.
 */
#ifndef CR_POLICIES_FILE_SCHEMA_H
#define CR_POLICIES_FILE_SCHEMA_H

#include "topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cr_kind {
	CR_KIND_NAME,    /* const char *: letters, digits, _ - . */
	CR_KIND_TEXT,    /* const char *: one line, printable */
	CR_KIND_BOOL,    /* bool: true or false */
	CR_KIND_CHOICE,  /* unsigned: the place in choices */
	CR_KIND_NUMBER,  /* uint32_t */
	CR_KIND_BIG,     /* uint64_t */
	CR_KIND_DECIMAL, /* double, not negative */
	CR_KIND_SECONDS, /* uint32_t: a time span with unit */
	CR_KIND_COUNT,   /* struct cr_count: a number or one of choices[1...] */
	CR_KIND_TEXTS,   /* struct cr_texts: a list, or one */
	CR_KIND_AMOUNTS, /* struct cr_amounts: name -> number */
	CR_KIND_SECTION, /* a struct of its own */
	CR_KIND_MAP,     /* struct cr_entries: name -> section */
	CR_KIND_LIST,    /* struct cr_entries: a list of sections */
	CR_KIND_RULES,   /* struct cr_choice_or_list: one of choices, or a list of sections */
	CR_KIND_OVERLAY, /* read by the loader itself, not into the struct */
};

struct cr_field {
	const char *key;
	enum cr_kind kind;
	size_t offset;              /* in the section's struct */
	const char *const *choices; /* NULL-terminated; also those of a TEXTS list */
	uint32_t min, max;          /* of numbers; max 0 = no bound */
	const struct cr_section *section;
	bool required;
	enum cr_topology_type on; /* of a route's key: what topologies it acts on; NONE: all */
	bool waits;               /* a COUNT that takes @time */
	const char *standard;     /* the default, as it would be written; NULL: unset */
	const char *doc;          /* one line */
	const char *example;
};

struct cr_section {
	const char *name; /* "profiles.NAME" */
	const char *what; /* "a profile" */
	size_t size;      /* of its struct, which begins with a struct cr_entry */
	const struct cr_field *fields;
	size_t count;
	const char *shorthand; /* a scalar in its place means this key; or NULL */
};

/** The whole file. */
extern const struct cr_section cr_schema;

/** The section of a profile's routes.  Static. */
const struct cr_section *cr_schema_routes(void);

/** How many bytes a value of KIND (for a SECTION: of FIELD) takes in its struct. */
size_t cr_schema_size(const struct cr_field *field);

/** Is FIELD of SECTION one that nothing acts on yet (policies/file/pending.c)? */
bool cr_schema_is_pending(const struct cr_section *section, const struct cr_field *field);

/** The kind in words, for messages and the manual: "a number", "a time span (10m)". */
const char *cr_schema_kind_name(const struct cr_field *field);

#endif

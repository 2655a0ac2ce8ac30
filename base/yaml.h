/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * YAML 1.1 (libyaml) as a tree whose nodes know their line and column.
 *
 * Made for configuration from strangers: bytes, depth and nodes are bounded
 * while reading, aliases are refused (an alias bomb is never expanded), as are
 * a second document, keys that are not scalars, duplicate keys (libyaml lets
 * them through) and NUL bytes.  Built from libyaml's events rather than its
 * documents, because a document no longer shows where an alias stood.
 *
 * A document is immutable once parsed and may be shared by threads.
 */
#ifndef CR_BASE_YAML_H
#define CR_BASE_YAML_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum cr_yaml_kind { CR_YAML_SCALAR, CR_YAML_SEQUENCE, CR_YAML_MAPPING };

/** Owned by its document.  Read it, change nothing. */
struct cr_yaml_node {
	enum cr_yaml_kind kind;
	bool quoted; /* scalar in quotes or a block: never a number or a null */
	bool flow;   /* sequence or mapping written with [] or {} */
	uint32_t line, column;
	uint32_t key_line, key_column; /* of the key, in a mapping */
	const char *key;               /* in a mapping; else NULL */
	const char *text;              /* of a scalar, terminated; else NULL */
	const char *tag;               /* explicit tag, or NULL */
	size_t len;                    /* bytes of text */
	size_t count;                  /* children */
	struct cr_yaml_node *first;    /* children in the file's order */
	struct cr_yaml_node *next;     /* sibling */
};

struct cr_yaml_rules {
	size_t max_nodes;                /* scalars, sequences and mappings together */
	unsigned max_depth;              /* nesting; at most CR_YAML_DEPTH_MAX */
	enum cr_severity duplicate_keys; /* a warning keeps the last one */
	bool first_document;             /* a second one is not an error, but not read */
	bool keep_duplicates; /* as an error too: the document is returned, for finding more */
};

#define CR_YAML_DEPTH_MAX 64

struct cr_yaml;

/**
 * Parse the LEN bytes at BUF.  NAME is the file's name in positions (copied).
 * Returns the document, or NULL after adding at least one error to DIAGS.
 * An empty input gives a document whose root is a null scalar at line 1.
 * Free with cr_yaml_destroy().
 */
struct cr_yaml *cr_yaml_parse(const char *name, const char *buf, size_t len,
			      const struct cr_yaml_rules *rules, struct cr_diags *diags);

/** Free DOC.  NULL is allowed. */
void cr_yaml_destroy(struct cr_yaml *doc);

/** The root node; never NULL. */
const struct cr_yaml_node *cr_yaml_root(const struct cr_yaml *doc);

/** The value under KEY in mapping MAP, or NULL (also when MAP is no mapping). */
const struct cr_yaml_node *cr_yaml_get(const struct cr_yaml_node *map, const char *key);

/** Is NODE a null: an unquoted empty scalar, `~` or `null`? */
bool cr_yaml_is_null(const struct cr_yaml_node *node);

/** Position of NODE, and of its key, in DOC. */
struct cr_pos cr_yaml_pos(const struct cr_yaml *doc, const struct cr_yaml_node *node);
struct cr_pos cr_yaml_key_pos(const struct cr_yaml *doc, const struct cr_yaml_node *node);

/** "a mapping", "a list", "text" ..., for messages.  Static. */
const char *cr_yaml_kind_name(const struct cr_yaml_node *node);

#endif

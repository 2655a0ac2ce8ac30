/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Internal to topology/read_*.c: how Slurm reads values from YAML (data_parser,
 * serializer/yaml, 24.11 to 26.05).  Every scalar is text first and converted on
 * demand; unknown keys are only warned about; of a key given twice the last counts.
 */
#ifndef CR_TOPOLOGY_READ_YAML_H
#define CR_TOPOLOGY_READ_YAML_H

#include "base/arena.h"
#include "base/yaml.h"
#include "topology/build.h"

struct cr_topology_reading {
	struct cr_arena arena; /* of the declarations */
	const struct cr_yaml *doc;
	const struct cr_topology_rules *rules; /* complete */
	struct cr_diags *diags;
};

/** One key of a mapping, and what to do with its value.  A take returns -1 after an error. */
struct cr_read_key {
	const char *name;
	uint32_t since; /* the first Slurm that knows it, 0 = all */
	int (*take)(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into);
};

/** Add an error at NODE.  Returns -1. */
int cr_read_fail(struct cr_topology_reading *r, const struct cr_yaml_node *node, const char *fmt,
		 ...) __attribute__((format(printf, 3, 4)));

/**
 * Call the takes of those of COUNT KEYS that mapping MAP has, in KEYS' order
 * (Slurm's), and warn about others.  Returns -1 if MAP is no mapping or a take failed.
 */
int cr_read_mapping(struct cr_topology_reading *r, const struct cr_yaml_node *map,
		    const struct cr_read_key *keys, size_t count, void *into);

/** Call TAKE for every element of a list, or once for a mapping standing for one. */
int cr_read_list(struct cr_topology_reading *r, const struct cr_yaml_node *list,
		 int (*take)(struct cr_topology_reading *r, const struct cr_yaml_node *item,
			     void *into),
		 void *into);

/** The text of a scalar, into *TEXT, owned by the document.  -1 if NODE is a collection. */
int cr_read_text(struct cr_topology_reading *r, const struct cr_yaml_node *node, const char **text);

/** A whole number as Slurm takes it (blanks, sign, 0x), MIN <= n <= MAX. */
int cr_read_number(struct cr_topology_reading *r, const struct cr_yaml_node *node, int64_t min,
		   int64_t max, int64_t *n);

/** A truth value as Slurm takes it: what is not false, no, off, 0 or nothing is true. */
int cr_read_bool(struct cr_topology_reading *r, const struct cr_yaml_node *node, bool *value);

/** Take the value of `toruses`: groups of INTO, a struct cr_decl. */
int cr_read_toruses(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into);

#endif

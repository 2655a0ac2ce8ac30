/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * YAML into the structs of policies/file/policy_model.h, by the tables of policies/file/schema.h.
 * Every fault found is reported and reading goes on, so that one run shows all.
 */
#ifndef CR_POLICIES_FILE_READ_H
#define CR_POLICIES_FILE_READ_H

#include "base/yaml.h"
#include "policies/file/policy_model.h"
#include "policies/file/schema.h"

/** More entries than this in one map or list are refused. */
#define CR_READ_ENTRIES_MAX 10000

/** One layer being read: an included file, the policy itself, a cluster's overlay. */
struct cr_policy_reading {
	struct cr_arena *arena; /* for everything that stays */
	struct cr_diags *diags;
	const struct cr_yaml *doc;
	const char *file; /* its name, in the arena */
	bool overlay;     /* may say anew what an earlier layer said */
};

/** Set every field of OUT (a struct of SECTION) to "not given".  -1: out of memory. */
int cr_read_init(struct cr_arena *arena, const struct cr_section *section, void *out);

/** Read mapping NODE into OUT, over what it holds.  Faults go to the diags. */
void cr_read_section(struct cr_policy_reading *r, const struct cr_section *section,
		     const struct cr_yaml_node *node, void *out);

/** Read a value of any kind but SECTION, MAP, LIST and RULES.  -1: reported, OUT untouched. */
int cr_read_value(struct cr_policy_reading *r, const struct cr_field *field,
		  const struct cr_yaml_node *node, void *out);

/**
 * After the last layer: give every field that was not set its default, and
 * report required ones that are missing, here and in all sections below.
 */
void cr_read_finish(struct cr_policy_reading *r, const struct cr_section *section, void *out);

/** Report at NODE; returns -1. */
int cr_read_fault(struct cr_policy_reading *r, const struct cr_yaml_node *node, const char *fmt,
		  ...) __attribute__((format(printf, 3, 4)));

/** "a, b or c" of a NULL-terminated list into BUF.  Returns BUF. */
const char *cr_read_words(const char *const *words, char *buf, size_t size);

#endif

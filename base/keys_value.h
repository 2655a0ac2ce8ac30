/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of base/keys.h: single values, and the pieces of them. */
#ifndef CR_BASE_KEYS_VALUE_H
#define CR_BASE_KEYS_VALUE_H

#include "base/keys.h"

/** More entries than this in one map or list are refused. */
#define CR_KEYS_ENTRIES_MAX 10000

/** Report at NODE; returns -1. */
#define cr_keys_fault_at(r, node, ...) cr_keys_fault(r, cr_keys_pos(r, node), __VA_ARGS__)

/**
 * Read a value of any kind but SECTION, MAP, LIST and RULES into its place in the
 * struct that begins with OUT.  -1: reported, OUT untouched.
 */
int cr_keys_read_value(struct cr_keys *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_entry *out);

/** Is NODE a scalar that is there and is not a boolean in disguise?  0, or -1, reported. */
int cr_keys_need_scalar(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node);

/** The values of numbers' kinds, as cr_keys_read_value(). */
int cr_keys_read_number(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node, struct cr_entry *out);
int cr_keys_read_decimal(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, struct cr_entry *out);
int cr_keys_read_seconds(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, struct cr_entry *out);
int cr_keys_read_count(struct cr_keys *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_entry *out);
int cr_keys_read_amounts(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, struct cr_entry *out);

#endif

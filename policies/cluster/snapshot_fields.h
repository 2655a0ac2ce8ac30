/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fields of a view's structs by their names in a snapshot: one table for both directions. */
#ifndef CR_POLICIES_CLUSTER_SNAPSHOT_FIELDS_H
#define CR_POLICIES_CLUSTER_SNAPSHOT_FIELDS_H

#include "base/offset.h"
#include "base/text.h"

/** CR_INFINITE as a snapshot writes it. */
#define CR_SNAPSHOT_INFINITE "infinite"

enum cr_member_kind {
	CR_MEMBER_TEXT,
	CR_MEMBER_BOOL,
	CR_MEMBER_U32,   /* CR_UNSET is left out, CR_INFINITE is a word */
	CR_MEMBER_U64,   /* CR_UNSET64 is left out */
	CR_MEMBER_COUNT, /* uint32_t; 0 is left out */
	CR_MEMBER_USE,   /* uint64_t; 0 is left out */
	CR_MEMBER_NAMES,
	CR_MEMBER_WORD,   /* an enum; its first word is left out */
	CR_MEMBER_FLAGS,  /* uint32_t; a word for each bit */
	CR_MEMBER_STRUCT, /* a struct of its own, inline */
	CR_MEMBER_ARRAY,  /* pointer to structs at offset, size_t at count_offset */
};

struct cr_members;

struct cr_member {
	const char *key;
	enum cr_member_kind kind;
	size_t offset, count_offset;
	const struct cr_members *of; /* STRUCT and ARRAY */
	const char *const *words;    /* WORD and FLAGS, NULL-terminated */
};

struct cr_members {
	const struct cr_member *item;
	size_t count;
	size_t size;       /* of the struct */
	const void *unset; /* such a struct in which nothing is set */
};

CR_AT(cr_at_names, struct cr_names)
CR_AT(cr_at_struct, void)  /* by the member's own table */
CR_AT(cr_at_array, void *) /* of such structs */

extern const struct cr_members cr_members_view;
extern const struct cr_members cr_members_account;
extern const struct cr_members cr_members_use;

#endif

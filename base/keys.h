/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The keys of a YAML file as const tables, and the one reader that goes by them: for
 * policies, catalogues of node variables, and tables of tests.  A table maps each key
 * to a member of a struct; the struct begins with a struct cr_entry, which remembers
 * where every value stood, so that an error found late still names its line.
 *
 * Every fault is reported (unknown keys with the nearest name), and reading goes on, so
 * that one run shows all.  What was read lives in the reading's arena.
 */
#ifndef CR_BASE_KEYS_H
#define CR_BASE_KEYS_H

#include "base/arena.h"
#include "base/offset.h"
#include "base/text.h"
#include "base/unset.h"
#include "base/yaml.h"

/* ---- what is filled in ------------------------------------------------- */

/** Where a field stands. */
struct cr_given {
	bool given;  /* in the file, or inherited from where it is */
	bool faulty; /* what stands there was reported */
	struct cr_pos pos;
};

/** The head of every section's struct. */
struct cr_entry {
	bool given;                       /* the section stands in the file */
	const char *name;                 /* its key in a map; NULL elsewhere */
	struct cr_pos pos;                /* of that key, or of the section's first byte */
	const struct cr_section *section; /* its table */
	struct cr_given *at;              /* of each field of the table, in its order */
};

/** Sections of one kind: a map by name, or a list. */
struct cr_entries {
	struct cr_entry **item;
	size_t count, room;
};

/** NAME(LIST, I): entry I of a list of struct TYPE's, which begin with their cr_entry. */
#define CR_ENTRY_AT(name, type)                                                                    \
	static inline struct type *name(const struct cr_entries *list, size_t i)                   \
	{                                                                                          \
		return (struct type *)(void *)list->item[i];                                       \
	}

/** A list of texts and where each stands. */
struct cr_texts {
	struct cr_names names;
	const struct cr_pos *at;
};

struct cr_amount {
	const char *name;
	struct cr_pos pos;
	uint64_t value;
};

struct cr_amounts {
	const struct cr_amount *item;
	size_t count;
};

struct cr_pair {
	const char *name, *value;
	struct cr_pos name_pos, pos;
};

struct cr_pairs {
	const struct cr_pair *item;
	size_t count;
};

/** "largest", "none" or a number, and for switches `@time`. */
struct cr_count {
	unsigned choice; /* 0: the number; else the choice's place in the table, from 1 */
	uint32_t number;
	uint32_t wait; /* seconds, CR_UNSET: not said */
};

/** One of some words, or a list of sections. */
struct cr_choice_or_list {
	unsigned choice; /* the word's place; how many there are: the list */
	struct cr_entries list;
};

/* ---- tables ------------------------------------------------------------ */

enum cr_kind {
	CR_KIND_NAME,    /* const char *: letters, digits, _ - . */
	CR_KIND_TEXT,    /* const char *: one line, printable */
	CR_KIND_BOOL,    /* bool: true or false */
	CR_KIND_CHOICE,  /* an enum: the word's place in choices */
	CR_KIND_SET,     /* unsigned: a bit for each place in choices; a list, or one */
	CR_KIND_NUMBER,  /* uint32_t */
	CR_KIND_BIG,     /* uint64_t */
	CR_KIND_DECIMAL, /* double, not negative */
	CR_KIND_SECONDS, /* uint32_t: a time span with unit */
	CR_KIND_COUNT,   /* struct cr_count: a number or one of choices[1...] */
	CR_KIND_TEXTS,   /* struct cr_texts: a list, or one */
	CR_KIND_AMOUNTS, /* struct cr_amounts: name -> number */
	CR_KIND_PAIRS,   /* struct cr_pairs: name -> text */
	CR_KIND_SECTION, /* a struct of its own */
	CR_KIND_MAP,     /* struct cr_entries: name -> section */
	CR_KIND_LIST,    /* struct cr_entries: a list of sections */
	CR_KIND_RULES,   /* struct cr_choice_or_list: one of choices, or a list of sections */
	CR_KIND_OVERLAY, /* read by the table's owner, not into the struct */
};

struct cr_field {
	const char *key;
	enum cr_kind kind;
	size_t offset;              /* in the section's struct: CR_FIELD() checks its type */
	const char *const *choices; /* NULL-terminated; also those of TEXT and TEXTS */
	unsigned first;    /* choices before it cannot be said; an unset CHOICE is 0 then */
	uint32_t min, max; /* of numbers, bytes of a text, entries; max 0 = the usual bound */
	const struct cr_section *section;
	bool required;
	bool waits; /* a COUNT that takes @time */
	bool lone;  /* a LIST that one mapping can stand for */
	bool path;  /* texts that begin with / */
	bool empty; /* texts that may be empty */
	bool lines; /* a text of several lines */
	/* a NUMBER's or BIG's own way from text, which may be quoted; NULL: decimal digits */
	int (*parse)(const char *text, uint64_t *n, struct cr_error *err);
	unsigned on;          /* the table's own: whom the key is for; 0: all */
	const char *standard; /* the default, as it would be written; NULL: unset */
	const char *doc;      /* one line */
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

/** A row: KEY of KIND goes to MEMBER of struct TYPE, which must be of the kind's type. */
#define CR_FIELD(type, key_, kind_, member, ...)                                                   \
	{.key = key_,                                                                              \
	 .kind = CR_KIND_##kind_,                                                                  \
	 .offset = CR_OFFSET_##kind_(type, member),                                                \
	 __VA_ARGS__}

#define CR_OFFSET_NAME(type, member)    CR_OFFSET(struct type, member, const char *)
#define CR_OFFSET_TEXT(type, member)    CR_OFFSET(struct type, member, const char *)
#define CR_OFFSET_BOOL(type, member)    CR_OFFSET(struct type, member, bool)
#define CR_OFFSET_CHOICE(type, member)  CR_OFFSET(struct type, member, unsigned)
#define CR_OFFSET_SET(type, member)     CR_OFFSET(struct type, member, unsigned)
#define CR_OFFSET_NUMBER(type, member)  CR_OFFSET(struct type, member, uint32_t)
#define CR_OFFSET_BIG(type, member)     CR_OFFSET(struct type, member, uint64_t)
#define CR_OFFSET_DECIMAL(type, member) CR_OFFSET(struct type, member, double)
#define CR_OFFSET_SECONDS(type, member) CR_OFFSET(struct type, member, uint32_t)
#define CR_OFFSET_COUNT(type, member)   CR_OFFSET(struct type, member, struct cr_count)
#define CR_OFFSET_TEXTS(type, member)   CR_OFFSET(struct type, member, struct cr_texts)
#define CR_OFFSET_AMOUNTS(type, member) CR_OFFSET(struct type, member, struct cr_amounts)
#define CR_OFFSET_PAIRS(type, member)   CR_OFFSET(struct type, member, struct cr_pairs)
#define CR_OFFSET_SECTION(type, member) CR_OFFSET(struct type, member.head, struct cr_entry)
#define CR_OFFSET_MAP(type, member)     CR_OFFSET(struct type, member, struct cr_entries)
#define CR_OFFSET_LIST(type, member)    CR_OFFSET(struct type, member, struct cr_entries)
#define CR_OFFSET_RULES(type, member)   CR_OFFSET(struct type, member, struct cr_choice_or_list)

/** VAR, the section of struct TYPE with the rows VAR_fields. */
#define CR_SECTION(var, name_, what_, type, ...)                                                   \
	static const struct cr_section var = {.name = name_,                                       \
					      .what = what_,                                       \
					      .size = sizeof(struct type),                         \
					      .fields = var##_fields,                              \
					      .count = sizeof(var##_fields) /                      \
						       sizeof(var##_fields[0]),                    \
					      __VA_ARGS__}

/* The member of a field in the struct that begins with OF, by the field's kind. */
CR_AT(cr_at_double, double)
CR_AT(cr_at_count, struct cr_count)
CR_AT(cr_at_texts, struct cr_texts)
CR_AT(cr_at_amounts, struct cr_amounts)
CR_AT(cr_at_pairs, struct cr_pairs)
CR_AT(cr_at_section, struct cr_entry)
CR_AT(cr_at_entries, struct cr_entries)
CR_AT(cr_at_rules, struct cr_choice_or_list)

/** The sections that FIELD, a MAP, LIST or RULES, has in the struct that begins with OF; else NULL.
 */
const struct cr_entries *cr_field_entries(const struct cr_field *field, const struct cr_entry *of);

/** Where KEY of the struct that begins with OF stands; NULL: the table has no such key. */
const struct cr_given *cr_entry_given(const struct cr_entry *of, const char *key);

/** How many bytes a value of FIELD takes in its struct. */
size_t cr_field_size(const struct cr_field *field);

/** The kind in words, for messages and manuals: "a number", "a time span (10m)".  Static. */
const char *cr_field_kind_name(const struct cr_field *field);

/* ---- reading ----------------------------------------------------------- */

/** One file, or one layer of several, being read. */
struct cr_keys {
	struct cr_arena *arena; /* for everything that stays */
	struct cr_diags *diags; /* may be NULL */
	const char *file;       /* its name in positions, which outlives what is read */
	bool overlay;           /* may say anew what an earlier layer said */
	bool failed;            /* set with every fault */
};

/** Set every field of OUT (a struct of SECTION, zeroed) to "not given".  -1: out of memory. */
int cr_keys_init(struct cr_arena *arena, const struct cr_section *section, struct cr_entry *out);

/** Read mapping NODE into OUT, over what it holds. */
void cr_keys_read(struct cr_keys *r, const struct cr_section *section,
		  const struct cr_yaml_node *node, struct cr_entry *out);

/**
 * After the last layer: give every field that was not set its default, and
 * report required ones that are missing, here and in all sections below.
 */
void cr_keys_finish(struct cr_keys *r, const struct cr_section *section, struct cr_entry *out);

/** Report at POS; returns -1. */
int cr_keys_fault(struct cr_keys *r, struct cr_pos pos, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** Where NODE stands, or its key. */
struct cr_pos cr_keys_pos(const struct cr_keys *r, const struct cr_yaml_node *node);
struct cr_pos cr_keys_key_pos(const struct cr_keys *r, const struct cr_yaml_node *node);

/** "a, b or c" of a NULL-terminated list into BUF.  Returns BUF. */
const char *cr_keys_words(const char *const *words, char *buf, size_t size);

#endif

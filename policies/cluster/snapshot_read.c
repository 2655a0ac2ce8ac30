/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The members of a snapshot's objects, by the tables of policies/cluster/snapshot_fields.c. */
#include "policies/cluster/snapshot_read.h"

#include <string.h>

static int report_fault(struct cr_snapshot_reading *r, const char *key, const char *what)
{
	return cr_error_set(r->err, "'%s': %s", key, what);
}

static int read_text(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		     const char **to)
{
	if (!json_object_is_type(from, json_type_string))
		return report_fault(r, key, "not a text");
	*to = cr_arena_strdup(&r->s->arena, json_object_get_string(from));
	return *to ? 0 : report_fault(r, key, "out of memory");
}

static int read_number(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		       uint64_t max, uint64_t *to)
{
	uint64_t n;

	if (!json_object_is_type(from, json_type_int) || json_object_get_int64(from) < 0)
		return report_fault(r, key, "not a number from 0 on");
	n = json_object_get_uint64(from);
	if (n > max)
		return report_fault(r, key, "too large a number");
	*to = n;
	return 0;
}

static int read_u32(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		    uint32_t *to)
{
	uint64_t n;

	if (read_number(r, key, from, CR_NUMBER_MAX, &n) != 0)
		return -1;
	*to = (uint32_t)n;
	return 0;
}

static bool is_infinite(struct json_object *from)
{
	return json_object_is_type(from, json_type_string) &&
	       strcmp(json_object_get_string(from), CR_SNAPSHOT_INFINITE) == 0;
}

static int read_names(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		      struct cr_names *to)
{
	size_t count;
	const char **name;

	if (!json_object_is_type(from, json_type_array))
		return report_fault(r, key, "not a list");
	count = json_object_array_length(from);
	name = cr_arena_array(&r->s->arena, count + 1, sizeof(*name));
	if (!name)
		return report_fault(r, key, "out of memory");
	for (size_t i = 0; i < count; i++)
		if (read_text(r, key, json_object_array_get_idx(from, i), &name[i]) != 0)
			return -1;
	*to = (struct cr_names){name, count};
	return 0;
}

/* The place of the word FROM in WORDS, or -1, reported. */
static int read_word(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		     const char *const *words)
{
	const char *word = json_object_get_string(from);

	for (int i = 0; word && words[i]; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	return report_fault(r, key, "not one of its words");
}

static int read_flags(struct cr_snapshot_reading *r, const struct cr_member *m,
		      struct json_object *from, uint32_t *to)
{
	uint32_t flags = 0;

	if (!json_object_is_type(from, json_type_array))
		return report_fault(r, m->key, "not a list");
	for (size_t i = 0; i < json_object_array_length(from); i++) {
		int bit = read_word(r, m->key, json_object_array_get_idx(from, i), m->words);

		if (bit < 0)
			return -1;
		flags |= 1u << bit;
	}
	*to = flags;
	return 0;
}

int cr_snapshot_read_array(struct cr_snapshot_reading *r, const struct cr_members *m,
			   const char *key, struct json_object *from, void **items, size_t *count)
{
	size_t n;
	char *all;

	if (!json_object_is_type(from, json_type_array))
		return report_fault(r, key, "not a list");
	n = json_object_array_length(from);
	all = cr_arena_array(&r->s->arena, n + 1, m->size);
	if (!all)
		return report_fault(r, key, "out of memory");
	for (size_t i = 0; i < n; i++)
		if (cr_snapshot_read_struct(r, m, json_object_array_get_idx(from, i),
					    all + i * m->size) != 0)
			return cr_error_prefix(r->err, "%s[%zu]", key, i);
	*items = all;
	*count = n;
	return 0;
}

static int read_bool(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		     bool *to)
{
	if (!json_object_is_type(from, json_type_boolean))
		return report_fault(r, key, "not true or false");
	*to = json_object_get_boolean(from);
	return 0;
}

static int read_limit(struct cr_snapshot_reading *r, const char *key, struct json_object *from,
		      uint32_t *to)
{
	if (!is_infinite(from))
		return read_u32(r, key, from, to);
	*to = CR_INFINITE;
	return 0;
}

static int read_enum(struct cr_snapshot_reading *r, const struct cr_member *m,
		     struct json_object *from, unsigned *to)
{
	int word = read_word(r, m->key, from, m->words);

	if (word < 0)
		return -1;
	*to = (unsigned)word;
	return 0;
}

static int read_member(struct cr_snapshot_reading *r, const struct cr_member *m,
		       struct json_object *from, void *to)
{
	size_t at = m->offset;

	switch (m->kind) {
	case CR_MEMBER_TEXT:
		return read_text(r, m->key, from, cr_at_text(to, at));
	case CR_MEMBER_BOOL:
		return read_bool(r, m->key, from, cr_at_flag(to, at));
	case CR_MEMBER_U32:
		return read_limit(r, m->key, from, cr_at_u32(to, at));
	case CR_MEMBER_COUNT:
		return read_u32(r, m->key, from, cr_at_u32(to, at));
	case CR_MEMBER_U64:
	case CR_MEMBER_USE:
		return read_number(r, m->key, from, CR_NUMBER64_MAX, cr_at_u64(to, at));
	case CR_MEMBER_NAMES:
		return read_names(r, m->key, from, cr_at_names(to, at));
	case CR_MEMBER_WORD:
		return read_enum(r, m, from, cr_at_word(to, at));
	case CR_MEMBER_FLAGS:
		return read_flags(r, m, from, cr_at_u32(to, at));
	case CR_MEMBER_STRUCT:
		return cr_snapshot_read_struct(r, m->of, from, cr_at_struct(to, at));
	default:
		return cr_snapshot_read_array(r, m->of, m->key, from, cr_at_array(to, at),
					      cr_at_size(to, m->count_offset));
	}
}

/* Keys that the table does not have are somebody else's, or of a later version. */
int cr_snapshot_read_struct(struct cr_snapshot_reading *r, const struct cr_members *m,
			    struct json_object *from, void *to)
{
	struct json_object *value;

	memcpy(to, m->unset, m->size);
	if (!json_object_is_type(from, json_type_object))
		return cr_error_set(r->err, "not an object");
	for (size_t i = 0; i < m->count; i++)
		if (json_object_object_get_ex(from, m->item[i].key, &value) &&
		    read_member(r, &m->item[i], value, to) != 0)
			return -1;
	return 0;
}

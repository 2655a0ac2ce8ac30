/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keys of the policy that are read, checked and kept, and that nothing acts on
 * yet.  Whoever writes one is told so when the policy is loaded.
 *
 * A key that gets its effect loses its row here, and docs/policy.md its mark; the
 * last one takes this file with it.
 */
#include "policies/file/load.h"
#include "policies/file/schema.h"

#include <string.h>

static const struct {
	const char *section, *key;
} pending[] = {
	{"routes", "fallback_after"},     {"partitions.NAME.price", "currency"},
	{"tenant_defaults", "reserve"},   {"tenant_defaults", "lend"},
	{"tenants.NAME", "reserve"},      {"tenants.NAME", "lend"},
	{"tenants.NAME.budget", "reset"},
};

#define PENDING (sizeof(pending) / sizeof(pending[0]))

/* Where a key stands first, and how often. */
struct found {
	struct cr_pos first;
	unsigned count;
};

static size_t find_pending(const struct cr_section *section, const char *key)
{
	size_t i = 0;

	while (i < PENDING &&
	       (strcmp(pending[i].section, section->name) != 0 || strcmp(pending[i].key, key) != 0))
		i++;
	return i;
}

bool cr_schema_is_pending(const struct cr_section *section, const struct cr_field *field)
{
	return find_pending(section, field->key) < PENDING;
}

/* Depth is the schema's, which is finite. */
static void find_in_section(const struct cr_section *section, const struct cr_entry *head,
			    struct found *found)
{
	for (size_t i = 0; i < section->count; i++) {
		const struct cr_field *f = &section->fields[i];
		const struct cr_entries *list = cr_field_entries(f, head);
		size_t k = find_pending(section, f->key);

		if (k < PENDING && head->at[i].given && !found[k].count++)
			found[k].first = head->at[i].pos;
		if (f->kind == CR_KIND_SECTION)
			find_in_section(f->section, cr_at_section(head, f->offset), found);
		for (size_t n = 0; list && n < list->count; n++)
			find_in_section(f->section, list->item[n], found);
	}
}

void cr_policy_check_pending(const struct cr_policy *policy, struct cr_diags *diags)
{
	struct found found[PENDING] = {{.count = 0}};

	find_in_section(&cr_schema, &policy->site.head, found);
	for (size_t i = 0; i < PENDING; i++)
		if (found[i].count == 1)
			cr_diags_add(diags, CR_WARNING, found[i].first,
				     "'%s' has no effect in this version", pending[i].key);
		else if (found[i].count)
			cr_diags_add(diags, CR_WARNING, found[i].first,
				     "'%s' has no effect in this version (%u places)",
				     pending[i].key, found[i].count);
}

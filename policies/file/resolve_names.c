/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From what was read to what is asked at a decision: defaults inherited, names indexed. */
#include "policies/file/load.h"

#include "policies/file/schema.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void inherit_section(const struct cr_entry *from, struct cr_entry *to);

/* Fields of SECTION that TO lacks, from FROM, which has the same places. */
static void inherit_fields(const struct cr_section *section, const struct cr_entry *from,
			   struct cr_entry *to)
{
	for (size_t i = 0; i < section->count; i++) {
		const struct cr_field *f = &section->fields[i];

		if (!from->at[i].given)
			continue;
		if (f->kind == CR_KIND_SECTION)
			inherit_section(cr_at_section(from, f->offset),
					cr_at_section(to, f->offset));
		else if (!to->at[i].given)
			memcpy((char *)to + f->offset, (const char *)from + f->offset,
			       cr_field_size(f));
		if (!to->at[i].given)
			to->at[i] = from->at[i];
	}
}

static void inherit_section(const struct cr_entry *from, struct cr_entry *to)
{
	inherit_fields(from->section, from, to);
	if (to->given)
		return;
	to->pos = from->pos;
	to->given = from->given;
}

void cr_policy_inherit(struct cr_policy *policy)
{
	const struct cr_entry *defaults = &policy->site.tenant_defaults.head;

	for (size_t i = 0; i < policy->site.tenants.count; i++)
		inherit_fields(defaults->section, defaults, policy->site.tenants.item[i]);
}

static int item_order(const void *a, const void *b)
{
	const struct cr_index_item *x = a, *y = b;
	int order = strcasecmp(x->name, y->name);

	if (order)
		return order;
	if (x->pos.line != y->pos.line)
		return x->pos.line < y->pos.line ? -1 : 1;
	return x->pos.column < y->pos.column ? -1 : x->pos.column > y->pos.column;
}

const struct cr_entry *cr_index_find(const struct cr_index *index, const char *name)
{
	size_t low = 0, high = name ? index->count : 0;

	while (low < high) {
		size_t mid = (low + high) / 2;
		int order = strcasecmp(index->item[mid].name, name);

		if (order == 0)
			return index->item[mid].entry;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static void add_name(struct cr_index *index, const char *name, const struct cr_entry *entry,
		     struct cr_pos pos)
{
	index->item[index->count++] = (struct cr_index_item){name, entry, pos};
}

static void put_texts(struct cr_index *index, const struct cr_texts *texts,
		      const struct cr_entry *entry)
{
	for (size_t i = 0; i < texts->names.count; i++)
		add_name(index, texts->names.name[i], entry, texts->at[i]);
}

/* A name that two claim, e.g. "account 'nlp' is claimed by tenant 'a' too". */
static void report_twice(const struct cr_index *index, const char *what, const char *owner,
			 struct cr_diags *diags)
{
	for (size_t i = 1; i < index->count; i++) {
		const struct cr_index_item *a = &index->item[i - 1], *b = &index->item[i];

		if (strcasecmp(a->name, b->name) == 0)
			cr_diags_add(
				diags, CR_ERROR, b->pos,
				"%s '%s' of %s '%s' is claimed already by %s '%s' (%s line %u)",
				what, b->name, owner, b->entry->name, owner, a->entry->name,
				a->pos.file, a->pos.line);
	}
}

static int index_new(struct cr_policy *policy, struct cr_index *index, size_t room)
{
	index->item = cr_arena_array(&policy->arena, room + 1, sizeof(*index->item));
	return index->item ? 0 : -1;
}

static void index_done(struct cr_index *index)
{
	if (index->count)
		qsort(index->item, index->count, sizeof(*index->item), item_order);
}

static int index_profiles(struct cr_policy *policy, struct cr_diags *diags)
{
	const struct cr_entries *profiles = &policy->site.profiles;
	size_t n = profiles->count;
	const char **names;

	for (size_t i = 0; i < profiles->count; i++)
		n += ((const struct cr_profile *)profiles->item[i])->aliases.names.count;
	names = cr_arena_array(&policy->arena, n + 1, sizeof(*names));
	if (!names || index_new(policy, &policy->profiles, n) != 0)
		return -1;
	for (size_t i = 0; i < profiles->count; i++) {
		const struct cr_profile *p = cr_profile_at(profiles, i);

		add_name(&policy->profiles, p->head.name, &p->head, p->head.pos);
		put_texts(&policy->profiles, &p->aliases, &p->head);
	}
	for (size_t i = 0; i < n; i++)
		names[i] = policy->profiles.item[i].name;
	policy->profile_names = names;
	index_done(&policy->profiles);
	report_twice(&policy->profiles, "name or alias", "profile", diags);
	return 0;
}

static int index_tenants(struct cr_policy *policy, struct cr_diags *diags)
{
	const struct cr_entries *tenants = &policy->site.tenants;
	size_t n = 0;

	for (size_t i = 0; i < tenants->count; i++)
		n += ((const struct cr_tenant *)tenants->item[i])->accounts.names.count;
	if (index_new(policy, &policy->accounts, n) != 0 ||
	    index_new(policy, &policy->tenants, tenants->count) != 0)
		return -1;
	for (size_t i = 0; i < tenants->count; i++) {
		const struct cr_tenant *t = cr_tenant_at(tenants, i);

		add_name(&policy->tenants, t->head.name, &t->head, t->head.pos);
		put_texts(&policy->accounts, &t->accounts, &t->head);
	}
	index_done(&policy->tenants);
	index_done(&policy->accounts);
	report_twice(&policy->accounts, "account", "tenant", diags);
	report_twice(&policy->tenants, "name", "tenant", diags);
	return 0;
}

/* "{tenant}" in TEXT; any other brace is reported by the names' check. */
static int expand_tenant(struct cr_policy *policy, const char *tenant, const char **text)
{
	static const char mark[] = "{tenant}";
	const char *at = *text ? strstr(*text, mark) : NULL;

	if (!at)
		return 0;
	*text = cr_arena_printf(&policy->arena, "%.*s%s%s", (int)(at - *text), *text, tenant,
				at + sizeof(mark) - 1);
	return *text ? 0 : -1;
}

static int expand_tenants(struct cr_policy *policy)
{
	for (size_t i = 0; i < policy->site.tenants.count; i++) {
		struct cr_tenant *t = cr_tenant_at(&policy->site.tenants, i);

		if (expand_tenant(policy, t->head.name, &t->qos.own) != 0 ||
		    expand_tenant(policy, t->head.name, &t->qos.borrow) != 0)
			return -1;
	}
	return 0;
}

static void rank_routes(struct cr_policy *policy)
{
	for (size_t i = 0; i < policy->site.profiles.count; i++) {
		const struct cr_entries *routes = &cr_profile_at(&policy->site.profiles, i)->routes;

		for (size_t k = 0; k < routes->count; k++)
			cr_route_at(routes, k)->rank = (unsigned)k + 1;
	}
}

int cr_policy_link(struct cr_policy *policy, struct cr_diags *diags)
{
	rank_routes(policy);
	if (index_profiles(policy, diags) != 0 || index_tenants(policy, diags) != 0 ||
	    expand_tenants(policy) != 0)
		return cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = policy->files[0]},
				    "out of memory");
	return 0;
}

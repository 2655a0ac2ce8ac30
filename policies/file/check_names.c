/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a policy says wrong about itself: names that point nowhere, contradictions. */
#include "policies/file/load.h"

#include "base/text.h"
#include "policies/file/route_keys.h"
#include "policies/job/slurm_options.h"

#include <string.h>
#include <strings.h>

/* With the commas between them they fit into what srun keeps of them. */
#define ORDER_IGNORES_MAX 16
#define ORDER_IGNORE_LEN  30

#define HINTS_MAX 20 /* looking for the nearest name costs time: enough is enough */

/* "...: did you mean 'x'?" or nothing. */
static const char *nearest_hint(struct cr_arena *arena, const struct cr_diags *diags,
				const char *word, const char *const *names, size_t count)
{
	bool enough = cr_diags_errors(diags) >= HINTS_MAX;
	const char *near = enough ? NULL : cr_text_nearest(word, names, count);
	const char *text = near ? cr_arena_printf(arena, ": did you mean '%s'?", near) : "";

	return text ? text : "";
}

static void check_profile_name(const struct cr_policy *policy, const char *name, struct cr_pos pos,
			       struct cr_arena *scratch, struct cr_diags *diags)
{
	if (!name || cr_index_find(&policy->profiles, name))
		return;
	cr_diags_add(
		diags, CR_ERROR, pos, "no profile is called '%s'%s", name,
		nearest_hint(scratch, diags, name, policy->profile_names, policy->profiles.count));
}

static void check_profile_names(const struct cr_policy *policy, const struct cr_texts *list,
				struct cr_arena *scratch, struct cr_diags *diags)
{
	for (size_t i = 0; i < list->names.count; i++)
		check_profile_name(policy, list->names.name[i], list->at[i], scratch, diags);
}

static void check_tenant_name(const struct cr_policy *policy, const char *name, struct cr_pos pos,
			      const char *also, struct cr_arena *scratch, struct cr_diags *diags)
{
	const struct cr_entries *all = &policy->site.tenants;
	const char **names = cr_arena_array(scratch, all->count + 1, sizeof(*names));

	if (cr_index_find(&policy->tenants, name))
		return;
	for (size_t i = 0; names && i < all->count; i++)
		names[i] = all->item[i]->name;
	cr_diags_add(diags, CR_ERROR, pos, "no tenant is called '%s'%s%s", name,
		     nearest_hint(scratch, diags, name, names, names ? all->count : 0), also);
}

static void check_reserved(const struct cr_texts *names, const char *name, struct cr_pos pos,
			   struct cr_diags *diags)
{
	static const char *const reserved[] = {"list", "none", "auto"};

	for (size_t i = 0; i < 3; i++) {
		if (strcmp(name, reserved[i]) == 0)
			cr_diags_add(diags, CR_ERROR, pos,
				     "'%s' means something of its own in --comm-profile and cannot "
				     "name a profile",
				     name);
		for (size_t k = 0; k < names->names.count; k++)
			if (strcmp(names->names.name[k], reserved[i]) == 0)
				cr_diags_add(diags, CR_ERROR, names->at[k],
					     "'%s' means something of its own in --comm-profile "
					     "and cannot be an alias",
					     reserved[i]);
	}
}

static void check_route(const struct cr_route *route, struct cr_diags *diags)
{
	int targets = !!route->topology_type + !!route->topology + !!route->partition;
	const struct cr_field *key;
	size_t at = 0;

	if (targets != 1)
		cr_diags_add(diags, CR_ERROR, route->head.pos,
			     "a route needs one of topology_type, topology and partition, not %s",
			     targets ? "several" : "none");
	while (route->topology_type &&
	       (key = cr_route_vain_key(route, route->topology_type, &at)) != NULL)
		cr_diags_add(diags, CR_WARNING, route->head.at[at - 1].pos,
			     "'%s' has no effect on topologies of type %s", key->key,
			     cr_topology_type_name(route->topology_type));
}

static void check_segment(const struct cr_segment_rule *s, struct cr_diags *diags)
{
	if (s->choose.choice != CR_SEGMENT_NUMBER)
		return;
	if (s->choose.number % s->multiple_of != 0)
		cr_diags_add(diags, CR_ERROR, s->head.pos, "segment %u is no multiple of %u",
			     s->choose.number, s->multiple_of);
	if (s->choose.number < s->min)
		cr_diags_add(diags, CR_ERROR, s->head.pos, "segment %u is less than min, %u",
			     s->choose.number, s->min);
}

static void check_profile(const struct cr_profile *p, struct cr_diags *diags)
{
	check_reserved(&p->aliases, p->head.name, p->head.pos, diags);
	for (size_t i = 0; i < p->aliases.names.count; i++)
		if (!cr_text_is_name(p->aliases.names.name[i], 63))
			cr_diags_add(
				diags, CR_ERROR, p->aliases.at[i],
				"alias '%s' could not be typed: letters, digits, '_', '-', '.'",
				p->aliases.names.name[i]);
	if ((p->pattern == CR_PATTERN_NONE) != (p->intensity == CR_INTENSITY_NONE) &&
	    p->pattern != CR_UNSET && p->intensity != CR_UNSET)
		cr_diags_add(diags, CR_ERROR, p->head.pos,
			     "profile '%s': pattern none and intensity none go together",
			     p->head.name);
	for (size_t i = 0; i < p->routes.count; i++) {
		check_route(cr_route_at(&p->routes, i), diags);
		check_segment(&(cr_route_at(&p->routes, i))->segment, diags);
	}
}

static void check_undeclared(const struct cr_policy *policy, struct cr_arena *scratch,
			     struct cr_diags *diags)
{
	const struct cr_entries *rules = &policy->site.undeclared.list;

	for (size_t i = 0; i < rules->count; i++) {
		const struct cr_undeclared_rule *r = cr_undeclared_at(rules, i);

		if (r->profile && strcmp(r->profile, "none") != 0)
			check_profile_name(policy, r->profile, r->head.pos, scratch, diags);
		if (!r->when.head.given && i + 1 < rules->count)
			cr_diags_add(
				diags, CR_WARNING, r->head.pos,
				"this rule has no 'when', so those after it are never reached");
	}
}

static void check_qos_text(const char *text, struct cr_pos pos, struct cr_diags *diags)
{
	if (text && strpbrk(text, "{}, "))
		cr_diags_add(diags, CR_ERROR, pos,
			     "'%s' is no QOS name; {tenant} is the one thing that is filled in",
			     text);
}

static void check_reserve(const struct cr_tenant *t, struct cr_diags *diags)
{
	for (size_t i = 0; i < t->reserve.count; i++) {
		const struct cr_amount *r = &t->reserve.item[i];
		uint64_t share = 0;

		for (size_t k = 0; k < t->share.count; k++)
			if (strcmp(t->share.item[k].name, r->name) == 0)
				share = t->share.item[k].value;
		if (r->value > share)
			cr_diags_add(
				diags, CR_ERROR, r->pos,
				"tenant '%s' reserves %llu GPUs of '%s' out of a share of %llu",
				t->head.name, (unsigned long long)r->value, r->name,
				(unsigned long long)share);
	}
}

/* What Slurm keeps once for a QOS: two tenants that borrow from it cannot want two values. */
static void check_time_of_qos(const struct cr_tenant *a, const struct cr_tenant *b, const char *key,
			      uint32_t of_a, uint32_t of_b, struct cr_diags *diags)
{
	const struct cr_given *at_a = cr_entry_given(&a->borrow.head, key);
	const struct cr_given *at_b = cr_entry_given(&b->borrow.head, key);

	if (at_a->given && at_b->given && of_a != of_b)
		cr_diags_add(diags, CR_ERROR, at_b->pos,
			     "tenants '%s' and '%s' borrow from one QOS, '%s', which can have one "
			     "%s: %u and %u seconds",
			     a->head.name, b->head.name, b->qos.borrow, key, of_a, of_b);
}

/* Against the first tenant that borrows from the same QOS. */
static void check_shared_qos(const struct cr_entries *tenants, size_t i, struct cr_diags *diags)
{
	const struct cr_tenant *t = cr_tenant_at(tenants, i);

	for (size_t k = 0; t->qos.borrow && k < i; k++) {
		const struct cr_tenant *other = cr_tenant_at(tenants, k);

		if (!other->qos.borrow || strcasecmp(other->qos.borrow, t->qos.borrow) != 0)
			continue;
		check_time_of_qos(other, t, "min_run", other->borrow.min_run, t->borrow.min_run,
				  diags);
		check_time_of_qos(other, t, "grace", other->borrow.grace, t->borrow.grace, diags);
		return;
	}
}

static void check_tenant(const struct cr_policy *policy, const struct cr_tenant *t,
			 struct cr_arena *scratch, struct cr_diags *diags)
{
	check_profile_names(policy, &t->profiles, scratch, diags);
	check_qos_text(t->qos.own, t->qos.head.pos, diags);
	check_qos_text(t->qos.borrow, t->qos.head.pos, diags);
	check_reserve(t, diags);
	if (t->qos.own && t->qos.borrow && strcmp(t->qos.own, t->qos.borrow) == 0)
		cr_diags_add(diags, CR_ERROR, t->qos.head.pos,
			     "tenant '%s': own and borrow QOS are the same, '%s'", t->head.name,
			     t->qos.own);
	if (t->over_budget == CR_OVER_BUDGET_BORROW && !t->qos.borrow)
		cr_diags_add(diags, CR_WARNING, t->head.pos,
			     "tenant '%s': over_budget: borrow, but no borrow QOS", t->head.name);
}

static void check_partition(const struct cr_policy *policy, const struct cr_partition_rules *p,
			    struct cr_arena *scratch, struct cr_diags *diags)
{
	check_profile_names(policy, &p->admit.profiles, scratch, diags);
	for (size_t i = 0; i < p->admit.tenants.names.count; i++)
		check_tenant_name(policy, p->admit.tenants.names.name[i], p->admit.tenants.at[i],
				  "", scratch, diags);
	if (p->admit.max_nodes < p->admit.min_nodes)
		cr_diags_add(diags, CR_ERROR, p->admit.head.pos,
			     "partition '%s' admits from %u to %u nodes: nothing", p->head.name,
			     p->admit.min_nodes, p->admit.max_nodes);
}

static bool is_slurms_own(const char *name, size_t len)
{
	size_t count;
	const struct cr_slurm_option *rows = cr_slurm_options(&count);

	for (size_t i = 0; i < count; i++)
		if (strlen(rows[i].name) == len && strncmp(rows[i].name, name, len) == 0)
			return true;
	return false;
}

static void check_order_ignores(const struct cr_texts *list, struct cr_diags *diags)
{
	if (list->names.count > ORDER_IGNORES_MAX)
		cr_diags_add(diags, CR_ERROR, list->at[0],
			     "'rank_order_ignores': %zu options, more than %d", list->names.count,
			     ORDER_IGNORES_MAX);
	for (size_t i = 0; i < list->names.count; i++) {
		const char *name = list->names.name[i];
		char bare[ORDER_IGNORE_LEN + 1] = "";
		size_t len = strcspn(name, "=");

		if (len <= ORDER_IGNORE_LEN)
			memcpy(bare, name, len);
		if (!cr_text_is_name(bare, ORDER_IGNORE_LEN) || (name[len] && name[len + 1]))
			cr_diags_add(diags, CR_ERROR, list->at[i],
				     "'rank_order_ignores': '%s' is no option's name without its "
				     "dashes, or with a = at its end",
				     name);
		else if (is_slurms_own(bare, len))
			cr_diags_add(diags, CR_WARNING, list->at[i],
				     "'rank_order_ignores': --%s is known, and keeps its meaning",
				     bare);
	}
}

void cr_policy_check_names(const struct cr_policy *policy, struct cr_diags *diags)
{
	const struct cr_site *site = &policy->site;
	struct cr_arena scratch;

	cr_arena_init(&scratch, NULL, 0, (size_t)16 << 20);
	for (size_t i = 0; i < site->profiles.count; i++)
		check_profile(cr_profile_at(&site->profiles, i), diags);
	for (size_t i = 0; i < site->tenants.count; i++)
		check_tenant(policy, cr_tenant_at(&site->tenants, i), &scratch, diags);
	for (size_t i = 0; i < site->tenants.count; i++)
		check_shared_qos(&site->tenants, i, diags);
	for (size_t i = 0; i < site->partitions.count; i++)
		check_partition(policy, cr_partition_rules_at(&site->partitions, i), &scratch,
				diags);
	check_profile_names(policy, &site->tenant_defaults.profiles, &scratch, diags);
	check_order_ignores(&site->order_ignores, diags);
	check_undeclared(policy, &scratch, diags);
	if (site->other_accounts && strcmp(site->other_accounts, "leave") != 0 &&
	    strcmp(site->other_accounts, "refuse") != 0)
		check_tenant_name(policy, site->other_accounts, site->head.pos,
				  "; other words: leave, refuse", &scratch, diags);
	cr_arena_release(&scratch);
}

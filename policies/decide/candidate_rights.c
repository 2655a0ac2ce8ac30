/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a job may use a partition at all: Slurm's lists, the tenant, admission, reservations. */
#include "policies/decide/candidate.h"

#include "base/text.h"
#include "policies/job/enum_names.h"

const char *cr_check_access(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_partition *p = c->part;
	const char *account = g->request->account ? g->request->account : "(none)";

	if (p->root_only && !g->request->privileged)
		return "only root may use it";
	if (g->view->group_denied && g->view->group_denied[c->index])
		return "its AllowGroups has no group of yours";
	if (p->allow_accounts.count && !cr_account_in(g, &p->allow_accounts))
		return cr_say(g, "account '%s' is not among its AllowAccounts", account);
	if (!p->allow_accounts.count && cr_account_in(g, &p->deny_accounts))
		return cr_say(g, "account '%s' is among its DenyAccounts", account);
	if (g->view->have_assocs && g->view->user_assoc_count && !cr_limits_assoc(g->view, p->name))
		return cr_say(g, "your associations of account '%s' are for other partitions",
			      account);
	return NULL;
}

static const char *join_types(struct cr_deciding *g, unsigned types)
{
	const char *name[CR_TOPOLOGY_TYPES];
	struct cr_names names = {name, 0};

	for (unsigned i = 0; i < CR_TOPOLOGY_TYPES; i++)
		if (types & 1U << i)
			name[names.count++] = cr_topology_type_words[i];
	return cr_join(g, &names);
}

/* Partitions without a known topology type are nobody's to forbid by type. */
const char *cr_check_tenant(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_tenant *t = g->tenant;
	enum cr_topology_type type = c->part->topology_type;

	if (!t)
		return NULL;
	if (t->topology_types && type && !(t->topology_types & 1U << type))
		return cr_say(g, "topology type %s is not open to tenant '%s', which may use: %s",
			      cr_topology_type_name(type), t->head.name,
			      join_types(g, t->topology_types));
	if (t->partitions.names.count && !cr_globs_match(&t->partitions, c->part->name))
		return cr_say(g, "not open to tenant '%s', which may use: %s", t->head.name,
			      cr_join(g, &t->partitions.names));
	return NULL;
}

/* What is beyond MAX: the job as it was asked for, or what Slurm might make of it. */
static const char *describe_most(struct cr_deciding *g, const struct cr_candidate *c, uint32_t max)
{
	if (c->least_nodes > max)
		return cr_say(g, "not %u", c->least_nodes);
	return cr_say(g, "and this one could take %u: say -N %u", c->most_nodes, max);
}

/*
 * The interactive rule, for jobs without a script: it opens and it bounds.  The
 * components of a heterogeneous job are judged one by one, so that it can open
 * for one of them only, or each would have the bounds to itself.
 */
static const char *check_interactive(struct cr_deciding *g, const struct cr_candidate *c,
				     const struct cr_interactive *rule)
{
	if (cr_is_number(g->request->het_offset) && g->request->het_offset > 0)
		return "takes the first component of an interactive heterogeneous job alone";
	if (rule->max_nodes != CR_UNSET && c->most_nodes > rule->max_nodes)
		return cr_say(g, "takes interactive jobs of at most %u nodes, %s", rule->max_nodes,
			      describe_most(g, c, rule->max_nodes));
	if (rule->max_time != CR_UNSET && c->minutes != CR_UNSET &&
	    (uint64_t)c->minutes * 60 > rule->max_time)
		return cr_say(g, "takes interactive jobs of at most %u minutes: set --time",
			      rule->max_time / 60);
	return NULL;
}

static const char *check_admit_profile(struct cr_deciding *g, const struct cr_admit *a)
{
	const char *floor = cr_intensity_name(a->min_intensity);

	if (a->min_intensity != CR_INTENSITY_NONE && !g->profile)
		return cr_say(g,
			      "kept for profiles of intensity %s or more; declare one with "
			      "--comm-profile=NAME",
			      floor);
	if (g->profile && g->profile->intensity < a->min_intensity)
		return cr_say(g, "kept for profiles of intensity %s or more; '%s' has %s", floor,
			      g->profile->head.name, cr_intensity_name(g->profile->intensity));
	for (size_t i = 0; i < a->profiles.names.count; i++)
		if (g->profile && cr_index_find(&g->policy->profiles, a->profiles.names.name[i]) ==
					  &g->profile->head)
			return NULL;
	if (a->profiles.names.count)
		return cr_say(g, "kept for the profiles %s", cr_join(g, &a->profiles.names));
	return NULL;
}

const char *cr_check_admit(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_admit *a = c->rules ? &c->rules->admit : NULL;

	if (!c->rules)
		return NULL;
	if (a->head.given && a->tenants.names.count &&
	    (!g->tenant || !cr_names_has(&a->tenants.names, g->tenant->head.name)))
		return "kept for other tenants";
	if (!g->request->batch && c->rules->interactive.head.given) {
		c->code = CR_207_INTERACTIVE;
		return check_interactive(g, c, &c->rules->interactive);
	}
	if (!a->head.given)
		return NULL;
	if (c->least_nodes < a->min_nodes)
		return cr_say(g, "kept for jobs of at least %u nodes, not %u%s", a->min_nodes,
			      c->least_nodes,
			      c->most_nodes < a->min_nodes ? "" : ": say -N with the number");
	if (a->max_nodes != CR_UNSET && c->most_nodes > a->max_nodes)
		return cr_say(g, "kept for jobs of at most %u nodes, %s", a->max_nodes,
			      describe_most(g, c, a->max_nodes));
	return check_admit_profile(g, a);
}

static bool reservation_admits(const struct cr_deciding *g, const struct cr_reservation *r)
{
	if (cr_names_has(&r->denied_users, g->request->user) ||
	    cr_account_in(g, &r->denied_accounts))
		return false;
	if (!r->users.count && !r->accounts.count)
		return true;
	return cr_names_has(&r->users, g->request->user) || cr_account_in(g, &r->accounts);
}

/* Of a list of reservations one that holds nodes there and admits the job will do. */
const char *cr_check_reservation(struct cr_deciding *g, struct cr_candidate *c)
{
	const char *list = g->request->reservation, *why = NULL;
	char name[CR_NAME_MAX];
	bool any = false;

	while (cr_text_next(&list, name, sizeof(name))) {
		const struct cr_reservation *r = cr_view_reservation(g->view, name);

		any = true;
		if (!r) /* Slurm knows; we do not */
			return NULL;
		if (!r->nodes_in || !r->nodes_in[c->index])
			why = why ? why : cr_say(g, "reservation '%s' has no nodes there", r->name);
		else if (reservation_admits(g, r))
			return NULL;
		else if (!why)
			why = cr_say(g, "reservation '%s' does not admit account '%s'", r->name,
				     g->request->account ? g->request->account : "(none)");
	}
	if (!any && c->part->required_resv)
		return "takes only jobs with --reservation";
	return why;
}

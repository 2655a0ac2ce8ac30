/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which profile the job has: declared, by an alias, or by the rules for undeclared jobs. */
#include "policies/decide/deciding.h"

#include "base/text.h"
#include "policies/job/enum_names.h"

#include <string.h>
#include <strings.h>

/* May the tenant name PROFILE?  Its aliases in the list count too. */
bool cr_profile_open(const struct cr_deciding *g, const struct cr_profile *profile)
{
	const struct cr_names *list;

	if (!g->tenant || !g->tenant->profiles.names.count)
		return true;
	list = &g->tenant->profiles.names;
	for (size_t i = 0; i < list->count; i++)
		if (cr_index_find(&g->policy->profiles, list->name[i]) == &profile->head)
			return true;
	return false;
}

void cr_take_profile(struct cr_deciding *g, const struct cr_profile *profile)
{
	g->profile = profile;
	g->d->profile = profile ? profile->head.name : NULL;
	g->d->pattern = profile ? cr_pattern_name(profile->pattern) : NULL;
	g->d->intensity = profile ? cr_intensity_name(profile->intensity) : NULL;
}

static int bad_form(struct cr_deciding *g, const struct cr_error *err)
{
	return cr_refuse(g, CR_STEP_PROFILE, (enum cr_code)err->code, "%s", err->text);
}

static int refuse_unknown(struct cr_deciding *g)
{
	const struct cr_names all = {g->policy->profile_names, g->policy->profiles.count};
	const char *near = cr_text_nearest(g->d->option.profile, all.name, all.count);

	if (near)
		return cr_refuse(g, CR_STEP_PROFILE, CR_103_UNKNOWN_PROFILE,
				 "no profile is called '%s': did you mean '%s'? "
				 "(--comm-profile=list shows all)",
				 g->d->option.profile, near);
	return cr_refuse(g, CR_STEP_PROFILE, CR_103_UNKNOWN_PROFILE,
			 "no profile is called '%s'; known: %s", g->d->option.profile,
			 cr_join(g, &all));
}

static int take_declared(struct cr_deciding *g)
{
	const struct cr_profile *profile = cr_policy_find_profile(g->policy, g->d->option.profile);
	bool alias;

	if (!profile)
		return refuse_unknown(g);
	cr_take_profile(g, profile);
	if (!cr_profile_open(g, profile))
		return cr_refuse(g, CR_STEP_PROFILE, CR_203_PROFILE_NOT_OPEN,
				 "profile '%s' is not open to tenant '%s', which may use: %s",
				 profile->head.name, g->tenant->head.name,
				 cr_join(g, &g->tenant->profiles.names));
	alias = strcasecmp(profile->head.name, g->d->option.profile) != 0;
	cr_because(g, CR_STEP_PROFILE, CR_NO_CODE, profile->head.name,
		   "declared%s%s%s: pattern %s, intensity %s", alias ? " as '" : "",
		   alias ? g->d->option.profile : "", alias ? "'" : "", g->d->pattern,
		   g->d->intensity);
	return 0;
}

static bool any_named_matches(const struct cr_texts *globs, const char *list)
{
	char name[CR_NAME_MAX];

	if (!globs->names.count)
		return true;
	while (cr_text_next(&list, name, sizeof(name)))
		if (cr_globs_match(globs, name))
			return true;
	return false;
}

/* Sizes that are still open are taken at their least: 1 node, and no GPU. */
static bool size_matches(const struct cr_deciding *g, const struct cr_when *w)
{
	uint32_t nodes = cr_is_number(g->request->min_nodes) ? g->request->min_nodes : 1;
	uint32_t gpus = cr_is_number(g->size.gpus) ? g->size.gpus : 0;

	return (w->min_nodes == CR_UNSET || nodes >= w->min_nodes) &&
	       (w->max_nodes == CR_UNSET || nodes <= w->max_nodes) &&
	       (w->min_gpus == CR_UNSET || gpus >= w->min_gpus) &&
	       (w->max_gpus == CR_UNSET || gpus <= w->max_gpus);
}

static bool when_matches(struct cr_deciding *g, const struct cr_when *w)
{
	const struct cr_request *r = g->request;

	return size_matches(g, w) && (w->kind != CR_JOB_BATCH || r->batch) &&
	       (w->kind != CR_JOB_INTERACTIVE || !r->batch) &&
	       (!w->accounts.names.count || cr_globs_match(&w->accounts, r->account)) &&
	       (!w->users.names.count || cr_globs_match(&w->users, r->user)) &&
	       any_named_matches(&w->partitions, r->partition) &&
	       any_named_matches(&w->qos, r->qos);
}

static void by_rules(struct cr_deciding *g)
{
	const struct cr_entries *rules = &g->policy->site.undeclared.list;

	for (size_t i = 0; i < rules->count; i++) {
		const struct cr_undeclared_rule *rule = cr_undeclared_at(rules, i);
		const struct cr_profile *p;

		if (!when_matches(g, &rule->when))
			continue;
		p = cr_policy_find_profile(g->policy, rule->profile);
		if (!p) {
			cr_because(g, CR_STEP_PROFILE, CR_NO_CODE, NULL,
				   "undeclared, and rule %zu leaves it so", i + 1);
		} else if (!cr_profile_open(g, p)) {
			cr_because(g, CR_STEP_PROFILE, CR_203_PROFILE_NOT_OPEN, p->head.name,
				   "rule %zu for undeclared jobs gives a profile that is not open "
				   "to tenant '%s'",
				   i + 1, g->tenant->head.name);
		} else {
			cr_take_profile(g, p);
			cr_because(g, CR_STEP_PROFILE, CR_NO_CODE, p->head.name,
				   "undeclared; rule %zu gives this profile", i + 1);
		}
		return;
	}
	cr_because(g, CR_STEP_PROFILE, CR_NO_CODE, NULL, "undeclared, and no rule matches");
}

static int take_undeclared(struct cr_deciding *g)
{
	const struct cr_names all = {g->policy->profile_names, g->policy->profiles.count};
	unsigned rule = g->policy->site.undeclared.choice;

	if (rule == CR_UNDECLARED_RULES)
		by_rules(g);
	else if (rule == CR_UNDECLARED_REFUSE && g->d->option.kind == CR_OPTION_ABSENT &&
		 !g->request->modify) /* a job that is in the queue already stays there */
		return cr_refuse(g, CR_STEP_PROFILE, CR_104_PROFILE_NEEDED,
				 "this site asks every job for --comm-profile=NAME; names: %s",
				 cr_join(g, &all));
	else
		cr_because(g, CR_STEP_PROFILE, CR_NO_CODE, NULL,
			   "undeclared: the job is not routed");
	return 0;
}

static int decide_by_option(struct cr_deciding *g)
{
	const char *text = g->request->comm_profile;
	struct cr_error err;

	if (text && cr_option_parse(text, &g->d->option, &err) != 0)
		return bad_form(g, &err);
	switch (g->d->option.kind) {
	case CR_OPTION_PROFILE:
		return take_declared(g);
	case CR_OPTION_NONE:
		cr_because(g, CR_STEP_PROFILE, CR_NO_CODE, NULL,
			   "--comm-profile=none: the job is not routed");
		return 0;
	case CR_OPTION_LIST:
		return cr_refuse(
			g, CR_STEP_PROFILE, CR_101_BAD_OPTION,
			"--comm-profile=list only prints names; the job needs one of them");
	default:
		return take_undeclared(g);
	}
}

/* Whoever set a variable for a whole shell may have forgotten it. */
int cr_decide_profile(struct cr_deciding *g)
{
	int rc = decide_by_option(g);
	const char *from = g->request->comm_profile ? g->request->comm_profile_from : NULL, *said;

	if (rc >= 0 || !from)
		return rc;
	said = cr_say(g, "%s (%s of your environment says so)", g->d->message, from);
	if (*said) /* no memory: the message as it was */
		g->d->message = said;
	return rc;
}

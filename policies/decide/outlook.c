/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The partitions and QOS that can come up, by what the user named and what the profile allows. */
#include "policies/decide/outlook.h"

#include "base/text.h"
#include "policies/decide/candidate.h"

#include <string.h>

void cr_outlook_of(const struct cr_policy *policy, const struct cr_request *request,
		   struct cr_outlook *o)
{
	struct cr_option option = {.kind = CR_OPTION_ABSENT};

	*o = (struct cr_outlook){.policy = policy, .request = request};
	if (request->comm_profile && cr_option_parse(request->comm_profile, &option, NULL) != 0)
		return;
	if (option.kind == CR_OPTION_PROFILE)
		o->profile = cr_policy_find_profile(policy, option.profile);
	o->script = policy->script && option.kind != CR_OPTION_NONE;
	o->any_profile = o->script ||
			 (policy->site.undeclared.choice == CR_UNDECLARED_RULES &&
			  option.kind != CR_OPTION_PROFILE && option.kind != CR_OPTION_NONE);
}

static bool is_named(const char *list, const char *name)
{
	char one[CR_NAME_MAX];

	while (cr_text_next(&list, one, sizeof(one)))
		if (strcmp(one, name) == 0)
			return true;
	return false;
}

/* A reservation may be anywhere. */
bool cr_outlook_has(const struct cr_outlook *o, const struct cr_partition *p)
{
	const struct cr_entries *profiles = &o->policy->site.profiles;

	if (p->is_default || o->request->reservation || is_named(o->request->partition, p->name) ||
	    cr_route_to(o->profile, p))
		return true;
	for (size_t i = 0; o->any_profile && i < profiles->count; i++)
		if (cr_route_to(cr_profile_at(profiles, i), p))
			return true;
	return false;
}

void cr_outlook_qos(const struct cr_outlook *o, const struct cr_view *view, const char **own,
		    const char **borrow)
{
	const struct cr_tenant *t = cr_tenant_of(o->policy, o->request->account, view);

	if (!t)
		t = cr_policy_find_tenant(o->policy, o->policy->site.other_accounts);
	*own = t ? t->qos.own : NULL;
	*borrow = t ? t->qos.borrow : NULL;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a decision will look at, told before it is made: so that whoever gathers a view
 * reads of a large site what matters to one job.  Pure; any thread.
 */
#ifndef CR_POLICIES_DECIDE_OUTLOOK_H
#define CR_POLICIES_DECIDE_OUTLOOK_H

#include "policies/cluster/view.h"
#include "policies/file/policy.h"

struct cr_profile;
struct cr_tenant;

/** Borrows POLICY and REQUEST. */
struct cr_outlook {
	const struct cr_policy *policy;
	const struct cr_request *request;
	const struct cr_profile *profile; /* declared; or NULL */
	bool any_profile;                 /* rules or the site's script may give it another */
	bool script;                      /* which may look at any QOS of the user's */
};

/** What is to come of REQUEST, of which the account need not be known. */
void cr_outlook_of(const struct cr_policy *policy, const struct cr_request *request,
		   struct cr_outlook *outlook);

/** Can the limits of PARTITION (its QOS) matter? */
bool cr_outlook_has(const struct cr_outlook *outlook, const struct cr_partition *partition);

/** The QOS that the policy may put the job into, beside those of its user: OWN and BORROW. */
void cr_outlook_qos(const struct cr_outlook *outlook, const struct cr_view *view, const char **own,
		    const char **borrow);

#endif

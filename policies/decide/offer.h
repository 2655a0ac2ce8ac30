/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one QOS offers to one candidate, and on what terms a tenant's jobs borrow.
 * For the files decide_qos.c, offer.c and borrow.c.
 */
#ifndef CR_POLICIES_DECIDE_OFFER_H
#define CR_POLICIES_DECIDE_OFFER_H

#include "policies/decide/deciding.h"

struct cr_offer {
	const char *name; /* NULL: the one Slurm gives by default */
	const struct cr_qos *qos;
	bool open;
	struct cr_binding binding;
	enum cr_code code; /* when it is not open, or never */
	const char *why;   /* when it is not open, or never */
};

/** Judge the QOS called O->name for C: is it open, and what binds there? */
void cr_offer_judge(struct cr_deciding *g, const struct cr_candidate *c, struct cr_offer *o);

/** Is it open, and within what is left of every budget? */
bool cr_offer_is_usable(const struct cr_offer *o);

/** Did the tenant, the job or its user agree that it runs preemptibly? */
bool cr_borrow_is_agreed(const struct cr_deciding *g);

/** The tenant's word for what is beyond its budget; the job's ",noborrow" outweighs it. */
bool cr_borrow_beyond_budget(const struct cr_deciding *g, const struct cr_offer *own);

/** Why the job cannot run preemptibly on C, apart from consent; NULL: it can. */
const char *cr_borrow_why_not(struct cr_deciding *g, const struct cr_candidate *c,
			      const struct cr_offer *borrow);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Slurm must be configured to so that a policy is true, as single facts: this QOS
 * has GrpTRES gres/gpu=144, that account may use it.  Pure; what Slurm has is
 * policies/govern/have.h, the difference policies/govern/plan.h.
 */
#ifndef CR_POLICIES_GOVERN_WANT_H
#define CR_POLICIES_GOVERN_WANT_H

#include "base/arena.h"
#include "policies/file/policy.h"

/** What is configured, in the order in which it has to be. */
enum cr_gov_kind { CR_GOV_CONF, CR_GOV_QOS, CR_GOV_ACCOUNT, CR_GOV_KINDS };

/** How a field's value compares with the one that is wanted. */
enum cr_gov_how {
	CR_GOV_IS,      /* the word, without case */
	CR_GOV_SECONDS, /* a time span, however Slurm writes it */
	CR_GOV_HAS,     /* a list that has the element */
	CR_GOV_AMOUNT,  /* a list of ELEMENT=NUMBER */
	CR_GOV_ABOVE,   /* a number above that of the QOS which is the element */
	CR_GOV_NOT_OFF, /* anything but OFF */
	CR_GOV_THERE,   /* the object is there, no more */
};

/** The fields; the names are slurm.conf's and sacctmgr's. */
enum cr_gov_key {
	CR_GOV_TRACKED_TRES,
	CR_GOV_ENFORCE,
	CR_GOV_PREEMPT_TYPE,
	CR_GOV_CLUSTER_PREEMPT_MODE,
	CR_GOV_JOB_REQUEUE,
	CR_GOV_PRIORITY_TYPE,
	CR_GOV_QOS_THERE,
	CR_GOV_PRIORITY,
	CR_GOV_PREEMPT,
	CR_GOV_PREEMPT_MODE,
	CR_GOV_EXEMPT_TIME,
	CR_GOV_GRACE_TIME,
	CR_GOV_GRP_TRES,
	CR_GOV_GRP_TRES_MINS,
	CR_GOV_MAX_TRES,
	CR_GOV_FLAGS,
	CR_GOV_QOS_LIST,
	CR_GOV_DEFAULT_QOS,
	CR_GOV_KEYS
};

struct cr_gov_field {
	enum cr_gov_kind kind;
	enum cr_gov_how how;
	const char *name; /* "GrpTRES" */
};

/** The row of KEY; never NULL. */
const struct cr_gov_field *cr_gov_field(enum cr_gov_key key);

/** "slurm.conf", "QOS", "account". */
const char *cr_gov_kind_name(enum cr_gov_kind kind);

/** One fact. */
struct cr_want {
	enum cr_gov_key key;
	const char *object;  /* QOS or account; "" in slurm.conf */
	const char *element; /* of a list, or the other QOS; "" else */
	const char *value;   /* number, word or seconds; "" where the element says it all */
	struct cr_pos pos;   /* what in the policy wants it */
};

struct cr_wants {
	struct cr_want *item; /* each fact once, by kind and object */
	size_t count;
};

/**
 * The facts that make POLICY true on the cluster whose partitions VIEW has, into WANTS,
 * in ARENA.  BUDGETS: does Slurm, as it is set up, hold jobs back at GrpTRESMins and keep
 * what was used (cr_gov_budgets_hold())?  What no configuration can express, or what
 * would do harm as things stand, goes to DIAGS and makes no fact.  Returns 0, also with
 * such findings; -1 when out of memory.
 */
int cr_gov_wants(const struct cr_policy *policy, const struct cr_view *view, bool budgets,
		 struct cr_arena *arena, struct cr_diags *diags, struct cr_wants *wants);

/** Can NAME stand in a command line of sacctmgr: no list, no quotes, no control bytes? */
bool cr_gov_name_ok(const char *name);

#endif

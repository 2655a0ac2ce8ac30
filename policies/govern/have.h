/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Slurm is configured to, as texts by object and field, and whether that is what is wanted. */
#ifndef CR_POLICIES_GOVERN_HAVE_H
#define CR_POLICIES_GOVERN_HAVE_H

#include "policies/govern/want.h"

/** One QOS, one account, or slurm.conf (which is called ""). */
struct cr_have_object {
	enum cr_gov_kind kind;
	const char *name;
	const char *value[CR_GOV_KEYS]; /* as Slurm writes it; NULL: not of this kind */
};

struct cr_have {
	struct cr_have_object *item; /* in the order of cr_have_sort() */
	size_t count, room;
	struct cr_arena *arena;
};

/** Columns of `sacctmgr -nP show qos format=...`, the name first, and of `show assoc`. */
#define CR_HAVE_QOS_FORMAT                                                                          \
	"format=Name,Priority,Preempt,PreemptMode,PreemptExemptTime,GraceTime,GrpTRES,GrpTRESMins," \
	"MaxTRES,Flags"
#define CR_HAVE_ACCOUNT_FORMAT "format=Account,User,Partition,QOS,DefaultQOS"

/** Add slurm.conf's VALUES, by enum cr_gov_key, which are borrowed.  0, or -1 out of memory. */
int cr_have_conf(struct cr_have *have, const char *const *values);

/**
 * Add each line of TEXT, what sacctmgr printed for KIND in the format above; TEXT is
 * changed and must live as long as HAVE.  Users' associations are left out.  Returns 0,
 * or -1 with ERR naming a line that has not so many columns.
 */
int cr_have_lines(struct cr_have *have, enum cr_gov_kind kind, char *text, struct cr_error *err);

/** Put the objects in order, once all are there: what finding needs. */
void cr_have_sort(struct cr_have *have);

/** The object, or NULL. */
const struct cr_have_object *cr_have_find(const struct cr_have *have, enum cr_gov_kind kind,
					  const char *name);

/**
 * What HAVE has of KEY (of an element: of that element alone) in OBJECT, into BUF of SIZE
 * bytes: "" when nothing.  Returns BUF.
 */
const char *cr_have_value(const struct cr_have *have, enum cr_gov_key key, const char *object,
			  const char *element, char *buf, size_t size);

/** Is it so in HAVE? */
bool cr_have_holds(const struct cr_have *have, enum cr_gov_key key, const char *object,
		   const char *element, const char *value);

/**
 * Is HAVE's slurm.conf such that a budget can be one: `safe` enforcement, or Slurm ends
 * running jobs at the limit, and priority/multifactor, or it counts nothing?
 */
bool cr_gov_budgets_hold(const struct cr_have *have);

/** "1-02:03:04", "02:03:04", "03:04" or "45" (minutes) in seconds; 0 for "" and what is none. */
uint64_t cr_have_seconds(const char *text);

#endif

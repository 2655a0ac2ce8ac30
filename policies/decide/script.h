/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a decision asks of a site's own script, and what it gets back.  The
 * decision knows no Lua, and who decides nothing (the SPANK plugin reads
 * policies too) links none: whoever wants scripts to run calls
 * cr_lua_open() (policies/lua/lua.h) on the loaded policy.
 */
#ifndef CR_POLICIES_DECIDE_SCRIPT_H
#define CR_POLICIES_DECIDE_SCRIPT_H

#include "policies/decide/deciding.h"

enum cr_hook { CR_HOOK_CLASSIFY, CR_HOOK_DECIDE, CR_HOOKS };

enum cr_script_outcome {
	CR_SCRIPT_SILENT,  /* no such hook, or it has no opinion */
	CR_SCRIPT_SAYS,    /* the result's fields */
	CR_SCRIPT_REFUSES, /* site_code and text */
	CR_SCRIPT_FAILED,  /* text: why, one line */
};

/** NULL, CR_UNSET, CR_UNSAID: not said.  Texts live in the decision's arena or an input. */
struct cr_script_result {
	const char *profile; /* classify: a profile of the policy, or "none" */
	const char *site_code, *text;
	bool ordered;        /* the candidates, by their places in cr_deciding, the best first */
	const size_t *order; /* in the decision's arena, or static */
	size_t order_count;
	const char *notice;
	/* Its wishes: of WISH, the fields that are WISHED. */
	struct cr_decision wish;
	bool wished[CR_DECISION_FIELDS];
};

struct cr_script_session;

struct cr_script_ops {
	/*
	 * Run HOOK on G.  Changes nothing in G but its arena and its session, which
	 * the hooks of one decision share.  Any number of threads at once.
	 */
	enum cr_script_outcome (*call)(struct cr_script *script, enum cr_hook hook,
				       struct cr_deciding *g, struct cr_script_result *result);
	/* The decision is over: end SESSION, if it has one. */
	void (*end)(struct cr_script *script, struct cr_script_session *session);
};

/** May a script wish for FIELD of the decision? */
bool cr_script_may_wish(enum cr_decision_field field);

/** The steps, in decide_script.c; the first returns like the other steps. */
int cr_decide_script_profile(struct cr_deciding *g);
void cr_decide_script(struct cr_deciding *g);
void cr_decide_script_end(struct cr_deciding *g);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The site's own script in a decision: what it is asked, and how far it may go.
 *
 * `classify` is asked once the tenant and the declared profile are known,
 * `decide` when everything else is decided.  Neither can rewrite what the user
 * chose; unless the script is trusted, neither gets around the policy.
 */
#include "policies/decide/decision_fields.h"
#include "policies/decide/script.h"

#include <string.h>

/* A script that failed: the decision without it, or none. */
static int fail_script(struct cr_deciding *g, const char *text)
{
	cr_because(g, CR_STEP_SCRIPT, CR_511_LUA, NULL, "the script failed and is ignored: %s",
		   text);
	if (!g->policy->script->refuse_on_failure)
		return 0;
	g->reason_count--; /* it is not ignored */
	cr_against(g, CR_STEP_SCRIPT, CR_511_LUA, NULL, text);
	return cr_refuse(g, CR_STEP_SCRIPT, CR_511_LUA,
			 "the site's own rules failed, and this site takes no job without them; an "
			 "administrator must look at slurmctld's log");
}

/* 1: go on with RESULT; 0: nothing to do; -1: refused. */
static int ask_script(struct cr_deciding *g, enum cr_hook hook, struct cr_script_result *result)
{
	struct cr_script *script = g->policy->script;

	switch (script->ops->call(script, hook, g, result)) {
	case CR_SCRIPT_SAYS:
		return 1;
	case CR_SCRIPT_REFUSES:
		g->d->verdict =
			CR_VERDICT_LEAVE; /* its own words, not those of an earlier refusal */
		g->d->site_code = result->site_code;
		return cr_refuse(g, CR_STEP_SCRIPT, CR_SITE_CODE, "%s", result->text);
	case CR_SCRIPT_FAILED:
		return fail_script(g, result->text);
	default:
		return 0;
	}
}

void cr_decide_script_end(struct cr_deciding *g)
{
	if (g->script_session)
		g->policy->script->ops->end(g->policy->script, g->script_session);
	g->script_session = NULL;
}

/* ---- the profile ------------------------------------------------------------ */

int cr_decide_script_profile(struct cr_deciding *g)
{
	const struct cr_profile *profile;
	struct cr_script_result result;
	int rc;

	if (!g->policy->script || g->d->option.kind == CR_OPTION_NONE)
		return 0;
	rc = ask_script(g, CR_HOOK_CLASSIFY, &result);
	if (rc <= 0)
		return rc;
	profile = cr_policy_find_profile(g->policy, result.profile);
	if (profile == g->profile)
		return 0;
	if (profile && !cr_profile_open(g, profile) && !g->policy->script->trusted) {
		cr_because(g, CR_STEP_SCRIPT, CR_203_PROFILE_NOT_OPEN, profile->head.name,
			   "the script gives a profile that is not open to tenant '%s': ignored",
			   g->tenant->head.name);
		return 0;
	}
	cr_take_profile(g, profile);
	cr_because(g, CR_STEP_SCRIPT, CR_NO_CODE, result.profile, "the script gives this profile");
	return 0;
}

/* ---- the candidates --------------------------------------------------------- */

/* What only the policy closes, a trusted script opens. */
static void open_up(struct cr_deciding *g, struct cr_candidate *c)
{
	if (c->obstacle != CR_OBSTACLE_RIGHT)
		return;
	cr_candidate_judge_unbarred(g, c);
	if (!c->obstacle)
		cr_decide_qos(g, c);
}

/* The candidates in the order wanted are the only ones left. */
static void reorder_candidates(struct cr_deciding *g, const struct cr_script_result *r)
{
	const char *before = g->d->partition;

	for (size_t i = 0; i < g->candidate_count; i++)
		g->candidates[i].dropped = true;
	for (size_t i = 0; i < r->order_count; i++) {
		struct cr_candidate *c = &g->candidates[r->order[i]];

		c->dropped = false;
		c->place = (unsigned)i + 1;
		open_up(g, c);
	}
	cr_choose_again(g);
	if (g->d->verdict != CR_VERDICT_REFUSE && (!before || strcmp(before, g->d->partition) != 0))
		cr_because(g, CR_STEP_SCRIPT, CR_NO_CODE, g->d->partition,
			   "chosen by the script%s%s%s", before ? ", not '" : "",
			   before ? before : "", before ? "'" : "");
}

/* Changes are the user's: they are judged, and nothing is chosen for them. */
static void apply_order(struct cr_deciding *g, const struct cr_script_result *r)
{
	if (!r->ordered)
		return;
	if (g->explicit_partition || g->request->modify)
		cr_because(g, CR_STEP_SCRIPT, CR_NO_CODE, NULL,
			   "the script's candidates are ignored: the user chose the partition");
	else if (g->candidate_count)
		reorder_candidates(g, r);
}

/* ---- the wishes ------------------------------------------------------------- */

/* Each says why the wish for a field cannot be granted, or NULL. */
typedef const char *(*why_not_fn)(const struct cr_deciding *g, const struct cr_decision *wish);

static bool goes_to(const struct cr_deciding *g, enum cr_topology_type type)
{
	return g->chosen && g->chosen->part->topology_type == type;
}

static bool is_given(uint32_t number)
{
	return number && number != CR_UNSET;
}

static const char *why_not_qos(const struct cr_deciding *g, const struct cr_decision *wish)
{
	(void)wish;
	return g->request->qos ? "the user chose one" : NULL;
}

static const char *why_not_segment(const struct cr_deciding *g, const struct cr_decision *wish)
{
	const struct cr_space *space = g->chosen ? g->chosen->part->space : NULL;

	if (is_given(g->request->segment))
		return "the user chose one";
	if (!goes_to(g, CR_TOPOLOGY_BLOCK) || g->size.nodes == CR_UNSET)
		return "the job does not go to blocks with a known number of nodes";
	if (space &&
	    !cr_fit_segment_ok(space, g->size.nodes, wish->segment, g->view->slurm_version))
		return "Slurm would not accept it for so many nodes";
	return NULL;
}

static const char *why_not_switches(const struct cr_deciding *g, const struct cr_decision *wish)
{
	const struct cr_space *space = g->chosen ? g->chosen->part->space : NULL;

	if (is_given(g->request->switches))
		return "the user chose them";
	if (!goes_to(g, CR_TOPOLOGY_TREE) || g->size.nodes == CR_UNSET)
		return "the job does not go to a tree with a known number of nodes";
	if (space && cr_fit_fewest_units(space, g->size.nodes) > wish->switches)
		return "so few can never hold the job";
	return NULL;
}

/* The wish for the count, which comes first, was granted or not. */
static const char *why_not_wait(const struct cr_deciding *g, const struct cr_decision *wish)
{
	if (wish->switches == CR_UNSET || g->d->switches != wish->switches)
		return "it goes with switches";
	return NULL;
}

static const char *why_not_exclusive(const struct cr_deciding *g, const struct cr_decision *wish)
{
	(void)wish;
	if (g->request->exclusive != CR_EXCLUSIVE_UNSAID || !goes_to(g, CR_TOPOLOGY_BLOCK))
		return "the user chose, or the job does not go to blocks";
	return NULL;
}

static const why_not_fn wishes[CR_DECISION_FIELDS] = {
	[CR_DECISION_QOS] = why_not_qos,
	[CR_DECISION_SEGMENT] = why_not_segment,
	[CR_DECISION_SWITCHES] = why_not_switches,
	[CR_DECISION_SWITCH_WAIT] = why_not_wait,
	[CR_DECISION_EXCLUSIVE_TOPO] = why_not_exclusive,
};

bool cr_script_may_wish(enum cr_decision_field field)
{
	return field < CR_DECISION_FIELDS && wishes[field];
}

static void apply_wish(struct cr_deciding *g, enum cr_decision_field field,
		       const struct cr_decision *wish)
{
	const struct cr_decision_row *row = cr_decision_row(field);
	const char *why = wishes[field](g, wish), *shown;
	char buf[CR_DECISION_SHOWN_MAX];

	if (why) {
		cr_because(g, CR_STEP_SCRIPT, CR_NO_CODE, NULL, "the script's %s is ignored: %s",
			   row->label, why);
		return;
	}
	shown = cr_decision_show(wish, field, buf);
	cr_decision_copy(g->d, wish, field);
	cr_because(g, CR_STEP_SCRIPT, CR_NO_CODE, NULL, "%s wanted by the script: %s", row->label,
		   shown ? shown : "no");
}

static void apply_wishes(struct cr_deciding *g, const struct cr_script_result *r)
{
	apply_order(g, r);
	if (r->notice) {
		cr_because(g, CR_STEP_SCRIPT, CR_NO_CODE, NULL, "notice: %s", r->notice);
		g->d->notice = cr_say(g, "%s", r->notice);
	}
	if (g->d->verdict == CR_VERDICT_REFUSE || g->request->modify)
		return;
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		if (r->wished[field] && wishes[field])
			apply_wish(g, field, &r->wish);
	if (cr_decision_sets(g->d))
		g->d->verdict = CR_VERDICT_ROUTE;
}

void cr_decide_script(struct cr_deciding *g)
{
	const struct cr_script *script = g->policy->script;
	struct cr_script_result result;

	/* Only a trusted script can turn a refusal. */
	if (!script || (g->d->verdict == CR_VERDICT_REFUSE && !script->trusted))
		return;
	if (ask_script(g, CR_HOOK_DECIDE, &result) > 0)
		apply_wishes(g, &result);
}

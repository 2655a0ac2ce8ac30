/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute apply: a plan carried out.  sacctmgr has neither transactions nor
 * compare-and-set, so each object is read again just before its command and after it;
 * the first thing that is not as planned stops, and running again goes on from there.
 */
#include "cli/plan.h"

#include "cli/command.h"
#include "cli/output.h"
#include "live/api.h"
#include "live/governed.h"
#include "live/sacctmgr.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLAN_MAX   ((size_t)16 << 20)
#define FIELDS_MAX 1024

enum { OPT_YES = 256, OPT_POLICY };

struct options {
	const char *file, *policy;
	bool yes;
};

static const struct argp_option table[] = {
	{"policy", OPT_POLICY, "FILE", 0, "plan FILE; default: commroute.yaml beside slurm.conf",
	 0},
	{"yes", OPT_YES, NULL, 0, "do not ask", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_POLICY:
		o->policy = arg;
		return 0;
	case OPT_YES:
		o->yes = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->file)
			argp_error(state, "one plan at a time");
		o->file = arg;
		return 0;
	case ARGP_KEY_SUCCESS:
		if (o->file && o->policy)
			argp_error(state, "either a saved plan or --policy");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.args_doc = "[PLAN]",
	.doc = "Carry out PLAN, which `commroute plan -o` saved, or plan now, show it and ask.  "
	       "Lines of slurm.conf are shown, never written.  Stops at the first object that is "
	       "not as planned or does not become so; run again, it goes on from there.\v"
	       "Exit status: 0 all is as planned; 1 stopped, or slurm.conf has to be edited; "
	       "2 wrong usage; 3 could not find out.",
};

/* ---- one step ---------------------------------------------------------------------- */

struct applying {
	const struct cr_gov_plan *plan;
	struct cr_arena arena;
	size_t done, already;
};

/* What of STEP does not hold in HAVE, into PENDING.  Returns how much. */
static size_t find_pending(const struct cr_gov_step *step, const struct cr_have *have,
			   bool *pending)
{
	size_t n = 0;

	for (size_t i = 0; i < step->count; i++) {
		const struct cr_gov_change *f = &step->field[i];

		pending[i] = !cr_have_holds(have, f->key, step->object, f->element, f->value);
		n += pending[i];
	}
	return n;
}

/* Is what is PENDING still what the plan saw?  Says what is not. */
static bool is_as_seen(const struct cr_gov_step *step, const struct cr_have *have,
		       const bool *pending)
{
	bool there = cr_have_find(have, step->kind, step->object) != NULL;

	if (there == step->add) {
		cr_cli_say("%s '%s' is %s, and was %s when planned: plan again",
			   cr_gov_kind_name(step->kind), step->object,
			   there ? "there" : "not there", there ? "not" : "there");
		return false;
	}
	for (size_t i = 0; i < step->count; i++) {
		const struct cr_gov_change *f = &step->field[i];
		bool above = cr_gov_field(f->key)->how == CR_GOV_ABOVE;
		char now[1024];

		cr_have_value(have, f->key, step->object, above ? "" : f->element, now,
			      sizeof(now));
		if (!pending[i] || strcmp(now, f->have) == 0)
			continue;
		cr_cli_say("%s '%s': %s%s%s is %s, and was %s when planned: plan again",
			   cr_gov_kind_name(step->kind), step->object, cr_gov_field(f->key)->name,
			   *f->element ? " " : "", f->element, *now ? now : "not set",
			   *f->have ? f->have : "not set");
		return false;
	}
	return true;
}

/* The step's object, and for a priority the QOS that it is measured by. */
static int read_object(struct applying *a, const struct cr_gov_step *step, struct cr_have *have)
{
	struct cr_error err;

	if (step->kind == CR_GOV_QOS
		    ? cr_governed_read_one(step->kind, NULL, a->plan->cluster, &a->arena, have,
					   &err)
		    : cr_governed_read_one(step->kind, step->object, a->plan->cluster, &a->arena,
					   have, &err)) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	return CR_CLI_OK;
}

static int run_command(struct applying *a, const struct cr_gov_step *step, const bool *pending)
{
	const char *words[CR_GOV_WORDS_MAX];
	struct cr_error err;
	char *out;
	int rc;

	if (cr_gov_command(step, a->plan->cluster, pending, &a->arena, words) != 0) {
		cr_cli_say("too long a command for %s '%s'", cr_gov_kind_name(step->kind),
			   step->object);
		return CR_CLI_NO;
	}
	printf("%s\n", cr_gov_shell(words, &a->arena));
	fflush(stdout);
	rc = cr_sacctmgr_run(words, &out, &err);
	if (rc < 0)
		cr_cli_say("%s", err.text);
	else if (rc != 0)
		cr_cli_say("sacctmgr says (exit status %d): %s", rc, out);
	free(out);
	return rc == 0 ? CR_CLI_OK : CR_CLI_NO;
}

static int carry_out(struct applying *a, const struct cr_gov_step *step)
{
	bool pending[FIELDS_MAX];
	struct cr_have have;
	int status = step->count <= FIELDS_MAX ? read_object(a, step, &have) : CR_CLI_NO;

	if (status != CR_CLI_OK)
		return status;
	if (!find_pending(step, &have, pending)) {
		a->already++;
		return CR_CLI_OK;
	}
	if (!is_as_seen(step, &have, pending))
		return CR_CLI_NO;
	status = run_command(a, step, pending);
	if (status == CR_CLI_OK)
		status = read_object(a, step, &have);
	if (status != CR_CLI_OK)
		return status;
	if (find_pending(step, &have, pending)) {
		cr_cli_say("%s '%s' is not as planned after its command: commroute plan shows how",
			   cr_gov_kind_name(step->kind), step->object);
		return CR_CLI_NO;
	}
	a->done++;
	return CR_CLI_OK;
}

static int apply_step(struct applying *a, const struct cr_gov_step *step)
{
	int status;

	cr_arena_init(&a->arena, NULL, 0, 0);
	status = carry_out(a, step);
	cr_arena_release(&a->arena);
	return status;
}

/* ---- all steps ---------------------------------------------------------------------- */

/* Lines of slurm.conf come first: sacctmgr takes no limit on a TRES that is not tracked. */
static bool needs_conf(const struct cr_gov_plan *plan, bool *tres)
{
	bool any = false;

	*tres = false;
	for (size_t i = 0; i < plan->count; i++)
		for (size_t k = 0; plan->step[i].kind == CR_GOV_CONF && k < plan->step[i].count;
		     k++) {
			any = true;
			*tres |= plan->step[i].field[k].key == CR_GOV_TRACKED_TRES;
		}
	return any;
}

static int apply_plan(const struct cr_gov_plan *plan)
{
	struct applying a = {.plan = plan};
	bool tres, conf = needs_conf(plan, &tres);
	int status = CR_CLI_OK;
	size_t steps = 0;

	if (conf && tres) {
		cr_cli_say("slurm.conf first: AccountingStorageTRES must name what is limited; "
			   "then restart slurmctld and plan again");
		return CR_CLI_NO;
	}
	for (size_t i = 0; i < plan->count; i++) {
		if (plan->step[i].kind == CR_GOV_CONF)
			continue;
		steps++;
		if (status == CR_CLI_OK)
			status = apply_step(&a, &plan->step[i]);
	}
	printf("%zu done, %zu were so already, %zu not done\n", a.done, a.already,
	       steps - a.done - a.already);
	if (status != CR_CLI_OK)
		return status;
	if (conf)
		cr_cli_say("slurm.conf is not as the policy wants it yet: commroute plan shows the "
			   "lines");
	return conf ? CR_CLI_NO : cr_cli_finish();
}

static bool is_agreed(void)
{
	char answer[16];

	fputs("Carry this out? [y/N] ", stdout);
	fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) && (*answer == 'y' || *answer == 'Y');
}

static int apply_now(const struct options *o)
{
	struct cr_planning p;
	int status = cr_planning_open(&p, o->policy);

	if (status == CR_CLI_OK) {
		cr_cli_diags(p.diags);
		cr_gov_plan_print(&p.plan, &p.arena);
		if (cr_diags_errors(p.diags))
			status = CR_CLI_NO;
		else if (p.plan.count)
			status = o->yes || is_agreed() ? apply_plan(&p.plan) : CR_CLI_NO;
	}
	cr_planning_close(&p);
	return status;
}

static int apply_saved(const struct options *o)
{
	struct cr_arena arena;
	struct cr_error err;
	struct cr_gov_plan plan;
	size_t len;
	char *text = cr_cli_slurp(o->file, PLAN_MAX, &len);
	int status = CR_CLI_NO;

	if (!text)
		return CR_CLI_SYSTEM;
	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_gov_plan_parse(text, len, &arena, &plan, &err) != 0 || cr_live_init(&err) != 0)
		cr_cli_say("%s: %s", o->file, err.text);
	else
		status = apply_plan(&plan);
	cr_arena_release(&arena);
	free(text);
	return status;
}

int cr_cli_apply(int argc, char **argv)
{
	struct options o = {.file = NULL};

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.file)
		return apply_saved(&o);
	if (!o.yes && !isatty(STDIN_FILENO)) {
		cr_cli_say("nobody can be asked here: --yes, or a plan that `commroute plan -o` "
			   "saved");
		return CR_CLI_USAGE;
	}
	return apply_now(&o);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute plan: what Slurm lacks to make the policy true, and the commands that would mend it. */
#include "cli/plan.h"

#include "cli/command.h"
#include "cli/output.h"
#include "live/governed.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_JSON = 256 };

struct options {
	const char *policy, *output;
	bool json;
};

static const struct argp_option table[] = {
	{"output", 'o', "FILE", 0, "save the plan in FILE, for `commroute apply FILE`", 0},
	{"json", OPT_JSON, NULL, 0, "print JSON", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'o':
		o->output = arg;
		return 0;
	case OPT_JSON:
		o->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->policy)
			argp_error(state, "one policy at a time");
		o->policy = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.args_doc = "[POLICY]",
	.doc = "Compare what POLICY (default: commroute.yaml beside slurm.conf) says of shares, "
	       "budgets and borrowing with slurm.conf, QOS and accounts, and show what would make "
	       "it true.  Changes nothing.\v"
	       "Exit status: 0 nothing to do; 1 something to do, or the policy is faulty or cannot "
	       "be expressed; 2 wrong usage; 3 could not find out.",
};

int cr_planning_open(struct cr_planning *p, const char *path)
{
	struct cr_error err;
	struct cr_wants wants;
	const struct cr_view *view;
	const char *cluster;
	int status;

	memset(p, 0, sizeof(*p));
	cr_arena_init(&p->arena, NULL, 0, 0);
	p->diags = cr_diags_new();
	status = p->diags ? cr_cli_site_open(&p->site, path, NULL) : CR_CLI_SYSTEM;
	if (status != CR_CLI_OK)
		return status;
	view = cr_cli_site_view(&p->site);
	cluster = view->have_qos && view->cluster ? view->cluster : "";
	if (!*cluster) {
		cr_cli_say("this cluster has no slurmdbd: there is nothing to plan");
		return CR_CLI_SYSTEM;
	}
	if (cr_governed_read(cluster, &p->arena, &p->have, &err) != 0) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	if (cr_gov_wants(p->site.policy, view, cr_gov_budgets_hold(&p->have), &p->arena, p->diags,
			 &wants) != 0 ||
	    cr_gov_plan_make(&wants, &p->have, &p->arena, &p->plan) != 0) {
		cr_cli_say("out of memory");
		return CR_CLI_SYSTEM;
	}
	p->plan.cluster = cluster;
	cr_diags_sort(p->diags);
	return CR_CLI_OK;
}

void cr_planning_close(struct cr_planning *p)
{
	cr_cli_site_close(&p->site);
	cr_diags_destroy(p->diags);
	cr_arena_release(&p->arena);
}

static int save_plan(struct cr_planning *p, const char *path)
{
	struct json_object *o = cr_gov_plan_json(&p->plan, p->diags, &p->arena);
	const char *text = o ? json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY) : NULL;
	FILE *out = text ? fopen(path, "we") : NULL;
	bool written = out && fprintf(out, "%s\n", text) >= 0;

	/* Closed in any case: what a full disk refuses shows here. */
	if (out && fclose(out) != 0)
		written = false;
	if (!written)
		cr_cli_say("%s: %m", path);
	json_object_put(o);
	return written ? CR_CLI_OK : CR_CLI_SYSTEM;
}

static int print_plan(struct cr_planning *p, bool json)
{
	if (json)
		return cr_cli_json(cr_gov_plan_json(&p->plan, p->diags, &p->arena));
	cr_cli_diags(p->diags);
	cr_gov_plan_print(&p->plan, &p->arena);
	return cr_cli_finish();
}

int cr_cli_plan(int argc, char **argv)
{
	struct options o = {.policy = NULL};
	struct cr_planning p;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	status = cr_planning_open(&p, o.policy);
	if (status == CR_CLI_OK && o.output)
		status = save_plan(&p, o.output);
	if (status == CR_CLI_OK)
		status = print_plan(&p, o.json);
	if (status == CR_CLI_OK && (p.plan.count || cr_diags_errors(p.diags)))
		status = CR_CLI_NO;
	cr_planning_close(&p);
	return status;
}

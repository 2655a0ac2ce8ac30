/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute lua import: what a site's job_submit.lua does with a table of jobs,
 * beside what the policy does with them.
 */
#include "cli/lua.h"

#include "cli/command.h"
#include "cli/job_options.h"
#include "cli/lua_shim.h"
#include "cli/output.h"
#include "cli/site.h"
#include "cli/test_case.h"
#include "topology/slurm_versions.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OPT_JOBS = 256, OPT_ALL };

struct options {
	struct cr_cli_site_options site;
	const char *jobs, *script;
	bool all;
};

struct run {
	const struct options *options;
	struct cr_cli_site site;
	struct cr_shim *shim;
	struct cr_arena arena; /* of one job */
	unsigned same, differ, failed, unknown;
};

static const struct argp_option table[] = {
	{"jobs", OPT_JOBS, "TABLE", 0, "the jobs: a table as `commroute test` reads it", 0},
	{"all", OPT_ALL, NULL, 0, "list the jobs too that come to the same", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->site;
		return 0;
	case OPT_JOBS:
		o->jobs = arg;
		return 0;
	case OPT_ALL:
		o->all = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->script)
			argp_error(state, "one script at a time");
		o->script = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->script || !o->jobs)
			argp_error(state, "which script, and which --jobs?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&cr_cli_site_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};

static const struct argp argp = {
	.options = table,
	.children = children,
	.parser = parse_option,
	.args_doc = "FILE",
	.doc = "Run FILE, a job_submit.lua for Slurm's own plugin, on each job of --jobs, and list "
	       "where what it does differs from what the policy does.  Nothing is submitted; the "
	       "script runs without files, processes and network.\v"
	       "Exit status: 0 when all come to the same, 1 when one differs, rests on what is not "
	       "known here, or the script fails.",
};

/* ---- one job ------------------------------------------------------------------------ */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcasecmp(a, b) == 0);
}

static const char *or_unset(const char *text)
{
	return text ? text : "(unset)";
}

/* 1 when the two differ, which is printed when PRINT. */
static unsigned compare_texts(const char *what, const char *theirs, const char *ours, bool print)
{
	if (same_text(theirs, ours))
		return 0;
	if (print)
		printf("    %-10s script: %s; policy: %s\n", what, or_unset(theirs),
		       or_unset(ours));
	return 1;
}

/* What the script sets and no policy does. */
static unsigned note_beyond(const char *what, bool set, const char *which, bool print)
{
	if (set && print)
		printf("    %-10s the script sets %s; a policy never does\n", what, which);
	return set;
}

/* No difference of the outcome, though the script seems to want one. */
static unsigned note_vain(const char *which, bool print)
{
	if (which && print)
		printf("    without effect: Slurm lets no script set %s\n", which);
	return 0;
}

static unsigned compare_numbers(const char *what, uint32_t theirs, uint32_t ours, bool print)
{
	char text[2][16];

	(void)snprintf(text[0], sizeof(text[0]), "%u", theirs);
	(void)snprintf(text[1], sizeof(text[1]), "%u", ours);
	return compare_texts(what, theirs == CR_UNSET ? NULL : text[0],
			     ours == CR_UNSET ? NULL : text[1], print);
}

static uint32_t first_set(uint32_t a, uint32_t b)
{
	return a != CR_UNSET ? a : b ? b : CR_UNSET;
}

static unsigned compare_placement(const struct cr_request *r, const struct cr_shim_outcome *o,
				  const struct cr_decision *d, bool print)
{
	return compare_numbers("segment", o->segment, first_set(d->segment, r->segment), print) +
	       compare_numbers("switches", o->switches, first_set(d->switches, r->switches),
			       print) +
	       compare_numbers("wait", o->switch_wait, first_set(d->switch_wait, r->switch_wait),
			       print);
}

/* In how many ways the two differ: printed when PRINT. */
static unsigned compare_outcomes(const struct cr_request *r, const struct cr_shim_outcome *o,
				 const struct cr_decision *d, bool print)
{
	bool refused = d->verdict == CR_VERDICT_REFUSE;

	if (o->refused || refused)
		return compare_texts("verdict", o->refused ? "refused" : "taken",
				     refused ? "refused" : "taken", print);
	return compare_texts("partition", o->partition, d->partition ? d->partition : r->partition,
			     print) +
	       compare_placement(r, o, d, print) +
	       compare_texts("qos", o->qos, d->qos ? d->qos : r->qos, print) +
	       compare_texts("features", o->features, r->features, print) +
	       compare_texts("reservation", o->reservation, r->reservation, print) +
	       compare_texts("account", o->account ? o->account : r->account, r->account, print) +
	       note_beyond("time_limit", o->time_limit != r->time_limit, "it", print) +
	       note_beyond("others", o->others != NULL, o->others, print) +
	       note_vain(o->vain, print);
}

static void say_failure(const struct run *run, const struct cr_shim_outcome *o)
{
	uint32_t version = cr_cli_site_view(&run->site)->slurm_version;

	printf("    the script fails: %s\n", o->text ? o->text : "out of memory");
	if (version)
		printf("    then Slurm %u.%02u %s\n", version >> 16, version >> 8 & 0xff,
		       version >= CR_SINCE_LUA_FAILURE_REFUSES ? "refuses the job"
							       : "takes it as it stands by then");
}

static void say_difference(const struct cr_request *r, const struct cr_shim_outcome *o,
			   const struct cr_decision *d)
{
	(void)compare_outcomes(r, o, d, true);
	if (o->text)
		printf("    script says: %s\n", o->text);
	if (d->message)
		printf("    policy says: %s\n", d->message);
}

static void report_job(struct run *run, const struct cr_test_case *c, const struct cr_request *r,
		       const struct cr_shim_outcome *o, const struct cr_decision *d)
{
	bool differs = !o->failed && compare_outcomes(r, o, d, false) > 0;
	unsigned *count = o->unknown  ? &run->unknown
			  : o->failed ? &run->failed
			  : differs   ? &run->differ
				      : &run->same;

	(*count)++;
	if (count == &run->same && !run->options->all)
		return;
	printf("%s\n    job        %s\n", c->name, c->job);
	if (o->unknown)
		printf("    not known here, and read by the script: %s; without it:\n", o->unknown);
	if (o->failed)
		say_failure(run, o);
	else
		say_difference(r, o, d);
}

/* The default account of WHO, in ARENA; NULL where it is not known. */
static const char *default_account(struct run *run, const char *who)
{
	struct cr_request request;
	struct cr_view view;

	cr_request_init(&request);
	request.user = who;
	return cr_cli_site_for(&run->site, &request, &run->arena, &view) == CR_CLI_OK
		       ? request.account
		       : NULL;
}

static int run_job(struct run *run, const struct cr_test_case *c)
{
	struct cr_shim_asked asked = {.default_account = default_account(run, c->user)};
	struct cr_shim_outcome outcome;
	struct cr_job_words words;
	struct cr_request request;
	struct cr_decision d;
	struct cr_view view;
	struct cr_error err;

	cr_request_init(&request);
	request.user = c->user;
	request.privileged = c->privileged;
	if (cr_job_options_read_line(c->job, cr_cli_site_view(&run->site)->slurm_version,
				     &run->arena, &request, &words, &err) != 0) {
		cr_cli_say("line %u: %s", c->head.pos.line, err.text);
		return CR_CLI_NO;
	}
	if (cr_cli_site_for(&run->site, &request, &run->arena, &view) != CR_CLI_OK)
		return CR_CLI_SYSTEM;
	if (cr_decide(run->site.policy, &request, &view, &run->arena, &d) != 0) {
		cr_cli_say("out of memory");
		return CR_CLI_SYSTEM;
	}
	asked.request = &request;
	asked.words = &words;
	asked.view = &view;
	cr_shim_submit(run->shim, &asked, &run->arena, &outcome);
	report_job(run, c, &request, &outcome, &d);
	return CR_CLI_OK;
}

static int run_table(struct run *run, const struct cr_test_table *t)
{
	int status = CR_CLI_OK;

	for (size_t i = 0; i < t->cases.count && status == CR_CLI_OK; i++) {
		cr_arena_init(&run->arena, NULL, 0, 0);
		status = run_job(run, cr_test_case_at(&t->cases, i));
		cr_arena_release(&run->arena);
	}
	if (status != CR_CLI_OK)
		return status;
	printf("%zu jobs: %u the same, %u differ, in %u the script fails", t->cases.count,
	       run->same, run->differ, run->failed);
	if (run->unknown)
		printf(", in %u it reads what is not known here", run->unknown);
	printf("\n");
	status = cr_cli_finish();
	return status != CR_CLI_OK ? status : run->same == t->cases.count ? CR_CLI_OK : CR_CLI_NO;
}

/* ---- the files ------------------------------------------------------------------------ */

static int with_script(struct run *run, const struct cr_test_table *t)
{
	const char *name = run->options->script;
	struct cr_error err;
	int status = CR_CLI_NO;
	size_t len;
	char *text = cr_cli_slurp(name, (size_t)4 << 20, &len);

	if (!text)
		return CR_CLI_SYSTEM;
	run->shim = cr_shim_new(name, text, len, cr_cli_site_view(&run->site), !run->site.snapshot,
				&err);
	if (run->shim)
		status = run_table(run, t);
	else
		cr_cli_say("%s", err.text);
	cr_shim_destroy(run->shim);
	free(text);
	return status;
}

static int with_site(const struct options *o, const struct cr_test_table *t)
{
	struct run run = {.options = o};
	int status = cr_cli_site_open(&run.site, o->site.policy, o->site.snapshot);

	if (status != CR_CLI_OK)
		return status;
	status = with_script(&run, t);
	cr_cli_site_close(&run.site);
	return status;
}

int cr_cli_lua_import(int argc, char **argv)
{
	struct options o = {0};
	struct cr_test_table jobs;
	struct cr_arena arena;
	struct cr_diags *diags;
	int status = CR_CLI_NO;
	size_t len;
	char *buf;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	buf = cr_cli_slurp(o.jobs, (size_t)4 << 20, &len);
	if (!buf)
		return CR_CLI_SYSTEM;
	diags = cr_diags_new();
	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_test_table_read(o.jobs, buf, len, &arena, &jobs, diags) == 0)
		status = with_site(&o, &jobs);
	else
		cr_cli_diags(diags);
	cr_arena_release(&arena);
	cr_diags_destroy(diags);
	free(buf);
	return status;
}

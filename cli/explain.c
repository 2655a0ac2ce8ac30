/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute explain: where a job would go, and why. */
#include "cli/command.h"
#include "cli/eta.h"
#include "cli/explain_job.h"
#include "cli/job_options.h"
#include "cli/output.h"
#include "cli/site.h"
#include "cli/story.h"
#include "policies/job/codes.h"

#include <argp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_USER = 256, OPT_JSON, OPT_ETA, OPT_JOB, OPT_CODES };

struct options {
	struct cr_cli_site_options site;
	const char *user, *job;
	bool json, eta, codes;
	char **words; /* the job's own */
	int count;
};

static const struct argp_option table[] = {
	{"user", OPT_USER, "USER", 0, "as if USER submitted it; default: you", 0},
	{"json", OPT_JSON, NULL, 0, "print JSON", 0},
	{"eta", OPT_ETA, NULL, 0, "ask Slurm when the job would start in each partition", 0},
	{"job", OPT_JOB, "ID", 0,
	 "tell what was decided for job ID (18, 18_2, 19+1), and where it stands now", 0},
	{"codes", OPT_CODES, NULL, 0,
	 "list the codes (or those behind it) with their meaning and remedy", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->site;
		return 0;
	case OPT_USER:
		o->user = arg;
		return 0;
	case OPT_JOB:
		o->job = arg;
		return 0;
	case OPT_JSON:
		o->json = true;
		return 0;
	case OPT_ETA:
		o->eta = true;
		return 0;
	case OPT_CODES:
		o->codes = true;
		return 0;
	case ARGP_KEY_ARGS:
		o->words = state->argv + state->next;
		o->count = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		if (!o->job && !o->codes)
			argp_error(state, "no job: write its sbatch options after --");
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
	.args_doc = "-- [sbatch|salloc|srun] [OPTION...] [SCRIPT]",
	.doc = "Tell where a job would go, and why: what was understood, each partition with why "
	       "or why not, quota and topology apart, and what would be set.  The job is written "
	       "as for sbatch; #SBATCH lines of SCRIPT are read.\v"
	       "Exit status: 0 when the job goes through, 1 when it is refused.",
};

static void print_code(const struct cr_code_row *row, bool first)
{
	printf("%s%s  %-20s %s\n%29s%s\n", first ? "" : "\n", row->id, row->name, row->meaning, "",
	       row->remedy);
}

/* Those among COUNT words, or all when there is none. */
static int print_codes(char *const *words, int count)
{
	size_t all;
	const struct cr_code_row *codes = cr_codes(&all);

	for (int i = 0; i < count; i++)
		if (cr_code_parse(words[i]) == CR_NO_CODE) {
			cr_cli_say("no code is '%.20s'; --codes alone lists them", words[i]);
			return CR_CLI_USAGE;
		}
	for (int i = 0; i < count; i++)
		print_code(cr_code_row(cr_code_parse(words[i])), i == 0);
	for (size_t i = 0; !count && i < all; i++)
		print_code(&codes[i], i == 0);
	return cr_cli_finish();
}

static const char *own_name(void)
{
	const struct passwd *pw = getpwuid(getuid());

	return pw ? pw->pw_name : NULL;
}

static int tell_decision(const struct options *o, const struct cr_cli_site *site,
			 const struct cr_request *request, const struct cr_decision *d)
{
	int status = d->act && d->verdict == CR_VERDICT_REFUSE ? CR_CLI_NO : CR_CLI_OK, rc;
	struct json_object *root;

	if (o->json) {
		root = cr_cli_story_json(d);
		if (o->eta)
			cr_cli_eta_json(site, request, d, root);
		rc = cr_cli_json(root);
	} else {
		cr_cli_story(stdout, request, d);
		if (o->eta)
			cr_cli_eta(site, request, d);
		rc = cr_cli_finish();
	}
	return rc == CR_CLI_OK ? status : rc;
}

static int explain_request(const struct options *o, const struct cr_cli_site *site,
			   struct cr_arena *arena)
{
	struct cr_request request;
	struct cr_decision d;
	struct cr_view view;
	struct cr_error err;
	int status;

	cr_request_init(&request);
	request.user = o->user ? o->user : own_name();
	if (cr_job_options_read(o->count, o->words, cr_cli_site_view(site)->slurm_version,
				o->user || o->site.snapshot ? NULL : getenv, arena, &request,
				&err) != 0) {
		cr_cli_say("%s", err.text);
		return CR_CLI_USAGE;
	}
	status = cr_cli_site_for(site, &request, arena, &view);
	if (status != CR_CLI_OK)
		return status;
	if (cr_decide(site->policy, &request, &view, arena, &d) != 0) {
		cr_cli_say("out of memory");
		return CR_CLI_SYSTEM;
	}
	return tell_decision(o, site, &request, &d);
}

int cr_cli_explain(int argc, char **argv)
{
	struct options o = {0};
	struct cr_cli_site site;
	struct cr_arena arena;
	int status;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &o);
	if (o.codes)
		return print_codes(o.words, o.count);
	if (o.job)
		return cr_cli_explain_job(o.job, o.json);
	status = cr_cli_site_open(&site, o.site.policy, o.site.snapshot);
	if (status != CR_CLI_OK)
		return status;
	cr_arena_init(&arena, NULL, 0, 0);
	status = explain_request(&o, &site, &arena);
	cr_arena_release(&arena);
	cr_cli_site_close(&site);
	return status;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute journal: what was decided, from the files in slurmctld's StateSaveLocation. */
#include "base/units.h"
#include "cli/command.h"
#include "cli/journal_entry.h"
#include "cli/journal_files.h"
#include "cli/output.h"
#include "cli/state_dir.h"
#include "live/api.h"
#include "live/job.h"
#include "policies/decide/record.h"

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_AGAIN_MS 200

struct options {
	struct cr_entry_choice choice;
	const char *dir;
	bool json, follow;
};

enum { OPT_JOB = 256, OPT_USER, OPT_TENANT, OPT_CODE, OPT_SINCE, OPT_FOLLOW, OPT_JSON, OPT_STATE };

static const struct argp_option table[] = {
	{"job", OPT_JOB, "N", 0, "what was decided about job N: its submission and its updates", 0},
	{"user", OPT_USER, "NAME", 0, "about jobs of this user, a name or a number", 0},
	{"tenant", OPT_TENANT, "NAME", 0, "about jobs of this tenant", 0},
	{"code", OPT_CODE, "CODE", 0, "with this code (CR-301), as the verdict's or a reason's", 0},
	{"since", OPT_SINCE, "TIME", 0,
	 "from then on: 30m, 4h, 2d ago, or 2026-01-31, 2026-01-31T12:00 (with Z: UTC)", 0},
	{"follow", OPT_FOLLOW, NULL, 0, "go on with what is decided from now on, until ended", 0},
	{"json", OPT_JSON, NULL, 0, "print the lines as they are, one of JSON each", 0},
	{"state-dir", OPT_STATE, "DIR", 0,
	 "slurmctld's StateSaveLocation; default: as slurm.conf says", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static void take_job(const char *text, struct argp_state *state)
{
	struct options *o = state->input;
	struct cr_error err;
	uint64_t n;

	if (cr_units_number(text, 1, UINT32_MAX, &n, &err) != 0)
		argp_error(state, "--job: %s", err.text);
	else
		o->choice.job = (uint32_t)n;
}

/* A day, with or without a time, as people and the journal write it; local but for a Z. */
static bool read_date(const char *text, time_t *when)
{
	static const char *const forms[] = {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d"};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct tm tm = {.tm_isdst = -1};
		const char *end = strptime(text, forms[i], &tm);
		bool utc = end && strcmp(end, "Z") == 0;

		if (!end || (*end && !utc))
			continue;
		*when = utc ? timegm(&tm) : mktime(&tm);
		return *when > 0;
	}
	return false;
}

static void take_since(const char *text, struct argp_state *state)
{
	struct options *o = state->input;
	struct cr_error err;
	uint64_t ago;
	time_t when;

	if (read_date(text, &when))
		o->choice.since = when;
	else if (cr_units_seconds(text, &ago, &err) == 0)
		o->choice.since = time(NULL) - (int64_t)ago;
	else
		argp_error(state,
			   "--since: neither a date such as 2026-01-31T12:00, nor a time "
			   "ago: %s",
			   err.text);
}

static error_t parse_choice(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_JOB:
		take_job(arg, state);
		return 0;
	case OPT_USER:
		o->choice.user = arg;
		return 0;
	case OPT_TENANT:
		o->choice.tenant = arg;
		return 0;
	case OPT_CODE:
		o->choice.code = arg;
		return 0;
	case OPT_SINCE:
		take_since(arg, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_FOLLOW:
		o->follow = true;
		return 0;
	case OPT_JSON:
		o->json = true;
		return 0;
	case OPT_STATE:
		o->dir = arg;
		return 0;
	default:
		return parse_choice(key, arg, state);
	}
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.doc = "Show what was decided, the oldest first, from slurmctld's journal and its older "
	       "files, on its host and for who may read its state.\v"
	       "A submission has no job number yet when it is decided: with --job slurmctld is "
	       "asked for the record of the job, which names its line.\n\n"
	       "Exit status: 0, also when nothing was decided; 2 wrong usage; 3 the journal cannot "
	       "be read.",
};

/* The number in the journal that the record in TEXT (may be NULL) has; false: there is none. */
static bool take_id(const char *text, struct cr_entry_choice *choice)
{
	const char *at = text && cr_record_is_in(text) ? strstr(text, "{\"commroute\":") : NULL;
	struct json_object *record = at ? json_tokener_parse(at) : NULL, *id;
	bool found = json_object_object_get_ex(record, "id", &id);

	if (found)
		(void)snprintf(choice->id, sizeof(choice->id), "%s", json_object_get_string(id));
	json_object_put(record);
	return found;
}

/* Without it the job's updates are found by its number, and its submission is not. */
static void find_submission(struct cr_entry_choice *choice)
{
	struct cr_error err = {.text = "it has no record"};
	const struct cr_live_job_name name = {.id = choice->job};
	struct cr_live_job job;
	struct cr_arena arena;
	bool found;

	cr_arena_init(&arena, NULL, 0, 0);
	found = cr_live_init(&err) == 0 &&
		cr_live_job_load(&name, &arena, &job, &err) == CR_LIVE_FOUND &&
		(take_id(job.admin_comment, choice) || take_id(job.extra, choice));
	if (!found)
		cr_cli_say("job %u: its submission is not found, its updates alone are shown: %s",
			   choice->job, err.text);
	cr_arena_release(&arena);
}

/* Show what there is by now.  Returns how many lines were none of the journal's. */
static uint64_t show_lines(struct options *o, struct cr_journal_files *files)
{
	uint64_t strange = 0;
	const char *line;
	size_t len;

	while ((line = cr_journal_files_next(files, o->follow, &len)) != NULL) {
		struct json_object *entry = cr_entry_read(line, len);

		strange += !entry;
		if (entry && cr_entry_is_wanted(&o->choice, entry))
			cr_entry_print(entry, o->json);
		json_object_put(entry);
	}
	return strange;
}

static void say_strange(uint64_t strange)
{
	if (strange)
		cr_cli_say("%" PRIu64 " lines of the journal cannot be read, and are passed over",
			   strange);
}

static int follow_lines(struct options *o, struct cr_journal_files *files)
{
	static const struct timespec pause = {.tv_nsec = LOOK_AGAIN_MS * 1000000L};
	int status;

	do {
		uint64_t broken = files->broken;
		uint64_t strange = show_lines(o, files);

		say_strange(strange + files->broken - broken);
		status = cr_cli_finish();
		(void)nanosleep(&pause, NULL);
	} while (status == CR_CLI_OK);
	return status;
}

static int show_journal(struct options *o, const char *dir)
{
	struct cr_journal_files *files = malloc(sizeof(*files));
	struct cr_error err = {.text = "out of memory"};
	int status = CR_CLI_SYSTEM;

	if (!files || cr_journal_files_open(files, dir, &err) != 0) {
		cr_cli_say("%s", err.text);
		free(files);
		return CR_CLI_SYSTEM;
	}
	if (o->choice.job)
		find_submission(&o->choice);
	if (o->follow) {
		status = follow_lines(o, files);
	} else {
		uint64_t strange = show_lines(o, files);

		say_strange(strange + files->broken);
		status = cr_cli_finish();
	}
	cr_journal_files_close(files);
	free(files);
	return status;
}

int cr_cli_journal(int argc, char **argv)
{
	struct options o = {.dir = NULL};
	char *dir = NULL;
	int status = CR_CLI_SYSTEM;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (!o.dir)
		dir = cr_cli_state_dir();
	if (o.dir || dir)
		status = show_journal(&o, o.dir ? o.dir : dir);
	else
		cr_cli_say("there is no slurm.conf here: give --state-dir");
	free(dir);
	return status;
}

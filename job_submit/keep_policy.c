/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The policy in force: loaded, watched, loaded again.  Its text is kept and its load noted by
 * the slurmctld in control, also when it takes over with a policy that it loaded long before.
 */
#include "job_submit/keep.h"
#include "job_submit/keeper.h"

#include "job_submit/control.h"
#include "job_submit/journal.h"
#include "job_submit/log.h"
#include "job_submit/policy_texts.h"
#include "job_submit/slurm_api.h"
#include "policies/job/codes.h"
#include "policies/lua/lua.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define POLICY_MS 500 /* so that `mode: disabled` acts within a second; a stat() for each file */

static struct {
	struct cr_cell cell;
	struct cr_policy_watch watch;
	const char *path, *cluster;
	_Atomic int64_t loaded; /* when the policy in force was */
	bool to_note;           /* what was loaded, or refused, is not in the journal yet */
	bool refused;           /* at the last load */
} kept = {.cell = CR_CELL_INIT};

static void log_diags(const struct cr_diags *diags)
{
	char line[700];

	for (size_t i = 0; i < cr_diags_kept(diags); i++) {
		const struct cr_diag *d = cr_diags_get(diags, i);

		cr_diag_format(d, line, sizeof(line));
		if (d->severity == CR_ERROR)
			slurm_error("commroute: %s", line);
		else
			slurm_info("commroute: %s", line);
	}
}

/* From the site's own script, at any submission. */
static void log_script(void *ctx, enum cr_severity severity, const char *text)
{
	(void)ctx;
	if (severity == CR_ERROR)
		slurm_error("commroute: %s", text);
	else
		slurm_info("commroute: %s", text);
}

static void destroy_policy(void *policy)
{
	cr_policy_destroy(policy);
}

static void log_refused(const struct cr_diags *diags)
{
	struct cr_shared *in_force = cr_cell_get(&kept.cell);

	slurm_error("commroute: %s is refused (%zu errors)%s%s: %s", kept.path,
		    cr_diags_errors(diags), in_force ? "" : ", ",
		    in_force ? "" : cr_code_text(CR_501_NO_POLICY),
		    in_force ? "the last good policy stays in force"
			     : "no policy is in force, jobs go through unchanged");
	cr_shared_put(in_force);
}

static void log_in_force(const struct cr_policy *policy)
{
	slurm_info("commroute: policy %s in force, mode %s, hash %s", kept.path,
		   cr_mode_name(cr_policy_mode(policy)), cr_policy_hash(policy));
}

static void load_policy(void)
{
	struct cr_diags *diags = cr_diags_new();
	static const struct cr_lua_log log = {.line = log_script};
	struct cr_policy *policy = cr_lua_read_policy(kept.path, true, kept.cluster, &kept.watch,
						      &log, diags);

	if (policy)
		cr_policy_check_version(policy, cr_slurm_api_version(), diags);
	log_diags(diags);
	cr_journal_count(policy ? CR_COUNT_POLICY_LOADED : CR_COUNT_POLICY_REFUSED);
	kept.refused = !policy || cr_cell_publish(&kept.cell, policy, destroy_policy) != 0;
	if (kept.refused) {
		log_refused(diags);
	} else {
		kept.loaded = time(NULL);
		cr_journal_keep(cr_policy_journal(policy));
		log_in_force(policy);
	}
	kept.to_note = true;
	cr_diags_destroy(diags);
}

/* The last load, in the journal and by its hash: by whoever is in control. */
static void note_load(void)
{
	struct cr_shared *shared = cr_cell_get(&kept.cell);
	const struct cr_policy *policy = kept.refused ? NULL : cr_shared_object(shared);
	struct cr_error err = {.text = ""};
	const char *dir = cr_slurm_api_state_dir();

	kept.to_note = false;
	cr_journal_note_policy(kept.path, policy ? cr_policy_hash(policy) : NULL,
			       policy ? cr_mode_name(cr_policy_mode(policy)) : NULL);
	if (policy && dir &&
	    cr_policy_texts_keep(dir, cr_policy_hash(policy), &kept.watch, &err) != 0)
		slurm_info("commroute: the policy's text is not kept: %s", err.text);
	cr_shared_put(shared);
}

void cr_keep_policy_first(const char *path, const char *cluster)
{
	kept.path = path;
	kept.cluster = cluster;
	load_policy();
}

void *cr_keep_policy(void *unused)
{
	(void)unused;
	for (;;) {
		if (kept.to_note && cr_control_is_ours())
			note_load();
		cr_keep_sleep(POLICY_MS);
		if (cr_policy_watch_changed(&kept.watch))
			load_policy();
		cr_cell_sweep(&kept.cell);
	}
	return NULL;
}

const char *cr_keep_policy_path(void)
{
	return kept.path;
}

int64_t cr_keep_policy_loaded(void)
{
	return kept.loaded;
}

struct cr_shared *cr_keeper_policy(void)
{
	return cr_cell_get(&kept.cell);
}

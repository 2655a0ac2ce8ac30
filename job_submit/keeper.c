/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads that keep policy, view and journal current while slurmctld works. */
#include "job_submit/keeper.h"

#include "job_submit/journal.h"
#include "job_submit/kept_view.h"
#include "job_submit/log.h"
#include "job_submit/slurm_api.h"
#include "policies/decide/decision.h"
#include "policies/job/codes.h"
#include "policies/lua/lua.h"
#include "topology/slurmconf.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define POLICY_FILE "commroute.yaml"

/* How often things are looked at.  A stat() and a "no change" RPC cost next to nothing. */
#define POLICY_MS   500   /* so that `mode: disabled` acts within a second */
#define FIRST_MS    200   /* until the controller answers and its nodes have registered */
#define FIRST_LOADS 50    /* but no more often than this: cloud nodes may never register */
#define CHANGES_MS  2000  /* partitions or reservations changed? */
#define VIEW_MS     60000 /* all anew: node states */
#define JOURNAL_MS  250   /* what was decided is written */

static struct {
	pid_t pid; /* whose threads they are */
	struct cr_cell policy, view;
	struct cr_policy_watch watch;
	char path[PATH_MAX];
	char *cluster;                 /* ClusterName, or NULL */
	struct cr_snapshot *kept_view; /* before the first of this process's own */
	_Atomic time_t loaded;         /* when the policy in force was */
} keeper = {.policy = CR_CELL_INIT, .view = CR_CELL_INIT};

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

static void destroy_live(void *live)
{
	cr_live_destroy(live);
}

static void log_refused(const struct cr_diags *diags)
{
	struct cr_shared *in_force = cr_cell_get(&keeper.policy);

	slurm_error("commroute: %s is refused (%zu errors)%s%s: %s", keeper.path,
		    cr_diags_errors(diags), in_force ? "" : ", ",
		    in_force ? "" : cr_code_text(CR_501_NO_POLICY),
		    in_force ? "the last good policy stays in force"
			     : "no policy is in force, jobs go through unchanged");
	cr_shared_put(in_force);
}

static void load_policy(void)
{
	struct cr_diags *diags = cr_diags_new();
	static const struct cr_lua_log log = {.line = log_script};
	struct cr_policy *policy = cr_lua_read_policy(keeper.path, true, keeper.cluster,
						      &keeper.watch, &log, diags);

	if (policy)
		cr_policy_check_version(policy, cr_slurm_api_version(), diags);
	log_diags(diags);
	cr_journal_count(policy ? CR_COUNT_POLICY_LOADED : CR_COUNT_POLICY_REFUSED);
	if (policy && cr_cell_publish(&keeper.policy, policy, destroy_policy) == 0) {
		keeper.loaded = time(NULL);
		cr_journal_keep(cr_policy_journal(policy));
		slurm_info("commroute: policy %s in force, mode %s, hash %s", keeper.path,
			   cr_mode_name(cr_policy_mode(policy)), cr_policy_hash(policy));
	} else {
		log_refused(diags);
	}
	cr_diags_destroy(diags);
}

static void log_known(const struct cr_live *live)
{
	const struct cr_topologies *set = cr_live_topologies(live);

	slurm_info("commroute: the cluster is known: %zu partitions, %zu topologies%s",
		   cr_live_view(live)->partition_count, set ? cr_topologies_count(set) : 0,
		   cr_live_is_settled(live) ? "" : "; not all nodes have registered");
	if (cr_live_topology_problem(live)[0])
		slurm_error("commroute: no topology: %s", cr_live_topology_problem(live));
}

static void save_view(const struct cr_live *live)
{
	const char *dir = cr_slurm_api_state_dir();
	struct cr_error err = {.text = ""};

	if (dir && cr_kept_view_save(dir, live, &err) != 0)
		slurm_debug("commroute: the view is not kept: %s", err.text);
}

static void read_kept_view(void)
{
	const char *dir = cr_slurm_api_state_dir();
	struct cr_error err = {.text = ""};

	if (dir && !keeper.kept_view)
		keeper.kept_view = cr_kept_view_read(dir, &err);
	if (!keeper.kept_view)
		slurm_info("commroute: no view of the cluster from before: %s", err.text);
}

/* A new view, if the controller gives one.  False: the last one stays. */
static bool load_view(void)
{
	struct cr_error err = {.text = ""};
	struct cr_live *live = cr_live_load(&err);

	if (live && cr_cell_publish(&keeper.view, live, destroy_live) == 0) {
		save_view(live); /* this thread's alone: nobody else publishes */
		return true;
	}
	slurm_debug("commroute: the cluster's view stays as it was: %s", err.text);
	cr_live_destroy(live);
	return false;
}

static void sleep_ms(long ms)
{
	struct timespec span = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};

	(void)nanosleep(&span, NULL);
}

static void *keep_policy(void *unused)
{
	(void)unused;
	for (;;) {
		sleep_ms(POLICY_MS);
		if (cr_policy_watch_changed(&keeper.watch))
			load_policy();
	}
	return NULL;
}

/*
 * What this thread published last.  No reference is needed: only this thread
 * publishes views, so none goes away under it.
 */
static const struct cr_live *published_view(void)
{
	return cr_shared_object(keeper.view.now);
}

static void load_first_view(void)
{
	for (int i = 0; i < FIRST_LOADS; i++) {
		if (load_view() && cr_live_is_settled(published_view()))
			break;
		sleep_ms(FIRST_MS);
	}
	if (published_view())
		log_known(published_view());
}

static void *keep_view(void *unused)
{
	long since = 0;

	(void)unused;
	load_first_view();
	for (;;) {
		sleep_ms(CHANGES_MS);
		since += CHANGES_MS;
		if (since < VIEW_MS && published_view() && !cr_live_changed(published_view()))
			continue;
		if (load_view())
			since = 0;
	}
	return NULL;
}

static void write_journal(void)
{
	struct cr_shared *shared = cr_keeper_policy(), *view = cr_keeper_view();
	const struct cr_policy *policy = cr_shared_object(shared);
	const struct cr_live *live = cr_shared_object(view);
	const struct cr_topologies *set = live ? cr_live_topologies(live) : NULL;
	struct cr_lua_stats lua;
	struct cr_status status = {
		.policy = keeper.path,
		.hash = policy ? cr_policy_hash(policy) : NULL,
		.mode = policy ? cr_mode_name(cr_policy_mode(policy)) : NULL,
		.policy_loaded = keeper.loaded,
		.view_taken = live ? cr_live_view(live)->taken : 0,
		.partitions = live ? cr_live_view(live)->partition_count : 0,
		.topologies = set ? cr_topologies_count(set) : 0,
		.lua = policy && cr_lua_stats(policy, &lua) ? &lua : NULL,
	};

	cr_journal_write(&status);
	cr_shared_put(view);
	cr_shared_put(shared);
}

static void *keep_journal(void *unused)
{
	(void)unused;
	for (;;) {
		sleep_ms(JOURNAL_MS);
		write_journal();
	}
	return NULL;
}

/* Signals are slurmctld's own threads' to handle. */
static void start_thread(void *(*run)(void *), const char *what)
{
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&thread, &attr, run, NULL) != 0)
		slurm_error("commroute: no thread to keep %s current", what);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Each cluster of a site may have an overlay; without slurm.conf there is none. */
static char *read_cluster_name(void)
{
	char path[PATH_MAX];
	struct cr_slurmconf *conf = NULL;
	char *name = NULL;

	if (cr_slurm_api_conf_path("slurm.conf", path, sizeof(path)) == 0)
		conf = cr_slurmconf_read(path, NULL);
	if (conf && cr_slurmconf_cluster(conf))
		name = strdup(cr_slurmconf_cluster(conf));
	cr_slurmconf_destroy(conf);
	return name;
}

void cr_keeper_start(void)
{
	if (keeper.pid == getpid())
		return;
	keeper.pid = getpid();
	if (!keeper.path[0] &&
	    cr_slurm_api_conf_path(POLICY_FILE, keeper.path, sizeof(keeper.path)) != 0)
		(void)snprintf(keeper.path, sizeof(keeper.path), "/etc/slurm/%s", POLICY_FILE);
	if (!keeper.cluster)
		keeper.cluster = read_cluster_name();
	cr_journal_open(cr_slurm_api_state_dir());
	read_kept_view();
	load_policy();
	start_thread(keep_journal, "the journal");
	start_thread(keep_policy, "the policy");
	start_thread(keep_view, "the cluster's view");
}

struct cr_shared *cr_keeper_policy(void)
{
	return cr_cell_get(&keeper.policy);
}

struct cr_shared *cr_keeper_view(void)
{
	return cr_cell_get(&keeper.view);
}

const struct cr_view *cr_keeper_kept_view(void)
{
	return keeper.kept_view ? cr_snapshot_view(keeper.kept_view) : NULL;
}

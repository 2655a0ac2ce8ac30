/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "job_submit/keeper.h"

#include "job_submit/slurm_api.h"
#include "policies/decision.h"
#include "policies/policy_file.h"
#include "topology/slurmconf.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <slurm/spank.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define POLICY_FILE "commroute.yaml"

/* How often things are looked at.  A stat() and a "no change" RPC cost next to nothing. */
#define POLICY_MS    500   /* so that `mode: disabled` acts within a second */
#define FIRST_MS     200   /* until the controller answers for the first time */
#define PARTITION_MS 5000  /* partitions changed? */
#define VIEW_MS      60000 /* all anew: node states, reservations */

static struct {
	pid_t pid; /* whose threads they are */
	struct cr_cell policy, view;
	struct cr_policy_watch watch;
	char path[PATH_MAX];
	char *cluster; /* ClusterName, or NULL */
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

	slurm_error("commroute: %s is refused (%zu errors): %s", keeper.path,
		    cr_diags_errors(diags),
		    in_force ? "the last good policy stays in force"
			     : "no policy is in force, jobs go through unchanged");
	cr_shared_put(in_force);
}

static void load_policy(void)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy =
		cr_policy_read(keeper.path, true, keeper.cluster, &keeper.watch, diags);

	log_diags(diags);
	if (policy && cr_cell_publish(&keeper.policy, policy, destroy_policy) == 0)
		slurm_info("commroute: policy %s in force, mode %s, hash %s", keeper.path,
			   cr_mode_name(cr_policy_mode(policy)), cr_policy_hash(policy));
	else
		log_refused(diags);
	cr_diags_destroy(diags);
}

/* The first one is news; a minute later it is not. */
static void log_view(const struct cr_live *live)
{
	const struct cr_topologies *set = cr_live_topologies(live);
	size_t topologies = set ? cr_topologies_count(set) : 0;

	if (cr_live_topology_problem(live)[0])
		slurm_error("commroute: no topology: %s", cr_live_topology_problem(live));
	if (!keeper.view.now)
		slurm_info("commroute: the cluster is known: %zu partitions, %zu topologies",
			   cr_live_view(live)->partition_count, topologies);
}

static void load_view(void)
{
	struct cr_error err = {""};
	struct cr_live *live = cr_live_load(&err);

	if (!live) {
		slurm_debug("commroute: the cluster's view stays as it was: %s", err.text);
		return;
	}
	log_view(live);
	if (cr_cell_publish(&keeper.view, live, destroy_live) != 0)
		cr_live_destroy(live);
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

static bool partitions_changed(void)
{
	struct cr_shared *shared = cr_cell_get(&keeper.view);
	bool changed = !shared || cr_live_partitions_changed(cr_shared_object(shared));

	cr_shared_put(shared);
	return changed;
}

static void *keep_view(void *unused)
{
	long since = VIEW_MS;

	(void)unused;
	for (;;) {
		bool first = !keeper.view.now; /* only this thread ever writes it */

		if (since >= VIEW_MS || partitions_changed()) {
			load_view();
			since = 0;
		}
		sleep_ms(first ? FIRST_MS : PARTITION_MS);
		since += first ? VIEW_MS : PARTITION_MS;
	}
	return NULL;
}

/* Signals are slurmctld's own threads' to handle. */
static void start(void *(*run)(void *), const char *what)
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
	load_policy();
	start(keep_policy, "the policy");
	start(keep_view, "the cluster's view");
}

struct cr_shared *cr_keeper_policy(void)
{
	return cr_cell_get(&keeper.policy);
}

struct cr_shared *cr_keeper_view(void)
{
	return cr_cell_get(&keeper.view);
}

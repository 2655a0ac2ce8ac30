/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the threads that keep policy, view and journal current begin with. */
#include "job_submit/keeper.h"

#include "job_submit/control.h"
#include "job_submit/journal_writer.h"
#include "job_submit/keep.h"
#include "job_submit/log.h"
#include "job_submit/slurm_api.h"
#include "topology/slurmconf.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POLICY_FILE "commroute.yaml"

static struct {
	pid_t pid; /* whose threads they are */
	char path[PATH_MAX];
	char *cluster; /* ClusterName, or NULL */
} keeper;

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
	cr_control_open(cr_slurm_api_controllers(), cr_slurm_api_place(), cr_slurm_api_state_dir());
	cr_journal_begin(cr_slurm_api_place());
	cr_journal_open(cr_slurm_api_state_dir());
	cr_keep_view_first();
	cr_keep_policy_first(keeper.path, keeper.cluster);
	start_thread(cr_keep_journal, "the journal");
	start_thread(cr_keep_policy, "the policy");
	start_thread(cr_keep_view, "the cluster's view");
}

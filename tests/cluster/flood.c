/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flood: submit many batch jobs from one process, for tests that need slurmctld
 * under load.
 *
 *	flood [-t] [-n COUNT] [-J NAME] [-N NODES] [-g GPUS] [-a ACCOUNT] [-b BEGIN] [PROFILE]...
 *
 * The profiles take turns; the jobs are called "flood", or, where NAME is a number, by the
 * numbers from there on; they begin BEGIN seconds from now (3600), so none
 * starts.  Prints, for each submission, "ID PROFILE" or "- PROFILE ERROR", and
 * tries again, for at most a minute, while slurmctld cannot be reached.  With -t the
 * milliseconds that slurmctld took come first.
 */
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint32_t count = 1, nodes = 2, gpus = 4, begin = 3600;
static char *account;
static uint32_t first_name = UINT32_MAX, submitted;
static int timed;

static uint32_t number(const char *text)
{
	return (uint32_t)strtoul(text, NULL, 10);
}

static void parse(int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "tn:J:N:g:a:b:")) != -1) {
		switch (c) {
		case 't':
			timed = 1;
			break;
		case 'n':
			count = number(optarg);
			break;
		case 'J':
			first_name = number(optarg);
			break;
		case 'N':
			nodes = number(optarg);
			break;
		case 'g':
			gpus = number(optarg);
			break;
		case 'a':
			account = optarg;
			break;
		case 'b':
			begin = number(optarg);
			break;
		default:
			exit(2);
		}
	}
}

static void fill(job_desc_msg_t *desc, char **env, char **spank, char *tres)
{
	static char name[16] = "flood";

	slurm_init_job_desc_msg(desc);
	desc->user_id = getuid();
	desc->group_id = getgid();
	if (first_name != UINT32_MAX)
		(void)snprintf(name, sizeof(name), "%u", first_name + submitted);
	desc->name = name;
	desc->work_dir = (char *)"/tmp";
	desc->std_out = (char *)"/dev/null";
	desc->script = (char *)"#!/bin/sh\ntrue\n";
	desc->account = account;
	desc->min_nodes = desc->max_nodes = nodes;
	desc->tres_per_node = tres;
	desc->begin_time = time(NULL) + begin;
	desc->environment = env;
	desc->env_size = 2;
	desc->spank_job_env = spank;
	desc->spank_job_env_size = spank[0] ? 1 : 0;
}

/* Not there, or only for the moment that a restart takes. */
static int is_away(int error)
{
	return error == SLURMCTLD_COMMUNICATIONS_CONNECTION_ERROR ||
	       error == SLURMCTLD_COMMUNICATIONS_SEND_ERROR ||
	       error == SLURMCTLD_COMMUNICATIONS_RECEIVE_ERROR ||
	       error == SLURMCTLD_COMMUNICATIONS_SHUTDOWN_ERROR ||
	       error == SLURM_COMMUNICATIONS_CONNECTION_ERROR ||
	       error == SLURM_COMMUNICATIONS_RECEIVE_ERROR ||
	       error == SLURM_COMMUNICATIONS_SEND_ERROR ||
	       error == SLURM_COMMUNICATIONS_SHUTDOWN_ERROR ||
	       error == SLURM_PROTOCOL_SOCKET_IMPL_TIMEOUT || error == ECONNREFUSED ||
	       error == ESLURM_IN_STANDBY_MODE || error == ECONNRESET || error == EAGAIN;
}

static uint32_t job_id(const submit_response_msg_t *answer)
{
#if CR_BUILT_SINCE(CR_SINCE_ANSWER_STEP_ID)
	return answer->step_id.job_id;
#else
	return answer->job_id;
#endif
}

static double now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int submit_once(const char *profile)
{
	static char *env[] = {(char *)"PATH=/usr/bin:/bin", (char *)"SLURM_SUBMIT_DIR=/tmp", NULL};
	char option[300], tres[64], *spank[] = {NULL, NULL};
	submit_response_msg_t *answer = NULL;
	job_desc_msg_t desc;
	double start;
	int error = 0;

	(void)snprintf(option, sizeof(option), "_SLURM_SPANK_OPTION_commroute_comm_profile=%s",
		       profile);
	(void)snprintf(tres, sizeof(tres), "gres/gpu:%u", gpus);
	if (*profile)
		spank[0] = option;
	fill(&desc, env, spank, tres);
	start = now();
	if (slurm_submit_batch_job(&desc, &answer) != 0)
		error = errno;
	else if (!job_id(answer)) /* with an id the code only says why it waits */
		error = (int)answer->error_code;
	if (timed)
		printf("%.0f ", now() - start);
	if (!error)
		printf("%u %s\n", job_id(answer), *profile ? profile : "(none)");
	if (answer)
		slurm_free_submit_response_response_msg(answer);
	return error;
}

static void submit(const char *profile)
{
	time_t end = time(NULL) + 60;
	int error;

	while ((error = submit_once(profile)) && is_away(error) && time(NULL) < end)
		(void)usleep(100000);
	if (error)
		printf("- %s %s\n", *profile ? profile : "(none)", slurm_strerror(error));
}

int main(int argc, char **argv)
{
	slurm_init(NULL);
	parse(argc, argv);
	for (uint32_t i = 0; i < count; i++)
		submit(optind < argc ? argv[optind + (int)(i % (uint32_t)(argc - optind))] : "");
	slurm_fini();
	return 0;
}

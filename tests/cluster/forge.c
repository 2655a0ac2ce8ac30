/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * forge: submit a batch job with any bytes in the environments that plugins of
 * sbatch would fill, as a client without our plugin, or against it, can.
 *
 *	forge [-s NAME=VALUE]... [-e NAME=VALUE]... [-r COUNT] [-p PARTITION] [-N NODES]
 *
 * -s goes to spank_job_env, -e to environment, -r repeats the last -s COUNT
 * times.  Prints the job's id, or what slurmctld said and exits with 1.
 */
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENTRIES 20000

static char *spank[ENTRIES + 1], *env[ENTRIES + 1];
static uint32_t spank_count, env_count;

static void add(char **list, uint32_t *count, char *entry)
{
	if (*count < ENTRIES)
		list[(*count)++] = entry;
}

static void parse(int argc, char **argv, job_desc_msg_t *desc)
{
	int c;

	while ((c = getopt(argc, argv, "s:e:r:p:N:")) != -1) {
		switch (c) {
		case 's':
			add(spank, &spank_count, optarg);
			break;
		case 'e':
			add(env, &env_count, optarg);
			break;
		case 'r':
			for (long n = strtol(optarg, NULL, 10); n > 1 && spank_count; n--)
				add(spank, &spank_count, spank[spank_count - 1]);
			break;
		case 'p':
			desc->partition = optarg;
			break;
		case 'N':
			desc->min_nodes = desc->max_nodes = (uint32_t)strtoul(optarg, NULL, 10);
			break;
		default:
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	submit_response_msg_t *answer = NULL;
	job_desc_msg_t desc;

	slurm_init(NULL);
	slurm_init_job_desc_msg(&desc);
	add(env, &env_count, (char *)"PATH=/usr/bin:/bin");
	parse(argc, argv, &desc);
	desc.user_id = getuid();
	desc.group_id = getgid();
	desc.name = (char *)"forge";
	desc.work_dir = (char *)"/tmp";
	desc.std_out = (char *)"/dev/null";
	desc.script = (char *)"#!/bin/sh\nsleep 0.1\n";
	desc.environment = env;
	desc.env_size = env_count;
	desc.spank_job_env = spank;
	desc.spank_job_env_size = spank_count;
	if (slurm_submit_batch_job(&desc, &answer) != 0) {
		printf("%s\n", slurm_strerror(errno));
		return 1;
	}
	if (answer->job_submit_user_msg)
		printf("%s\n", answer->job_submit_user_msg);
	if (answer->error_code) {
		printf("%s\n", slurm_strerror((int)answer->error_code));
		return 1;
	}
#if CR_BUILT_SINCE(CR_SINCE_ANSWER_STEP_ID)
	printf("%u\n", answer->step_id.job_id);
#else
	printf("%u\n", answer->job_id);
#endif
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe: how long slurmctld lets others wait.
 *
 *	probe JOB MILLISECONDS
 *
 * Asks for the partitions (read locks) and sets JOB's comment (write locks) in turns, for so
 * long, and prints the longest time that one of these took, in milliseconds, and how many.
 */
#include <slurm/slurm.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int read_something(void)
{
	partition_info_msg_t *parts = NULL;
	int rc = slurm_load_partitions(0, &parts, SHOW_ALL);

	if (parts)
		slurm_free_partition_info_msg(parts);
	return rc;
}

static int write_something(char *job)
{
	job_array_resp_msg_t *answer = NULL;
	job_desc_msg_t desc;
	int rc;

	slurm_init_job_desc_msg(&desc);
	desc.job_id_str = job;
	desc.comment = (char *)"probed";
	rc = slurm_update_job2(&desc, &answer);
	if (answer)
		slurm_free_job_array_resp(answer);
	return rc;
}

int main(int argc, char **argv)
{
	double end, longest = 0;
	unsigned n = 0, failed = 0;

	if (argc != 3)
		return 2;
	slurm_init(NULL);
	for (end = now() + strtod(argv[2], NULL); now() < end; n++) {
		double start = now(), took;

		failed += (n % 2 ? write_something(argv[1]) : read_something()) != 0;
		took = now() - start;
		longest = took > longest ? took : longest;
	}
	printf("%.0f %u %u\n", longest, n, failed);
	slurm_fini();
	return 0;
}

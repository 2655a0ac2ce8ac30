/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/ask.h"

#include "topology/slurm_versions.h"
#include "topology/slurmconf.h"

/* slurm_load_job() takes a number in every version then (26.05 wants a struct). */
#define SLURM_BACKWARD_COMPAT
#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>

int cr_ask_init(struct cr_error *err)
{
	static bool ready;
	char *conf;

	if (ready)
		return 0;
	conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, err);
	if (!conf)
		return -1;
	slurm_init(NULL);
	ready = true;
	free(conf);
	return 0;
}

uint32_t cr_ask_version(void)
{
	return SLURM_VERSION_NUMBER;
}

static int failed(const char *what, struct cr_error *err)
{
	return cr_error_set(err, "%s: %s", what, slurm_strerror(errno));
}

char *cr_ask_topologies(struct cr_error *err)
{
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
	topo_config_response_msg_t *reply = NULL;
	char *text = NULL;

	if (cr_ask_init(err) != 0)
		return NULL;
	if (slurm_load_topo_config(&reply) != SLURM_SUCCESS) {
		failed("no answer", err);
		return NULL;
	}
	if (reply && reply->config)
		text = strdup(reply->config);
	if (!text)
		cr_error_set(err, "the controller told no topology");
	slurm_free_topo_config_msg(reply);
	return text;
#else
	cr_error_set(err, "a controller older than 25.05 does not tell its topology");
	return NULL;
#endif
}

static int copy(const char *from, char **to)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? -1 : 0;
}

/* Slurm tells a job's segment since 25.05. */
static uint32_t segment_of(const slurm_job_info_t *info)
{
#if CR_BUILT_SINCE(CR_SINCE_JOB_SEGMENT)
	if (info->segment_size != NO_VAL16)
		return info->segment_size;
#else
	(void)info;
#endif
	return 0;
}

int cr_ask_job(uint32_t id, struct cr_ask_job *job, struct cr_error *err)
{
	struct cr_ask_job result = {0};
	job_info_msg_t *reply = NULL;
	const slurm_job_info_t *info;
	int rc = 0;

	if (cr_ask_init(err) != 0)
		return -1;
	if (slurm_load_job(&reply, id, SHOW_ALL) != SLURM_SUCCESS)
		return failed("no answer", err);
	if (!reply->record_count) {
		slurm_free_job_info_msg(reply);
		return cr_error_set(err, "no job %u", id);
	}
	info = &reply->job_array[0];
	result.segment = segment_of(info);
	if (copy(info->nodes, &result.nodes) != 0 || copy(info->partition, &result.partition) != 0)
		rc = cr_error_set(err, "out of memory");
	slurm_free_job_info_msg(reply);
	if (rc == 0)
		*job = result;
	else
		cr_ask_job_release(&result);
	return rc;
}

void cr_ask_job_release(struct cr_ask_job *job)
{
	free(job->nodes);
	free(job->partition);
	*job = (struct cr_ask_job){0};
}

int cr_ask_partition_topology(const char *partition, char **name, struct cr_error *err)
{
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
	partition_info_msg_t *reply = NULL;
	char *found = NULL;
	int rc = -1;

	if (cr_ask_init(err) != 0)
		return -1;
	if (slurm_load_partitions(0, &reply, SHOW_ALL) != SLURM_SUCCESS)
		return failed("no answer", err);
	for (uint32_t i = 0; i < reply->record_count && rc != 0; i++)
		if (strcmp(reply->partition_array[i].name, partition) == 0)
			rc = copy(reply->partition_array[i].topology_name, &found);
	slurm_free_partition_info_msg(reply);
	if (rc != 0)
		return cr_error_set(err, "no partition '%.80s'", partition);
	*name = found;
	return 0;
#else
	(void)partition;
	(void)err;
	*name = NULL; /* one topology for the whole cluster */
	return 0;
#endif
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Before Slurm 25.05 a controller tells no topology and a cluster has one for all. */
#include "live/topology.h"

#include "topology/slurm_versions.h"

#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stddef.h>
#include <string.h>

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)

char *cr_live_topology_text(struct cr_error *err)
{
	topo_config_response_msg_t *msg = NULL;
	char *text = NULL;

	if (slurm_load_topo_config(&msg) != SLURM_SUCCESS) {
		cr_error_set(err, "slurm_load_topo_config: %s", slurm_strerror(errno));
		return NULL;
	}
	if (!msg || !msg->config)
		cr_error_set(err, "the controller told no topology");
	else if (!(text = strdup(msg->config)))
		cr_error_set(err, "out of memory");
	slurm_free_topo_config_msg(msg);
	return text;
}

static const partition_info_t *find_partition(const partition_info_msg_t *msg, const char *name)
{
	for (uint32_t i = 0; i < msg->record_count; i++)
		if (msg->partition_array[i].name && strcmp(msg->partition_array[i].name, name) == 0)
			return &msg->partition_array[i];
	return NULL;
}

int cr_live_partition_topology(const char *partition, char **name, struct cr_error *err)
{
	partition_info_msg_t *msg = NULL;
	const partition_info_t *found;
	char *copy = NULL;
	int rc = 0;

	if (slurm_load_partitions(0, &msg, SHOW_ALL) != SLURM_SUCCESS)
		return cr_error_set(err, "slurm_load_partitions: %s", slurm_strerror(errno));
	found = find_partition(msg, partition);
	if (!found)
		rc = cr_error_set(err, "no partition '%.80s'", partition);
	else if (found->topology_name && *found->topology_name &&
		 !(copy = strdup(found->topology_name)))
		rc = cr_error_set(err, "out of memory");
	slurm_free_partition_info_msg(msg);
	if (rc == 0)
		*name = copy;
	return rc;
}

#else

char *cr_live_topology_text(struct cr_error *err)
{
	cr_error_set(err, "a controller older than 25.05 does not tell its topology");
	return NULL;
}

int cr_live_partition_topology(const char *partition, char **name, struct cr_error *err)
{
	(void)partition;
	(void)err;
	*name = NULL;
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libslurm's questions to a controller: a program's own definitions win over the library's. */
#include "tests/unit/fake_controller.h"

#include "topology/slurm_versions.h"

#include <errno.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <string.h>

struct fake_controller fake;

/* ANSWER into what TO points to: 0; or -1 as NAME is to fail, and then no answer is out. */
static int give(const char *name, void *to, void *answer)
{
	if (fake.failing && strcmp(fake.failing, name) == 0) {
		errno = fake.error;
		return -1;
	}
	fake.out++;
	memcpy(to, &answer, sizeof(answer));
	return 0;
}

void slurm_init(const char *conf)
{
	(void)conf;
	fake.starts++;
}

int slurm_load_ctl_conf(time_t since, slurm_conf_t **to)
{
	(void)since;
	return give(__func__, to, &fake.conf);
}

#if CR_BUILT_SINCE(CR_SINCE_FREE_CONF)
void slurm_free_conf(slurm_conf_t *conf)
#else
void slurm_free_ctl_conf(slurm_conf_t *conf)
#endif
{
	(void)conf;
	fake.out--;
}

int slurm_load_partitions(time_t since, partition_info_msg_t **to, uint16_t flags)
{
	static partition_info_msg_t msg;

	(void)flags;
	if (since && since == fake.partitions_changed) {
		errno = SLURM_NO_CHANGE_IN_DATA;
		return -1;
	}
	msg = (partition_info_msg_t){.record_count = fake.partition_count,
				     .partition_array = fake.partitions,
				     .last_update = fake.partitions_changed};
	return give(__func__, to, &msg);
}

void slurm_free_partition_info_msg(partition_info_msg_t *msg)
{
	fake.out -= msg != NULL;
}

int slurm_load_node(time_t since, node_info_msg_t **to, uint16_t flags)
{
	static node_info_msg_t msg;

	(void)since;
	(void)flags;
	msg = (node_info_msg_t){.record_count = fake.node_count, .node_array = fake.nodes};
	return give(__func__, to, &msg);
}

void slurm_free_node_info_msg(node_info_msg_t *msg)
{
	fake.out -= msg != NULL;
}

int slurm_load_reservations(time_t since, reserve_info_msg_t **to)
{
	static reserve_info_msg_t msg;

	if (since && since >= fake.reservations_changed) {
		errno = SLURM_NO_CHANGE_IN_DATA;
		return -1;
	}
	msg = (reserve_info_msg_t){.record_count = fake.reservation_count,
				   .last_update = fake.reservations_changed,
				   .reservation_array = fake.reservations};
	return give(__func__, to, &msg);
}

void slurm_free_reservation_info_msg(reserve_info_msg_t *msg)
{
	fake.out -= msg != NULL;
}

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
int slurm_load_topo_config(topo_config_response_msg_t **to)
{
	static topo_config_response_msg_t msg;

	msg.config = FAKE_TEXT(fake.topology);
	return give(__func__, to, &msg);
}

void slurm_free_topo_config_msg(topo_config_response_msg_t *msg)
{
	fake.out -= msg != NULL;
}
#endif

static void append_all(list_t *list, void *records, size_t count, size_t size)
{
	for (size_t i = 0; i < count; i++)
		slurm_list_append(list, (char *)records + i * size);
}

int slurm_load_assoc_mgr_info(assoc_mgr_info_request_msg_t *ask, assoc_mgr_info_msg_t **to)
{
	static assoc_mgr_info_msg_t msg;

	(void)ask;
	msg = (assoc_mgr_info_msg_t){.tres_cnt = 3, .tres_names = fake.tres};
	if (fake.accounting && !(fake.failing && strcmp(fake.failing, __func__) == 0)) {
		msg.qos_list = slurm_list_create(NULL);
		append_all(msg.qos_list, fake.qos, 3, sizeof(fake.qos[0]));
		msg.assoc_list = slurm_list_create(NULL);
		append_all(msg.assoc_list, fake.assocs, 4, sizeof(fake.assocs[0]));
	}
	return give(__func__, to, &msg);
}

void slurm_free_assoc_mgr_info_msg(assoc_mgr_info_msg_t *msg)
{
	if (!msg)
		return;
	fake.out--;
	if (msg->qos_list)
		slurm_list_destroy(msg->qos_list);
	if (msg->assoc_list)
		slurm_list_destroy(msg->assoc_list);
}

static int load_job(job_info_msg_t **to, uint32_t id)
{
	static job_info_msg_t msg;

	if (id > 9) {
		errno = ESLURM_INVALID_JOB_ID;
		return -1;
	}
	msg = (job_info_msg_t){.record_count = id > fake.job_count ? 0
					       : fake.together     ? fake.job_count
								   : 1,
			       .job_array = &fake.jobs[id - 1]};
	return give("slurm_load_job", to, &msg);
}

#if SLURM_VERSION_NUMBER >= CR_SLURM_VERSION(26, 5, 0)
int slurm_load_job(job_info_msg_t **to, slurm_step_id_t step, uint16_t flags)
{
	(void)flags;
	return load_job(to, step.job_id);
}
#else
int slurm_load_job(job_info_msg_t **to, uint32_t id, uint16_t flags)
{
	(void)flags;
	return load_job(to, id);
}
#endif

void slurm_free_job_info_msg(job_info_msg_t *msg)
{
	fake.out -= msg != NULL;
}

static void say(const char *name, const char *value)
{
	size_t used_bytes = strlen(fake.asked);

	if (value)
		(void)snprintf(fake.asked + used_bytes, sizeof(fake.asked) - used_bytes, "%s%s=%s",
			       used_bytes ? " " : "", name, value);
}

static void say_number(const char *name, uint32_t value, uint32_t unset)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%u", value);
	if (value != unset)
		say(name, text);
}

static void keep_question(const job_desc_msg_t *job)
{
	fake.asked[0] = '\0';
	say("partition", job->partition);
	say("qos", job->qos);
	say("account", job->account);
	say("features", job->features);
	say("reservation", job->reservation);
	say("per_job", job->tres_per_job);
	say("per_node", job->tres_per_node);
	say("per_task", job->tres_per_task);
	say("per_socket", job->tres_per_socket);
	say_number("min_nodes", job->min_nodes, NO_VAL);
	say_number("max_nodes", job->max_nodes, NO_VAL);
	say_number("tasks", job->num_tasks, NO_VAL);
	say_number("tasks_per_node", job->ntasks_per_node, NO_VAL16);
	say_number("cpus_per_task", job->cpus_per_task, NO_VAL16);
	say_number("time", job->time_limit, NO_VAL);
	say_number("segment", job->segment_size, 0);
	say_number("switches", job->req_switch, NO_VAL);
}

int slurm_job_will_run2(job_desc_msg_t *job, will_run_response_msg_t **to)
{
	keep_question(job);
	if (fake.refused_partition && strcmp(fake.refused_partition, job->partition) == 0) {
		errno = ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE;
		return -1;
	}
	return give(__func__, to, &fake.will_run);
}

/* libslurm has it, its headers do not. */
void slurm_free_will_run_response_msg(will_run_response_msg_t *msg);
void slurm_free_will_run_response_msg(will_run_response_msg_t *msg)
{
	fake.out -= msg != NULL;
}

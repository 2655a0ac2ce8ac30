/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a job's fields. */
#include "cli/lua_shim_fields.h"

#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>

#define F(name_, slot_, kind_, ...)                                                                \
	{.name = (name_), .slot = CR_SLOT_##slot_, .kind = CR_SHIM_##kind_, __VA_ARGS__}
#define SET .set = true

static const struct cr_shim_field fields[] = {
	F("account", ACCOUNT, TEXT, SET),
	F("acctg_freq", ACCTG_FREQ, TEXT, SET),
	F("admin_comment", ADMIN_COMMENT, TEXT, SET),
	F("alloc_node", ALLOC_NODE, TEXT),
	F("argc", ARGC, NUMBER32, .unset = 0),
	F("argv", ARGV, LIST),
	F("array_inx", ARRAY_INX, TEXT, SET),
	F("assoc_comment", ASSOC_COMMENT, TEXT),
	F("assoc_qos", ASSOC_QOS, TEXT),
	F("batch_features", BATCH_FEATURES, TEXT, SET),
	F("begin_time", BEGIN_TIME, NUMBER64, .unset = 0, SET),
	F("bitflags", BITFLAGS, NUMBER64, .unset = 0, SET),
	F("boards_per_node", BOARDS_PER_NODE, NUMBER16, .unset = 0),
	F("burst_buffer", BURST_BUFFER, TEXT, SET),
	F("clusters", CLUSTERS, TEXT, SET),
	F("comment", COMMENT, TEXT, SET),
	F("container", CONTAINER, TEXT, SET),
	F("contiguous", CONTIGUOUS, NUMBER16, .unset = 0, SET),
	F("core_spec", CORE_SPEC, CORES, .unset = NO_VAL16, SET, .since = CR_SINCE_LUA_CORE_SPEC),
	F("cores_per_socket", CORES_PER_SOCKET, NUMBER16, .unset = NO_VAL16, SET),
	F("cpu_freq_gov", CPU_FREQ_GOV, NUMBER32, .unset = NO_VAL, SET),
	F("cpu_freq_max", CPU_FREQ_MAX, NUMBER32, .unset = NO_VAL, SET),
	F("cpu_freq_min", CPU_FREQ_MIN, NUMBER32, .unset = NO_VAL, SET),
	F("cpus_per_task", CPUS_PER_TASK, NUMBER16, .unset = NO_VAL16, SET),
	F("cpus_per_tres", CPUS_PER_TRES, TEXT, SET),
	F("cron_job", CRON_JOB, TRUTH),
	F("default_account", DEFAULT_ACCOUNT, TEXT),
	F("default_qos", DEFAULT_QOS, TEXT),
	F("delay_boot", DELAY_BOOT, NUMBER32, .unset = NO_VAL, SET),
	F("dependency", DEPENDENCY, TEXT, SET),
	F("end_time", END_TIME, NUMBER64, .unset = 0, SET),
	F("environment", ENVIRONMENT, ENVIRONMENT),
	F("exc_nodes", EXC_NODES, TEXT, SET),
	F("extra", EXTRA, TEXT, SET),
	F("features", FEATURES, TEXT, SET),
	F("gres", TRES_PER_NODE, GRES, SET),
	F("group_id", GROUP_ID, NUMBER32, .unset = NO_VAL),
	F("het_job_offset", HET_JOB_OFFSET, NUMBER32, .unset = NO_VAL),
	F("immediate", IMMEDIATE, NUMBER16, .unset = 0, SET),
	F("licenses", LICENSES, TEXT, SET),
	F("mail_type", MAIL_TYPE, NUMBER16, .unset = 0, SET),
	F("mail_user", MAIL_USER, TEXT, SET),
	F("max_cpus", MAX_CPUS, NUMBER32, .unset = NO_VAL, SET),
	F("max_nodes", MAX_NODES, NUMBER32, .unset = NO_VAL, SET),
	F("mcs_label", MCS_LABEL, TEXT, SET),
	F("mem_per_tres", MEM_PER_TRES, TEXT, SET),
	F("min_cpus", MIN_CPUS, NUMBER32, .unset = NO_VAL, SET),
	F("min_mem_per_cpu", PN_MIN_MEMORY, MEM_CPU, .unset = NO_VAL64, SET),
	F("min_mem_per_node", PN_MIN_MEMORY, MEM_NODE, .unset = NO_VAL64, SET),
	F("min_nodes", MIN_NODES, NUMBER32, .unset = NO_VAL, SET),
	F("name", NAME, TEXT, SET),
	F("network", NETWORK, TEXT),
	F("nice", NICE, NUMBER32, .unset = NO_VAL, SET),
	F("ntasks_per_board", NTASKS_PER_BOARD, NUMBER16, .unset = 0),
	F("ntasks_per_core", NTASKS_PER_CORE, NUMBER16, .unset = NO_VAL16),
	F("ntasks_per_gpu", NTASKS_PER_TRES, NUMBER16, .unset = NO_VAL16, SET),
	F("ntasks_per_node", NTASKS_PER_NODE, NUMBER16, .unset = NO_VAL16, SET),
	F("ntasks_per_socket", NTASKS_PER_SOCKET, NUMBER16, .unset = NO_VAL16, SET),
	F("ntasks_per_tres", NTASKS_PER_TRES, NUMBER16, .unset = NO_VAL16, SET),
	F("num_tasks", NUM_TASKS, NUMBER32, .unset = NO_VAL, SET),
	F("oversubscribe", SHARED, NUMBER16, .unset = NO_VAL16, SET),
	F("pack_job_offset", HET_JOB_OFFSET, NUMBER32, .unset = NO_VAL),
	F("partition", PARTITION, TEXT, SET),
	F("pn_min_cpus", PN_MIN_CPUS, NUMBER16, .unset = NO_VAL16, SET),
	F("pn_min_memory", PN_MIN_MEMORY, NUMBER64, .unset = NO_VAL64, SET),
	F("pn_min_tmp_disk", PN_MIN_TMP_DISK, NUMBER32, .unset = NO_VAL, SET),
	F("prefer", PREFER, TEXT, SET),
	F("priority", PRIORITY, NUMBER32, .unset = NO_VAL, SET),
	F("qos", QOS, TEXT, SET),
	F("reboot", REBOOT, NUMBER16, .unset = NO_VAL16, SET),
	F("req_context", REQ_CONTEXT, TEXT),
	F("req_nodes", REQ_NODES, TEXT, SET),
	F("req_switch", REQ_SWITCH, NUMBER32, .unset = NO_VAL, SET),
	F("requeue", REQUEUE, NUMBER16, .unset = NO_VAL16, SET),
	F("reservation", RESERVATION, TEXT, SET),
	F("script", SCRIPT, TEXT, SET),
	F("segment_size", SEGMENT_SIZE, NUMBER16, .unset = 0, SET, .since = CR_SINCE_LUA_SEGMENT),
	F("selinux_context", SELINUX_CONTEXT, TEXT, SET),
	F("shared", SHARED, NUMBER16, .unset = NO_VAL16, SET),
	F("site_factor", SITE_FACTOR, NUMBER32, .unset = NO_VAL, SET),
	F("sockets_per_board", SOCKETS_PER_BOARD, NUMBER16, .unset = 0),
	F("sockets_per_node", SOCKETS_PER_NODE, NUMBER16, .unset = NO_VAL16, SET),
	F("spank_job_env", SPANK_JOB_ENV, LIST),
	F("spank_job_env_size", SPANK_JOB_ENV_SIZE, NUMBER32, .unset = 0),
	F("std_err", STD_ERR, TEXT, SET),
	F("std_in", STD_IN, TEXT, SET),
	F("std_out", STD_OUT, TEXT, SET),
	F("thread_spec", CORE_SPEC, THREADS, .unset = NO_VAL16, SET,
	  .since = CR_SINCE_LUA_CORE_SPEC),
	F("threads_per_core", THREADS_PER_CORE, NUMBER16, .unset = NO_VAL16, SET),
	F("time_limit", TIME_LIMIT, NUMBER32, .unset = NO_VAL, SET),
	F("time_min", TIME_MIN, NUMBER32, .unset = NO_VAL, SET),
	F("tres_bind", TRES_BIND, TEXT, SET),
	F("tres_freq", TRES_FREQ, TEXT, SET),
	F("tres_per_job", TRES_PER_JOB, TEXT, SET),
	F("tres_per_node", TRES_PER_NODE, TEXT, SET),
	F("tres_per_socket", TRES_PER_SOCKET, TEXT, SET),
	F("tres_per_task", TRES_PER_TASK, TEXT, SET),
	F("user_id", USER_ID, NUMBER32, .unset = NO_VAL),
	F("user_name", USER_NAME, TEXT),
	F("wait4switch", WAIT4SWITCH, NUMBER32, .unset = NO_VAL, SET),
	F("wckey", WCKEY, TEXT, SET),
	F("work_dir", WORK_DIR, TEXT, SET),
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

static int compare_names(const void *name, const void *field)
{
	return strcmp(name, ((const struct cr_shim_field *)field)->name);
}

const struct cr_shim_field *cr_shim_field(const char *name)
{
	return bsearch(name, fields, FIELDS, sizeof(fields[0]), compare_names);
}

const struct cr_shim_field *cr_shim_field_at(size_t i)
{
	return i < FIELDS ? &fields[i] : NULL;
}

static bool is_number(enum cr_shim_kind kind)
{
	return kind != CR_SHIM_TEXT && kind != CR_SHIM_LIST && kind != CR_SHIM_GRES &&
	       kind != CR_SHIM_ENVIRONMENT;
}

void cr_shim_job_init(struct cr_shim_job *job)
{
	memset(job, 0, sizeof(*job));
	for (size_t i = 0; i < FIELDS; i++)
		if (is_number(fields[i].kind))
			job->slots[fields[i].slot] = (struct cr_shim_value){
				.is = CR_SHIM_IS_NUMBER, .number = fields[i].unset};
}

static bool same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

bool cr_shim_value_equals(const struct cr_shim_value *a, const struct cr_shim_value *b)
{
	if (a->is == CR_SHIM_IS_NUMBER || b->is == CR_SHIM_IS_NUMBER)
		return a->is == b->is && a->number == b->number;
	return (a->is == CR_SHIM_IS_UNKNOWN) == (b->is == CR_SHIM_IS_UNKNOWN) &&
	       same_text(a->text, b->text);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fields of a job as Slurm's job_submit/lua has them, read in its source (24.11.5 to
 * 26.05.3) and held against what it shows on the test cluster.
 */
#ifndef CR_CLI_LUA_SHIM_FIELDS_H
#define CR_CLI_LUA_SHIM_FIELDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A member of job_desc_msg_t; several fields can show one. */
enum cr_shim_slot {
	CR_SLOT_ACCOUNT,
	CR_SLOT_ACCTG_FREQ,
	CR_SLOT_ADMIN_COMMENT,
	CR_SLOT_ALLOC_NODE,
	CR_SLOT_ARGC,
	CR_SLOT_ARGV,
	CR_SLOT_ARRAY_INX,
	CR_SLOT_ASSOC_COMMENT,
	CR_SLOT_ASSOC_QOS,
	CR_SLOT_BATCH_FEATURES,
	CR_SLOT_BEGIN_TIME,
	CR_SLOT_BITFLAGS,
	CR_SLOT_BOARDS_PER_NODE,
	CR_SLOT_BURST_BUFFER,
	CR_SLOT_CLUSTERS,
	CR_SLOT_COMMENT,
	CR_SLOT_CONTAINER,
	CR_SLOT_CONTIGUOUS,
	CR_SLOT_CORE_SPEC,
	CR_SLOT_CORES_PER_SOCKET,
	CR_SLOT_CPU_FREQ_GOV,
	CR_SLOT_CPU_FREQ_MAX,
	CR_SLOT_CPU_FREQ_MIN,
	CR_SLOT_CPUS_PER_TASK,
	CR_SLOT_CPUS_PER_TRES,
	CR_SLOT_CRON_JOB,
	CR_SLOT_DEFAULT_ACCOUNT,
	CR_SLOT_DEFAULT_QOS,
	CR_SLOT_DELAY_BOOT,
	CR_SLOT_DEPENDENCY,
	CR_SLOT_END_TIME,
	CR_SLOT_ENVIRONMENT,
	CR_SLOT_EXC_NODES,
	CR_SLOT_EXTRA,
	CR_SLOT_FEATURES,
	CR_SLOT_GROUP_ID,
	CR_SLOT_HET_JOB_OFFSET,
	CR_SLOT_IMMEDIATE,
	CR_SLOT_LICENSES,
	CR_SLOT_MAIL_TYPE,
	CR_SLOT_MAIL_USER,
	CR_SLOT_MAX_CPUS,
	CR_SLOT_MAX_NODES,
	CR_SLOT_MCS_LABEL,
	CR_SLOT_MEM_PER_TRES,
	CR_SLOT_MIN_CPUS,
	CR_SLOT_MIN_NODES,
	CR_SLOT_NAME,
	CR_SLOT_NETWORK,
	CR_SLOT_NICE,
	CR_SLOT_NTASKS_PER_BOARD,
	CR_SLOT_NTASKS_PER_CORE,
	CR_SLOT_NTASKS_PER_NODE,
	CR_SLOT_NTASKS_PER_SOCKET,
	CR_SLOT_NTASKS_PER_TRES,
	CR_SLOT_NUM_TASKS,
	CR_SLOT_PARTITION,
	CR_SLOT_PN_MIN_CPUS,
	CR_SLOT_PN_MIN_MEMORY,
	CR_SLOT_PN_MIN_TMP_DISK,
	CR_SLOT_PREFER,
	CR_SLOT_PRIORITY,
	CR_SLOT_QOS,
	CR_SLOT_REBOOT,
	CR_SLOT_REQ_CONTEXT,
	CR_SLOT_REQ_NODES,
	CR_SLOT_REQ_SWITCH,
	CR_SLOT_REQUEUE,
	CR_SLOT_RESERVATION,
	CR_SLOT_SCRIPT,
	CR_SLOT_SEGMENT_SIZE,
	CR_SLOT_SELINUX_CONTEXT,
	CR_SLOT_SHARED,
	CR_SLOT_SITE_FACTOR,
	CR_SLOT_SOCKETS_PER_BOARD,
	CR_SLOT_SOCKETS_PER_NODE,
	CR_SLOT_SPANK_JOB_ENV,
	CR_SLOT_SPANK_JOB_ENV_SIZE,
	CR_SLOT_STD_ERR,
	CR_SLOT_STD_IN,
	CR_SLOT_STD_OUT,
	CR_SLOT_THREADS_PER_CORE,
	CR_SLOT_TIME_LIMIT,
	CR_SLOT_TIME_MIN,
	CR_SLOT_TRES_BIND,
	CR_SLOT_TRES_FREQ,
	CR_SLOT_TRES_PER_JOB,
	CR_SLOT_TRES_PER_NODE,
	CR_SLOT_TRES_PER_SOCKET,
	CR_SLOT_TRES_PER_TASK,
	CR_SLOT_USER_ID,
	CR_SLOT_USER_NAME,
	CR_SLOT_WAIT4SWITCH,
	CR_SLOT_WCKEY,
	CR_SLOT_WORK_DIR,
	CR_SHIM_SLOTS,
};

/** How a field shows its slot, and takes what a script assigns. */
enum cr_shim_kind {
	CR_SHIM_TEXT,
	CR_SHIM_NUMBER16,
	CR_SHIM_NUMBER32,
	CR_SHIM_NUMBER64,
	CR_SHIM_TRUTH,
	CR_SHIM_LIST,    /* a table that counts from 0 */
	CR_SHIM_GRES,    /* a text; what is assigned gets "gres/" before each of its names */
	CR_SHIM_MEM_CPU, /* these two of one number with a mark: nil where it is the other's */
	CR_SHIM_MEM_NODE,
	CR_SHIM_CORES, /* likewise */
	CR_SHIM_THREADS,
	CR_SHIM_ENVIRONMENT, /* a table of variables */
};

struct cr_shim_field {
	const char *name;
	uint8_t slot;   /* enum cr_shim_slot */
	uint8_t kind;   /* enum cr_shim_kind */
	uint64_t unset; /* of a number: what a job has that does not say it */
	bool set;       /* a script can assign it */
	uint32_t since; /* the Slurm that brought it; 0: all that we know */
};

/** What a slot holds. */
enum cr_shim_is {
	CR_SHIM_IS_NIL,
	CR_SHIM_IS_TEXT,
	CR_SHIM_IS_NUMBER,
	CR_SHIM_IS_LIST,
	CR_SHIM_IS_UNKNOWN
};

struct cr_shim_value {
	enum cr_shim_is is;
	uint64_t number;
	const char *text;
	char *const *list; /* COUNT of them, from 0 */
	size_t count;
};

/** A job's slots. */
struct cr_shim_job {
	struct cr_shim_value slots[CR_SHIM_SLOTS];
};

/** The field called NAME, or NULL. */
const struct cr_shim_field *cr_shim_field(const char *name);

/** Field I in alphabetical order; NULL past the end. */
const struct cr_shim_field *cr_shim_field_at(size_t i);

/** Every slot of JOB as a job has it that asks for nothing. */
void cr_shim_job_init(struct cr_shim_job *job);

/** Are the two the same to a script? */
bool cr_shim_value_equals(const struct cr_shim_value *a, const struct cr_shim_value *b);

#endif

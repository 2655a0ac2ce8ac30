/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One job as its user asked for it: plain data that the decision function
 * judges.  slurmctld's side fills it from job_desc_msg_t, the command from
 * sbatch options, tests by hand.
 *
 * Nothing is derived here: each spelling of a size is kept as it was given, and
 * "not given" stays apart from every value: CR_UNSET for numbers, NULL (or an
 * empty text) for texts.  Texts are borrowed from whoever fills the request.
 * Start with CR_REQUEST_INIT or cr_request_init(), since zero is a value.
 */
#ifndef CR_POLICIES_JOB_REQUEST_H
#define CR_POLICIES_JOB_REQUEST_H

#include "base/error.h"
#include "base/unset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CR_GPU_TYPE_MAX 63

/** GPUs in one spelling: `--gpus`, `--gpus-per-node` or a gres/tres text. */
struct cr_gpus {
	uint32_t count;                 /* CR_UNSET: no GPU named; 0 is "none, please" */
	uint32_t types;                 /* different types named */
	char type[CR_GPU_TYPE_MAX + 1]; /* the type when it is one for all, else empty */
};

#define CR_GPUS_INIT {.count = CR_UNSET}

enum cr_exclusive {
	CR_EXCLUSIVE_UNSAID,
	CR_EXCLUSIVE_NODE, /* --exclusive */
	CR_EXCLUSIVE_USER,
	CR_EXCLUSIVE_MCS,
	CR_EXCLUSIVE_TOPO,
	CR_EXCLUSIVE_OVERSUBSCRIBE, /* --oversubscribe */
};

enum cr_tristate { CR_UNSAID = -1, CR_NO = 0, CR_YES = 1 };

struct cr_request {
	/* Who. */
	uint32_t uid;        /* the job's owner, not who submitted for them */
	const char *user;    /* name, or NULL when it is not known */
	const char *name;    /* the job's, -J; or NULL */
	uint32_t job_id;     /* of the job that an update is of; CR_UNSET: a new one's */
	const char *account; /* as given, or the user's default account; NULL: none known */
	bool account_given;  /* the job named it */
	bool privileged;     /* submitted by root, SlurmUser, an operator or an administrator */

	/* The option's text as it came (--comm-profile, environment, REST); NULL: none. */
	const char *comm_profile;
	const char *comm_profile_from; /* the variable that says the same, for its user; or NULL */

	/* How much. */
	bool gpus_unread; /* GPUs are asked for in a text that cannot be read: open, even to bounds
			   */
	uint32_t min_nodes, max_nodes;
	uint32_t tasks;
	uint32_t tasks_per_node, tasks_per_gpu, tasks_per_socket;
	uint32_t cpus_per_task, cpus_per_gpu;
	uint32_t min_cpus; /* what Slurm counted for the whole job, where it did */
	uint32_t sockets_per_node;
	bool overcommit; /* -O: any number of tasks on a CPU */
	uint64_t memory_per_node, memory_per_cpu, memory_per_gpu; /* MiB */
	struct cr_gpus gpus_per_job, gpus_per_node, gpus_per_task, gpus_per_socket;
	uint32_t time_limit, time_min; /* minutes; CR_INFINITE allowed */

	/* What kind. */
	bool batch;  /* has a script; otherwise salloc, srun: interactive */
	bool modify; /* the merged job of an update: judged, nothing is chosen */
	const struct cr_request *change; /* of an update: what it names itself; or NULL */
	bool routed;              /* of an update: the partition is an earlier choice of ours */
	bool array;               /* --array */
	uint32_t array_tasks;     /* how many elements; CR_UNSET: not an array, or not counted */
	uint32_t het_offset;      /* index of a het component; CR_UNSET: not a het job */
	enum cr_tristate requeue; /* --requeue, --no-requeue */

	/* What the user chose: kept, never rewritten. */
	const char *partition;   /* -p, one name or a list */
	const char *qos;         /* --qos, one name or a list */
	const char *reservation; /* --reservation, one name or a list */
	const char *features;    /* -C */
	const char *nodefile;    /* -F, of a command line; for slurmctld it is -w */
	const char *nodelist;    /* -w */
	const char *exclude;     /* -x */
	uint32_t segment;        /* --segment; 0 means unset too */
	uint32_t switches;       /* --switches=N */
	uint32_t switch_wait;    /* ...@time, seconds */
	bool distribution_given; /* -m */
	bool arbitrary;          /* -m arbitrary, or a host file */
	bool spread_segments;    /* --spread-segments */
	bool consolidate_segments;
	bool contiguous;
	enum cr_exclusive exclusive;
};

/** Set every field of REQUEST to "not given". */
void cr_request_init(struct cr_request *request);

/**
 * Read the GPUs in TRES, a list as Slurm's options and its job records spell
 * it: `gpu`, `gpu:2`, `gpu:a100:2`, `gres:gpu:2`, `gres/gpu:a100:2`,
 * `gres/gpu=2`, `gres/gpu:a100=2`, `gpu:2(S:0)`, with a k or m suffix,
 * separated by commas, among other resources, which are ignored.  A name
 * without a number counts 1.  Several entries are added up.
 * `2` and `a100:2` (the argument of --gpus) are read when BARE is true.
 *
 * TRES may be NULL or empty: count CR_UNSET.  Returns 0 and sets *GPUS, or -1
 * with ERR naming the entry, and *GPUS untouched.  Pure; any thread.
 */
int cr_request_gpus(const char *tres, bool bare, struct cr_gpus *gpus, struct cr_error *err);

/** Are the LEN bytes at TEXT a count, as in an entry of such a list ("4", "2k")?  Pure. */
bool cr_request_is_count(const char *text, size_t len);

#endif

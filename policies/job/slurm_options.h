/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of sbatch, salloc and srun: one table for all that reads them.
 *
 * It holds every option of Slurm 24.11 to 26.05, those that --help is silent
 * about too, our own, pyxis's, with which most containers of training jobs are
 * started, and HyperPod's; a test on the cluster holds it against what the three clients
 * take.  Pure; any thread.
 */
#ifndef CR_POLICIES_JOB_SLURM_OPTIONS_H
#define CR_POLICIES_JOB_SLURM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whose option; a set of bits. */
enum cr_client {
	CR_NO_CLIENT = 0,
	CR_CLIENT_SBATCH = 1,
	CR_CLIENT_SALLOC = 2,
	CR_CLIENT_SRUN = 4,
};

enum cr_argument { CR_ARGUMENT_NONE, CR_ARGUMENT_REQUIRED, CR_ARGUMENT_OPTIONAL };

/** What the option tells of the job (request_option.h); nothing that matters here: CR_FIELD_NONE.
 */
enum cr_job_field {
	CR_FIELD_NONE,
	CR_FIELD_ACCOUNT,
	CR_FIELD_ARRAY,
	CR_FIELD_COMM_PROFILE,
	CR_FIELD_CONSOLIDATE_SEGMENTS,
	CR_FIELD_CONSTRAINT,
	CR_FIELD_CONTIGUOUS,
	CR_FIELD_CPUS_PER_GPU,
	CR_FIELD_CPUS_PER_TASK,
	CR_FIELD_DISTRIBUTION,
	CR_FIELD_EXCLUDE,
	CR_FIELD_EXCLUSIVE,
	CR_FIELD_GPUS,
	CR_FIELD_GPUS_PER_NODE,
	CR_FIELD_GPUS_PER_SOCKET,
	CR_FIELD_GPUS_PER_TASK,
	CR_FIELD_GRES,
	CR_FIELD_MEM,
	CR_FIELD_MEM_PER_CPU,
	CR_FIELD_MEM_PER_GPU,
	CR_FIELD_NAME,
	CR_FIELD_NODEFILE,
	CR_FIELD_NODELIST,
	CR_FIELD_NODES,
	CR_FIELD_NO_REQUEUE,
	CR_FIELD_OVERCOMMIT,
	CR_FIELD_OVERSUBSCRIBE,
	CR_FIELD_PARTITION,
	CR_FIELD_QOS,
	CR_FIELD_REQUEUE,
	CR_FIELD_RESERVATION,
	CR_FIELD_SEGMENT,
	CR_FIELD_SOCKETS_PER_NODE,
	CR_FIELD_SPREAD_SEGMENTS,
	CR_FIELD_SWITCHES,
	CR_FIELD_TASKS,
	CR_FIELD_TASKS_PER_GPU,
	CR_FIELD_TASKS_PER_NODE,
	CR_FIELD_TASKS_PER_SOCKET,
	CR_FIELD_TIME,
	CR_FIELD_TIME_MIN,
	CR_FIELD_TRES_PER_TASK,
};

/** What the option does to a step of srun's; without a word to the contrary it shapes it. */
enum cr_step_effect {
	CR_EFFECT_SHAPES,   /* changes, or may change, tasks, their nodes or their distribution */
	CR_EFFECT_HARMLESS, /* leaves all three alone */
	CR_EFFECT_NODES,    /* these have a number of their own */
	CR_EFFECT_TASKS,
	CR_EFFECT_TASKS_PER_NODE,
	CR_EFFECT_CPUS_PER_TASK,
	CR_EFFECT_EXCLUSIVE, /* harmless where the step is the job's own in all else */
	CR_EFFECT_MEM,       /* these where they say what the job has */
	CR_EFFECT_JOB,
	CR_EFFECT_GPUS,
	CR_EFFECT_GPUS_PER_TASK,
	CR_EFFECT_PROFILE, /* our own */
};

struct cr_slurm_option {
	const char *name;   /* without the dashes */
	char letter;        /* 0: none */
	uint8_t argument;   /* enum cr_argument */
	uint8_t clients;    /* of enum cr_client */
	uint8_t step;       /* enum cr_step_effect; of srun's alone */
	uint8_t field;      /* enum cr_job_field */
	uint32_t since;     /* of Slurm, as SLURM_VERSION_NUM of slurm.h; 0: all that we know */
	uint32_t until;     /* the first version that has it no longer, or in another form */
	const char *plugin; /* the SPANK plugin that brings it; NULL: Slurm's own */
};

/** The table in alphabetical order; a name has several rows where clients or versions differ. */
const struct cr_slurm_option *cr_slurm_options(size_t *count);

/** Has a CLIENT of Slurm VERSION this option?  VERSION 0 is the newest. */
bool cr_slurm_option_is_of(const struct cr_slurm_option *option, enum cr_client client,
			   uint32_t version);

#endif

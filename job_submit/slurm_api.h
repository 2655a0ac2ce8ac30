/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions of slurmctld that no public header declares, looked up by name
 * once.  This is the one place for them: a version of Slurm that lacks one
 * switches its feature off with one log line, and nothing crashes.
 */
#ifndef CR_JOB_SUBMIT_SLURM_API_H
#define CR_JOB_SUBMIT_SLURM_API_H

#include "job_submit/alloc.h"

#include <stdbool.h>
#include <stdint.h>

/** Look all names up.  Called once, from init(), before any other function here. */
void cr_slurm_api_open(void);

/**
 * Store the address of Slurm's function or variable NAME in the pointer that
 * TO points to.  False, with NULL stored, when this Slurm has none.
 */
bool cr_slurm_api_find(void *to, const char *name);

/**
 * Slurm's allocator, or NULL when a function of it is missing: then nothing
 * may be written into a job description.  Static.
 */
const struct cr_slurm_alloc *cr_slurm_api_alloc(void);

struct job_record;
struct job_descriptor;

/** Can jobs be copied?  If not, updates are not judged. */
bool cr_slurm_api_copies_jobs(void);

/**
 * JOB as a job description, for salloc's and srun's jobs too.  Reads the files
 * of a batch job, and makes slurmctld log an error for one that has none.
 * NULL when this Slurm cannot.  Freed with cr_slurm_api_free_job().
 */
struct job_descriptor *cr_slurm_api_copy_job(struct job_record *job);
void cr_slurm_api_free_job(struct job_descriptor *copy);

/** Is UID root or SlurmUser, whom Slurm lets into every partition? */
bool cr_slurm_api_is_slurm_user(uint32_t uid);

/** GroupUpdateTime, seconds: for so long Slurm keeps who is in a group; 0: not known, or never
 * renewed. */
long cr_slurm_api_group_time(void);

/**
 * Has slurmctld a partition NAME?  To be asked under its lock of partitions.  True when it
 * cannot be told.
 */
bool cr_slurm_api_has_partition(const char *name);

/** Has it a node NAME?  To be asked under its lock of nodes.  False when it cannot be told. */
bool cr_slurm_api_has_node(const char *name);

/** The slurmctld's version, CR_SLURM_VERSION(): the one built for, or it would not load. */
uint32_t cr_slurm_api_version(void);

/** How many hosts may run slurmctld (SlurmctldHost), and which of them this is, from 0 on. */
size_t cr_slurm_api_controllers(void);
int cr_slurm_api_place(void);

/** Where slurmctld keeps its state; NULL: not known.  Static. */
const char *cr_slurm_api_state_dir(void);

/**
 * The path of the configuration file NAME as Slurm finds it (beside slurm.conf,
 * wherever that is), into BUF of SIZE bytes.  Returns 0, or -1 if it cannot be
 * told or does not fit.
 */
int cr_slurm_api_conf_path(const char *name, char *buf, size_t size);

#endif

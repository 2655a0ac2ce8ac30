/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which Slurm can do what: every condition on a version, with the fact that it
 * rests on.  Nothing elsewhere compares with a number of its own.
 *
 * A new version of Slurm costs a row in CR_SLURM_VERSIONS; something that it
 * brought, and that matters here, a line below.
 */
#ifndef CR_TOPOLOGY_SLURM_VERSIONS_H
#define CR_TOPOLOGY_SLURM_VERSIONS_H

#include <stdint.h>

/** Slurm's version as one number, as SLURM_VERSION_NUM() of slurm.h; for #if, too. */
#define CR_SLURM_VERSION(major, minor, micro)                                                      \
	(((0u + (major)) << 16) | ((0u + (minor)) << 8) | (0u + (micro)))

/**
 * The versions that the tests have run on: X(major, minor, newest micro).  Of one
 * newer than the last is taken what holds for the last.
 */
#define CR_SLURM_VERSIONS(X)                                                                       \
	X(24, 11, 7)                                                                               \
	X(25, 5, 8)                                                                                \
	X(25, 11, 7)                                                                               \
	X(26, 5, 5)

/** The newest of them, without its micro version. */
static inline uint32_t cr_slurm_newest(void)
{
	uint32_t newest = 0;

#define CR_TAKE_NEWEST(major, minor, micro) newest = CR_SLURM_VERSION(major, minor, 0);
	CR_SLURM_VERSIONS(CR_TAKE_NEWEST)
#undef CR_TAKE_NEWEST
	return newest;
}

/** For #if, in a file that has slurm.h: is it built against a Slurm since VERSION? */
#define CR_BUILT_SINCE(version) (SLURM_VERSION_NUMBER >= (version))

/* ---- 24.11 ------------------------------------------------------------- */

/** --qos takes a list. */
#define CR_SINCE_QOS_LIST CR_SLURM_VERSION(24, 11, 0)

/** A job array with a list of QOS no longer crashes slurmctld: in 24.11.7 and in 25.05.1, not
 * between. */
#define CR_TAKES_QOS_LIST_OF_ARRAY(version)                                                        \
	((version) >= CR_SLURM_VERSION(25, 5, 1) ||                                                \
	 ((version) >= CR_SLURM_VERSION(24, 11, 7) && (version) < CR_SLURM_VERSION(25, 5, 0)))

/* ---- 25.05 ------------------------------------------------------------- */

/**
 * A topology for each partition: topology.yaml, partition_info_t.topology_name,
 * slurm_load_topo_config().  Before it there is one for the whole cluster, in
 * topology.conf, which the controller does not tell.
 */
#define CR_SINCE_PARTITION_TOPOLOGY CR_SLURM_VERSION(25, 5, 0)

/** The controller tells a job's segment: slurm_job_info_t.segment_size. */
#define CR_SINCE_JOB_SEGMENT CR_SLURM_VERSION(25, 5, 0)

/** A deleted QOS stays in slurmctld's list, with QOS_FLAG_DELETED. */
#define CR_SINCE_QOS_DELETED_FLAG CR_SLURM_VERSION(25, 5, 0)

/** slurm_spank_init_failure_mode: a plugin says what its failure means. */
#define CR_SINCE_SPANK_FAILURE_MODE CR_SLURM_VERSION(25, 5, 0)

/**
 * An ordinary user's update with a QOS in it is carried out in part and reported as
 * "Access/permission denied", whoever put the QOS there (25.05.8).
 */
#define CR_HALVES_QOS_UPDATES(version)                                                             \
	((version) >= CR_SLURM_VERSION(25, 5, 0) && (version) < CR_SLURM_VERSION(25, 11, 0))

/**
 * An update with an empty QOS gives the job its association's own; before, "Invalid qos"
 * (24.11.5, and up to 25.05.0 read in source; there no update of a QOS is ours to make).
 */
#define CR_SINCE_EMPTY_QOS CR_SLURM_VERSION(25, 5, 1)

/* ---- 25.11 ------------------------------------------------------------- */

/** A job of several segments with -w must name all of its nodes (25.11.2 and later, in source). */
#define CR_SINCE_SEGMENTS_NAME_ALL CR_SLURM_VERSION(25, 11, 2)

/** A segment may be larger than a base block. */
#define CR_SINCE_LARGE_SEGMENTS CR_SLURM_VERSION(25, 11, 0)

/** Answers, and descriptions of jobs, name jobs by step_id instead of job_id. */
#define CR_SINCE_ANSWER_STEP_ID CR_SLURM_VERSION(25, 11, 0)

/** job_submit/lua: segment_size of a job. */
#define CR_SINCE_LUA_SEGMENT CR_SLURM_VERSION(25, 11, 0)

/** --spread-segments and --consolidate-segments. */
#define CR_SINCE_SEGMENT_SPACING CR_SLURM_VERSION(25, 11, 2)

/* ---- 26.05 ------------------------------------------------------------- */

/** A segment larger than the job is ignored; before, the job is refused or never starts. */
#define CR_SINCE_SEGMENT_BEYOND_JOB CR_SLURM_VERSION(26, 5, 0)

/** Topologies ring and torus3d; flat as a mapping. */
#define CR_SINCE_RING CR_SLURM_VERSION(26, 5, 0)

/** A bad number in block_sizes of topology.yaml is fatal; before, it is skipped in silence. */
#define CR_SINCE_BLOCK_SIZES_CHECKED CR_SLURM_VERSION(26, 5, 0)

/** slurm_free_conf() has its name; before, slurm_free_ctl_conf(). */
#define CR_SINCE_FREE_CONF CR_SLURM_VERSION(26, 5, 0)

/** slurm_allocation_lookup() takes a slurm_step_id_t; before, a job's number. */
#define CR_SINCE_LOOKUP_BY_STEP_ID CR_SLURM_VERSION(26, 5, 0)

/** job_submit/lua: a script that fails refuses its job; before, the job is taken as it stands. */
#define CR_SINCE_LUA_FAILURE_REFUSES CR_SLURM_VERSION(26, 5, 0)

/** job_submit/lua: slurm.to_json() and its like; core_spec and thread_spec of a job. */
#define CR_SINCE_LUA_CONVERTERS CR_SLURM_VERSION(26, 5, 0)
#define CR_SINCE_LUA_CORE_SPEC  CR_SLURM_VERSION(26, 5, 0)

/** srun's block distribution follows the topology, with -N too. */
#define CR_SINCE_TOPOLOGICAL_BLOCK CR_SLURM_VERSION(26, 5, 0)

#endif

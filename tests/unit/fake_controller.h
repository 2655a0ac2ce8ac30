/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An imitated controller: libslurm's questions answered from tables in memory.  A
 * program that calls fake_start() has these functions instead of libslurm's, for
 * live/ and the command above it; what a real controller sends is set down in
 * fake_cluster.c, and a test changes what it is about.
 *
 * The cluster: `ultra`, four GB200 nodes u[1-4] in two blocks, u4 down; `p5en`,
 * four H200 nodes p[1-4] on two switches, p4 never registered; `all`, everything.
 */
#ifndef CR_TESTS_FAKE_CONTROLLER_H
#define CR_TESTS_FAKE_CONTROLLER_H

#include <slurm/slurm.h>
#include <slurm/slurmdb.h>
#include <stdbool.h>

/** A C string where Slurm's structures want one that can be written to. */
#define FAKE_TEXT(text) ((char *)(text))

struct fake_controller {
	slurm_conf_t conf;
	partition_info_t partitions[3];
	uint32_t partition_count;
	time_t partitions_changed;
	node_info_t nodes[8];
	uint32_t node_count;
	reserve_info_t reservations[2];
	uint32_t reservation_count;
	time_t reservations_changed;
	const char *topology; /* as YAML; NULL: it tells none */
	bool accounting;      /* with slurmdbd */
	char *tres[3];
	slurmdb_qos_rec_t qos[3];
	slurmdb_assoc_rec_t assocs[4];
	slurm_job_info_t jobs[3]; /* numbers 1, 2, 3 */
	uint32_t job_count;
	bool together; /* they are the records of job 1, an array or a heterogeneous job */
	will_run_response_msg_t will_run;
	const char *refused_partition; /* will-run says ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE */
	char asked[512];               /* the last will-run question, as words */
	const char *failing;           /* name of a function that fails, with ... */
	int error;                     /* ... this number */
	int starts;                    /* calls of slurm_init() */
	int out;                       /* answers not given back */
};

extern struct fake_controller fake;

/** Fill `fake` as described above. */
void fake_start(void);

/** Give back what fake_start() made; says whether every answer was given back. */
bool fake_stop(void);

#endif

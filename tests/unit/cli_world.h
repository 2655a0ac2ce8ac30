/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files and a controller for lines of the command, in the directory of
 * cli_enter():
 *
 *	two.yaml       topologies `ultra` (blocks), `ib` (a tree, the default), `any` (flat)
 *	tree.conf      a topology.conf for topology/tree
 *	bad.yaml       a topology.yaml that Slurm refuses
 *	policy.yaml    the policy of policy_world.h
 *	cluster.json   its cluster, with the accounts of ada (nlp) and vic (vision)
 */
#ifndef CR_TESTS_CLI_WORLD_H
#define CR_TESTS_CLI_WORLD_H

#include "tests/unit/cli_run.h"
#include "tests/unit/fake_controller.h"

/** A group's setup: cli_enter() and the files.  Its teardown is cli_leave(). */
int cli_enter_world(void **state);

/**
 * A test's setup: fake_start(), a slurm.conf that SLURM_CONF names, and
 * topology.conf and commroute.yaml beside it.
 */
int cli_start_controller(void **state);

/** Its teardown; fails the test when an answer was not given back. */
int cli_stop_controller(void **state);

#endif

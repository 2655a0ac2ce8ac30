/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A view of a cluster as JSON, to decide without that cluster: `commroute
 * snapshot` writes one, `explain`, `test` and the examples read it.
 *
 * What is not set is left out.  Topologies stand in topology.yaml's own form;
 * of a partition's nodes only how many it has in each unit is kept, and the
 * nodes' shapes; nodes that are in the same partitions are named together, so
 * that a snapshot of 10,000 nodes stays readable.
 */
#ifndef CR_POLICIES_CLUSTER_SNAPSHOT_H
#define CR_POLICIES_CLUSTER_SNAPSHOT_H

#include "base/arena.h"
#include "policies/cluster/view.h"
#include "topology/topology.h"

/** One association as a snapshot lists it. */
struct cr_account {
	struct cr_assoc assoc;
	const char *parent; /* account above; NULL for root and for users */
	bool is_default;    /* the user's default account */
};

struct cr_tres_use {
	const char *tres;
	uint64_t used;
};

/** What one user's jobs, or those of one account, take of what a QOS allows each. */
struct cr_use {
	const char *qos;
	const char *user, *account; /* one of them */
	uint32_t jobs, submit;      /* running; pending too */
	const struct cr_tres_use *tres;
	size_t tres_count;
};

/** Whom slurmctld knows, and what they use. */
struct cr_accounts {
	const struct cr_account *item;
	size_t count;
	const struct cr_use *use; /* only what is in use */
	size_t use_count;
};

struct cr_snapshot;

/**
 * Read a snapshot from the LEN bytes at BUF; NAME is the file's name in ERR.
 * Returns an object to be freed with cr_snapshot_destroy(), or NULL with ERR.
 */
struct cr_snapshot *cr_snapshot_parse(const char *name, const char *buf, size_t len,
				      struct cr_error *err);

/** Free SNAPSHOT.  NULL is allowed. */
void cr_snapshot_destroy(struct cr_snapshot *snapshot);

/** The view without any user's associations; owned by SNAPSHOT. */
const struct cr_view *cr_snapshot_view(const struct cr_snapshot *snapshot);

/** All associations in it; owned by SNAPSHOT. */
const struct cr_accounts *cr_snapshot_accounts(const struct cr_snapshot *snapshot);

/**
 * The view as USER sees it under *ACCOUNT, into *VIEW, by the rules of
 * cr_user_view_add(), with what USER and the account use in each QOS; what is new
 * lives in ARENA.  Returns 0, or -1 when the arena is full.
 */
int cr_snapshot_for(const struct cr_snapshot *snapshot, const char *user, const char **account,
		    struct cr_arena *arena, struct cr_view *view);

/** The same from the parts: *VIEW is complete but for the user. */
int cr_accounts_for(const struct cr_accounts *accounts, const char *user, const char **account,
		    struct cr_arena *arena, struct cr_view *view);

/**
 * Write VIEW, TOPOLOGIES (may be NULL) and ACCOUNTS (may be NULL) as JSON text
 * with a final newline, to be freed with free().  NULL with ERR on failure.
 */
char *cr_snapshot_format(const struct cr_view *view, const struct cr_topologies *topologies,
			 const struct cr_accounts *accounts, struct cr_error *err);

#endif

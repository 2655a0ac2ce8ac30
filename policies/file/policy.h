/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A site's policy: commroute.yaml and the files it includes, read whole,
 * checked whole, and immutable from then on.  A policy may be shared by
 * threads; whoever replaces it must let its readers finish first.
 *
 * Keys: docs/policy.md, written from the table in policies/file/schema.c.
 */
#ifndef CR_POLICIES_FILE_POLICY_H
#define CR_POLICIES_FILE_POLICY_H

#include "base/diag.h"
#include "base/error.h"
#include "policies/cluster/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cr_policy;

enum cr_mode {
	CR_MODE_DISABLED, /* nothing is judged, nothing recorded */
	CR_MODE_OBSERVE,  /* judged and recorded, nothing set or refused */
	CR_MODE_ENFORCE,
};

enum cr_notify { CR_NOTIFY_PROBLEMS, CR_NOTIFY_CHANGES, CR_NOTIFY_ALWAYS };

/** Where the decision is written in the job's record. */
enum cr_record_field { CR_RECORD_ADMIN_COMMENT, CR_RECORD_EXTRA, CR_RECORD_NONE };

/** How files come in.  The loader opens nothing by itself. */
struct cr_policy_reader {
	/*
	 * Read PATH whole: 0 and *BUF (freed by the loader with free(), one NUL
	 * byte after the *LEN bytes), or -1 with ERR set.
	 */
	int (*read)(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err);
	void *ctx;
};

/**
 * Load the policy at PATH through READER.  Included files are named relative
 * to the file that includes them.  CLUSTER (may be NULL) picks the overlay
 * under `clusters:`.  Every error and warning goes to DIAGS, all at once.
 * Returns the policy, or NULL when DIAGS got an error (or memory ran out).
 * Free with cr_policy_destroy().
 */
struct cr_policy *cr_policy_load(const char *path, const struct cr_policy_reader *reader,
				 const char *cluster, struct cr_diags *diags);

/** Free POLICY.  NULL is allowed. */
void cr_policy_destroy(struct cr_policy *policy);

/**
 * Say what POLICY and the cluster in VIEW disagree about: partitions, QOS and
 * topologies that do not exist, routes that can never match, shares beyond the
 * GPUs there are.  Returns 0, or -1 when at least one is an error.
 */
int cr_policy_check(const struct cr_policy *policy, const struct cr_view *view,
		    struct cr_diags *diags);

/**
 * Warn of what POLICY asks that Slurm VERSION (CR_SLURM_VERSION(); 0: not known,
 * nothing is said) has not: types and names of topologies where one serves all
 * partitions, types that came later, the spacing of segments.
 */
void cr_policy_check_version(const struct cr_policy *policy, uint32_t version,
			     struct cr_diags *diags);

/** The site-wide mode; a tenant can have its own (cr_decision.mode). */
enum cr_mode cr_policy_mode(const struct cr_policy *policy);

/** Is the site's mode other than disabled?  No tenant's own mode outlives that. */
bool cr_policy_is_active(const struct cr_policy *policy);

/** Is it acted on for anybody: the site's mode, or with observe a tenant's own, is enforce? */
bool cr_policy_enforces(const struct cr_policy *policy);

/** `record:`: where the decision is written, and is it in the journal as well? */
enum cr_record_field cr_policy_record_field(const struct cr_policy *policy);
bool cr_policy_journal(const struct cr_policy *policy);

/** MiB of the journal's file, and how many old ones are kept. */
uint32_t cr_policy_journal_mb(const struct cr_policy *policy);
uint32_t cr_policy_journal_files(const struct cr_policy *policy);

/** 16 hex digits that change with any byte of any file.  Owned by POLICY. */
const char *cr_policy_hash(const struct cr_policy *policy);

/** File I that was read, the policy itself first; NULL past the end.  Owned by POLICY. */
const char *cr_policy_file(const struct cr_policy *policy, size_t i);

/** Where the file's own KEY ("environment") stands; line 0: it is not given, or no such key. */
struct cr_pos cr_policy_key_pos(const struct cr_policy *policy, const char *key);

/** What `--comm-profile=list` shows of one profile.  Texts are owned by the policy. */
struct cr_profile_info {
	const char *name;
	const char *summary;                 /* or NULL */
	const char *pattern;                 /* "alltoall" ... */
	const char *intensity;               /* "extreme" ... */
	enum cr_topology_type topology_type; /* the first route's; NONE: it names something else */
	struct cr_names aliases;
	uint32_t group; /* nodes that ranks are ordered by; 0: none */
};

/** Profile I in the file's order: true and *INFO set, or false past the end. */
bool cr_policy_profile(const struct cr_policy *policy, size_t i, struct cr_profile_info *info);

/** `rank_order:`: who orders the ranks of steps that leave it open. */
enum cr_rank_order { CR_RANK_ORDER_TOPOLOGY, CR_RANK_ORDER_NONE };
enum cr_rank_order cr_policy_rank_order(const struct cr_policy *policy);

/** `rank_order_ignores:`: name I, with a '=' behind it if it takes a value, or NULL past the end.
 */
const char *cr_policy_order_ignores(const struct cr_policy *policy, size_t i);

/** `harmful:`: severities, a bit 1 << enum cr_harm (base/harm.h) each. */
struct cr_harmful {
	unsigned warn, scrub;
};
struct cr_harmful cr_policy_harmful(const struct cr_policy *policy);

/** Is WHAT ("torchrun", "rank") in `export:`? */
enum cr_export { CR_EXPORT_TORCHRUN, CR_EXPORT_RANK };
bool cr_policy_exports(const struct cr_policy *policy, enum cr_export what);

/** `environment_file:` as written, or NULL. */
const char *cr_policy_environment_file(const struct cr_policy *policy);

/** The name of `environment:`, the node variables' catalogue, or NULL. */
const char *cr_policy_environment(const struct cr_policy *policy);

#endif

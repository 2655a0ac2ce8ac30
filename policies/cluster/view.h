/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cluster as the decision function sees it: plain arrays, prepared by
 * whoever knows Slurm (live/ for a running cluster, from slurmctld's plugin and
 * from the command alike; the command's snapshot reader; tests), so
 * that a decision looks nothing up and allocates nothing that grows with the
 * cluster.
 *
 * struct cr_view is small and made to be copied: slurmctld's side keeps one
 * with what changes slowly (partitions, reservations) and, for each submission,
 * puts into its copy what belongs to this user (associations, group verdicts)
 * and what moves (QOS use).  All pointers are borrowed and read-only for the
 * time of the call; names compare as Slurm compares them (QOS and accounts are
 * lower case there).  Numbers not known are CR_UNSET / CR_UNSET64, and a limit
 * that is not set is CR_UNSET / CR_UNSET64 too; of a
 * partition's limits "UNLIMITED" is CR_INFINITE.
 */
#ifndef CR_POLICIES_CLUSTER_VIEW_H
#define CR_POLICIES_CLUSTER_VIEW_H

#include "base/text.h"
#include "policies/job/request.h"
#include "topology/fit.h"

/* ---- limits ------------------------------------------------------------ */

/** Everything that limits one TRES in one QOS or association. */
struct cr_tres_limit {
	const char *tres; /* "cpu", "mem", "node", "gres/gpu", "gres/gpu:h200", "billing" ... */
	uint64_t grp, grp_used;                   /* GrpTRES; started jobs only */
	uint64_t grp_mins, grp_mins_used;         /* GrpTRESMins: the budget */
	uint64_t grp_run_mins, grp_run_mins_used; /* GrpTRESRunMins */
	uint64_t max_per_job;                     /* MaxTRES */
	uint64_t max_mins_per_job;                /* MaxTRESMins */
	uint64_t max_per_node;
	uint64_t max_per_user, user_used; /* MaxTRESPerUser and this user's use */
	uint64_t max_per_account, account_used;
	uint64_t min_per_job; /* MinTRES */
};

#define CR_TRES_LIMIT_INIT                                                                         \
	{.grp = CR_UNSET64,                                                                        \
	 .grp_mins = CR_UNSET64,                                                                   \
	 .grp_run_mins = CR_UNSET64,                                                               \
	 .max_per_job = CR_UNSET64,                                                                \
	 .max_mins_per_job = CR_UNSET64,                                                           \
	 .max_per_node = CR_UNSET64,                                                               \
	 .max_per_user = CR_UNSET64,                                                               \
	 .max_per_account = CR_UNSET64,                                                            \
	 .min_per_job = CR_UNSET64}

/** The use counters are 0 where not known; the limits CR_UNSET where there is none. */
struct cr_limits {
	const struct cr_tres_limit *tres; /* only those that limit something */
	size_t tres_count;
	uint32_t grp_jobs, grp_jobs_used;     /* running */
	uint32_t grp_submit, grp_submit_used; /* pending and running */
	uint32_t max_jobs_per_user, user_jobs;
	uint32_t max_submit_per_user, user_submit;
	uint32_t max_jobs_per_account, account_jobs;
	uint32_t max_submit_per_account, account_submit;
	uint32_t max_wall; /* minutes for one job */
	uint32_t grp_wall, grp_wall_used;
};

#define CR_LIMITS_INIT                                                                             \
	{.grp_jobs = CR_UNSET,                                                                     \
	 .grp_submit = CR_UNSET,                                                                   \
	 .max_jobs_per_user = CR_UNSET,                                                            \
	 .max_submit_per_user = CR_UNSET,                                                          \
	 .max_jobs_per_account = CR_UNSET,                                                         \
	 .max_submit_per_account = CR_UNSET,                                                       \
	 .max_wall = CR_UNSET,                                                                     \
	 .grp_wall = CR_UNSET}

enum cr_qos_flag {
	CR_QOS_PART_MIN_NODE = 1 << 0,   /* lifts the partition's MinNodes */
	CR_QOS_PART_MAX_NODE = 1 << 1,   /* ... MaxNodes */
	CR_QOS_PART_TIME_LIMIT = 1 << 2, /* ... MaxTime */
	CR_QOS_OVER_PART_QOS = 1 << 3,   /* the job's QOS outranks the partition's */
	CR_QOS_DENY_LIMIT = 1 << 4,      /* a job over a limit is refused at submit */
	CR_QOS_REQ_RESV = 1 << 5,        /* needs a reservation */
	CR_QOS_NO_RESERVE = 1 << 6,
	CR_QOS_NO_DECAY = 1 << 7,
};

/** What preemption does to a job; a QOS's own wish or the cluster's. */
enum cr_preempt_mode {
	CR_PREEMPT_CLUSTER, /* a QOS without a wish of its own: the cluster's */
	CR_PREEMPT_OFF,
	CR_PREEMPT_CANCEL,
	CR_PREEMPT_REQUEUE,
	CR_PREEMPT_SUSPEND,
};

struct cr_qos {
	const char *name;
	uint32_t priority;
	uint32_t flags; /* enum cr_qos_flag */
	enum cr_preempt_mode preempt_mode;
	struct cr_names preempts; /* QOS that this one may preempt */
	struct cr_limits limits;
};

/** One association.  What binds is judged from the user's upward. */
struct cr_assoc {
	const char *account;
	const char *user;      /* NULL: the account's own */
	const char *partition; /* NULL: all partitions */
	struct cr_names qos;   /* QOS it may use; inherited ones included */
	/* A bit for each of `qos` that is meant, where it is a table of more; NULL: all are. */
	const uint64_t *qos_in;
	const char *default_qos;
	struct cr_limits limits;
};

/* ---- partitions -------------------------------------------------------- */

/** Nodes of a partition that are alike in all that a job can ask for. */
struct cr_shape {
	const char *arch;     /* "x86_64", "aarch64"; NULL: not known */
	const char *gpu_type; /* "h200"; NULL: no GPU, or one without type */
	uint32_t gpus;        /* per node */
	uint32_t cpus, sockets;
	uint64_t memory;          /* MiB */
	struct cr_names features; /* active ones */
	uint32_t nodes;           /* configured */
	uint32_t up;              /* of them not DOWN, DRAINED, FAIL, future or powered out */
	uint32_t idle;            /* of them idle now */
};

struct cr_partition {
	const char *name;
	bool up;            /* takes and starts jobs: State=UP */
	bool takes_jobs;    /* can be submitted to: State UP or DOWN, not INACTIVE or DRAIN */
	bool is_default;    /* the cluster's default */
	bool root_only;     /* RootOnly=YES */
	bool required_resv; /* ReqResv=YES */
	bool exclusive_topo;
	bool exclusive_node;

	const char *topology; /* name; NULL: none, or the cluster's only one (24.11) */
	enum cr_topology_type topology_type;
	bool topology_unknown; /* it has one, and we could not read of which type */
	/* Its part of that topology, for the fit; NULL: not known, then nothing is said of fit. */
	const struct cr_space *space;

	const struct cr_shape *shapes;
	size_t shape_count;
	uint32_t nodes;                /* all of them */
	uint32_t min_nodes, max_nodes; /* MinNodes, MaxNodes */
	uint32_t max_time;             /* minutes */
	uint32_t default_time;
	uint32_t max_cpus_per_node;
	uint32_t priority_tier;
	enum cr_preempt_mode preempt_mode;

	struct cr_names allow_accounts, deny_accounts; /* count 0 = no such list */
	struct cr_names allow_groups;                  /* likewise; of whole groups of users */
	struct cr_names allow_qos, deny_qos;
	const char *qos; /* partition QOS, by name in view.qos; or NULL */
};

struct cr_reservation {
	const char *name;
	const char *partition;                         /* or NULL */
	bool active;                                   /* now, not later */
	struct cr_names accounts, users;               /* admitted; both empty = everybody */
	struct cr_names denied_accounts, denied_users; /* Slurm's -name form */
	const uint32_t *nodes_in; /* of its nodes, how many in view.partitions[i] */
};

/** Nodes that are in the same partitions. */
struct cr_membership {
	const char *nodes;          /* a host list */
	struct cr_names partitions; /* none: nodes that no partition has */
};

/** Nodes by name: policies/cluster/node_index.h */
struct cr_node_index;

enum cr_enforce {
	CR_ENFORCE_ASSOCS = 1 << 0, /* AccountingStorageEnforce=associations */
	CR_ENFORCE_LIMITS = 1 << 1,
	CR_ENFORCE_QOS = 1 << 2,
	CR_ENFORCE_SAFE = 1 << 3,
};

/* ---- the whole --------------------------------------------------------- */

struct cr_view {
	uint32_t slurm_version; /* CR_SLURM_VERSION(26, 5, 5); 0: not known */
	int64_t taken;          /* Unix time of the slow part; 0: not known */
	uint32_t age;           /* seconds since then, at this decision */
	const char *cluster;

	const struct cr_partition *partitions;
	size_t partition_count;
	/* For this user, beside partitions: AllowGroups shuts them out.  NULL: nowhere. */
	const bool *group_denied;
	bool groups_remembered; /* as of some seconds ago: no ground for a refusal */

	const struct cr_membership *memberships;
	size_t membership_count;
	const struct cr_node_index *nodes; /* of these; NULL: not known */

	const struct cr_reservation *reservations;
	size_t reservation_count;

	/*
	 * Why something of this user's (associations, QOS), or the whole cluster, is not
	 * here, although Slurm has it; NULL: nothing is missing.  Then rights alone are
	 * judged, as the policy says (not_judged).
	 */
	const char *missing;

	bool have_qos; /* false: no slurmdbd, or not read: nothing is said about QOS */
	const struct cr_qos *qos;
	size_t qos_count;
	struct cr_names qos_names; /* all that there are, where `qos` has those alone that matter */

	/*
	 * The associations of (request.user, request.account): one without a
	 * partition and one for each partition that has its own; then those of
	 * the account and its parents up to root, nearest first.
	 */
	bool have_assocs; /* false: not known; then only request.account names the tenant */
	const struct cr_assoc *user_assocs;
	size_t user_assoc_count;
	const struct cr_assoc *parents;
	size_t parent_count;

	uint32_t enforce;                  /* enum cr_enforce */
	enum cr_preempt_mode preempt_mode; /* the cluster's */
	bool preempt_by_qos;               /* PreemptType=preempt/qos */
	uint32_t max_switch_wait;          /* seconds; CR_UNSET: Slurm's 300 */
	bool requeue_default;              /* JobRequeue=1 */

	/* Settings that switch a rule off. */
	bool memory_not_consumed; /* SelectTypeParameters without memory: no limit on it binds */
	bool tree_optional;       /* TopologyParam=TopoOptional: trees bind with --switches only */
	bool dragonfly;           /* TopologyParam=dragonfly: more than one switch is no wish */
};

/** The entry called NAME (may be NULL), or NULL. */
const struct cr_partition *cr_view_partition(const struct cr_view *view, const char *name);
const struct cr_qos *cr_view_qos(const struct cr_view *view, const char *name);
const struct cr_reservation *cr_view_reservation(const struct cr_view *view, const char *name);

/** Is there a QOS called NAME, whether or not its limits are known here? */
bool cr_view_has_qos(const struct cr_view *view, const char *name);

/** May jobs of ASSOC use the QOS called NAME?  One that names none may use any. */
bool cr_assoc_has_qos(const struct cr_assoc *assoc, const char *name);

#endif

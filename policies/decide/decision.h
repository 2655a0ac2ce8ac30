/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decision: what a policy makes of a request on a cluster, and why.
 *
 * cr_decide() is pure and total: it reads its three inputs, allocates only from
 * the arena, never fails because of what it is given, and gives the same answer
 * for the same input.  The controller, `explain`, `test`, `replay`, benchmarks
 * and fuzzers all call it.
 */
#ifndef CR_POLICIES_DECIDE_DECISION_H
#define CR_POLICIES_DECIDE_DECISION_H

#include "base/arena.h"
#include "policies/cluster/view.h"
#include "policies/file/policy.h"
#include "policies/job/codes.h"
#include "policies/job/enum_names.h"
#include "policies/job/option.h"
#include "policies/job/request.h"

/**
 * An arena of this size serves any decision whose user can go to 500 partitions.  What is
 * beyond it is not refused and not let through: rights are judged without it.
 */
#define CR_DECIDE_ARENA 262144

enum cr_verdict {
	CR_VERDICT_LEAVE,  /* as the user submitted it */
	CR_VERDICT_ROUTE,  /* set what is under "what to set" */
	CR_VERDICT_REFUSE, /* with the message */
};

/** Which step of the decision a reason belongs to, in the order they are taken. */
enum cr_step {
	CR_STEP_PROFILE,
	CR_STEP_TENANT,
	CR_STEP_CANDIDATE,
	CR_STEP_SHAPE, /* architecture and GPU type */
	CR_STEP_QOS,
	CR_STEP_PLACEMENT,
	CR_STEP_SCRIPT, /* the site's own rules in Lua */
	CR_STEP_VERDICT,
};

struct cr_reason {
	enum cr_step step;
	enum cr_code code;   /* or CR_NO_CODE */
	const char *subject; /* the partition, QOS or tenant it is about, or NULL */
	bool against;        /* it rules the subject out */
	const char *text;    /* one line */
};

/**
 * What a decision holds.  Each has a row in decision_fields.c, by which everybody who
 * writes, shows, reads, compares or sets it goes.
 */
enum cr_decision_field {
	CR_DECISION_VERDICT,
	CR_DECISION_MODE,
	CR_DECISION_ACT,
	CR_DECISION_RECORD,
	CR_DECISION_CODE,
	CR_DECISION_MESSAGE,
	CR_DECISION_NOTICE,
	CR_DECISION_PROFILE,
	CR_DECISION_PATTERN,
	CR_DECISION_INTENSITY,
	CR_DECISION_TENANT,
	CR_DECISION_PARTITION,
	CR_DECISION_WOULD_PARTITION,
	CR_DECISION_TOPOLOGY,
	CR_DECISION_TOPOLOGY_TYPE,
	CR_DECISION_ARCH,
	CR_DECISION_SHAPE_GPU,
	CR_DECISION_QOS,
	CR_DECISION_SEGMENT,
	CR_DECISION_SWITCHES,
	CR_DECISION_SWITCH_WAIT,
	CR_DECISION_EXCLUSIVE_TOPO,
	CR_DECISION_SPREAD_SEGMENTS,
	CR_DECISION_CONSOLIDATE_SEGMENTS,
	CR_DECISION_CONTIGUOUS,
	CR_DECISION_GPU_TYPE,
	CR_DECISION_GROUP,
	CR_DECISION_NODES,
	CR_DECISION_GPUS,
	CR_DECISION_PREEMPTIBLE,
	CR_DECISION_PORTABLE,
	CR_DECISION_FIELDS,
};

struct cr_decision {
	enum cr_verdict verdict; /* what the policy says, whatever the mode */
	enum cr_mode mode;       /* the tenant's, or the site's */
	/*
	 * Act on it: verdict is not LEAVE and mode is enforce.  When false the
	 * caller sets nothing and refuses nothing; it records, unless mode is
	 * disabled (then there is nothing to record either).
	 */
	bool act;
	bool record;
	/*
	 * Every step was taken: what is left open below is to stay open, in a job
	 * that an earlier decision set it for too.
	 */
	bool complete;
	const char *unjudged; /* why not all of it was judged; NULL: all was */
	/*
	 * A name of -w or -x that the view has no node for, or NULL.  Who knows that there is
	 * one, made since, decides anew with a view that knows no nodes.
	 */
	const char *unknown_node;

	/* For the user.  Both at most two lines, printable, no line end at the end. */
	enum cr_code code;     /* of the refusal, or of the first warning; or CR_NO_CODE */
	const char *site_code; /* "LAB-7": what CR_SITE_CODE stands for here; else NULL */
	const char *message;   /* of a refusal, beginning with its code; else NULL */
	const char *notice;    /* to print although the job goes through; NULL: silence */

	/* What to set: only what the user left open.  NULL / CR_UNSET: leave it. */
	const char *partition; /* one, or a list "a,b" */
	const char *qos;       /* one, or a list "a,b" */
	uint32_t segment;
	uint32_t switches;
	uint32_t switch_wait; /* seconds */
	bool exclusive_topo;
	bool spread_segments, consolidate_segments;
	bool contiguous;
	const char *gpu_type; /* add to a request for GPUs without type */

	/* The user's own, kept: the record has them, so that a node can check what was granted. */
	uint32_t own_segment, own_switches;

	/* What is known about it.  NULL: not known or does not apply. */
	struct cr_option option; /* as parsed; kind ABSENT when its form was refused */
	const char *profile;     /* by its own name, not an alias */
	const char *pattern, *intensity;
	const char *tenant;
	uint32_t group;       /* nodes that its ranks are ordered by; CR_UNSET: as a ring */
	bool preemptible;     /* it may run in a borrow QOS */
	const char *topology; /* of the partition, chosen or given */
	enum cr_topology_type topology_type;
	const char *arch, *shape_gpu; /* of its nodes, where they are all alike */
	uint32_t nodes, gpus;         /* what the request comes to; CR_UNSET: open */
	const char *would_partition;  /* the route of a job that was left where its user put it */

	const struct cr_reason *reasons;
	size_t reason_count;
};

/**
 * Decide.  Everything *DECISION points to lives in ARENA or in an input.
 * Returns 0; or -1 when not all of it could be judged: ARENA ran out, or something
 * is missing in VIEW.  *DECISION is then what the policy says of such a job
 * (not_judged): it is to be acted on like any other, and counted.
 */
int cr_decide(const struct cr_policy *policy, const struct cr_request *request,
	      const struct cr_view *view, struct cr_arena *arena, struct cr_decision *decision);

/** CODE, D's own or one of its reasons', as text: "CR-311", "LAB-7"; NULL for CR_NO_CODE. */
const char *cr_decision_code(const struct cr_decision *d, enum cr_code code);

/** "leave", "route", "refuse"; "profile" ...  Static. */
const char *cr_verdict_name(enum cr_verdict verdict);
const char *cr_step_name(enum cr_step step);

#endif

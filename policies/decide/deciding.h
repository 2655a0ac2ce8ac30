/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A decision in the making: what its steps share.  For the files decide*.c,
 * candidate*.c, best.c, choose.c and keep.c only.
 *
 * The steps, in order, each in its own file:
 *	decide_who.c        exempt? which tenant, which mode?
 *	decide_profile.c    declared, alias, rules for undeclared jobs
 *	candidate.c         each partition of the routes: why not?
 *	named_nodes.c       the nodes of -w and -x
 *	decide_shape.c      one architecture and GPU type
 *	decide_qos.c        own share, borrowing, limits; with offer.c and borrow.c
 *	decide_placement.c  segment, switches, GPU type
 *	decide_group.c      groups of nodes in the order of ranks
 *	decide_script.c     the site's own script: what it wants, where it may want it
 *	best.c              the best candidate, looking no further than needed
 *	choose.c            the choice among candidates, or the refusal
 *	keep.c              the partition is the user's, or Slurm's
 *	decide_rights.c     what holds even where not all can be judged
 *	decide.c            the order of these, and the verdict
 */
#ifndef CR_POLICIES_DECIDE_DECIDING_H
#define CR_POLICIES_DECIDE_DECIDING_H

#include "policies/decide/decision.h"
#include "policies/decide/limits.h"
#include "policies/decide/size.h"
#include "policies/file/policy_model.h"

#define CR_REASONS_MAX 96
#define CR_NAMED_MAX   16 /* QOS that a script may name */

/** Why a candidate is none. */
enum cr_obstacle {
	CR_OBSTACLE_NONE,
	CR_OBSTACLE_RIGHT, /* this job may never use it: it was not made for it */
	CR_OBSTACLE_SHAPE, /* its nodes are not what the job asks for */
	CR_OBSTACLE_ROOM,  /* it would fit, were there more of it, or were it open */
};

/** What -w and -x say, against the nodes of the view. */
struct cr_named_nodes {
	const char *unread; /* why -w cannot be judged node by node; NULL: it can, or is not said */
	bool uncounted;     /* and so nobody knows how many nodes the job is to have */
	const char *unknown;  /* a name in one of them that no node has, or NULL */
	const uint32_t *node; /* of -w, each once, by their numbers in view.nodes */
	size_t count;
	const uint64_t *held; /* the set of partitions that have all of them */
	const char *both;     /* a node that -x names too, or NULL */
	const uint32_t
		*excluded; /* by partition: how many of its nodes -x names; NULL: none known */
};

enum cr_quota { CR_QUOTA_OWN, CR_QUOTA_LIST, CR_QUOTA_BORROW, CR_QUOTA_GIVEN, CR_QUOTA_NONE };

struct cr_candidate {
	const struct cr_partition *part;
	size_t index; /* in view.partitions */
	const struct cr_partition_rules *rules;
	const struct cr_route *route; /* NULL: the user's choice, on no route */
	const struct cr_shape *shape; /* the first that fits; NULL: none does */
	bool mixed;                   /* fitting shapes differ in architecture or GPU type */
	uint64_t fitting_nodes;
	struct cr_demand demand; /* on that shape, or on the nearest to it */
	/* What it can come to there: minima are judged by the one, maxima by the other. */
	uint32_t least_nodes, most_nodes;
	uint64_t most_gpus;
	uint32_t minutes_given; /* by --time or DefaultTime; CR_UNSET: Slurm fills one in */
	uint32_t minutes;       /* the most that its time limit can be there */
	enum cr_obstacle obstacle;
	unsigned progress; /* how many checks it passed */
	enum cr_code code;
	const char *why;
	/* Set by the QOS step. */
	enum cr_quota quota;
	const char *qos;  /* to set, or NULL */
	bool fits_now;    /* within all limits at once */
	const char *full; /* why its own share cannot hold it now, or NULL */
	bool no_list;     /* of own share and borrowing one was chosen, for this Slurm's sake */
	const char *cannot_borrow; /* why not, where the job wishes to; or NULL */
	/* Set by the script step. */
	unsigned place; /* 0: by rank; else before those of a higher place */
	bool dropped;
};

/** A candidate before it is looked at. */
struct cr_found {
	const struct cr_partition *part;
	const struct cr_route *route; /* NULL: the user's choice, on no route */
};

struct cr_deciding {
	const struct cr_policy *policy;
	const struct cr_request *request;
	const struct cr_view *view;
	struct cr_arena *arena;
	struct cr_decision *d;
	bool no_memory;

	bool max_nodes_lifted; /* some QOS lifts its partition's MaxNodes */

	const struct cr_tenant *tenant;
	const struct cr_profile *profile;
	struct cr_size size;
	bool portable;
	bool explicit_partition; /* -p, and not a name that counts as unset */
	const char *named;       /* the list of partitions that the user named */
	bool named_several;      /* it has several names */
	bool left_unknown;       /* nobody can say where it belongs: a topology is unknown */
	bool quiet;              /* what is said is not kept: only the verdict is asked for */

	struct cr_named_nodes named_nodes;

	struct cr_found *found; /* where it could go, by the order of the routes */
	size_t found_count;
	struct cr_candidate *candidates; /* of these the first ones, looked at */
	size_t candidate_count, candidate_room;
	struct cr_reason *reasons;
	size_t reason_count;

	struct cr_script_session *script_session; /* what its script's hooks share; or NULL */
	struct cr_candidate *chosen; /* where the job goes, when that is one of the candidates */
	/* What was said before the choice, to return to when the script wants another. */
	struct {
		size_t reason_count;
		enum cr_code code;
		const char *notice;
	} before_choice;
};

/* ---- saying why: decide_say.c ----------------------------------------- */

/** Formatted text in the arena; "" when it ran out (and no_memory is set). */
const char *cr_say(struct cr_deciding *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** Add a reason.  CODE may be CR_NO_CODE, SUBJECT NULL. */
void cr_because(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *subject,
		const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/** Add a reason against SUBJECT. */
void cr_against(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *subject,
		const char *text);

/** Refuse with CODE and a message: the verdict, unless there is one.  Returns -1. */
int cr_refuse(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/** Something the user should know although the job goes through: a reason and the notice. */
void cr_warn(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *subject,
	     const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/** NAMES joined by ", ", the first 8 of them. */
const char *cr_join(struct cr_deciding *g, const struct cr_names *names);

/** Does one of the globs in LIST match NAME (may be NULL: no)? */
bool cr_globs_match(const struct cr_texts *list, const char *name);

/* ---- the steps: 0 = go on, 1 = leave the job, -1 = refused ------------- */

/** Whose job it is: exempt, a tenant's, or nobody's; sets the tenant and the mode. */
int cr_decide_who(struct cr_deciding *g);
/** Which profile it declares, or which the policy gives to a job that declares none. */
int cr_decide_profile(struct cr_deciding *g);

/** Look up the nodes of -w and -x; of a job that says -w and not -N, how many it has. */
void cr_named_nodes_read(struct cr_deciding *g);

/** -p: is it a choice, or one of the names that mean "route me"? */
void cr_candidates_read_partition(struct cr_deciding *g);
/** Find the candidates: the routes' partitions, or those the user named.  None is looked at. */
void cr_candidates_find(struct cr_deciding *g);
/**
 * Find where Slurm puts a job without -p: by its reservations, or by default;
 * ANYWHERE: nobody knows where, so that each partition is one.
 */
void cr_candidates_land(struct cr_deciding *g, bool anywhere);
/** Look at COUNT more of what was found, in the order of the routes; candidates may move. */
void cr_candidates_judge(struct cr_deciding *g, size_t count);
/** Judge C, of which the partition is known, by the policy's bars alone. */
void cr_candidate_judge_bars(struct cr_deciding *g, struct cr_candidate *c);
/** Judge C, judged before, once more without the policy's bars: Slurm's and the nodes' stay. */
void cr_candidate_judge_unbarred(struct cr_deciding *g, struct cr_candidate *c);

/** Rule out what crosses architecture or GPU type. */
void cr_decide_shape(struct cr_deciding *g);

/** May the job borrow what its own --qos asks for?  -1: refused. */
int cr_decide_own_borrowing(struct cr_deciding *g);

/** Find the QOS for C.  Sets its obstacle when there is none. */
void cr_decide_qos(struct cr_deciding *g, struct cr_candidate *c);

/**
 * Will the job be sent to C with a segment of the route's choice?  What must lie in one block is
 * then a segment, not the job.  Asked before the placement, which may still refuse it.
 */
bool cr_placement_segments(const struct cr_deciding *g, const struct cr_candidate *c);

/** Segment, switches and GPU type on C.  -1: refused, or (with *NEXT) not good enough. */
int cr_decide_placement(struct cr_deciding *g, struct cr_candidate *c, bool *next);

/** By which groups of nodes its ranks are ordered; warn when they cannot be. */
void cr_decide_group(struct cr_deciding *g);

/* ---- the choice: best.c, choose.c ---------------------------------------------- */

/** The partition is ours to choose: the candidates, their quotas, the best; or refuse. */
void cr_choose(struct cr_deciding *g);

/** Choose among the candidates again, by the places the script gave them. */
void cr_choose_again(struct cr_deciding *g);

/** Note where the job would have gone, had its user not said -p. */
void cr_choose_otherwise(struct cr_deciding *g);

/** The best candidate that is not TAKEN (by place in the candidates); ALL: closed ones too. */
struct cr_candidate *cr_candidate_best(const struct cr_deciding *g, const bool *taken, bool all);

#define CR_LOOK_AT 32 /* candidates looked at once */

/** Look at COUNT more candidates: rights, shape, QOS.  They may move. */
void cr_candidates_look_further(struct cr_deciding *g, size_t count);

/** The best candidate of all that were found, as cr_candidate_best(); looks at more if need be. */
struct cr_candidate *cr_candidate_find_best(struct cr_deciding *g);

/** Find the QOS for each candidate without obstacle, from that at place FROM on. */
void cr_choose_quotas(struct cr_deciding *g, size_t from);

/** Say why each candidate that has an obstacle is none. */
void cr_choose_obstacles(struct cr_deciding *g);

/** The decision gets what is known of C: topology, nodes, GPUs. */
void cr_choose_describe(struct cr_deciding *g, const struct cr_candidate *c);

/** The decision gets the QOS that was found for C, where one must be set. */
void cr_choose_set_qos(struct cr_deciding *g, const struct cr_candidate *c);

/* ---- no choice: keep.c ------------------------------------------------- */

/** The partition is the user's choice: judged, and what is open there filled in. */
void cr_keep_partition(struct cr_deciding *g);

/** The job is left where Slurm puts it: judged. */
void cr_keep_landing(struct cr_deciding *g);

/** Does the job name a reservation that the view has not?  The first goes into NAME. */
bool cr_reservation_unseen(const struct cr_deciding *g, char name[CR_NAME_MAX]);

/* ---- what holds even where not all can be judged: decide_rights.c ------- */

/** The job as far as it can be judged, by the policy's not_judged; WHY it cannot be whole. */
void cr_decide_unjudged(struct cr_deciding *g, const char *why);

/** The policy's bars for the names of LIST, a user's, that the view does not know.  -1: refused. */
int cr_decide_unknown(struct cr_deciding *g, const char *list);

/* ---- what several of them need ----------------------------------------- */

/** The tenant of ACCOUNT, or of the nearest account above it in VIEW that has one; or NULL. */
const struct cr_tenant *cr_tenant_of(const struct cr_policy *policy, const char *account,
				     const struct cr_view *view);

/** Give the job PROFILE, or (NULL) none. */
void cr_take_profile(struct cr_deciding *g, const struct cr_profile *profile);

/** May the tenant name PROFILE? */
bool cr_profile_open(const struct cr_deciding *g, const struct cr_profile *profile);

/** Architecture and GPU type of A and B are the same. */
bool cr_shape_same(const struct cr_shape *a, const struct cr_shape *b);

/** Account NAME, or an account above the request's, is in LIST. */
bool cr_account_in(const struct cr_deciding *g, const struct cr_names *list);

#endif

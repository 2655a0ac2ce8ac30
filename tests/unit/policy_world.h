/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A small cluster for tests of the policy: `ultra`, two blocks of 18 GB200
 * nodes (aarch64, 4 GPUs), and `p5en`, 32 H200 nodes (x86_64, 8 GPUs) on 4 leaf
 * switches; two teams with own QOS and a shared one to borrow.  A test changes
 * what it needs in the struct and asks world_decide().
 */
#ifndef CR_TESTS_POLICY_WORLD_H
#define CR_TESTS_POLICY_WORLD_H

#include "policies/decide/decision.h"
#include "topology/topology.h"

struct world {
	struct cr_topologies *topologies;
	struct cr_space *spaces[3];
	struct cr_shape shapes[4];
	struct cr_partition partitions[3]; /* ultra, p5en, dev */
	struct cr_tres_limit tres[6];
	struct cr_qos qos[4]; /* nlp, vision, spare, normal */
	struct cr_assoc user_assoc;
	struct cr_assoc parents[3];
	struct cr_reservation reservation;
	uint32_t reserved_in[3];
	struct cr_membership memberships[2];
	struct cr_arena nodes; /* of their index */
	struct cr_view view;
	struct cr_request request; /* user ada of account nlp, 1 node */
	struct cr_policy *policy;
	struct cr_arena arena;
	char memory[CR_DECIDE_ARENA]; /* what every decision must do with */
	struct cr_decision d;
};

/** Make W; the policy is POLICY_TEXT (NULL: world_policy). */
void world_make(struct world *w, const char *policy_text);
void world_free(struct world *w);

/** Let the view of W know its nodes by name: u[01-36] and p[01-32], all of them in dev too. */
void world_name_nodes(struct world *w);

/** Decide w->request; the test fails when cr_decide() does.  Result in w->d. */
void world_decide(struct world *w);

/** The reason with CODE about SUBJECT, or NULL. */
const char *world_reason(const struct world *w, enum cr_code code, const char *subject);

/** Load TEXT as a policy, printing what is wrong; NULL when something is. */
struct cr_policy *world_load(const char *text);

extern const char world_policy[];

#endif

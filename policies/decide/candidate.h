/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The checks that a candidate partition must pass.  Each returns NULL, or why it
 * is none; one that knows better than the table sets the candidate's code.
 */
#ifndef CR_POLICIES_DECIDE_CANDIDATE_H
#define CR_POLICIES_DECIDE_CANDIDATE_H

#include "policies/decide/deciding.h"

/** The first route of PROFILE (may be NULL) that leads to P; NULL: none does. */
const struct cr_route *cr_route_to(const struct cr_profile *profile, const struct cr_partition *p);

/* May this job use it at all?  candidate_rights.c */
const char *cr_check_access(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_tenant(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_admit(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_reservation(struct cr_deciding *g, struct cr_candidate *c);

/** Is it small enough to borrow there, where its own --qos asks for that?  borrow.c */
const char *cr_check_own_borrowing(struct cr_deciding *g, struct cr_candidate *c);

/** Look at all shapes of C's partition: which fits first, how many nodes, are they alike. */
void cr_candidate_measure(struct cr_deciding *g, struct cr_candidate *c);

/* Has it the nodes that -w names, and enough beside those of -x?  named_nodes.c */
const char *cr_check_named(struct cr_deciding *g, struct cr_candidate *c);

/* Have its nodes the shape, and has it the room?  candidate_room.c */
const char *cr_check_shape(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_mixed(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_state(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_nodes(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_arbitrary(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_own_segment(struct cr_deciding *g, struct cr_candidate *c);
const char *cr_check_topology(struct cr_deciding *g, struct cr_candidate *c);

#endif

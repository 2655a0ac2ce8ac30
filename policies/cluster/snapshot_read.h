/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files that read a snapshot share. */
#ifndef CR_POLICIES_CLUSTER_SNAPSHOT_READ_H
#define CR_POLICIES_CLUSTER_SNAPSHOT_READ_H

#include "policies/cluster/snapshot.h"
#include "policies/cluster/snapshot_fields.h"

#include <json-c/json.h>

struct cr_snapshot {
	struct cr_arena arena;
	struct cr_view view;
	struct cr_topologies *topologies;
	struct cr_accounts accounts;
};

struct cr_snapshot_reading {
	struct cr_snapshot *s;
	struct cr_error *err;
};

/** Read object FROM by table M into TO, all of which is set.  0, or -1 with the error set. */
int cr_snapshot_read_struct(struct cr_snapshot_reading *r, const struct cr_members *m,
			    struct json_object *from, void *to);

/** Read list FROM, called KEY, into a new array in the arena. */
int cr_snapshot_read_array(struct cr_snapshot_reading *r, const struct cr_members *m,
			   const char *key, struct json_object *from, void **items, size_t *count);

#endif

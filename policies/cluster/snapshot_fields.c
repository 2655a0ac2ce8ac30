/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The names that a snapshot's JSON has for the view's fields, read and written by the
 * same tables.
 */
#include "policies/cluster/snapshot_fields.h"

#include "policies/cluster/snapshot.h"

static const char *const preempt_modes[] = {"cluster", "off", "cancel", "requeue", "suspend", NULL};
static const char *const qos_flags[] = {
	"PartitionMinNodes", "PartitionMaxNodes", "PartitionTimeLimit",
	"OverPartQOS",       "DenyOnLimit",       "RequiresReservation",
	"NoReserve",         "NoDecay",           NULL};

static const char *const enforced[] = {"associations", "limits", "qos", "safe", NULL};

#define TYPE_TEXT  const char *
#define TYPE_BOOL  bool
#define TYPE_U32   uint32_t
#define TYPE_U64   uint64_t
#define TYPE_COUNT uint32_t
#define TYPE_USE   uint64_t
#define TYPE_NAMES struct cr_names
#define TYPE_WORD  unsigned
#define TYPE_FLAGS uint32_t

#define OUTER(type, kind_, key_, field)                                                            \
	{.key = key_,                                                                              \
	 .kind = CR_MEMBER_##kind_,                                                                \
	 .offset = CR_OFFSET(struct type, field, TYPE_##kind_)}
#define MEMBER(type, kind_, field) OUTER(type, kind_, #field, field)
#define WORDS(type, kind_, field, list)                                                            \
	{.key = #field,                                                                            \
	 .kind = CR_MEMBER_##kind_,                                                                \
	 .offset = CR_OFFSET(struct type, field, TYPE_##kind_),                                    \
	 .words = (list)}
#define INNER(type, key_, field, inner, members)                                                   \
	{.key = key_,                                                                              \
	 .kind = CR_MEMBER_STRUCT,                                                                 \
	 .offset = CR_OFFSET(struct type, field, struct inner),                                    \
	 .of = &(members)}
#define ARRAY(type, key_, field, number, item, members)                                            \
	{.key = key_,                                                                              \
	 .kind = CR_MEMBER_ARRAY,                                                                  \
	 .offset = CR_OFFSET(struct type, field, const struct item *),                             \
	 .count_offset = CR_OFFSET(struct type, number, size_t),                                   \
	 .of = &(members)}
/* What is not read is as in `type`_unset. */
#define MEMBERS(scope, name, type, ...)                                                            \
	static const struct cr_member name##_items[] = {__VA_ARGS__};                              \
	scope const struct cr_members name = {name##_items,                                        \
					      sizeof(name##_items) / sizeof(name##_items[0]),      \
					      sizeof(struct type), &type##_unset}

static const struct cr_tres_limit cr_tres_limit_unset = CR_TRES_LIMIT_INIT;
static const struct cr_limits cr_limits_unset = CR_LIMITS_INIT;
static const struct cr_qos cr_qos_unset = {.limits = CR_LIMITS_INIT};
static const struct cr_account cr_account_unset = {.assoc = {.limits = CR_LIMITS_INIT}};
static const struct cr_tres_use cr_tres_use_unset;
static const struct cr_use cr_use_unset;
static const struct cr_shape cr_shape_unset;
static const struct cr_membership cr_membership_unset;
static const struct cr_reservation cr_reservation_unset;
static const struct cr_view cr_view_unset = {.max_switch_wait = CR_UNSET};
static const struct cr_partition cr_partition_unset = {
	.min_nodes = CR_UNSET,
	.max_nodes = CR_UNSET,
	.max_time = CR_UNSET,
	.default_time = CR_UNSET,
	.max_cpus_per_node = CR_UNSET,
};

/* clang-format off: one member, one line */
MEMBERS(static, tres_limit, cr_tres_limit, MEMBER(cr_tres_limit, TEXT, tres),
	MEMBER(cr_tres_limit, U64, grp), MEMBER(cr_tres_limit, USE, grp_used),
	MEMBER(cr_tres_limit, U64, grp_mins), MEMBER(cr_tres_limit, USE, grp_mins_used),
	MEMBER(cr_tres_limit, U64, grp_run_mins), MEMBER(cr_tres_limit, USE, grp_run_mins_used),
	MEMBER(cr_tres_limit, U64, max_per_job), MEMBER(cr_tres_limit, U64, max_mins_per_job),
	MEMBER(cr_tres_limit, U64, max_per_node), MEMBER(cr_tres_limit, U64, max_per_user),
	MEMBER(cr_tres_limit, USE, user_used), MEMBER(cr_tres_limit, U64, max_per_account),
	MEMBER(cr_tres_limit, USE, account_used), MEMBER(cr_tres_limit, U64, min_per_job));

MEMBERS(static, limits, cr_limits,
	ARRAY(cr_limits, "tres", tres, tres_count, cr_tres_limit, tres_limit),
	MEMBER(cr_limits, U32, grp_jobs), MEMBER(cr_limits, COUNT, grp_jobs_used),
	MEMBER(cr_limits, U32, grp_submit), MEMBER(cr_limits, COUNT, grp_submit_used),
	MEMBER(cr_limits, U32, max_jobs_per_user), MEMBER(cr_limits, COUNT, user_jobs),
	MEMBER(cr_limits, U32, max_submit_per_user), MEMBER(cr_limits, COUNT, user_submit),
	MEMBER(cr_limits, U32, max_jobs_per_account), MEMBER(cr_limits, COUNT, account_jobs),
	MEMBER(cr_limits, U32, max_submit_per_account), MEMBER(cr_limits, COUNT, account_submit),
	MEMBER(cr_limits, U32, max_wall), MEMBER(cr_limits, U32, grp_wall),
	MEMBER(cr_limits, COUNT, grp_wall_used));

MEMBERS(static, qos, cr_qos, MEMBER(cr_qos, TEXT, name), MEMBER(cr_qos, COUNT, priority),
	WORDS(cr_qos, FLAGS, flags, qos_flags), WORDS(cr_qos, WORD, preempt_mode, preempt_modes),
	MEMBER(cr_qos, NAMES, preempts), INNER(cr_qos, "limits", limits, cr_limits, limits));

MEMBERS(, cr_members_account, cr_account, OUTER(cr_account, TEXT, "account", assoc.account),
	OUTER(cr_account, TEXT, "user", assoc.user),
	OUTER(cr_account, TEXT, "partition", assoc.partition), MEMBER(cr_account, TEXT, parent),
	MEMBER(cr_account, BOOL, is_default), OUTER(cr_account, NAMES, "qos", assoc.qos),
	OUTER(cr_account, TEXT, "default_qos", assoc.default_qos),
	INNER(cr_account, "limits", assoc.limits, cr_limits, limits));

MEMBERS(static, tres_use, cr_tres_use, MEMBER(cr_tres_use, TEXT, tres),
	MEMBER(cr_tres_use, USE, used));

MEMBERS(, cr_members_use, cr_use, MEMBER(cr_use, TEXT, qos), MEMBER(cr_use, TEXT, user),
	MEMBER(cr_use, TEXT, account), MEMBER(cr_use, COUNT, jobs), MEMBER(cr_use, COUNT, submit),
	ARRAY(cr_use, "tres", tres, tres_count, cr_tres_use, tres_use));

MEMBERS(static, shape, cr_shape, MEMBER(cr_shape, TEXT, arch), MEMBER(cr_shape, TEXT, gpu_type),
	MEMBER(cr_shape, COUNT, gpus), MEMBER(cr_shape, COUNT, cpus),
	MEMBER(cr_shape, COUNT, sockets), MEMBER(cr_shape, USE, memory),
	MEMBER(cr_shape, NAMES, features), MEMBER(cr_shape, COUNT, nodes),
	MEMBER(cr_shape, COUNT, up), MEMBER(cr_shape, COUNT, idle));

MEMBERS(static, partition, cr_partition, MEMBER(cr_partition, TEXT, name),
	MEMBER(cr_partition, BOOL, up), MEMBER(cr_partition, BOOL, takes_jobs),
	MEMBER(cr_partition, BOOL, is_default), MEMBER(cr_partition, BOOL, root_only),
	MEMBER(cr_partition, BOOL, required_resv), MEMBER(cr_partition, BOOL, exclusive_topo),
	MEMBER(cr_partition, BOOL, exclusive_node), MEMBER(cr_partition, TEXT, topology),
	WORDS(cr_partition, WORD, topology_type, cr_topology_type_words),
	MEMBER(cr_partition, BOOL, topology_unknown),
	ARRAY(cr_partition, "shapes", shapes, shape_count, cr_shape, shape),
	MEMBER(cr_partition, COUNT, nodes), MEMBER(cr_partition, U32, min_nodes),
	MEMBER(cr_partition, U32, max_nodes), MEMBER(cr_partition, U32, max_time),
	MEMBER(cr_partition, U32, default_time), MEMBER(cr_partition, U32, max_cpus_per_node),
	MEMBER(cr_partition, COUNT, priority_tier),
	WORDS(cr_partition, WORD, preempt_mode, preempt_modes),
	MEMBER(cr_partition, NAMES, allow_accounts), MEMBER(cr_partition, NAMES, deny_accounts),
	MEMBER(cr_partition, NAMES, allow_groups), MEMBER(cr_partition, NAMES, allow_qos),
	MEMBER(cr_partition, NAMES, deny_qos), MEMBER(cr_partition, TEXT, qos));

MEMBERS(static, membership, cr_membership, MEMBER(cr_membership, TEXT, nodes),
	MEMBER(cr_membership, NAMES, partitions));

MEMBERS(static, reservation, cr_reservation, MEMBER(cr_reservation, TEXT, name),
	MEMBER(cr_reservation, TEXT, partition), MEMBER(cr_reservation, BOOL, active),
	MEMBER(cr_reservation, NAMES, accounts), MEMBER(cr_reservation, NAMES, users),
	MEMBER(cr_reservation, NAMES, denied_accounts),
	MEMBER(cr_reservation, NAMES, denied_users));

MEMBERS(, cr_members_view, cr_view, MEMBER(cr_view, TEXT, cluster),
	ARRAY(cr_view, "partitions", partitions, partition_count, cr_partition, partition),
	ARRAY(cr_view, "nodes", memberships, membership_count, cr_membership, membership),
	ARRAY(cr_view, "reservations", reservations, reservation_count, cr_reservation,
	      reservation),
	MEMBER(cr_view, BOOL, have_qos), ARRAY(cr_view, "qos", qos, qos_count, cr_qos, qos),
	WORDS(cr_view, FLAGS, enforce, enforced), WORDS(cr_view, WORD, preempt_mode, preempt_modes),
	MEMBER(cr_view, BOOL, preempt_by_qos), MEMBER(cr_view, U32, max_switch_wait),
	MEMBER(cr_view, BOOL, requeue_default), MEMBER(cr_view, BOOL, memory_not_consumed),
	MEMBER(cr_view, BOOL, tree_optional), MEMBER(cr_view, BOOL, dragonfly));
/* clang-format on */

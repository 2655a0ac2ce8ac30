/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What `commroute check` can find between a policy and a cluster: every kind with a
 * code that keeps its meaning for ever, its severity, why it matters and what mends it.
 */
#ifndef CR_POLICIES_FILE_CHECK_CODES_H
#define CR_POLICIES_FILE_CHECK_CODES_H

#include "base/diag.h"

/** The number is the code: 201 is printed CK-201.  The hundreds are the layer. */
enum cr_check_code {
	CR_CK_101_SHARES_EXCEED = 101,
	CR_CK_102_SHARE_NOWHERE = 102,
	CR_CK_103_RULES_NOWHERE = 103,
	CR_CK_104_ADMIT_IN_VAIN = 104,
	CR_CK_105_TENANT_GLOB = 105,
	CR_CK_106_VERSION = 106,
	CR_CK_201_OWN_MISSING = 201,
	CR_CK_202_BORROW_MISSING = 202,
	CR_CK_203_PRIORITY = 203,
	CR_CK_204_NOT_RECLAIMED = 204,
	CR_CK_205_ACCOUNT_MISSING = 205,
	CR_CK_206_ACCOUNT_OWN = 206,
	CR_CK_207_ACCOUNT_BORROW = 207,
	CR_CK_208_BORROW_MODE = 208,
	CR_CK_209_SHARE_LIMIT = 209,
	CR_CK_210_NO_SHARE_LIMIT = 210,
	CR_CK_211_OWN_PREEMPTED = 211,
	CR_CK_212_QOS_CLOSED = 212,
	CR_CK_213_ACCOUNT_LIMIT = 213,
	CR_CK_214_NO_USERS = 214,
	CR_CK_215_MAX_GPUS = 215,
	CR_CK_216_BUDGET = 216,
	CR_CK_217_DEFAULT_QOS = 217,
	CR_CK_301_ENFORCE_ASSOCS = 301,
	CR_CK_302_ENFORCE_LIMITS = 302,
	CR_CK_303_ENFORCE_QOS = 303,
	CR_CK_304_ENFORCE_SAFE = 304,
	CR_CK_305_PREEMPT_TYPE = 305,
	CR_CK_306_PREEMPT_OFF = 306,
	CR_CK_307_NO_REQUEUE = 307,
	CR_CK_309_SWITCH_WAIT = 309,
	CR_CK_310_ALLOW_ACCOUNTS = 310,
	CR_CK_311_ALLOW_QOS = 311,
	CR_CK_312_ALLOW_BORROW = 312,
	CR_CK_313_PARTITION_CLOSED = 313,
	CR_CK_314_PARTITION_ROOT = 314,
	CR_CK_315_PARTITION_RESERVED = 315,
	CR_CK_316_NO_NODES = 316,
	CR_CK_317_NO_SLURMDBD = 317,
	CR_CK_318_PARTITION_QOS = 318,
	CR_CK_319_NOT_LOADED = 319,
	CR_CK_320_LUA_BEHIND = 320,
	CR_CK_321_UNTRACKED = 321,
	CR_CK_322_JOB_ENV = 322,
	CR_CK_323_JOB_AGE = 323,
	CR_CK_324_NODE_RANK = 324,
	CR_CK_325_NOT_STACKED = 325,
	CR_CK_326_STACKED_TWICE = 326,
	CR_CK_327_REQUIRED = 327,
	CR_CK_401_ROUTES_DEAD = 401,
	CR_CK_402_ROUTE_DEAD = 402,
	CR_CK_403_KEY_IN_VAIN = 403,
	CR_CK_404_NO_TOPOLOGY = 404,
	CR_CK_405_TOPOLOGY_UNKNOWN = 405,
	CR_CK_406_NODES_OUTSIDE = 406,
	CR_CK_407_UNIT_TOO_SMALL = 407,
	CR_CK_501_TENANT_NOWHERE = 501,
	CR_CK_502_PROFILE_NOBODYS = 502,
	CR_CK_503_PROFILE_NOT_ADMITTED = 503,
	CR_CK_504_GROUP_TOO_LARGE = 504,
	CR_CK_505_TENANT_ROUTELESS = 505,
};

struct cr_check_kind {
	enum cr_check_code code;
	enum cr_severity severity;
	const char *why, *remedy; /* each the rest of a line */
};

/** The row of CODE, or NULL: it is none of these. */
const struct cr_check_kind *cr_check_kind(unsigned code);

/** Layers: "policy", "tenants", "cluster", "topology", "profiles"; NULL past the end. */
const char *cr_check_layer_name(unsigned layer);

/** The layer that CODE belongs to, from 0; 0 (the policy's files) also for what is no code. */
unsigned cr_check_layer(unsigned code);

/** Add a finding of kind CODE, with its severity, at POS. */
#define cr_check_found(diags, code, pos, ...)                                                      \
	((void)cr_diags_add_coded(diags, code, cr_check_kind(code)->severity, pos, __VA_ARGS__))

#endif

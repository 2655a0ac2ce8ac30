/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every code a user or an admin can meet, in one table.  A code, once
 * published, keeps its meaning; a retired one is not used again.
 *
 *	1xx the option and the profile    4xx quota, QOS and limits
 *	2xx the tenant and its rights     5xx the site: policy, view, Lua
 *	3xx size, shape and topology
 */
#ifndef CR_POLICIES_JOB_CODES_H
#define CR_POLICIES_JOB_CODES_H

#include <stddef.h>

/** The value is the number in "CR-301". */
enum cr_code {
	CR_NO_CODE = 0,

	CR_101_BAD_OPTION = 101,
	CR_102_BAD_WISH = 102,
	CR_103_UNKNOWN_PROFILE = 103,
	CR_104_PROFILE_NEEDED = 104,

	CR_201_NO_TENANT = 201,
	CR_202_NO_ASSOCIATION = 202,
	CR_203_PROFILE_NOT_OPEN = 203,
	CR_204_TOPOLOGY_NOT_OPEN = 204,
	CR_205_PARTITION_CLOSED = 205,
	CR_206_NOT_ADMITTED = 206,
	CR_207_INTERACTIVE = 207,
	CR_208_RESERVATION = 208,
	CR_209_RECORD_FIELD = 209,

	CR_301_TOO_MANY_NODES = 301,
	CR_302_NODE_LIMIT = 302,
	CR_303_TIME_LIMIT = 303,
	CR_304_PARTITION_SHUT = 304,
	CR_305_NO_ROUTE = 305,
	CR_306_NOT_IN_LIST = 306,

	CR_311_GPUS_PER_NODE = 311,
	CR_312_GPU_TYPE = 312,
	CR_313_NODE_SHAPE = 313,
	CR_314_NODES_NAMED = 314,

	CR_321_CROSSES = 321,
	CR_322_MIXED_SHAPES = 322,

	CR_331_SEGMENT = 331,
	CR_332_SEGMENT_POOR = 332,
	CR_333_TOPOLOGY_TOO_SMALL = 333,
	CR_334_ARBITRARY = 334,
	CR_335_SWITCHES = 335,
	CR_336_NODE_RANGE = 336,
	CR_337_GROUP = 337,

	CR_401_QOS_LIMIT = 401,
	CR_402_ACCOUNT_LIMIT = 402,
	CR_403_BUDGET = 403,
	CR_404_QOS_CLOSED = 404,
	CR_405_CONSENT = 405,
	CR_406_OVER_BUDGET = 406,
	CR_407_WALL_LIMIT = 407,
	CR_408_QOS_MINIMUM = 408,
	CR_409_CANNOT_BORROW = 409,

	CR_501_NO_POLICY = 501,
	CR_502_OLD_VIEW = 502,
	CR_503_NO_LIST = 503,
	CR_504_TOPOLOGY_UNKNOWN = 504,
	CR_505_NOT_JUDGED = 505,

	CR_511_LUA = 511,

	CR_SITE_CODE = 900, /* a word of the site's own script, kept beside it */
};

enum cr_code_family {
	CR_FAMILY_NONE = 0,
	CR_FAMILY_OPTION = 1,
	CR_FAMILY_RIGHTS = 2,
	CR_FAMILY_SHAPE = 3,
	CR_FAMILY_LIMITS = 4,
	CR_FAMILY_SITE = 5,
	CR_FAMILY_SCRIPT = 9,
};

struct cr_code_row {
	enum cr_code code;
	const char *id;      /* "CR-301" */
	const char *name;    /* "too-many-nodes": for tables and tests */
	const char *meaning; /* one sentence */
	const char *remedy;  /* one sentence */
};

/** The table, ordered by code; *COUNT set.  Static. */
const struct cr_code_row *cr_codes(size_t *count);

/** The row of CODE; NULL for CR_NO_CODE and CR_SITE_CODE.  Static. */
const struct cr_code_row *cr_code_row(enum cr_code code);

/** "CR-301"; NULL for CR_NO_CODE and CR_SITE_CODE.  Static. */
const char *cr_code_text(enum cr_code code);

/** The code that TEXT ("CR-301", may be NULL) names, or CR_NO_CODE. */
enum cr_code cr_code_parse(const char *text);

/** Which hundred CODE belongs to. */
enum cr_code_family cr_code_family(enum cr_code code);

#endif

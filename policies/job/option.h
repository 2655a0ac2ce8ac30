/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one option users type:
 *
 *	--comm-profile=NAME[,borrow|noborrow][,portable][,order=none|order=group:N][,env=none]
 *		[,check=none]
 *
 * The same text comes in SBATCH_/SALLOC_/SRUN_COMM_PROFILE, in an #SBATCH line
 * and over REST.  This is its form only: which names exist is the policy's to
 * say.  NAME is 1 to 63 bytes of letters, digits, `_`, `-` and `.`, beginning
 * with a letter or a digit; `list`, `none` and `auto` are reserved.
 * Pure; any thread.
 */
#ifndef CR_POLICIES_JOB_OPTION_H
#define CR_POLICIES_JOB_OPTION_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CR_PROFILE_NAME_MAX 63
#define CR_OPTION_MAX       255 /* bytes of the whole value */

enum cr_option_kind {
	CR_OPTION_ABSENT, /* nothing was said */
	CR_OPTION_PROFILE,
	CR_OPTION_NONE, /* opt out: left alone, recorded */
	CR_OPTION_AUTO, /* the rules for undeclared jobs, please */
	CR_OPTION_LIST, /* print the profiles and stop; never reaches the controller */
};

enum cr_consent { CR_CONSENT_UNSAID, CR_CONSENT_BORROW, CR_CONSENT_NOBORROW };

struct cr_option {
	enum cr_option_kind kind;
	char profile[CR_PROFILE_NAME_MAX + 1]; /* empty unless kind is PROFILE */
	enum cr_consent borrow;
	bool portable;   /* may cross CPU architecture and GPU type */
	bool order_none; /* leave the rank order alone */
	bool has_group;  /* order=group:N; never with ORDER_NONE */
	uint32_t group;  /* its N: any number, 0 and 1 too */
	bool env_none;   /* leave the environment alone */
	bool check_none; /* do not check the placement */
};

/**
 * Parse TEXT (may be NULL).  Returns 0 and sets *OPTION; or -1 with ERR set to
 * a printable message, its code to an enum cr_code, and *OPTION untouched.
 */
int cr_option_parse(const char *text, struct cr_option *option, struct cr_error *err);

/** OPTION in its canonical spelling into BUF.  Returns BUF. */
const char *cr_option_format(const struct cr_option *option, char *buf, size_t size);

#endif

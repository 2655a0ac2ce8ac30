/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job/option: the grammar of --comm-profile, and what hostile bytes become. */
#include "unit.h"

#include "policies/job/codes.h"
#include "policies/job/option.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *text, *canonical;
	enum cr_option_kind kind;
} good[] = {
	{"moe", "moe", CR_OPTION_PROFILE},
	{"all.reduce-2_x", "all.reduce-2_x", CR_OPTION_PROFILE},
	{"moe,borrow", "moe,borrow", CR_OPTION_PROFILE},
	{"moe,noborrow,portable", "moe,noborrow,portable", CR_OPTION_PROFILE},
	{"moe,check=none,env=none,order=none", "moe,order=none,env=none,check=none",
	 CR_OPTION_PROFILE},
	{"moe,borrow,borrow", "moe,borrow", CR_OPTION_PROFILE},
	{"moe,env=none,order=group:4,borrow", "moe,borrow,order=group:4,env=none",
	 CR_OPTION_PROFILE},
	{"moe,order=group:4,order=group:04", "moe,order=group:4", CR_OPTION_PROFILE},
	/* What does not suit the job is no fault of form. */
	{"auto,order=group:0", "auto,order=group:0", CR_OPTION_AUTO},
	{"moe,order=group:1", "moe,order=group:1", CR_OPTION_PROFILE},
	{"moe,order=group:999999999", "moe,order=group:999999999", CR_OPTION_PROFILE},
	{"moe,order=group:1000000000", "moe,order=group:999999999", CR_OPTION_PROFILE},
	{"moe,order=group:99999999999999999999", "moe,order=group:999999999", CR_OPTION_PROFILE},
	{"none", "none", CR_OPTION_NONE},
	{"auto,portable", "auto,portable", CR_OPTION_AUTO},
	{"list", "list", CR_OPTION_LIST},
	{"listing", "listing", CR_OPTION_PROFILE},
	{"123456789012345678901234567890123456789012345678901234567890123",
	 "123456789012345678901234567890123456789012345678901234567890123", CR_OPTION_PROFILE},
};

static void accepts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		struct cr_option option;
		char text[CR_OPTION_MAX + 1];

		assert_int_equal(cr_option_parse(good[i].text, &option, NULL), 0);
		assert_int_equal(option.kind, good[i].kind);
		assert_string_equal(cr_option_format(&option, text, sizeof(text)),
				    good[i].canonical);
	}
}

static const struct {
	const char *text, *message;
} bad[] = {
	{NULL, "CR-101: --comm-profile needs a value: a profile name, or list, none, auto"},
	{"", "CR-101: --comm-profile needs a value: a profile name, or list, none, auto"},
	{"(null)", "CR-101: --comm-profile needs a value: a profile name, or list, none, auto"},
	{",borrow", "CR-101: --comm-profile: not a profile name: ''; 1 to 63 letters, digits, '_', "
		    "'-' or '.'; --comm-profile=list shows the names"},
	{"mo e", "CR-101: --comm-profile: not a profile name: 'mo e'; 1 to 63 letters, digits, "
		 "'_', '-' or '.'; --comm-profile=list shows the names"},
	{"a\nb\"\xc3\xa9",
	 "CR-101: --comm-profile: not a profile name: 'a\\nb\"\\xc3\\xa9'; 1 to 63 letters, "
	 "digits, '_', '-' or '.'; --comm-profile=list shows the names"},
	{"-x", "CR-101: --comm-profile: not a profile name: '-x'; 1 to 63 letters, digits, '_', "
	       "'-' or '.'; --comm-profile=list shows the names"},
	{"moe,borow", "CR-102: --comm-profile: unknown wish 'borow'; did you mean 'borrow'?"},
	{"moe,ordr=none",
	 "CR-102: --comm-profile: unknown wish 'ordr=none'; did you mean 'order=none'?"},
	{"moe,", "CR-102: --comm-profile: unknown wish ''; known: borrow, noborrow, portable, "
		 "order=none, order=group:N, env=none, check=none"},
	{"moe,xyzzy", "CR-102: --comm-profile: unknown wish 'xyzzy'; known: borrow, noborrow, "
		      "portable, order=none, order=group:N, env=none, check=none"},
	{"moe,borrow,noborrow",
	 "CR-102: --comm-profile: contradiction at 'noborrow'; say borrow or noborrow, not both"},
	{"moe,order=group:4,order=none",
	 "CR-102: --comm-profile: contradiction at 'order=none'; say one order"},
	{"moe,order=none,order=group:4",
	 "CR-102: --comm-profile: contradiction at 'order=group:4'; say one order"},
	{"moe,order=group:4,order=group:5",
	 "CR-102: --comm-profile: contradiction at 'order=group:5'; say one order"},
	{"moe,order=group:",
	 "CR-102: --comm-profile: not a number of nodes in 'order=group:'; say order=group:N"},
	{"moe,order=group:4x",
	 "CR-102: --comm-profile: not a number of nodes in 'order=group:4x'; say order=group:N"},
	{"moe,order=group:-4",
	 "CR-102: --comm-profile: not a number of nodes in 'order=group:-4'; say order=group:N"},
	{"moe,order=group",
	 "CR-102: --comm-profile: unknown wish 'order=group'; did you mean 'order=group:N'?"},
	{"moe,order=gruop:4", "CR-102: --comm-profile: unknown wish 'order=gruop:4'; did you mean "
			      "'order=group:N'?"},
};

/* The error's code and text, as a user sees them. */
static void assert_coded(const struct cr_error *err, const char *message)
{
	char seen[600];

	(void)snprintf(seen, sizeof(seen), "%s: %s", cr_code_text((enum cr_code)err->code),
		       err->text);
	assert_string_equal(seen, message);
}

static void refuses_with_code(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct cr_option option = {.kind = CR_OPTION_AUTO};
		struct cr_error err;

		assert_int_equal(cr_option_parse(bad[i].text, &option, &err), -1);
		assert_coded(&err, bad[i].message);
		assert_int_equal(option.kind, CR_OPTION_AUTO); /* untouched */
	}
}

static void refuses_long_values(void **state)
{
	static char text[4097];
	struct cr_option option;
	struct cr_error err;

	(void)state;
	memset(text, 'a', sizeof(text) - 1);
	assert_int_equal(cr_option_parse(text, &option, &err), -1);
	assert_coded(&err, "CR-101: --comm-profile: more than 255 bytes, which is the limit");
	text[64] = '\0';
	assert_int_equal(cr_option_parse(text, &option, &err), -1);
	assert_non_null(strstr(err.text, "not a profile name: 'aaaa"));
	text[63] = '\0';
	assert_int_equal(cr_option_parse(text, &option, &err), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepts),
		cmocka_unit_test(refuses_with_code),
		cmocka_unit_test(refuses_long_values),
	};

	return cmocka_run_group_tests_name("option", tests, NULL, NULL);
}

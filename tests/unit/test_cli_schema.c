/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute schema: its options, and what of the tables it prints.  tests/schema/check asks a
 * validator the rest. */
#include "tests/unit/cli_run.h"

#include <string.h>

static void options_and_words(void **state)
{
	static const struct cli_case table[] = {
		{"schema x", 2, "", "commroute schema: Too many arguments\n" CLI_TRY("schema")},
		{"schema --json", 2, "",
		 "commroute schema: unrecognized option '--json'\n" CLI_TRY("schema")},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

/* Of each kind of value one key, as it stands under whole policies. */
static void each_kind_of_value(void **state)
{
	static const char *const parts[] = {
		"\"$schema\": \"http://json-schema.org/draft-07/schema#\"",
		/* a word; its default in its own type */
		"\"enum\": [\n            \"problems\",",
		"\"default\": false",
		"\"default\": 16",
		/* types of topology begin after \"none\" */
		"\"enum\": [\n            \"block\",",
		/* counts: with a time, and without */
		"\"pattern\": \"^([0-9]+@[0-9]+[smhdw]|(fewest|none)(@[0-9]+[smhdw])?)$\"",
		"\"pattern\": \"^(largest|none)$\"",
		/* a section, its short form, and where it is found */
		"\"$ref\": \"#/definitions/routes.segment\"",
		"\"$ref\": \"#/definitions/policy-over\"",
		/* a budget's hours may come from all tenants' defaults */
		"\"$ref\": \"#/definitions/tenants.NAME.budget-open\"",
		"(no effect yet)",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(parts); i++)
		cli_check_words("schema", 0, parts[i], NULL);
}

static void nothing_is_required_of_included_files(void **state)
{
	(void)state;
	cli_check_words("schema --included", 0, "\"$ref\": \"#/definitions/policy-open\"", NULL);
	assert_null(
		strstr(cli_run("schema --included").out, "\"required\": [\n        \"version\""));
	assert_non_null(strstr(cli_run("schema").out, "\"required\": [\n        \"version\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_and_words),
		cmocka_unit_test(each_kind_of_value),
		cmocka_unit_test(nothing_is_required_of_included_files),
	};

	return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

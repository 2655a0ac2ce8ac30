/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tests run in the project's directory, where the manuals are. */
#include "tests/unit/manual.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_MAX (1 << 20)

static char *slurp(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = calloc(1, PAGE_MAX);

	if (!in)
		fprintf(stderr, "%s: %m (tests run in the project's directory)\n", path);
	assert_non_null(in);
	assert_non_null(text);
	assert_true(fread(text, 1, PAGE_MAX - 1, in) > 0);
	fclose(in);
	return text;
}

void manual_compare(const char *path, const char *begin, const char *end, const char *want)
{
	char *page = slurp(path);
	char *from = strstr(page, begin), *to = strstr(page, end);

	assert_non_null(from);
	assert_non_null(to);
	from += strlen(begin);
	if (getenv("COMMROUTE_UPDATE_DOCS")) {
		FILE *out = fopen(path, "w");

		assert_non_null(out);
		fprintf(out, "%.*s%s%s", (int)(from - page), page, want, to);
		fclose(out);
	} else {
		*to = '\0';
		assert_string_equal(from, want);
	}
	free(page);
}

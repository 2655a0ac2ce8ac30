/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each policy once, however many tests load it: its name is a hash of its text. */
#include "tests/unit/kept_policy.h"

#include "tests/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void keep_policy(const char *text, bool good)
{
	const char *directory = getenv("COMMROUTE_POLICIES_INTO");
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	char path[400];
	FILE *out;

	if (!directory)
		return;
	for (const char *c = text; *c; c++)
		hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
	(void)snprintf(path, sizeof(path), "%s/%016" PRIx64 ".%s.yaml", directory, hash,
		       good ? "good" : "bad");
	out = fopen(path, "we");
	assert_non_null(out);
	assert_int_equal(fwrite(text, 1, strlen(text), out), strlen(text));
	assert_int_equal(fclose(out), 0);
}

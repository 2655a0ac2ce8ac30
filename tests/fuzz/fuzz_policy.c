/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as commroute.yaml: a policy, or faults; never anything else. */
#include "policies/file/policy.h"

#include <stdlib.h>
#include <string.h>

struct input {
	const char *bytes;
	size_t size;
};

/* An include gets the same bytes, which must end as a cycle. */
static int read_input(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	const struct input *in = ctx;

	if (strlen(path) > 64)
		return cr_error_set(err, "%s: too long a name", path);
	*buf = malloc(in->size + 1);
	if (!*buf)
		return cr_error_set(err, "out of memory");
	memcpy(*buf, in->bytes, in->size);
	(*buf)[in->size] = '\0';
	*len = in->size;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {(const char *)data, size};
	struct cr_policy_reader reader = {.read = read_input, .ctx = &in};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy;
	struct cr_view nothing = {0};
	struct cr_profile_info info;

	policy = cr_policy_load("p", &reader, "alpha", diags);
	if (!policy && !cr_diags_errors(diags))
		abort(); /* refused without a word */
	if (policy && cr_diags_errors(diags))
		abort(); /* loaded in spite of an error */
	if (policy)
		(void)cr_policy_check(policy, &nothing, diags);
	for (size_t i = 0; policy && cr_policy_profile(policy, i, &info); i++)
		if (!info.name || !info.pattern)
			abort();
	cr_policy_destroy(policy);
	cr_diags_destroy(diags);
	return 0;
}

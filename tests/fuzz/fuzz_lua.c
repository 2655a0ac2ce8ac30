/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Any bytes as a site's script: it is refused or loaded, its hooks run on the
 * sample job, and nothing of the host's breaks.  A second use of the same bytes:
 * the first line as a pattern on the rest.
 */
#include "policies/lua/lua.h"
#include "policies/lua/pattern.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const uint8_t *data;
	size_t size;
};

static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	static const char policy[] = "version: 1\nlua: {file: x.lua, instructions: 20000, "
				     "memory_mb: 1, states: 1}\n";
	const struct input *in = ctx;
	bool script = strcmp(path, "x.lua") == 0;

	*len = script ? in->size : sizeof(policy) - 1;
	*buf = malloc(*len + 1);
	if (!*buf)
		return cr_error_set(err, "out of memory");
	memcpy(*buf, script ? (const char *)in->data : policy, *len);
	(*buf)[*len] = '\0';
	return 0;
}

static void try_pattern(const uint8_t *data, size_t size)
{
	const uint8_t *end = memchr(data, '\n', size);
	char *copy = malloc(size + 1);
	struct cr_lua_pattern p = {.steps_max = 50000};
	const char *at;

	if (!end || !copy) {
		free(copy);
		return;
	}
	memcpy(copy, data, size);
	copy[size] = '\0';
	p.pattern = copy;
	p.pattern_end = copy + (end - data);
	p.text = p.pattern_end + 1;
	p.text_end = copy + size;
	at = cr_pattern_match(&p, p.text);
	if (at && (at < p.text || at > p.text_end))
		abort();
	for (size_t i = 0; at && i < p.captures; i++)
		if (p.capture[i].start < p.text || p.capture[i].start > p.text_end ||
		    (p.capture[i].len >= 0 && p.capture[i].start + p.capture[i].len > p.text_end))
			abort();
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct cr_policy_reader reader = {.read = read_file, .ctx = &in};
	struct cr_policy *policy = cr_policy_load("p.yaml", &reader, NULL, NULL);

	if (!policy)
		abort();
	(void)cr_lua_open(policy, &reader, NULL, NULL);
	cr_policy_destroy(policy);
	try_pattern(data, size);
	return 0;
}

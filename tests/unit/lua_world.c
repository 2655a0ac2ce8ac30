/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy with a script, put together from texts instead of files. */
#include "tests/unit/lua_world.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
	const struct lua_files *files;
	const char *policy;
};

static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	const struct reading *r = ctx;
	const char *text = strcmp(path, "commroute.yaml") == 0 ? r->policy
			   : strcmp(path, "site.lua") == 0     ? r->files->script
			   : strcmp(path, "data.yaml") == 0    ? r->files->data
							       : NULL;

	if (!text)
		return cr_error_set(err, "%s: no such file", path);
	*buf = strdup(text);
	*len = strlen(text);
	return *buf ? 0 : -1;
}

static void take_line(void *ctx, enum cr_severity severity, const char *text)
{
	struct lua_log *log = ctx;

	log->errors += severity == CR_ERROR;
	log->lines += severity != CR_ERROR;
	(void)snprintf(log->last, sizeof(log->last), "%s", text);
}

struct cr_policy *lua_policy(const struct lua_files *files, struct lua_log *log,
			     struct cr_diags *diags)
{
	struct reading reading = {.files = files};
	struct cr_policy_reader reader = {.read = read_file, .ctx = &reading};
	struct cr_lua_log sink = {.line = log ? take_line : NULL, .ctx = log};
	struct cr_policy *policy;
	char *text = NULL;

	assert_true(asprintf(&text, "%s%s%s\n", files->policy ? files->policy : world_policy,
			     files->policy ? "" : "lua: ",
			     files->policy    ? ""
			     : files->lua_key ? files->lua_key
					      : "site.lua") > 0);
	reading.policy = text;
	policy = cr_policy_load("commroute.yaml", &reader, NULL, diags);
	if (policy && cr_lua_open(policy, &reader, &sink, diags) != 0) {
		cr_policy_destroy(policy);
		policy = NULL;
	}
	free(text);
	return policy;
}

void lua_world(struct world *w, const char *script, struct lua_log *log)
{
	struct lua_files files = {.script = script};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy = lua_policy(&files, log, diags);

	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		print_message("%s\n", cr_diags_get(diags, i)->text);
	assert_non_null(policy);
	cr_diags_destroy(diags);
	cr_policy_destroy(w->policy);
	w->policy = policy;
}

const char *lua_reason(const struct cr_decision *d, enum cr_code code)
{
	for (size_t i = 0; i < d->reason_count; i++)
		if (d->reasons[i].code == code)
			return d->reasons[i].text;
	return NULL;
}

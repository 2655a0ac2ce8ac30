/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy with its script, from files. */
#include "policies/lua/lua.h"

struct cr_policy *cr_lua_read_policy(const char *path, bool trusted, const char *cluster,
				     struct cr_policy_watch *watch, const struct cr_lua_log *log,
				     struct cr_diags *diags)
{
	struct cr_policy_source source;
	struct cr_policy_reader reader = cr_policy_reader_of(&source, trusted, watch);
	struct cr_policy *policy = cr_policy_read(path, trusted, cluster, watch, diags);

	if (!policy || cr_lua_open(policy, &reader, log, diags) == 0)
		return policy;
	cr_diags_sort(diags);
	cr_policy_destroy(policy);
	return NULL;
}

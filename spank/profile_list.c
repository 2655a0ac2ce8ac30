/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --comm-profile=list: the profiles of the policy, readable without a controller. */
#include "spank/profile_list.h"

#include "policies/file/policy_file.h"
#include "policies/job/codes.h"

#include <string.h>

static void log_first(const struct cr_diags *diags, const struct cr_host *host)
{
	char line[600];

	for (size_t i = 0; i < cr_diags_kept(diags); i++) {
		if (cr_diags_get(diags, i)->severity != CR_ERROR)
			continue;
		cr_host_log(host, CR_HOST_ERROR, "%s: no profiles to list: %s",
			    cr_code_text(CR_503_NO_LIST),
			    cr_diag_format(cr_diags_get(diags, i), line, sizeof(line)));
		return;
	}
	cr_host_log(host, CR_HOST_ERROR, "%s: no profiles to list", cr_code_text(CR_503_NO_LIST));
}

/* The widest name, so that the columns stand below each other. */
static int name_width(const struct cr_policy *policy)
{
	struct cr_profile_info info;
	size_t width = strlen("PROFILE");

	for (size_t i = 0; cr_policy_profile(policy, i, &info); i++)
		if (strlen(info.name) > width)
			width = strlen(info.name);
	return (int)width;
}

int cr_list_print(const char *config, FILE *out, const struct cr_host *host)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy = cr_policy_read(config, false, NULL, NULL, diags);
	struct cr_profile_info info;
	int width;

	if (!policy) {
		log_first(diags, host);
		cr_diags_destroy(diags);
		return -1;
	}
	cr_diags_destroy(diags);
	width = name_width(policy);
	(void)fprintf(out, "%-*s  %-8s  %s\n", width, "PROFILE", "TOPOLOGY", "SUMMARY");
	for (size_t i = 0; cr_policy_profile(policy, i, &info); i++)
		(void)fprintf(out, "%-*s  %-8s  %s\n", width, info.name,
			      info.topology_type ? cr_topology_type_name(info.topology_type) : "-",
			      info.summary ? info.summary : "");
	cr_policy_destroy(policy);
	(void)fflush(out);
	return 0;
}

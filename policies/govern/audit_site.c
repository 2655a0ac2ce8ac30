/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the plugins stand in slurm.conf and plugstack.conf, and what explain and reports rest on. */
#include "policies/govern/audit.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define JOB_AGE_MIN 60 /* seconds in which somebody can still ask about a job that ended */

/* The place of WORD in LIST, which has commas between words, from 1; 0: it is not there. */
static size_t place_of(const char *list, const char *word)
{
	size_t len = strlen(word), at = 1;

	while (list && *list) {
		size_t n = strcspn(list, ",");

		if (n == len && strncasecmp(list, word, len) == 0)
			return at;
		at++;
		list += n + (list[n] == ',');
	}
	return 0;
}

static void check_job_submit(const struct cr_audited *a)
{
	const char *list = a->conf->job_submit_plugins;
	size_t ours = place_of(list, "commroute"), lua = place_of(list, "lua");

	if (!ours)
		cr_check_found(a->diags, CR_CK_319_NOT_LOADED, (struct cr_pos){0},
			       "JobSubmitPlugins=%s lacks 'commroute'", list ? list : "");
	else if (lua > ours)
		cr_check_found(a->diags, CR_CK_320_LUA_BEHIND, (struct cr_pos){0},
			       "JobSubmitPlugins=%s has 'lua' behind 'commroute'", list);
}

/* Lines of plugstack.conf that load our plugin; LAST is the last one's first word. */
static size_t count_stacked(const char *text, char last[16])
{
	static const char name[] = "spank_commroute.so";
	size_t n = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		const char *at = strstr(text, name);

		if (!at || at > text + strcspn(text, "\n"))
			continue;
		n++;
		(void)snprintf(last, 16, "%.*s", (int)strcspn(text, " \t"), text);
	}
	return n;
}

static void check_plugstack(const struct cr_audited *a)
{
	char last[16] = "";
	size_t n;

	if (!a->conf->plugstack)
		return;
	n = count_stacked(a->conf->plugstack, last);
	if (n == 0)
		cr_check_found(a->diags, CR_CK_325_NOT_STACKED, (struct cr_pos){0},
			       "plugstack.conf on this host has no spank_commroute.so");
	if (n > 1)
		cr_check_found(a->diags, CR_CK_326_STACKED_TWICE, (struct cr_pos){0},
			       "plugstack.conf on this host has spank_commroute.so %zu times", n);
	if (n && strcasecmp(last, "required") == 0)
		cr_check_found(a->diags, CR_CK_327_REQUIRED, (struct cr_pos){0},
			       "plugstack.conf on this host has spank_commroute.so as 'required'");
}

static bool governs_gpus(const struct cr_policy *policy)
{
	const struct cr_entries *all = &policy->site.tenants;

	for (size_t i = 0; i < all->count; i++) {
		const struct cr_tenant *t = cr_tenant_at(all, i);

		if (t->share.count || t->budget.head.given)
			return true;
	}
	return false;
}

static size_t count_topologies(const struct cr_view *view)
{
	size_t n = 0;

	for (size_t i = 0; i < view->partition_count; i++) {
		const char *name = view->partitions[i].topology;
		size_t before = 0;

		while (before < i && (!view->partitions[before].topology || !name ||
				      strcmp(view->partitions[before].topology, name) != 0))
			before++;
		n += name && before == i;
	}
	return n;
}

static void check_recording(const struct cr_audited *a)
{
	const struct cr_site_conf *conf = a->conf;

	if (governs_gpus(a->policy) && !place_of(conf->tracked_tres, "gres/gpu"))
		cr_check_found(a->diags, CR_CK_321_UNTRACKED, (struct cr_pos){0},
			       "AccountingStorageTRES lacks 'gres/gpu'");
	if (conf->job_env)
		cr_check_found(a->diags, CR_CK_322_JOB_ENV, (struct cr_pos){0},
			       "AccountingStoreFlags has 'job_env'");
	if (conf->min_job_age < JOB_AGE_MIN)
		cr_check_found(a->diags, CR_CK_323_JOB_AGE, (struct cr_pos){0},
			       "MinJobAge is %u seconds", conf->min_job_age);
	if (conf->topology_params && strcasestr(conf->topology_params, "AsNodeRank") &&
	    count_topologies(a->view) > 1)
		cr_check_found(a->diags, CR_CK_324_NODE_RANK, (struct cr_pos){0},
			       "TopologyParam=%s, and there are several topologies",
			       conf->topology_params);
}

void cr_audit_site(const struct cr_audited *a)
{
	check_job_submit(a);
	check_plugstack(a);
	check_recording(a);
}

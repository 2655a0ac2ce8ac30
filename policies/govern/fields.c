/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fields of Slurm that a policy wants something of, by the names that Slurm's tools give them.
 */
#include "policies/govern/want.h"

#include <string.h>

static const struct cr_gov_field fields[CR_GOV_KEYS] = {
	[CR_GOV_TRACKED_TRES] = {CR_GOV_CONF, CR_GOV_HAS, "AccountingStorageTRES"},
	[CR_GOV_ENFORCE] = {CR_GOV_CONF, CR_GOV_HAS, "AccountingStorageEnforce"},
	[CR_GOV_PREEMPT_TYPE] = {CR_GOV_CONF, CR_GOV_IS, "PreemptType"},
	[CR_GOV_CLUSTER_PREEMPT_MODE] = {CR_GOV_CONF, CR_GOV_NOT_OFF, "PreemptMode"},
	[CR_GOV_JOB_REQUEUE] = {CR_GOV_CONF, CR_GOV_IS, "JobRequeue"},
	[CR_GOV_PRIORITY_TYPE] = {CR_GOV_CONF, CR_GOV_IS, "PriorityType"},
	[CR_GOV_QOS_THERE] = {CR_GOV_QOS, CR_GOV_THERE, ""},
	[CR_GOV_PRIORITY] = {CR_GOV_QOS, CR_GOV_ABOVE, "Priority"},
	[CR_GOV_PREEMPT] = {CR_GOV_QOS, CR_GOV_HAS, "Preempt"},
	[CR_GOV_PREEMPT_MODE] = {CR_GOV_QOS, CR_GOV_IS, "PreemptMode"},
	[CR_GOV_EXEMPT_TIME] = {CR_GOV_QOS, CR_GOV_SECONDS, "PreemptExemptTime"},
	[CR_GOV_GRACE_TIME] = {CR_GOV_QOS, CR_GOV_SECONDS, "GraceTime"},
	[CR_GOV_GRP_TRES] = {CR_GOV_QOS, CR_GOV_AMOUNT, "GrpTRES"},
	[CR_GOV_GRP_TRES_MINS] = {CR_GOV_QOS, CR_GOV_AMOUNT, "GrpTRESMins"},
	[CR_GOV_MAX_TRES] = {CR_GOV_QOS, CR_GOV_AMOUNT, "MaxTRES"},
	[CR_GOV_FLAGS] = {CR_GOV_QOS, CR_GOV_HAS, "Flags"},
	[CR_GOV_QOS_LIST] = {CR_GOV_ACCOUNT, CR_GOV_HAS, "QOS"},
	[CR_GOV_DEFAULT_QOS] = {CR_GOV_ACCOUNT, CR_GOV_IS, "DefaultQOS"},
};

const struct cr_gov_field *cr_gov_field(enum cr_gov_key key)
{
	return &fields[key];
}

const char *cr_gov_kind_name(enum cr_gov_kind kind)
{
	static const char *const names[CR_GOV_KINDS] = {"slurm.conf", "QOS", "account"};

	return names[kind];
}

bool cr_gov_name_ok(const char *name)
{
	if (!*name || *name == '-' || strlen(name) >= CR_NAME_MAX)
		return false;
	for (; *name; name++)
		if ((unsigned char)*name < 0x20 || *name == 0x7f || strchr(",\"'=|\\", *name))
			return false;
	return true;
}

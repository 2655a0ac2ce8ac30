/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every kind of finding: how grave, why it matters, what mends it. */
#include "policies/file/check_codes.h"

static const struct cr_check_kind kinds[] = {
	{CR_CK_101_SHARES_EXCEED, CR_ERROR,
	 "shares are promises, and all of them can be asked for at once",
	 "lower a share, or move it to another partition"},
	{CR_CK_102_SHARE_NOWHERE, CR_ERROR, "nobody gets a share of a partition that is not there",
	 "correct the partition's name"},
	{CR_CK_103_RULES_NOWHERE, CR_ERROR,
	 "rules for a partition that is not there hold for no job", "correct the partition's name"},
	{CR_CK_104_ADMIT_IN_VAIN, CR_WARNING, "a job that names such a partition is routed anew",
	 "leave 'admit' out, or counts_as_unset"},
	{CR_CK_105_TENANT_GLOB, CR_WARNING, "a right to partitions that are not there is none",
	 "correct the pattern"},
	{CR_CK_106_VERSION, CR_WARNING, "this Slurm cannot do what the policy asks",
	 "write the policy for this version, under clusters: if it serves several"},
	{CR_CK_201_OWN_MISSING, CR_ERROR, "Slurm refuses jobs with a QOS that it does not have",
	 "commroute apply"},
	{CR_CK_202_BORROW_MISSING, CR_ERROR, "Slurm refuses jobs with a QOS that it does not have",
	 "commroute apply"},
	{CR_CK_203_PRIORITY, CR_WARNING, "Slurm tries the QOS of the higher priority first",
	 "commroute apply"},
	{CR_CK_204_NOT_RECLAIMED, CR_WARNING,
	 "what is lent is not given back when its owner needs it", "commroute apply"},
	{CR_CK_205_ACCOUNT_MISSING, CR_ERROR, "nobody can be in a tenant without an account",
	 "sacctmgr add account NAME, or correct the name"},
	{CR_CK_206_ACCOUNT_OWN, CR_ERROR,
	 "Slurm refuses the jobs that are routed to a QOS which their account may not use",
	 "commroute apply"},
	{CR_CK_207_ACCOUNT_BORROW, CR_WARNING, "jobs of this account cannot borrow",
	 "commroute apply"},
	{CR_CK_208_BORROW_MODE, CR_WARNING,
	 "a borrowing job must be stopped and run again when the owner needs its nodes",
	 "commroute apply"},
	{CR_CK_209_SHARE_LIMIT, CR_WARNING, "Slurm holds tenants to the QOS, not to the policy",
	 "commroute apply"},
	{CR_CK_210_NO_SHARE_LIMIT, CR_WARNING,
	 "without a limit on GPUs a tenant takes all there are", "commroute apply"},
	{CR_CK_211_OWN_PREEMPTED, CR_WARNING, "jobs in the own share are to be safe",
	 "sacctmgr modify qos NAME set Preempt-=OWN"},
	{CR_CK_212_QOS_CLOSED, CR_ERROR, "no job can start in this QOS",
	 "sacctmgr modify qos NAME set MaxJobsPU=-1 MaxSubmitPU=-1 GrpJobs=-1 GrpSubmit=-1"},
	{CR_CK_213_ACCOUNT_LIMIT, CR_WARNING,
	 "the account's limit holds borrowing jobs, and own ones where the QOS has none: no preemption can free it",
	 "raise the account's GrpTRES above the share, or clear it"},
	{CR_CK_214_NO_USERS, CR_WARNING, "a tenant without users has no jobs",
	 "sacctmgr add user NAME account=ACCOUNT"},
	{CR_CK_215_MAX_GPUS, CR_WARNING, "a borrowing job larger than Slurm's limit waits for ever",
	 "commroute apply"},
	{CR_CK_216_BUDGET, CR_WARNING,
	 "the budget of the policy is not the one that Slurm counts against", "commroute apply"},
	{CR_CK_217_DEFAULT_QOS, CR_WARNING,
	 "jobs that nobody routed go to a QOS which their account may not use", "commroute apply"},
	{CR_CK_301_ENFORCE_ASSOCS, CR_WARNING,
	 "anybody can name any account, so nobody's tenant is sure",
	 "AccountingStorageEnforce=associations,limits,qos,safe in slurm.conf"},
	{CR_CK_302_ENFORCE_LIMITS, CR_WARNING,
	 "shares are limits of QOS, and Slurm does not hold anybody to them",
	 "AccountingStorageEnforce=associations,limits,qos,safe in slurm.conf"},
	{CR_CK_303_ENFORCE_QOS, CR_WARNING, "anybody can name any QOS, another tenant's too",
	 "AccountingStorageEnforce=associations,limits,qos,safe in slurm.conf"},
	{CR_CK_304_ENFORCE_SAFE, CR_WARNING,
	 "without 'safe' Slurm ends running jobs when the budget is used up",
	 "AccountingStorageEnforce=associations,limits,qos,safe in slurm.conf"},
	{CR_CK_305_PREEMPT_TYPE, CR_WARNING, "own QOS take lent nodes back by preemption",
	 "PreemptType=preempt/qos in slurm.conf"},
	{CR_CK_306_PREEMPT_OFF, CR_WARNING, "own QOS take lent nodes back by preemption",
	 "PreemptMode=REQUEUE in slurm.conf"},
	{CR_CK_307_NO_REQUEUE, CR_WARNING, "a job that is preempted is lost instead of run again",
	 "JobRequeue=1 in slurm.conf"},
	{CR_CK_308_PARTITION_PREEMPT, CR_WARNING, "what is lent there is not given back",
	 "scontrol update PartitionName=NAME PreemptMode=REQUEUE, and slurm.conf"},
	{CR_CK_309_SWITCH_WAIT, CR_WARNING,
	 "Slurm cuts a job's wait for few switches to its own maximum",
	 "SchedulerParameters=max_switch_wait=SECONDS in slurm.conf"},
	{CR_CK_310_ALLOW_ACCOUNTS, CR_WARNING, "jobs of this account are never routed there",
	 "scontrol update PartitionName=NAME AllowAccounts=... or DenyAccounts=..., and slurm.conf"},
	{CR_CK_311_ALLOW_QOS, CR_ERROR, "Slurm refuses the jobs that are routed there in this QOS",
	 "scontrol update PartitionName=NAME AllowQos=... or DenyQos=..., and slurm.conf"},
	{CR_CK_312_ALLOW_BORROW, CR_WARNING, "borrowing jobs are never routed there",
	 "scontrol update PartitionName=NAME AllowQos=... or DenyQos=..., and slurm.conf"},
	{CR_CK_313_PARTITION_CLOSED, CR_WARNING, "no job can be submitted there",
	 "scontrol update PartitionName=NAME State=UP"},
	{CR_CK_314_PARTITION_ROOT, CR_WARNING, "users' jobs are refused there",
	 "scontrol update PartitionName=NAME RootOnly=NO, and slurm.conf"},
	{CR_CK_315_PARTITION_RESERVED, CR_WARNING,
	 "jobs that name no reservation are refused there",
	 "scontrol update PartitionName=NAME ReqResv=NO, and slurm.conf"},
	{CR_CK_316_NO_NODES, CR_WARNING, "jobs wait there for nodes that nobody starts",
	 "scontrol update NodeName=... State=RESUME, once they are well"},
	{CR_CK_317_NO_SLURMDBD, CR_WARNING, "tenants' QOS, shares and rights are slurmdbd's",
	 "AccountingStorageType=accounting_storage/slurmdbd in slurm.conf"},
	{CR_CK_318_PARTITION_QOS, CR_WARNING, "its limits stand before the tenants' own",
	 "OverPartQOS on the tenants' QOS, or no limit on GPUs in the partition's"},
	{CR_CK_401_ROUTES_DEAD, CR_ERROR, "jobs of this profile have nowhere to go",
	 "correct the route, or name a topology for a partition"},
	{CR_CK_402_ROUTE_DEAD, CR_WARNING, "this route is never taken",
	 "correct the route, or leave it to a cluster that has it"},
	{CR_CK_403_KEY_IN_VAIN, CR_WARNING, "the key is for another type of topology",
	 "leave it out"},
	{CR_CK_404_NO_TOPOLOGY, CR_WARNING,
	 "jobs there are placed without regard to the network, and no route by topology leads there",
	 "Topology=NAME on the partition's line in slurm.conf"},
	{CR_CK_405_TOPOLOGY_UNKNOWN, CR_WARNING, "what topology it has decides which jobs go there",
	 "correct topology.yaml, or the partition's Topology="},
	{CR_CK_406_NODES_OUTSIDE, CR_WARNING,
	 "nodes outside the topology are never part of a placement",
	 "add the nodes to topology.yaml"},
	{CR_CK_407_UNIT_TOO_SMALL, CR_WARNING, "no job can have such a segment there",
	 "lower min, or multiple_of"},
	{CR_CK_501_TENANT_NOWHERE, CR_ERROR,
	 "every job of this tenant with this profile is refused",
	 "widen the tenant's topology_types or partitions, or the partition's admit"},
	{CR_CK_502_PROFILE_NOBODYS, CR_WARNING, "nobody can use this profile",
	 "name it under a tenant's profiles, or take it away"},
	{CR_CK_503_PROFILE_NOT_ADMITTED, CR_WARNING,
	 "no partition of its routes takes this profile",
	 "lower min_intensity there, or name the profile under admit"},
	{CR_CK_504_GROUP_TOO_LARGE, CR_WARNING, "ranks are never ordered by so large a group",
	 "lower group"},
	{CR_CK_505_TENANT_ROUTELESS, CR_ERROR,
	 "every job of this tenant that names a profile is refused",
	 "widen the tenant's topology_types or partitions, or the partitions' admit"},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const char *const layers[] = {"policy", "tenants", "cluster", "topology", "profiles"};

#define LAYERS (sizeof(layers) / sizeof(layers[0]))

const struct cr_check_kind *cr_check_kind(unsigned code)
{
	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].code == code)
			return &kinds[i];
	return NULL;
}

const char *cr_check_layer_name(unsigned layer)
{
	return layer < LAYERS ? layers[layer] : NULL;
}

unsigned cr_check_layer(unsigned code)
{
	unsigned hundreds = code / 100;

	return hundreds >= 1 && hundreds <= LAYERS ? hundreds - 1 : 0;
}

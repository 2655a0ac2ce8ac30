/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policies/job/codes.h"

#include <string.h>

static const struct cr_code codes[] = {
	{"CR-101", "bad-option", "The value of --comm-profile has not the form it must have.",
	 "Write --comm-profile=NAME; --comm-profile=list shows the names."},
	{"CR-102", "bad-wish", "A word after the profile's name is unknown or contradicts another.",
	 "Known are borrow, noborrow, portable, order=none, env=none and check=none."},
	{"CR-103", "unknown-profile", "The policy has no profile of this name.",
	 "Take the name suggested, or one that --comm-profile=list shows."},
	{"CR-104", "profile-needed", "This site wants every job to name a profile.",
	 "Add --comm-profile=NAME; --comm-profile=list shows the names."},

	{"CR-201", "no-tenant", "The job's account belongs to no tenant of the policy.",
	 "Use --account with an account of your team, or ask the administrators."},
	{"CR-202", "no-association", "Slurm knows no association of this user and account.",
	 "Use --account with an account that `sacctmgr show assoc user=$USER` lists."},
	{"CR-203", "profile-not-open", "The tenant may not use this profile.",
	 "Use one of the profiles named, or ask the administrators for it."},
	{"CR-204", "topology-not-open", "The tenant may not use this partition or topology type.",
	 "Leave -p away, or ask the administrators for it."},
	{"CR-205", "partition-closed", "The partition's own lists shut out the account or user.",
	 "Use another account or partition."},
	{"CR-206", "not-admitted", "The partition is kept for other jobs than this one.",
	 "Leave -p away, or declare the profile the job really has."},
	{"CR-207", "interactive", "The partition takes interactive jobs within bounds only.",
	 "Ask for fewer nodes or less time, or submit a batch job."},
	{"CR-208", "reservation", "The reservation has no nodes there or does not admit the job.",
	 "Check --reservation and --account against `scontrol show reservation`."},
	{"CR-209", "record-field", "Extra holds the record of where the job went.",
	 "Use --comment for notes of your own."},

	{"CR-301", "too-many-nodes", "More nodes are asked for than there are of that kind.",
	 "Ask for fewer nodes, or a profile with a larger topology."},
	{"CR-302", "node-limit", "The partition's MinNodes or MaxNodes does not allow the job.",
	 "Stay within the limit named."},
	{"CR-303", "time-limit", "The time limit is beyond the partition's MaxTime.",
	 "Set --time within the limit named."},
	{"CR-304", "partition-shut", "The partition takes no jobs now.",
	 "Submit again when `sinfo` shows it up, or use another profile."},
	{"CR-305", "no-route", "No partition is of a topology that the profile goes to.",
	 "An administrator must add a route or a partition; `commroute check` names it."},
	{"CR-306", "not-in-list", "The profile goes to other partitions than those asked for.",
	 "Leave -p away, or name a partition of the profile."},
	{"CR-311", "gpus-per-node", "More GPUs per node are asked for than the nodes have.",
	 "Use the equivalent named, or --gpus=N, which leaves the nodes' shape open."},
	{"CR-312", "gpu-type", "The nodes have another GPU type than asked for.",
	 "Ask for the type named, or leave it open."},
	{"CR-313", "node-shape",
	 "The nodes have too few CPUs or too little memory, or lack a feature.",
	 "Ask for what the nodes named have."},
	{"CR-321", "crosses", "The partition has another CPU architecture or GPU type.",
	 "If the job runs on both, say --comm-profile=NAME,portable."},
	{"CR-322", "mixed-shapes", "The partition mixes CPU architectures or GPU types.",
	 "Ask for a GPU type or a feature, or say --comm-profile=NAME,portable."},
	{"CR-331", "segment", "Slurm will not accept this segment for this many nodes.",
	 "Use one of the node counts or segments named."},
	{"CR-332", "segment-poor", "The node count allows only a poor segment, or none.",
	 "Use one of the node counts named: it communicates better."},
	{"CR-333", "topology-too-small", "The topology could not hold the job were it all idle.",
	 "Ask for fewer nodes."},
	{"CR-334", "arbitrary", "-m arbitrary cannot be placed in a block topology.",
	 "Leave -m away, or use a profile that goes to a tree."},
	{"CR-335", "switches", "The number of leaf switches asked for can never hold the job.",
	 "Ask for the number named, or leave --switches away."},
	{"CR-336", "node-range", "A range of nodes is placed poorly in a block topology.",
	 "Ask for one number of nodes."},

	{"CR-401", "qos-limit", "The job is larger than a limit of its QOS.",
	 "Ask for no more than the limit named."},
	{"CR-402", "account-limit", "The job is larger than a limit of the user or an account.",
	 "Ask for no more than the limit named."},
	{"CR-403", "budget", "The job could use more than the whole budget.",
	 "Set a shorter --time or ask for fewer GPUs."},
	{"CR-404", "qos-closed", "No QOS that the job may use is open there.",
	 "Use --account of a team that has a QOS there, or another profile."},
	{"CR-405", "consent", "The job fits only as a preemptible one, and has not agreed to that.",
	 "Add ,borrow to --comm-profile (a batch job, without --no-requeue)."},
	{"CR-406", "over-budget", "The job could use more than what is left of the budget.",
	 "Set a shorter --time, ask for fewer GPUs, or wait for the next period."},
	{"CR-407", "wall-limit", "The time limit is beyond a limit of the QOS or association.",
	 "Set --time within the limit named."},
	{"CR-408", "qos-minimum", "The job is smaller than the QOS takes.",
	 "Ask for at least the limit named, or use another QOS."},
	{"CR-409", "cannot-borrow", "The job asked to borrow, but cannot run preemptibly.",
	 "Submit a batch job that can be requeued (--requeue)."},

	{"CR-501", "no-policy", "No good policy was ever read; jobs go through unchanged.",
	 "An administrator must run `commroute check`."},
	{"CR-502", "old-view", "The view of the cluster is old; the decision may be too.",
	 "An administrator must look at slurmctld's log."},
	{"CR-511", "lua", "The site's Lua code failed; the decision is the one without it.",
	 "An administrator must look at slurmctld's log."},
};

const struct cr_code *cr_codes(size_t *count)
{
	*count = sizeof(codes) / sizeof(codes[0]);
	return codes;
}

const struct cr_code *cr_code_find(const char *id)
{
	for (size_t i = 0; id && i < sizeof(codes) / sizeof(codes[0]); i++)
		if (strcmp(codes[i].id, id) == 0)
			return &codes[i];
	return NULL;
}

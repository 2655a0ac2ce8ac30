/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each code means and what helps: the texts of `commroute explain --codes`. */
#include "policies/job/codes.h"

#include <string.h>

static const struct cr_code_row codes[] = {
	{CR_101_BAD_OPTION, "CR-101", "bad-option",
	 "The value of --comm-profile has not the form it must have.",
	 "Write --comm-profile=NAME; --comm-profile=list shows the names."},
	{CR_102_BAD_WISH, "CR-102", "bad-wish",
	 "A word after the profile's name is unknown or contradicts another.",
	 "Known are borrow, noborrow, portable, order=none, order=group:N, env=none and "
	 "check=none."},
	{CR_103_UNKNOWN_PROFILE, "CR-103", "unknown-profile",
	 "The policy has no profile of this name.",
	 "Take the name suggested, or one that --comm-profile=list shows."},
	{CR_104_PROFILE_NEEDED, "CR-104", "profile-needed",
	 "This site wants every job to name a profile.",
	 "Add --comm-profile=NAME; --comm-profile=list shows the names."},

	{CR_201_NO_TENANT, "CR-201", "no-tenant",
	 "The job's account belongs to no tenant of the policy.",
	 "Use --account with an account of your team, or ask the administrators."},
	{CR_202_NO_ASSOCIATION, "CR-202", "no-association",
	 "Slurm knows no association of this user and account.",
	 "Use --account with an account that `sacctmgr show assoc user=$USER` lists."},
	{CR_203_PROFILE_NOT_OPEN, "CR-203", "profile-not-open",
	 "The tenant may not use this profile.",
	 "Use one of the profiles named, or ask the administrators for it."},
	{CR_204_TOPOLOGY_NOT_OPEN, "CR-204", "topology-not-open",
	 "The tenant may not use this partition or topology type.",
	 "Leave -p away, or ask the administrators for it."},
	{CR_205_PARTITION_CLOSED, "CR-205", "partition-closed",
	 "The partition's own lists shut out the account or user.",
	 "Use another account or partition."},
	{CR_206_NOT_ADMITTED, "CR-206", "not-admitted",
	 "The partition is kept for other jobs than this one.",
	 "Leave -p away, or declare the profile the job really has."},
	{CR_207_INTERACTIVE, "CR-207", "interactive",
	 "The partition takes interactive jobs within bounds only.",
	 "Ask for fewer nodes or less time, or submit a batch job."},
	{CR_208_RESERVATION, "CR-208", "reservation",
	 "The reservation has no nodes there, does not admit the job, or is not known yet.",
	 "Check --reservation and --account against `scontrol show reservation`."},
	{CR_209_RECORD_FIELD, "CR-209", "record-field",
	 "Extra holds the record of where the job went.", "Use --comment for notes of your own."},

	{CR_301_TOO_MANY_NODES, "CR-301", "too-many-nodes",
	 "More nodes are asked for than there are of that kind.",
	 "Ask for fewer nodes, or a profile with a larger topology."},
	{CR_302_NODE_LIMIT, "CR-302", "node-limit",
	 "The partition's MinNodes or MaxNodes does not allow the job.",
	 "Stay within the limit named."},
	{CR_303_TIME_LIMIT, "CR-303", "time-limit",
	 "The time limit is beyond the partition's MaxTime.", "Set --time within the limit named."},
	{CR_304_PARTITION_SHUT, "CR-304", "partition-shut", "The partition takes no jobs now.",
	 "Submit again when `sinfo` shows it up, or use another profile."},
	{CR_305_NO_ROUTE, "CR-305", "no-route",
	 "No partition is of a topology that the profile goes to.",
	 "An administrator must add a route or a partition; `commroute check` names it."},
	{CR_306_NOT_IN_LIST, "CR-306", "not-in-list",
	 "The profile goes to other partitions than those asked for.",
	 "Leave -p away, or name a partition of the profile."},
	{CR_311_GPUS_PER_NODE, "CR-311", "gpus-per-node",
	 "More GPUs per node are asked for than the nodes have.",
	 "Use the equivalent named, or --gpus=N, which leaves the nodes' shape open."},
	{CR_312_GPU_TYPE, "CR-312", "gpu-type", "The nodes have another GPU type than asked for.",
	 "Ask for the type named, or leave it open."},
	{CR_313_NODE_SHAPE, "CR-313", "node-shape",
	 "The nodes have too few CPUs or too little memory, or lack a feature.",
	 "Ask for what the nodes named have."},
	{CR_314_NODES_NAMED, "CR-314", "nodes-named",
	 "The partition has not the nodes that -w names, or too few beside those of -x, or Slurm "
	 "does not put them together.",
	 "Name nodes of one partition and, in a block topology, of one block."},
	{CR_321_CROSSES, "CR-321", "crosses",
	 "The partition has another CPU architecture or GPU type.",
	 "If the job runs on both, say --comm-profile=NAME,portable."},
	{CR_322_MIXED_SHAPES, "CR-322", "mixed-shapes",
	 "The partition mixes CPU architectures or GPU types.",
	 "Ask for a GPU type or a feature, or say --comm-profile=NAME,portable."},
	{CR_331_SEGMENT, "CR-331", "segment",
	 "Slurm will not accept this segment for this many nodes.",
	 "Use one of the node counts or segments named; no update changes a job's segment."},
	{CR_332_SEGMENT_POOR, "CR-332", "segment-poor",
	 "The node count allows only a poor segment, or none.",
	 "Use one of the node counts named: it communicates better."},
	{CR_333_TOPOLOGY_TOO_SMALL, "CR-333", "topology-too-small",
	 "The topology could not hold the job were it all idle.", "Ask for fewer nodes."},
	{CR_334_ARBITRARY, "CR-334", "arbitrary",
	 "-m arbitrary cannot be placed in a block topology.",
	 "Leave -m away, or use a profile that goes to a tree."},
	{CR_335_SWITCHES, "CR-335", "switches",
	 "So few leaf switches can never hold the job: Slurm waits for them in vain.",
	 "Ask for the number named, or leave --switches away."},
	{CR_336_NODE_RANGE, "CR-336", "node-range",
	 "A range of nodes is placed poorly in a block topology.", "Ask for one number of nodes."},
	{CR_337_GROUP, "CR-337", "group", "The ranks cannot be ordered by groups of so many nodes.",
	 "Ask for a multiple of that many nodes, or say order=group:N with an N that divides them."},

	{CR_401_QOS_LIMIT, "CR-401", "qos-limit", "The job is larger than a limit of its QOS.",
	 "Ask for no more than the limit named."},
	{CR_402_ACCOUNT_LIMIT, "CR-402", "account-limit",
	 "The job is larger than a limit of the user or an account.",
	 "Ask for no more than the limit named."},
	{CR_403_BUDGET, "CR-403", "budget", "The job could use more than the whole budget.",
	 "Set a shorter --time or ask for fewer GPUs."},
	{CR_404_QOS_CLOSED, "CR-404", "qos-closed", "No QOS that the job may use is open there.",
	 "Use --account of a team that has a QOS there, or another profile."},
	{CR_405_CONSENT, "CR-405", "consent",
	 "The job fits only as a preemptible one, and has not agreed to that.",
	 "Add ,borrow to --comm-profile (a batch job, without --no-requeue)."},
	{CR_406_OVER_BUDGET, "CR-406", "over-budget",
	 "The job could use more than what is left of the budget.",
	 "Set a shorter --time, ask for fewer GPUs, or wait for the next period."},
	{CR_407_WALL_LIMIT, "CR-407", "wall-limit",
	 "The time limit is beyond a limit of the QOS or association.",
	 "Set --time within the limit named."},
	{CR_408_QOS_MINIMUM, "CR-408", "qos-minimum", "The job is smaller than the QOS takes.",
	 "Ask for at least the limit named, or use another QOS."},
	{CR_409_CANNOT_BORROW, "CR-409", "cannot-borrow",
	 "The job asked to borrow, but cannot run preemptibly.",
	 "Submit a batch job that can be requeued (--requeue)."},

	{CR_501_NO_POLICY, "CR-501", "no-policy",
	 "No good policy was ever read; jobs go through unchanged.",
	 "An administrator must run `commroute check`."},
	{CR_502_OLD_VIEW, "CR-502", "old-view",
	 "The view of the cluster is old; the decision may be too.",
	 "An administrator must look at slurmctld's log."},
	{CR_503_NO_LIST, "CR-503", "no-list",
	 "The policy cannot be read here, so that no profiles can be listed.",
	 "An administrator must run `commroute check` on this machine."},
	{CR_504_TOPOLOGY_UNKNOWN, "CR-504", "topology-unknown",
	 "The topology of a partition cannot be read, so nothing is said of where the job belongs.",
	 "An administrator must look at slurmctld's log; -p chooses a partition."},
	{CR_505_NOT_JUDGED, "CR-505", "not-judged",
	 "The job could not be judged whole, and the policy says what happens then.",
	 "An administrator must look at slurmctld's log."},
	{CR_511_LUA, "CR-511", "lua",
	 "The site's Lua code failed; the decision is the one without it.",
	 "An administrator must look at slurmctld's log."},
};

#define CODES (sizeof(codes) / sizeof(codes[0]))

const struct cr_code_row *cr_codes(size_t *count)
{
	*count = CODES;
	return codes;
}

const struct cr_code_row *cr_code_row(enum cr_code code)
{
	for (size_t i = 0; i < CODES; i++)
		if (codes[i].code == code)
			return &codes[i];
	return NULL;
}

const char *cr_code_text(enum cr_code code)
{
	const struct cr_code_row *row = cr_code_row(code);

	return row ? row->id : NULL;
}

enum cr_code cr_code_parse(const char *text)
{
	for (size_t i = 0; text && i < CODES; i++)
		if (strcmp(codes[i].id, text) == 0)
			return codes[i].code;
	return CR_NO_CODE;
}

enum cr_code_family cr_code_family(enum cr_code code)
{
	return (enum cr_code_family)(code / 100);
}

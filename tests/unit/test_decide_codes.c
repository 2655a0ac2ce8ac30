/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every code that a decision can raise: a request of 8 nodes that goes through,
 * the change that raises the code, its whole message, and the one change more
 * after which it is raised no longer.
 */
#include "tests/unit/unit.h"

#include "policies/decide/script.h"
#include "policies/job/codes.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

enum how {
	REFUSED, /* the decision's message */
	NOTICED, /* its notice: the job goes through */
	NOTED,   /* a reason among the others */
};

struct code_case {
	enum cr_code code;
	enum how how;
	const char *subject; /* of the reason, or NULL */
	const char *policy;  /* or NULL: the world's own */
	void (*raise)(struct world *w);
	void (*mend)(struct world *w);
	const char *text;
};

static void option(struct world *w, const char *text)
{
	w->request.comm_profile = text;
}

static void nothing(struct world *w)
{
	(void)w;
}

/* ---- 1xx: the option --------------------------------------------------- */

static void option_empty(struct world *w)
{
	option(w, "");
}

static void option_list(struct world *w)
{
	option(w, "list");
}

static void option_spaced(struct world *w)
{
	option(w, "mo e");
}

static void option_misspelt_wish(struct world *w)
{
	option(w, "moe,boro");
}

static void option_contradicts(struct world *w)
{
	option(w, "moe,borrow,noborrow");
}

static void option_borrow(struct world *w)
{
	option(w, "moe,borrow");
}

static void option_near(struct world *w)
{
	option(w, "moo");
}

static void option_moe(struct world *w)
{
	option(w, "moe");
}

static void option_none(struct world *w)
{
	option(w, "none");
}

static void option_absent(struct world *w)
{
	option(w, NULL);
}

static void option_allreduce(struct world *w)
{
	option(w, "allreduce");
}

static void option_independent(struct world *w)
{
	option(w, "independent");
}

static void in_the_queue(struct world *w)
{
	w->request.modify = true;
}

#define MOE                                                                                        \
	"profiles: {moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}}\n"
#define ENFORCE "version: 1\nmode: enforce\n"

static const struct code_case option_codes[] = {
	{CR_101_BAD_OPTION, REFUSED, NULL, NULL, option_empty, option_moe,
	 "CR-101: --comm-profile needs a value: a profile name, or list, none, auto"},
	{CR_101_BAD_OPTION, REFUSED, NULL, NULL, option_list, option_none,
	 "CR-101: --comm-profile=list only prints names; the job needs one of them"},
	{CR_101_BAD_OPTION, REFUSED, NULL, NULL, option_spaced, option_moe,
	 "CR-101: --comm-profile: not a profile name: 'mo e'; 1 to 63 letters, digits, '_', '-' or "
	 "'.'; --comm-profile=list shows the names"},
	{CR_102_BAD_WISH, REFUSED, NULL, NULL, option_misspelt_wish, option_borrow,
	 "CR-102: --comm-profile: unknown wish 'boro'; did you mean 'borrow'?"},
	{CR_102_BAD_WISH, REFUSED, NULL, NULL, option_contradicts, option_borrow,
	 "CR-102: --comm-profile: contradiction at 'noborrow'; say borrow or noborrow, not both"},
	{CR_103_UNKNOWN_PROFILE, REFUSED, NULL, NULL, option_near, option_moe,
	 "CR-103: no profile is called 'moo': did you mean 'moe'? (--comm-profile=list shows all)"},
	{CR_104_PROFILE_NEEDED, REFUSED, NULL, ENFORCE "undeclared: refuse\n" MOE, option_absent,
	 option_none, "CR-104: this site asks every job for --comm-profile=NAME; names: moe"},
	{CR_104_PROFILE_NEEDED, REFUSED, NULL, ENFORCE "undeclared: refuse\n" MOE, option_absent,
	 in_the_queue, "CR-104: this site asks every job for --comm-profile=NAME; names: moe"},
};

/* ---- 2xx: the tenant and its rights ------------------------------------ */

static void stray_account(struct world *w)
{
	w->request.account = "stray";
	w->view.parent_count = 0;
}

static void no_account(struct world *w)
{
	w->request.account = NULL;
	w->view.parent_count = 0;
}

static void account_nlp(struct world *w)
{
	w->request.account = "nlp";
}

static void account_vision(struct world *w)
{
	w->request.account = "vision";
}

static void no_association(struct world *w)
{
	w->view.user_assoc_count = 0;
}

static void an_association(struct world *w)
{
	w->view.user_assoc_count = 1;
}

static void visions_into_ultra(struct world *w)
{
	account_vision(w);
	option_allreduce(w);
	w->request.partition = "ultra";
}

static void into_p5en(struct world *w)
{
	w->request.partition = "p5en";
}

static void into_ultra(struct world *w)
{
	w->request.partition = "ultra";
}

static void root_only(struct world *w)
{
	w->partitions[0].root_only = true;
}

static void privileged(struct world *w)
{
	w->request.privileged = true;
}

static void group_denied(struct world *w)
{
	static const bool denied[3] = {true};

	w->view.group_denied = denied;
}

static void group_allowed(struct world *w)
{
	w->view.group_denied = NULL;
}

static void account_not_allowed(struct world *w)
{
	static const char *const other[] = {"vision"};

	w->partitions[0].allow_accounts = (struct cr_names){other, 1};
}

static void account_denied(struct world *w)
{
	static const char *const nlp[] = {"nlp"};

	w->partitions[0].deny_accounts = (struct cr_names){nlp, 1};
}

static void no_account_lists(struct world *w)
{
	w->partitions[0].allow_accounts.count = 0;
	w->partitions[0].deny_accounts.count = 0;
}

static void association_elsewhere(struct world *w)
{
	w->user_assoc.partition = "p5en";
}

static void association_here(struct world *w)
{
	w->user_assoc.partition = "ultra";
}

static void idle_talk_into_ultra(struct world *w)
{
	option_independent(w);
	into_ultra(w);
}

static void undeclared_into_ultra(struct world *w)
{
	option_absent(w);
	into_ultra(w);
}

static void nodes_7(struct world *w)
{
	w->request.min_nodes = 7;
}

static void nodes_8(struct world *w)
{
	w->request.min_nodes = 8;
}

static void nodes_9(struct world *w)
{
	w->request.min_nodes = 9;
}

static void interactive_2(struct world *w)
{
	w->request.batch = false;
	w->request.min_nodes = 2;
}

static void nodes_1(struct world *w)
{
	w->request.min_nodes = 1;
}

static void interactive_5h(struct world *w)
{
	w->request.batch = false;
	w->request.min_nodes = 1;
	w->request.time_limit = 301;
}

static void time_4h(struct world *w)
{
	w->request.time_limit = 240;
}

static void reserved_elsewhere(struct world *w)
{
	w->view.reservations = &w->reservation;
	w->view.reservation_count = 1;
	w->request.reservation = "blocks";
}

static void reserved_here(struct world *w)
{
	w->reserved_in[0] = 8;
}

static void reserved_for_bob(struct world *w)
{
	static const char *const bob[] = {"bob"};

	reserved_elsewhere(w);
	reserved_here(w);
	w->reservation.users = (struct cr_names){bob, 1};
}

static void reserved_for_ada(struct world *w)
{
	static const char *const ada[] = {"ada"};

	w->reservation.users = (struct cr_names){ada, 1};
}

static void needs_reservation(struct world *w)
{
	w->partitions[0].required_resv = true;
}

static void needs_no_reservation(struct world *w)
{
	w->partitions[0].required_resv = false;
}

#define ADMIT(rule) ENFORCE MOE "partitions: {ultra: {admit: {" rule "}}}\n"

static const struct code_case right_codes[] = {
	{CR_201_NO_TENANT, REFUSED, NULL,
	 ENFORCE "other_accounts: refuse\ntenants: {nlp: {accounts: [nlp]}}\n" MOE, stray_account,
	 account_nlp,
	 "CR-201: account 'stray' belongs to no tenant of this site's policy; use --account with an "
	 "account of your team"},
	{CR_201_NO_TENANT, REFUSED, NULL,
	 ENFORCE "other_accounts: refuse\ntenants: {nlp: {accounts: [nlp]}}\n" MOE, no_account,
	 account_nlp,
	 "CR-201: account '(none)' belongs to no tenant of this site's policy; use --account with "
	 "an account of your team"},
	{CR_201_NO_TENANT, NOTED, "stray", NULL, stray_account, account_nlp,
	 "account belongs to no tenant: the job is left alone"},
	{CR_202_NO_ASSOCIATION, NOTED, "nlp", NULL, no_association, an_association,
	 "Slurm has no association of this user with this account"},
	{CR_203_PROFILE_NOT_OPEN, REFUSED, NULL, NULL, account_vision, option_allreduce,
	 "CR-203: profile 'moe' is not open to tenant 'vision', which may use: allreduce, "
	 "independent"},
	{CR_203_PROFILE_NOT_OPEN, NOTED, "moe",
	 ENFORCE "undeclared: [{profile: moe}]\nprofiles:\n"
		 "  moe: {pattern: alltoall, intensity: high, routes: [{topology_type: block}]}\n"
		 "  b: {pattern: none, intensity: none, routes: [{topology_type: tree}]}\n"
		 "tenants: {nlp: {accounts: [nlp], profiles: [b]}, v: {accounts: [vision]}}\n",
	 option_absent, account_vision,
	 "rule 1 for undeclared jobs gives a profile that is not open to tenant 'nlp'"},
	{CR_204_TOPOLOGY_NOT_OPEN, REFUSED, NULL, NULL, visions_into_ultra, into_p5en,
	 "CR-204: partition 'ultra': topology type block is not open to tenant 'vision', which may "
	 "use: tree"},
	{CR_204_TOPOLOGY_NOT_OPEN, REFUSED, NULL,
	 ENFORCE MOE
	 "tenants: {nlp: {accounts: [nlp], partitions: ['p*']}, v: {accounts: [vision]}}\n",
	 nothing, account_vision,
	 "CR-204: partition 'ultra': not open to tenant 'nlp', which may use: p*"},
	{CR_205_PARTITION_CLOSED, REFUSED, NULL, NULL, root_only, privileged,
	 "CR-205: partition 'ultra': only root may use it"},
	{CR_205_PARTITION_CLOSED, REFUSED, NULL, NULL, group_denied, group_allowed,
	 "CR-205: partition 'ultra': its AllowGroups has no group of yours"},
	{CR_205_PARTITION_CLOSED, REFUSED, NULL, NULL, account_not_allowed, no_account_lists,
	 "CR-205: partition 'ultra': account 'nlp' is not among its AllowAccounts"},
	{CR_205_PARTITION_CLOSED, REFUSED, NULL, NULL, account_denied, no_account_lists,
	 "CR-205: partition 'ultra': account 'nlp' is among its DenyAccounts"},
	{CR_205_PARTITION_CLOSED, REFUSED, NULL, NULL, association_elsewhere, association_here,
	 "CR-205: partition 'ultra': your associations of account 'nlp' are for other partitions"},
	{CR_206_NOT_ADMITTED, REFUSED, NULL, NULL, idle_talk_into_ultra, option_allreduce,
	 "CR-206: partition 'ultra': kept for profiles of intensity high or more; 'independent' has "
	 "none"},
	{CR_206_NOT_ADMITTED, REFUSED, NULL, NULL, undeclared_into_ultra, option_moe,
	 "CR-206: partition 'ultra': kept for profiles of intensity high or more; declare one with "
	 "--comm-profile=NAME"},
	{CR_206_NOT_ADMITTED, REFUSED, NULL, ADMIT("min_nodes: 8"), nodes_7, nodes_8,
	 "CR-206: partition 'ultra': kept for jobs of at least 8 nodes, not 7"},
	{CR_206_NOT_ADMITTED, REFUSED, NULL, ADMIT("max_nodes: 8"), nodes_9, nodes_8,
	 "CR-206: partition 'ultra': kept for jobs of at most 8 nodes, not 9"},
	{CR_206_NOT_ADMITTED, REFUSED, NULL, ADMIT("profiles: [moe]"), undeclared_into_ultra,
	 option_moe, "CR-206: partition 'ultra': kept for the profiles moe"},
	{CR_206_NOT_ADMITTED, REFUSED, NULL,
	 ADMIT("tenants: [v]") "tenants: {nlp: {accounts: [nlp]}, v: {accounts: [vision]}}\n",
	 nothing, account_vision, "CR-206: partition 'ultra': kept for other tenants"},
	{CR_207_INTERACTIVE, REFUSED, NULL, NULL, interactive_2, nodes_1,
	 "CR-207: partition 'ultra': takes interactive jobs of at most 1 nodes, not 2"},
	{CR_207_INTERACTIVE, REFUSED, NULL, NULL, interactive_5h, time_4h,
	 "CR-207: partition 'ultra': takes interactive jobs of at most 240 minutes: set --time"},
	{CR_208_RESERVATION, REFUSED, NULL, NULL, reserved_elsewhere, reserved_here,
	 "CR-208: partition 'ultra': reservation 'blocks' has no nodes there"},
	{CR_208_RESERVATION, REFUSED, NULL, NULL, reserved_for_bob, reserved_for_ada,
	 "CR-208: partition 'ultra': reservation 'blocks' does not admit account 'nlp'"},
	{CR_208_RESERVATION, REFUSED, NULL, NULL, needs_reservation, needs_no_reservation,
	 "CR-208: partition 'ultra': takes only jobs with --reservation"},
};

/* ---- 3xx: size, shape and topology ------------------------------------- */

static void no_gpu_limit(struct world *w)
{
	w->qos[0].limits.tres_count = 0;
}

static void nodes_37(struct world *w)
{
	no_gpu_limit(w);
	w->request.min_nodes = 37;
}

static void nodes_36(struct world *w)
{
	w->request.min_nodes = 36;
}

static void at_most_7(struct world *w)
{
	w->partitions[0].max_nodes = 7;
}

static void at_most_8(struct world *w)
{
	w->partitions[0].max_nodes = 8;
}

static void at_least_9(struct world *w)
{
	w->partitions[0].min_nodes = 9;
}

static void at_least_8(struct world *w)
{
	w->partitions[0].min_nodes = 8;
}

static void longer_than_hour(struct world *w)
{
	w->partitions[0].max_time = 60;
	w->request.time_limit = 61;
}

static void at_least_an_hour(struct world *w)
{
	w->request.time_min = 60;
}

static void time_1h(struct world *w)
{
	w->request.time_limit = 60;
}

static void takes_no_jobs(struct world *w)
{
	w->partitions[0].takes_jobs = false;
}

static void takes_jobs(struct world *w)
{
	w->partitions[0].takes_jobs = true;
}

static void no_topology(struct world *w)
{
	w->partitions[0].topology_type = CR_TOPOLOGY_NONE;
}

static void a_topology(struct world *w)
{
	w->partitions[0].topology_type = CR_TOPOLOGY_BLOCK;
}

static void unread_topology(struct world *w)
{
	w->partitions[0].topology_type = CR_TOPOLOGY_NONE;
	w->partitions[0].topology_unknown = true;
}

static void gpus_5(struct world *w)
{
	w->request.gpus_per_node.count = 5;
}

static void gpus_4(struct world *w)
{
	w->request.gpus_per_node.count = 4;
}

static void nodes_without_gpus(struct world *w)
{
	w->shapes[0].gpus = 0;
}

static void nodes_with_gpus(struct world *w)
{
	w->shapes[0].gpus = 4;
}

static void type_h200(struct world *w)
{
	w->request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "h200"};
}

static void type_gb200(struct world *w)
{
	w->request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "GB200"};
}

static void cpus_145(struct world *w)
{
	w->request.cpus_per_task = 145;
}

static void cpus_144(struct world *w)
{
	w->request.cpus_per_task = 144;
}

static void node_of_another(struct world *w)
{
	world_name_nodes(w);
	w->request.nodelist = "p07";
}

static void node_of_ultra(struct world *w)
{
	w->request.nodelist = "u07";
}

static void memory_960001(struct world *w)
{
	w->request.memory_per_node = 960001;
}

static void memory_960000(struct world *w)
{
	w->request.memory_per_node = 960000;
}

static void feature_efa(struct world *w)
{
	w->request.features = "efa";
}

static void feature_there(struct world *w)
{
	static const char *const efa[] = {"efa"};

	w->shapes[0].features = (struct cr_names){efa, 1};
}

static void no_nodes(struct world *w)
{
	w->partitions[0].shape_count = 0;
}

static void nodes_again(struct world *w)
{
	w->partitions[0].shape_count = 1;
}

static void option_portable(struct world *w)
{
	option(w, "allreduce,portable");
}

static void only_dev(struct world *w)
{
	option_independent(w);
	w->partitions[1].topology_type = CR_TOPOLOGY_NONE;
	w->partitions[2].topology_type = CR_TOPOLOGY_TREE;
}

static void independent_portable(struct world *w)
{
	option(w, "independent,portable");
}

static void segment_3(struct world *w)
{
	w->request.segment = 3;
}

static void segment_2(struct world *w)
{
	w->request.segment = 2;
}

static void segments_of_12(struct world *w)
{
	no_gpu_limit(w);
	w->request.min_nodes = 36;
	w->request.segment = 12;
}

static void segment_18(struct world *w)
{
	w->request.segment = 18;
}

static void nodes_10(struct world *w)
{
	w->request.min_nodes = 10;
}

static void nodes_5(struct world *w)
{
	w->request.min_nodes = 5;
}

static void topology_lacks_nodes(struct world *w)
{
	nodes_37(w);
	w->shapes[0].nodes = w->partitions[0].nodes = 40;
}

static void arbitrary(struct world *w)
{
	w->request.arbitrary = true;
}

static void not_arbitrary(struct world *w)
{
	w->request.arbitrary = false;
}

static void one_switch_for_ever(struct world *w)
{
	option_allreduce(w);
	w->request.min_nodes = 9;
	w->request.switches = 1;
	w->request.switch_wait = CR_INFINITE;
}

static void two_switches(struct world *w)
{
	w->request.switches = 2;
}

static void range_8_12(struct world *w)
{
	w->request.max_nodes = 12;
}

static void range_8_8(struct world *w)
{
	w->request.max_nodes = 8;
}

static void option_group_3(struct world *w)
{
	option(w, "moe,order=group:3");
}

static void option_group_8(struct world *w)
{
	option(w, "moe,order=group:8");
}

#define STRICT                                                                                     \
	ENFORCE "profiles: {moe: {pattern: alltoall, intensity: extreme, routes: "                 \
		"[{topology_type: block, segment: {min: 4, multiple_of: 4, otherwise: refuse}}]}}\n"

static const struct code_case size_codes[] = {
	{CR_301_TOO_MANY_NODES, REFUSED, NULL, NULL, nodes_37, nodes_36,
	 "CR-301: partition 'ultra': 37 nodes asked, it has 36"},
	{CR_302_NODE_LIMIT, REFUSED, NULL, NULL, at_most_7, at_most_8,
	 "CR-302: partition 'ultra': 8 nodes asked, its MaxNodes is 7"},
	{CR_302_NODE_LIMIT, REFUSED, NULL, NULL, at_least_9, at_least_8,
	 "CR-302: partition 'ultra': 8 nodes asked, its MinNodes is 9"},
	{CR_303_TIME_LIMIT, REFUSED, NULL, NULL, longer_than_hour, time_1h,
	 "CR-303: partition 'ultra': a time limit beyond its MaxTime of 60 minutes"},
	{CR_303_TIME_LIMIT, REFUSED, NULL, NULL, longer_than_hour, at_least_an_hour,
	 "CR-303: partition 'ultra': a time limit beyond its MaxTime of 60 minutes"},
	{CR_304_PARTITION_SHUT, REFUSED, NULL, NULL, takes_no_jobs, takes_jobs,
	 "CR-304: partition 'ultra': it takes no jobs now"},
	{CR_305_NO_ROUTE, REFUSED, NULL, NULL, no_topology, a_topology,
	 "CR-305: profile 'moe' goes to no partition of this cluster: none has the topology of its "
	 "routes; -p chooses a partition, --comm-profile=list shows other profiles"},
	{CR_306_NOT_IN_LIST, NOTED, "p5en", NULL, into_p5en, into_ultra,
	 "on no route of profile 'moe'; kept, since -p says so"},
	{CR_311_GPUS_PER_NODE, REFUSED, NULL, NULL, gpus_5, gpus_4,
	 "CR-311: partition 'ultra': 5 GPUs per node asked, its nodes have 4 (-N 10 "
	 "--gpus-per-node=4 asks for as many, --gpus=40 fits any)"},
	{CR_311_GPUS_PER_NODE, REFUSED, NULL, NULL, nodes_without_gpus, nodes_with_gpus,
	 "CR-311: partition 'ultra': 4 GPUs per node asked, its nodes have none"},
	{CR_312_GPU_TYPE, REFUSED, NULL, NULL, type_h200, type_gb200,
	 "CR-312: partition 'ultra': GPU type 'h200' asked, its nodes have 'gb200'"},
	{CR_313_NODE_SHAPE, REFUSED, NULL, NULL, cpus_145, cpus_144,
	 "CR-313: partition 'ultra': 145 CPUs per node asked, its nodes have 144"},
	{CR_313_NODE_SHAPE, REFUSED, NULL, NULL, memory_960001, memory_960000,
	 "CR-313: partition 'ultra': 960001 MiB of memory per node asked, its nodes have 960000"},
	{CR_313_NODE_SHAPE, REFUSED, NULL, NULL, feature_efa, feature_there,
	 "CR-313: partition 'ultra': its nodes lack a feature of -C 'efa'"},
	{CR_313_NODE_SHAPE, REFUSED, NULL, NULL, no_nodes, nodes_again,
	 "CR-313: partition 'ultra': it has no nodes"},
	{CR_314_NODES_NAMED, REFUSED, NULL, NULL, node_of_another, node_of_ultra,
	 "CR-314: partition 'ultra': -w names 'p07', which is of p5en, dev"},
	{CR_321_CROSSES, NOTED, "ultra", NULL, option_allreduce, option_portable,
	 "aarch64 nodes with GPU gb200, where 'p5en' has x86_64 with h200; if the job runs on both: "
	 "--comm-profile=allreduce,portable"},
	{CR_322_MIXED_SHAPES, REFUSED, NULL, NULL, only_dev, independent_portable,
	 "CR-322: partition 'dev': its nodes differ in CPU architecture or GPU type"},
	{CR_322_MIXED_SHAPES, REFUSED, NULL, NULL, only_dev, type_h200,
	 "CR-322: partition 'dev': its nodes differ in CPU architecture or GPU type"},
	{CR_331_SEGMENT, REFUSED, NULL, NULL, segment_3, segment_2,
	 "CR-331: partition 'ultra': --segment=3 does not divide 8 nodes; 6 or 9 nodes would do"},
	{CR_331_SEGMENT, REFUSED, NULL, NULL, segments_of_12, segment_18,
	 "CR-331: partition 'ultra': --segment=12 for 36 nodes finds no room in its blocks, the "
	 "largest of 18 nodes"},
	{CR_332_SEGMENT_POOR, NOTICED, NULL, NULL, nodes_5, nodes_10,
	 "CR-332: ultra: 5 nodes allow no segment of at least 4 in multiples of 2, only 5; 4 nodes "
	 "(segment 4) or 6 (segment 6) would do better"},
	{CR_332_SEGMENT_POOR, REFUSED, NULL, STRICT, nodes_10, nodes_8,
	 "CR-332: partition 'ultra': 10 nodes allow no segment of at least 4 in multiples of 4, only "
	 "10; 8 nodes (segment 8) or 12 (segment 12) would do better"},
	{CR_333_TOPOLOGY_TOO_SMALL, REFUSED, NULL, NULL, topology_lacks_nodes, nodes_36,
	 "CR-333: partition 'ultra': its topology could not hold 37 nodes were all of them idle"},
	{CR_334_ARBITRARY, REFUSED, NULL, NULL, arbitrary, not_arbitrary,
	 "CR-334: partition 'ultra': Slurm cannot place -m arbitrary in a block topology"},
	{CR_335_SWITCHES, NOTICED, NULL, NULL, one_switch_for_ever, two_switches,
	 "CR-335: p5en: 9 nodes need at least 2 leaf switches: for --switches=1 the job waits 300 s "
	 "(max_switch_wait) in vain"},
	{CR_336_NODE_RANGE, NOTICED, NULL, NULL, range_8_12, range_8_8,
	 "CR-336: ultra: -N 8-12 is a range: Slurm may scatter it over blocks; ask for one number "
	 "of nodes"},
	{CR_337_GROUP, NOTICED, NULL, NULL, option_group_3, option_group_8,
	 "CR-337: groups of 3 nodes do not make up the job's 8: its ranks are ordered as a ring"},
};

/* ---- 4xx: quota, QOS and limits ---------------------------------------- */

static void noborrow(struct world *w)
{
	option(w, "moe,noborrow");
	no_gpu_limit(w);
}

/* The next limit of 32 GPUs for one hour that the test sets. */
static struct cr_tres_limit *limit(struct world *w, struct cr_limits *of)
{
	const struct cr_tres_limit unset = CR_TRES_LIMIT_INIT;

	noborrow(w);
	w->request.time_limit = 60;
	w->tres[1] = unset;
	w->tres[1].tres = "gres/gpu";
	of->tres = &w->tres[1];
	of->tres_count = 1;
	return &w->tres[1];
}

static void grp_31(struct world *w)
{
	limit(w, &w->qos[0].limits)->grp = 31;
}

static void grp_32(struct world *w)
{
	w->tres[1].grp = 32;
}

static void per_job_31(struct world *w)
{
	limit(w, &w->qos[0].limits)->max_per_job = 31;
}

static void per_job_32(struct world *w)
{
	w->tres[1].max_per_job = 32;
}

static void per_node_3(struct world *w)
{
	limit(w, &w->qos[0].limits)->max_per_node = 3;
}

static void per_node_4(struct world *w)
{
	w->tres[1].max_per_node = 4;
}

static void per_user_31(struct world *w)
{
	limit(w, &w->qos[0].limits)->max_per_user = 31;
}

static void per_user_32(struct world *w)
{
	w->tres[1].max_per_user = 32;
}

static void per_account_31(struct world *w)
{
	limit(w, &w->qos[0].limits)->max_per_account = 31;
}

static void per_account_32(struct world *w)
{
	w->tres[1].max_per_account = 32;
}

static void job_minutes_1919(struct world *w)
{
	limit(w, &w->qos[0].limits)->max_mins_per_job = 1919;
}

static void job_minutes_1920(struct world *w)
{
	w->tres[1].max_mins_per_job = 1920;
}

static void run_minutes_1919(struct world *w)
{
	limit(w, &w->qos[0].limits)->grp_run_mins = 1919;
}

static void run_minutes_1920(struct world *w)
{
	w->tres[1].grp_run_mins = 1920;
}

static void typed_31(struct world *w)
{
	grp_31(w);
	w->tres[1].tres = "gres/gpu:gb200";
}

static void typed_h200(struct world *w)
{
	w->tres[1].tres = "gres/gpu:h200";
}

static void no_jobs(struct world *w)
{
	noborrow(w);
	w->qos[0].limits.grp_jobs = 0;
}

static void one_job(struct world *w)
{
	w->qos[0].limits.grp_jobs = 1;
}

static void partition_grp_31(struct world *w)
{
	limit(w, &w->qos[3].limits)->grp = 31;
	w->partitions[0].qos = "normal";
}

static void user_31(struct world *w)
{
	limit(w, &w->user_assoc.limits)->max_per_job = 31;
}

static void account_31(struct world *w)
{
	limit(w, &w->parents[0].limits)->grp = 31;
}

static void root_31(struct world *w)
{
	limit(w, &w->parents[1].limits)->grp = 31;
}

static void budget_1919(struct world *w)
{
	limit(w, &w->qos[0].limits)->grp_mins = 1919;
}

static void budget_1920(struct world *w)
{
	w->tres[1].grp_mins = 1920;
}

static void spent_81(struct world *w)
{
	limit(w, &w->qos[0].limits)->grp_mins = 2000;
	w->tres[1].grp_mins_used = 81;
}

static void spent_80(struct world *w)
{
	w->tres[1].grp_mins_used = 80;
}

static void limits_off(struct world *w)
{
	w->view.enforce = CR_ENFORCE_ASSOCS;
}

static void qos_gone(struct world *w)
{
	static const char *const own[] = {"nlp"};

	noborrow(w);
	w->qos[0].name = "other";
	w->user_assoc.qos = (struct cr_names){own, 1};
}

static void qos_there(struct world *w)
{
	w->qos[0].name = "nlp";
}

static void qos_not_associated(struct world *w)
{
	static const char *const other[] = {"vision"};

	noborrow(w);
	w->user_assoc.qos = (struct cr_names){other, 1};
}

static void qos_associated(struct world *w)
{
	static const char *const own[] = {"vision", "NLP"};

	w->user_assoc.qos = (struct cr_names){own, 2};
}

static void qos_not_allowed(struct world *w)
{
	static const char *const other[] = {"vision"};

	noborrow(w);
	w->partitions[0].allow_qos = (struct cr_names){other, 1};
}

static void qos_denied(struct world *w)
{
	static const char *const own[] = {"nlp"};

	noborrow(w);
	w->partitions[0].deny_qos = (struct cr_names){own, 1};
}

static void no_qos_lists(struct world *w)
{
	w->partitions[0].allow_qos.count = 0;
	w->partitions[0].deny_qos.count = 0;
}

static void qos_wants_reservation(struct world *w)
{
	noborrow(w);
	w->qos[0].flags = CR_QOS_REQ_RESV;
}

static void reservation_given(struct world *w)
{
	w->request.reservation = "of-slurm's";
}

static void own_share_31(struct world *w)
{
	w->tres[0].grp = 31;
}

static void wall_59(struct world *w)
{
	noborrow(w);
	w->request.time_limit = 60;
	w->qos[0].limits.max_wall = 59;
}

static void wall_60(struct world *w)
{
	w->qos[0].limits.max_wall = 60;
}

static void user_wall_59(struct world *w)
{
	noborrow(w);
	w->request.time_limit = 60;
	w->user_assoc.limits.max_wall = 59;
}

static void user_wall_60(struct world *w)
{
	w->user_assoc.limits.max_wall = 60;
}

static void minimum_33(struct world *w)
{
	limit(w, &w->qos[0].limits)->min_per_job = 33;
}

static void minimum_32(struct world *w)
{
	w->tres[1].min_per_job = 32;
}

static void borrow_unrequeueable(struct world *w)
{
	option_borrow(w);
	w->request.requeue = CR_NO;
}

static void borrow_requeueable(struct world *w)
{
	w->request.requeue = CR_YES;
}

static void cluster_does_not_requeue(struct world *w)
{
	option_borrow(w);
	w->view.requeue_default = false;
}

static void preemption_kills(struct world *w)
{
	option_borrow(w);
	w->view.preempt_mode = CR_PREEMPT_CANCEL;
}

static void preemption_requeues(struct world *w)
{
	w->view.preempt_mode = CR_PREEMPT_REQUEUE;
}

static void borrow_132(struct world *w)
{
	option_borrow(w);
	no_gpu_limit(w);
	w->request.min_nodes = 33;
}

static void nodes_32(struct world *w)
{
	w->request.min_nodes = 32;
}

static void own_borrowing_132(struct world *w)
{
	w->request.qos = "spare";
	w->request.min_nodes = 33;
}

static void qos_spare(struct world *w)
{
	w->request.qos = "spare";
}

static void qos_nlp(struct world *w)
{
	w->request.qos = "nlp";
}

#define NEVER                                                                                      \
	ENFORCE MOE "tenants: {nlp: {accounts: [nlp], borrow: never, "                             \
		    "qos: {own: nlp, borrow: spare}}}\n"

static const struct code_case quota_codes[] = {
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, grp_31, grp_32,
	 "CR-401: partition 'ultra': 32 of gres/gpu asked, GrpTRES of QOS 'nlp' is 31"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, grp_31, limits_off,
	 "CR-401: partition 'ultra': 32 of gres/gpu asked, GrpTRES of QOS 'nlp' is 31"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, per_job_31, per_job_32,
	 "CR-401: partition 'ultra': 32 of gres/gpu asked, MaxTRESPerJob of QOS 'nlp' is 31"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, per_node_3, per_node_4,
	 "CR-401: partition 'ultra': 4 of gres/gpu asked, MaxTRESPerNode of QOS 'nlp' is 3"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, per_user_31, per_user_32,
	 "CR-401: partition 'ultra': 32 of gres/gpu asked, MaxTRESPerUser of QOS 'nlp' is 31"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, per_account_31, per_account_32,
	 "CR-401: partition 'ultra': 32 of gres/gpu asked, MaxTRESPerAccount of QOS 'nlp' is 31"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, job_minutes_1919, job_minutes_1920,
	 "CR-401: partition 'ultra': 1920 minutes of gres/gpu asked, MaxTRESMinsPerJob of QOS 'nlp' "
	 "is 1919"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, run_minutes_1919, run_minutes_1920,
	 "CR-401: partition 'ultra': 1920 minutes of gres/gpu asked, GrpTRESRunMins of QOS 'nlp' is "
	 "1919"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, typed_31, typed_h200,
	 "CR-401: partition 'ultra': 32 of gres/gpu:gb200 asked, GrpTRES of QOS 'nlp' is 31"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, no_jobs, one_job,
	 "CR-401: partition 'ultra': 1 asked, GrpJobs of QOS 'nlp' is 0"},
	{CR_401_QOS_LIMIT, REFUSED, NULL, NULL, partition_grp_31, grp_32,
	 "CR-401: partition 'ultra': 32 of gres/gpu asked, GrpTRES of the partition's QOS 'normal' "
	 "is 31"},
	{CR_402_ACCOUNT_LIMIT, REFUSED, NULL, NULL, user_31, per_job_32,
	 "CR-402: partition 'ultra': 32 of gres/gpu asked, MaxTRESPerJob of user 'ada' is 31"},
	{CR_402_ACCOUNT_LIMIT, REFUSED, NULL, NULL, account_31, grp_32,
	 "CR-402: partition 'ultra': 32 of gres/gpu asked, GrpTRES of account 'nlp' is 31"},
	{CR_402_ACCOUNT_LIMIT, REFUSED, NULL, NULL, root_31, grp_32,
	 "CR-402: partition 'ultra': 32 of gres/gpu asked, GrpTRES of account 'root' is 31"},
	{CR_403_BUDGET, REFUSED, NULL, NULL, budget_1919, budget_1920,
	 "CR-403: partition 'ultra': 1920 minutes of gres/gpu asked, GrpTRESMins of QOS 'nlp' is "
	 "1919"},
	{CR_404_QOS_CLOSED, REFUSED, NULL, NULL, qos_gone, qos_there,
	 "CR-404: partition 'ultra': Slurm has no QOS 'nlp'"},
	{CR_404_QOS_CLOSED, REFUSED, NULL, NULL, qos_not_associated, qos_associated,
	 "CR-404: partition 'ultra': QOS 'nlp' is not among those of your association"},
	{CR_404_QOS_CLOSED, REFUSED, NULL, NULL, qos_not_allowed, no_qos_lists,
	 "CR-404: partition 'ultra': QOS 'nlp' is not among its AllowQos"},
	{CR_404_QOS_CLOSED, REFUSED, NULL, NULL, qos_denied, no_qos_lists,
	 "CR-404: partition 'ultra': QOS 'nlp' is among its DenyQos"},
	{CR_404_QOS_CLOSED, REFUSED, NULL, NULL, qos_wants_reservation, reservation_given,
	 "CR-404: partition 'ultra': QOS 'nlp' needs --reservation"},
	{CR_405_CONSENT, REFUSED, NULL, NULL, own_share_31, option_borrow,
	 "CR-405: partition 'ultra': 32 of gres/gpu asked, GrpTRES of QOS 'nlp' is 31; as a "
	 "preemptible job it fits: --comm-profile=moe,borrow"},
	{CR_405_CONSENT, REFUSED, NULL, NULL, own_share_31, borrow_requeueable,
	 "CR-405: partition 'ultra': 32 of gres/gpu asked, GrpTRES of QOS 'nlp' is 31; as a "
	 "preemptible job it fits: --comm-profile=moe,borrow"},
	{CR_406_OVER_BUDGET, REFUSED, NULL, NULL, spent_81, spent_80,
	 "CR-406: partition 'ultra': 1920 minutes of gres/gpu asked, GrpTRESMins of QOS 'nlp' is "
	 "2000 and 1919 are left"},
	{CR_407_WALL_LIMIT, REFUSED, NULL, NULL, wall_59, wall_60,
	 "CR-407: partition 'ultra': 60 minutes asked, MaxWall of QOS 'nlp' is 59"},
	{CR_407_WALL_LIMIT, REFUSED, NULL, NULL, user_wall_59, user_wall_60,
	 "CR-407: partition 'ultra': 60 minutes asked, MaxWall of user 'ada' is 59"},
	{CR_408_QOS_MINIMUM, REFUSED, NULL, NULL, minimum_33, minimum_32,
	 "CR-408: partition 'ultra': 32 of gres/gpu asked, MinTRES of QOS 'nlp' is 33"},
	{CR_409_CANNOT_BORROW, NOTED, "ultra", NULL, borrow_unrequeueable, borrow_requeueable,
	 "',borrow' has no effect: --no-requeue: preemption would kill the job"},
	{CR_409_CANNOT_BORROW, NOTED, "ultra", NULL, cluster_does_not_requeue, borrow_requeueable,
	 "',borrow' has no effect: preemption would kill the job: add --requeue"},
	{CR_409_CANNOT_BORROW, NOTED, "ultra", NULL, preemption_kills, preemption_requeues,
	 "',borrow' has no effect: preemption there does not requeue"},
	{CR_409_CANNOT_BORROW, NOTED, "ultra", NULL, borrow_132, nodes_32,
	 "',borrow' has no effect: 132 GPUs asked, tenant 'nlp' borrows at most 128 for a job"},
	{CR_409_CANNOT_BORROW, NOTED, "ultra", NEVER, option_borrow, option_moe,
	 "',borrow' has no effect: tenant 'nlp' does not borrow"},
	{CR_409_CANNOT_BORROW, REFUSED, NULL, NEVER, qos_spare, qos_nlp,
	 "CR-409: --qos=spare: tenant 'nlp' does not borrow"},
	{CR_409_CANNOT_BORROW, REFUSED, NULL, NULL, own_borrowing_132, nodes_32,
	 "CR-409: --qos=spare: 132 GPUs asked, tenant 'nlp' borrows at most 128 for a job"},
};

/* ---- 5xx: the site ----------------------------------------------------- */

static enum cr_script_outcome fail_deciding(struct cr_script *script, enum cr_hook hook,
					    struct cr_deciding *g, struct cr_script_result *result)
{
	(void)script;
	(void)g;
	*result = (struct cr_script_result){.text = "line 3: nil"};
	return hook == CR_HOOK_DECIDE ? CR_SCRIPT_FAILED : CR_SCRIPT_SILENT;
}

static void destroy(struct cr_script *script)
{
	(void)script;
}

static const struct cr_script_ops failing = {.call = fail_deciding};
static struct cr_script script;

static void script_fails(struct world *w)
{
	script = (struct cr_script){.ops = &failing, .destroy = destroy};
	w->policy->script = &script;
}

static void script_must_not_fail(struct world *w)
{
	script_fails(w);
	script.refuse_on_failure = true;
}

static void no_script(struct world *w)
{
	w->policy->script = NULL;
}

static void view_of_601_seconds(struct world *w)
{
	w->view.age = 601;
}

static void view_of_600_seconds(struct world *w)
{
	w->view.age = 600;
}

static const struct code_case site_codes[] = {
	{CR_502_OLD_VIEW, NOTED, NULL, NULL, view_of_601_seconds, view_of_600_seconds,
	 "the view of the cluster is 10 minutes old"},
	{CR_504_TOPOLOGY_UNKNOWN, NOTICED, NULL, NULL, unread_topology, a_topology,
	 "CR-504: ultra: its topology cannot be read, so that the job is not routed; -p chooses a "
	 "partition"},
	{CR_511_LUA, NOTED, NULL, NULL, script_fails, no_script,
	 "the script failed and is ignored: line 3: nil"},
	{CR_511_LUA, REFUSED, NULL, NULL, script_must_not_fail, no_script,
	 "CR-511: the site's own rules failed, and this site takes no job without them; an "
	 "administrator must look at slurmctld's log"},
};

/* ---- the tests --------------------------------------------------------- */

static void decide_anew(struct world *w, const struct code_case *c)
{
	world_make(w, c->policy);
	w->request.comm_profile = "moe";
	w->request.min_nodes = 8;
	w->request.gpus_per_node = (struct cr_gpus){.count = 4};
	world_decide(w);
}

static bool raised(const struct world *w, enum cr_code code)
{
	return w->d.code == code || world_reason(w, code, NULL);
}

static void check_raised(const struct world *w, const struct code_case *c)
{
	const char *said = c->how == REFUSED   ? w->d.message
			   : c->how == NOTICED ? w->d.notice
					       : world_reason(w, c->code, c->subject);

	assert_int_equal(w->d.verdict == CR_VERDICT_REFUSE, c->how == REFUSED);
	assert_non_null(said);
	assert_string_equal(said, c->text);
	if (c->how != NOTED)
		assert_int_equal(w->d.code, c->code);
	if (c->how == REFUSED) {
		assert_null(w->d.partition);
		assert_null(w->d.qos);
		assert_null(w->d.notice);
	}
}

static void check_all(const struct code_case *cases, size_t count)
{
	static struct world w;

	for (size_t i = 0; i < count; i++) {
		decide_anew(&w, &cases[i]);
		cases[i].raise(&w);
		world_decide(&w);
		check_raised(&w, &cases[i]);
		cases[i].mend(&w);
		world_decide(&w);
		if (raised(&w, cases[i].code) || w.d.verdict == CR_VERDICT_REFUSE)
			fail_msg("not mended: %s (%s)", cases[i].text,
				 w.d.message ? w.d.message : "a reason");
		no_script(&w);
		world_free(&w);
	}
}

static void codes_of_the_option(void **state)
{
	(void)state;
	check_all(option_codes, COUNT(option_codes));
}

static void codes_of_rights(void **state)
{
	(void)state;
	check_all(right_codes, COUNT(right_codes));
}

static void codes_of_size(void **state)
{
	(void)state;
	check_all(size_codes, COUNT(size_codes));
}

static void codes_of_quota(void **state)
{
	(void)state;
	check_all(quota_codes, COUNT(quota_codes));
}

static void codes_of_the_site(void **state)
{
	(void)state;
	check_all(site_codes, COUNT(site_codes));
}

static bool has_case(enum cr_code code)
{
	static const struct {
		const struct code_case *cases;
		size_t count;
	} all[] = {{option_codes, COUNT(option_codes)},
		   {right_codes, COUNT(right_codes)},
		   {size_codes, COUNT(size_codes)},
		   {quota_codes, COUNT(quota_codes)},
		   {site_codes, COUNT(site_codes)}};

	for (size_t i = 0; i < COUNT(all); i++)
		for (size_t k = 0; k < all[i].count; k++)
			if (all[i].cases[k].code == code)
				return true;
	return false;
}

/*
 * Those that no whole decision raises: the plugin does, which holds the record and the policy,
 * and CR-505 is for what is not judged whole (test_decide_unjudged).
 */
static void every_code_has_its_case(void **state)
{
	static const char others[] = "CR-209 CR-501 CR-503 CR-505 ";
	char missing[400] = "";
	const struct cr_code_row *codes;
	size_t count;

	(void)state;
	codes = cr_codes(&count);
	for (size_t i = 0; i < count; i++)
		if (!has_case(codes[i].code)) {
			strcat(missing, codes[i].id);
			strcat(missing, " ");
		}
	assert_string_equal(missing, others);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_of_the_option), cmocka_unit_test(codes_of_rights),
		cmocka_unit_test(codes_of_size),       cmocka_unit_test(codes_of_quota),
		cmocka_unit_test(codes_of_the_site),   cmocka_unit_test(every_code_has_its_case),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

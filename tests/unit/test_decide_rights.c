/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who may go where: tenants, admission, exemptions, modes; and that no job crosses kinds of node.
 */
#include "tests/unit/unit.h"

#include "policies/decide/script.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

static struct world w;

static void make(const char *policy, const char *profile, uint32_t nodes)
{
	world_make(&w, policy);
	w.request.comm_profile = profile;
	w.request.min_nodes = nodes;
	w.qos[0].limits.tres_count = 0;
}

static void goes_to(const char *partition)
{
	world_decide(&w);
	if (w.d.verdict != CR_VERDICT_ROUTE || !w.d.partition)
		fail_msg("not routed to %s: %s", partition, w.d.message ? w.d.message : "left");
	assert_string_equal(w.d.partition, partition);
}

static void refused(enum cr_code code)
{
	world_decide(&w);
	if (w.d.verdict != CR_VERDICT_REFUSE)
		fail_msg("%s expected; routed to %s", cr_code_text(code),
			 w.d.partition ? w.d.partition : "-");
	assert_int_equal(w.d.code, code);
	assert_null(w.d.partition);
}

static void left(void)
{
	world_decide(&w);
	if (w.d.verdict != CR_VERDICT_LEAVE)
		fail_msg("not left alone: %s", w.d.message ? w.d.message : w.d.partition);
	assert_false(w.d.act);
	assert_null(w.d.partition);
	assert_null(w.d.qos);
}

#define ENFORCE "version: 1\nmode: enforce\n"

/* ---- no job crosses kinds of node --------------------------------------- */

/* allreduce goes to the tree of H200s first, then to blocks of GB200s. */
static void trouble_at_home_does_not_send_away(void **state)
{
	(void)state;
	make(NULL, "allreduce", 8);
	goes_to("p5en");
	w.partitions[1].up = false; /* down, and takes jobs: it waits there */
	goes_to("p5en");
	w.shapes[1].idle = w.shapes[1].up = 0;
	goes_to("p5en");
	w.partitions[1].takes_jobs = false;
	refused(CR_304_PARTITION_SHUT);
	w.partitions[1].takes_jobs = true;
	w.partitions[1].max_nodes = 7;
	refused(CR_302_NODE_LIMIT);
	w.partitions[1].max_nodes = CR_UNSET;
	w.partitions[1].max_time = 60;
	w.request.time_limit = 61;
	refused(CR_303_TIME_LIMIT);
	w.request.time_limit = 60;
	w.request.min_nodes = 33;
	refused(CR_301_TOO_MANY_NODES);
	w.request.min_nodes = 9;
	world_free(&w);
}

static void portable_is_said_by_job_profile_or_tenant(void **state)
{
	static const char profile[] = ENFORCE
		"profiles: {a: {pattern: allreduce, intensity: high, %s routes: "
		"[{topology_type: tree}, {topology_type: block}]}}\n"
		"tenants: {nlp: {accounts: [nlp]%s}}\n";
	static const struct {
		const char *option, *in_profile, *in_tenant;
		bool crosses;
	} cases[] = {{"a", "", "", false},
		     {"a,portable", "", "", true},
		     {"a", "portable: true,", "", true},
		     {"a", "", ", portable: true", true},
		     {"a", "portable: false,", ", portable: false", false},
		     {"a,portable", "portable: false,", ", portable: false", true}};
	char text[600];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		(void)snprintf(text, sizeof(text), profile, cases[i].in_profile,
			       cases[i].in_tenant);
		make(text, cases[i].option, 8);
		goes_to("p5en");
		w.partitions[1].takes_jobs = false;
		if (cases[i].crosses)
			goes_to("ultra");
		else
			refused(CR_304_PARTITION_SHUT);
		world_free(&w);
	}
}

/* Home is the tree's kind, the other one the blocks'; is the other of the same kind? */
static void the_same_kind_is_architecture_and_gpu_type(void **state)
{
	static const struct {
		const char *home_arch, *home_gpu, *arch, *gpu;
		bool same;
	} cases[] = {
		{"x86_64", "h200", "x86_64", "h200", true},
		{"x86_64", "h200", "x86_64", "h100", false},
		{"x86_64", "h200", "aarch64", "h200", false},
		{"x86_64", "h200", "aarch64", "gb200", false},
		{"x86_64", "h200", NULL, "h200", true}, /* never registered; the type tells */
		{NULL, "h200", "x86_64", "h200", true},
		{NULL, "h200", NULL, "gb200", false},
		{"x86_64", "h200", "x86_64", NULL, false},
		{"x86_64", NULL, "x86_64", NULL, true},
		{"x86_64", NULL, "aarch64", NULL, false},
		{"x86_64", NULL, NULL, NULL, false}, /* nothing tells */
		{NULL, NULL, NULL, NULL, true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		make(NULL, "allreduce", 8);
		w.shapes[1].arch = cases[i].home_arch;
		w.shapes[1].gpu_type = cases[i].home_gpu;
		w.shapes[0].arch = cases[i].arch;
		w.shapes[0].gpu_type = cases[i].gpu;
		w.partitions[1].takes_jobs = false;
		if (cases[i].same)
			goes_to("ultra");
		else
			refused(CR_304_PARTITION_SHUT);
		assert_int_equal(world_reason(&w, CR_321_CROSSES, "ultra") == NULL, cases[i].same);
		world_free(&w);
	}
}

static const char blocks_first[] = ENFORCE
	"profiles:\n"
	"  a: {pattern: alltoall, intensity: high, routes: [{topology_type: block, "
	"segment: {min: 4, otherwise: next}}, {topology_type: tree}]}\n"
	"tenants: {nlp: {accounts: [nlp]}, v: {accounts: [vision], topology_types: [tree]}}\n";

/* The first place whose nodes have the shape, and that the job may use, is its home. */
static void shape_and_rights_make_the_home(void **state)
{
	(void)state;
	make(blocks_first, "a", 8);
	goes_to("ultra");
	w.request.gpus_per_node.count = 8; /* GB200 nodes have 4 */
	goes_to("p5en");
	assert_non_null(world_reason(&w, CR_311_GPUS_PER_NODE, "ultra"));
	w.request.gpus_per_node = (struct cr_gpus){.count = 4, .types = 1, .type = "h200"};
	goes_to("p5en");
	assert_non_null(world_reason(&w, CR_312_GPU_TYPE, "ultra"));
	w.request.gpus_per_node = (struct cr_gpus){.count = 4};
	w.request.cpus_per_task = 150; /* 144 against 192 */
	goes_to("p5en");
	assert_non_null(world_reason(&w, CR_313_NODE_SHAPE, "ultra"));
	w.request.cpus_per_task = CR_UNSET;
	w.request.account = "vision";
	goes_to("p5en");
	assert_non_null(world_reason(&w, CR_204_TOPOLOGY_NOT_OPEN, "ultra"));
	assert_null(world_reason(&w, CR_321_CROSSES, NULL));
	w.request.account = "nlp";
	w.partitions[0].takes_jobs = false;
	refused(CR_304_PARTITION_SHUT);
	assert_non_null(world_reason(&w, CR_321_CROSSES, "p5en"));
	world_free(&w);
}

/* `otherwise: next` is a fallback too. */
static void the_next_route_does_not_cross(void **state)
{
	(void)state;
	make(blocks_first, "a", 29); /* a prime beyond a block: no segment but 1 */
	refused(CR_332_SEGMENT_POOR);
	assert_non_null(world_reason(&w, CR_321_CROSSES, "p5en"));
	assert_non_null(strstr(w.d.message, "--comm-profile=a,portable"));
	w.request.comm_profile = "a,portable";
	goes_to("p5en");
	assert_null(w.d.gpu_type);
	w.request.gpus_per_node.count = 4;
	goes_to("p5en");
	assert_string_equal(w.d.gpu_type, "h200"); /* of where it goes, not of the first route */
	assert_string_equal(w.d.arch, "x86_64");
	w.request.comm_profile = "a";
	w.shapes[1].arch = "aarch64"; /* the same kind of node: no crossing */
	w.shapes[1].gpu_type = "gb200";
	goes_to("p5en");
	world_free(&w);
}

/* A user's list over kinds is theirs; nothing that fits one of them only is set. */
static void a_list_over_kinds_gets_nothing_of_one(void **state)
{
	static const char *const lists[] = {"ultra,p5en", "p5en,ultra", "ultra,ultra", "dev,ultra"};

	(void)state;
	make(NULL, "allreduce", 8);
	w.request.gpus_per_node.count = 4;
	for (size_t i = 0; i < COUNT(lists); i++) {
		w.request.partition = lists[i];
		left();
		assert_null(w.d.gpu_type);
		assert_null(w.d.arch);
		assert_int_equal(w.d.segment, CR_UNSET);
		assert_int_equal(w.d.switches, CR_UNSET);
		assert_string_equal(w.d.would_partition, "p5en");
	}
	world_free(&w);
}

static void a_mixed_partition_is_one_kind_by_type_or_feature(void **state)
{
	static const char *const arm[] = {"arm"};

	(void)state;
	make(NULL, "independent", 4);
	w.partitions[1].topology_type = CR_TOPOLOGY_NONE;
	w.partitions[2].topology_type = CR_TOPOLOGY_TREE;
	refused(CR_322_MIXED_SHAPES);
	w.request.gpus_per_node = (struct cr_gpus){.count = 8}; /* only H200 nodes have 8 */
	goes_to("dev");
	assert_string_equal(w.d.arch, "x86_64");
	assert_string_equal(w.d.gpu_type, "h200");
	w.request.gpus_per_node = (struct cr_gpus){.count = 4};
	refused(CR_322_MIXED_SHAPES);
	w.shapes[2].features = (struct cr_names){arm, 1};
	w.request.features = "arm";
	goes_to("dev");
	assert_string_equal(w.d.arch, "aarch64");
	w.request.min_nodes = 37; /* 36 of that kind, 68 in all */
	refused(CR_301_TOO_MANY_NODES);
	assert_string_equal(w.d.message,
			    "CR-301: partition 'dev': 37 nodes asked, it has 36 of that kind");
	w.request.features = NULL;
	w.request.comm_profile = "independent,portable";
	goes_to("dev");
	assert_null(w.d.gpu_type);
	assert_null(w.d.arch);
	world_free(&w);
}

/* -p of a mixed partition is kept, and no kind is chosen for the job. */
static void an_own_choice_of_a_mixed_partition_stays_open(void **state)
{
	(void)state;
	make(NULL, "allreduce", 8);
	w.request.partition = "dev";
	w.request.gpus_per_node.count = 4;
	world_decide(&w);
	assert_int_not_equal(w.d.verdict, CR_VERDICT_REFUSE);
	assert_null(w.d.partition);
	assert_null(w.d.gpu_type);
	assert_null(w.d.arch);
	assert_string_equal(w.d.would_partition, "p5en");
	w.partitions[1].takes_jobs = false;
	world_decide(&w);
	assert_null(w.d.would_partition); /* not 'ultra': that were crossing */
	world_free(&w);
}

/* ---- a script's place in this ------------------------------------------- */

static struct {
	size_t place;
	struct cr_script head;
} wanted;

static enum cr_script_outcome want(struct cr_script *script, enum cr_hook hook,
				   struct cr_deciding *g, struct cr_script_result *result)
{
	(void)script;
	if (hook != CR_HOOK_DECIDE || wanted.place >= g->candidate_count)
		return CR_SCRIPT_SILENT;
	*result = (struct cr_script_result){
		.ordered = true, .order = &wanted.place, .order_count = 1};
	return CR_SCRIPT_SAYS;
}

static void destroy(struct cr_script *script)
{
	(void)script;
}

static void script_wants(size_t place)
{
	static const struct cr_script_ops ops = {.call = want};

	wanted.place = place;
	wanted.head = (struct cr_script){.ops = &ops, .destroy = destroy, .trusted = true};
	w.policy->script = &wanted.head;
}

/* Of allreduce's candidates, p5en and ultra, the policy closes the second to vision. */
static void trust_opens_what_the_policy_closes(void **state)
{
	(void)state;
	make(NULL, "allreduce", 8);
	w.request.account = "vision";
	goes_to("p5en");
	script_wants(1);
	goes_to("ultra");
	assert_string_equal(w.d.qos, "vision");
	world_free(&w);
}

static void trust_opens_nothing_of_slurms_or_the_nodes(void **state)
{
	static const char *const other[] = {"nlp"};

	(void)state;
	make(NULL, "allreduce", 8);
	w.request.account = w.parents[0].account = "vision";
	script_wants(1);
	goes_to("ultra");
	w.partitions[0].allow_accounts = (struct cr_names){other, 1};
	refused(CR_205_PARTITION_CLOSED);
	w.partitions[0].allow_accounts.count = 0;
	w.partitions[0].required_resv = true;
	refused(CR_208_RESERVATION);
	w.partitions[0].required_resv = false;
	w.partitions[0].takes_jobs = false;
	refused(CR_304_PARTITION_SHUT);
	w.partitions[0].takes_jobs = true;
	w.request.segment = 3;
	refused(CR_331_SEGMENT);
	w.request.segment = CR_UNSET;
	w.request.min_nodes = 37;
	refused(CR_301_TOO_MANY_NODES);
	w.request.min_nodes = 8;
	w.request.gpus_per_node.count = 5;
	refused(CR_311_GPUS_PER_NODE);
	w.request.gpus_per_node.count = 4;
	w.partitions[0].shapes = &w.shapes[2]; /* both kinds */
	w.partitions[0].shape_count = 2;
	refused(CR_322_MIXED_SHAPES);
	world_free(&w);
}

static void trust_does_not_make_a_job_cross(void **state)
{
	(void)state;
	make(NULL, "allreduce", 8);
	script_wants(1); /* ultra, open to nlp, and of another kind than p5en */
	refused(CR_321_CROSSES);
	w.request.comm_profile = "allreduce,portable";
	goes_to("ultra");
	w.request.comm_profile = "allreduce";
	script_wants(0);
	goes_to("p5en");
	world_free(&w);
}

/* ---- tenants ------------------------------------------------------------ */

static const char family[] = ENFORCE
	"other_accounts: guests\n"
	"profiles:\n"
	"  a: {aliases: [b], pattern: none, intensity: none, routes: [{topology_type: tree}]}\n"
	"  c: {pattern: none, intensity: none, routes: [{topology_type: tree}]}\n"
	"tenants:\n"
	"  nlp: {accounts: [nlp], profiles: [b]}\n"
	"  speech: {accounts: [nlp-speech]}\n"
	"  guests: {accounts: [guests], profiles: [c]}\n";

static void the_nearest_account_names_the_tenant(void **state)
{
	static const struct {
		const char *account, *above[3], *tenant;
	} cases[] = {
		{"nlp", {"nlp", "root"}, "nlp"},
		{"NLP", {"nlp", "root"}, "nlp"},
		{"x", {"x", "nlp", "root"}, "nlp"},
		{"nlp-speech", {"nlp-speech", "nlp", "root"}, "speech"},
		{"x", {"x", "nlp-speech", "nlp"}, "speech"},
		{"nlpx", {"nlpx", "root"}, "guests"},
		{NULL, {"nlp", "root"}, "nlp"},
		{NULL, {NULL}, "guests"},
	};

	(void)state;
	make(family, "none", 1);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.account = cases[i].account;
		for (w.view.parent_count = 0; w.view.parent_count < 3; w.view.parent_count++) {
			const char *above = cases[i].above[w.view.parent_count];

			if (!above)
				break;
			w.parents[w.view.parent_count] = (struct cr_assoc){
				.account = above, .limits = CR_LIMITS_INIT};
		}
		left();
		assert_string_equal(w.d.tenant, cases[i].tenant);
	}
	w.view.user_assoc_count = 0; /* Slurm will put another account in its place */
	w.request.account = "nlp";
	left();
	assert_string_equal(w.d.tenant, "guests");
	w.view.have_assocs = false; /* no accounting: the account is believed */
	left();
	assert_string_equal(w.d.tenant, "nlp");
	world_free(&w);
}

static void an_alias_in_a_tenants_list_is_its_profile(void **state)
{
	static const struct {
		const char *account, *option;
		bool open;
	} cases[] = {{"nlp", "a", true},        {"nlp", "b", true},    {"nlp", "B", true},
		     {"nlp", "c", false},       {"guests", "c", true}, {"guests", "a", false},
		     {"nlp-speech", "a", true}, {"other", "c", true},  {"other", "b", false}};

	(void)state;
	make(family, NULL, 1);
	w.view.parent_count = 0;
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.account = cases[i].account;
		w.request.comm_profile = cases[i].option;
		if (cases[i].open)
			goes_to("p5en");
		else
			refused(CR_203_PROFILE_NOT_OPEN);
	}
	world_free(&w);
}

static void the_exempt_are_left(void **state)
{
	struct cr_reservation known[] = {{.name = "maint7"}, {.name = "blocks"}};
	static const struct {
		const char *user, *account, *above, *reservation;
		bool exempt;
	} cases[] = {
		{"ada", "nlp", "root", NULL, false},
		{"root", "nlp", "root", NULL, true},
		{"svc-1", "nlp", "root", NULL, true},
		{"asvc-1", "nlp", "root", NULL, false},
		{NULL, "nlp", "root", NULL, false},
		{"ada", "health", "root", NULL, true},
		{"ada", "health-gpu", "health", NULL, true},
		{"ada", "healthy", "root", NULL, false},
		{"ada", "nlp", "root", "maint7", true},
		{"ada", "nlp", "root", "maint7,maint8", true},
		{"ada", "nlp", "root", "maint7,blocks", false}, /* all of them, not one */
		{"ada", "nlp", "root", ",", false},
	};

	(void)state;
	make(ENFORCE
	     "exempt: {users: [root, 'svc-*'], accounts: [health], reservations: "
	     "['maint*']}\n"
	     "profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: tree}]}}\n",
	     "a", 1);
	known[0].nodes_in = known[1].nodes_in = w.reserved_in;
	w.reserved_in[1] = 8;
	w.view.reservations = known;
	w.view.reservation_count = COUNT(known);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.user = cases[i].user;
		w.request.account = w.parents[0].account = cases[i].account;
		w.parents[1].account = cases[i].above;
		w.request.reservation = cases[i].reservation;
		if (cases[i].exempt)
			left();
		else
			goes_to("p5en");
		assert_true(w.d.record);
	}
	world_free(&w);
}

/* Whoever writes an account that nobody checked is not let off by it. */
static void an_exempt_account_has_to_be_known(void **state)
{
	(void)state;
	make(ENFORCE
	     "exempt: {accounts: [health]}\n"
	     "profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: tree}]}}\n",
	     "a", 1);
	w.request.account = w.user_assoc.account = w.parents[0].account = "health";
	left();
	w.view.user_assoc_count = 0;
	goes_to("p5en");
	w.request.privileged = true;
	left();
	w.request.privileged = false;
	w.view.user_assoc_count = 1;
	w.view.have_assocs = false; /* no slurmdbd: anybody may write anything */
	goes_to("p5en");
	w.parents[0].account = "nlp"; /* nor by the account above */
	w.parents[1].account = "health";
	goes_to("p5en");
	world_free(&w);
}

/* ---- modes --------------------------------------------------------------- */

static void a_tenants_mode_is_within_the_sites(void **state)
{
	static const struct {
		const char *site, *tenant;
		enum cr_mode mode;
	} cases[] = {{"enforce", "enforce", CR_MODE_ENFORCE},
		     {"enforce", "observe", CR_MODE_OBSERVE},
		     {"enforce", "disabled", CR_MODE_DISABLED},
		     {"observe", "enforce", CR_MODE_ENFORCE},
		     {"observe", "observe", CR_MODE_OBSERVE},
		     {"disabled", "enforce", CR_MODE_DISABLED}};
	char text[600];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		enum cr_mode mode = cases[i].mode;

		(void)snprintf(
			text, sizeof(text),
			"version: 1\nmode: %s\nnotify: always\nprofiles: {a: {pattern: none, "
			"intensity: none, routes: [{topology_type: tree}]}}\n"
			"tenants: {nlp: {accounts: [nlp], mode: %s}}\n",
			cases[i].site, cases[i].tenant);
		make(text, "a", 1);
		world_decide(&w);
		assert_int_equal(w.d.act, mode == CR_MODE_ENFORCE);
		assert_int_equal(w.d.record, mode != CR_MODE_DISABLED);
		assert_int_equal(w.d.notice != NULL, mode == CR_MODE_ENFORCE);
		assert_int_equal(w.d.verdict, mode ? CR_VERDICT_ROUTE : CR_VERDICT_LEAVE);
		w.request.comm_profile = "zzz";
		world_decide(&w);
		assert_int_equal(w.d.act, mode == CR_MODE_ENFORCE);
		assert_int_equal(w.d.message != NULL, mode != CR_MODE_DISABLED);
		world_free(&w);
	}
}

/* What is observed is what would be done: the same verdict, the same settings. */
static void observing_decides_the_same(void **state)
{
	struct cr_decision enforced;
	char text[4096];

	(void)state;
	make(NULL, "moe", 24);
	w.request.gpus_per_node.count = 4;
	world_decide(&w);
	enforced = w.d;
	assert_string_equal(enforced.partition, "ultra");
	world_free(&w);
	(void)snprintf(text, sizeof(text), "version: 1\nmode: observe\n%s",
		       strstr(world_policy, "exempt:"));
	make(text, "moe", 24);
	w.request.gpus_per_node.count = 4;
	world_decide(&w);
	assert_false(w.d.act);
	assert_int_equal(w.d.verdict, enforced.verdict);
	assert_string_equal(w.d.partition, "ultra");
	assert_string_equal(w.d.qos, "nlp");
	assert_string_equal(w.d.gpu_type, "gb200");
	assert_int_equal(w.d.segment, enforced.segment);
	assert_int_equal(w.d.reason_count, enforced.reason_count);
	world_free(&w);
}

/* ---- admission ------------------------------------------------------------ */

static void admission_is_by_profile_size_and_tenant(void **state)
{
	static const struct {
		const char *admit, *option;
		uint32_t nodes;
		bool admitted;
	} cases[] = {
		{"min_intensity: high", "big", 1, true},
		{"min_intensity: high", "small", 1, false},
		{"min_intensity: high", NULL, 1, false},
		{"min_intensity: none", NULL, 1, true},
		{"min_nodes: 4", "big", 3, false},
		{"min_nodes: 4", "big", 4, true},
		{"max_nodes: 4", "big", 4, true},
		{"max_nodes: 4", "big", 5, false},
		{"min_nodes: 4, max_nodes: 4", NULL, 4, true},
		{"profiles: [huge]", "big", 1, true}, /* an alias */
		{"profiles: [big]", "small", 1, false},
		{"profiles: [big]", NULL, 1, false},
		{"profiles: [big, small]", "small", 1, true},
		{"tenants: [nlp]", "small", 1, true},
		{"tenants: [other]", "small", 1, false},
		{"tenants: [nlp], min_nodes: 2", "small", 1, false},
	};
	char text[800];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		(void)snprintf(
			text, sizeof(text),
			ENFORCE
			"profiles:\n"
			"  big: {aliases: [huge], pattern: alltoall, intensity: high, routes: "
			"[{topology_type: block}]}\n"
			"  small: {pattern: allreduce, intensity: low, routes: "
			"[{topology_type: block}]}\n"
			"partitions: {ultra: {admit: {%s}}}\n"
			"tenants: {nlp: {accounts: [nlp]}, other: {accounts: [other]}}\n",
			cases[i].admit);
		make(text, cases[i].option, cases[i].nodes);
		w.request.partition = "ultra";
		if (cases[i].admitted) {
			world_decide(&w);
			assert_int_not_equal(w.d.verdict, CR_VERDICT_REFUSE);
		} else {
			refused(CR_206_NOT_ADMITTED);
		}
		w.request.privileged = true; /* an operator is not bound by it */
		world_decide(&w);
		assert_int_not_equal(w.d.verdict, CR_VERDICT_REFUSE);
		world_free(&w);
	}
}

/* An interactive job with no limit of its own has the partition's. */
static void interactive_bounds_count_the_time_it_will_have(void **state)
{
	static const struct {
		uint32_t asked, standard, most;
		bool admitted;
	} cases[] = {{240, CR_UNSET, CR_UNSET, true},
		     {241, CR_UNSET, CR_UNSET, false},
		     {CR_UNSET, 240, CR_UNSET, true},
		     {CR_UNSET, 241, CR_UNSET, false},
		     {CR_UNSET, CR_UNSET, 240, true},
		     {CR_UNSET, CR_UNSET, 241, false},
		     {CR_UNSET, 60, 10000, true},
		     {60, 10000, 10000, true},
		     {CR_UNSET, CR_UNSET, CR_UNSET, true},
		     {CR_INFINITE, 60, 60, false},
		     {CR_UNSET, CR_UNSET, CR_INFINITE, false},
		     {CR_UNSET, CR_INFINITE, CR_INFINITE, false},
		     {CR_UNSET, 60, CR_INFINITE, true}};

	(void)state;
	make(NULL, NULL, 1);
	w.request.batch = false;
	w.request.partition = "ultra";
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.time_limit = cases[i].asked;
		w.partitions[0].default_time = cases[i].standard;
		w.partitions[0].max_time = cases[i].most;
		if (cases[i].admitted)
			left();
		else
			refused(CR_207_INTERACTIVE);
	}
	world_free(&w);
}

static void interactive_rules_are_for_jobs_without_a_script(void **state)
{
	static const char policy[] = ENFORCE
		"profiles: {a: {pattern: alltoall, intensity: high, routes: "
		"[{topology_type: block}]}}\n"
		"partitions:\n"
		"  ultra: {admit: {min_nodes: 2}, interactive: {max_nodes: 0}}\n"
		"  p5en: {admit: {min_nodes: 2}}\n";

	(void)state;
	make(policy, NULL, 2);
	w.request.partition = "ultra";
	left();
	w.request.batch = false; /* max_nodes: 0 means none at all */
	refused(CR_207_INTERACTIVE);
	w.request.partition = "p5en"; /* no rule of its own: admit holds for both */
	left();
	w.request.min_nodes = 1;
	refused(CR_206_NOT_ADMITTED);
	world_free(&w);
}

static void tenants_hold_for_interactive_jobs(void **state)
{
	(void)state;
	make(ENFORCE
	     "profiles: {a: {pattern: alltoall, intensity: high, routes: "
	     "[{topology_type: block}]}}\n"
	     "partitions:\n"
	     "  ultra: {admit: {tenants: [vision], min_nodes: 2}, interactive: {max_nodes: 1}}\n"
	     "tenants: {nlp: {accounts: [nlp]}, vision: {accounts: [vision]}}\n",
	     NULL, 1);
	w.request.partition = "ultra";
	w.request.batch = false;
	refused(CR_206_NOT_ADMITTED);
	w.request.account = w.user_assoc.account = w.parents[0].account = "vision";
	left();
	w.request.min_nodes = 2;
	refused(CR_207_INTERACTIVE);
	world_free(&w);
}

/* Each component is judged by itself: were each let in, the bounds would be those of none. */
static void one_component_of_an_interactive_job(void **state)
{
	(void)state;
	make(NULL, NULL, 1);
	w.request.batch = false;
	w.request.partition = "ultra";
	w.request.time_limit = 60;
	left();
	w.request.het_offset = 0;
	left();
	w.request.het_offset = 1;
	refused(CR_207_INTERACTIVE);
	w.request.partition = "p5en"; /* no rule there */
	left();
	world_free(&w);
}

/* Whose account it is not is another matter than an account of nobody's. */
static void who_is_refused_without_a_tenant(void **state)
{
	(void)state;
	make(ENFORCE
	     "profiles: {a: {pattern: alltoall, intensity: high, routes: [{topology_type: block}]}}\n"
	     "tenants: {nlp: {accounts: [nlp]}}\n"
	     "other_accounts: refuse\n",
	     NULL, 1);
	w.view.user_assoc_count = 0;
	refused(CR_202_NO_ASSOCIATION);
	assert_non_null(strstr(w.d.message, "no association of user 'ada' with account 'nlp'"));
	w.view.user_assoc_count = 1;
	left();
	w.view.parent_count = 0;
	w.request.account = w.user_assoc.account = "chem";
	refused(CR_201_NO_TENANT);
	world_free(&w);
}

static bool has_words(const char *words)
{
	for (size_t i = 0; i < w.d.reason_count; i++)
		if (strstr(w.d.reasons[i].text, words))
			return true;
	return false;
}

/* What Slurm counts together at the start is not seen here: that is said. */
static void a_component_is_judged_alone(void **state)
{
	(void)state;
	make(NULL, "moe", 2);
	world_decide(&w);
	assert_false(has_words("of a heterogeneous job"));
	w.request.het_offset = 0;
	world_decide(&w);
	assert_true(has_words("component 0 of a heterogeneous job is judged by itself"));
	w.request.comm_profile = NULL; /* none of its limits are judged */
	world_decide(&w);
	assert_false(has_words("of a heterogeneous job"));
	world_free(&w);
}

static void a_reservation_not_known_yet(void **state)
{
	(void)state;
	make(NULL, NULL, 1);
	w.request.reservation = "fresh"; /* of ultra perhaps, where one node is too few */
	refused(CR_208_RESERVATION);
	assert_non_null(strstr(w.d.message, "'fresh'"));
	assert_non_null(strstr(w.d.message, "'ultra'"));
	w.request.privileged = true;
	left();
	w.request.privileged = false;
	w.request.partition = "p5en";
	left();
	w.request.partition = "ultra";
	refused(CR_206_NOT_ADMITTED);
	w.request.partition = NULL;
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	w.request.reservation = "blocks,fresh";
	refused(CR_208_RESERVATION);
	w.request.reservation = "blocks";
	w.reservation.partition = "p5en";
	left();
	world_free(&w);
	make(NULL, "moe", 8); /* open wherever it is: left there, not routed */
	w.request.reservation = "fresh";
	left();
	w.request.comm_profile = "independent";
	refused(CR_208_RESERVATION);
	world_free(&w);
}

/* ---- -p, and what stands for it -------------------------------------------- */

static void to_leave_p_away_is_no_way_round(void **state)
{
	(void)state;
	make(NULL, NULL, 1);
	left(); /* the default, p5en, is open to all */
	w.partitions[1].is_default = false;
	w.partitions[0].is_default = true;
	refused(CR_206_NOT_ADMITTED);
	w.request.comm_profile = "none";
	refused(CR_206_NOT_ADMITTED);
	w.request.privileged = true;
	left();
	w.request.privileged = false;
	w.partitions[0].is_default = false; /* no default: Slurm's to refuse */
	left();
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	w.reservation.partition = "ultra";
	w.request.reservation = "blocks";
	refused(CR_206_NOT_ADMITTED);
	w.reservation.partition = "p5en";
	left();
	world_free(&w);
}

static void nodes_by_name_are_no_way_round(void **state)
{
	(void)state;
	make(NULL, "independent", 1);
	w.request.nodelist = "u01";
	left();
	w.partitions[1].is_default = false;
	w.partitions[0].is_default = true;
	refused(CR_206_NOT_ADMITTED);
	w.request.comm_profile = "moe";
	left();
	world_free(&w);
}

static void names_that_count_as_unset(void **state)
{
	static const struct {
		const char *partition;
		bool modify, routed;
	} cases[] = {
		{NULL, false, true},           {"train", false, true},
		{"train,batch", false, true},  {",train,", false, true},
		{"ultra", false, false},       {"train,ultra", false, false},
		{"ultra,train", false, false}, {"Train", false, false},
		{"train", true, false},
	};

	(void)state;
	make(ENFORCE
	     "profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: "
	     "tree}]}}\n"
	     "partitions: {train: {counts_as_unset: true}, batch: {counts_as_unset: true}}\n",
	     "a", 1);
	for (size_t i = 0; i < COUNT(cases); i++) {
		w.request.partition = cases[i].partition;
		w.request.modify = cases[i].modify;
		if (cases[i].routed)
			goes_to("p5en");
		else
			world_decide(&w);
		assert_int_equal(w.d.partition != NULL, cases[i].routed);
	}
	world_free(&w);
}

/* In a list each name must be open; what only is too small there may be outweighed by another. */
static void each_name_of_a_list_must_be_open(void **state)
{
	(void)state;
	make(NULL, "allreduce", 34);
	w.request.partition = "ultra,p5en"; /* p5en has 32 nodes */
	left();
	w.request.partition = "p5en";
	refused(CR_301_TOO_MANY_NODES);
	w.request.partition = "p5en,ultra";
	w.request.min_nodes = 37;
	refused(CR_301_TOO_MANY_NODES);
	w.request.min_nodes = 2;
	w.request.comm_profile = "independent";
	refused(CR_206_NOT_ADMITTED);
	w.request.account = "vision";
	refused(CR_204_TOPOLOGY_NOT_OPEN);
	world_free(&w);
}

static void reservations_in_a_list_are_judged_each(void **state)
{
	static const char *const nlp[] = {"nlp"};

	(void)state;
	make(NULL, "moe", 8);
	w.view.reservations = &w.reservation;
	w.view.reservation_count = 1;
	w.request.reservation = "blocks";
	w.reserved_in[0] = 36;
	goes_to("ultra");
	w.reservation.denied_accounts = (struct cr_names){nlp, 1};
	refused(CR_208_RESERVATION);
	w.request.reservation = "blocks,other"; /* the other one is Slurm's to know */
	left();
	w.request.partition = "ultra";
	world_decide(&w);
	assert_int_equal(w.d.verdict, CR_VERDICT_ROUTE); /* its QOS and segment */
	w.request.partition = NULL;
	w.request.reservation = "blocks";
	w.reservation.denied_accounts.count = 0;
	w.reservation.accounts = (struct cr_names){nlp, 1};
	w.request.account = "nlp-x"; /* below nlp */
	goes_to("ultra");
	w.reservation.nodes_in = NULL;
	refused(CR_208_RESERVATION);
	world_free(&w);
}

/* ---- undeclared jobs --------------------------------------------------------- */

static void rules_give_profiles(void **state)
{
	static const struct {
		const char *when;
		bool matches; /* ada of nlp: 4 nodes of 4 GPUs, a batch job, -p train --qos=nlp */
	} cases[] = {
		{"{}", true},
		{"{min_nodes: 4}", true},
		{"{min_nodes: 5}", false},
		{"{max_nodes: 4}", true},
		{"{max_nodes: 3}", false},
		{"{min_gpus: 16}", true},
		{"{min_gpus: 17}", false},
		{"{max_gpus: 16}", true},
		{"{max_gpus: 15}", false},
		{"{kind: batch}", true},
		{"{kind: interactive}", false},
		{"{users: ['a*']}", true},
		{"{users: ['b*', root]}", false},
		{"{accounts: ['n?p']}", true},
		{"{accounts: ['n?']}", false},
		{"{partitions: [train]}", true},
		{"{partitions: ['p5*']}", false},
		{"{qos: [nlp]}", true},
		{"{qos: [spare]}", false},
		{"{min_nodes: 4, users: [bob]}", false},
	};
	char text[800];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		(void)snprintf(text, sizeof(text),
			       ENFORCE "undeclared: [{when: %s, profile: a}]\n"
				       "profiles: {a: {pattern: none, intensity: none, routes: "
				       "[{topology_type: tree}]}}\n"
				       "partitions: {train: {counts_as_unset: true}}\n",
			       cases[i].when);
		make(text, i % 2 ? NULL : "auto", 4);
		w.request.gpus_per_node.count = 4;
		w.request.partition = "train";
		w.request.qos = "nlp";
		if (cases[i].matches)
			goes_to("p5en");
		else
			left();
		w.request.comm_profile = "none"; /* opts out of the rules too */
		left();
		world_free(&w);
	}
}

static void the_first_rule_that_matches_decides(void **state)
{
	(void)state;
	make(ENFORCE
	     "undeclared:\n"
	     "- {when: {max_nodes: 1}, profile: none}\n"
	     "- {when: {max_nodes: 8}, profile: a}\n"
	     "- {profile: b}\n"
	     "profiles:\n"
	     "  a: {pattern: none, intensity: none, routes: [{topology_type: tree}]}\n"
	     "  b: {pattern: allreduce, intensity: low, routes: [{topology_type: block}]}\n",
	     NULL, 1);
	left();
	assert_null(w.d.profile);
	w.request.min_nodes = 8;
	goes_to("p5en");
	assert_string_equal(w.d.profile, "a");
	w.request.min_nodes = 9;
	goes_to("ultra");
	assert_string_equal(w.d.profile, "b");
	w.request.min_nodes = CR_UNSET; /* open: taken at its least */
	left();
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trouble_at_home_does_not_send_away),
		cmocka_unit_test(portable_is_said_by_job_profile_or_tenant),
		cmocka_unit_test(the_same_kind_is_architecture_and_gpu_type),
		cmocka_unit_test(shape_and_rights_make_the_home),
		cmocka_unit_test(the_next_route_does_not_cross),
		cmocka_unit_test(a_list_over_kinds_gets_nothing_of_one),
		cmocka_unit_test(a_mixed_partition_is_one_kind_by_type_or_feature),
		cmocka_unit_test(an_own_choice_of_a_mixed_partition_stays_open),
		cmocka_unit_test(trust_opens_what_the_policy_closes),
		cmocka_unit_test(trust_opens_nothing_of_slurms_or_the_nodes),
		cmocka_unit_test(trust_does_not_make_a_job_cross),
		cmocka_unit_test(the_nearest_account_names_the_tenant),
		cmocka_unit_test(an_alias_in_a_tenants_list_is_its_profile),
		cmocka_unit_test(the_exempt_are_left),
		cmocka_unit_test(an_exempt_account_has_to_be_known),
		cmocka_unit_test(tenants_hold_for_interactive_jobs),
		cmocka_unit_test(one_component_of_an_interactive_job),
		cmocka_unit_test(a_component_is_judged_alone),
		cmocka_unit_test(who_is_refused_without_a_tenant),
		cmocka_unit_test(a_reservation_not_known_yet),
		cmocka_unit_test(a_tenants_mode_is_within_the_sites),
		cmocka_unit_test(observing_decides_the_same),
		cmocka_unit_test(admission_is_by_profile_size_and_tenant),
		cmocka_unit_test(interactive_bounds_count_the_time_it_will_have),
		cmocka_unit_test(interactive_rules_are_for_jobs_without_a_script),
		cmocka_unit_test(to_leave_p_away_is_no_way_round),
		cmocka_unit_test(nodes_by_name_are_no_way_round),
		cmocka_unit_test(names_that_count_as_unset),
		cmocka_unit_test(each_name_of_a_list_must_be_open),
		cmocka_unit_test(reservations_in_a_list_are_judged_each),
		cmocka_unit_test(rules_give_profiles),
		cmocka_unit_test(the_first_rule_that_matches_decides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

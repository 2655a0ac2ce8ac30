/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The small cluster and its policy, member by member, as tests change them. */
#include "tests/unit/policy_world.h"

#include "policies/cluster/node_index.h"

#include "tests/unit/kept_policy.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char world_policy[] =
	"version: 1\n"
	"mode: enforce\n"
	"exempt: {users: [root], accounts: [health], reservations: ['maint*']}\n"
	"profiles:\n"
	"  moe:\n"
	"    pattern: alltoall\n"
	"    intensity: extreme\n"
	"    routes:\n"
	"    - {topology_type: block, segment: {choose: largest, min: 4, multiple_of: 2}}\n"
	"  allreduce:\n"
	"    aliases: [ddp, fsdp]\n"
	"    pattern: allreduce\n"
	"    intensity: high\n"
	"    routes:\n"
	"    - {topology_type: tree, switches: fewest@4m}\n"
	"    - {topology_type: block, segment: largest}\n"
	"  independent: {pattern: none, intensity: none, routes: [{topology_type: tree}]}\n"
	"partitions:\n"
	"  ultra:\n"
	"    admit: {min_intensity: high}\n"
	"    interactive: {max_nodes: 1, max_time: 4h}\n"
	"  train: {counts_as_unset: true}\n"
	"tenant_defaults:\n"
	"  qos: {own: '{tenant}', borrow: spare}\n"
	"  topology_types: [tree]\n"
	"  borrow: {consent: job, max_gpus: 128}\n"
	"tenants:\n"
	"  nlp: {accounts: [nlp], topology_types: [block, tree]}\n"
	"  vision: {accounts: [vision], profiles: [allreduce, independent]}\n";

static const char topology_yaml[] = "- topology: ultra\n"
				    "  block:\n"
				    "    block_sizes: [18]\n"
				    "    blocks:\n"
				    "    - {block: b1, nodes: 'u[01-18]'}\n"
				    "    - {block: b2, nodes: 'u[19-36]'}\n"
				    "- topology: p5en\n"
				    "  cluster_default: true\n"
				    "  tree:\n"
				    "    switches:\n"
				    "    - {switch: core, children: 'leaf[1-4]'}\n"
				    "    - {switch: leaf1, nodes: 'p[01-08]'}\n"
				    "    - {switch: leaf2, nodes: 'p[09-16]'}\n"
				    "    - {switch: leaf3, nodes: 'p[17-24]'}\n"
				    "    - {switch: leaf4, nodes: 'p[25-32]'}\n";

static int read_text(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	(void)path;
	(void)err;
	*buf = strdup(ctx);
	*len = strlen(ctx);
	return *buf ? 0 : -1;
}

static void print_diags(const struct cr_diags *diags)
{
	char line[600];

	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		printf("%s\n", cr_diag_format(cr_diags_get(diags, i), line, sizeof(line)));
}

struct cr_policy *world_load(const char *text)
{
	struct cr_policy_reader reader = {.read = read_text, .ctx = (void *)text};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy = cr_policy_load("commroute.yaml", &reader, NULL, diags);

	print_diags(diags);
	cr_diags_destroy(diags);
	keep_policy(text, policy);
	return policy;
}

static void make_topologies(struct world *w)
{
	struct cr_diags *diags = cr_diags_new();

	w->topologies = cr_topologies_parse_yaml("topology.yaml", topology_yaml,
						 strlen(topology_yaml), NULL, diags);
	print_diags(diags);
	cr_diags_destroy(diags);
	assert_non_null(w->topologies);
	w->spaces[0] = cr_space_whole(cr_topologies_find(w->topologies, "ultra"));
	w->spaces[1] = cr_space_whole(cr_topologies_find(w->topologies, "p5en"));
	assert_non_null(w->spaces[0]);
	assert_non_null(w->spaces[1]);
}

static struct cr_partition partition(const char *name, const struct cr_shape *shapes, size_t count)
{
	struct cr_partition p = {
		.name = name,
		.up = true,
		.takes_jobs = true,
		.shapes = shapes,
		.shape_count = count,
		.min_nodes = CR_UNSET,
		.max_nodes = CR_UNSET,
		.max_time = CR_UNSET,
		.default_time = CR_UNSET,
		.max_cpus_per_node = CR_UNSET,
		.preempt_mode = CR_PREEMPT_CLUSTER,
	};

	for (size_t i = 0; i < count; i++)
		p.nodes += shapes[i].nodes;
	return p;
}

static void make_partitions(struct world *w)
{
	w->shapes[0] = (struct cr_shape){.arch = "aarch64",
					 .gpu_type = "gb200",
					 .gpus = 4,
					 .cpus = 144,
					 .memory = 960000,
					 .nodes = 36,
					 .up = 36,
					 .idle = 36};
	w->shapes[1] = (struct cr_shape){.arch = "x86_64",
					 .gpu_type = "h200",
					 .gpus = 8,
					 .cpus = 192,
					 .memory = 2000000,
					 .nodes = 32,
					 .up = 32,
					 .idle = 32};
	w->shapes[2] = w->shapes[0];
	w->shapes[3] = w->shapes[1];
	w->partitions[0] = partition("ultra", &w->shapes[0], 1);
	w->partitions[0].topology = "ultra";
	w->partitions[0].topology_type = CR_TOPOLOGY_BLOCK;
	w->partitions[0].space = w->spaces[0];
	w->partitions[1] = partition("p5en", &w->shapes[1], 1);
	w->partitions[1].topology = "p5en";
	w->partitions[1].topology_type = CR_TOPOLOGY_TREE;
	w->partitions[1].space = w->spaces[1];
	w->partitions[1].is_default = true;
	w->partitions[2] = partition("dev", &w->shapes[2], 2);
}

static struct cr_qos qos(const char *name, uint32_t priority)
{
	return (struct cr_qos){.name = name, .priority = priority, .limits = CR_LIMITS_INIT};
}

static void make_accounting(struct world *w)
{
	static const char *const all[] = {"nlp", "vision", "spare", "normal"};
	const struct cr_tres_limit none = CR_TRES_LIMIT_INIT;

	for (size_t i = 0; i < COUNT(w->tres); i++)
		w->tres[i] = none;
	for (size_t i = 0; i < 4; i++)
		w->qos[i] = qos(all[i], i < 2 ? 100 : 10);
	w->tres[0].tres = "gres/gpu";
	w->tres[0].grp = 128;
	w->qos[0].limits.tres = &w->tres[0];
	w->qos[0].limits.tres_count = 1;
	w->user_assoc = (struct cr_assoc){.account = "nlp",
					  .user = "ada",
					  .default_qos = "nlp",
					  .qos = {all, 4},
					  .limits = CR_LIMITS_INIT};
	w->parents[0] = (struct cr_assoc){.account = "nlp", .limits = CR_LIMITS_INIT};
	w->parents[1] = (struct cr_assoc){.account = "root", .limits = CR_LIMITS_INIT};
}

static void make_view(struct world *w)
{
	w->view = (struct cr_view){
		.slurm_version = CR_SLURM_VERSION(26, 5, 5),
		.partitions = w->partitions,
		.partition_count = 3,
		.have_qos = true,
		.qos = w->qos,
		.qos_count = 4,
		.have_assocs = true,
		.user_assocs = &w->user_assoc,
		.user_assoc_count = 1,
		.parents = w->parents,
		.parent_count = 2,
		.enforce = CR_ENFORCE_ASSOCS | CR_ENFORCE_LIMITS | CR_ENFORCE_QOS,
		.preempt_mode = CR_PREEMPT_REQUEUE,
		.preempt_by_qos = true,
		.max_switch_wait = CR_UNSET,
		.requeue_default = true,
	};
	w->reservation = (struct cr_reservation){
		.name = "blocks", .active = true, .nodes_in = w->reserved_in};
}

void world_make(struct world *w, const char *policy_text)
{
	memset(w, 0, sizeof(*w));
	make_topologies(w);
	make_partitions(w);
	make_accounting(w);
	make_view(w);
	cr_request_init(&w->request);
	w->request.uid = 1000;
	w->request.user = "ada";
	w->request.account = "nlp";
	w->request.min_nodes = 1;
	w->policy = world_load(policy_text ? policy_text : world_policy);
	assert_non_null(w->policy);
}

void world_free(struct world *w)
{
	cr_policy_destroy(w->policy);
	cr_arena_release(&w->arena);
	cr_arena_release(&w->nodes);
	cr_space_destroy(w->spaces[0]);
	cr_space_destroy(w->spaces[1]);
	cr_topologies_destroy(w->topologies);
}

void world_name_nodes(struct world *w)
{
	static const char *const names[2][2] = {{"ultra", "dev"}, {"p5en", "dev"}};

	w->memberships[0] = (struct cr_membership){"u[01-36]", {names[0], 2}};
	w->memberships[1] = (struct cr_membership){"p[01-32]", {names[1], 2}};
	w->view.memberships = w->memberships;
	w->view.membership_count = 2;
	cr_arena_release(&w->nodes);
	w->view.nodes = cr_node_index_make(&w->view, &w->nodes, NULL);
	assert_non_null(w->view.nodes);
}

void world_decide(struct world *w)
{
	cr_arena_release(&w->arena);
	cr_arena_init(&w->arena, w->memory, sizeof(w->memory), sizeof(w->memory));
	assert_int_equal(cr_decide(w->policy, &w->request, &w->view, &w->arena, &w->d), 0);
}

const char *world_reason(const struct world *w, enum cr_code code, const char *subject)
{
	for (size_t i = 0; i < w->d.reason_count; i++) {
		const struct cr_reason *r = &w->d.reasons[i];

		if ((!code || r->code == code) &&
		    (!subject || (r->subject && strcmp(r->subject, subject) == 0)))
			return r->text;
	}
	return NULL;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Any bytes as a request: the option, GPU texts and names come from the input,
 * numbers are laid over the request byte by byte.  The decision must be whole.
 */
#include "policies/cluster/snapshot.h"
#include "policies/decide/record.h"
#include "policies/job/codes.h"

#include <stdlib.h>
#include <string.h>

static const char policy_text[] =
	"version: 1\nmode: enforce\nundeclared: [{when: {min_nodes: 2}, profile: a}]\n"
	"profiles:\n"
	"  a: {aliases: [b], pattern: alltoall, intensity: high, routes: [{topology_type: block, "
	"segment: {min: 2, multiple_of: 2, otherwise: next}}, {topology_type: tree, switches: "
	"fewest@5m}]}\n"
	"  c: {pattern: none, intensity: none, routes: [{partition: tree}]}\n"
	"partitions: {block: {admit: {min_intensity: high}, interactive: {max_nodes: 1}}, any: "
	"{counts_as_unset: true}}\n"
	"tenants: {nlp: {accounts: [nlp], qos: {own: nlp, borrow: spare}}}\n";

static const char snapshot_text[] =
	"{\"commroute_snapshot\":1,\"slurm_version\":\"26.05.5\",\"topologies\":["
	"{\"topology\":\"b\",\"block\":{\"block_sizes\":[4],\"blocks\":[{\"block\":\"b1\",\"nodes\":"
	"\"b[1-4]\"},{\"block\":\"b2\",\"nodes\":\"b[5-8]\"}]}},{\"topology\":\"t\",\"cluster_default\":"
	"true,\"tree\":{\"switches\":[{\"switch\":\"s\",\"children\":\"s[1-2]\"},{\"switch\":\"s1\","
	"\"nodes\":\"t[1-4]\"},{\"switch\":\"s2\",\"nodes\":\"t[5-8]\"}]}}],\"partitions\":["
	"{\"name\":\"block\",\"up\":true,\"takes_jobs\":true,\"topology\":\"b\",\"topology_type\":"
	"\"block\",\"units\":{\"b1\":4,\"b2\":4},\"nodes\":8,\"shapes\":[{\"arch\":\"aarch64\","
	"\"gpu_type\":\"gb200\",\"gpus\":4,\"cpus\":72,\"nodes\":8}]},{\"name\":\"tree\",\"up\":true,"
	"\"takes_jobs\":true,\"topology\":\"t\",\"topology_type\":\"tree\",\"units\":{\"s1\":4,\"s2\":4},"
	"\"nodes\":8,\"shapes\":[{\"arch\":\"x86_64\",\"gpu_type\":\"h200\",\"gpus\":8,\"cpus\":96,"
	"\"nodes\":8}]}],\"have_qos\":true,\"qos\":[{\"name\":\"nlp\",\"priority\":9,\"limits\":"
	"{\"tres\":[{\"tres\":\"gres/gpu\",\"grp\":24,\"grp_used\":8}]}},{\"name\":\"spare\"}],"
	"\"accounts\":[{\"account\":\"nlp\"},{\"account\":\"nlp\",\"user\":\"ada\",\"is_default\":true}],"
	"\"enforce\":[\"limits\"],\"preempt_mode\":\"requeue\",\"preempt_by_qos\":true,"
	"\"requeue_default\":true}";

static int read_policy(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	(void)ctx;
	(void)path;
	(void)err;
	*buf = strdup(policy_text);
	*len = sizeof(policy_text) - 1;
	return *buf ? 0 : -1;
}

struct bytes {
	const uint8_t *at;
	size_t left;
};

static uint32_t take(struct bytes *b)
{
	static const uint32_t edges[] = {CR_UNSET, CR_INFINITE, 0, 1, 65535, 4294967293u};
	uint8_t c = b->left ? *b->at : 0;

	if (b->left) {
		b->at++;
		b->left--;
	}
	return c < 6 ? edges[c] : c - 5u;
}

/* A text up to a NUL byte, or NULL when it is empty. */
static const char *text(struct bytes *b, char *buf, size_t size)
{
	size_t n = 0;

	for (; b->left && *b->at && n + 1 < size; b->at++, b->left--)
		buf[n++] = (char)*b->at;
	buf[n] = '\0';
	if (b->left) {
		b->at++;
		b->left--;
	}
	return n ? buf : NULL;
}

static void numbers(struct bytes *b, struct cr_request *r)
{
	uint32_t *all[] = {&r->min_nodes,      &r->max_nodes,        &r->tasks,
			   &r->tasks_per_node, &r->tasks_per_gpu,    &r->cpus_per_task,
			   &r->cpus_per_gpu,   &r->sockets_per_node, &r->time_limit,
			   &r->segment,        &r->switches};
	uint32_t flags = take(b);

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		*all[i] = take(b);
	r->batch = flags & 1;
	r->modify = flags & 2;
	r->array = flags & 4;
	r->arbitrary = flags & 8;
	r->requeue = (enum cr_tristate)((int)(flags >> 4 & 1) - 1);
}

static void check(const struct cr_decision *d)
{
	char record[CR_RECORD_MAX];

	if ((d->verdict == CR_VERDICT_REFUSE) != (d->message != NULL))
		abort();
	if (d->code && !cr_code_text(d->code))
		abort();
	for (const char *c = d->message; c && *c; c++)
		if (*c < ' ' || *c > '~')
			abort();
	if (strlen(cr_record_format(d, NULL, NULL, record)) >= CR_RECORD_MAX)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cr_policy *policy;
	static struct cr_snapshot *snapshot;
	static char memory[CR_DECIDE_ARENA];
	struct cr_policy_reader reader = {.read = read_policy};
	struct bytes b = {data, size};
	char option[300], partition[100], qos[100], features[60], gpus[120];
	struct cr_request r;
	struct cr_decision d;
	struct cr_arena arena, scratch;
	struct cr_view view;

	if (!policy) {
		policy = cr_policy_load("p", &reader, NULL, NULL);
		snapshot = cr_snapshot_parse("s", snapshot_text, sizeof(snapshot_text) - 1, NULL);
	}
	if (!policy || !snapshot)
		abort();
	cr_request_init(&r);
	numbers(&b, &r);
	r.user = "ada";
	(void)cr_request_gpus(text(&b, gpus, sizeof(gpus)), false, &r.gpus_per_node, NULL);
	(void)cr_request_gpus(text(&b, gpus, sizeof(gpus)), true, &r.gpus_per_job, NULL);
	r.comm_profile = text(&b, option, sizeof(option));
	r.partition = text(&b, partition, sizeof(partition));
	r.qos = text(&b, qos, sizeof(qos));
	r.features = text(&b, features, sizeof(features));
	cr_arena_init(&scratch, NULL, 0, 0);
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	if (cr_snapshot_for(snapshot, "ada", &r.account, &scratch, &view) != 0 ||
	    cr_decide(policy, &r, &view, &arena, &d) != 0)
		abort();
	check(&d);
	cr_arena_release(&scratch);
	return 0;
}

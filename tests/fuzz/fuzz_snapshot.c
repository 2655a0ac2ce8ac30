/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as a snapshot, and a record in a comment; what is read can be decided on. */
#include "policies/cluster/snapshot.h"
#include "policies/decide/decision.h"
#include "policies/decide/record.h"

#include <stdlib.h>
#include <string.h>

static const char policy_text[] =
	"version: 1\nmode: enforce\n"
	"profiles:\n"
	"  a: {pattern: alltoall, intensity: high, routes: [{topology_type: block, segment: "
	"largest}, {topology_type: tree, switches: fewest@5m}, {topology_type: flat}]}\n"
	"tenants: {nlp: {accounts: [nlp, root], qos: {own: nlp, borrow: spare}}}\n";

static int read_policy(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	(void)ctx;
	(void)path;
	(void)err;
	*buf = strdup(policy_text);
	*len = sizeof(policy_text) - 1;
	return *buf ? 0 : -1;
}

static void decide_on(const struct cr_policy *policy, const struct cr_snapshot *s)
{
	struct cr_request request;
	struct cr_decision d;
	struct cr_arena arena;
	struct cr_view view;

	cr_request_init(&request);
	request.comm_profile = "a,borrow";
	request.user = "ada";
	request.min_nodes = 4;
	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_snapshot_for(s, "ada", &request.account, &arena, &view) == 0)
		(void)cr_decide(policy, &request, &view, &arena, &d);
	cr_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cr_policy *policy;
	struct cr_policy_reader reader = {.read = read_policy};
	char *text = malloc(size + 1);
	struct cr_snapshot *s;
	struct cr_record record;
	struct cr_arena arena;
	struct cr_error err = {.text = ""};

	if (!text)
		return 0;
	if (!policy)
		policy = cr_policy_load("p", &reader, NULL, NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	s = cr_snapshot_parse("s", text, size, &err);
	if (s)
		decide_on(policy, s);
	else if (!err.text[0])
		abort();
	cr_snapshot_destroy(s);
	cr_arena_init(&arena, NULL, 0, 1 << 20);
	(void)cr_record_parse(text, &arena, &record, &err);
	cr_arena_release(&arena);
	free(text);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The small cluster of policy_world with partitions that a choice can be made among. */
#include "tests/unit/choice_world.h"

#include <stdio.h>

static const char *const names[] = {"a", "b", "c"};

static const char policy[] = "version: 1\n"
			     "mode: enforce\n"
			     "profiles:\n"
			     "  any: {pattern: none, intensity: none, routes: [%s]}\n"
			     "  low: {pattern: none, intensity: none, routes: [{partition: a}]}\n"
			     "partitions:\n"
			     "  c: {admit: {min_intensity: low}}\n"
			     "tenants:\n"
			     "  nlp: {accounts: [nlp], qos: {own: nlp}}\n";

void choice_make(struct choice *x, const char *routes)
{
	char text[2048];

	snprintf(text, sizeof(text), policy, routes);
	world_make(&x->w, text);
	for (size_t i = 0; i < 3; i++) {
		x->shapes[i] = x->w.shapes[1];
		x->shapes[i].nodes = x->shapes[i].up = x->shapes[i].idle = 16;
		x->parts[i] = x->w.partitions[1];
		x->parts[i].name = names[i];
		x->parts[i].is_default = false;
		x->parts[i].shapes = &x->shapes[i];
		x->parts[i].nodes = 16;
	}
	x->w.view.partitions = x->parts;
	x->w.view.partition_count = 2; /* c, which admits nobody here, where a case wants it */
	x->w.request.comm_profile = "any";
	x->w.request.min_nodes = 8;
	x->w.request.gpus_per_node = (struct cr_gpus){.count = 8};
	x->w.qos[3].limits.grp_jobs = 1; /* "normal": full, where a partition has it */
	x->w.qos[3].limits.grp_jobs_used = 1;
}

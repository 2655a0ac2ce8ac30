/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology.yaml from a stranger, and the same as if a controller had told it. */
#include "tests/fuzz/topology_use.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cr_topology_rules rules = {.max_nodes = 5000};
	struct cr_diags *diags = cr_diags_new();
	struct cr_topologies *set = cr_topologies_parse_yaml("f", (const char *)data, size, &rules,
							     diags);

	/* Refused means told why, and the other way round. */
	if (!set == !cr_diags_errors(diags))
		abort();
	cr_diags_destroy(diags);
	fuzz_use(set);
	rules.live = true;
	rules.slurm_version = CR_SLURM_VERSION(25, 5, 0);
	fuzz_use(cr_topologies_parse_yaml("f", (const char *)data, size, &rules, NULL));
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology.conf and slurm.conf from a stranger.  Include gives the same text again. */
#include "tests/fuzz/topology_use.h"
#include "topology/slurmconf.h"

#include <string.h>

struct text {
	const char *data;
	size_t size;
};

static int load(const char *name, char **buf, size_t *len, void *arg, struct cr_error *err)
{
	const struct text *t = arg;

	if (strchr(name, 'x'))
		return cr_error_set(err, "%s: no", name);
	*buf = malloc(t->size + 1);
	memcpy(*buf, t->data, t->size);
	*len = t->size;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum cr_topology_type types[] = {CR_TOPOLOGY_TREE, CR_TOPOLOGY_BLOCK,
						      CR_TOPOLOGY_RING};
	struct text text = {(const char *)data, size};
	struct cr_conf_loader loader = {load, &text};
	struct cr_topology_rules rules = {.max_nodes = 5000};
	struct cr_slurmconf *conf;

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		struct cr_diags *diags = cr_diags_new();
		struct cr_topologies *set = cr_topologies_parse_conf("f", text.data, size, types[i],
								     &loader, &rules, diags);

		if (!set == !cr_diags_errors(diags))
			abort();
		cr_diags_destroy(diags);
		fuzz_use(set);
	}
	conf = cr_slurmconf_parse("f", text.data, size, &loader, NULL);
	if (conf) {
		bool defined;

		(void)cr_slurmconf_topology(conf, "p", &defined);
		if (!defined && cr_slurmconf_nodes(conf, "p"))
			abort();
	}
	cr_slurmconf_destroy(conf);
	return 0;
}

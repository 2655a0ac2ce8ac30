/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a node really has, from sysfs, /dev and library files: no network, no
 * metadata service.  ROOT ("" on a real node) goes before every path, so that
 * tests can present other nodes.
 */
#ifndef CR_ENVIRONMENT_NODE_FACTS_H
#define CR_ENVIRONMENT_NODE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

struct cr_facts {
	char product[64];           /* DMI product name ("p5en.48xlarge"), or "" */
	bool efa, infiniband, imex; /* a device of this kind is there */
	uint32_t plugin; /* aws-ofi-nccl's version (cr_catalogue_version()), 0 = not known */
	char *nccl_conf; /* /etc/nccl.conf whole, or NULL; malloc'd */
};

/** Look at everything but the plugin.  Never fails: what cannot be read is not there. */
void cr_facts_read(const char *root, struct cr_facts *facts);

/** Find the plugin's version in its library: some hundred microseconds, so only on demand. */
void cr_facts_read_plugin(const char *root, struct cr_facts *facts);

/** Free what *FACTS holds. */
void cr_facts_clear(struct cr_facts *facts);

/** Does nccl.conf set NAME? */
bool cr_facts_conf_sets(const struct cr_facts *facts, const char *name);

#endif

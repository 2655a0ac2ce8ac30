/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a node really has, from sysfs, procfs, /dev and library files: no network,
 * no metadata service.  ROOT ("" on a real node) goes before every path, so that
 * tests can present other nodes.
 */
#ifndef CR_ENVIRONMENT_NODE_FACTS_H
#define CR_ENVIRONMENT_NODE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/** Versions that a row can ask for; the kernel's is always looked at. */
enum cr_library { CR_LIBRARY_PLUGIN, CR_LIBRARY_NCCL, CR_LIBRARY_LIBFABRIC, CR_LIBRARIES };

struct cr_facts {
	const char *root; /* where files are looked for; NULL: nowhere, nothing is known of files */
	char product[64]; /* DMI product name ("p5en.48xlarge"), or "" */
	bool efa, infiniband, roce; /* a device of this kind is there */
	bool imex;                  /* a channel of NVIDIA's IMEX is */
	bool mnnvl;                 /* the GPUs have NVLink between nodes: GB200, GB300 */
	uint32_t version[CR_LIBRARIES], kernel; /* cr_version_of() numbers, 0 = not known */
	char *nccl_conf;                        /* /etc/nccl.conf whole, or NULL; malloc'd */
};

/**
 * Look at everything but the libraries.  In a CONTAINER the host's files are not what
 * the tasks see: ROOT of *FACTS is NULL then.  Never fails: what cannot be read is
 * not there.
 */
void cr_facts_read(const char *root, bool container, struct cr_facts *facts);

/**
 * What a machine of PRODUCT has by its name alone, for one that is described: AWS's
 * instance types and anything with GB200 or GB300 in its name.
 */
void cr_facts_of_product(const char *product, struct cr_facts *facts);

/** Is a channel of NVIDIA's IMEX there now, for the process that asks? */
bool cr_facts_has_imex(const char *root);

/** Free what *FACTS holds. */
void cr_facts_clear(struct cr_facts *facts);

/** Does nccl.conf set NAME? */
bool cr_facts_conf_sets(const struct cr_facts *facts, const char *name);

/** Is the file PATH (absolute) there?  False too where files are not known. */
bool cr_facts_has_file(const struct cr_facts *facts, const char *path);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Internal to base/: a document while and after it is built. */
#ifndef CR_BASE_YAML_BUILD_H
#define CR_BASE_YAML_BUILD_H

#include "base/arena.h"
#include "base/yaml.h"

struct cr_yaml {
	struct cr_arena arena;
	const char *name;
	struct cr_yaml_node *root;
};

/**
 * Read the LEN bytes at BUF into DOC, whose arena and name are set; the root stays
 * NULL when there is no document.  Returns 0, or -1 after an error in DIAGS.
 */
int cr_yaml_build(struct cr_yaml *doc, const char *buf, size_t len,
		  const struct cr_yaml_rules *rules, struct cr_diags *diags);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Internal to topology/: an Include loader that reads files beside a configuration file. */
#ifndef CR_TOPOLOGY_CONF_FILES_H
#define CR_TOPOLOGY_CONF_FILES_H

#include "base/file.h"
#include "topology/conf.h"

struct cr_conf_dir {
	char *dir; /* of the including file, "." if it has none */
	struct cr_conf_loader loader;
};

/** Make DIR's loader for the file at PATH.  Returns 0, or -1 when out of memory. */
int cr_conf_dir_init(struct cr_conf_dir *dir, const char *path);

/** Free what init made. */
void cr_conf_dir_release(struct cr_conf_dir *dir);

/** Read PATH, following a symbolic link (Slurm's files often are one), as cr_file_read(). */
int cr_conf_file_read(const char *path, char **buf, size_t *len, struct cr_error *err);

#endif

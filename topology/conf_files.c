/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slurm's own configuration files on disk, links followed: slurmctld trusted them already. */
#include "topology/conf_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cr_file_rules rules = {.max_bytes = 64UL * 1024 * 1024};

/*
 * Slurm's configuration files are its administrator's, and links to elsewhere are
 * common (/etc/slurm/slurm.conf -> /opt/slurm/etc).  The link is resolved first.
 */
int cr_conf_file_read(const char *path, char **buf, size_t *len, struct cr_error *err)
{
	char *real = realpath(path, NULL);
	int rc;

	if (!real)
		return cr_error_set(err, "%s: %s", path, strerror(errno));
	rc = cr_file_read(real, &rules, buf, len, NULL, err);
	free(real);
	return rc;
}

static int read_beside(const char *name, char **buf, size_t *len, void *arg, struct cr_error *err)
{
	const struct cr_conf_dir *dir = arg;
	char path[PATH_MAX];
	const char *in = *name == '/' ? "" : dir->dir;
	const char *slash = *name == '/' ? "" : "/";
	int need = snprintf(path, sizeof(path), "%s%s%s", in, slash, name);

	if (need < 0 || (size_t)need >= sizeof(path))
		return cr_error_set(err, "%.200s: a name too long", name);
	return cr_conf_file_read(path, buf, len, err);
}

int cr_conf_dir_init(struct cr_conf_dir *dir, const char *path)
{
	const char *slash = strrchr(path, '/');

	*dir = (struct cr_conf_dir){.loader = {read_beside, dir}};
	if (!slash)
		dir->dir = strdup(".");
	else
		dir->dir = strndup(path, slash == path ? 1 : (size_t)(slash - path));
	return dir->dir ? 0 : -1;
}

void cr_conf_dir_release(struct cr_conf_dir *dir)
{
	free(dir->dir);
	dir->dir = NULL;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where slurm.conf is: named by SLURM_CONF, or where distributions and vendors put it. */
#include "topology/slurmconf.h"

#include "base/buffer.h"
#include "topology/conf_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Slurm looks in the directory it was built with, then at the copy that a
 * configless slurmd keeps (read_config.c).  The first cannot be asked from here:
 * distributions have /etc/slurm, HyperPod and others /opt/slurm/etc.
 */
static const char *const known_dirs[] = {"/etc/slurm",
					 "/opt/slurm/etc",
					 "/usr/local/etc/slurm",
					 "/usr/local/etc",
					 "/etc/slurm-llnl",
					 "/run/slurm/conf",
					 NULL};

char *cr_slurmconf_find(const char *env, const char *const *dirs, struct cr_error *err)
{
	char path[PATH_MAX], *found = NULL;
	struct cr_buffer b;

	if (env && *env)
		found = strdup(env);
	for (size_t i = 0; !found && (dirs ? dirs : known_dirs)[i]; i++) {
		const char *dir = (dirs ? dirs : known_dirs)[i];

		(void)snprintf(path, sizeof(path), "%s/slurm.conf", dir);
		if (access(path, R_OK) == 0)
			found = strdup(path);
	}
	if (found)
		return found;
	if (!err)
		return NULL;
	b = cr_buffer(err->text, sizeof(err->text));
	cr_buffer_add(&b, "no slurm.conf in");
	for (size_t i = 0; (dirs ? dirs : known_dirs)[i]; i++)
		cr_buffer_print(&b, "%s %s", i ? "," : "", (dirs ? dirs : known_dirs)[i]);
	return NULL;
}

struct cr_slurmconf *cr_slurmconf_read(const char *path, struct cr_diags *diags)
{
	struct cr_slurmconf *conf = NULL;
	struct cr_conf_dir dir;
	struct cr_error err;
	char *buf;
	size_t len;

	if (cr_conf_file_read(path, &buf, &len, &err) != 0) {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "%s", err.text);
		return NULL;
	}
	if (cr_conf_dir_init(&dir, path) == 0)
		conf = cr_slurmconf_parse(path, buf, len, &dir.loader, diags);
	else
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = path}, "out of memory");
	cr_conf_dir_release(&dir);
	free(buf);
	return conf;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurm.conf by libslurm, plugstack.conf and what it includes from this host's files. */
#include "live/site_conf.h"

#include "base/file.h"
#include "live/api.h"
#include "live/settings.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PLUGSTACK_MAX ((size_t)1 << 20)
#define DEPTH_MAX     8 /* of includes */

static const char *read_stack(const char *path, unsigned depth, struct cr_arena *arena);

/* TEXT with all files that PATTERN names behind it; relative names are in DIR, up to its slash. */
static const char *add_included(const char *text, const char *dir, int dir_len, const char *pattern,
				unsigned depth, struct cr_arena *arena)
{
	const char *full = cr_arena_printf(arena, "%.*s%s", *pattern == '/' ? 0 : dir_len, dir,
					   pattern);
	glob_t found = {0};

	if (full && depth < DEPTH_MAX && glob(full, 0, NULL, &found) == 0)
		for (size_t i = 0; text && i < found.gl_pathc; i++) {
			const char *more = read_stack(found.gl_pathv[i], depth + 1, arena);

			if (more)
				text = cr_arena_printf(arena, "%s%s", text, more);
		}
	globfree(&found);
	return text;
}

/* The lines of LINES that count, those of included files in their place; cuts LINES. */
static const char *join_lines(const char *path, char *lines, unsigned depth, struct cr_arena *arena)
{
	const char *slash = strrchr(path, '/'), *text = "";
	int dir_len = slash ? (int)(slash + 1 - path) : 0;
	char *line;

	while (text && (line = strsep(&lines, "\n")) != NULL) {
		line += strspn(line, " \t");
		line[strcspn(line, "#\r")] = '\0';
		if (strncasecmp(line, "include", 7) == 0 && isblank((unsigned char)line[7])) {
			line += 7 + strspn(line + 7, " \t");
			line[strcspn(line, " \t")] = '\0';
			text = add_included(text, path, dir_len, line, depth, arena);
		} else if (*line)
			text = cr_arena_printf(arena, "%s%s\n", text, line);
	}
	return text;
}

/* NULL: not there, or not for this user. */
static const char *read_stack(const char *path, unsigned depth, struct cr_arena *arena)
{
	static const struct cr_file_rules rules = {.max_bytes = PLUGSTACK_MAX};
	const char *text = NULL;
	char *lines = NULL;
	size_t len;

	if (cr_file_read(path, &rules, &lines, &len, NULL, NULL) == 0)
		text = join_lines(path, lines, depth, arena);
	free(lines);
	return text;
}

/* PlugStackConfig, which is beside slurm.conf unless it is said where. */
static const char *find_stack(const slurm_conf_t *from, struct cr_arena *arena)
{
	const char *conf = from->slurm_conf ? from->slurm_conf : "";
	const char *name = from->plugstack ? from->plugstack : "plugstack.conf";
	const char *slash = strrchr(conf, '/');

	if (*name == '/' || !slash)
		return cr_arena_strdup(arena, name);
	return cr_arena_printf(arena, "%.*s%s", (int)(slash + 1 - conf), conf, name);
}

static int take_site(const slurm_conf_t *from, struct cr_arena *arena, struct cr_site_conf *conf)
{
	const char *stack = find_stack(from, arena);

	*conf = (struct cr_site_conf){
		.job_submit_plugins = cr_arena_strdup(arena, from->job_submit_plugins),
		.tracked_tres = cr_arena_strdup(arena, from->accounting_storage_tres),
		.topology_params = cr_arena_strdup(arena, from->topology_param),
		.job_env = (from->conf_flags & CONF_FLAG_SJE) != 0,
		.min_job_age = from->min_job_age,
	};
	if (stack)
		conf->plugstack = read_stack(stack, 0, arena);
	return !stack || (from->job_submit_plugins && !conf->job_submit_plugins) ||
			       (from->accounting_storage_tres && !conf->tracked_tres) ||
			       (from->topology_param && !conf->topology_params)
		       ? -1
		       : 0;
}

int cr_site_conf_read(struct cr_arena *arena, struct cr_site_conf *conf, struct cr_error *err)
{
	slurm_conf_t *from = NULL;
	int rc;

	if (cr_live_init(err) != 0)
		return -1;
	if (slurm_load_ctl_conf(0, &from) != SLURM_SUCCESS)
		return cr_error_set(err, "the configuration: %s", slurm_strerror(errno));
	rc = take_site(from, arena, conf);
	cr_settings_free(from);
	return rc == 0 ? 0 : cr_error_set(err, "out of memory");
}

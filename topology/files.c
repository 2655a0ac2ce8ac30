/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which file describes the topology here: topology.yaml where this Slurm reads one,
 * else topology.conf.
 */
#include "topology/files.h"

#include "topology/conf_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Told by the first key that only one plugin has. */
static int note_type(const struct cr_conf_pair *pairs, size_t count, const char *rest,
		     struct cr_pos rest_pos, void *arg)
{
	static const struct {
		const char *key;
		enum cr_topology_type type;
	} keys[] = {{"SwitchName", CR_TOPOLOGY_TREE},
		    {"BlockName", CR_TOPOLOGY_BLOCK},
		    {"BlockSizes", CR_TOPOLOGY_BLOCK},
		    {"RingName", CR_TOPOLOGY_RING}};
	enum cr_topology_type *type = arg;

	(void)rest;
	(void)rest_pos;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (*type == CR_TOPOLOGY_FLAT && cr_conf_get(pairs, count, keys[i].key))
			*type = keys[i].type;
	return 0;
}

static struct cr_topologies *parse_conf(const char *path, const char *buf, size_t len,
					enum cr_topology_type type,
					const struct cr_topology_rules *rules,
					struct cr_diags *diags)
{
	struct cr_topologies *set = NULL;
	struct cr_conf_dir dir;

	if (cr_conf_dir_init(&dir, path) != 0) {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = path}, "out of memory");
		return NULL;
	}
	if (type == CR_TOPOLOGY_FLAT)
		(void)cr_conf_parse(path, buf, len, &dir.loader, note_type, &type, NULL);
	if (type == CR_TOPOLOGY_FLAT)
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = path, .line = 1},
			     "no SwitchName, BlockName or RingName: no topology is defined");
	else
		set = cr_topologies_parse_conf(path, buf, len, type, &dir.loader, rules, diags);
	cr_conf_dir_release(&dir);
	return set;
}

static bool is_conf(const char *path)
{
	size_t len = strlen(path);

	return len > 5 && strcmp(path + len - 5, ".conf") == 0;
}

struct cr_topologies *cr_topologies_read(const char *path, enum cr_topology_type type,
					 const struct cr_topology_rules *rules,
					 struct cr_diags *diags)
{
	struct cr_topologies *set;
	struct cr_error err;
	char *buf;
	size_t len;

	if (cr_conf_file_read(path, &buf, &len, &err) != 0) {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "%s", err.text);
		return NULL;
	}
	if (is_conf(path))
		set = parse_conf(path, buf, len, type, rules, diags);
	else
		set = cr_topologies_parse_yaml(path, buf, len, rules, diags);
	free(buf);
	return set;
}

static int path_beside(const char *conf_path, const char *name, char *path, size_t size)
{
	const char *slash = strrchr(conf_path, '/');
	int dir = slash ? (int)(slash - conf_path) + 1 : 0;
	int need = snprintf(path, size, "%.*s%s", dir, conf_path, name);

	return need < 0 || (size_t)need >= size ? -1 : 0;
}

/* topology.yaml came with 25.05; older Slurms do not look for it. */
static bool has_yaml(const char *path, const struct cr_topology_rules *rules)
{
	if (rules && rules->slurm_version && rules->slurm_version < CR_SINCE_PARTITION_TOPOLOGY)
		return false;
	return access(path, F_OK) == 0;
}

static struct cr_topologies *read_old(const char *path, const struct cr_slurmconf *conf,
				      const struct cr_topology_rules *rules, struct cr_diags *diags)
{
	const char *plugin = cr_slurmconf_topology_plugin(conf);
	enum cr_topology_type type;

	if (cr_topology_type_of_plugin(plugin, &type) != 0) {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "TopologyPlugin=%.60s is unknown",
			     plugin);
		return NULL;
	}
	if (type == CR_TOPOLOGY_FLAT)
		return cr_topologies_parse_conf(path, "", 0, type, NULL, rules, diags);
	if (access(path, F_OK) != 0) {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0},
			     "TopologyPlugin=%s, but there is no %.200s: Slurm would stop with "
			     "\"something wrong with opening/reading\" it",
			     plugin, path);
		return NULL;
	}
	return cr_topologies_read(path, type, rules, diags);
}

struct cr_topologies *cr_topologies_read_beside(const char *conf_path,
						const struct cr_slurmconf *conf,
						const struct cr_topology_rules *rules,
						struct cr_diags *diags)
{
	char yaml[PATH_MAX], old[PATH_MAX];

	if (path_beside(conf_path, "topology.yaml", yaml, sizeof(yaml)) != 0 ||
	    path_beside(conf_path, "topology.conf", old, sizeof(old)) != 0) {
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "%.200s: a name too long",
			     conf_path);
		return NULL;
	}
	if (!has_yaml(yaml, rules))
		return read_old(old, conf, rules, diags);
	if (access(old, F_OK) == 0)
		cr_diags_add(diags, CR_WARNING, (struct cr_pos){.file = old},
			     "ignored by Slurm, because there is a topology.yaml");
	return cr_topologies_read(yaml, CR_TOPOLOGY_FLAT, rules, diags);
}

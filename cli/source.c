/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the topologies to show: the file named, the controller, or Slurm's own files. */
#include "cli/source.h"

#include "cli/command.h"
#include "cli/output.h"
#include "live/api.h"
#include "live/topology.h"
#include "topology/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_FILE = 256, OPT_PLUGIN };

static const struct argp_option options[] = {
	{"topology-file", OPT_FILE, "FILE", 0,
	 "read FILE (topology.yaml or topology.conf) and ask nobody", 0},
	{"topology-plugin", OPT_PLUGIN, "PLUGIN", 0,
	 "what a topology.conf is for, topology/tree say; default: told by its keys", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct cr_cli_source *source = state->input;

	switch (key) {
	case OPT_FILE:
		source->file = arg;
		return 0;
	case OPT_PLUGIN:
		source->plugin = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp cr_cli_source_argp = {.options = options, .parser = parse_option};

static struct cr_topologies *from_file(const struct cr_cli_source *source, struct cr_diags *diags,
				       int *status)
{
	struct cr_topology_rules rules = {.slurm_version = cr_live_slurm_version()};
	enum cr_topology_type type = CR_TOPOLOGY_FLAT;

	if (source->plugin && cr_topology_type_of_plugin(source->plugin, &type) != 0) {
		cr_cli_say("--topology-plugin: '%s' is no topology plugin", source->plugin);
		*status = CR_CLI_USAGE;
		return NULL;
	}
	*status = CR_CLI_SYSTEM;
	if (access(source->file, R_OK) != 0) {
		cr_cli_say("%s: %m", source->file);
		return NULL;
	}
	*status = CR_CLI_NO;
	if (source->plugin && type == CR_TOPOLOGY_FLAT)
		return cr_topologies_parse_conf(source->file, "", 0, type, NULL, &rules, diags);
	return cr_topologies_read(source->file, type, &rules, diags);
}

/* NULL with ERR when it cannot be asked, or does not tell (what is in topology.conf). */
static struct cr_topologies *from_controller(struct cr_error *err)
{
	struct cr_topology_rules rules = {.slurm_version = cr_live_slurm_version(), .live = true};
	struct cr_diags *diags = cr_diags_new();
	struct cr_topologies *set = NULL;
	char *text = cr_live_init(err) == 0 ? cr_live_topology_text(err) : NULL;

	if (text)
		set = cr_topologies_parse_yaml("controller", text, strlen(text), &rules, diags);
	if (set && cr_diags_errors(diags))
		cr_cli_diags(diags);
	if (text && !set)
		cr_error_set(err, "%s",
			     cr_diags_kept(diags) ? cr_diags_get(diags, 0)->text : "out of memory");
	cr_diags_destroy(diags);
	free(text);
	return set;
}

static struct cr_topologies *from_conf_dir(struct cr_diags *diags, int *status)
{
	struct cr_topology_rules rules = {.slurm_version = cr_live_slurm_version()};
	struct cr_topologies *set = NULL;
	struct cr_slurmconf *conf = NULL;
	struct cr_error err;
	char *path = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, &err);

	*status = CR_CLI_SYSTEM;
	if (!path)
		cr_cli_say("%s", err.text);
	else if (access(path, R_OK) == 0) /* else the controller could not be asked, either */
		conf = cr_slurmconf_read(path, diags);
	if (conf)
		set = cr_topologies_read_beside(path, conf, &rules, diags);
	if (cr_diags_errors(diags))
		*status = CR_CLI_NO;
	cr_slurmconf_destroy(conf);
	free(path);
	return set;
}

struct cr_topologies *cr_cli_topologies(const struct cr_cli_source *source, int *status)
{
	struct cr_topologies *set = NULL;
	struct cr_diags *diags;
	struct cr_error err;

	if (!source->file)
		set = from_controller(&err);
	if (set)
		return set;
	diags = cr_diags_new();
	if (source->file) {
		set = from_file(source, diags, status);
	} else {
		set = from_conf_dir(diags, status);
		/* Slurm's files are what it started with: news since then are lost. */
		if (set)
			cr_cli_say("read Slurm's files; the controller: %s", err.text);
		else
			cr_cli_say("the controller: %s", err.text);
	}
	cr_cli_diags(diags);
	cr_diags_destroy(diags);
	return set;
}

const struct cr_topology *cr_cli_topology(const struct cr_topologies *set, const char *name)
{
	const struct cr_topology *t = cr_topologies_find(set, name);

	if (t && cr_topology_is_known(t))
		return t;
	if (t) {
		cr_cli_say("topology '%s' cannot be read", cr_topology_name(t));
		return NULL;
	}
	fprintf(stderr, "commroute: no topology '%s'; there are:", name);
	for (size_t i = 0; i < cr_topologies_count(set); i++)
		fprintf(stderr, " %s", cr_topology_name(cr_topologies_get(set, i)));
	fputc('\n', stderr);
	return NULL;
}

/* Where the controller cannot be asked. */
static char *topology_by_file(const char *partition)
{
	char *path = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, NULL), *name = NULL;
	struct cr_slurmconf *conf = path ? cr_slurmconf_read(path, NULL) : NULL;
	const char *found = conf ? cr_slurmconf_topology(conf, partition, NULL) : NULL;

	if (found)
		name = strdup(found);
	cr_slurmconf_destroy(conf);
	free(path);
	return name;
}

char *cr_cli_partition_topology(const char *partition)
{
	char *name = NULL;

	if (cr_live_init(NULL) == 0 && cr_live_partition_topology(partition, &name, NULL) == 0)
		return name;
	return topology_by_file(partition);
}

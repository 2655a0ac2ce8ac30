/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm reads PartitionName=DEFAULT lines as the defaults of the partition lines
 * behind them, and a later value of a cluster-wide key replaces an earlier one.
 */
#include "topology/slurmconf.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PARTITIONS_MAX 65536

struct partition {
	const char *name, *topology, *nodes;
};

struct cr_slurmconf {
	struct cr_arena arena;
	const char *cluster, *plugin, *state_dir;
	struct partition *partitions; /* from malloc() */
	size_t count, room;
	struct partition defaults;
};

struct reading {
	struct cr_slurmconf *conf;
	struct cr_diags *diags;
};

static int no_memory(struct reading *r, struct cr_pos pos)
{
	return cr_diags_add(r->diags, CR_ERROR, pos, "out of memory");
}

/* Put a copy of the value of KEY, if the line has it, into *INTO. */
static int take_value(struct reading *r, const struct cr_conf_pair *pairs, size_t count,
		      const char *key, const char **into)
{
	const struct cr_conf_pair *pair = cr_conf_get(pairs, count, key);
	char *copy;

	if (!pair)
		return 0;
	copy = cr_arena_strdup(&r->conf->arena, pair->value);
	if (!copy)
		return no_memory(r, pair->pos);
	*into = copy;
	return 0;
}

static struct partition *find_partition(const struct cr_slurmconf *conf, const char *name)
{
	for (size_t i = 0; i < conf->count; i++)
		if (strcmp(conf->partitions[i].name, name) == 0)
			return &conf->partitions[i];
	return NULL;
}

static struct partition *add_partition(struct reading *r, const struct cr_conf_pair *pair)
{
	struct cr_slurmconf *conf = r->conf;
	struct partition *p;

	if (conf->count == conf->room) {
		size_t room = conf->room ? conf->room * 2 : 16;
		struct partition *grown = NULL;

		if (room <= PARTITIONS_MAX)
			grown = realloc(conf->partitions, room * sizeof(*grown));
		if (!grown) {
			cr_diags_add(r->diags, CR_ERROR, pair->pos, "too many partitions");
			return NULL;
		}
		conf->partitions = grown;
		conf->room = room;
	}
	p = &conf->partitions[conf->count];
	*p = conf->defaults;
	p->name = cr_arena_strdup(&conf->arena, pair->value);
	if (!p->name) {
		no_memory(r, pair->pos);
		return NULL;
	}
	conf->count++;
	return p;
}

/* A partition named again gets the new line's values, as slurmctld does. */
static int take_partition(struct reading *r, const struct cr_conf_pair *pairs, size_t count)
{
	const struct cr_conf_pair *name = cr_conf_get(pairs, count, "PartitionName");
	struct partition *p;

	if (strcasecmp(name->value, "DEFAULT") == 0) {
		p = &r->conf->defaults;
	} else {
		p = find_partition(r->conf, name->value);
		if (!p)
			p = add_partition(r, name);
		if (!p)
			return -1;
	}
	return take_value(r, pairs, count, "Topology", &p->topology) == 0 &&
			       take_value(r, pairs, count, "Nodes", &p->nodes) == 0
		       ? 0
		       : -1;
}

static int take_line(const struct cr_conf_pair *pairs, size_t count, const char *rest,
		     struct cr_pos rest_pos, void *arg)
{
	struct reading *r = arg;
	struct cr_slurmconf *conf = r->conf;

	/* What else is wrong with the line is slurmctld's to say. */
	(void)rest;
	(void)rest_pos;
	if (cr_conf_get(pairs, count, "PartitionName"))
		return take_partition(r, pairs, count);
	if (take_value(r, pairs, count, "ClusterName", &conf->cluster) != 0 ||
	    take_value(r, pairs, count, "TopologyPlugin", &conf->plugin) != 0 ||
	    take_value(r, pairs, count, "StateSaveLocation", &conf->state_dir) != 0)
		return -1;
	return 0;
}

struct cr_slurmconf *cr_slurmconf_parse(const char *name, const char *buf, size_t len,
					const struct cr_conf_loader *loader, struct cr_diags *diags)
{
	struct reading r = {calloc(1, sizeof(*r.conf)), diags};

	if (!r.conf) {
		no_memory(&r, (struct cr_pos){.file = name});
		return NULL;
	}
	cr_arena_init(&r.conf->arena, NULL, 0, 0);
	if (cr_conf_parse(name, buf, len, loader, take_line, &r, diags) == 0)
		return r.conf;
	cr_slurmconf_destroy(r.conf);
	return NULL;
}

void cr_slurmconf_destroy(struct cr_slurmconf *conf)
{
	if (!conf)
		return;
	free(conf->partitions);
	cr_arena_release(&conf->arena);
	free(conf);
}

const char *cr_slurmconf_cluster(const struct cr_slurmconf *conf)
{
	return conf->cluster;
}

const char *cr_slurmconf_topology_plugin(const struct cr_slurmconf *conf)
{
	return conf->plugin;
}

const char *cr_slurmconf_state_dir(const struct cr_slurmconf *conf)
{
	return conf->state_dir && *conf->state_dir ? conf->state_dir : "/var/spool";
}

const char *cr_slurmconf_topology(const struct cr_slurmconf *conf, const char *partition,
				  bool *defined)
{
	const struct partition *p = find_partition(conf, partition);

	if (defined)
		*defined = p != NULL;
	return p && p->topology && *p->topology ? p->topology : NULL;
}

const char *cr_slurmconf_nodes(const struct cr_slurmconf *conf, const char *partition)
{
	const struct partition *p = find_partition(conf, partition);

	return p ? p->nodes : NULL;
}

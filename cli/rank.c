/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `commroute rank`.  Inside a job everything has a default: the job's nodes, its
 * partition's topology, its first node as anchor, its tasks per node.
 */
#include "cli/rank.h"

#include "base/units.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/source.h"
#include "policies/job/codes.h"
#include "topology/hostlist.h"
#include "topology/order.h"
#include "topology/order_group.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_TOPOLOGY = 256, OPT_NODES, OPT_ANCHOR, OPT_TASKS, OPT_FORMAT, OPT_GROUP };

struct options {
	struct cr_cli_source source;
	const char *topology, *nodes, *anchor;
	uint32_t tasks_per_node; /* 0 = not given */
	uint32_t group;          /* likewise */
	const struct cr_rank_format *format;
};

static const struct argp_option table[] = {
	{"topology", OPT_TOPOLOGY, "NAME", 0, "order by this topology; default: the partition's",
	 0},
	{"nodes", OPT_NODES, "HOSTLIST|-", 0,
	 "nodes to order, - reads them from standard input; default: the job's", 0},
	{"anchor", OPT_ANCHOR, "NODE|none", 0,
	 "node to begin with; default: the first one of the list", 0},
	{"tasks-per-node", OPT_TASKS, "K", 0,
	 "for hostfile, rankfile and seq; default: the job's, else 1", 0},
	{"group", OPT_GROUP, "N", 0,
	 "keep groups of N nodes that follow each other in rank within one unit, where that can be",
	 0},
	{"format", OPT_FORMAT, "FORMAT", 0,
	 "nodelist (default), lines, hostfile, rankfile, seq or json, see below", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static void take_number(struct argp_state *state, const char *option, const char *arg, uint32_t *to)
{
	struct cr_error err;
	uint64_t n;

	if (cr_units_number(arg, 1, CR_RANK_TASKS_MAX, &n, &err) != 0)
		argp_error(state, "--%s: %s", option, err.text);
	else
		*to = (uint32_t)n;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->source;
		return 0;
	case OPT_TOPOLOGY:
		o->topology = arg;
		return 0;
	case OPT_NODES:
		o->nodes = arg;
		return 0;
	case OPT_ANCHOR:
		o->anchor = arg;
		return 0;
	case OPT_TASKS:
		take_number(state, "tasks-per-node", arg, &o->tasks_per_node);
		return 0;
	case OPT_GROUP:
		take_number(state, "group", arg, &o->group);
		return 0;
	case OPT_FORMAT:
		o->format = cr_rank_format(arg);
		if (!o->format)
			argp_error(state, "no format '%s'", arg);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "what is '%s'? Nodes are given with --nodes", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The list of formats goes between the options and the rest. */
static char *help_filter(int key, const char *text, void *input)
{
	char *grown = NULL, *before;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC || !text)
		return (char *)text;
	before = strdup("Formats:\n");
	for (const struct cr_rank_format *f = cr_rank_formats; before && f->name; f++) {
		if (asprintf(&grown, "%s  %-9s %s\n", before, f->name, f->summary) < 0)
			grown = NULL;
		free(before);
		before = grown;
	}
	if (!before || asprintf(&grown, "%s\n%s", before, text) < 0)
		grown = NULL;
	free(before);
	return grown ? grown : (char *)text;
}

static const struct argp_child children[] = {{&cr_cli_source_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};

static const struct argp argp = {
	.options = table,
	.children = children,
	.parser = parse_option,
	.doc = "Order nodes so that neighbours in rank are near in the network.\v"
	       "Inside a job no option is needed.  The order keeps every unit and every group above "
	       "together, nearest first outward from the anchor, which gets rank 0.\n\n"
	       "Exit status: 0 fine; 1 a faulty topology file, or no such topology or anchor; "
	       "2 wrong usage; 3 could not find out.",
	.help_filter = help_filter,
};

/* HOSTS from --nodes, standard input or the job; an exit status after saying what is wrong. */
static int get_nodes(const struct options *o, struct cr_rank_hosts *hosts)
{
	const char *text = o->nodes ? o->nodes : cr_rank_job_variable("SLURM_JOB_NODELIST");
	struct cr_error err = {.text = ""};

	memset(hosts, 0, sizeof(*hosts));
	if (!text) {
		cr_cli_say("no nodes: not inside a job, and no --nodes");
		return CR_CLI_USAGE;
	}
	if (strcmp(text, "-") == 0)
		cr_rank_read_hosts(hosts, &err);
	else
		hosts->list = cr_hostlist_expand(text, CR_HOSTS_MAX, &err);
	if (*err.text)
		cr_cli_say("%s", err.text);
	else if (!cr_hostlist_count(hosts->list))
		cr_cli_say("an empty list of nodes");
	else
		return CR_CLI_OK;
	return CR_CLI_USAGE;
}

/* The index of the anchor in LIST, CR_ORDER_NO_ANCHOR for none.  -1 after saying it is not there.
 */
static int find_anchor(const struct options *o, const struct cr_hostlist *list, size_t *anchor)
{
	*anchor = 0;
	if (!o->anchor)
		return 0;
	*anchor = CR_ORDER_NO_ANCHOR;
	if (strcmp(o->anchor, "none") == 0)
		return 0;
	for (size_t i = 0; i < cr_hostlist_count(list); i++)
		if (strcmp(cr_hostlist_names(list)[i], o->anchor) == 0) {
			*anchor = i;
			return 0;
		}
	cr_cli_say("--anchor: '%s' is not among the nodes", o->anchor);
	return -1;
}

static int get_tasks(const struct options *o, const struct cr_rank_hosts *hosts, uint32_t *tasks)
{
	const char *text = cr_rank_job_variable("SLURM_TASKS_PER_NODE");

	*tasks = o->tasks_per_node ? o->tasks_per_node : hosts->tasks_per_node;
	if (!*tasks && *hosts->differ.text) {
		cr_cli_say("%s: give --tasks-per-node", hosts->differ.text);
		return -1;
	}
	if (!*tasks && (o->nodes || !text))
		*tasks = 1;
	else if (!*tasks)
		*tasks = cr_rank_tasks_of(text);
	if (*tasks)
		return 0;
	cr_cli_say("the job has %s tasks on its nodes: give --tasks-per-node", text);
	return -1;
}

/* The topology that is named, else the job's partition's, else the cluster's default. */
static const struct cr_topology *get_topology(const struct options *o,
					      const struct cr_topologies *set)
{
	const char *partition = cr_rank_job_variable("SLURM_JOB_PARTITION");
	const struct cr_topology *t;
	char *name = NULL;

	if (!o->topology && !o->nodes && !o->source.file && partition)
		name = cr_cli_partition_topology(partition);
	t = cr_cli_topology(set, o->topology ? o->topology : name);
	free(name);
	return t;
}

static int order_and_print(const struct options *o, const struct cr_topologies *set,
			   const struct cr_rank_hosts *hosts)
{
	const struct cr_hostlist *list = hosts->list;
	struct cr_rank rank = {.count = cr_hostlist_count(list)};
	size_t anchor = 0;
	int rc;

	if (find_anchor(o, list, &anchor) != 0)
		return CR_CLI_NO;
	if (get_tasks(o, hosts, &rank.tasks_per_node) != 0)
		return CR_CLI_USAGE;
	rank.t = get_topology(o, set);
	if (!rank.t)
		return CR_CLI_NO;
	rank.group = o->group || o->nodes ? o->group : cr_rank_job_group();
	if (rank.group > 1 && !cr_order_takes_group(rank.count, rank.group)) {
		if (o->group)
			cr_cli_say("%s: groups of %u nodes do not make up %zu: ordered as a ring",
				   cr_code_text(CR_337_GROUP), rank.group, rank.count);
		rank.group = 0;
	}
	rc = cr_rank_order(&rank, list, anchor);
	if (rc == CR_CLI_OK)
		rc = o->format->print(&rank);
	free(rank.nodes);
	return rc;
}

int cr_cli_rank(int argc, char **argv)
{
	struct options o = {.format = &cr_rank_formats[0]};
	struct cr_topologies *set = NULL;
	struct cr_rank_hosts hosts;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	status = get_nodes(&o, &hosts);
	if (status == CR_CLI_OK)
		set = cr_cli_topologies(&o.source, &status);
	if (set)
		status = order_and_print(&o, set, &hosts);
	cr_topologies_destroy(set);
	cr_hostlist_destroy(hosts.list);
	return status;
}

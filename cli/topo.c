/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute topo: which topology, node or allocation is meant, and how it is shown. */
#include "cli/topo.h"

#include "cli/command.h"
#include "cli/output.h"
#include "cli/source.h"
#include "live/api.h"
#include "live/job.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_TOPOLOGY = 256, OPT_NODE, OPT_FORMAT, OPT_MARK, OPT_JOB, OPT_ALL };

struct options {
	struct cr_cli_source source;
	const char *topology, *node, *mark;
	const char *job;
	struct cr_live_job_name job_name;
	bool json, all;
};

static const struct argp_option table[] = {
	{"topology", OPT_TOPOLOGY, "NAME", 0, "show this topology only", 0},
	{"node", OPT_NODE, "NODE", 0, "say where NODE is", 0},
	{"mark", OPT_MARK, "HOSTLIST", 0, "highlight and judge an allocation, nodes in rank order",
	 0},
	{"job", OPT_JOB, "ID", 0, "the same for a job's nodes, on its partition's topology", 0},
	{"all", OPT_ALL, NULL, 0, "fold nothing", 0},
	{"format", OPT_FORMAT, "text|json", 0, "default: text", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static void take_format(struct argp_state *state, const char *arg, struct options *o)
{
	if (strcmp(arg, "json") == 0)
		o->json = true;
	else if (strcmp(arg, "text") != 0)
		argp_error(state, "--format is text or json, not '%s'", arg);
}

static void take_job(struct argp_state *state, const char *arg, struct options *o)
{
	struct cr_error err;

	if (cr_live_job_name(arg, &o->job_name, &err) != 0)
		argp_error(state, "--job: %s", err.text);
	else
		o->job = arg;
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
	case OPT_NODE:
		o->node = arg;
		return 0;
	case OPT_MARK:
		o->mark = arg;
		return 0;
	case OPT_JOB:
		take_job(state, arg, o);
		return 0;
	case OPT_ALL:
		o->all = true;
		return 0;
	case OPT_FORMAT:
		take_format(state, arg, o);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "what is '%s'? Nodes are given with --node or --mark", arg);
		return 0;
	case ARGP_KEY_END:
		if (o->mark && o->job)
			argp_error(state, "--mark and --job exclude each other");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&cr_cli_source_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};

static const struct argp argp = {
	.options = table,
	.children = children,
	.parser = parse_option,
	.doc = "Draw the cluster's topologies, locate a node, judge an allocation.\v"
	       "Without --topology-file the live controller is asked, and where that fails Slurm's "
	       "own files are read.\n\n"
	       "Exit status: 0 fine; 1 the file is one that Slurm would refuse, or there is no such "
	       "topology, node or job; 2 wrong usage; 3 could not find out.",
};

/* Highlight LIST and judge it.  The caller releases what VIEW got. */
static int mark_list(struct cr_topo_view *view, const char *list, uint32_t segment)
{
	struct cr_space *whole;
	struct cr_hostlist *hosts;
	struct cr_error err;
	int rc = CR_CLI_SYSTEM;

	hosts = cr_hostlist_expand(list, CR_HOSTS_MAX, &err);
	if (!hosts) {
		cr_cli_say("%s", err.text);
		return CR_CLI_USAGE;
	}
	view->mark = hosts;
	if (!cr_hostlist_count(hosts)) {
		cr_cli_say("an empty list of nodes");
		return CR_CLI_USAGE;
	}
	whole = cr_space_whole(view->only);
	view->marked = cr_space_of(view->only, cr_hostlist_names(hosts), cr_hostlist_count(hosts));
	if (!whole || !view->marked)
		cr_cli_say("out of memory");
	else if (cr_quality_of(whole, cr_hostlist_names(hosts), cr_hostlist_count(hosts), segment,
			       &view->quality, &err) != 0)
		cr_cli_say("%s", err.text);
	else
		rc = CR_CLI_OK;
	cr_space_destroy(whole);
	return rc;
}

/* The job's nodes, on the topology of its partition unless another is named. */
static int mark_nodes(struct cr_topo_view *view, const struct options *o,
		      const struct cr_live_job *job)
{
	char *name = NULL;

	if (!o->topology && job->partition)
		name = cr_cli_partition_topology(job->partition);
	view->only = cr_cli_topology(view->set, o->topology ? o->topology : name);
	free(name);
	if (!view->only)
		return CR_CLI_NO;
	if (job->nodes)
		return mark_list(view, job->nodes, job->segment);
	cr_cli_say("job %s has no nodes yet", o->job);
	return CR_CLI_NO;
}

static int mark_job(struct cr_topo_view *view, const struct options *o)
{
	struct cr_live_job job;
	struct cr_arena arena;
	struct cr_error err;
	enum cr_live_answer answer = CR_LIVE_NO_ANSWER;
	int status;

	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_live_init(&err) == 0)
		answer = cr_live_job_load(&o->job_name, &arena, &job, &err);
	if (answer == CR_LIVE_FOUND) {
		status = mark_nodes(view, o, &job);
	} else {
		cr_cli_say("job %s: %s", o->job, err.text);
		status = answer == CR_LIVE_NOT_THERE ? CR_CLI_NO : CR_CLI_SYSTEM;
	}
	cr_arena_release(&arena);
	return status;
}

static int choose_topology(struct cr_topo_view *view, const struct options *o)
{
	if (o->job)
		return mark_job(view, o);
	if (o->topology || o->mark) {
		view->only = cr_cli_topology(view->set, o->topology);
		if (!view->only)
			return CR_CLI_NO;
	}
	return o->mark ? mark_list(view, o->mark, 0) : CR_CLI_OK;
}

int cr_cli_topo(int argc, char **argv)
{
	struct cr_topo_view view = {0};
	struct cr_topologies *set;
	struct options o = {0};
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	set = cr_cli_topologies(&o.source, &status);
	if (!set)
		return status;
	view.set = set;
	view.node = o.node;
	view.all = o.all;
	status = choose_topology(&view, &o);
	if (status == CR_CLI_OK)
		status = o.json ? cr_topo_json(&view) : cr_topo_text(&view);
	cr_hostlist_destroy((struct cr_hostlist *)view.mark);
	cr_space_destroy((struct cr_space *)view.marked);
	cr_topologies_destroy(set);
	return status;
}

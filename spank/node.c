/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a step's tasks find in their environment about profile and topology. */
#include "spank/node.h"

#include "base/text.h"
#include "policies/job/variables.h"
#include "spank/node_env.h"
#include "spank/node_export.h"
#include "spank/node_place.h"
#include "spank/step_count.h"
#include "spank/told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MAX        (100 * 1000) /* one string of an environment ends at 131,072 */
#define ENVIRONMENT_MAX (1 << 20)    /* half of what execve() takes by default */

/* VALUE NULL or "": remove it, so that a stale one of another job is not believed. */
static void set_or_remove(const struct cr_host *host, const char *name, const char *value)
{
	if (!value || !*value)
		host->unsetenv(host->step, name);
	else if (host->setenv(host->step, name, value) != 0)
		cr_host_log(host, CR_HOST_DEBUG, "commroute: %s could not be set", name);
}

/* What the job was submitted with; the controller's word on the name comes first. */
static const char *job_profile(const struct cr_host *host, char *buf, size_t size)
{
	char text[CR_OPTION_MAX + 1];
	struct cr_option option;

	if (host->getenv(host->step, CR_NAME_CARRIED_PROFILE, buf, size) == 0 &&
	    cr_text_is_name(buf, CR_PROFILE_NAME_MAX))
		return buf;
	if (host->getenv(host->step, CR_NAME_CARRIED_OPTION, text, sizeof(text)) != 0 ||
	    cr_option_parse(text, &option, NULL) != 0 || option.kind != CR_OPTION_PROFILE)
		return NULL;
	memcpy(buf, option.profile, strlen(option.profile) + 1);
	return buf;
}

static void set_profile(const struct cr_node *node, const struct cr_host *host)
{
	char buf[CR_PROFILE_NAME_MAX + 1];
	const struct cr_option *said = node->step_said;
	char text[CR_OPTION_MAX + 1];

	switch (said->kind) {
	case CR_OPTION_PROFILE:
		set_or_remove(host, CR_NAME_PROFILE, said->profile);
		break;
	case CR_OPTION_NONE:
		host->unsetenv(host->step, CR_NAME_PROFILE);
		break;
	default:
		set_or_remove(host, CR_NAME_PROFILE, job_profile(host, buf, sizeof(buf)));
		return;
	}
	/* A step of this step inherits what this one said. */
	host->unsetenv(host->step, CR_NAME_CARRIED_PROFILE);
	set_or_remove(host, CR_NAME_CARRIED_OPTION, cr_option_format(said, text, sizeof(text)));
}

/*
 * srun writes the distribution into the tasks' environment, where an srun inside
 * a task would read ours.  What it would have written without us takes its place.
 */
static void restore_distribution(const struct cr_host *host)
{
	char own[16];

	if (host->getenv(host->step, CR_NAME_CARRIED_ORDERED, own, sizeof(own)) != 0)
		return;
	host->unsetenv(host->step, CR_NAME_CARRIED_ORDERED);
	host->unsetenv(host->step, "SLURM_HOSTFILE");
	if (strcmp(own, "cyclic") == 0 || strcmp(own, "block") == 0)
		set_or_remove(host, "SLURM_DISTRIBUTION", own);
}

static void set_order(const struct cr_host *host, const struct cr_place *place)
{
	bool known = place->nodes && place->rank != CR_PLACE_NO_RANK;
	char number[24];

	/* A list that would fill the environment is not worth a task that cannot start. */
	if (known && strlen(place->nodes) < LIST_MAX &&
	    host->env_size(host->step) + strlen(place->nodes) < ENVIRONMENT_MAX)
		set_or_remove(host, CR_NAME_NODELIST, place->nodes);
	else
		host->unsetenv(host->step, CR_NAME_NODELIST);
	(void)snprintf(number, sizeof(number), "%zu", place->rank);
	set_or_remove(host, CR_NAME_NODE_RANK, known ? number : NULL);
	set_or_remove(host, CR_NAME_HEAD_NODE, known ? place->head : NULL);
}

static void set_place(const struct cr_host *host, const struct cr_node_found *found)
{
	const struct cr_place *place = &found->place;

	set_or_remove(host, CR_NAME_TOPOLOGY, place->topology);
	set_or_remove(host, CR_NAME_TOPOLOGY_TYPE,
		      place->type ? cr_topology_type_name(place->type) : NULL);
	set_or_remove(host, CR_NAME_TOPOLOGY_UNIT, place->unit);
	set_or_remove(host, CR_NAME_PLACEMENT, found->check.figures);
	set_order(host, place);
}

/* Once in a job, in the first step on several nodes that a line holds for, on that step's head
 * node. */
static void keep_what_is_new(const struct cr_node *node, const struct cr_place *place,
			     const struct cr_host *host, char *lines)
{
	char job[16] = "0", run[32] = "";

	if (place->rank != 0)
		lines[0] = '\0';
	if (!*lines)
		return;
	(void)host->getenv(host->step, "SLURM_JOB_ID", job, sizeof(job));
	(void)host->getenv(host->step, "SLURM_JOB_START_TIME", run, sizeof(run));
	cr_told_keep_new(node->run_dir, node->name ? node->name : "",
			 (uint32_t)strtoul(job, NULL, 10), run, lines);
}

static void set_environment(const struct cr_node *node, const struct cr_rules *rules,
			    const struct cr_place *place, const struct cr_host *host,
			    struct cr_node_notes *notes)
{
	struct cr_option option = cr_node_option(node, host);

	/* Within one node nothing goes over the network. */
	if (place->count < 2 || option.env_none || option.kind == CR_OPTION_NONE)
		return;
	cr_node_env(rules, node->root, place->type, host, notes);
	keep_what_is_new(node, place, host, notes->environment);
	keep_what_is_new(node, place, host, notes->imex);
}

void cr_node_prepare(const struct cr_node *node, const struct cr_host *host,
		     struct cr_node_notes *notes)
{
	struct cr_node_found found = {0};
	struct cr_option option = cr_node_option(node, host);
	char job_option[CR_OPTION_MAX + 1] = "";
	struct cr_rules rules;

	*notes = (struct cr_node_notes){0};
	cr_step_count(node->run_dir, node->name ? node->name : "", host);
	restore_distribution(host);
	/* What the job said is overwritten by what the step says. */
	(void)host->getenv(host->step, CR_NAME_CARRIED_OPTION, job_option, sizeof(job_option));
	set_profile(node, host);
	rules = cr_node_rules(node, host);
	(void)cr_node_find(node, &rules, job_option, host, &found);
	if (!option.check_none && option.kind != CR_OPTION_NONE)
		memcpy(notes->placement, found.check.line, sizeof(notes->placement));
	set_place(host, &found);
	host->unsetenv(host->step, CR_NAME_CARRIED_PLACE);
	host->unsetenv(host->step, CR_NAME_CARRIED_PLACEMENT);
	if (found.place.nodes && found.place.rank != CR_PLACE_NO_RANK)
		cr_node_export(&rules, &found.place, host, &notes->task);
	set_environment(node, &rules, &found.place, host, notes);
	cr_place_clear(&found.place);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where slurmstepd's node stands: told by srun, else worked out from files. */
#include "spank/node_place.h"

#include "base/text.h"
#include "policies/job/variables.h"
#include "spank/carried.h"
#include "spank/step_group.h"
#include "spank/subset.h"

#include <stdlib.h>
#include <string.h>

#define PARTITION_MAX 256
#define JOB_MAX       24
#define DECISION_MAX  16384
#define VARIABLE_MAX  131072 /* longer than any that execve() takes */

static void log_why(const struct cr_host *host, const char *why)
{
	char shown[400];

	cr_host_log(host, CR_HOST_DEBUG, "commroute: no place in a topology: %s",
		    cr_text_printable(shown, sizeof(shown), why, strlen(why)));
}

/* The variable NAME whatever its length, to be freed; NULL when unset. */
static char *get_long(const struct cr_host *host, const char *name)
{
	char *buf = malloc(VARIABLE_MAX);

	if (buf && host->getenv(host->step, name, buf, VARIABLE_MAX) == 0)
		return buf;
	free(buf);
	return NULL;
}

/* The list of nodes that the step runs on; the batch script has its job's. */
static char *get_nodes(const struct cr_host *host)
{
	char *nodes = get_long(host, "SLURM_STEP_NODELIST");

	return nodes ? nodes : get_long(host, "SLURM_JOB_NODELIST");
}

struct cr_option cr_node_option(const struct cr_node *node, const struct cr_host *host)
{
	char text[CR_OPTION_MAX + 1];
	struct cr_option option = *node->step_said;

	if (option.kind == CR_OPTION_ABSENT &&
	    host->getenv(host->step, CR_NAME_CARRIED_OPTION, text, sizeof(text)) == 0)
		(void)cr_option_parse(text, &option, NULL);
	return option;
}

/* Do not order what was not to be ordered. */
static uint32_t get_order(const struct cr_option *option, const char *job_option,
			  const char *decision, const struct cr_rules *rules)
{
	if (option->order_none || option->kind == CR_OPTION_NONE)
		return CR_PLAN_AS_LISTED;
	return cr_step_group_of(option, job_option, decision, rules->group).order;
}

/* What srun found of the placement comes with the rest, as text for the tasks. */
static void take_figures(const struct cr_host *host, struct cr_check *check)
{
	if (host->getenv(host->step, CR_NAME_CARRIED_PLACEMENT, check->figures,
			 sizeof(check->figures)) != 0)
		check->figures[0] = '\0';
}

static int from_srun(const struct cr_node *node, const struct cr_host *host,
		     struct cr_node_found *found)
{
	char job[JOB_MAX] = "";
	char *text = get_long(host, CR_NAME_CARRIED_PLACE), *nodes = NULL;
	struct cr_error err = {.text = "srun told nothing"};
	int rc = -1;

	(void)host->getenv(host->step, "SLURM_JOB_ID", job, sizeof(job));
	if (text && node->name)
		rc = cr_carried_read(text, job, node->name, &found->place, &err);
	if (rc == 0)
		nodes = get_nodes(host);
	if (rc == 0 && nodes && cr_subset(&found->place, nodes, node->name, &err) != 0) {
		cr_place_clear(&found->place);
		rc = -1;
	}
	if (rc != 0)
		log_why(host, err.text);
	else
		take_figures(host, &found->check);
	free(nodes);
	free(text);
	return rc;
}

static struct cr_plan *make_plan(const struct cr_node *node, uint32_t order,
				 const struct cr_host *host, struct cr_error *err)
{
	char partition[PARTITION_MAX];
	char *nodes = get_nodes(host);
	struct cr_plan *plan = NULL;

	(void)cr_error_set(err, "no slurm.conf, or the step names no partition or nodes");
	if (node->slurm_conf && nodes &&
	    host->getenv(host->step, "SLURM_JOB_PARTITION", partition, sizeof(partition)) == 0)
		plan = cr_plan_make(node->slurm_conf, partition, nodes, order, err);
	free(nodes);
	return plan;
}

/* Files tell where nodes are, not how a step's tasks go through them. */
static void forget_order(struct cr_place *place)
{
	cr_place_clear(place);
	place->head[0] = '\0';
	place->rank = CR_PLACE_NO_RANK;
}

static int from_files(const struct cr_node *node, const struct cr_rules *rules,
		      const char *job_option, const struct cr_host *host,
		      struct cr_node_found *found)
{
	char buf[DECISION_MAX];
	bool decided = host->getenv(host->step, CR_NAME_CARRIED_DECISION, buf, sizeof(buf)) == 0;
	const char *decision = decided ? buf : NULL;
	const struct cr_wish wish = cr_wish_read(decision);
	const struct cr_option option = cr_node_option(node, host);
	uint32_t order = get_order(&option, job_option, decision, rules);
	struct cr_error err;
	struct cr_plan *plan = make_plan(node, order, host, &err);
	int rc = plan ? cr_place_of(plan, node->name, &found->place, &err) : -1;

	/* Of a step's nodes nothing was asked. */
	if (rc == 0 && cr_host_is_batch(host))
		(void)cr_check(plan, &wish, order != CR_PLAN_AS_LISTED, &found->check);
	if (rc != 0)
		log_why(host, err.text);
	else if (!cr_host_is_batch(host) && found->place.count > 1)
		forget_order(&found->place);
	cr_plan_destroy(plan);
	return rc;
}

int cr_node_find(const struct cr_node *node, const struct cr_rules *rules, const char *job_option,
		 const struct cr_host *host, struct cr_node_found *found)
{
	struct cr_node_found made = {0};

	if (from_srun(node, host, &made) != 0 &&
	    from_files(node, rules, job_option, host, &made) != 0)
		return -1;
	*found = made;
	return 0;
}

struct cr_rules cr_node_rules(const struct cr_node *node, const struct cr_host *host)
{
	char decision[DECISION_MAX], profile[CR_PROFILE_NAME_MAX + 1];
	bool there = host->getenv(host->step, CR_NAME_CARRIED_DECISION, decision,
				  sizeof(decision)) == 0;
	bool named = host->getenv(host->step, CR_NAME_PROFILE, profile, sizeof(profile)) == 0;

	return cr_rules_read(node->policy, true, there ? decision : NULL, named ? profile : NULL);
}

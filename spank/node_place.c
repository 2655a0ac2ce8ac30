/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spank/node_place.h"

#include "base/text.h"
#include "spank/carried.h"
#include "spank/names.h"
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

/* Do not order what was not to be ordered: the step's word, else the job's. */
static bool is_ordered(const struct cr_node *node, const struct cr_host *host)
{
	char text[CR_OPTION_MAX + 1];
	struct cr_option option = *node->step_said;

	if (option.kind == CR_OPTION_ABSENT &&
	    host->getenv(host->step, CR_NAME_CARRIED_OPTION, text, sizeof(text)) == 0)
		(void)cr_option_parse(text, &option, NULL);
	return !option.order_none && option.kind != CR_OPTION_NONE;
}

static int from_srun(const struct cr_node *node, const struct cr_host *host, struct cr_place *place)
{
	char job[JOB_MAX] = "";
	char *text = get_long(host, CR_NAME_CARRIED_PLACE), *nodes = NULL;
	struct cr_error err = {"srun told nothing"};
	int rc = -1;

	(void)host->getenv(host->step, "SLURM_JOB_ID", job, sizeof(job));
	if (text && node->name)
		rc = cr_carried_read(text, job, node->name, place, &err);
	if (rc == 0)
		nodes = get_nodes(host);
	if (rc == 0 && nodes && cr_subset(place, nodes, node->name, &err) != 0) {
		cr_place_clear(place);
		rc = -1;
	}
	if (rc != 0)
		log_why(host, err.text);
	free(nodes);
	free(text);
	return rc;
}

static int from_files(const struct cr_node *node, const struct cr_host *host,
		      struct cr_place *place)
{
	char partition[PARTITION_MAX];
	char *nodes = get_nodes(host);
	struct cr_error err = {"no slurm.conf, or the step names no partition or nodes"};
	struct cr_plan *plan = NULL;
	int rc = -1;

	if (node->slurm_conf && nodes &&
	    host->getenv(host->step, "SLURM_JOB_PARTITION", partition, sizeof(partition)) == 0)
		plan = cr_plan_make(node->slurm_conf, partition, nodes, is_ordered(node, host),
				    &err);
	if (plan)
		rc = cr_place_of(plan, node->name, place, &err);
	if (rc != 0)
		log_why(host, err.text);
	cr_plan_destroy(plan);
	free(nodes);
	return rc;
}

int cr_node_place_find(const struct cr_node *node, const struct cr_host *host,
		       struct cr_place *place)
{
	if (from_srun(node, host, place) == 0)
		return 0;
	return from_files(node, host, place);
}

struct cr_rules cr_node_rules(const struct cr_node *node, const struct cr_host *host)
{
	char decision[DECISION_MAX];
	bool there = host->getenv(host->step, CR_NAME_CARRIED_DECISION, decision,
				  sizeof(decision)) == 0;

	return cr_rules_read(node->policy, true, there ? decision : NULL);
}

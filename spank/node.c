/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spank/node.h"

#include "base/text.h"
#include "spank/names.h"
#include "spank/place.h"

#include <string.h>

#define PARTITION_MAX 256

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

static int find_place(const struct cr_node *node, const struct cr_host *host,
		      struct cr_place *place)
{
	char partition[PARTITION_MAX], shown[PARTITION_MAX];
	struct cr_error err;

	if (!node->slurm_conf) {
		cr_host_log(host, CR_HOST_DEBUG, "commroute: no slurm.conf on this node");
		return -1;
	}
	if (host->getenv(host->step, "SLURM_JOB_PARTITION", partition, sizeof(partition)) != 0) {
		cr_host_log(host, CR_HOST_DEBUG, "commroute: the step names no partition");
		return -1;
	}
	if (cr_place_find(node->slurm_conf, partition, node->name, place, &err) == 0)
		return 0;
	cr_host_log(host, CR_HOST_DEBUG, "commroute: no topology known here: %s",
		    cr_text_printable(shown, sizeof(shown), err.text, strlen(err.text)));
	return -1;
}

void cr_node_prepare(const struct cr_node *node, const struct cr_host *host)
{
	struct cr_place place = {0};

	set_profile(node, host);
	if (find_place(node, host, &place) != 0)
		place = (struct cr_place){0};
	set_or_remove(host, CR_NAME_TOPOLOGY, place.topology);
	set_or_remove(host, CR_NAME_TOPOLOGY_TYPE, place.type);
	set_or_remove(host, CR_NAME_TOPOLOGY_UNIT, place.unit);
}

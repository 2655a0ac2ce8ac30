/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of slurm.conf changes decisions: version, enforcement, preemption, the wait for switches. */
#include "live/settings.h"

#include "live/partition.h"
#include "topology/slurm_versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CR_MEMORY, which is SELECT_MEMORY since 26.05: the same bit of select_type_param. */
#define MEMORY_CONSUMED 0x0010

uint32_t cr_settings_version(const char *text)
{
	unsigned major, minor, micro = 0;
	const char *digits = text ? strpbrk(text, "0123456789") : NULL;

	if (!digits || sscanf(digits, "%3u.%3u.%3u", &major, &minor, &micro) < 2)
		return 0;
	return CR_SLURM_VERSION(major, minor & 0xff, micro & 0xff);
}

uint32_t cr_settings_switch_wait(const char *params)
{
	static const char key[] = "max_switch_wait=";
	const char *at = params ? strcasestr(params, key) : NULL;
	unsigned long seconds;
	char *end;

	if (!at)
		return CR_UNSET;
	at += sizeof(key) - 1;
	seconds = strtoul(at, &end, 10);
	return end == at || !cr_is_number(seconds) ? CR_UNSET : (uint32_t)seconds;
}

/*
 * The bits of AccountingStorageEnforce, which no public header names: they
 * stand in Slurm's read_config.h, the same in 24.11 to 26.05.
 */
uint32_t cr_settings_enforce(uint16_t bits)
{
	return ((bits & 0x01) ? CR_ENFORCE_ASSOCS : 0) | ((bits & 0x02) ? CR_ENFORCE_LIMITS : 0) |
	       ((bits & 0x08) ? CR_ENFORCE_QOS : 0) | ((bits & 0x10) ? CR_ENFORCE_SAFE : 0);
}

/* Slurm looks for the word anywhere, in any case (eval_nodes_tree.c). */
static bool has_param(const char *params, const char *word)
{
	return params && strcasestr(params, word);
}

int cr_settings_read(const slurm_conf_t *conf, struct cr_arena *arena, struct cr_view *view)
{
	uint32_t version = cr_settings_version(conf->version);

	view->slurm_version = version ? version : SLURM_VERSION_NUMBER;
	view->cluster = cr_arena_strdup(arena, conf->cluster_name);
	if (conf->cluster_name && !view->cluster)
		return -1;
	view->enforce = cr_settings_enforce(conf->accounting_storage_enforce);
	view->preempt_mode = cr_preempt_mode_of(conf->preempt_mode, CR_PREEMPT_OFF);
	view->preempt_by_qos = conf->preempt_type && strstr(conf->preempt_type, "preempt/qos");
	view->max_switch_wait = cr_settings_switch_wait(conf->sched_params);
	view->requeue_default = conf->job_requeue != 0;
	view->memory_not_consumed = !(conf->select_type_param & MEMORY_CONSUMED);
	view->tree_optional = has_param(conf->topology_param, "TopoOptional");
	view->dragonfly = has_param(conf->topology_param, "dragonfly");
	return 0;
}

void cr_settings_free(slurm_conf_t *conf)
{
#if CR_BUILT_SINCE(CR_SINCE_FREE_CONF)
	slurm_free_conf(conf);
#else
	slurm_free_ctl_conf(conf);
#endif
}

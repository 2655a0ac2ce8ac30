/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings by libslurm, QOS and accounts by sacctmgr, into one table of texts. */
#include "live/governed.h"

#include "live/api.h"
#include "live/sacctmgr.h"
#include "live/settings.h"

#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>

static const char *enforce_text(uint32_t enforce, struct cr_arena *arena)
{
	return cr_arena_printf(
		arena, "%s%s%s%s", enforce & CR_ENFORCE_ASSOCS ? "associations," : "",
		enforce & CR_ENFORCE_LIMITS ? "limits," : "",
		enforce & CR_ENFORCE_QOS ? "qos," : "", enforce & CR_ENFORCE_SAFE ? "safe" : "");
}

static int take_conf(const slurm_conf_t *conf, struct cr_arena *arena, struct cr_have *have)
{
	const char *values[CR_GOV_KEYS] = {NULL};

	values[CR_GOV_TRACKED_TRES] = cr_arena_strdup(arena, conf->accounting_storage_tres);
	values[CR_GOV_ENFORCE] = enforce_text(cr_settings_enforce(conf->accounting_storage_enforce),
					      arena);
	values[CR_GOV_PREEMPT_TYPE] = cr_arena_strdup(arena, conf->preempt_type);
	values[CR_GOV_CLUSTER_PREEMPT_MODE] = conf->preempt_mode & ~(uint16_t)PREEMPT_MODE_GANG
						      ? "on"
						      : "OFF";
	values[CR_GOV_JOB_REQUEUE] = conf->job_requeue ? "1" : "0";
	values[CR_GOV_PRIORITY_TYPE] = cr_arena_strdup(arena, conf->priority_type);
	return cr_have_conf(have, values);
}

static int read_conf(struct cr_arena *arena, struct cr_have *have, struct cr_error *err)
{
	slurm_conf_t *conf = NULL;
	int rc;

	if (cr_live_init(err) != 0)
		return -1;
	if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS)
		return cr_error_set(err, "the configuration: %s", slurm_strerror(errno));
	rc = take_conf(conf, arena, have);
	cr_settings_free(conf);
	return rc == 0 ? 0 : cr_error_set(err, "out of memory");
}

/* `sacctmgr -nP show ...` for KIND, of all or of NAME alone, into HAVE. */
static int read_kind(enum cr_gov_kind kind, const char *name, const char *cluster,
		     struct cr_arena *arena, struct cr_have *have, struct cr_error *err)
{
	bool qos = kind == CR_GOV_QOS;
	const char *words[9] = {"sacctmgr", "-nP", "show", qos ? "qos" : "assoc", "where"};
	char *out, *text;
	size_t n = 5;
	int rc;

	if (!qos)
		words[n++] = cr_arena_printf(arena, "cluster=%s", cluster);
	if (name)
		words[n++] = cr_arena_printf(arena, qos ? "name=%s" : "account=%s", name);
	if (n == 5)
		n--;
	words[n++] = qos ? CR_HAVE_QOS_FORMAT : CR_HAVE_ACCOUNT_FORMAT;
	words[n] = NULL;
	rc = cr_sacctmgr_run(words, &out, err);
	if (rc < 0)
		return -1;
	text = cr_arena_strdup(arena, out);
	if (rc != 0)
		cr_error_set(err, "sacctmgr show %s: %.300s", words[3], out);
	free(out);
	if (rc != 0)
		return -1;
	return text ? cr_have_lines(have, kind, text, err) : cr_error_set(err, "out of memory");
}

int cr_governed_read(const char *cluster, struct cr_arena *arena, struct cr_have *have,
		     struct cr_error *err)
{
	*have = (struct cr_have){.arena = arena};
	if (read_conf(arena, have, err) != 0)
		return -1;
	if (*cluster && (read_kind(CR_GOV_QOS, NULL, cluster, arena, have, err) != 0 ||
			 read_kind(CR_GOV_ACCOUNT, NULL, cluster, arena, have, err) != 0))
		return -1;
	cr_have_sort(have);
	return 0;
}

int cr_governed_read_one(enum cr_gov_kind kind, const char *name, const char *cluster,
			 struct cr_arena *arena, struct cr_have *have, struct cr_error *err)
{
	*have = (struct cr_have){.arena = arena};
	if (read_kind(kind, name, cluster, arena, have, err) != 0)
		return -1;
	cr_have_sort(have);
	return 0;
}

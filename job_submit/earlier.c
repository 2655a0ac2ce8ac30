/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An earlier decision's choices: open again, kept, or taken away. */
#include "job_submit/earlier.h"

#include "policies/decide/decision_fields.h"
#include "topology/slurm_versions.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

static bool is_our_qos(const struct cr_earlier *e, const struct cr_request *r)
{
	return e->record && !e->said.qos && cr_text_list_has(e->record->decision.qos, r->qos);
}

bool cr_earlier_is_qos_stuck(const struct cr_earlier *e, const struct cr_request *r)
{
	return is_our_qos(e, r) && CR_HALVES_QOS_UPDATES(e->slurm_version);
}

static void open_type(const struct cr_earlier *e, struct cr_gpus *gpus)
{
	const char *ours = e->record->decision.gpu_type;

	if (!ours || e->said.gpus || gpus->types != 1 || strcasecmp(gpus->type, ours) != 0)
		return;
	gpus->types = 0;
	gpus->type[0] = '\0';
}

/* Slurm's copy leaves these out. */
static void put_back(const struct cr_earlier *e, struct cr_request *r)
{
	const struct cr_record *record = e->record;

	if (record->own[CR_DECISION_SWITCHES] && !e->said.switches)
		r->switches = record->decision.switches;
	if (record->decision.exclusive_topo && r->exclusive == CR_EXCLUSIVE_UNSAID)
		r->exclusive = CR_EXCLUSIVE_TOPO;
}

static bool in_our_partition(const struct cr_earlier *e, const struct cr_request *r)
{
	const char *ours = e->record ? e->record->decision.partition : NULL;

	return ours && !e->said.partition && r->partition && strcmp(ours, r->partition) == 0;
}

void cr_earlier_reopen(const struct cr_earlier *e, struct cr_request *r)
{
	r->modify = !e->record;
	if (!e->record)
		return;
	put_back(e, r);
	r->routed = in_our_partition(e, r);
	if (cr_earlier_is_qos_stuck(e, r))
		r->qos = e->record->decision.qos; /* the list, of which the copy has the first */
	else if (is_our_qos(e, r))
		r->qos = NULL;
	if (e->record->decision.preemptible)
		r->requeue = CR_YES; /* it consented once */
	if (e->record->decision.contiguous && !e->said.contiguous)
		r->contiguous = false;
	open_type(e, &r->gpus_per_job);
	open_type(e, &r->gpus_per_node);
	open_type(e, &r->gpus_per_task);
	open_type(e, &r->gpus_per_socket);
}

/* ---- what becomes of it ------------------------------------------------ */

static void clear_qos(const struct cr_earlier *e, struct cr_decision *d,
		      struct cr_job_desc_update *update)
{
	if (e->slurm_version >= CR_SINCE_EMPTY_QOS)
		update->clear[CR_DECISION_QOS] = true;
	else
		d->qos = e->default_qos;
}

/* What is as it was stays unsaid: Slurm would look at it as at a change. */
static void settle_qos(const struct cr_earlier *e, const struct cr_request *open,
		       struct cr_decision *d, struct cr_job_desc_update *update)
{
	const char *before = e->record->decision.qos;

	if (d->qos && before && strcasecmp(d->qos, before) == 0 && !e->said.no_qos)
		d->qos = NULL;
	else if (!d->qos && before && !open->qos && !e->said.no_qos && d->complete)
		clear_qos(e, d, update);
}

static void settle_switches(const struct cr_earlier *e, const struct cr_request *open, bool moved,
			    struct cr_decision *d, struct cr_job_desc_update *update)
{
	if (e->said.switches || (!moved && !e->said.size && !e->said.partition && !e->said.nodes))
		d->switches = d->switch_wait = CR_UNSET;
	else if (d->switches == CR_UNSET && open->switches == CR_UNSET && d->complete)
		update->clear[CR_DECISION_SWITCHES] = update->clear[CR_DECISION_SWITCH_WAIT] = true;
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? strcasecmp(a, b) == 0 : a == b;
}

/* Where the job stays what it asks for without a type may stay so. */
static void settle_gpu_type(const struct cr_earlier *e, bool moved, struct cr_decision *d,
			    struct cr_job_desc_update *update)
{
	const char *before = e->record->decision.gpu_type;

	if (e->said.gpus)
		return;
	update->old_type = before;
	update->retype = d->complete && (before || moved) && !is_same(before, d->gpu_type);
}

void cr_earlier_settle(const struct cr_earlier *e, const struct cr_request *open, bool moved,
		       struct cr_decision *d, struct cr_job_desc_update *update)
{
	settle_qos(e, open, d, update);
	settle_switches(e, open, moved, d, update);
	settle_gpu_type(e, moved, d, update);
	update->clear[CR_DECISION_CONTIGUOUS] = e->record->decision.contiguous && d->complete &&
						!e->said.contiguous && !d->contiguous;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of what a decision holds: what each field is called, where it lies, who sees it. */
#include "policies/decide/decision_fields.h"

#include "policies/job/enum_names.h"
#include "topology/slurm_versions.h"

#include <string.h>

#define NODES_MAX 65533         /* of nodes and switches, in Slurm */
#define WAIT_MAX  (366 * 86400) /* seconds */

static const char *const verdicts[] = {"leave", "route", "refuse", NULL};
static const char *const steps[] = {"profile",   "tenant", "candidate", "shape", "qos",
				    "placement", "script", "verdict",   NULL};

/* ---- what the job asks for already ------------------------------------- */

static bool asks_segment(const struct cr_decision *d, const struct cr_request *r)
{
	return r->segment == d->segment;
}

static bool asks_exclusive_topo(const struct cr_decision *d, const struct cr_request *r)
{
	(void)d;
	return r->exclusive == CR_EXCLUSIVE_TOPO;
}

static bool asks_spread(const struct cr_decision *d, const struct cr_request *r)
{
	(void)d;
	return r->spread_segments;
}

static bool asks_consolidate(const struct cr_decision *d, const struct cr_request *r)
{
	(void)d;
	return r->consolidate_segments;
}

static bool asks_contiguous(const struct cr_decision *d, const struct cr_request *r)
{
	(void)d;
	return r->contiguous;
}

/* ---- the table --------------------------------------------------------- */

#define VALUE_TEXT   const char *
#define VALUE_NUMBER uint32_t
#define VALUE_FLAG   bool
#define VALUE_WORD   unsigned
#define VALUE_CODE   unsigned

/* FIELD(enumerator, member, kind, name, recorded, label, ...). */
#define FIELD(field_, member_, kind_, name_, recorded_, label_, ...)                               \
	[CR_DECISION_##field_] = {.name = name_,                                                   \
				  .recorded = recorded_,                                           \
				  .label = label_,                                                 \
				  .kind = CR_VALUE_##kind_,                                        \
				  .offset = CR_OFFSET(struct cr_decision, member_, VALUE_##kind_), \
				  __VA_ARGS__}
#define SETS                 .sets = true, .on_update = CR_UPDATE_SETS
#define SETS_ONCE(is_asked_) .sets = true, .on_update = CR_UPDATE_CANNOT, .is_asked = is_asked_
#define SETS_DOWN(is_asked_) .sets = true, .on_update = CR_UPDATE_CLEARS, .is_asked = is_asked_

/* Those that are recorded stand in the order of the record's keys. */
static const struct cr_decision_row rows[CR_DECISION_FIELDS] = {
	FIELD(VERDICT, verdict, WORD, "verdict", "verdict", "verdict", .words = verdicts),
	FIELD(MODE, mode, WORD, "mode", "mode", "mode", .words = cr_mode_words),
	FIELD(ACT, act, FLAG, "act", NULL, "act", .hidden = CR_HIDDEN_SCRIPT),
	FIELD(RECORD, record, FLAG, "record", NULL, "record",
	      .hidden = CR_HIDDEN_JSON | CR_HIDDEN_SCRIPT),
	FIELD(CODE, code, CODE, "code", "code", "code"),
	FIELD(MESSAGE, message, TEXT, "message", NULL, "message"),
	FIELD(NOTICE, notice, TEXT, "notice", NULL, "notice"),
	FIELD(PROFILE, profile, TEXT, "profile", "profile", "profile"),
	FIELD(PATTERN, pattern, TEXT, "pattern", NULL, "pattern"),
	FIELD(INTENSITY, intensity, TEXT, "intensity", NULL, "intensity"),
	FIELD(TENANT, tenant, TEXT, "tenant", "tenant", "tenant"),
	FIELD(PARTITION, partition, TEXT, "partition", "partition", "partition", SETS),
	FIELD(WOULD_PARTITION, would_partition, TEXT, "would_partition", "would_partition",
	      "otherwise"),
	FIELD(TOPOLOGY, topology, TEXT, "topology", "topology", "topology"),
	FIELD(TOPOLOGY_TYPE, topology_type, WORD, "topology_type", "type", "type",
	      .words = cr_topology_type_words, .optional = true),
	FIELD(ARCH, arch, TEXT, "arch", NULL, "architecture"),
	FIELD(SHAPE_GPU, shape_gpu, TEXT, "gpu", NULL, "GPU"),
	FIELD(QOS, qos, TEXT, "qos", "qos", "QOS", SETS),
	FIELD(SEGMENT, segment, NUMBER, "segment", "segment", "segment", SETS_ONCE(asks_segment),
	      .own = CR_OFFSET(struct cr_decision, own_segment, uint32_t), .min = 1,
	      .max = NODES_MAX),
	FIELD(SWITCHES, switches, NUMBER, "switches", "switches", "switches", SETS,
	      .own = CR_OFFSET(struct cr_decision, own_switches, uint32_t), .min = 1,
	      .max = NODES_MAX),
	FIELD(SWITCH_WAIT, switch_wait, NUMBER, "switch_wait", "wait", "wait", SETS,
	      .joined = "for at most", .unit = "s", .max = WAIT_MAX),
	FIELD(EXCLUSIVE_TOPO, exclusive_topo, FLAG, "exclusive_topo", "exclusive_topo",
	      "exclusive blocks", SETS_ONCE(asks_exclusive_topo)),
	FIELD(SPREAD_SEGMENTS, spread_segments, FLAG, "spread_segments", "spread_segments",
	      "segments spread", SETS_ONCE(asks_spread), .since = CR_SINCE_SEGMENT_SPACING),
	FIELD(CONSOLIDATE_SEGMENTS, consolidate_segments, FLAG, "consolidate_segments",
	      "consolidate_segments", "segments consolidated", SETS_ONCE(asks_consolidate),
	      .since = CR_SINCE_SEGMENT_SPACING),
	FIELD(CONTIGUOUS, contiguous, FLAG, "contiguous", "contiguous", "contiguous nodes",
	      SETS_DOWN(asks_contiguous)),
	FIELD(GPU_TYPE, gpu_type, TEXT, "gpu_type", "gpu_type", "GPU type", SETS),
	FIELD(GROUP, group, NUMBER, "group", "group", "rank groups"),
	FIELD(NODES, nodes, NUMBER, "nodes", "nodes", "nodes"),
	FIELD(GPUS, gpus, NUMBER, "gpus", "gpus", "GPUs"),
	FIELD(PREEMPTIBLE, preemptible, FLAG, "preemptible", "preemptible", "preemptible"),
	FIELD(PORTABLE, option.portable, FLAG, "portable", "portable", "portable"),
};

const struct cr_decision_row *cr_decision_row(enum cr_decision_field field)
{
	return field < CR_DECISION_FIELDS ? &rows[field] : NULL;
}

enum cr_decision_field cr_decision_field_named(const char *name)
{
	unsigned field = 0;

	while (field < CR_DECISION_FIELDS && strcmp(rows[field].name, name) != 0)
		field++;
	return field;
}

/* ---- names ------------------------------------------------------------- */

const char *cr_decision_code(const struct cr_decision *d, enum cr_code code)
{
	return code == CR_SITE_CODE ? d->site_code : cr_code_text(code);
}

const char *cr_verdict_name(enum cr_verdict verdict)
{
	return cr_enum_name(verdicts, (unsigned)verdict);
}

const char *cr_step_name(enum cr_step step)
{
	return cr_enum_name(steps, (unsigned)step);
}

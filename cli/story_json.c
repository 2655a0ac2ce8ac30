/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision with all its reasons as JSON. */
#include "cli/story.h"

static void put(struct json_object *to, const char *key, struct json_object *value)
{
	if (value)
		json_object_object_add(to, key, value);
}

static struct json_object *string(const char *text)
{
	return text ? json_object_new_string(text) : NULL;
}

static struct json_object *number(uint32_t n)
{
	return n == CR_UNSET ? NULL : json_object_new_uint64(n);
}

static struct json_object *yes(bool value)
{
	return value ? json_object_new_boolean(true) : NULL;
}

static struct json_object *settings(const struct cr_decision *d)
{
	struct json_object *set = json_object_new_object();

	put(set, "partition", string(d->partition));
	put(set, "qos", string(d->qos));
	put(set, "segment", number(d->segment));
	put(set, "switches", number(d->switches));
	put(set, "switch_wait", number(d->switch_wait));
	put(set, "exclusive_topo", yes(d->exclusive_topo));
	put(set, "spread_segments", yes(d->spread_segments));
	put(set, "consolidate_segments", yes(d->consolidate_segments));
	put(set, "gpu_type", string(d->gpu_type));
	return set;
}

static struct json_object *reasons(const struct cr_decision *d)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < d->reason_count; i++) {
		const struct cr_reason *r = &d->reasons[i];
		struct json_object *one = json_object_new_object();

		put(one, "step", string(cr_step_name(r->step)));
		put(one, "code", string(cr_decision_code(d, r->code)));
		put(one, "subject", string(r->subject));
		put(one, "against", yes(r->against));
		put(one, "text", string(r->text));
		json_object_array_add(list, one);
	}
	return list;
}

struct json_object *cr_cli_story_json(const struct cr_decision *d)
{
	struct json_object *root = json_object_new_object();

	put(root, "verdict", string(cr_verdict_name(d->verdict)));
	put(root, "mode", string(cr_mode_name(d->mode)));
	put(root, "act", json_object_new_boolean(d->act));
	put(root, "code", string(cr_decision_code(d, d->code)));
	put(root, "message", string(d->message));
	put(root, "notice", string(d->notice));
	put(root, "set", settings(d));
	put(root, "profile", string(d->profile));
	put(root, "pattern", string(d->pattern));
	put(root, "intensity", string(d->intensity));
	put(root, "tenant", string(d->tenant));
	put(root, "preemptible", json_object_new_boolean(d->preemptible));
	put(root, "topology", string(d->topology));
	put(root, "topology_type", string(d->topology_type));
	put(root, "arch", string(d->arch));
	put(root, "gpu", string(d->shape_gpu));
	put(root, "nodes", number(d->nodes));
	put(root, "gpus", number(d->gpus));
	put(root, "would_partition", string(d->would_partition));
	put(root, "reasons", reasons(d));
	return root;
}

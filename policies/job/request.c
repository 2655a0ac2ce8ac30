/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A request that asks for nothing yet, and GPUs in every form that --gres and --gpus take. */
#include "policies/job/request.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

void cr_request_init(struct cr_request *request)
{
	static const struct cr_gpus no_gpus = CR_GPUS_INIT;

	*request = (struct cr_request){
		.uid = CR_UNSET,
		.min_nodes = CR_UNSET,
		.max_nodes = CR_UNSET,
		.tasks = CR_UNSET,
		.tasks_per_node = CR_UNSET,
		.tasks_per_gpu = CR_UNSET,
		.tasks_per_socket = CR_UNSET,
		.cpus_per_task = CR_UNSET,
		.cpus_per_gpu = CR_UNSET,
		.min_cpus = CR_UNSET,
		.sockets_per_node = CR_UNSET,
		.memory_per_node = CR_UNSET64,
		.memory_per_cpu = CR_UNSET64,
		.memory_per_gpu = CR_UNSET64,
		.gpus_per_job = no_gpus,
		.gpus_per_node = no_gpus,
		.gpus_per_task = no_gpus,
		.gpus_per_socket = no_gpus,
		.time_limit = CR_UNSET,
		.time_min = CR_UNSET,
		.batch = true,
		.array_tasks = CR_UNSET,
		.het_offset = CR_UNSET,
		.requeue = CR_UNSAID,
		.segment = CR_UNSET,
		.switches = CR_UNSET,
		.switch_wait = CR_UNSET,
	};
}

/* One entry of a list, cut into its fields at ':', '=' and the first '/'. */
struct entry {
	const char *text;
	size_t len;
	const char *field[4];
	size_t field_len[4];
	size_t fields;
};

static int bad(const struct entry *e, const char *why, struct cr_error *err)
{
	char shown[60];

	cr_text_printable(shown, sizeof(shown), e->text, e->len);
	return cr_error_set(err, "'%s': %s", shown, why);
}

static bool field_is(const struct entry *e, size_t i, const char *word)
{
	return i < e->fields && strlen(word) == e->field_len[i] &&
	       strncasecmp(e->field[i], word, e->field_len[i]) == 0;
}

static bool field_is_number(const struct entry *e, size_t i)
{
	return i < e->fields && e->field_len[i] && e->field[i][0] >= '0' && e->field[i][0] <= '9';
}

/* "2", "2k", "2m": Slurm's count of a gres. */
static int to_count(const struct entry *e, size_t i, uint32_t *count, struct cr_error *err)
{
	const char *at = e->field[i], *end = at + e->field_len[i];
	uint64_t n = 0;

	for (; at < end && *at >= '0' && *at <= '9' && cr_is_number(n); at++)
		n = n * 10 + (uint64_t)(*at - '0');
	if (at + 1 == end && (*at == 'k' || *at == 'K'))
		n *= 1024, at++;
	else if (at + 1 == end && (*at == 'm' || *at == 'M'))
		n *= 1024 * 1024, at++;
	if (at != end || !cr_is_number(n))
		return bad(e, "not a count of GPUs", err);
	*count = (uint32_t)n;
	return 0;
}

static int add(const struct entry *e, size_t type, size_t count_at, struct cr_gpus *gpus,
	       struct cr_error *err)
{
	bool typed = type < e->fields && type != count_at;
	uint32_t n = 1;

	if (count_at < e->fields && to_count(e, count_at, &n, err) != 0)
		return -1;
	if (typed && (e->field_len[type] == 0 || e->field_len[type] > CR_GPU_TYPE_MAX))
		return bad(e, "the GPU type is empty or too long", err);
	if (gpus->count == CR_UNSET)
		gpus->count = 0;
	if (n >= CR_UNSET - gpus->count)
		return bad(e, "too many GPUs in all", err);
	gpus->count += n;
	if (!typed)
		return 0;
	if (gpus->types == 1 && strlen(gpus->type) == e->field_len[type] &&
	    memcmp(gpus->type, e->field[type], e->field_len[type]) == 0)
		return 0;
	gpus->types++;
	memcpy(gpus->type, e->field[type], e->field_len[type]);
	gpus->type[gpus->types == 1 ? e->field_len[type] : 0] = '\0';
	return 0;
}

/* Where the fields after "gpu" begin, or 0 when the entry names no GPU. */
static size_t after_gpu(const struct entry *e)
{
	if (field_is(e, 0, "gpu"))
		return 1;
	return field_is(e, 0, "gres") && field_is(e, 1, "gpu") ? 2 : 0;
}

static int read_entry(const struct entry *e, bool bare, struct cr_gpus *gpus, struct cr_error *err)
{
	size_t at = after_gpu(e);

	if (!at && (!bare || !e->fields || field_is(e, 0, "gres")))
		return 0;
	if (e->fields > at + 2)
		return bad(e, "more than a GPU type and a count", err);
	if (e->fields == at + 2)
		return add(e, at, at + 1, gpus, err);
	if (field_is_number(e, at))
		return add(e, e->fields, at, gpus, err);
	return add(e, at, e->fields, gpus, err);
}

/* Cut at separators; "(S:0-1)" and the like at the end is where, not how many. */
static void cut(struct entry *e)
{
	const char *end = memchr(e->text, '(', e->len);
	const char *at = e->text;

	end = end ? end : e->text + e->len;
	for (e->fields = 0; at <= end && e->fields < 4; at++) {
		size_t len = 0;

		while (at + len < end && !strchr(e->fields ? ":=" : ":=/", at[len]))
			len++;
		e->field[e->fields] = at;
		e->field_len[e->fields++] = len;
		at += len;
	}
	if (e->fields == 1 && !e->field_len[0])
		e->fields = 0;
}

int cr_request_gpus(const char *tres, bool bare, struct cr_gpus *gpus, struct cr_error *err)
{
	struct cr_gpus sum = CR_GPUS_INIT;
	struct entry e = {.text = tres};

	for (; tres; e.text += e.len + 1) {
		e.len = strcspn(e.text, ",");
		cut(&e);
		if (e.fields && read_entry(&e, bare, &sum, err) != 0)
			return -1;
		if (!e.text[e.len])
			break;
	}
	*gpus = sum;
	return 0;
}

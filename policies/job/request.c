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
		.job_id = CR_UNSET,
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

/* One entry of a list: what it names of GPUs, cut as Slurm cuts it. */
struct entry {
	const char *text;
	size_t len;
	const char *at, *end; /* what follows "gpu", less "(S:0-1)" and the like */
};

static int fail_entry(const struct entry *e, const char *why, struct cr_error *err)
{
	char shown[60];

	cr_text_printable(shown, sizeof(shown), e->text, e->len);
	return cr_error_set(err, "'%s': %s", shown, why);
}

/* Slurm's suffixes; 0: none of them. */
static uint64_t suffix_factor(const char *at, size_t len)
{
	static const char units[] = "kmgtp";
	const char *unit = len ? strchr(units, at[0] | 0x20) : NULL;
	uint64_t n = 1, base = len == 2 ? 1000 : 1024;

	if (!len)
		return 1;
	if (!unit || !*unit || len > 3 || (len == 2 && (at[1] | 0x20) != 'b') ||
	    (len == 3 && strncasecmp(at + 1, "ib", 2) != 0))
		return 0;
	for (const char *u = units; u <= unit; u++)
		n *= base;
	return n;
}

/*
 * Is the text from AT to END a count, and which?  As in Slurm 64 bits, in which
 * "16384p" is 0; what our 32 do not hold is more than any cluster has.
 */
static bool to_count(const char *at, const char *end, uint32_t *count)
{
	uint64_t n = 0, factor;

	if (at == end || *at < '0' || *at > '9')
		return false;
	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		if (n > (UINT64_MAX - 9) / 10)
			return false;
		n = n * 10 + (uint64_t)(*at - '0');
	}
	factor = suffix_factor(at, (size_t)(end - at));
	n *= factor;
	*count = cr_is_number(n) ? (uint32_t)n : CR_NUMBER_MAX;
	return factor != 0;
}

/* A type that is too long to be kept is one that no node has: it counts as several. */
static void add_type(struct cr_gpus *gpus, const char *type, size_t len)
{
	if (gpus->types == 1 && strlen(gpus->type) == len && memcmp(gpus->type, type, len) == 0)
		return;
	gpus->types += len > CR_GPU_TYPE_MAX ? 2 : 1;
	if (gpus->types == 1)
		memcpy(gpus->type, type, len);
	gpus->type[gpus->types == 1 ? len : 0] = '\0';
}

/* N of TYPE; none of a type says nothing of it. */
static void add_gpus(struct cr_gpus *gpus, uint32_t n, const char *type, size_t len)
{
	uint32_t before = gpus->count == CR_UNSET ? 0 : gpus->count;

	gpus->count = n > CR_NUMBER_MAX - before ? CR_NUMBER_MAX : before + n;
	if (n && len)
		add_type(gpus, type, len);
}

static bool starts_with(const char **at, const char *end, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(end - *at) < len || strncasecmp(*at, word, len) != 0 ||
	    (*at + len < end && !strchr(":=/", (*at)[len])))
		return false;
	*at += len;
	return true;
}

/* Does E name GPUs?  BARE: what names nothing else does. */
static bool names_gpus(struct entry *e, bool bare)
{
	const char *mark = memchr(e->text, '(', e->len);

	e->at = e->text;
	e->end = mark ? mark : e->text + e->len;
	if (starts_with(&e->at, e->end, "gres")) {
		e->at += e->at < e->end;
		return starts_with(&e->at, e->end, "gpu");
	}
	if (starts_with(&e->at, e->end, "gpu"))
		return true;
	return bare && e->at < e->end && !strchr(":=/", *e->at);
}

/* ":TYPE:COUNT", ":COUNT", ":TYPE" (one of it), and `=` before the count. */
static int read_entry(struct entry *e, struct cr_gpus *gpus, struct cr_error *err)
{
	const char *last = e->end, *type = e->at + (e->at > e->text && e->at < e->end);
	uint32_t n = 1;

	while (last > type && last[-1] != ':' && last[-1] != '=')
		last--;
	if (type == e->end) {
		if (e->at < e->end)
			return fail_entry(e, "a count or a type is missing", err);
		add_gpus(gpus, 1, NULL, 0);
		return 0;
	}
	if (last == e->end)
		return fail_entry(e, "a count or a type is missing", err);
	if (to_count(last, e->end, &n)) {
		add_gpus(gpus, n, type, last > type ? (size_t)(last - 1 - type) : 0);
		return 0;
	}
	if (last > e->text && last[-1] == '=')
		return fail_entry(e, "not a count of GPUs", err);
	if (last > type)
		return fail_entry(e, "more than a GPU type and a count", err);
	add_gpus(gpus, 1, type, (size_t)(e->end - type));
	return 0;
}

int cr_request_gpus(const char *tres, bool bare, struct cr_gpus *gpus, struct cr_error *err)
{
	struct cr_gpus sum = CR_GPUS_INIT;
	struct entry e = {.text = tres};

	for (; tres; e.text += e.len + 1) {
		e.len = strcspn(e.text, ",");
		if (e.len && names_gpus(&e, bare) && read_entry(&e, &sum, err) != 0)
			return -1;
		if (!e.text[e.len])
			break;
	}
	*gpus = sum;
	return 0;
}

bool cr_request_is_count(const char *text, size_t len)
{
	uint32_t count;

	return to_count(text, text + len, &count);
}

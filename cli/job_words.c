/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of sbatch's options that decisions depend on; options that change nothing
 * are passed over.
 */
#include "cli/job_words.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* N, N-M; a list of counts (N,M,...) is taken as its range. */
static int read_nodes(struct cr_job_reading *r, const char *value)
{
	const char *dash = strrchr(value, '-');
	const char *comma = strrchr(value, ',');
	const char *high = dash ? dash + 1 : comma ? comma + 1 : NULL;
	char low[32];
	uint32_t min, max = CR_UNSET;

	(void)snprintf(low, sizeof(low), "%.*s", (int)strcspn(value, "-,"), value);
	if (cr_job_number(r, low, &min) != 0 || (high && cr_job_number(r, high, &max) != 0))
		return -1;
	r->request->min_nodes = min;
	r->request->max_nodes = high ? max : min;
	return 0;
}

static int read_time(struct cr_job_reading *r, const char *value)
{
	return cr_job_minutes(r, value, &r->request->time_limit);
}

static int read_time_min(struct cr_job_reading *r, const char *value)
{
	return cr_job_minutes(r, value, &r->request->time_min);
}

static int read_mem(struct cr_job_reading *r, const char *value)
{
	return cr_job_memory(r, value, &r->request->memory_per_node);
}

static int read_mem_per_cpu(struct cr_job_reading *r, const char *value)
{
	return cr_job_memory(r, value, &r->request->memory_per_cpu);
}

static int read_mem_per_gpu(struct cr_job_reading *r, const char *value)
{
	return cr_job_memory(r, value, &r->request->memory_per_gpu);
}

static int read_gpus(struct cr_job_reading *r, const char *value, bool bare, struct cr_gpus *gpus)
{
	struct cr_error why;

	if (cr_request_gpus(value, bare, gpus, &why) != 0)
		return cr_error_set(r->err, "--%s: %s", r->name, why.text);
	return 0;
}

static int read_gpus_per_job(struct cr_job_reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_job);
}

static int read_gpus_per_node(struct cr_job_reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_node);
}

static int read_gpus_per_task(struct cr_job_reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_task);
}

static int read_gpus_per_socket(struct cr_job_reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_socket);
}

static int read_gres(struct cr_job_reading *r, const char *value)
{
	return read_gpus(r, value, false, &r->request->gpus_per_node);
}

static int read_tres_per_task(struct cr_job_reading *r, const char *value)
{
	return read_gpus(r, value, false, &r->request->gpus_per_task);
}

/* COUNT[@TIME] */
static int read_switches(struct cr_job_reading *r, const char *value)
{
	const char *at = strchr(value, '@');
	char count[32];
	uint32_t minutes = CR_UNSET;

	(void)snprintf(count, sizeof(count), "%.*s", (int)strcspn(value, "@"), value);
	if (cr_job_number(r, count, &r->request->switches) != 0 ||
	    (at && cr_job_minutes(r, at + 1, &minutes) != 0))
		return -1;
	if (at)
		r->request->switch_wait = minutes < CR_INFINITE / 60 ? minutes * 60 : CR_INFINITE;
	return 0;
}

static int read_distribution(struct cr_job_reading *r, const char *value)
{
	r->request->distribution_given = true;
	r->request->arbitrary = strncmp(value, "arbitrary", 9) == 0;
	return 0;
}

static int read_exclusive(struct cr_job_reading *r, const char *value)
{
	if (!value)
		r->request->exclusive = CR_EXCLUSIVE_NODE;
	else if (strcmp(value, "topo") == 0)
		r->request->exclusive = CR_EXCLUSIVE_TOPO;
	else if (strcmp(value, "user") == 0)
		r->request->exclusive = CR_EXCLUSIVE_USER;
	else if (strcmp(value, "mcs") == 0)
		r->request->exclusive = CR_EXCLUSIVE_MCS;
	else
		return cr_job_bad(r, value, "user, mcs or topo");
	return 0;
}

/* How many elements: "0-7", "1,3,5", "0-15:4%2". */
static int read_array(struct cr_job_reading *r, const char *value)
{
	uint64_t count = 0;

	for (const char *at = value; *at && *at != '%'; at += strcspn(at, ",%"), at += *at == ',') {
		unsigned long low, high, step = 1;
		char *end;

		if (!isdigit((unsigned char)*at))
			return cr_job_bad(r, value, "a list of array indexes");
		low = high = strtoul(at, &end, 10);
		if (*end == '-')
			high = strtoul(end + 1, &end, 10);
		if (*end == ':')
			step = strtoul(end + 1, &end, 10);
		if ((*end && *end != ',' && *end != '%') || high < low || !step || high > 4000000)
			return cr_job_bad(r, value, "a list of array indexes");
		count += (high - low) / step + 1;
	}
	r->request->array = true;
	r->request->array_tasks = cr_is_number(count) ? (uint32_t)count : CR_NUMBER_MAX;
	return 0;
}

static int read_requeue(struct cr_job_reading *r, const char *value)
{
	(void)value;
	r->request->requeue = CR_YES;
	return 0;
}

static int read_no_requeue(struct cr_job_reading *r, const char *value)
{
	(void)value;
	r->request->requeue = CR_NO;
	return 0;
}

static int read_oversubscribe(struct cr_job_reading *r, const char *value)
{
	(void)value;
	r->request->exclusive = CR_EXCLUSIVE_OVERSUBSCRIBE;
	return 0;
}

static int read_account(struct cr_job_reading *r, const char *value)
{
	r->request->account = value;
	r->request->account_given = true;
	return 0;
}

/* ---- the table --------------------------------------------------------- */

enum how { TAKES_VALUE, TAKES_NONE, MAY_TAKE };

static const struct option {
	const char *name;
	char letter;
	enum how how;
	int (*read)(struct cr_job_reading *r,
		    const char *value); /* or one of the two below, or nothing */
	ptrdiff_t number, text;         /* offset of a field; -1: not */
} options[] = {
#define READ(name, letter, how, fn) {name, letter, how, fn, -1, -1}
#define NUMBER(name, letter, field)                                                                \
	{name, letter, TAKES_VALUE, NULL, offsetof(struct cr_request, field), -1}
#define TEXT(name, letter, field)                                                                  \
	{name, letter, TAKES_VALUE, NULL, -1, offsetof(struct cr_request, field)}
#define SKIP(name, letter, how) {name, letter, how, NULL, -1, -1}
	READ("nodes", 'N', TAKES_VALUE, read_nodes),
	NUMBER("ntasks", 'n', tasks),
	NUMBER("ntasks-per-node", 0, tasks_per_node),
	NUMBER("ntasks-per-gpu", 0, tasks_per_gpu),
	NUMBER("ntasks-per-socket", 0, tasks_per_socket),
	NUMBER("cpus-per-task", 'c', cpus_per_task),
	NUMBER("cpus-per-gpu", 0, cpus_per_gpu),
	NUMBER("sockets-per-node", 0, sockets_per_node),
	READ("gpus", 'G', TAKES_VALUE, read_gpus_per_job),
	READ("gpus-per-node", 0, TAKES_VALUE, read_gpus_per_node),
	READ("gpus-per-task", 0, TAKES_VALUE, read_gpus_per_task),
	READ("gpus-per-socket", 0, TAKES_VALUE, read_gpus_per_socket),
	READ("gres", 0, TAKES_VALUE, read_gres),
	READ("tres-per-task", 0, TAKES_VALUE, read_tres_per_task),
	READ("mem", 0, TAKES_VALUE, read_mem),
	READ("mem-per-cpu", 0, TAKES_VALUE, read_mem_per_cpu),
	READ("mem-per-gpu", 0, TAKES_VALUE, read_mem_per_gpu),
	READ("time", 't', TAKES_VALUE, read_time),
	READ("time-min", 0, TAKES_VALUE, read_time_min),
	READ("array", 'a', TAKES_VALUE, read_array),
	READ("requeue", 0, TAKES_NONE, read_requeue),
	READ("no-requeue", 0, TAKES_NONE, read_no_requeue),
	READ("switches", 0, TAKES_VALUE, read_switches),
	READ("distribution", 'm', TAKES_VALUE, read_distribution),
	READ("exclusive", 0, MAY_TAKE, read_exclusive),
	READ("oversubscribe", 's', TAKES_NONE, read_oversubscribe),
	READ("account", 'A', TAKES_VALUE, read_account),
	NUMBER("segment", 0, segment),
	TEXT("partition", 'p', partition),
	TEXT("qos", 'q', qos),
	TEXT("reservation", 0, reservation),
	TEXT("constraint", 'C', features),
	TEXT("nodelist", 'w', nodelist),
	TEXT("exclude", 'x', exclude),
	TEXT("comm-profile", 0, comm_profile),
	TEXT("job-name", 'J', name),
	SKIP("output", 'o', TAKES_VALUE),
	SKIP("error", 'e', TAKES_VALUE),
	SKIP("input", 'i', TAKES_VALUE),
	SKIP("chdir", 'D', TAKES_VALUE),
	SKIP("dependency", 'd', TAKES_VALUE),
	SKIP("begin", 'b', TAKES_VALUE),
	SKIP("licenses", 'L', TAKES_VALUE),
	SKIP("clusters", 'M', TAKES_VALUE),
	SKIP("comment", 0, TAKES_VALUE),
	SKIP("mail-type", 0, TAKES_VALUE),
	SKIP("mail-user", 0, TAKES_VALUE),
	SKIP("export", 0, TAKES_VALUE),
	SKIP("signal", 0, TAKES_VALUE),
	SKIP("wrap", 0, TAKES_VALUE),
	SKIP("wckey", 0, TAKES_VALUE),
	SKIP("open-mode", 0, TAKES_VALUE),
	SKIP("hint", 0, TAKES_VALUE),
	SKIP("extra-node-info", 'B', TAKES_VALUE),
	SKIP("hold", 'H', TAKES_NONE),
	SKIP("parsable", 0, TAKES_NONE),
	SKIP("pty", 0, MAY_TAKE),
	SKIP("quiet", 'Q', TAKES_NONE),
	SKIP("verbose", 'v', TAKES_NONE),
	SKIP("wait", 'W', TAKES_NONE),
	SKIP("kill-on-invalid-dep", 0, TAKES_VALUE),
	SKIP("nice", 0, MAY_TAKE),
	SKIP("test-only", 0, TAKES_NONE),
};
#define OPTIONS (sizeof(options) / sizeof(options[0]))

static int apply(struct cr_job_reading *r, const struct option *o, const char *value)
{
	char *base = (char *)r->request;

	r->name = o->name;
	if (o->how == TAKES_VALUE && !value)
		return cr_error_set(r->err, "--%s needs a value", o->name);
	if (o->how == TAKES_NONE && value)
		return cr_error_set(r->err, "--%s takes no value", o->name);
	if (o->read)
		return o->read(r, value);
	if (o->number >= 0)
		return cr_job_number(r, value, (uint32_t *)(void *)(base + o->number));
	if (o->text >= 0)
		*(const char **)(void *)(base + o->text) = value;
	return 0;
}

static const struct option *find_long(const char *name, size_t len)
{
	for (size_t i = 0; i < OPTIONS; i++)
		if (strlen(options[i].name) == len && strncmp(options[i].name, name, len) == 0)
			return &options[i];
	return NULL;
}

static const struct option *find_letter(char letter)
{
	for (size_t i = 0; i < OPTIONS; i++)
		if (options[i].letter == letter)
			return &options[i];
	return NULL;
}

/* One that we do not know: named with its value in one word it can be skipped, safely. */
static int unknown(struct cr_job_reading *r, const char *word)
{
	const char *names[OPTIONS], *near;
	char name[64], shown[80];

	if (strchr(word, '='))
		return 0;
	for (size_t i = 0; i < OPTIONS; i++)
		names[i] = options[i].name;
	(void)snprintf(name, sizeof(name), "%.60s", word + (word[1] == '-' ? 2 : 1));
	near = cr_text_nearest(name, names, OPTIONS);
	cr_text_printable(shown, sizeof(shown), word, strlen(word));
	if (near)
		return cr_error_set(r->err, "unknown option '%s': did you mean --%s?", shown, near);
	return cr_error_set(r->err, "unknown option '%s'", shown);
}

/* The option at ARGV[0]; returns how many words it took, or -1. */
static int read_option(struct cr_job_reading *r, int count, char **argv)
{
	const char *word = argv[0], *value;
	const struct option *o;
	size_t len;
	bool separate;

	if (word[1] == '-') {
		len = strcspn(word + 2, "=");
		o = find_long(word + 2, len);
		value = word[2 + len] ? word + 3 + len : NULL;
	} else {
		o = find_letter(word[1]);
		value = word[2] ? word + 2 : NULL;
		if (value && *value == '=')
			value++;
		/* -sH: letters without values can stand together; one by one is enough here. */
	}
	if (!o)
		return unknown(r, word) == 0 ? 1 : -1;
	separate = o->how == TAKES_VALUE && !value && count > 1;
	if (separate)
		value = argv[1];
	return apply(r, o, value) == 0 ? 1 + separate : -1;
}

/* Returns the index of the first word that is no option, or -1. */
int cr_job_read_words(struct cr_job_reading *r, int count, char **argv)
{
	int i = 0;

	while (i < count && argv[i][0] == '-' && argv[i][1]) {
		int taken;

		if (strcmp(argv[i], "--") == 0)
			return i + 1;
		taken = read_option(r, count - i, argv + i);
		if (taken < 0)
			return -1;
		i += taken;
	}
	return i;
}

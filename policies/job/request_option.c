/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options by their values: what `sbatch -N 4 --gpus=32` says of the job. */
#include "policies/job/request_option.h"

#include "policies/job/slurm_values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ARRAY_MAX 4000000 /* more than Slurm's MaxArraySize can be */

/* Where an option with a plain number goes, or NULL. */
static uint32_t *number_of(struct cr_request *r, enum cr_job_field field)
{
	switch (field) {
	case CR_FIELD_TASKS:
		return &r->tasks;
	case CR_FIELD_TASKS_PER_NODE:
		return &r->tasks_per_node;
	case CR_FIELD_TASKS_PER_GPU:
		return &r->tasks_per_gpu;
	case CR_FIELD_TASKS_PER_SOCKET:
		return &r->tasks_per_socket;
	case CR_FIELD_CPUS_PER_TASK:
		return &r->cpus_per_task;
	case CR_FIELD_CPUS_PER_GPU:
		return &r->cpus_per_gpu;
	case CR_FIELD_SOCKETS_PER_NODE:
		return &r->sockets_per_node;
	case CR_FIELD_SEGMENT:
		return &r->segment;
	default:
		return NULL;
	}
}

static const char **text_of(struct cr_request *r, enum cr_job_field field)
{
	switch (field) {
	case CR_FIELD_ACCOUNT:
		return &r->account;
	case CR_FIELD_COMM_PROFILE:
		return &r->comm_profile;
	case CR_FIELD_CONSTRAINT:
		return &r->features;
	case CR_FIELD_EXCLUDE:
		return &r->exclude;
	case CR_FIELD_NAME:
		return &r->name;
	case CR_FIELD_NODEFILE:
		return &r->nodefile;
	case CR_FIELD_NODELIST:
		return &r->nodelist;
	case CR_FIELD_PARTITION:
		return &r->partition;
	case CR_FIELD_QOS:
		return &r->qos;
	case CR_FIELD_RESERVATION:
		return &r->reservation;
	default:
		return NULL;
	}
}

static struct cr_gpus *gpus_of(struct cr_request *r, enum cr_job_field field)
{
	switch (field) {
	case CR_FIELD_GPUS:
		return &r->gpus_per_job;
	case CR_FIELD_GPUS_PER_NODE:
	case CR_FIELD_GRES:
		return &r->gpus_per_node;
	case CR_FIELD_GPUS_PER_TASK:
	case CR_FIELD_TRES_PER_TASK:
		return &r->gpus_per_task;
	case CR_FIELD_GPUS_PER_SOCKET:
		return &r->gpus_per_socket;
	default:
		return NULL;
	}
}

static uint64_t *memory_of(struct cr_request *r, enum cr_job_field field)
{
	switch (field) {
	case CR_FIELD_MEM:
		return &r->memory_per_node;
	case CR_FIELD_MEM_PER_CPU:
		return &r->memory_per_cpu;
	case CR_FIELD_MEM_PER_GPU:
		return &r->memory_per_gpu;
	default:
		return NULL;
	}
}

/* N or N-M, as long as ITEM says. */
static int read_range(const char *item, size_t len, uint32_t *low, uint32_t *high,
		      struct cr_error *err)
{
	char text[64], *dash;

	if (len >= sizeof(text))
		return cr_error_set(err, "'%.40s' is no number of nodes", item);
	(void)snprintf(text, sizeof(text), "%.*s", (int)len, item);
	dash = strchr(text, '-');
	if (dash)
		*dash++ = '\0';
	if (cr_slurm_number(text, low, err) != 0 || (dash && cr_slurm_number(dash, high, err) != 0))
		return -1;
	if (!dash)
		*high = *low;
	if (*low > *high)
		return cr_error_set(err, "at most %u nodes is less than at least %u", *high, *low);
	return 0;
}

/* N-M:STEP stands alone, and its end is outside: 2-8:2 is 2, 4 or 6 (bitstring.c; 26.05.5). */
static int read_stepped(struct cr_request *r, const char *value, struct cr_error *err)
{
	size_t len = strcspn(value, ":");
	uint32_t low, end, step;

	if (strchr(value, ','))
		return cr_error_set(err, "'%.40s': a step stands with one range alone", value);
	if (read_range(value, len, &low, &end, err) != 0 ||
	    cr_slurm_number(value + len + 1, &step, err) != 0)
		return -1;
	if (low == end || !step)
		return cr_error_set(err, "'%.40s' steps over no number of nodes", value);
	r->min_nodes = low;
	r->max_nodes = low + (end - 1 - low) / step * step;
	return 0;
}

/* A list of counts is taken as the range from its least to its most. */
static int read_nodes(struct cr_request *r, const char *value, struct cr_error *err)
{
	uint32_t min = CR_UNSET, max = 0, low, high;
	const char *at = value;

	if (strchr(value, ':'))
		return read_stepped(r, value, err);
	do {
		size_t len = strcspn(at, ",");

		if (read_range(at, len, &low, &high, err) != 0)
			return -1;
		at += len + (at[len] == ',');
		min = low < min ? low : min;
		max = high > max ? high : max;
	} while (*at);
	r->min_nodes = min;
	r->max_nodes = max;
	return 0;
}

/* COUNT[@TIME] */
static int read_switches(struct cr_request *r, const char *value, struct cr_error *err)
{
	const char *at = strchr(value, '@');
	char count[32];
	uint32_t switches, minutes = CR_UNSET;

	(void)snprintf(count, sizeof(count), "%.*s", (int)strcspn(value, "@"), value);
	if (cr_slurm_number(count, &switches, err) != 0 ||
	    (at && cr_slurm_minutes(at + 1, &minutes, err) != 0))
		return -1;
	r->switches = switches;
	if (at)
		r->switch_wait = minutes < CR_INFINITE / 60 ? minutes * 60 : CR_INFINITE;
	return 0;
}

static int read_exclusive(struct cr_request *r, const char *value, struct cr_error *err)
{
	static const struct {
		const char *word;
		enum cr_exclusive exclusive;
	} words[] = {
		{"exclusive", CR_EXCLUSIVE_NODE},
		{"allocation", CR_EXCLUSIVE_NODE},
		{"oversubscribe", CR_EXCLUSIVE_OVERSUBSCRIBE},
		{"user", CR_EXCLUSIVE_USER},
		{"mcs", CR_EXCLUSIVE_MCS},
		{"topo", CR_EXCLUSIVE_TOPO},
	};

	if (!value) {
		r->exclusive = CR_EXCLUSIVE_NODE;
		return 0;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(words[i].word, value) == 0) {
			r->exclusive = words[i].exclusive;
			return 0;
		}
	return cr_slurm_bad_value(value, "user, mcs or topo", err);
}

/* How many elements: "0-7", "1,3,5", "0-15:4%2". */
static int read_array(struct cr_request *r, const char *value, struct cr_error *err)
{
	uint64_t count = 0;

	for (const char *at = value; *at && *at != '%'; at += strcspn(at, ",%"), at += *at == ',') {
		unsigned long low, high, step = 1;
		char *end;

		if (!isdigit((unsigned char)*at))
			return cr_slurm_bad_value(value, "a list of array indexes", err);
		low = high = strtoul(at, &end, 10);
		if (*end == '-')
			high = strtoul(end + 1, &end, 10);
		if (*end == ':')
			step = strtoul(end + 1, &end, 10);
		if ((*end && *end != ',' && *end != '%') || high < low || !step || high > ARRAY_MAX)
			return cr_slurm_bad_value(value, "a list of array indexes", err);
		count += (high - low) / step + 1;
	}
	r->array = true;
	r->array_tasks = cr_is_number(count) ? (uint32_t)count : CR_NUMBER_MAX;
	return 0;
}

static int read_requeue(struct cr_request *r, const char *value, struct cr_error *err)
{
	if (value && *value && strcasecmp(value, "expedite") != 0)
		return cr_slurm_bad_value(value, "expedite", err);
	r->requeue = CR_YES;
	return 0;
}

/* Options that say something by being there. */
static void take_flag(struct cr_request *r, enum cr_job_field field)
{
	switch (field) {
	case CR_FIELD_NO_REQUEUE:
		r->requeue = CR_NO;
		break;
	case CR_FIELD_OVERCOMMIT:
		r->overcommit = true;
		break;
	case CR_FIELD_OVERSUBSCRIBE:
		r->exclusive = CR_EXCLUSIVE_OVERSUBSCRIBE;
		break;
	case CR_FIELD_CONTIGUOUS:
		r->contiguous = true;
		break;
	case CR_FIELD_SPREAD_SEGMENTS:
		r->spread_segments = true;
		break;
	case CR_FIELD_CONSOLIDATE_SEGMENTS:
		r->consolidate_segments = true;
		break;
	default:
		break;
	}
}

/* Options with a spelling of their own; those that need a value have one by the table. */
static int read_special(struct cr_request *r, enum cr_job_field field, const char *given,
			struct cr_error *err)
{
	const char *value = given ? given : "";

	switch (field) {
	case CR_FIELD_NODES:
		return read_nodes(r, value, err);
	case CR_FIELD_TIME:
		return cr_slurm_minutes(value, &r->time_limit, err);
	case CR_FIELD_TIME_MIN:
		return cr_slurm_minutes(value, &r->time_min, err);
	case CR_FIELD_ARRAY:
		return read_array(r, value, err);
	case CR_FIELD_SWITCHES:
		return read_switches(r, value, err);
	case CR_FIELD_EXCLUSIVE:
		return read_exclusive(r, given, err);
	case CR_FIELD_REQUEUE:
		return read_requeue(r, given, err);
	case CR_FIELD_DISTRIBUTION:
		r->distribution_given = true;
		r->arbitrary = strncmp(value, "arbitrary", 9) == 0;
		return 0;
	default:
		take_flag(r, field);
		return 0;
	}
}

/* --gpus and its like take a bare number; --gres and --tres-per-task name other things too. */
static bool is_bare(enum cr_job_field field)
{
	return field != CR_FIELD_GRES && field != CR_FIELD_TRES_PER_TASK;
}

static int read_value(struct cr_request *r, enum cr_job_field field, const char *value,
		      struct cr_error *err)
{
	r->account_given |= field == CR_FIELD_ACCOUNT;
	if (number_of(r, field))
		return cr_slurm_number(value, number_of(r, field), err);
	if (memory_of(r, field))
		return cr_slurm_memory(value, memory_of(r, field), err);
	if (gpus_of(r, field))
		return cr_request_gpus(value, is_bare(field), gpus_of(r, field), err);
	if (text_of(r, field)) {
		*text_of(r, field) = value;
		return 0;
	}
	return read_special(r, field, value, err);
}

int cr_request_take_option(struct cr_request *request, const struct cr_slurm_option *option,
			   const char *value, struct cr_error *err)
{
	if (option->argument == CR_ARGUMENT_REQUIRED && !value)
		return cr_error_set(err, "--%s needs a value", option->name);
	if (option->argument == CR_ARGUMENT_NONE && value)
		return cr_error_set(err, "--%s takes no value", option->name);
	if (read_value(request, option->field, value, err) != 0)
		return cr_error_prefix(err, "--%s", option->name);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/job_options.h"

#include "base/file.h"
#include "base/text.h"
#include "base/units.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WORDS_MAX  200
#define SCRIPT_MAX ((size_t)4 << 20) /* Slurm's own limit on a script's size */

struct reading {
	struct cr_arena *arena;
	struct cr_request *request;
	struct cr_error *err;
	const char *name; /* of the option being read */
};

static int bad(struct reading *r, const char *value, const char *what)
{
	char shown[80];

	cr_text_printable(shown, sizeof(shown), value, strlen(value));
	return cr_error_set(r->err, "--%s: '%s' is not %s", r->name, shown, what);
}

/* ---- values ------------------------------------------------------------ */

/* Digits with Slurm's suffixes k and m. */
static int to_number(struct reading *r, const char *value, uint32_t *n)
{
	char *end;
	unsigned long long number = strtoull(value, &end, 10);

	if (end > value && (*end == 'k' || *end == 'K') && !end[1])
		number *= 1024, end++;
	else if (end > value && (*end == 'm' || *end == 'M') && !end[1])
		number *= 1048576, end++;
	if (!isdigit((unsigned char)value[0]) || *end || number >= CR_UNLIMITED)
		return bad(r, value, "a number");
	*n = (uint32_t)number;
	return 0;
}

/* N, N-M; a list of counts (N,M,...) is taken as its range. */
static int read_nodes(struct reading *r, const char *value)
{
	const char *dash = strrchr(value, '-');
	const char *comma = strrchr(value, ',');
	const char *high = dash ? dash + 1 : comma ? comma + 1 : NULL;
	char low[32];
	uint32_t min, max = CR_UNSET;

	(void)snprintf(low, sizeof(low), "%.*s", (int)strcspn(value, "-,"), value);
	if (to_number(r, low, &min) != 0 || (high && to_number(r, high, &max) != 0))
		return -1;
	r->request->min_nodes = min;
	r->request->max_nodes = high ? max : min;
	return 0;
}

/* A time in one of sbatch's spellings, into minutes (rounded up). */
static int to_minutes(struct reading *r, const char *value, uint32_t *minutes)
{
	unsigned long days = 0, part[3] = {0}, seconds;
	const char *at = value, *dash = strchr(value, '-');
	char *end;
	int n = 0;

	if (strcasecmp(value, "unlimited") == 0 || strcasecmp(value, "infinite") == 0) {
		*minutes = CR_UNLIMITED;
		return 0;
	}
	if (dash) {
		days = strtoul(value, &end, 10);
		if (end != dash)
			return bad(r, value, "a time");
		at = dash + 1;
	}
	for (; n < 3; at = end + 1) {
		if (!isdigit((unsigned char)*at))
			return bad(r, value, "a time");
		part[n++] = strtoul(at, &end, 10);
		if (*end != ':')
			break;
	}
	if (*end || days > 100000 || part[0] > 100000000 || part[1] > 100000 || part[2] > 100000)
		return bad(r, value, "a time (minutes, MM:SS, HH:MM:SS, D-HH, D-HH:MM, ...)");
	if (dash || n == 3)
		seconds = part[0] * 3600 + part[1] * 60 + part[2];
	else
		seconds = part[0] * 60 + part[1];
	*minutes = (uint32_t)((days * 86400 + seconds + 59) / 60);
	return 0;
}

static int read_time(struct reading *r, const char *value)
{
	return to_minutes(r, value, &r->request->time_limit);
}

static int read_time_min(struct reading *r, const char *value)
{
	return to_minutes(r, value, &r->request->time_min);
}

/* MiB unless a unit says otherwise; 0 means all of a node's, so nothing is said. */
static int to_memory(struct reading *r, const char *value, uint64_t *mib)
{
	static const char units[] = "KMGT";
	char *end;
	unsigned long long n = strtoull(value, &end, 10);
	const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : &units[1];

	if (!isdigit((unsigned char)value[0]) || !unit || (*end && end[1] && strcasecmp(end + 1, "B")) ||
	    n > UINT64_C(1) << 40)
		return bad(r, value, "a size of memory");
	if (unit == units)
		n = (n + 1023) / 1024;
	for (; unit > &units[1]; unit--)
		n *= 1024;
	*mib = n ? n : CR_UNSET64;
	return 0;
}

static int read_mem(struct reading *r, const char *value)
{
	return to_memory(r, value, &r->request->memory_per_node);
}

static int read_mem_per_cpu(struct reading *r, const char *value)
{
	return to_memory(r, value, &r->request->memory_per_cpu);
}

static int read_mem_per_gpu(struct reading *r, const char *value)
{
	return to_memory(r, value, &r->request->memory_per_gpu);
}

static int read_gpus(struct reading *r, const char *value, bool bare, struct cr_gpus *gpus)
{
	struct cr_error why;

	if (cr_request_gpus(value, bare, gpus, &why) != 0)
		return cr_error_set(r->err, "--%s: %s", r->name, why.text);
	return 0;
}

static int read_gpus_per_job(struct reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_job);
}

static int read_gpus_per_node(struct reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_node);
}

static int read_gpus_per_task(struct reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_task);
}

static int read_gpus_per_socket(struct reading *r, const char *value)
{
	return read_gpus(r, value, true, &r->request->gpus_per_socket);
}

static int read_gres(struct reading *r, const char *value)
{
	return read_gpus(r, value, false, &r->request->gpus_per_node);
}

static int read_tres_per_task(struct reading *r, const char *value)
{
	return read_gpus(r, value, false, &r->request->gpus_per_task);
}

/* COUNT[@TIME] */
static int read_switches(struct reading *r, const char *value)
{
	const char *at = strchr(value, '@');
	char count[32];
	uint32_t minutes = CR_UNSET;

	(void)snprintf(count, sizeof(count), "%.*s", (int)strcspn(value, "@"), value);
	if (to_number(r, count, &r->request->switches) != 0 ||
	    (at && to_minutes(r, at + 1, &minutes) != 0))
		return -1;
	if (at)
		r->request->switch_wait = minutes < CR_UNLIMITED / 60 ? minutes * 60 : CR_UNLIMITED;
	return 0;
}

static int read_distribution(struct reading *r, const char *value)
{
	r->request->distribution_given = true;
	r->request->arbitrary = strncmp(value, "arbitrary", 9) == 0;
	return 0;
}

static int read_exclusive(struct reading *r, const char *value)
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
		return bad(r, value, "user, mcs or topo");
	return 0;
}

/* How many elements: "0-7", "1,3,5", "0-15:4%2". */
static int read_array(struct reading *r, const char *value)
{
	uint64_t count = 0;

	for (const char *at = value; *at && *at != '%'; at += strcspn(at, ",%"), at += *at == ',') {
		unsigned long low, high, step = 1;
		char *end;

		if (!isdigit((unsigned char)*at))
			return bad(r, value, "a list of array indexes");
		low = high = strtoul(at, &end, 10);
		if (*end == '-')
			high = strtoul(end + 1, &end, 10);
		if (*end == ':')
			step = strtoul(end + 1, &end, 10);
		if ((*end && *end != ',' && *end != '%') || high < low || !step || high > 4000000)
			return bad(r, value, "a list of array indexes");
		count += (high - low) / step + 1;
	}
	r->request->array = true;
	r->request->array_tasks = count < CR_UNLIMITED ? (uint32_t)count : CR_UNLIMITED - 1;
	return 0;
}

static int read_requeue(struct reading *r, const char *value)
{
	(void)value;
	r->request->requeue = CR_YES;
	return 0;
}

static int read_no_requeue(struct reading *r, const char *value)
{
	(void)value;
	r->request->requeue = CR_NO;
	return 0;
}

static int read_oversubscribe(struct reading *r, const char *value)
{
	(void)value;
	r->request->exclusive = CR_EXCLUSIVE_OVERSUBSCRIBE;
	return 0;
}

static int read_account(struct reading *r, const char *value)
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
	int (*read)(struct reading *r, const char *value); /* or one of the two below, or nothing */
	ptrdiff_t number, text;                            /* offset of a field; -1: not */
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

static int apply(struct reading *r, const struct option *o, const char *value)
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
		return to_number(r, value, (uint32_t *)(void *)(base + o->number));
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
static int unknown(struct reading *r, const char *word)
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
static int read_option(struct reading *r, int count, char **argv)
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
static int read_words(struct reading *r, int count, char **argv)
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

/* ---- lines and scripts ------------------------------------------------- */

/* The next word at *AT into the arena, or NULL at the end. */
static char *next_word(struct cr_arena *arena, const char **at)
{
	size_t room = strlen(*at) + 1, n = 0;
	char *word, quote = 0;

	*at += strspn(*at, " \t");
	if (!**at || **at == '#')
		return NULL;
	word = cr_arena_alloc(arena, room);
	for (; word && **at && (quote || (**at != ' ' && **at != '\t')); (*at)++) {
		if (quote ? **at == quote : **at == '"' || **at == '\'')
			quote = quote ? 0 : **at;
		else if (**at == '\\' && quote != '\'' && (*at)[1])
			word[n++] = *++(*at);
		else
			word[n++] = **at;
	}
	return word;
}

static int cut_words(struct cr_arena *arena, const char *text, char **words)
{
	int n = 0;

	while (n < WORDS_MAX && (words[n] = next_word(arena, &text)) != NULL)
		n++;
	return n;
}

/* sbatch reads #SBATCH lines up to the first line that is neither comment nor blank. */
static int read_script_text(struct reading *r, char *text)
{
	char *words[WORDS_MAX], *next;
	int line = 1;

	for (char *at = text; at; at = next, line++) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (strncmp(at, "#SBATCH", 7) == 0 && (at[7] == ' ' || at[7] == '\t')) {
			int n = cut_words(r->arena, at + 8, words);

			if (read_words(r, n, words) < 0)
				return cr_error_prefix(r->err, "line %d of the script", line);
		} else if (at[0] != '#' && at[strspn(at, " \t\r")] != '\0') {
			break;
		}
	}
	return 0;
}

static int read_script(struct reading *r, const char *path)
{
	const struct cr_file_rules rules = {.max_bytes = SCRIPT_MAX};
	char *buf;
	size_t len;
	int rc;

	if (cr_file_read(path, &rules, &buf, &len, NULL, NULL) != 0)
		return 0; /* a command, or a script that is elsewhere */
	rc = read_script_text(r, buf);
	free(buf);
	return rc;
}

int cr_job_options_read(int count, char **argv, struct cr_arena *arena,
			struct cr_request *request, struct cr_error *err)
{
	struct cr_request scratch = *request;
	struct reading r = {.arena = arena, .request = &scratch, .err = err};
	bool batch = true;
	int script;

	if (count && (strcmp(argv[0], "sbatch") == 0 || strcmp(argv[0], "salloc") == 0 ||
		      strcmp(argv[0], "srun") == 0)) {
		batch = argv[0][1] == 'b';
		argv++;
		count--;
	}
	script = read_words(&r, count, argv); /* first to see where the script stands */
	if (script < 0)
		return -1;
	scratch = *request;
	scratch.batch = batch;
	if (batch && script < count && read_script(&r, argv[script]) != 0)
		return -1;
	if (read_words(&r, count, argv) < 0)
		return -1;
	*request = scratch;
	return 0;
}

int cr_job_options_read_line(const char *text, struct cr_arena *arena, struct cr_request *request,
			     struct cr_error *err)
{
	char **words = cr_arena_array(arena, WORDS_MAX, sizeof(*words));

	if (!words)
		return cr_error_set(err, "out of memory");
	return cr_job_options_read(cut_words(arena, text, words), words, arena, request, err);
}

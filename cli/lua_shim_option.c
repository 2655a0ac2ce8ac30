/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of sbatch, salloc and srun that say one thing of a job each, but for its resources. */
#include "cli/lua_shim_line.h"

#include "policies/job/slurm_values.h"

#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The rule's number, whatever the value. */
static void take_constant(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			  const char *value)
{
	(void)value;
	cr_shim_put_number(l, rule->slot, rule->number);
}

static void take_flag(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	(void)value;
	l->flags |= rule->number;
}

/* In a form that is not read here: dates, frequencies. */
static void take_unread(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	(void)value;
	cr_shim_put_unknown(l, rule->slot);
}

static void take_exclusive(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			   const char *value)
{
	static const char *const words[] = {"", "oversubscribe", "user", "mcs", "topo"};

	for (size_t i = 1; value && i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(words[i], value) == 0) {
			cr_shim_put_number(l, rule->slot, i);
			return;
		}
	cr_shim_put_number(l, rule->slot, JOB_SHARED_NONE);
}

static void take_switches(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			  const char *value)
{
	const struct cr_request *r = l->asked->request;

	(void)value;
	cr_shim_put_number(l, rule->slot, r->switches);
	if (r->switch_wait != CR_UNSET)
		cr_shim_put_number(l, CR_SLOT_WAIT4SWITCH, r->switch_wait);
}

/* Without a value 100; kept with Slurm's offset. */
static void take_nice(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	cr_shim_put_number(
		l, rule->slot,
		(uint64_t)((int64_t)NICE_OFFSET + (value ? strtol(value, NULL, 10) : 100)));
}

static void take_immediate(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			   const char *value)
{
	if (!value || strtol(value, NULL, 10) == 1)
		cr_shim_put_number(l, rule->slot, 1);
}

struct word {
	const char *word;
	uint64_t bits;
};

static uint64_t bits_of(const struct word *words, const char *list)
{
	uint64_t bits = 0;

	for (size_t len; *list; list += len + (list[len] == ',')) {
		len = strcspn(list, ",");
		for (const struct word *w = words; w->word; w++)
			if (strlen(w->word) == len && strncasecmp(w->word, list, len) == 0)
				bits |= w->bits;
	}
	return bits;
}

/* CPU frequencies have a language of their own. */
static void take_frequency(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			   const char *value)
{
	(void)rule;
	(void)value;
	cr_shim_put_unknown(l, CR_SLOT_CPU_FREQ_MIN);
	cr_shim_put_unknown(l, CR_SLOT_CPU_FREQ_MAX);
	cr_shim_put_unknown(l, CR_SLOT_CPU_FREQ_GOV);
}

static void take_mail_types(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			    const char *value)
{
	static const struct word words[] = {
		{"BEGIN", MAIL_JOB_BEGIN},
		{"END", MAIL_JOB_END},
		{"FAIL", MAIL_JOB_FAIL},
		{"REQUEUE", MAIL_JOB_REQUEUE},
		{"STAGE_OUT", MAIL_JOB_STAGE_OUT},
		{"INVALID_DEPEND", MAIL_INVALID_DEPEND},
		{"TIME_LIMIT", MAIL_JOB_TIME100},
		{"TIME_LIMIT_90", MAIL_JOB_TIME90},
		{"TIME_LIMIT_80", MAIL_JOB_TIME80},
		{"TIME_LIMIT_50", MAIL_JOB_TIME50},
		{"ARRAY_TASKS", MAIL_ARRAY_TASKS},
		{"ALL", MAIL_JOB_BEGIN | MAIL_JOB_END | MAIL_JOB_FAIL | MAIL_JOB_REQUEUE |
				MAIL_JOB_STAGE_OUT | MAIL_INVALID_DEPEND},
		{NULL, 0},
	};

	cr_shim_put_number(l, rule->slot, bits_of(words, value));
}

static void take_gres_flags(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			    const char *value)
{
	static const struct word words[] = {
		{"enforce-binding", GRES_ENFORCE_BIND},
		{"disable-binding", GRES_DISABLE_BIND},
		{"allow-task-sharing", GRES_ALLOW_TASK_SHARING},
		{"multiple-tasks-per-sharing", GRES_MULT_TASKS_PER_SHARING},
		{"one-task-per-sharing", GRES_ONE_TASK_PER_SHARING},
		{NULL, 0},
	};

	(void)rule;
	l->flags |= bits_of(words, value);
}

static void take_invalid_dependency(struct cr_shim_line *l, const struct cr_shim_rule *rule,
				    const char *value)
{
	(void)rule;
	l->flags |= strcasecmp(value, "yes") == 0 ? KILL_INV_DEP : NO_KILL_INV_DEP;
}

static void take_requeue(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	cr_shim_put_number(l, rule->slot, 1);
#ifdef EXPEDITED_REQUEUE
	if (value)
		l->flags |= EXPEDITED_REQUEUE;
#else
	(void)value;
#endif
}

/* ---- the table ---------------------------------------------------------------------------------
 */

#define TEXT(option_, slot_)                                                                       \
	{.option = (option_), .take = cr_shim_take_text, .slot = CR_SLOT_##slot_}
#define NUMBER(option_, slot_)                                                                     \
	{.option = (option_), .take = cr_shim_take_number, .slot = CR_SLOT_##slot_}
#define FLAG(option_, flag_) {.option = (option_), .take = take_flag, .number = (flag_)}
#define IS(option_, slot_, n_)                                                                     \
	{.option = (option_), .take = take_constant, .slot = CR_SLOT_##slot_, .number = (n_)}
#define UNREAD(option_, slot_) {.option = (option_), .take = take_unread, .slot = CR_SLOT_##slot_}

/* What is not here, nor in the table of resources, tells nothing that a script could read. */
static const struct cr_shim_rule rules[] = {
	TEXT("account", ACCOUNT),
	TEXT("acctg-freq", ACCTG_FREQ),
	TEXT("array", ARRAY_INX),
	TEXT("batch", BATCH_FEATURES),
	TEXT("bb", BURST_BUFFER),
	UNREAD("bbf", BURST_BUFFER),
	UNREAD("begin", BEGIN_TIME),
	TEXT("cluster", CLUSTERS),
	TEXT("clusters", CLUSTERS),
	TEXT("comment", COMMENT),
	TEXT("constraint", FEATURES),
	TEXT("container", CONTAINER),
	TEXT("context", REQ_CONTEXT),
	IS("contiguous", CONTIGUOUS, 1),
	{.option = "cpu-freq", .take = take_frequency},
	{.option = "delay-boot",
	 .take = cr_shim_take_minutes,
	 .slot = CR_SLOT_DELAY_BOOT,
	 .number = 60},
	TEXT("dependency", DEPENDENCY),
	TEXT("exclude", EXC_NODES),
	{.option = "exclusive", .take = take_exclusive, .slot = CR_SLOT_SHARED},
	TEXT("extra", EXTRA),
	{.option = "gres-flags", .take = take_gres_flags},
	IS("hold", PRIORITY, 0),
	{.option = "immediate", .take = take_immediate, .slot = CR_SLOT_IMMEDIATE},
	TEXT("job-name", NAME),
	{.option = "kill-on-invalid-dep", .take = take_invalid_dependency},
	TEXT("licenses", LICENSES),
	{.option = "mail-type", .take = take_mail_types, .slot = CR_SLOT_MAIL_TYPE},
	TEXT("mail-user", MAIL_USER),
	TEXT("mcs-label", MCS_LABEL),
	TEXT("network", NETWORK),
	{.option = "nice", .take = take_nice, .slot = CR_SLOT_NICE},
	IS("no-requeue", REQUEUE, 0),
	IS("oversubscribe", SHARED, JOB_SHARED_OK),
	TEXT("partition", PARTITION),
	TEXT("prefer", PREFER),
	NUMBER("priority", PRIORITY),
	TEXT("qos", QOS),
	IS("reboot", REBOOT, 1),
	{.option = "requeue", .take = take_requeue, .slot = CR_SLOT_REQUEUE},
	TEXT("reservation", RESERVATION),
	UNREAD("resources", LICENSES),
	NUMBER("segment", SEGMENT_SIZE),
	FLAG("spread-job", SPREAD_JOB),
	FLAG("stepmgr", STEPMGR_ENABLED),
	{.option = "switches", .take = take_switches, .slot = CR_SLOT_REQ_SWITCH},
	{.option = "time", .take = cr_shim_take_minutes, .slot = CR_SLOT_TIME_LIMIT, .number = 1},
	{.option = "time-min", .take = cr_shim_take_minutes, .slot = CR_SLOT_TIME_MIN, .number = 1},
	FLAG("use-min-nodes", USE_MIN_NODES),
	TEXT("wckey", WCKEY),
#ifdef CONSOLIDATE_SEGMENTS
	FLAG("consolidate-segments", CONSOLIDATE_SEGMENTS),
	FLAG("spread-segments", SPREAD_SEGMENTS),
#endif
};

void cr_shim_take_options(struct cr_shim_line *l)
{
	const struct cr_job_words *words = l->asked->words;

	for (size_t i = 0; i < words->count; i++) {
		const struct cr_slurm_word *word = &words->options[i];

		l->other_plugins |= word->option->plugin &&
				    word->option->field != CR_FIELD_COMM_PROFILE;
		cr_shim_take_by_rule(l, rules, sizeof(rules) / sizeof(rules[0]), word);
		cr_shim_take_resource(l, word);
	}
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options that ask for nodes, tasks, CPUs, memory and GPUs, each by itself. */
#include "cli/lua_shim_line.h"

#include "policies/job/slurm_values.h"

#include <slurm/slurm.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Each name of a list behind the rule's text: "8", "h200:8" as "gres/gpu:8", "gres/gpu:h200:8". */
static void take_prefixed(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			  const char *value)
{
	const char *list = "";

	for (size_t len; list && *value; value += len + (value[len] == ',')) {
		len = strcspn(value, ",");
		list = cr_arena_printf(l->arena, "%s%s%s%.*s", list, *list ? "," : "",
				       strncmp(value, "gres", 4) == 0 ? "" : rule->text, (int)len,
				       value);
	}
	cr_shim_put_text(l, rule->slot, list);
}

/* --gres stands behind --gpus-per-node, whichever comes first. */
static void take_gpus_per_node(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			       const char *value)
{
	take_prefixed(l, rule, value);
	l->gpus_per_node = l->job->slots[rule->slot].text;
}

static void take_gres(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	l->gres = NULL;
	if (strcasecmp(value, "none") == 0)
		return;
	take_prefixed(l, rule, value);
	l->gres = l->job->slots[rule->slot].text;
}

/* Which makes the clients count tasks by sockets. */
static void take_socket_number(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			       const char *value)
{
	l->sockets = true;
	cr_shim_take_number(l, rule, value);
}

/* MiB; 0 is a value of its own here. */
static void take_memory(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	uint64_t mib = 0;

	if (cr_slurm_memory(value, &mib, NULL) != 0)
		cr_shim_put_unknown(l, rule->slot);
	else
		cr_shim_put_number(l, rule->slot, (mib == CR_UNSET64 ? 0 : mib) | rule->number);
}

static void take_memory_per_gpu(struct cr_shim_line *l, const struct cr_shim_rule *rule,
				const char *value)
{
	uint64_t mib = 0;

	if (cr_slurm_memory(value, &mib, NULL) == 0)
		cr_shim_put_text(
			l, rule->slot,
			cr_arena_printf(l->arena, "gres/gpu:%llu",
					mib == CR_UNSET64 ? 0ULL : (unsigned long long)mib));
}

static void take_tasks(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	l->tasks = true;
	cr_shim_take_number(l, rule, value);
}

static void take_cpus(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	l->cpus = true;
	cr_shim_take_number(l, rule, value);
}

static void take_cpus_per_gpu(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			      const char *value)
{
	(void)cr_slurm_number(value, &l->cpus_per_gpu, NULL);
	cr_shim_put_text(l, rule->slot, cr_arena_printf(l->arena, "gres/gpu:%s", value));
}

/* "2" or "h200:2": the text as Slurm keeps it, and the number of one task. */
static void take_gpus_per_task(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			       const char *value)
{
	const char *colon = strrchr(value, ':');

	if (strchr(value, ',') ||
	    cr_slurm_number(colon ? colon + 1 : value, &l->gpus_per_task, NULL) != 0) {
		cr_shim_put_unknown(l, rule->slot);
		cr_shim_put_unknown(l, CR_SLOT_TRES_BIND);
		return;
	}
	cr_shim_put_text(l, rule->slot,
			 colon ? cr_arena_printf(l->arena, "gres/gpu:%.*s=%s", (int)(colon - value),
						 value, colon + 1)
			       : cr_arena_printf(l->arena, "gres/gpu=%s", value));
}

/* As a text of one's own: its CPUs and GPUs are those of -c and --gpus-per-task. */
static void take_tres_per_task(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			       const char *value)
{
	l->tres_per_task = true;
	cr_shim_put_text(l, rule->slot, value);
	for (size_t len; *value; value += len + (value[len] == ',')) {
		char name[64], number[16];

		len = strcspn(value, ",");
		if (sscanf(value, "%63[^=:,]%*[=:]%15[0-9]", name, number) != 2) {
			cr_shim_put_unknown(l, CR_SLOT_TRES_BIND);
		} else if (strcmp(name, "cpu") == 0) {
			take_cpus(l, &(struct cr_shim_rule){.slot = CR_SLOT_CPUS_PER_TASK}, number);
		} else if (strcmp(name, "gres/gpu") == 0) {
			(void)cr_slurm_number(number, &l->gpus_per_task, NULL);
		}
	}
}

static void take_mincpus(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	(void)rule;
	(void)cr_slurm_number(value, &l->min_cpus, NULL);
}

static void take_overcommit(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			    const char *value)
{
	(void)rule;
	(void)value;
	l->overcommit = true;
}

static void take_tasks_per_gpu(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			       const char *value)
{
	l->tasks_per_gpu = true;
	cr_shim_take_number(l, rule, value);
}

/* The rest of sockets, cores and threads: what tasks become by it is not read here. */
static void take_sockets(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value)
{
	(void)value;
	l->sockets = true;
	if (rule->number > 0) {
		cr_shim_put_unknown(l, CR_SLOT_SOCKETS_PER_NODE);
		cr_shim_put_unknown(l, CR_SLOT_CORES_PER_SOCKET);
	}
	cr_shim_put_unknown(l, CR_SLOT_THREADS_PER_CORE);
}

static void take_reserved_cores(struct cr_shim_line *l, const struct cr_shim_rule *rule,
				const char *value)
{
	uint32_t n;

	if (cr_slurm_number(value, &n, NULL) == 0)
		cr_shim_put_number(l, rule->slot, rule->number | n);
}

/* ---- the table ---------------------------------------------------------------------------------
 */

#define RULE(option_, take_, slot_) {.option = (option_), .take = take_, .slot = CR_SLOT_##slot_}
#define NUMBERED(option_, take_, slot_, n_)                                                        \
	{.option = (option_), .take = take_, .slot = CR_SLOT_##slot_, .number = (n_)}
#define PREFIXED(option_, take_, slot_, text_)                                                     \
	{.option = (option_), .take = take_, .slot = CR_SLOT_##slot_, .text = (text_)}

static const struct cr_shim_rule rules[] = {
	NUMBERED("core-spec", take_reserved_cores, CORE_SPEC, 0),
	RULE("cores-per-socket", take_socket_number, CORES_PER_SOCKET),
	RULE("cpus-per-gpu", take_cpus_per_gpu, CPUS_PER_TRES),
	RULE("cpus-per-task", take_cpus, CPUS_PER_TASK),
	NUMBERED("extra-node-info", take_sockets, SOCKETS_PER_NODE, 1),
	PREFIXED("gpu-bind", take_prefixed, TRES_BIND, "gres/gpu:"),
	PREFIXED("gpu-freq", take_prefixed, TRES_FREQ, "gpu:"),
	PREFIXED("gpus", take_prefixed, TRES_PER_JOB, "gres/gpu:"),
	PREFIXED("gpus-per-node", take_gpus_per_node, TRES_PER_NODE, "gres/gpu:"),
	PREFIXED("gpus-per-socket", take_prefixed, TRES_PER_SOCKET, "gres/gpu:"),
	RULE("gpus-per-task", take_gpus_per_task, TRES_PER_TASK),
	PREFIXED("gres", take_gres, TRES_PER_NODE, "gres/"),
	NUMBERED("hint", take_sockets, THREADS_PER_CORE, 0),
	NUMBERED("mem", take_memory, PN_MIN_MEMORY, 0),
	NUMBERED("mem-per-cpu", take_memory, PN_MIN_MEMORY, MEM_PER_CPU),
	RULE("mem-per-gpu", take_memory_per_gpu, MEM_PER_TRES),
	RULE("mincpus", take_mincpus, PN_MIN_CPUS),
	RULE("ntasks", take_tasks, NUM_TASKS),
	RULE("ntasks-per-core", cr_shim_take_number, NTASKS_PER_CORE),
	RULE("ntasks-per-gpu", take_tasks_per_gpu, NTASKS_PER_TRES),
	RULE("ntasks-per-node", cr_shim_take_number, NTASKS_PER_NODE),
	RULE("ntasks-per-socket", cr_shim_take_number, NTASKS_PER_SOCKET),
	RULE("ntasks-per-tres", take_tasks_per_gpu, NTASKS_PER_TRES),
	RULE("overcommit", take_overcommit, MIN_CPUS),
	RULE("sockets-per-node", take_socket_number, SOCKETS_PER_NODE),
	RULE("tasks-per-node", cr_shim_take_number, NTASKS_PER_NODE),
	NUMBERED("thread-spec", take_reserved_cores, CORE_SPEC, CORE_SPEC_THREAD),
	RULE("threads-per-core", take_socket_number, THREADS_PER_CORE),
	NUMBERED("tmp", take_memory, PN_MIN_TMP_DISK, 0),
	RULE("tres-bind", cr_shim_take_text, TRES_BIND),
	RULE("tres-per-task", take_tres_per_task, TRES_PER_TASK),
};

void cr_shim_take_resource(struct cr_shim_line *l, const struct cr_slurm_word *word)
{
	cr_shim_take_by_rule(l, rules, sizeof(rules) / sizeof(rules[0]), word);
}

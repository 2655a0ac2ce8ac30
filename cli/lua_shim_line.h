/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A command line as the job_desc_msg_t that slurmctld's plugins would get of it from sbatch,
 * salloc or srun.  What cannot be known from the line is marked so, not guessed.
 */
#ifndef CR_CLI_LUA_SHIM_LINE_H
#define CR_CLI_LUA_SHIM_LINE_H

#include "cli/job_options.h"
#include "cli/lua_shim_fields.h"
#include "policies/cluster/view.h"

/** Who asks what; all borrowed. */
struct cr_shim_asked {
	const struct cr_request *request;
	const struct cr_job_words *words;
	const struct cr_view *view;  /* for this user and account */
	const char *default_account; /* the user's; NULL: not known */
};

/** Fill JOB from ASKED.  Texts live in ARENA, or are ASKED's. */
void cr_shim_job_read(const struct cr_shim_asked *asked, struct cr_arena *arena,
		      struct cr_shim_job *job);

/* ---- of its parts: what the options say alone, and what follows from several ----------------- */

struct cr_shim_line {
	const struct cr_shim_asked *asked;
	struct cr_arena *arena;
	struct cr_shim_job *job;
	const char *gpus_per_node, *gres;               /* as Slurm joins them */
	uint64_t flags;                                 /* of bitflags */
	uint32_t gpus_per_task, cpus_per_gpu, min_cpus; /* CR_UNSET; min_cpus is --mincpus */
	bool tasks, cpus;                               /* -n, -c are given */
	bool sockets;       /* an option that counts sockets, cores or threads is */
	bool tres_per_task; /* as a text */
	bool overcommit, tasks_per_gpu, other_plugins;
};

/** Set SLOT of L's job: to TEXT (NULL: nothing), to NUMBER, or to what is not known here. */
void cr_shim_put_text(struct cr_shim_line *l, enum cr_shim_slot slot, const char *text);
void cr_shim_put_number(struct cr_shim_line *l, enum cr_shim_slot slot, uint64_t number);
void cr_shim_put_unknown(struct cr_shim_line *l, enum cr_shim_slot slot);

/** The number in SLOT, or CR_UNSET where it has none or it is not known. */
uint32_t cr_shim_number_in(const struct cr_shim_line *l, enum cr_shim_slot slot);

/** What becomes of an option: TAKE with its value (NULL: it has none). */
struct cr_shim_rule {
	const char *option;
	void (*take)(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value);
	uint8_t slot;    /* enum cr_shim_slot; where it goes */
	uint64_t number; /* for TAKE */
	const char *text;
};

/** Carry out those of COUNT RULES that are of WORD's option. */
void cr_shim_take_by_rule(struct cr_shim_line *l, const struct cr_shim_rule *rules, size_t count,
			  const struct cr_slurm_word *word);

/** What a rule can take: a text as it is, a number, a time as so many of NUMBER to a minute. */
void cr_shim_take_text(struct cr_shim_line *l, const struct cr_shim_rule *rule, const char *value);
void cr_shim_take_number(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			 const char *value);
void cr_shim_take_minutes(struct cr_shim_line *l, const struct cr_shim_rule *rule,
			  const char *value);

/** Take WORD where it asks for nodes, tasks, CPUs, memory or GPUs. */
void cr_shim_take_resource(struct cr_shim_line *l, const struct cr_slurm_word *word);

/** Take the options of L's line, each by itself. */
void cr_shim_take_options(struct cr_shim_line *l);

/** Then what Slurm's clients derive from several: tasks, CPUs, nodes, flags, GPUs per task. */
void cr_shim_derive(struct cr_shim_line *l);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the command line of srun says about the shape of its step.
 *
 * A plugin is asked before srun has parsed its options (slurm_spank_init), so
 * the words are read here.  The table of Slurm's options tells which are known to
 * leave the number of tasks, their nodes and their distribution alone, and which do so
 * where they say what the job has anyhow (repeats.h).
 * Everything else, an abbreviated or a future option too, counts as shaping: in
 * doubt nothing is done.
 *
 * Not for two threads at once (cr_slurm_words_read()).
 */
#ifndef CR_LAUNCH_SRUN_LINE_H
#define CR_LAUNCH_SRUN_LINE_H

#include <stdbool.h>
#include <stdint.h>

/** Bytes of a cause (judge.h), its end included. */
#define CR_CAUSE_MAX 48

struct cr_srun_line {
	char shaping[48];         /* the first word that shapes the step, printable; "" = none */
	char cause[CR_CAUSE_MAX]; /* its option: "option:overlap", "unknown:future"; "" = none */
	uint32_t nodes;           /* -N, when it is one number; 0 = not said */
	uint32_t tasks;           /* -n; 0 = not said */
	uint32_t tasks_per_node;  /* --ntasks-per-node; 0 = not said */
	uint32_t cpus_per_task;   /* -c; 0 = not said */
	bool exclusive;           /* --exclusive without a value */
	const char *mem;          /* these: the last value, borrowed; NULL = not said */
	const char *jobid;
	const char *gpus;
	const char *gpus_per_task;
	const char *profile; /* --comm-profile's */
	int program;         /* index in argv of the program; argc when there is none */
};

/**
 * Read the ARGC words of ARGV, srun's own name first.  IGNORES (may be NULL) names options
 * of other plugins that the site knows to be harmless, with commas between them; one
 * that takes a value ends with '='.
 */
struct cr_srun_line cr_srun_line_read(int argc, const char *const *argv, const char *ignores);

#endif

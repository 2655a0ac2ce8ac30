/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the plugin may ask of the Slurm program that loaded it.  Only plugin.c
 * knows spank.h; everything else is written, and tested, against this.
 */
#ifndef CR_SPANK_HOST_H
#define CR_SPANK_HOST_H

#include <stdbool.h>
#include <stddef.h>

enum cr_host_level { CR_HOST_ERROR, CR_HOST_INFO, CR_HOST_VERBOSE, CR_HOST_DEBUG };

struct cr_host {
	/** Log one printable line at LEVEL, as the program logs its own. */
	void (*log)(enum cr_host_level level, const char *text);

	/**
	 * The step's variable NAME into BUF.  Returns 0; -1 when unset or too
	 * long for SIZE bytes, BUF untouched or cut.
	 */
	int (*getenv)(void *step, const char *name, char *buf, size_t size);

	/** Set the step's variable NAME.  Returns 0, or -1 when refused. */
	int (*setenv)(void *step, const char *name, const char *value);

	/** Remove the step's variable NAME, if it is there. */
	void (*unsetenv)(void *step, const char *name);

	/** Bytes of the step's environment, or 0 when not known. */
	size_t (*env_size)(void *step);

	/**
	 * The words of the step's program into *WORDS, the host's own.  Returns how many;
	 * 0 when they are not known.
	 */
	int (*words)(void *step, const char *const **words);

	void *step; /* handed to the functions above; NULL outside slurmstepd */
};

/** Is HOST's step the batch script?  It is the only one without a list of nodes of its own. */
bool cr_host_is_batch(const struct cr_host *host);

/** Log formatted text through HOST.  Longer than 600 bytes is cut. */
void cr_host_log(const struct cr_host *host, enum cr_host_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables of an environment: this process's own, a step's on its node, or an imagined job's. */
#ifndef CR_BASE_VARIABLES_H
#define CR_BASE_VARIABLES_H

#include <stdint.h>

struct cr_variables {
	/** The value of NAME, valid until the next call, or NULL. */
	const char *(*get)(void *context, const char *name);
	void *context;
};

/** Those of this process.  Not for a thread beside one that sets any. */
struct cr_variables cr_variables_of_process(void);

/** The value of NAME in V, valid until the next call; NULL: it is not set. */
const char *cr_variable(const struct cr_variables *v, const char *name);

/** NAME in V as a plain whole number; 0 when it is unset or none. */
uint64_t cr_variable_number(const struct cr_variables *v, const char *name);

#endif

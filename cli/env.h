/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute env`: the judged catalogue, and the ways to print it. */
#ifndef CR_CLI_ENV_H
#define CR_CLI_ENV_H

#include "environment/advice.h"
#include "policies/file/policy.h"

#include <argp.h>
#include <stdbool.h>

struct cr_env_report {
	const char *name; /* of the catalogue */
	const struct cr_catalogue *catalogue;
	struct cr_situation situation;
	struct cr_harmful harmful; /* the policy's */
	bool all;                  /* rows that do not apply too */
};

/** A machine that is described; all empty: the one that the command runs on. */
struct cr_env_machine {
	const char *product, *root;
	struct cr_facts devices; /* those named, when HAS_DEVICES */
	bool has_devices;
	uint32_t version[CR_LIBRARIES];
};

/** The options that describe a machine; the input is a struct cr_env_machine. */
extern const struct argp cr_env_machine_argp;

/** What MACHINE has, into *FACTS (cr_facts_clear()). */
void cr_env_facts(const struct cr_env_machine *machine, struct cr_facts *facts);

/** A variable of the command's environment that looks like one of NCCL's or EFA's and is none. */
struct cr_misspelt {
	char name[64];
	const char *near; /* the name that was meant; static */
};

/** The I-th of them: true and *M set, or false past the end. */
bool cr_env_misspelt(size_t i, struct cr_misspelt *m);

/** Print REPORT as a table.  Returns an exit status. */
int cr_env_print(const struct cr_env_report *report);

/** Print REPORT as JSON.  Returns an exit status. */
int cr_env_print_json(const struct cr_env_report *report);

#endif

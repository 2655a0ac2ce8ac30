/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine that `commroute env` speaks of: this one, or one described by options. */
#include "cli/env.h"

#include "environment/libraries.h"

#include <stdio.h>
#include <string.h>

int cr_env_take_device(struct cr_env_machine *machine, const char *kind)
{
	struct cr_facts *d = &machine->devices;
	const struct {
		const char *kind;
		bool *there;
	} kinds[] = {
		{"efa", &d->efa},   {"infiniband", &d->infiniband}, {"roce", &d->roce},
		{"imex", &d->imex}, {"mnnvl", &d->mnnvl},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].kind, kind) == 0) {
			*kinds[i].there = true;
			machine->has_devices = true;
			return 0;
		}
	return -1;
}

/* A product has what its name tells, unless devices were named. */
static void describe_machine(const struct cr_env_machine *machine, struct cr_facts *facts)
{
	cr_facts_of_product(machine->product ? machine->product : "", facts);
	if (!machine->has_devices)
		return;
	facts->efa = machine->devices.efa;
	facts->infiniband = machine->devices.infiniband;
	facts->roce = machine->devices.roce;
	facts->imex = machine->devices.imex;
	facts->mnnvl = machine->devices.mnnvl;
}

void cr_env_facts(const struct cr_env_machine *machine, struct cr_facts *facts)
{
	bool described = machine->product || machine->has_devices;

	if (described)
		describe_machine(machine, facts);
	else
		cr_facts_read(machine->root ? machine->root : "", false, facts);
	for (enum cr_library library = 0; library < CR_LIBRARIES; library++)
		if (machine->version[library])
			facts->version[library] = machine->version[library];
		else if (!described)
			cr_libraries_read(facts, library);
}

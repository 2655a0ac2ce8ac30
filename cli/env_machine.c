/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine that `commroute env` speaks of: this one, or one described by options. */
#include "cli/env.h"

#include "environment/libraries.h"
#include "environment/version.h"

#include <stdio.h>
#include <string.h>

enum { OPT_PRODUCT = 0x200, OPT_DEVICE, OPT_PLUGIN, OPT_NCCL, OPT_LIBFABRIC, OPT_ROOT };

static const struct argp_option table[] = {
	{"product", OPT_PRODUCT, "NAME", 0,
	 "a machine of this product name (p5en.48xlarge), not this one", 0},
	{"device", OPT_DEVICE, "KIND", 0,
	 "it has efa, infiniband, roce, imex or mnnvl (NVLink between nodes); may be given again; "
	 "default: what the product has",
	 0},
	{"plugin", OPT_PLUGIN, "VERSION", 0, "it has this version of aws-ofi-nccl", 0},
	{"nccl", OPT_NCCL, "VERSION", 0, "it has this version of NCCL", 0},
	{"libfabric", OPT_LIBFABRIC, "VERSION", 0, "it has this version of libfabric", 0},
	{"root", OPT_ROOT, "DIR", 0, "look at DIR/sys, DIR/dev ... instead of this machine's", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static int take_device(struct cr_env_machine *machine, const char *kind)
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

static void take_version(struct argp_state *state, const char *option, const char *arg,
			 uint32_t *version)
{
	*version = cr_version_of(arg);
	if (!*version)
		argp_error(state, "--%s: not a version such as 1.16.2: '%s'", option, arg);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct cr_env_machine *machine = state->input;

	switch (key) {
	case OPT_PRODUCT:
		machine->product = arg;
		return 0;
	case OPT_DEVICE:
		if (take_device(machine, arg) != 0)
			argp_error(state,
				   "--device: efa, infiniband, roce, imex or mnnvl, not '%s'", arg);
		return 0;
	case OPT_PLUGIN:
		take_version(state, "plugin", arg, &machine->version[CR_LIBRARY_PLUGIN]);
		return 0;
	case OPT_NCCL:
		take_version(state, "nccl", arg, &machine->version[CR_LIBRARY_NCCL]);
		return 0;
	case OPT_LIBFABRIC:
		take_version(state, "libfabric", arg, &machine->version[CR_LIBRARY_LIBFABRIC]);
		return 0;
	case OPT_ROOT:
		machine->root = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp cr_env_machine_argp = {.options = table, .parser = parse_option};

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

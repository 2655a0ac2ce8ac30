/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The built-in catalogues as they are in environment: a node has no other copy. */
#include "environment/catalogue.h"

#include <string.h>

#define EMBED(symbol, file)                                                                        \
	__asm__(".section .rodata\n" #symbol ":\n.incbin \"" file "\"\n" #symbol "_end:\n"         \
		".byte 0\n.previous\n");                                                           \
	extern const char symbol[], symbol##_end[]

EMBED(cr_environment_aws, "environment/aws.yaml");
EMBED(cr_environment_infiniband, "environment/infiniband.yaml");

const char *cr_catalogue_text(const char *name, size_t *len)
{
	static const struct {
		const char *name, *begin, *end;
	} all[] = {
		{"aws", cr_environment_aws, cr_environment_aws_end},
		{"infiniband", cr_environment_infiniband, cr_environment_infiniband_end},
	};

	for (size_t i = 0; name && i < sizeof(all) / sizeof(all[0]); i++)
		if (strcmp(name, all[i].name) == 0) {
			/* Two symbols to a compiler, one object to the assembler. */
			*len = (uintptr_t)all[i].end - (uintptr_t)all[i].begin;
			return all[i].begin;
		}
	return NULL;
}

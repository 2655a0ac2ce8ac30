/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The built-in catalogues: a node has no other copy.  To add one, write
 * environment/NAME.yaml and a line here; messages, `commroute env --list`, the
 * documentation and the manual pages take it from this table (make documents).
 */
#include "environment/catalogue.h"

#include "base/buffer.h"

#define CATALOGUES(X)                                                                              \
	X(aws, "AWS: EFA, and UltraServers of GB200 and GB300")                                    \
	X(infiniband, "a site's own InfiniBand, with GB200 or without")                            \
	X(roce, "RDMA over Ethernet: a cloud's or a site's own")                                   \
	X(nccl, "what holds for NCCL on any fabric; the others are with it")

#define EMBED(name, summary)                                                                       \
	__asm__(".section .rodata\n"                                                               \
		"cr_environment_" #name ":\n.incbin \"environment/" #name ".yaml\"\n"              \
		".byte 0\n.previous\n");                                                           \
	extern const char cr_environment_##name[];

CATALOGUES(EMBED)

const struct cr_catalogue_info *cr_catalogue_info(size_t i)
{
#define ROW(name, summary) {#name, summary, cr_environment_##name},
	static const struct cr_catalogue_info all[] = {CATALOGUES(ROW)};

	return i < sizeof(all) / sizeof(all[0]) ? &all[i] : NULL;
}

const char *cr_catalogue_names(char *buf, size_t size)
{
	struct cr_buffer b = cr_buffer(buf, size);
	const struct cr_catalogue_info *info;

	for (size_t i = 0; (info = cr_catalogue_info(i)) != NULL; i++)
		cr_buffer_print(&b, "%s%s", i ? ", " : "", info->name);
	cr_buffer_add(&b, " and none");
	return buf;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a route says in vain: keys for another type of topology than the one it leads to. */
#include "policies/file/route_keys.h"

#include <string.h>

/* Does what ROUTE says under F differ from saying nothing? */
static bool is_wish(const struct cr_field *f, const struct cr_route *route)
{
	switch (f->kind) {
	case CR_KIND_BOOL:
		return *cr_at_flag(route, f->offset);
	case CR_KIND_CHOICE:
		return strcmp(f->choices[*cr_at_word(route, f->offset)], f->standard) != 0;
	case CR_KIND_COUNT:
		return strcmp(f->choices[cr_at_count(route, f->offset)->choice], f->standard) != 0;
	case CR_KIND_SECTION:
		return cr_at_section(route, f->offset)->given;
	default:
		return false;
	}
}

const struct cr_field *cr_route_vain_key(const struct cr_route *route, enum cr_topology_type type,
					 size_t *at)
{
	const struct cr_section *section = cr_schema_routes();

	while (*at < section->count) {
		const struct cr_field *f = &section->fields[(*at)++];

		if (f->on && f->on != type && is_wish(f, route))
			return f;
	}
	return NULL;
}

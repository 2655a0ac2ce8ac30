/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a route says in vain: keys for another type of topology than the one it leads to. */
#include "policies/file/route_keys.h"

#include <string.h>

/* Does what VALUE says differ from saying nothing? */
static bool is_wish(const struct cr_field *f, const void *value)
{
	const struct cr_count *count = value;

	switch (f->kind) {
	case CR_KIND_BOOL:
		return *(const bool *)value;
	case CR_KIND_CHOICE:
		return strcmp(f->choices[*(const unsigned *)value], f->standard) != 0;
	case CR_KIND_COUNT:
		return strcmp(f->choices[count->choice], f->standard) != 0;
	case CR_KIND_SECTION:
		return ((const struct cr_entry *)value)->given;
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

		if (f->on && f->on != type && is_wish(f, (const char *)route + f->offset))
			return f;
	}
	return NULL;
}

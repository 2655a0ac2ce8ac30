/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NCCL and libfabric say nothing about a name that they do not know: NCCL_BUFFERSIZE is in public
 * samples. */
#include "cli/env.h"

#include "environment/known_names.h"

#include <string.h>

extern char **environ;

/* The name of ENTRY ("NAME=value"), when it is nobody's and near to somebody's. */
static bool is_misspelt(const char *entry, struct cr_misspelt *m)
{
	size_t len = strcspn(entry, "=");

	if (len >= sizeof(m->name))
		return false;
	memcpy(m->name, entry, len);
	m->name[len] = '\0';
	m->near = cr_known_nearest(m->name);
	return m->near != NULL;
}

bool cr_env_misspelt(size_t i, struct cr_misspelt *m)
{
	for (char **entry = environ; entry && *entry; entry++)
		if (is_misspelt(*entry, m) && i-- == 0)
			return true;
	return false;
}

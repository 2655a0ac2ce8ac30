/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Partitions and QOS of a view found by their names. */
#include "policies/cluster/view.h"

#include <string.h>
#include <strings.h>

const struct cr_partition *cr_view_partition(const struct cr_view *view, const char *name)
{
	for (size_t i = 0; name && i < view->partition_count; i++)
		if (strcmp(view->partitions[i].name, name) == 0)
			return &view->partitions[i];
	return NULL;
}

const struct cr_qos *cr_view_qos(const struct cr_view *view, const char *name)
{
	for (size_t i = 0; name && i < view->qos_count; i++)
		if (strcasecmp(view->qos[i].name, name) == 0)
			return &view->qos[i];
	return NULL;
}

const struct cr_reservation *cr_view_reservation(const struct cr_view *view, const char *name)
{
	for (size_t i = 0; name && i < view->reservation_count; i++)
		if (strcmp(view->reservations[i].name, name) == 0)
			return &view->reservations[i];
	return NULL;
}

bool cr_view_has_qos(const struct cr_view *view, const char *name)
{
	return cr_view_qos(view, name) || cr_names_has(&view->qos_names, name);
}

bool cr_assoc_has_qos(const struct cr_assoc *assoc, const char *name)
{
	const uint64_t *in = assoc->qos_in;

	if (!assoc->qos.count)
		return true;
	for (size_t i = 0; name && i < assoc->qos.count; i++)
		if ((!in || in[i / 64] >> i % 64 & 1) && strcasecmp(assoc->qos.name[i], name) == 0)
			return true;
	return false;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spank/place.h"

#include "topology/files.h"
#include "topology/slurmconf.h"
#include "topology/topology.h"

#include <stdio.h>
#include <string.h>

static int first_error(const struct cr_diags *diags, struct cr_error *err)
{
	char line[sizeof(err->text)] = "out of memory";

	for (size_t i = cr_diags_kept(diags); i-- > 0;)
		if (cr_diags_get(diags, i)->severity == CR_ERROR)
			cr_diag_format(cr_diags_get(diags, i), line, sizeof(line));
	return cr_error_set(err, "%s", line);
}

static int copy(char *to, size_t size, const char *from, struct cr_error *err)
{
	int n = snprintf(to, size, "%s", from);

	if (n >= 0 && (size_t)n < size)
		return 0;
	return cr_error_set(err, "a name of more than %zu bytes", size - 1);
}

static int fill(const struct cr_topology *topology, const char *node, struct cr_place *place,
		struct cr_error *err)
{
	struct cr_place found = {0};
	uint32_t at = node ? cr_topology_node(topology, node) : CR_NONE;
	uint32_t unit = at == CR_NONE ? CR_NONE : cr_topology_unit_of(topology, at);
	const struct cr_group *group = unit == CR_NONE ? NULL : cr_topology_group(topology, unit);

	if (copy(found.topology, sizeof(found.topology), cr_topology_name(topology), err) != 0 ||
	    copy(found.type, sizeof(found.type),
		 cr_topology_type_name(cr_topology_type(topology)), err) != 0)
		return -1;
	if (group && group->name && copy(found.unit, sizeof(found.unit), group->name, err) != 0)
		return -1;
	*place = found;
	return 0;
}

int cr_place_find(const char *conf, const char *partition, const char *node,
		  struct cr_place *place, struct cr_error *err)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_slurmconf *settings = cr_slurmconf_read(conf, diags);
	struct cr_topologies *set =
		settings ? cr_topologies_read_beside(conf, settings, NULL, diags) : NULL;
	const struct cr_topology *topology = NULL;
	bool defined = false;
	int rc = -1;

	if (!set) {
		first_error(diags, err);
		goto done;
	}
	topology = cr_topologies_find(set, cr_slurmconf_topology(settings, partition, &defined));
	if (!defined)
		cr_error_set(err, "%s has no partition '%s'", conf, partition);
	else if (!topology)
		cr_error_set(err, "partition '%s' names a topology that is not defined", partition);
	else
		rc = fill(topology, node, place, err);
done:
	cr_topologies_destroy(set);
	cr_slurmconf_destroy(settings);
	cr_diags_destroy(diags);
	return rc;
}

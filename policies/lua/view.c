/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The job, the decision and the cluster as a script sees them: all classes there are. */
#include "policies/lua/view.h"

static const struct cr_lua_class *const classes[] = {
	&cr_lua_job_class,       &cr_lua_decision_class,  &cr_lua_cluster_class,
	&cr_lua_candidate_class, &cr_lua_partition_class, &cr_lua_qos_class};
#define CLASSES (sizeof(classes) / sizeof(classes[0]))

void cr_lua_open_views(lua_State *L)
{
	for (size_t i = 0; i < CLASSES; i++)
		cr_lua_open_class(L, classes[i]);
	cr_lua_open_containers(L);
}

void cr_lua_push_root(lua_State *L, enum cr_lua_root root)
{
	cr_lua_show_object(L, classes[root], NULL); /* the roots are the first of the classes */
}

const char *cr_lua_view_field(size_t which, size_t i, const char **name)
{
	size_t shown = 0;

	for (size_t at = 0; which < CLASSES && at < cr_lua_field_count(classes[which]); at++) {
		if (!cr_lua_field_name(classes[which], at) || shown++ < i)
			continue;
		*name = classes[which]->name;
		return cr_lua_field_name(classes[which], at);
	}
	return NULL;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables through one small interface, and those that are numbers. */
#include "base/variables.h"

#include <stdlib.h>

static const char *get_own(void *context, const char *name)
{
	(void)context;
	return getenv(name);
}

struct cr_variables cr_variables_of_process(void)
{
	return (struct cr_variables){get_own, NULL};
}

const char *cr_variable(const struct cr_variables *v, const char *name)
{
	return v->get(v->context, name);
}

uint64_t cr_variable_number(const struct cr_variables *v, const char *name)
{
	const char *text = cr_variable(v, name);
	char *end;
	unsigned long long n;

	if (!text || *text < '0' || *text > '9')
		return 0;
	n = strtoull(text, &end, 10);
	return *end ? 0 : n;
}

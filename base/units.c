/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers and time spans of configuration files: whole, with a unit, within bounds, or refused. */
#include "base/units.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TEN_YEARS (10ULL * 366 * 24 * 3600)

/* The number at the start of TEXT; *REST is what follows.  -1: none, or over 64 bits. */
static int leading_number(const char *text, uint64_t *n, const char **rest)
{
	uint64_t value = 0;
	const char *at = text;

	for (; *at >= '0' && *at <= '9'; at++)
		if (__builtin_mul_overflow(value, 10u, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value))
			return -1;
	if (at == text)
		return -1;
	*n = value;
	*rest = at;
	return 0;
}

int cr_units_number(const char *text, uint64_t min, uint64_t max, uint64_t *n, struct cr_error *err)
{
	const char *rest;
	char shown[48];
	uint64_t value;

	if (leading_number(text, &value, &rest) == 0 && !*rest && value >= min && value <= max) {
		*n = value;
		return 0;
	}
	cr_text_printable(shown, sizeof(shown), text, strlen(text));
	return cr_error_set(err, "'%s' is not a whole number from %" PRIu64 " to %" PRIu64, shown,
			    min, max);
}

static uint64_t unit_seconds(const char *unit)
{
	static const struct {
		char letter;
		uint32_t seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (unit[0] == units[i].letter && !unit[1])
			return units[i].seconds;
	return 0;
}

int cr_units_seconds(const char *text, uint64_t *seconds, struct cr_error *err)
{
	const char *rest;
	char shown[48];
	uint64_t value, unit;

	if (leading_number(text, &value, &rest) == 0) {
		unit = unit_seconds(rest);
		if (unit && value <= TEN_YEARS / unit) {
			*seconds = value * unit;
			return 0;
		}
	}
	cr_text_printable(shown, sizeof(shown), text, strlen(text));
	return cr_error_set(err,
			    "'%s' is not a time span: a whole number and s, m, h, d or w, "
			    "such as 30m, at most 10 years",
			    shown);
}

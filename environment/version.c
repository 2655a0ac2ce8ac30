/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three parts of a version, 8 bits each; what follows the third is not looked at. */
#include "environment/version.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define PARTS    3
#define PART_MAX 255

static bool is_digit(const char *text, const char *end)
{
	return text < end && *text >= '0' && *text <= '9';
}

/* Up to three parts from *TEXT, which moves behind them.  -1 when a part is too large. */
static int parse_parts(const char **text, const char *end, bool clamp, uint32_t *number)
{
	int parts = 0;

	*number = 0;
	for (; parts < PARTS && is_digit(*text, end); parts++) {
		uint32_t n = 0;

		for (; is_digit(*text, end); ++*text)
			n = n > PART_MAX ? n : n * 10 + (uint32_t)(**text - '0');
		if (n > PART_MAX && !(clamp && parts == PARTS - 1))
			return -1;
		*number = *number << 8 | (n > PART_MAX ? PART_MAX : n);
		if (parts < PARTS - 1 && *text < end && **text == '.' && is_digit(*text + 1, end))
			++*text;
		else
			end = *text;
	}
	for (int i = parts; i < PARTS; i++)
		*number <<= 8;
	return parts ? 0 : -1;
}

uint32_t cr_version_of(const char *text)
{
	uint32_t number;

	if (parse_parts(&text, text + strlen(text), false, &number) != 0 || *text)
		return 0;
	return number;
}

uint32_t cr_version_prefix(const char *text, size_t len)
{
	const char *at = text;
	uint32_t number;

	if (parse_parts(&at, text + len, true, &number) != 0 || at == text + len)
		return 0;
	return number;
}

const char *cr_version_text(uint32_t number, char *buf, size_t size)
{
	if (number)
		(void)snprintf(buf, size, "%u.%u.%u", number >> 16, number >> 8 & 255,
			       number & 255);
	else
		(void)snprintf(buf, size, "-");
	return buf;
}

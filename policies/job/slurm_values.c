/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One reader of values for the command and for both plugins. */
#include "policies/job/slurm_values.h"

#include "base/text.h"
#include "policies/job/request.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int cr_slurm_bad_value(const char *value, const char *what, struct cr_error *err)
{
	char shown[80];

	cr_text_printable(shown, sizeof(shown), value, strlen(value));
	return cr_error_set(err, "'%s' is not %s", shown, what);
}

int cr_slurm_number(const char *value, uint32_t *n, struct cr_error *err)
{
	char *end;
	unsigned long long number = strtoull(value, &end, 10);

	if (end > value && (*end == 'k' || *end == 'K') && !end[1])
		number *= 1024, end++;
	else if (end > value && (*end == 'm' || *end == 'M') && !end[1])
		number *= 1048576, end++;
	if (!isdigit((unsigned char)value[0]) || *end || !cr_is_number(number))
		return cr_slurm_bad_value(value, "a number", err);
	*n = (uint32_t)number;
	return 0;
}

int cr_slurm_minutes(const char *value, uint32_t *minutes, struct cr_error *err)
{
	unsigned long days = 0, part[3] = {0}, seconds;
	const char *at = value, *dash = strchr(value, '-');
	char *end;
	int n = 0;

	if (strcasecmp(value, "unlimited") == 0 || strcasecmp(value, "infinite") == 0) {
		*minutes = CR_INFINITE;
		return 0;
	}
	if (dash) {
		days = strtoul(value, &end, 10);
		if (end != dash)
			return cr_slurm_bad_value(value, "a time", err);
		at = dash + 1;
	}
	for (; n < 3; at = end + 1) {
		if (!isdigit((unsigned char)*at))
			return cr_slurm_bad_value(value, "a time", err);
		part[n++] = strtoul(at, &end, 10);
		if (*end != ':')
			break;
	}
	if (*end || days > 100000 || part[0] > 100000000 || part[1] > 100000 || part[2] > 100000)
		return cr_slurm_bad_value(
			value, "a time (minutes, MM:SS, HH:MM:SS, D-HH, D-HH:MM, ...)", err);
	if (dash || n == 3)
		seconds = part[0] * 3600 + part[1] * 60 + part[2];
	else
		seconds = part[0] * 60 + part[1];
	*minutes = (uint32_t)((days * 86400 + seconds + 59) / 60);
	return 0;
}

/* The power of 1024 that TEXT ("", "K", "MB", "g" ...) stands for over MiB: K is -1.  -2: none. */
static int memory_unit(const char *text)
{
	static const char units[] = "KMGTkmgt";
	const char *unit = *text ? strchr(units, *text) : &units[1];

	if (!unit || (*text && text[1] && strcasecmp(text + 1, "B") != 0))
		return -2;
	return (int)((unit - units) % 4) - 1;
}

int cr_slurm_memory(const char *value, uint64_t *mib, struct cr_error *err)
{
	char *end;
	unsigned long long n = strtoull(value, &end, 10);
	int power = memory_unit(end);

	if (value[0] < '0' || value[0] > '9' || power < -1 || n > UINT64_C(1) << 40)
		return cr_slurm_bad_value(value, "a size of memory", err);
	n = power < 0 ? (n + 1023) / 1024 : n << (10 * power);
	*mib = n ? n : CR_UNSET64;
	return 0;
}

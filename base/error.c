/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One error on the caller's stack: what is said, and what callers put before it as it rises. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int(cr_error_set)(struct cr_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, fmt);
	err->code = 0;
	(void)vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	return -1;
}

int(cr_error_set_code)(struct cr_error *err, unsigned code, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, fmt);
	err->code = code;
	(void)vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	return -1;
}

int(cr_error_prefix)(struct cr_error *err, const char *fmt, ...)
{
	char rest[sizeof(err->text)];
	size_t used;
	va_list ap;

	if (!err)
		return -1;
	memcpy(rest, err->text, sizeof(rest));
	va_start(ap, fmt);
	(void)vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	used = strlen(err->text);
	(void)snprintf(err->text + used, sizeof(err->text) - used, ": %s", rest);
	return -1;
}

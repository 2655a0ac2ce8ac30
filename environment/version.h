/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Versions as one number that compares.  Pure; any thread. */
#ifndef CR_ENVIRONMENT_VERSION_H
#define CR_ENVIRONMENT_VERSION_H

#include <stddef.h>
#include <stdint.h>

/** "1.16" or "1.16.2"; 0 when TEXT is no version. */
uint32_t cr_version_of(const char *text);

/**
 * What the LEN bytes at TEXT begin with ("1.22.0amzn1.0", "5.15.0-1048-aws"); 0 when
 * that is no version, or when it could go on behind LEN.  A third part beyond 255
 * counts as 255.
 */
uint32_t cr_version_prefix(const char *text, size_t len);

/** NUMBER as "1.16.2" into BUF; "-" for 0.  Returns BUF. */
const char *cr_version_text(uint32_t number, char *buf, size_t size);

#endif

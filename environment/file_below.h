/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files below a root directory, read without waiting on anything. */
#ifndef CR_ENVIRONMENT_FILE_BELOW_H
#define CR_ENVIRONMENT_FILE_BELOW_H

#include <stddef.h>

/** Open the regular file ROOT/PATH for reading; -1 when it is none or cannot be. */
int cr_below_open(const char *root, const char *path);

/** As much of it as fits into BUF of SIZE bytes, terminated; "" when it cannot be read. */
void cr_below_read(const char *root, const char *path, char *buf, size_t size);

/** ROOT/PATH into BUF.  Returns 0, or -1 when it does not fit. */
int cr_below_path(const char *root, const char *path, char *buf, size_t size);

#endif

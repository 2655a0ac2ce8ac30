/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the subcommands share in speaking: messages, colour, JSON. */
#ifndef CR_CLI_OUTPUT_H
#define CR_CLI_OUTPUT_H

#include "base/diag.h"
#include "base/error.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>

/** Is colour wanted on OUT: a terminal, not a dumb one, and no NO_COLOR set? */
bool cr_cli_colour(FILE *out);

/** Can OUT's reader show box-drawing characters (a UTF-8 locale)? */
bool cr_cli_utf8(void);

/** The width of the terminal behind OUT, from 40 to 500, or 100 when it is none. */
size_t cr_cli_width(FILE *out);

/** Print "commroute: TEXT" to standard error. */
void cr_cli_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** Print all of DIAGS to standard error, sorted, and what was not kept. */
void cr_cli_diags(struct cr_diags *diags);

/** Print VALUE as indented JSON with a newline, and release it.  Returns an exit status. */
int cr_cli_json(struct json_object *value);

/** Flush standard output.  Returns CR_CLI_OK, or CR_CLI_SYSTEM after saying why not. */
int cr_cli_finish(void);

#endif

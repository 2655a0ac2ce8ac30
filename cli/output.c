/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How subcommands speak: to standard error with the program's name, in colour only to people. */
#include "cli/output.h"

#include "cli/command.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cr_cli_colour(FILE *out)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");

	return isatty(fileno(out)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

bool cr_cli_utf8(void)
{
	return setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

size_t cr_cli_width(FILE *out)
{
	struct winsize size;

	if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || !size.ws_col)
		return 100;
	if (size.ws_col < 40)
		return 40;
	return size.ws_col < 500 ? size.ws_col : 500;
}

void cr_cli_say(const char *fmt, ...)
{
	va_list ap;

	fputs("commroute: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void cr_cli_diags(struct cr_diags *diags)
{
	size_t all = cr_diags_errors(diags) + cr_diags_warnings(diags);
	size_t kept = cr_diags_kept(diags);
	char line[1024];

	cr_diags_sort(diags);
	for (size_t i = 0; i < kept; i++)
		fprintf(stderr, "%s\n", cr_diag_format(cr_diags_get(diags, i), line, sizeof(line)));
	if (all > kept)
		fprintf(stderr, "and %zu more\n", all - kept);
}

int cr_cli_json(struct json_object *value)
{
	if (!value) {
		cr_cli_say("out of memory");
		return CR_CLI_SYSTEM;
	}
	puts(json_object_to_json_string_ext(value, JSON_C_TO_STRING_PRETTY |
							   JSON_C_TO_STRING_SPACED |
							   JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(value);
	return cr_cli_finish();
}

int cr_cli_finish(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return CR_CLI_OK;
	cr_cli_say("standard output: %s", strerror(errno));
	return CR_CLI_SYSTEM;
}

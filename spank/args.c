/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin's words in plugstack.conf; unknown ones are said and skipped. */
#include "spank/args.h"

#include "base/text.h"

#include <stdbool.h>
#include <string.h>

#define CONFIG "config="
#define ROOT   "root="

/* WORD is NAME with an absolute path: *INTO is set to that. */
static bool take_path(const char *word, const char *name, const char **into)
{
	size_t len = strlen(name);

	if (strncmp(word, name, len) != 0 || word[len] != '/')
		return false;
	*into = word + len;
	return true;
}

struct cr_spank_args cr_spank_args_read(int argc, char **argv, const struct cr_host *host)
{
	struct cr_spank_args args = {0};

	for (int i = 0; i < argc; i++) {
		char shown[60];

		if (take_path(argv[i], CONFIG, &args.config) ||
		    take_path(argv[i], ROOT, &args.root))
			continue;
		cr_text_printable(shown, sizeof(shown), argv[i], strlen(argv[i]));
		cr_host_log(host, CR_HOST_ERROR,
			    "commroute: plugstack.conf: unknown word '%s' is skipped; "
			    "known: config=/absolute/path, root=/absolute/path",
			    shown);
	}
	return args;
}

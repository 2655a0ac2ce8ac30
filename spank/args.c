/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spank/args.h"

#include "base/text.h"

#include <string.h>

#define CONFIG "config="

struct cr_spank_args cr_spank_args_read(int argc, char **argv, const struct cr_host *host)
{
	struct cr_spank_args args = {0};

	for (int i = 0; i < argc; i++) {
		char shown[60];

		if (strncmp(argv[i], CONFIG, strlen(CONFIG)) == 0 &&
		    argv[i][strlen(CONFIG)] == '/') {
			args.config = argv[i] + strlen(CONFIG);
			continue;
		}
		cr_text_printable(shown, sizeof(shown), argv[i], strlen(argv[i]));
		cr_host_log(host, CR_HOST_ERROR,
			    "commroute: plugstack.conf: unknown word '%s' is skipped; "
			    "known: config=/absolute/path",
			    shown);
	}
	return args;
}

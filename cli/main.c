/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute: the program around cr_cli_run(), which tests call without it. */
#include "cli/command.h"

int main(int argc, char **argv)
{
	return cr_cli_run(argc, argv);
}

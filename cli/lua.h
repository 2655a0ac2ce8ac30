/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands of `commroute lua` that have files of their own. */
#ifndef CR_CLI_LUA_H
#define CR_CLI_LUA_H

/** commroute lua import: as cr_cli_command.run. */
int cr_cli_lua_import(int argc, char **argv);

#endif

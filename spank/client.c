/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The option in sbatch, salloc and srun: where it may stand, and what a wrong one is told. */
#include "spank/client.h"

#include "policies/job/codes.h"
#include "policies/job/variables.h"
#include "spank/profile_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *program, *variable;
} clients[] = {
	{"sbatch", "SBATCH_COMM_PROFILE"},
	{"salloc", "SALLOC_COMM_PROFILE"},
	{"srun", "SRUN_COMM_PROFILE"},
};

/* The variable whose value stands in the carrier, or NULL: a client has one thread. */
static const char *handed_on;

static const char *variable_of(const char *program)
{
	for (size_t i = 0; program && i < sizeof(clients) / sizeof(clients[0]); i++)
		if (strcmp(program, clients[i].program) == 0)
			return clients[i].variable;
	return NULL;
}

/* The name of ENTRY ("NAME=value"), if it is one of ours, into BUF. */
static bool take_our_name(const char *entry, char *buf, size_t size)
{
	size_t len = strcspn(entry, "=");

	if ((strncmp(entry, "COMMROUTE_", 10) != 0 &&
	     strncmp(entry, "SLURM_COMMROUTE_", 16) != 0) ||
	    len >= size)
		return false;
	memcpy(buf, entry, len);
	buf[len] = '\0';
	return true;
}

void cr_client_forget_outer_job(const char *program)
{
	char name[256];

	if (!variable_of(program) || (strcmp(program, "srun") == 0 && getenv("SLURM_JOB_ID")))
		return;
	/* What is unset moves up to this place. */
	for (char **entry = environ; entry && *entry;)
		if (!take_our_name(*entry, name, sizeof(name)) || unsetenv(name) != 0)
			entry++;
}

void cr_client_take_variable(const char *program)
{
	const char *variable = variable_of(program);
	const char *value = variable ? getenv(variable) : NULL;

	handed_on = value ? variable : NULL;
	if (value)
		(void)setenv(CR_CLIENT_CARRIER, value, 1);
	else if (variable && strcmp(program, "srun") != 0)
		(void)unsetenv(CR_CLIENT_CARRIER);
}

bool cr_client_asks_for_list(int argc, const char *const *argv)
{
	static const char option[] = "--comm-profile";

	if (argc < 2 || strncmp(argv[1], option, strlen(option)) != 0)
		return false;
	if (strcmp(argv[1] + strlen(option), "=list") == 0)
		return true;
	return argc > 2 && !argv[1][strlen(option)] && strcmp(argv[2], "list") == 0;
}

void cr_client_finish(const char *program, const struct cr_option *option)
{
	char text[CR_OPTION_MAX + 1];

	(void)unsetenv(CR_CLIENT_CARRIER);
	if (!program || strcmp(program, "salloc") != 0)
		return;
	if (option->kind != CR_OPTION_ABSENT)
		(void)setenv(CR_NAME_CARRIED_OPTION, cr_option_format(option, text, sizeof(text)),
			     1);
}

/* The variable that says VALUE, as Slurm read it just now; NULL: it came from elsewhere. */
static const char *variable_that_says(const char *value)
{
	const char *carried = getenv(CR_CLIENT_CARRIER);

	return carried && value && strcmp(carried, value) == 0 ? handed_on : NULL;
}

enum cr_client_answer cr_client_judge(const char *value, const char *config,
				      const struct cr_host *host, struct cr_option *option)
{
	struct cr_option parsed;
	struct cr_error err;

	if (cr_option_parse(value, &parsed, &err) != 0) {
		const char *variable = variable_that_says(value);

		cr_host_log(host, CR_HOST_ERROR, "%s: %s%s%s%s",
			    cr_code_text((enum cr_code)err.code), err.text, variable ? " (" : "",
			    variable ? variable : "",
			    variable ? " of your environment says so)" : "");
		return CR_CLIENT_REFUSED;
	}
	if (parsed.kind == CR_OPTION_LIST)
		return cr_list_print(config, stdout, host) == 0 ? CR_CLIENT_LISTED
								: CR_CLIENT_REFUSED;
	*option = parsed;
	/*
	 * sbatch reads #SBATCH lines, then the environment, then its command
	 * line.  The variable is a default for a whole shell: a script that says
	 * more is not overruled by it, so what has not been read yet is cleared.
	 */
	(void)unsetenv(CR_CLIENT_CARRIER);
	return CR_CLIENT_GO_ON;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options: print the table of Slurm's options, a line for each row:
 *
 *	NAME LETTER ARGUMENT CLIENTS THEIRS PLUGIN
 *
 * THEIRS: "yes" when the clients of this Slurm (argument: 26.05.5) have it, else "no".
 */
#include "policies/job/slurm_options.h"
#include "topology/slurm_versions.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	static const char *const arguments[] = {"none", "required", "optional"};
	unsigned major, minor, micro;
	size_t count;
	const struct cr_slurm_option *rows = cr_slurm_options(&count);

	if (argc != 2 || sscanf(argv[1], "%u.%u.%u", &major, &minor, &micro) != 3)
		return 2;
	for (size_t i = 0; i < count; i++) {
		const struct cr_slurm_option *o = &rows[i];
		uint32_t version = CR_SLURM_VERSION(major, minor, micro);
		enum cr_client any = o->clients;

		printf("%s %c %s %s%s%s %s %s\n", o->name, o->letter ? o->letter : '-',
		       arguments[o->argument], o->clients & CR_CLIENT_SBATCH ? "sbatch," : "",
		       o->clients & CR_CLIENT_SALLOC ? "salloc," : "",
		       o->clients & CR_CLIENT_SRUN ? "srun," : "",
		       cr_slurm_option_is_of(o, any, version) ? "yes" : "no",
		       o->plugin ? o->plugin : "slurm");
	}
	return 0;
}

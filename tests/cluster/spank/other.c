/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Another site's SPANK plugin: takes options by the names of pyxis's and HyperPod's and
 * of one that nobody knows, and does nothing.  Built by tests (t/37-launch-lines.t).
 */
#include <stddef.h>
#include <stdint.h>

#include <slurm/spank.h>

extern const char plugin_name[], plugin_type[];
extern const unsigned int plugin_version;
int slurm_spank_init(spank_t sp, int ac, char **av);

const char plugin_name[] = "other";
const char plugin_type[] = "spank";
const unsigned int plugin_version = SLURM_VERSION_NUMBER;

static int take_option(int val, const char *value, int remote)
{
	(void)val;
	(void)value;
	(void)remote;
	return ESPANK_SUCCESS;
}

int slurm_spank_init(spank_t sp, int ac, char **av)
{
	static const struct {
		const char *name;
		int has_arg;
	} options[] = {
		{"auto-resume", 1},
		{"container-image", 1},
		{"container-mounts", 1},
		{"container-workdir", 1},
		{"no-container-mount-home", 0},
		{"container-name", 1},
		{"container-writable", 0},
		{"image-tag", 1},
		{"profiler", 0},
	};

	(void)ac;
	(void)av;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		struct spank_option option = {.name = (char *)options[i].name,
					      .arginfo = (char *)"X",
					      .usage = (char *)"of another plugin",
					      .has_arg = options[i].has_arg,
					      .cb = take_option};

		(void)spank_option_register(sp, &option);
	}
	return ESPANK_SUCCESS;
}

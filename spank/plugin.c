/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spank/commroute: what Slurm looks for in the plugin, and the one file that
 * knows spank.h.  It only tells contexts apart:
 *
 *	sbatch, salloc, srun    offer the option, check its form   (client.c)
 *	slurmstepd              set the step's variables           (node.c)
 *	slurmd, scrontab, ...   nothing
 *
 * plugstack.conf: `optional spank_commroute.so`.  As `required` it behaves the
 * same: every function returns success, so that no node is drained and no job
 * fails for it.
 */
#include "environment/node_facts.h"
#include "policies/job/variables.h"
#include "spank/args.h"
#include "spank/client.h"
#include "spank/command_line.h"
#include "spank/live_job.h"
#include "spank/live_wish.h"
#include "spank/node.h"
#include "spank/srun.h"
#include "spank/srun_settle.h"
#include "topology/slurm_versions.h"
#include "topology/slurmconf.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* spank.h uses fixed-width types without including their header. */
#include <slurm/slurm_errno.h>
#include <slurm/spank.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT extern const char plugin_name[];
EXPORT extern const char plugin_type[];
EXPORT extern const unsigned int plugin_version;
EXPORT int slurm_spank_init(spank_t sp, int ac, char **av);
EXPORT int slurm_spank_init_post_opt(spank_t sp, int ac, char **av);
EXPORT int slurm_spank_local_user_init(spank_t sp, int ac, char **av);
EXPORT int slurm_spank_task_init(spank_t sp, int ac, char **av);

/* The name "commroute" is part of the option's own name on the wire. */
const char plugin_name[] = "commroute";
const char plugin_type[] = "spank";
const unsigned int plugin_version = SLURM_VERSION_NUMBER;

#if CR_BUILT_SINCE(CR_SINCE_SPANK_FAILURE_MODE)
/* Should init ever fail all the same: the job fails, the node is not drained. */
EXPORT int slurm_spank_init_failure_mode = ESPANK_JOB_FAILURE;
#endif

static struct {
	bool initialized; /* the plugin may be listed twice */
	struct cr_spank_args args;
	struct cr_option option;
	char config[PATH_MAX];
	struct cr_srun srun;
	struct cr_node_notes notes;
} self = {.srun = CR_SRUN_INIT};

static void log_line(enum cr_host_level level, const char *text)
{
	switch (level) {
	case CR_HOST_ERROR:
		slurm_error("%s", text);
		break;
	case CR_HOST_INFO:
		slurm_info("%s", text);
		break;
	case CR_HOST_VERBOSE:
		slurm_verbose("%s", text);
		break;
	default:
		slurm_debug("%s", text);
	}
}

static int step_getenv(void *step, const char *name, char *buf, size_t size)
{
	return spank_getenv(step, name, buf, (int)size) == ESPANK_SUCCESS ? 0 : -1;
}

static int step_setenv(void *step, const char *name, const char *value)
{
	return spank_setenv(step, name, value, 1) == ESPANK_SUCCESS ? 0 : -1;
}

static void step_unsetenv(void *step, const char *name)
{
	(void)spank_unsetenv(step, name);
}

static size_t step_env_size(void *step)
{
	char **env = NULL;
	size_t size = 0;

	if (spank_get_item(step, S_JOB_ENV, &env) != ESPANK_SUCCESS)
		return 0;
	for (; env && *env; env++)
		size += strlen(*env) + 1 + sizeof(*env);
	return size;
}

static int step_words(void *step, const char *const **words)
{
	char **argv = NULL;
	int argc = 0;

	if (spank_get_item(step, S_JOB_ARGV, &argc, &argv) != ESPANK_SUCCESS || !argv)
		return 0;
	*words = (const char *const *)argv;
	return argc;
}

static struct cr_host host_of(spank_t sp)
{
	return (struct cr_host){.log = log_line,
				.getenv = step_getenv,
				.setenv = step_setenv,
				.unsetenv = step_unsetenv,
				.env_size = step_env_size,
				.words = step_words,
				.step = sp};
}

/* Only the clients' own programs: scrontab and others share sbatch's context. */
static bool is_client(void)
{
	const char *name = program_invocation_short_name;

	return spank_context() == S_CTX_LOCAL ||
	       (spank_context() == S_CTX_ALLOCATOR &&
		(strcmp(name, "sbatch") == 0 || strcmp(name, "salloc") == 0));
}

static const char *client_name(void)
{
	return spank_context() == S_CTX_LOCAL ? "srun" : program_invocation_short_name;
}

static const char *policy_path(void)
{
	struct cr_error err;
	char *conf, *slash;

	if (self.args.config)
		return self.args.config;
	conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, &err);
	slash = conf ? strrchr(conf, '/') : NULL;
	(void)snprintf(self.config, sizeof(self.config), "%.*s/commroute.yaml",
		       slash ? (int)(slash - conf) : 10, slash ? conf : "/etc/slurm");
	free(conf);
	return self.config;
}

/* As the client itself ends for a bad option. */
static int exit_status(void)
{
	const char *chosen = getenv("SLURM_EXIT_ERROR");

	return chosen && atoi(chosen) > 0 ? atoi(chosen) : 1;
}

static int take_client_option(const char *value)
{
	struct cr_host host = host_of(NULL);

	switch (cr_client_judge(value, policy_path(), &host, &self.option)) {
	case CR_CLIENT_GO_ON:
		return ESPANK_SUCCESS;
	case CR_CLIENT_LISTED:
		exit(0);
	default:
		/*
		 * Returning an error would end the client too, but Slurm would
		 * first print the value as it came, whatever bytes it holds.
		 */
		exit(exit_status());
	}
}

/* REMOTE is told by Slurm; on a node a value that cannot be read is no reason to fail. */
static int take_option(int val, const char *value, int remote)
{
	struct cr_error err;

	(void)val;
	if (!remote)
		return take_client_option(value);
	if (cr_option_parse(value, &self.option, &err) != 0)
		slurm_debug("commroute: the step's option is not read: %s", err.text);
	return ESPANK_SUCCESS;
}

static struct spank_option offered = {
	.name = (char *)"comm-profile",
	.arginfo = (char *)"NAME[,borrow|noborrow][,portable]...",
	.usage =
		(char *)"how this job communicates: commroute sends it to the topology that suits it "
			"(list: show the profiles)",
	.has_arg = 1,
	.val = 0,
	.cb = take_option,
};

static struct cr_srun_site site_by(const char *slurm_conf)
{
	return (struct cr_srun_site){
		.slurm_conf = slurm_conf,
		.policy = policy_path(),
		.topological_block = CR_BUILT_SINCE(CR_SINCE_TOPOLOGICAL_BLOCK),
		.live_nodes = cr_live_job_nodes,
		.step_nodes = cr_live_step_nodes,
		.wish = cr_live_job_wish,
	};
}

static void begin_step(const struct cr_words *words)
{
	struct cr_error err;
	char *conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, &err);
	const struct cr_srun_site site = site_by(conf);

	cr_srun_begin(&self.srun, &site, words->count, (const char *const *)words->word);
	free(conf);
}

static void settle_step(void)
{
	struct cr_error err;
	char *conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, &err);
	const struct cr_srun_site site = site_by(conf);

	cr_srun_settle(&self.srun, &site);
	free(conf);
}

static void start_client(void)
{
	struct cr_words words = {0};

	cr_client_forget_outer_job(client_name());
	if (cr_words_read("/proc/self/cmdline", &words) != 0)
		words = (struct cr_words){0};
	if (cr_client_asks_for_list(words.count, (const char *const *)words.word))
		(void)take_client_option("list");
	if (words.count && spank_context() == S_CTX_LOCAL)
		begin_step(&words);
	cr_words_clear(&words);
	/* After begin_step(), which asks what the job's own option was. */
	cr_client_take_variable(client_name());
}

int slurm_spank_init(spank_t sp, int ac, char **av)
{
	struct cr_host host = host_of(sp);
	bool remote = spank_context() == S_CTX_REMOTE;

	if (self.initialized || (!remote && !is_client()))
		return ESPANK_SUCCESS;
	self.initialized = true;
	self.args = cr_spank_args_read(ac, av, &host);
	if (spank_option_register(sp, &offered) != ESPANK_SUCCESS) {
		slurm_error("commroute: the option --comm-profile could not be registered");
		return ESPANK_SUCCESS;
	}
	if (!remote)
		start_client();
	return ESPANK_SUCCESS;
}

static void prepare_node(spank_t sp)
{
	struct cr_host host = host_of(sp);
	struct cr_error err;
	/* slurmd hands both to slurmstepd's own environment, where no user can set them. */
	char *conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, &err);
	struct cr_node node = {
		.name = getenv("SLURMD_NODENAME"),
		.slurm_conf = conf,
		.policy = policy_path(),
		.run_dir = "/run/commroute",
		.root = self.args.root ? self.args.root : "",
		.step_said = &self.option,
	};

	cr_node_prepare(&node, &host, &self.notes);
	free(conf);
}

int slurm_spank_init_post_opt(spank_t sp, int ac, char **av)
{
	(void)ac;
	(void)av;
	if (!self.initialized)
		return ESPANK_SUCCESS;
	if (spank_context() == S_CTX_REMOTE)
		prepare_node(sp);
	else {
		cr_srun_finish(&self.srun);
		cr_client_finish(client_name(), &self.option);
	}
	return ESPANK_SUCCESS;
}

/* srun has its step: only from now on does it log as its -v says. */
int slurm_spank_local_user_init(spank_t sp, int ac, char **av)
{
	struct cr_host host = host_of(sp);

	(void)ac;
	(void)av;
	if (!self.initialized)
		return ESPANK_SUCCESS;
	settle_step();
	cr_srun_tell(&self.srun, &host);
	return ESPANK_SUCCESS;
}

static void set_number(spank_t sp, const char *name, uint32_t number)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%u", number);
	(void)spank_setenv(sp, name, text, 0);
}

/*
 * In the process that becomes a task, with the user's rights and the task's own
 * standard error: the one place where a line reaches the job's output file.
 */
int slurm_spank_task_init(spank_t sp, int ac, char **av)
{
	uint32_t rank = 0;
	int local = 0;

	(void)ac;
	(void)av;
	if (!self.initialized || spank_get_item(sp, S_TASK_ID, &local) != ESPANK_SUCCESS)
		return ESPANK_SUCCESS;
	if (self.notes.task.ranks &&
	    spank_get_item(sp, S_TASK_GLOBAL_ID, &rank) == ESPANK_SUCCESS) {
		set_number(sp, "RANK", rank);
		set_number(sp, "LOCAL_RANK", (uint32_t)local);
	}
	if (local == 0 && *self.notes.placement)
		(void)dprintf(STDERR_FILENO, "%s\n", self.notes.placement);
	if (local == 0 && *self.notes.environment)
		(void)dprintf(STDERR_FILENO, "%s\n", self.notes.environment);
	/* Slurm's nvidia_imex makes the channel after the node was prepared, for the tasks alone.
	 */
	if (local == 0 && *self.notes.imex &&
	    !cr_facts_has_imex(self.args.root ? self.args.root : ""))
		(void)dprintf(STDERR_FILENO, "%s\n", self.notes.imex);
	return ESPANK_SUCCESS;
}

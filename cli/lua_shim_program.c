/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line's job beside its options: whose it is, its program, and the files that it names. */
#include "cli/lua_shim_line.h"

#include <pwd.h>
#include <slurm/slurm.h>
#include <string.h>

/* What stands in the environment of a client and not on its line. */
static const enum cr_shim_slot elsewhere[] = {CR_SLOT_ALLOC_NODE, CR_SLOT_ASSOC_COMMENT,
					      CR_SLOT_WORK_DIR};

/* ---- whose it is -------------------------------------------------------------------------- */

/* The association that the job will have: its partition's where there is one. */
static const struct cr_assoc *find_assoc(const struct cr_shim_asked *asked)
{
	const struct cr_view *view = asked->view;
	const char *partition = asked->request->partition;
	const struct cr_assoc *found = NULL;

	for (size_t i = 0; i < view->user_assoc_count; i++) {
		const struct cr_assoc *a = &view->user_assocs[i];

		if (!a->partition && !found)
			found = a;
		if (a->partition && partition && strcmp(a->partition, partition) == 0)
			return a;
	}
	return found;
}

static const char *qos_of(const struct cr_shim_line *l, const struct cr_assoc *assoc)
{
	const struct cr_names *all = &assoc->qos;
	const char *list = "";

	for (size_t i = 0; list && i < all->count; i++)
		if (cr_assoc_has_qos(assoc, all->name[i]))
			list = cr_arena_printf(l->arena, "%s%s%s", list, *list ? "," : "",
					       all->name[i]);
	return list && *list ? list : NULL;
}

static void take_account(struct cr_shim_line *l)
{
	const struct cr_assoc *assoc = find_assoc(l->asked);

	cr_shim_put_unknown(l, CR_SLOT_DEFAULT_ACCOUNT);
	cr_shim_put_unknown(l, CR_SLOT_DEFAULT_QOS);
	cr_shim_put_unknown(l, CR_SLOT_ASSOC_QOS);
	if (l->asked->default_account)
		cr_shim_put_text(l, CR_SLOT_DEFAULT_ACCOUNT, l->asked->default_account);
	if (!l->asked->view->have_assocs)
		return;
	cr_shim_put_text(l, CR_SLOT_DEFAULT_QOS, assoc ? assoc->default_qos : NULL);
	cr_shim_put_text(l, CR_SLOT_ASSOC_QOS, assoc ? qos_of(l, assoc) : NULL);
}

static void take_user(struct cr_shim_line *l)
{
	const struct cr_request *r = l->asked->request;
	const struct passwd *pw = r->user ? getpwnam(r->user) : NULL;

	cr_shim_put_unknown(l, CR_SLOT_USER_ID);
	cr_shim_put_unknown(l, CR_SLOT_GROUP_ID);
	if (pw) {
		cr_shim_put_number(l, CR_SLOT_USER_ID, pw->pw_uid);
		cr_shim_put_number(l, CR_SLOT_GROUP_ID, pw->pw_gid);
	}
	if (r->user)
		cr_shim_put_text(l, CR_SLOT_USER_NAME, r->user);
	else
		cr_shim_put_unknown(l, CR_SLOT_USER_NAME);
}

/* What SPANK plugins add for their options: ours is known. */
static void take_spank(struct cr_shim_line *l)
{
	const char *profile = l->asked->request->comm_profile;
	char **list = cr_arena_array(l->arena, 1, sizeof(*list));

	if (l->other_plugins) {
		cr_shim_put_unknown(l, CR_SLOT_SPANK_JOB_ENV);
		cr_shim_put_unknown(l, CR_SLOT_SPANK_JOB_ENV_SIZE);
	} else if (profile && list) {
		list[0] = cr_arena_printf(l->arena, "_SLURM_SPANK_OPTION_commroute_comm_profile=%s",
					  profile);
		l->job->slots[CR_SLOT_SPANK_JOB_ENV] = (struct cr_shim_value){
			.is = CR_SHIM_IS_LIST, .list = list, .count = 1};
		cr_shim_put_number(l, CR_SLOT_SPANK_JOB_ENV_SIZE, 1);
	}
}

static void take_owner(struct cr_shim_line *l)
{
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
		cr_shim_put_unknown(l, elsewhere[i]);
	take_account(l);
	take_user(l);
	take_spank(l);
}

/* ---- its program ------------------------------------------------------------------------- */

static const char *value_of(const struct cr_shim_line *l, const char *option)
{
	const struct cr_job_words *words = l->asked->words;
	const char *value = NULL;

	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->options[i].option->name, option) == 0)
			value = words->options[i].value;
	return value;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void take_words(struct cr_shim_line *l)
{
	const struct cr_job_words *words = l->asked->words;
	bool sought = words->client == CR_CLIENT_SBATCH && words->rest_count &&
		      words->rest[0][0] != '/';
	bool shell = words->client == CR_CLIENT_SALLOC && !words->rest_count;

	if (sought || shell) {
		cr_shim_put_unknown(l, CR_SLOT_ARGV);
		cr_shim_put_number(l, CR_SLOT_ARGC, shell ? 1 : words->rest_count);
	} else if (words->rest_count) {
		l->job->slots[CR_SLOT_ARGV] = (struct cr_shim_value){
			.is = CR_SHIM_IS_LIST, .list = words->rest, .count = words->rest_count};
		cr_shim_put_number(l, CR_SLOT_ARGC, words->rest_count);
	}
}

/* A line without a program stands for one of any: a batch job has some script. */
static void take_script(struct cr_shim_line *l, const char *wrap)
{
	const struct cr_job_words *words = l->asked->words;

	if (words->client != CR_CLIENT_SBATCH)
		return;
	if (wrap)
		cr_shim_put_text(l, CR_SLOT_SCRIPT,
				 cr_arena_printf(l->arena,
						 "#!/bin/sh\n# This script was created by "
						 "sbatch --wrap.\n\n%s\n",
						 wrap));
	else
		cr_shim_put_text(l, CR_SLOT_SCRIPT, words->script ? words->script : "#!/bin/sh\n");
}

static const char *default_name(const struct cr_job_words *words, const char *wrap)
{
	if (wrap)
		return "wrap";
	if (words->rest_count)
		return base_name(words->rest[0]);
	return words->client == CR_CLIENT_SBATCH ? "sbatch" : "interactive";
}

/* Relative ones lie in the job's directory, which is the user's own where none is given. */
static void take_file(struct cr_shim_line *l, enum cr_shim_slot slot, const char *path,
		      const char *dir)
{
	if (!path || *path == '/')
		cr_shim_put_text(l, slot, path);
	else if (dir && *dir == '/')
		cr_shim_put_text(l, slot, cr_arena_printf(l->arena, "%s/%s", dir, path));
	else
		cr_shim_put_unknown(l, slot);
}

static void take_files(struct cr_shim_line *l)
{
	const char *dir = value_of(l, "chdir"), *input = value_of(l, "input");
	bool batch = l->asked->words->client == CR_CLIENT_SBATCH;

	if (dir && *dir == '/')
		cr_shim_put_text(l, CR_SLOT_WORK_DIR, dir);
	if (!batch)
		return;
	take_file(l, CR_SLOT_STD_IN, input ? input : "/dev/null", dir);
	take_file(l, CR_SLOT_STD_OUT, value_of(l, "output"), dir);
	take_file(l, CR_SLOT_STD_ERR, value_of(l, "error"), dir);
}

static void take_program(struct cr_shim_line *l)
{
	const char *wrap = value_of(l, "wrap");

	take_words(l);
	take_script(l, wrap);
	take_files(l);
	if (l->job->slots[CR_SLOT_NAME].is == CR_SHIM_IS_NIL)
		cr_shim_put_text(l, CR_SLOT_NAME, default_name(l->asked->words, wrap));
}

/* ---- the whole ---------------------------------------------------------------------------- */

void cr_shim_job_read(const struct cr_shim_asked *asked, struct cr_arena *arena,
		      struct cr_shim_job *job)
{
	struct cr_shim_line l = {.asked = asked,
				 .arena = arena,
				 .job = job,
				 .gpus_per_task = CR_UNSET,
				 .cpus_per_gpu = CR_UNSET,
				 .min_cpus = CR_UNSET};

	cr_shim_job_init(job);
	take_owner(&l);
	cr_shim_take_options(&l);
	cr_shim_derive(&l);
	take_program(&l);
	if (asked->words->client == CR_CLIENT_SBATCH)
		cr_shim_put_unknown(&l, CR_SLOT_ENVIRONMENT);
}

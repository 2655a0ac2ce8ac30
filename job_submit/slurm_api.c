/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slurmctld's own functions by dlsym(); one that is missing switches its feature off,
 * with a line in the log.
 */
#include "job_submit/slurm_api.h"
#include "job_submit/log.h"

#include <dlfcn.h>
#include <limits.h>
#include <slurm/slurm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	void *(*xcalloc)(size_t, size_t, bool, bool, const char *, int, const char *);
	void *(*xrecalloc)(void **, size_t, size_t, bool, bool, const char *, int, const char *);
	void (*xfree)(void **);
	char *(*conf_path)(const char *);
	struct job_descriptor *(*copy_job)(struct job_record *);
	void (*free_job)(struct job_descriptor *);
	void *(*find_partition)(char *name);
	void *(*find_node)(char *name);
	char state_dir[PATH_MAX];
	size_t controllers;
	int place;
	uint32_t slurm_user;
	long group_time;
} api;

/* dlsym() gives a data pointer; POSIX promises that it holds a function's. */
bool cr_slurm_api_find(void *to, const char *name)
{
	void *found = dlsym(RTLD_DEFAULT, name);

	memcpy(to, &found, sizeof(found));
	return found != NULL;
}

static void look_up(void *to, const char *name, const char *feature)
{
	if (!cr_slurm_api_find(to, name))
		slurm_error("commroute: this Slurm has no %s(): %s", name, feature);
}

/* slurm.h declares the type but not the variable. */
static void read_conf(void)
{
	slurm_conf_t *conf;
	int *place;

	if (!cr_slurm_api_find(&conf, "slurm_conf"))
		return;
	if (conf->state_save_location)
		(void)snprintf(api.state_dir, sizeof(api.state_dir), "%s",
			       conf->state_save_location);
	api.slurm_user = conf->slurm_user_id;
	api.group_time = conf->group_time;
	if (cr_slurm_api_find(&place, "backup_inx")) {
		api.controllers = conf->control_cnt;
		api.place = *place;
	}
}

void cr_slurm_api_open(void)
{
	look_up(&api.xcalloc, "slurm_xcalloc", "jobs are left alone");
	look_up(&api.xrecalloc, "slurm_xrecalloc", "jobs are left alone");
	look_up(&api.xfree, "slurm_xfree", "jobs are left alone");
	look_up(&api.conf_path, "get_extra_conf_path",
		"the policy is looked for beside $SLURM_CONF or in /etc/slurm");
	look_up(&api.copy_job, "copy_job_record_to_job_desc", "updates are not judged");
	look_up(&api.free_job, "slurm_free_job_desc_msg", "updates are not judged");
	look_up(&api.find_partition, "find_part_record",
		"a partition is there as long as the view has it");
	look_up(&api.find_node, "find_node_record", "a node is known when the view is new");
	read_conf();
}

bool cr_slurm_api_copies_jobs(void)
{
	return api.copy_job && api.free_job && api.xfree;
}

struct job_descriptor *cr_slurm_api_copy_job(struct job_record *job)
{
	return api.copy_job(job);
}

/* The copy's environment is one buffer, which its first entry begins. */
void cr_slurm_api_free_job(struct job_descriptor *copy)
{
	if (copy->environment) {
		api.xfree((void **)&copy->environment[0]);
		api.xfree((void **)&copy->environment);
	}
	copy->env_size = 0;
	api.free_job(copy);
}

bool cr_slurm_api_is_slurm_user(uint32_t uid)
{
	return uid == 0 || uid == api.slurm_user;
}

long cr_slurm_api_group_time(void)
{
	return api.group_time;
}

bool cr_slurm_api_has_partition(const char *name)
{
	return !api.find_partition || api.find_partition((char *)name);
}

bool cr_slurm_api_has_node(const char *name)
{
	return api.find_node && api.find_node((char *)name);
}

uint32_t cr_slurm_api_version(void)
{
	return SLURM_VERSION_NUMBER;
}

const char *cr_slurm_api_state_dir(void)
{
	return api.state_dir[0] ? api.state_dir : NULL;
}

static void *alloc_calloc(size_t count, size_t size)
{
	return api.xcalloc(count, size, true, true, __FILE__, __LINE__, __func__);
}

static void *alloc_recalloc(void **mem, size_t count, size_t size)
{
	return api.xrecalloc(mem, count, size, true, true, __FILE__, __LINE__, __func__);
}

static void alloc_free(void **mem)
{
	api.xfree(mem);
}

const struct cr_slurm_alloc *cr_slurm_api_alloc(void)
{
	static const struct cr_slurm_alloc alloc = {alloc_calloc, alloc_recalloc, alloc_free};

	return api.xcalloc && api.xrecalloc && api.xfree ? &alloc : NULL;
}

static int path_beside(const char *conf, const char *name, char *buf, size_t size)
{
	const char *slash = strrchr(conf, '/');
	int n = snprintf(buf, size, "%.*s/%s", slash ? (int)(slash - conf) : 0, conf, name);

	return slash && n > 0 && (size_t)n < size ? 0 : -1;
}

int cr_slurm_api_conf_path(const char *name, char *buf, size_t size)
{
	const char *conf = getenv("SLURM_CONF");
	char *path;
	int n;

	if (!api.conf_path || !api.xfree)
		return path_beside(conf ? conf : "/etc/slurm/slurm.conf", name, buf, size);
	path = api.conf_path(name);
	if (!path)
		return -1;
	n = snprintf(buf, size, "%s", path);
	api.xfree((void **)&path);
	return n > 0 && (size_t)n < size ? 0 : -1;
}

size_t cr_slurm_api_controllers(void)
{
	return api.controllers;
}

int cr_slurm_api_place(void)
{
	return api.place;
}

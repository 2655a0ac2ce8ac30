/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "job_submit/slurm_api.h"

#include <dlfcn.h>
#include <slurm/slurm.h>
#include <slurm/spank.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	void *(*xcalloc)(size_t, size_t, bool, bool, const char *, int, const char *);
	void *(*xrecalloc)(void **, size_t, size_t, bool, bool, const char *, int, const char *);
	void (*xfree)(void **);
	char *(*conf_path)(const char *);
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

void cr_slurm_api_open(void)
{
	look_up(&api.xcalloc, "slurm_xcalloc", "jobs are left alone");
	look_up(&api.xrecalloc, "slurm_xrecalloc", "jobs are left alone");
	look_up(&api.xfree, "slurm_xfree", "jobs are left alone");
	look_up(&api.conf_path, "get_extra_conf_path",
		"the policy is looked for beside $SLURM_CONF or in /etc/slurm");
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

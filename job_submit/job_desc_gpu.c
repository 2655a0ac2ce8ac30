/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The GPU type in a list of TRES, as Slurm's job description spells it. */
#include "job_submit/job_desc.h"

#include <string.h>
#include <strings.h>

/* Bytes of "gres/gpu" or "gpu" at the beginning of the entry at AT; 0: it is about no GPUs. */
static size_t gpu_name(const char *at)
{
	size_t name = strncmp(at, "gres/", 5) == 0 || strncmp(at, "gres:", 5) == 0 ? 5 : 0;

	return strncmp(at + name, "gpu", 3) == 0 ? name + 3 : 0;
}

/*
 * "gpu", "gpu:4", "gpu=4" and "gpu::4" have no type; "gpu:h200:4", "gpu:h200" and "gpu:0x8"
 * have one.  REST is what follows the name, LEN bytes; *SKIP what an empty type takes of it.
 */
static bool is_untyped(const char *rest, size_t len, size_t *skip)
{
	const char *mark = memchr(rest, '(', len);
	size_t end = mark ? (size_t)(mark - rest) : len;

	*skip = end > 1 && rest[0] == ':' && (rest[1] == ':' || rest[1] == '=') ? 1 : 0;
	if (!end)
		return true;
	return (rest[0] == ':' || rest[0] == '=') &&
	       cr_request_is_count(rest + *skip + 1, end - *skip - 1);
}

char *cr_job_desc_typed(const char *tres, const char *gpu_type, const struct cr_slurm_alloc *alloc)
{
	/* Each entry can grow by ":type"; the shortest entry that does is "gpu,". */
	size_t room = strlen(tres) + (strlen(tres) / sizeof("gpu") + 1) * (strlen(gpu_type) + 1) +
		      1;
	char *out = alloc->calloc(1, room);
	char *to = out;

	for (const char *at = tres; out && *at;) {
		size_t len = strcspn(at, ",");
		size_t after = gpu_name(at);
		size_t skip;

		if (after && is_untyped(at + after, len - after, &skip)) {
			to = mempcpy(to, at, after);
			*to++ = ':';
			to = mempcpy(to, gpu_type, strlen(gpu_type));
			to = mempcpy(to, at + after + skip, len - after - skip);
		} else {
			to = mempcpy(to, at, len);
		}
		at += len;
		if (*at == ',')
			*to++ = *at++;
	}
	return out;
}

static char *drop_type(const char *tres, const char *gpu_type, const struct cr_slurm_alloc *alloc)
{
	size_t type = strlen(gpu_type);
	char *out = alloc->calloc(1, strlen(tres) + 1);
	char *to = out;

	for (const char *at = tres; out && *at;) {
		size_t name = gpu_name(at), len;

		to = mempcpy(to, at, name);
		at += name;
		if (name && *at == ':' && strncasecmp(at + 1, gpu_type, type) == 0 &&
		    (!at[1 + type] || strchr(":=,", at[1 + type])))
			at += 1 + type;
		len = strcspn(at, ",");
		len += at[len] == ',';
		to = mempcpy(to, at, len);
		at += len;
	}
	return out;
}

char *cr_job_desc_retyped(const char *tres, const char *old_type, const char *new_type,
			  const struct cr_slurm_alloc *alloc)
{
	char *bare = old_type ? drop_type(tres, old_type, alloc) : cr_slurm_strdup(alloc, tres);
	char *typed;

	if (!bare || !new_type)
		return bare;
	typed = cr_job_desc_typed(bare, new_type, alloc);
	alloc->free((void **)&bare);
	return typed;
}

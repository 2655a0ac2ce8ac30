/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of nodes in files: words at blanks, commas and line ends; '#' begins a comment. */
#include "cli/job_files.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

#define FILE_MAX ((size_t)1 << 20)

/* TEXT's words joined by commas, in its place. */
static void join_words(char *text)
{
	char *to = text;

	for (const char *at = text; *at;) {
		size_t len = strcspn(at, " \t\r\n,#");

		if (len) {
			if (to != text)
				*to++ = ',';
			memmove(to, at, len);
			to += len;
			at += len;
		}
		if (*at == '#')
			at += strcspn(at, "\n");
		at += strspn(at, " \t\r\n,");
	}
	*to = '\0';
}

static int read_list(const char *option, const char *path, const char **list,
		     struct cr_arena *arena, struct cr_error *err)
{
	const struct cr_file_rules rules = {.max_bytes = FILE_MAX};
	char *buf;
	size_t len;

	if (cr_file_read(path, &rules, &buf, &len, NULL, err) != 0)
		return cr_error_prefix(err, "%s", option);
	join_words(buf);
	*list = cr_arena_strdup(arena, buf);
	free(buf);
	if (!*list)
		return cr_error_set(err, "out of memory");
	return **list ? 0 : cr_error_set(err, "%s: '%.200s' names no nodes", option, path);
}

static bool is_path(const char *list)
{
	return list && strchr(list, '/');
}

int cr_job_files_read(struct cr_request *r, struct cr_arena *arena, struct cr_error *err)
{
	if (r->nodefile && read_list("--nodefile", r->nodefile, &r->nodelist, arena, err) != 0)
		return -1;
	if (!r->nodefile && is_path(r->nodelist) &&
	    read_list("-w", r->nodelist, &r->nodelist, arena, err) != 0)
		return -1;
	return is_path(r->exclude) ? read_list("-x", r->exclude, &r->exclude, arena, err) : 0;
}

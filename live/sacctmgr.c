/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sacctmgr as a child: its words, what it prints, how it ends. */
#include "live/sacctmgr.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* All that comes from FD, which is closed; to be freed, NULL when out of memory. */
static char *read_all(int fd)
{
	FILE *in = fdopen(fd, "r");
	char *text = NULL;
	size_t room = 0;

	if (!in) {
		close(fd);
		return NULL;
	}
	if (getdelim(&text, &room, '\0', in) < 0) {
		free(text);
		text = feof(in) ? strdup("") : NULL;
	}
	(void)fclose(in);
	return text;
}

static int spawn_child(const char *const *words, int out, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	int rc;

	if (posix_spawn_file_actions_init(&files) != 0)
		return ENOMEM;
	rc = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", 0, 0);
	rc = rc ? rc : posix_spawn_file_actions_adddup2(&files, out, 1);
	rc = rc ? rc : posix_spawn_file_actions_adddup2(&files, out, 2);
	/* posix_spawn() changes none of the words: its type is older than const. */
	rc = rc ? rc : posix_spawnp(pid, words[0], &files, NULL, (char *const *)words, environ);
	posix_spawn_file_actions_destroy(&files);
	return rc;
}

static int wait_for(pid_t pid, const char *name, struct cr_error *err)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return cr_error_set(err, "%s: %m", name);
	if (!WIFEXITED(status))
		return cr_error_set(err, "%s was ended by signal %d", name, WTERMSIG(status));
	return WEXITSTATUS(status);
}

int cr_sacctmgr_run(const char *const *words, char **out, struct cr_error *err)
{
	int pipe_of[2], rc;
	pid_t pid;

	*out = NULL;
	if (pipe2(pipe_of, O_CLOEXEC) != 0)
		return cr_error_set(err, "%s: %m", words[0]);
	rc = spawn_child(words, pipe_of[1], &pid);
	close(pipe_of[1]);
	if (rc != 0) {
		close(pipe_of[0]);
		return cr_error_set(err, "%s: %s (is it in PATH?)", words[0], strerror(rc));
	}
	*out = read_all(pipe_of[0]);
	rc = wait_for(pid, words[0], err);
	if (rc >= 0 && !*out)
		return cr_error_set(err, "out of memory");
	if (rc < 0) {
		free(*out);
		*out = NULL;
	}
	return rc;
}

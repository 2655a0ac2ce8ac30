/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Devices, product and plugin version as sysfs, /dev and library files tell them. */
#include "environment/node_facts.h"

#include "environment/catalogue.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK       65536
#define KEPT        64 /* longer than mark and version */
#define VERSION_LEN 16
#define LIBRARY_MAX (64L << 20)
#define CONF_MAX    65536
#define AMAZON      "0x1d0f"

/* A regular file below ROOT, without waiting on anything; -1 when it is not there. */
static int open_file(const char *root, const char *path)
{
	char full[PATH_MAX];
	struct stat st;
	int n = snprintf(full, sizeof(full), "%s%s", root, path);
	int fd = n > 0 && (size_t)n < sizeof(full)
			 ? open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
			 : -1;

	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
		(void)close(fd);
		fd = -1;
	}
	return fd;
}

/* The file's first line, or as much as fits; "" when it cannot be read. */
static void read_line(const char *root, const char *path, char *buf, size_t size)
{
	int fd = open_file(root, path);
	ssize_t got = fd < 0 ? -1 : read(fd, buf, size - 1);

	buf[got > 0 ? got : 0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	if (fd >= 0)
		(void)close(fd);
}

static bool is_entry(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static DIR *open_dir(const char *root, const char *path)
{
	char full[PATH_MAX];
	int n = snprintf(full, sizeof(full), "%s%s", root, path);

	return n > 0 && (size_t)n < sizeof(full) ? opendir(full) : NULL;
}

static void look_at_device(const char *root, const char *name, struct cr_facts *facts)
{
	char path[PATH_MAX], text[32];

	(void)snprintf(path, sizeof(path), "/sys/class/infiniband/%s/device/vendor", name);
	read_line(root, path, text, sizeof(text));
	if (strcmp(text, AMAZON) == 0) {
		facts->efa = true;
		return;
	}
	(void)snprintf(path, sizeof(path), "/sys/class/infiniband/%s/ports/1/link_layer", name);
	read_line(root, path, text, sizeof(text));
	facts->infiniband = facts->infiniband || strcmp(text, "InfiniBand") == 0;
}

static void look_at_devices(const char *root, struct cr_facts *facts)
{
	DIR *dir = open_dir(root, "/sys/class/infiniband");
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL)
		if (is_entry(entry))
			look_at_device(root, entry->d_name, facts);
	if (dir)
		(void)closedir(dir);
	dir = open_dir(root, "/dev/nvidia-caps-imex-channels");
	while (dir && (entry = readdir(dir)) != NULL)
		facts->imex = facts->imex || is_entry(entry);
	if (dir)
		(void)closedir(dir);
}

static char *read_conf(const char *root)
{
	int fd = open_file(root, "/etc/nccl.conf");
	char *text = fd < 0 ? NULL : malloc(CONF_MAX);
	ssize_t got = text ? read(fd, text, CONF_MAX - 1) : -1;

	if (fd >= 0)
		(void)close(fd);
	if (got < 0) {
		free(text);
		return NULL;
	}
	text[got] = '\0';
	return text;
}

void cr_facts_read(const char *root, struct cr_facts *facts)
{
	*facts = (struct cr_facts){0};
	read_line(root, "/sys/devices/virtual/dmi/id/product_name", facts->product,
		  sizeof(facts->product));
	look_at_devices(root, facts);
	facts->nccl_conf = read_conf(root);
}

/*
 * "aws-ofi-nccl 1.16.2", as the library carries it for its own log line.  Unless
 * this is the LAST of it, a version that could go on behind LEN is not read yet.
 */
static uint32_t version_in(const char *data, size_t len, bool last)
{
	static const char mark[] = "aws-ofi-nccl ";
	const char *end = data + len;

	while (data < end) {
		const char *at = memmem(data, (size_t)(end - data), mark, sizeof(mark) - 1);
		char text[VERSION_LEN] = "";
		uint32_t version;

		if (!at)
			return 0;
		data = at + sizeof(mark) - 1;
		if (!last && end - data < VERSION_LEN)
			return 0;
		for (size_t i = 0; data + i < end && i < sizeof(text) - 1 &&
				   ((data[i] >= '0' && data[i] <= '9') || data[i] == '.');
		     i++)
			text[i] = data[i];
		version = cr_catalogue_version(text);
		if (version)
			return version;
	}
	return 0;
}

static uint32_t version_of(int fd)
{
	char *buf = malloc(KEPT + CHUNK);
	size_t kept = 0;
	uint32_t version = 0;
	ssize_t got = 1;

	for (long total = 0; buf && !version && got > 0 && total < LIBRARY_MAX; total += got) {
		size_t len;

		got = read(fd, buf + kept, CHUNK);
		len = kept + (size_t)(got > 0 ? got : 0);
		version = version_in(buf, len, got <= 0);
		/* A mark can lie across what is read at once. */
		kept = len < KEPT ? len : KEPT;
		memmove(buf, buf + len - kept, kept);
	}
	free(buf);
	return version;
}

void cr_facts_read_plugin(const char *root, struct cr_facts *facts)
{
	static const char *const places[] = {
		"/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu/libnccl-net.so",
		"/opt/amazon/ofi-nccl/lib/aarch64-linux-gnu/libnccl-net.so",
		"/opt/amazon/ofi-nccl/lib64/libnccl-net.so",
		"/opt/amazon/ofi-nccl/lib/libnccl-net.so",
		"/opt/aws-ofi-nccl/lib/libnccl-net.so",
		"/opt/aws-ofi-nccl/install/lib/libnccl-net.so",
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && !facts->plugin; i++) {
		int fd = open_file(root, places[i]);

		if (fd < 0)
			continue;
		facts->plugin = version_of(fd);
		(void)close(fd);
	}
}

void cr_facts_clear(struct cr_facts *facts)
{
	free(facts->nccl_conf);
	facts->nccl_conf = NULL;
}

bool cr_facts_conf_sets(const struct cr_facts *facts, const char *name)
{
	size_t len = strlen(name);

	for (const char *line = facts->nccl_conf; line && *line;) {
		line += strspn(line, " \t");
		if (strncmp(line, name, len) == 0 && line[len + strspn(line + len, " \t")] == '=')
			return true;
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	return false;
}

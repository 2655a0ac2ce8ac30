/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NCCL and the plugin carry their version for their own log line, so it is there in
 * stripped libraries too.  NCCL has hundreds of megabytes of GPU code: of an ELF file only
 * .rodata is read, and the resolved name (libnccl.so.2.27.5) is the last resort.
 * libfabric has no such line, but its pkg-config file.
 */
#include "environment/libraries.h"

#include "environment/file_below.h"
#include "environment/version.h"

#include <elf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK        65536
#define KEPT         64 /* longer than mark and version */
#define VERSION_LEN  24
#define READ_MAX     (64L << 20)
#define SECTIONS_MAX 512
#define PLACES_MAX   12

struct kind {
	const char *mark; /* what stands before the version */
	const char *name; /* likewise in the resolved file's name, or NULL */
	const char *places[PLACES_MAX];
};

static const struct kind kinds[CR_LIBRARIES] = {
	[CR_LIBRARY_PLUGIN] = {"aws-ofi-nccl ",
			       NULL,
			       {"/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu/libnccl-net.so",
				"/opt/amazon/ofi-nccl/lib/aarch64-linux-gnu/libnccl-net.so",
				"/opt/amazon/ofi-nccl/lib64/libnccl-net.so",
				"/opt/amazon/ofi-nccl/lib/libnccl-net.so",
				"/opt/aws-ofi-nccl/lib/libnccl-net.so",
				"/opt/aws-ofi-nccl/install/lib/libnccl-net.so"}},
	[CR_LIBRARY_NCCL] = {"NCCL version ",
			     "libnccl.so.",
			     {"/usr/lib/x86_64-linux-gnu/libnccl.so.2",
			      "/usr/lib/aarch64-linux-gnu/libnccl.so.2", "/usr/lib64/libnccl.so.2",
			      "/usr/local/lib/libnccl.so.2", "/usr/local/cuda/lib64/libnccl.so.2",
			      "/usr/local/cuda/lib/libnccl.so.2",
			      "/opt/nccl/build/lib/libnccl.so.2", "/opt/nccl/lib/libnccl.so.2"}},
	[CR_LIBRARY_LIBFABRIC] = {"Version: ",
				  NULL,
				  {"/opt/amazon/efa/lib/pkgconfig/libfabric.pc",
				   "/opt/amazon/efa/lib64/pkgconfig/libfabric.pc"}},
};

/* The part of a file that is worth reading. */
struct range {
	off_t begin, end;
};

/* A version behind MARK; unless this is the LAST of the file, none at the very end. */
static uint32_t version_in(const char *data, size_t len, const char *mark, bool last)
{
	const char *end = data + len;
	size_t mark_len = strlen(mark);

	while (data < end) {
		const char *at = memmem(data, (size_t)(end - data), mark, mark_len);
		size_t left;
		uint32_t version;

		if (!at)
			return 0;
		data = at + mark_len;
		left = (size_t)(end - data);
		if (!last && left < VERSION_LEN)
			return 0;
		if (left < VERSION_LEN) {
			char text[VERSION_LEN + 1] = "";

			memcpy(text, data, left);
			version = cr_version_prefix(text, sizeof(text));
		} else {
			version = cr_version_prefix(data, VERSION_LEN);
		}
		if (version)
			return version;
	}
	return 0;
}

static uint32_t version_of(int fd, const char *mark, struct range range)
{
	char *buf = malloc(KEPT + CHUNK);
	size_t kept = 0;
	uint32_t version = 0;
	ssize_t got = 1;

	if (range.end - range.begin > READ_MAX)
		range.end = range.begin + READ_MAX;
	for (off_t at = range.begin; buf && !version && got > 0; at += got) {
		size_t want = at < range.end ? (size_t)(range.end - at) : 0, len;

		got = pread(fd, buf + kept, want < CHUNK ? want : CHUNK, at);
		len = kept + (size_t)(got > 0 ? got : 0);
		version = version_in(buf, len, mark, got <= 0);
		/* A mark can lie across what is read at once. */
		kept = len < KEPT ? len : KEPT;
		memmove(buf, buf + len - kept, kept);
	}
	free(buf);
	return version;
}

/* Is the section called .rodata?  Its name is in the file, behind the names' section's offset. */
static bool is_rodata(int fd, const Elf64_Shdr *names, const Elf64_Shdr *section)
{
	static const char rodata[] = ".rodata";
	char text[sizeof(rodata)] = "";

	if (names->sh_offset > LONG_MAX / 2 ||
	    pread(fd, text, sizeof(text), (off_t)(names->sh_offset + section->sh_name)) !=
		    (ssize_t)sizeof(text))
		return false;
	return memcmp(text, rodata, sizeof(rodata)) == 0;
}

/* Where .rodata is in an ELF file whose tables are whole; else the file from its beginning. */
static struct range range_of(int fd)
{
	struct range range = {0, READ_MAX};
	Elf64_Shdr section[SECTIONS_MAX];
	Elf64_Ehdr head;
	size_t size;

	if (pread(fd, &head, sizeof(head), 0) != (ssize_t)sizeof(head) ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
	    head.e_shentsize != sizeof(section[0]) || !head.e_shnum ||
	    head.e_shnum > SECTIONS_MAX || head.e_shstrndx >= head.e_shnum ||
	    head.e_shoff > LONG_MAX / 2)
		return range;
	size = head.e_shnum * sizeof(section[0]);
	if (pread(fd, section, size, (off_t)head.e_shoff) != (ssize_t)size)
		return range;
	for (size_t i = 0; i < head.e_shnum; i++)
		if (section[i].sh_type == SHT_PROGBITS && section[i].sh_offset < LONG_MAX / 2 &&
		    section[i].sh_size < LONG_MAX / 2 &&
		    is_rodata(fd, &section[head.e_shstrndx], &section[i])) {
			range.begin = (off_t)section[i].sh_offset;
			range.end = (off_t)(section[i].sh_offset + section[i].sh_size);
		}
	return range;
}

/* What the open file is called once links are followed: "libnccl.so.2.27.5". */
static uint32_t version_of_name(int fd, const char *mark)
{
	char link[40], path[PATH_MAX];
	const char *name;
	ssize_t n;

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (n <= 0 || (size_t)n >= sizeof(path))
		return 0;
	path[n] = '\0';
	name = strrchr(path, '/');
	name = name ? name + 1 : path;
	if (strncmp(name, mark, strlen(mark)) != 0)
		return 0;
	/* "libnccl.so.2" alone is the interface's number. */
	name += strlen(mark);
	return strchr(name, '.') ? cr_version_of(name) : 0;
}

static uint32_t version_at(const char *root, const char *place, const struct kind *kind)
{
	int fd = cr_below_open(root, place);
	uint32_t version = fd < 0 ? 0 : version_of(fd, kind->mark, range_of(fd));

	if (fd >= 0 && !version && kind->name)
		version = version_of_name(fd, kind->name);
	if (fd >= 0)
		(void)close(fd);
	return version;
}

void cr_libraries_read(struct cr_facts *facts, enum cr_library library)
{
	const struct kind *kind = &kinds[library];
	uint32_t found = 0;

	if (facts->version[library] || !facts->root)
		return;
	for (size_t i = 0; i < PLACES_MAX && kind->places[i]; i++) {
		uint32_t version = version_at(facts->root, kind->places[i], kind);

		if (version && found && version != found)
			return;
		if (version)
			found = version;
	}
	facts->version[library] = found;
}

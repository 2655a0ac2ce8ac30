/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A device counts when its own files say so: EFA by the PCI vendor of an RDMA device,
 * InfiniBand and RoCE by the link layer of its port, NVLink between nodes by the
 * GPUs' own names (or PCI numbers), and by the product's name only where no GPU says anything.
 */
#include "environment/node_facts.h"

#include "base/text.h"
#include "environment/file_below.h"
#include "environment/version.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONF_MAX    65536
#define AMAZON      "0x1d0f"
#define DEVICES_MAX 4096 /* entries of a directory that are looked at */

static void read_line(const char *root, const char *path, char *buf, size_t size)
{
	cr_below_read(root, path, buf, size);
	buf[strcspn(buf, "\n")] = '\0';
}

/* Call LOOK for each entry of ROOT/PATH, as long as it returns false. */
static void each_entry(const char *root, const char *path,
		       bool (*look)(const char *root, const char *name, struct cr_facts *facts),
		       struct cr_facts *facts)
{
	char full[PATH_MAX];
	DIR *dir = cr_below_path(root, path, full, sizeof(full)) == 0 ? opendir(full) : NULL;
	const struct dirent *entry;

	for (size_t n = 0; dir && n < DEVICES_MAX && (entry = readdir(dir)) != NULL; n++)
		if (entry->d_name[0] != '.' && look(root, entry->d_name, facts))
			break;
	if (dir)
		(void)closedir(dir);
}

static bool look_at_rdma(const char *root, const char *name, struct cr_facts *facts)
{
	char path[PATH_MAX], text[32];

	(void)snprintf(path, sizeof(path), "/sys/class/infiniband/%s/device/vendor", name);
	read_line(root, path, text, sizeof(text));
	if (strcmp(text, AMAZON) == 0) {
		facts->efa = true;
		return false;
	}
	(void)snprintf(path, sizeof(path), "/sys/class/infiniband/%s/ports/1/link_layer", name);
	read_line(root, path, text, sizeof(text));
	facts->infiniband = facts->infiniband || strcmp(text, "InfiniBand") == 0;
	facts->roce = facts->roce || strcmp(text, "Ethernet") == 0;
	return false;
}

static bool look_at_channel(const char *root, const char *name, struct cr_facts *facts)
{
	(void)root;
	(void)name;
	facts->imex = true;
	return true;
}

bool cr_facts_has_imex(const char *root)
{
	struct cr_facts facts = {0};

	each_entry(root, "/dev/nvidia-caps-imex-channels", look_at_channel, &facts);
	return facts.imex;
}

static bool is_mnnvl_name(const char *name)
{
	return strstr(name, "GB200") || strstr(name, "GB300") || cr_text_glob("p6e-gb*", name);
}

/* One GPU speaks for all of a node. */
static bool look_at_gpu(const char *root, const char *name, struct cr_facts *facts)
{
	char path[PATH_MAX], text[512], *model;

	(void)snprintf(path, sizeof(path), "/proc/driver/nvidia/gpus/%s/information", name);
	cr_below_read(root, path, text, sizeof(text));
	model = strstr(text, "Model:");
	if (!model)
		return false;
	model[strcspn(model, "\n")] = '\0';
	facts->mnnvl = is_mnnvl_name(model);
	return true;
}

/* The driver's own word first, then the PCI numbers of the GPUs. */
static bool look_at_pci(const char *root, const char *name, struct cr_facts *facts)
{
	static const char *const known[] = {"0x2941", "0x31a1", "0x31c2", "0x31c3"};
	char path[PATH_MAX], text[32];

	(void)snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/vendor", name);
	read_line(root, path, text, sizeof(text));
	if (strcmp(text, "0x10de") != 0)
		return false;
	(void)snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/device", name);
	read_line(root, path, text, sizeof(text));
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		facts->mnnvl = facts->mnnvl || strcmp(text, known[i]) == 0;
	return facts->mnnvl;
}

/* A product's name can lie (images, virtual machines); a GPU that is seen does not. */
static void look_at_gpus(const char *root, struct cr_facts *facts)
{
	char full[PATH_MAX];
	struct stat st;
	bool driver = cr_below_path(root, "/proc/driver/nvidia/gpus", full, sizeof(full)) == 0 &&
		      stat(full, &st) == 0;

	if (driver)
		each_entry(root, "/proc/driver/nvidia/gpus", look_at_gpu, facts);
	else
		each_entry(root, "/sys/bus/pci/devices", look_at_pci, facts);
	if (!driver && !facts->mnnvl)
		facts->mnnvl = is_mnnvl_name(facts->product);
}

static char *read_conf(const char *root)
{
	char *text = malloc(CONF_MAX);

	if (text)
		cr_below_read(root, "/etc/nccl.conf", text, CONF_MAX);
	return text;
}

void cr_facts_read(const char *root, bool container, struct cr_facts *facts)
{
	char release[64];

	*facts = (struct cr_facts){.root = container ? NULL : root};
	read_line(root, "/sys/devices/virtual/dmi/id/product_name", facts->product,
		  sizeof(facts->product));
	read_line(root, "/proc/sys/kernel/osrelease", release, sizeof(release));
	facts->kernel = cr_version_prefix(release, strlen(release) + 1);
	each_entry(root, "/sys/class/infiniband", look_at_rdma, facts);
	look_at_gpus(root, facts);
	facts->imex = cr_facts_has_imex(root);
	facts->nccl_conf = container ? NULL : read_conf(root);
}

void cr_facts_of_product(const char *product, struct cr_facts *facts)
{
	*facts = (struct cr_facts){0};
	(void)snprintf(facts->product, sizeof(facts->product), "%s", product);
	facts->efa = cr_text_glob("p4*.*", product) || cr_text_glob("p5*.*", product) ||
		     cr_text_glob("p6*.*", product);
	facts->mnnvl = is_mnnvl_name(product);
	facts->imex = facts->mnnvl;
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

bool cr_facts_has_file(const struct cr_facts *facts, const char *path)
{
	char full[PATH_MAX];
	struct stat st;

	return facts->root && cr_below_path(facts->root, path, full, sizeof(full)) == 0 &&
	       stat(full, &st) == 0;
}

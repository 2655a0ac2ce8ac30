/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every key that a catalogue can have, and the words of those that take some. */
#include "environment/catalogue_keys.h"

#include "environment/version.h"
#include "topology/topology.h"

#define WORDS_MAX 64
#define TEXT_MAX  2000

const char *const cr_certainty_words[] = {"H", "M", NULL};

const char *cr_harm_phrase(enum cr_harm harm)
{
	static const char *const phrases[CR_HARMS] = {
		[CR_HARM_FATAL] = "is fatal",        [CR_HARM_SLOW] = "makes it slower",
		[CR_HARM_OBSOLETE] = "is obsolete",  [CR_HARM_INEFFECTIVE] = "has no effect",
		[CR_HARM_NOTE] = "is worth knowing",
	};

	return phrases[harm];
}

static const char *const patterns[] = {"allreduce", "alltoall", "pipeline",
				       "neighbor",  "none",     NULL};

static const char *const devices[] = {
	[CR_DEVICE_EFA] = "efa",   [CR_DEVICE_INFINIBAND] = "infiniband", [CR_DEVICE_ROCE] = "roce",
	[CR_DEVICE_IMEX] = "imex", [CR_DEVICE_MNNVL] = "mnnvl",           NULL};

static int parse_version(const char *text, uint64_t *n, struct cr_error *err)
{
	uint32_t version = cr_version_of(text);

	if (!version)
		return cr_error_set(err, "not a version such as \"1.16\"");
	*n = version;
	return 0;
}

#define VERSION(key, member) CR_FIELD(cr_conditions, key, NUMBER, member, .parse = parse_version)
#define WORDS(type, key, member, ...)                                                              \
	CR_FIELD(type, key, TEXTS, member, .max = WORDS_MAX, .empty = true, __VA_ARGS__)

static const struct cr_field conditions_fields[] = {
	CR_FIELD(cr_conditions, "topology_type", SET, topology_types,
		 .choices = cr_topology_type_words, .first = CR_TOPOLOGY_NONE + 1),
	WORDS(cr_conditions, "product", products),
	WORDS(cr_conditions, "pattern", patterns, .choices = patterns),
	CR_FIELD(cr_conditions, "device", SET, devices, .choices = devices),
	CR_FIELD(cr_conditions, "file", TEXTS, files, .max = WORDS_MAX, .path = true),
	WORDS(cr_conditions, "variable", variables),
	VERSION("plugin_min", plugin.min),
	VERSION("plugin_below", plugin.below),
	VERSION("nccl_min", nccl.min),
	VERSION("nccl_below", nccl.below),
	VERSION("libfabric_min", libfabric.min),
	VERSION("libfabric_below", libfabric.below),
	VERSION("kernel_min", kernel.min),
	VERSION("kernel_below", kernel.below),
};
CR_SECTION(conditions, "rows.when", "a condition", cr_conditions);

static const struct cr_field row_fields[] = {
	CR_FIELD(cr_row, "id", NAME, id, .required = true),
	CR_FIELD(cr_row, "set", NAME, set),
	CR_FIELD(cr_row, "harmful", NAME, harmful),
	CR_FIELD(cr_row, "warn", TEXT, warn),
	WORDS(cr_row, "value", values),
	WORDS(cr_row, "value_not", values_not),
	CR_FIELD(cr_row, "missing_file", BOOL, missing_file),
	CR_FIELD(cr_row, "severity", CHOICE, harm, .choices = cr_harm_words),
	CR_FIELD(cr_row, "when", SECTION, when, .section = &conditions),
	CR_FIELD(cr_row, "not", LIST, except, .section = &conditions, .lone = true, .max = 3),
	CR_FIELD(cr_row, "reason", TEXT, reason, .required = true, .max = TEXT_MAX),
	CR_FIELD(cr_row, "source", TEXT, source, .required = true, .max = TEXT_MAX),
	CR_FIELD(cr_row, "certainty", CHOICE, certainty, .required = true,
		 .choices = cr_certainty_words),
	CR_FIELD(cr_row, "enabled", BOOL, enabled),
};
CR_SECTION(row, "rows", "a row", cr_row);

static const struct cr_field catalogue_fields[] = {
	CR_FIELD(cr_catalogue_file, "catalogue", NAME, name),
	CR_FIELD(cr_catalogue_file, "with", TEXTS, with),
	CR_FIELD(cr_catalogue_file, "rows", LIST, rows, .section = &row),
	CR_FIELD(cr_catalogue_file, "enable", TEXTS, enable),
	CR_FIELD(cr_catalogue_file, "disable", TEXTS, disable),
};

const struct cr_section cr_catalogue_keys = {.name = "",
					     .what = "a catalogue",
					     .size = sizeof(struct cr_catalogue_file),
					     .fields = catalogue_fields,
					     .count = sizeof(catalogue_fields) /
						      sizeof(catalogue_fields[0])};

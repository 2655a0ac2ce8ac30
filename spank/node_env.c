/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Node variables of the catalogue: set where the user has not, warned about where they hurt. */
#include "spank/node_env.h"

#include "base/buffer.h"
#include "base/file.h"
#include "base/text.h"
#include "environment/advice.h"
#include "policies/file/policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_MAX 4096
#define PYXIS_ENV "PYXIS_CONTAINER_ENV"
#define PYXIS_MAX 4000 /* pyxis reads it into PATH_MAX bytes */

static void log_fault(const struct cr_host *host, const struct cr_diags *diags)
{
	char line[500] = "out of memory";

	if (cr_diags_kept(diags))
		cr_diag_format(cr_diags_get(diags, 0), line, sizeof(line));
	cr_host_log(host, CR_HOST_DEBUG, "commroute: no node variables are set: %s", line);
}

static struct cr_catalogue *get_catalogue(const struct cr_rules *rules, const struct cr_host *host)
{
	static const struct cr_file_rules trusted = {.max_bytes = 1 << 20, .trusted_owner = true};
	struct cr_diags *diags = cr_diags_new();
	struct cr_catalogue *catalogue = NULL;
	struct cr_error err;
	char *site = NULL;
	size_t len = 0;

	if (*rules->catalogue_file &&
	    cr_file_read(rules->catalogue_file, &trusted, &site, &len, NULL, &err) != 0)
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "%s", err.text);
	else
		catalogue = cr_catalogue_make(rules->catalogue, rules->catalogue_file, site, len,
					      diags);
	if (!catalogue)
		log_fault(host, diags);
	free(site);
	cr_diags_destroy(diags);
	return catalogue;
}

static void find_plugin(const struct cr_catalogue *catalogue, const struct cr_situation *situation,
			const char *root, struct cr_facts *facts)
{
	const struct cr_row *row;

	for (size_t i = 0; (row = cr_catalogue_row(catalogue, i)) != NULL; i++)
		if (cr_advice_wants_plugin(row, situation)) {
			cr_facts_read_plugin(root, facts);
			return;
		}
}

static void warn(const struct cr_row *row, bool scrubbed, char *warnings, size_t size)
{
	struct cr_buffer b = cr_buffer_behind(warnings, size);

	cr_buffer_print(&b, "%scommroute: %s hurts here: %s%s", b.used ? "\n" : "", row->name,
			row->reason, scrubbed ? " (removed)" : "");
}

static bool is_there(const struct cr_host *host, const char *name)
{
	char value[VALUE_MAX];

	return host->getenv(host->step, name, value, sizeof(value)) == 0;
}

/*
 * Under pyxis a value in the image wins over ours unless the name is in the
 * list that pyxis reads after us (our line comes first in plugstack.conf).  A
 * list given as --container-env takes that one's place: the user's own word.
 */
static void keep_in_container(const struct cr_host *host, const char *name)
{
	static const char *const signs[] = {
		"PYXIS_CONTAINER_IMAGE",
		"PYXIS_CONTAINER_NAME",
		"SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_image",
		"SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_name",
	};
	char list[PYXIS_MAX] = "", longer[PYXIS_MAX];
	bool container = false;
	int n;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		container = container || is_there(host, signs[i]);
	if (!container)
		return;
	(void)host->getenv(host->step, PYXIS_ENV, list, sizeof(list));
	n = snprintf(longer, sizeof(longer), "%s%s%s", list, *list ? "," : "", name);
	if (n > 0 && (size_t)n < sizeof(longer))
		(void)host->setenv(host->step, PYXIS_ENV, longer);
}

static void apply(const struct cr_row *row, const struct cr_rules *rules,
		  const struct cr_situation *situation, const struct cr_host *host, char *warnings,
		  size_t size)
{
	char value[VALUE_MAX];
	bool there = host->getenv(host->step, row->name, value, sizeof(value)) == 0;

	switch (cr_advise(row, situation, there ? value : NULL, NULL)) {
	case CR_ADVICE_SET:
		(void)host->setenv(host->step, row->name, row->values.word[0]);
		keep_in_container(host, row->name);
		break;
	case CR_ADVICE_WARN:
		if (rules->harmful == CR_HARMFUL_IGNORE)
			break;
		if (rules->harmful == CR_HARMFUL_SCRUB)
			host->unsetenv(host->step, row->name);
		warn(row, rules->harmful == CR_HARMFUL_SCRUB, warnings, size);
		break;
	default:
		break;
	}
}

void cr_node_env(const struct cr_rules *rules, const char *root, const char *type,
		 const struct cr_host *host, char *warnings, size_t size)
{
	struct cr_facts facts;
	struct cr_situation situation = {type, rules->pattern, &facts};
	struct cr_catalogue *catalogue;
	const struct cr_row *row;

	warnings[0] = '\0';
	if (!rules->act || strcmp(rules->pattern, "none") == 0 ||
	    (!*rules->catalogue && !*rules->catalogue_file))
		return;
	catalogue = get_catalogue(rules, host);
	if (!catalogue)
		return;
	cr_facts_read(root, &facts);
	find_plugin(catalogue, &situation, root, &facts);
	for (size_t i = 0; (row = cr_catalogue_row(catalogue, i)) != NULL; i++)
		apply(row, rules, &situation, host, warnings, size);
	cr_facts_clear(&facts);
	cr_catalogue_destroy(catalogue);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A site's own file of node variables, and what srun tells the nodes: text of strangers both. */
#include "environment/advice.h"
#include "environment/catalogue.h"
#include "environment/known_names.h"
#include "environment/version.h"
#include "spank/carried.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *get_variable(void *context, const char *name)
{
	(void)context;
	return name[0] % 2 ? "1" : NULL;
}

static void judge_all(const struct cr_catalogue *catalogue)
{
	const struct cr_facts facts = {.root = "/nonexistent",
				       .product = "p5en.48xlarge",
				       .efa = true,
				       .version = {0x011000, 0x021b03, 0},
				       .kernel = 0x050f00};
	const struct cr_situation situation = {
		CR_TOPOLOGY_TREE, "alltoall", &facts, {get_variable, NULL}};
	const struct cr_row *row;

	for (size_t i = 0; (row = cr_catalogue_row(catalogue, i)) != NULL; i++) {
		(void)cr_advise(row, &situation, NULL);
		(void)cr_advice_wants(row, &situation, CR_LIBRARY_LIBFABRIC);
		(void)cr_advice_is_about_imex(row);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct cr_catalogue *catalogue;
	struct cr_place place;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	catalogue = cr_catalogue_make("aws", "fuzz", text, size, NULL);
	if (catalogue)
		judge_all(catalogue);
	cr_catalogue_destroy(catalogue);
	(void)cr_version_of(text);
	(void)cr_version_prefix(text, size);
	(void)cr_known_nearest(text);
	if (cr_carried_read(text, "1", "n1", &place, NULL) == 0)
		cr_place_clear(&place);
	free(text);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A site's own file of node variables, and what srun tells the nodes: text of strangers both. */
#include "environment/advice.h"
#include "environment/catalogue.h"
#include "spank/carried.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge_all(const struct cr_catalogue *catalogue)
{
	const struct cr_facts facts = {.product = "p5en.48xlarge", .efa = true, .plugin = 0x011000};
	const struct cr_situation situation = {"tree", "alltoall", &facts};
	const struct cr_row *row;

	for (size_t i = 0; (row = cr_catalogue_row(catalogue, i)) != NULL; i++)
		(void)cr_advise(row, &situation, i % 2 ? "1" : NULL, NULL);
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
	if (cr_carried_read(text, "1", "n1", &place, NULL) == 0)
		cr_place_clear(&place);
	free(text);
	return 0;
}

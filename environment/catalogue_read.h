/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of the catalogue: from YAML to rows, and what is wrong with a site's rows. */
#ifndef CR_ENVIRONMENT_CATALOGUE_READ_H
#define CR_ENVIRONMENT_CATALOGUE_READ_H

#include "base/arena.h"
#include "base/yaml.h"
#include "environment/catalogue.h"

#define CR_ROWS_MAX 512

struct cr_catalogue {
	struct cr_arena arena;
	struct cr_row row[CR_ROWS_MAX];
	size_t count;
};

/** One text that is read. */
struct cr_catalogue_reading {
	struct cr_catalogue *to;
	struct cr_yaml *doc;
	struct cr_diags *diags;
	bool failed;
};

/** Add an error at NODE. */
void cr_catalogue_fault(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
			const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/** Read `rows:`.  A row of the SITE's must not be there twice, of others the first one stays. */
void cr_catalogue_read_rows(struct cr_catalogue_reading *r, bool site);

/** A word, or a list of them, into LIST. */
void cr_catalogue_read_words(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
			     struct cr_words_list *list);

/** The row ID, or NULL. */
struct cr_row *cr_catalogue_find(struct cr_catalogue *catalogue, const char *id);

/**
 * Once all rows are there: does a row of the site's set what another row says is
 * harmful?  What is fatal is an error, what is slow a warning, in R's document.
 */
void cr_catalogue_check_site(struct cr_catalogue_reading *r);

#endif

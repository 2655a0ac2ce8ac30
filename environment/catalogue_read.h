/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of the catalogue: from YAML to rows, and what is wrong with a site's rows. */
#ifndef CR_ENVIRONMENT_CATALOGUE_READ_H
#define CR_ENVIRONMENT_CATALOGUE_READ_H

#include "environment/catalogue.h"

#define CR_ROWS_MAX 512

struct cr_catalogue {
	struct cr_arena arena;
	struct cr_row *row[CR_ROWS_MAX];
	size_t count;
};

/** One text as it stands, in the catalogue's arena. */
struct cr_catalogue_file {
	struct cr_entry head;
	const char *name;
	struct cr_texts with, enable, disable;
	struct cr_entries rows; /* struct cr_row */
};
CR_ENTRY_AT(cr_row_at, cr_row)

/** One text that is read. */
struct cr_catalogue_reading {
	struct cr_catalogue *to;
	struct cr_keys keys;
	struct cr_catalogue_file file;
};

/**
 * Read the LEN bytes at TEXT, called NAME, and add its rows.  A row of the SITE's must
 * not be there twice, of others the first one stays.  Returns 0, or -1 after a fault.
 */
int cr_catalogue_read(struct cr_catalogue_reading *r, const char *name, const char *text,
		      size_t len, bool site);

/** The row ID, or NULL. */
struct cr_row *cr_catalogue_find(struct cr_catalogue *catalogue, const char *id);

/**
 * Once all rows are there: does a row of the site's set what another row says is
 * harmful?  What is fatal is an error, what is slow a warning, at the site's row.
 */
void cr_catalogue_check_site(struct cr_catalogue_reading *r);

#endif

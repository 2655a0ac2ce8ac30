/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of node variables: what to set, and what hurts, under which
 * conditions, with source and certainty.  It is data (the files of environment,
 * built in), not code; a site adds rows and switches rows on and off in a file
 * of its own.  docs/environment.md tells the form.
 *
 * A catalogue is immutable once made; any thread may read it.
 */
#ifndef CR_ENVIRONMENT_CATALOGUE_H
#define CR_ENVIRONMENT_CATALOGUE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A list of words; COUNT 0 in a condition: it does not matter. */
struct cr_words_list {
	const char **word;
	size_t count;
};

enum cr_row_kind {
	CR_ROW_SET,    /* set NAME to VALUE where it is absent */
	CR_ROW_HARMFUL /* warn of NAME; with VALUES only of these (globs) */
};

/** One row.  Owned by its catalogue; versions are cr_catalogue_version() numbers, 0 = any. */
struct cr_row {
	const char *id;
	enum cr_row_kind kind;
	const char *name;
	struct cr_words_list values; /* SET: just one */
	struct cr_words_list topology_types, products /* globs */, patterns, devices;
	uint32_t plugin_min, plugin_below;
	const char *reason, *source;
	char certainty; /* 'H' read in vendor code or text, 'M' sample or inference */
	bool enabled;
	uint32_t line;
};

struct cr_catalogue;

/**
 * The built-in catalogue NAME ("aws", "infiniband"; NULL, "" and "none": no
 * rows), and over it the site's own text SITE of LEN bytes (NULL: none), called
 * SITE_NAME in positions.  The site's rows come first; a row of the site's with
 * an id of the catalogue's replaces that.  Every fault goes to DIAGS (may be
 * NULL).  Returns a catalogue to be freed with cr_catalogue_destroy(), or NULL
 * after an error.
 */
struct cr_catalogue *cr_catalogue_make(const char *name, const char *site_name, const char *site,
				       size_t len, struct cr_diags *diags);

/** Free CATALOGUE.  NULL is allowed. */
void cr_catalogue_destroy(struct cr_catalogue *catalogue);

/** Row I, or NULL past the end. */
const struct cr_row *cr_catalogue_row(const struct cr_catalogue *catalogue, size_t i);

/** "1.16" or "1.16.2" as one number that compares; 0 when TEXT is no version. */
uint32_t cr_catalogue_version(const char *text);

/** The YAML of the built-in catalogue NAME and its length, or NULL.  Static. */
const char *cr_catalogue_text(const char *name, size_t *len);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of node variables: what to set, what hurts and what is wrong
 * with a node, under which conditions, with source and certainty.  It is data
 * (the files of environment, built in), not code; a site adds rows and switches
 * rows on and off in a file of its own.  docs/environment.md tells the form.
 *
 * A catalogue is immutable once made; any thread may read it.
 */
#ifndef CR_ENVIRONMENT_CATALOGUE_H
#define CR_ENVIRONMENT_CATALOGUE_H

#include "base/harm.h"
#include "base/keys.h"

/** MIN <= version < BELOW, as cr_version_of() numbers; CR_UNSET = any. */
struct cr_bounds {
	uint32_t min, below;
};

/** What a node can have.  By the words of `device:`. */
enum cr_device {
	CR_DEVICE_EFA,
	CR_DEVICE_INFINIBAND,
	CR_DEVICE_ROCE,
	CR_DEVICE_IMEX,
	CR_DEVICE_MNNVL,
};

/** What must hold together; what is empty does not matter. */
struct cr_conditions {
	struct cr_entry head;
	unsigned topology_types, devices; /* a bit for each of the enum's */
	struct cr_texts products /* globs */, patterns;
	struct cr_texts files;     /* one of them is there */
	struct cr_texts variables; /* one of them: "NAME" is set, "NAME=GLOB" to that */
	struct cr_bounds plugin, nccl, libfabric, kernel;
};

enum cr_row_kind {
	CR_ROW_SET,     /* set NAME to the one of VALUES where it is absent */
	CR_ROW_HARMFUL, /* warn of NAME; with VALUES only of these (globs) */
	CR_ROW_STATE,   /* warn that the node is so; NAME is the warning's beginning */
};

/** What a variable of HARM is or does, to stand before "here": "is fatal".  Static. */
const char *cr_harm_phrase(enum cr_harm harm);

enum cr_certainty {
	CR_CERTAINTY_H, /* read in vendor code or text */
	CR_CERTAINTY_M, /* sample or inference */
};

/** "H", "M", NULL. */
extern const char *const cr_certainty_words[];

/** One row.  Owned by its catalogue; its head tells where it stands. */
struct cr_row {
	struct cr_entry head;
	const char *id;
	const char *set, *harmful, *warn; /* as written, one of them: */
	enum cr_row_kind kind;
	const char *name;
	enum cr_harm harm; /* not of SET rows */
	struct cr_texts values;
	struct cr_texts values_not; /* globs: these do not hurt */
	bool missing_file;          /* it hurts when its value names a file that is not there */
	struct cr_conditions when;
	struct cr_entries except; /* `not:`, struct cr_conditions none of which may hold */
	const char *reason, *source;
	enum cr_certainty certainty;
	bool enabled, site;
};
CR_ENTRY_AT(cr_exception_at, cr_conditions)

struct cr_catalogue;

/**
 * The built-in catalogue NAME (cr_catalogue_info(); NULL, "" and "none": no
 * rows) with those it names under `with:`, and over it the site's own text SITE
 * of LEN bytes (NULL: none), called SITE_NAME in positions.  The site's rows come
 * first; a row of an id that was there already is left out.  Every fault goes to
 * DIAGS (may be NULL).  Returns a catalogue to be freed with
 * cr_catalogue_destroy(), or NULL after an error.
 */
struct cr_catalogue *cr_catalogue_make(const char *name, const char *site_name, const char *site,
				       size_t len, struct cr_diags *diags);

/** Free CATALOGUE.  NULL is allowed. */
void cr_catalogue_destroy(struct cr_catalogue *catalogue);

/** Row I, or NULL past the end. */
const struct cr_row *cr_catalogue_row(const struct cr_catalogue *catalogue, size_t i);

/** A built-in catalogue.  All static. */
struct cr_catalogue_info {
	const char *name, *summary;
	const char *text; /* its YAML, terminated */
};

/** The I-th built-in catalogue, or NULL past the end. */
const struct cr_catalogue_info *cr_catalogue_info(size_t i);

/** The one called NAME, or NULL. */
const struct cr_catalogue_info *cr_catalogue_info_of(const char *name);

/** All their names as "aws, infiniband ... or none", into BUF.  Returns BUF. */
const char *cr_catalogue_names(char *buf, size_t size);

#endif

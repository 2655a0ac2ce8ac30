/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's older configuration language, as in slurm.conf and topology.conf:
 * lines of Key=Value pairs, keys in any case, values bare or in double quotes,
 * `#` comments, a backslash at the end joins lines, `Include FILE`.
 *
 * The reader hands out one joined line after another, as pairs with positions;
 * what the keys mean is the caller's.  Facts: Slurm's parse_config.c, 24.11 to 26.05.
 */
#ifndef CR_TOPOLOGY_CONF_H
#define CR_TOPOLOGY_CONF_H

#include "base/diag.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Where Include finds its files, injected by the edge: READ gets NAME as it
 * stands in the file, with ClusterName for %c (the directory is its matter), and returns 0 with
 * *BUF (freed by the reader with free()) and *LEN, or -1 with ERR set.
 */
struct cr_conf_loader {
	int (*read)(const char *name, char **buf, size_t *len, void *arg, struct cr_error *err);
	void *arg;
};

/** One Key=Value.  Owned by the reader, valid until the handler returns. */
struct cr_conf_pair {
	const char *key;   /* as written; compare with strcasecmp() */
	const char *value; /* "" when nothing follows the `=` */
	struct cr_pos pos, value_pos;
	char op; /* '=', or the operator before it: + - * / */
};

/**
 * Called for every line that is not blank: COUNT pairs, POS its beginning.  REST is what
 * is not a pair (""  when all was), REST_POS where that begins.  Whether that is an
 * error is the handler's to say.  Returns 0 to go on.
 */
typedef int (*cr_conf_handler)(const struct cr_conf_pair *pairs, size_t count, const char *rest,
			       struct cr_pos rest_pos, void *arg);

#define CR_CONF_PAIRS_MAX   256 /* a line */
#define CR_CONF_INCLUDE_MAX 8   /* levels of Include */
#define CR_CONF_FILES_MAX   256 /* included files in all */

/**
 * Read the LEN bytes at BUF, called NAME in positions, and what they include
 * through LOADER (NULL: Include is an error).  Errors of the language go to
 * DIAGS.  Returns 0, or -1 after an error or when HANDLER stopped it.
 */
int cr_conf_parse(const char *name, const char *buf, size_t len,
		  const struct cr_conf_loader *loader, cr_conf_handler handler, void *arg,
		  struct cr_diags *diags);

/** The value of KEY (any case) among COUNT PAIRS, the last of several, or NULL. */
const struct cr_conf_pair *cr_conf_get(const struct cr_conf_pair *pairs, size_t count,
				       const char *key);

#endif

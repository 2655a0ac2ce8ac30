/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A policy from files, and whether they changed since.  The edge between the
 * loader, which opens nothing, and the file system: used by slurmctld's
 * plugin, by the clients' `list` and by the command.
 */
#ifndef CR_POLICIES_FILE_POLICY_FILE_H
#define CR_POLICIES_FILE_POLICY_FILE_H

#include "base/file.h"
#include "policies/file/policy.h"

#include <stdbool.h>

#define CR_POLICY_FILES_MAX 64        /* the policy and what it includes */
#define CR_POLICY_FILE_MAX  (4 << 20) /* bytes of one file */

/** The files that the last load looked at, and their state then. */
struct cr_policy_watch {
	size_t count;
	struct {
		char *path;
		struct cr_file_mark mark; /* all zero: it could not be read */
	} file[CR_POLICY_FILES_MAX];
};

/** Did any of the files change, appear or vanish since?  One stat() each. */
bool cr_policy_watch_changed(const struct cr_policy_watch *watch);

/**
 * Load the policy at PATH; with TRUSTED, every file must be root's or ours and
 * writable by nobody else (cr_file_rules.trusted_owner).  WATCH (may be NULL;
 * zeroed or from an earlier load) is set to the files looked at, also when
 * loading fails, so that a file mended later is noticed.  Otherwise as
 * cr_policy_load().
 */
struct cr_policy *cr_policy_read(const char *path, bool trusted, const char *cluster,
				 struct cr_policy_watch *watch, struct cr_diags *diags);

/** Where a reader of files notes what it read. */
struct cr_policy_source {
	bool trusted;
	struct cr_policy_watch *watch; /* or NULL */
};

/**
 * The reader behind cr_policy_read(), for what is read after the policy; what it
 * reads is added to WATCH (may be NULL).  SOURCE is set, and used by the reader.
 */
struct cr_policy_reader cr_policy_reader_of(struct cr_policy_source *source, bool trusted,
					    struct cr_policy_watch *watch);

#endif

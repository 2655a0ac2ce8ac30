/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's host lists ("n[01-08,12],gpu[1-2]x[3-4]"), meaning exactly what they
 * mean to Slurm: the expanding and compacting is libslurm's (the daemon that
 * loads a plugin provides it), behind a guard.  The guard counts first, because
 * libslurm ends the process or fills the memory on some inputs ("n[0-2000000000]"
 * is refused by it, "n[0-18446744073709551615]" is not) and logs what it refuses.
 *
 * Host-list functions (block{b1}, switchwith{n1}) need a controller and are
 * refused with that reason.  Threads: all functions are pure; a list may be shared.
 */
#ifndef CR_TOPOLOGY_HOSTLIST_H
#define CR_TOPOLOGY_HOSTLIST_H

#include "base/error.h"

#include <stddef.h>

/** The longest host name that is taken, in bytes. */
#define CR_HOST_NAME_MAX 255

/** A bound for callers without one of their own: more than any Slurm has (65,536). */
#define CR_HOSTS_MAX ((size_t)1 << 20)

struct cr_hostlist;

/**
 * How many hosts TEXT names, duplicates included, without building them.
 * Returns 0 and sets *COUNT; -1 with ERR saying what is wrong when Slurm would
 * refuse TEXT, or when it names more than MAX hosts.  NULL counts as empty.
 */
int cr_hostlist_count_text(const char *text, size_t max, size_t *count, struct cr_error *err);

/**
 * Expand TEXT, which may name at most MAX hosts: in TEXT's order, duplicates
 * kept, as Slurm does.  An empty TEXT (also ",,") gives an empty list.  Returns
 * a list to be freed with cr_hostlist_destroy(), or NULL with ERR set.
 */
struct cr_hostlist *cr_hostlist_expand(const char *text, size_t max, struct cr_error *err);

/** Free LIST.  NULL is allowed. */
void cr_hostlist_destroy(struct cr_hostlist *list);

/** How many names LIST has. */
size_t cr_hostlist_count(const struct cr_hostlist *list);

/** LIST's names, cr_hostlist_count() of them, owned by LIST. */
const char *const *cr_hostlist_names(const struct cr_hostlist *list);

/**
 * Fold COUNT NAMES into ranges, in the order given ("n[1,3,2]").  Returns text
 * to be freed with free(), or NULL with ERR set.  No names give "".
 */
char *cr_hostlist_compact(const char *const *names, size_t count, struct cr_error *err);

/** The same, in natural order (n2 before n10) and without duplicates. */
char *cr_hostlist_compact_sorted(const char *const *names, size_t count, struct cr_error *err);

#endif

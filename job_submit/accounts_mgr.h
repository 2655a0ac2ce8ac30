/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slurmctld's accounts manager (assoc_mgr), as far as we read it: its functions and
 * lists, looked up by name.  For the files accounts*.c only.
 */
#ifndef CR_JOB_SUBMIT_ACCOUNTS_MGR_H
#define CR_JOB_SUBMIT_ACCOUNTS_MGR_H

#include <slurm/slurm.h>
#include <slurm/slurmdb.h>
#include <stdbool.h>

/*
 * Its lock request, which no public header declares: seven levels in this order, the
 * same in Slurm 24.11 to 26.05 (assoc_mgr.h).
 */
enum cr_lock_level { CR_UNLOCKED, CR_LOCK_READ };
struct cr_assoc_mgr_locks {
	enum cr_lock_level assoc, file, qos, res, tres, user, wckey;
};

struct cr_assoc_mgr {
	void (*lock)(struct cr_assoc_mgr_locks *);
	void (*unlock)(struct cr_assoc_mgr_locks *);
	int (*find_user)(void *db, slurmdb_user_rec_t *user, int enforce,
			 slurmdb_user_rec_t **found, bool locked);
	int (*find_assoc)(void *db, slurmdb_assoc_rec_t *assoc, int enforce,
			  slurmdb_assoc_rec_t **found, bool locked);
	int (*bit_test)(bitstr_t *bits, int64_t bit);
	int64_t (*bit_size)(bitstr_t *bits);
	int64_t (*bit_first)(bitstr_t *bits); /* set; -1: none is */
	list_t **qos_list;
	char ***tres_names;
	uint32_t *tres_count;
};

/** What was found by cr_accounts_open(); NULL when this Slurm lacks any of it. */
const struct cr_assoc_mgr *cr_assoc_mgr(void);

/** Is BIT of BITS (may be NULL) set? */
bool cr_assoc_mgr_has_bit(bitstr_t *bits, uint32_t bit);

/** Is QOS one that jobs can have?  A deleted one stays in the list from 25.05 on. */
bool cr_assoc_mgr_is_live(const slurmdb_qos_rec_t *qos);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* assoc_mgr looked up, and who of its users may do what the policy forbids others. */
#include "job_submit/accounts_mgr.h"

#include "job_submit/accounts.h"
#include "job_submit/log.h"
#include "job_submit/slurm_api.h"
#include "topology/slurm_versions.h"

#include <unistd.h>

static struct {
	struct cr_assoc_mgr mgr;
	bool usable;
} looked_up;

void cr_accounts_open(void)
{
	struct cr_assoc_mgr *mgr = &looked_up.mgr;

	looked_up.usable = cr_slurm_api_find(&mgr->lock, "assoc_mgr_lock") &&
			   cr_slurm_api_find(&mgr->unlock, "assoc_mgr_unlock") &&
			   cr_slurm_api_find(&mgr->find_user, "assoc_mgr_fill_in_user") &&
			   cr_slurm_api_find(&mgr->find_assoc, "assoc_mgr_fill_in_assoc") &&
			   cr_slurm_api_find(&mgr->bit_test, "slurm_bit_test") &&
			   cr_slurm_api_find(&mgr->bit_size, "slurm_bit_size") &&
			   cr_slurm_api_find(&mgr->bit_first, "slurm_bit_ffs") &&
			   cr_slurm_api_find(&mgr->qos_list, "assoc_mgr_qos_list") &&
			   cr_slurm_api_find(&mgr->tres_names, "assoc_mgr_tres_name_array") &&
			   cr_slurm_api_find(&mgr->tres_count, "g_tres_count");
	if (!looked_up.usable)
		slurm_error("commroute: accounts and QOS cannot be read in this Slurm: tenants "
			    "are told by the account that a job names");
}

const struct cr_assoc_mgr *cr_assoc_mgr(void)
{
	return looked_up.usable ? &looked_up.mgr : NULL;
}

bool cr_assoc_mgr_has_bit(bitstr_t *bits, uint32_t bit)
{
	return bits && (int64_t)bit < looked_up.mgr.bit_size(bits) &&
	       looked_up.mgr.bit_test(bits, bit);
}

bool cr_assoc_mgr_is_live(const slurmdb_qos_rec_t *qos)
{
#if CR_BUILT_SINCE(CR_SINCE_QOS_DELETED_FLAG)
	if (qos->flags & QOS_FLAG_DELETED)
		return false;
#endif
	return qos->name != NULL;
}

static bool is_operator(uint32_t uid)
{
	struct cr_assoc_mgr_locks locks = {.user = CR_LOCK_READ};
	slurmdb_user_rec_t user = {.uid = uid};
	bool is = false;

	looked_up.mgr.lock(&locks);
	if (looked_up.mgr.find_user(NULL, &user, 0, NULL, true) == 0)
		is = user.admin_level >= SLURMDB_ADMIN_OPERATOR;
	looked_up.mgr.unlock(&locks);
	return is;
}

/* slurmctld runs as SlurmUser. */
bool cr_accounts_is_privileged(uint32_t uid)
{
	return uid == 0 || uid == geteuid() || (looked_up.usable && is_operator(uid));
}

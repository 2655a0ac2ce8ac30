/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of a decision what would be set in the job: whether there is any, and whether an update can. */
#include "policies/decide/decision_fields.h"

void cr_decision_unset_settings(struct cr_decision *d)
{
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		if (cr_decision_row(i)->sets)
			cr_decision_unset(d, i);
	d->preemptible = false;
}

bool cr_decision_sets(const struct cr_decision *d)
{
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		if (cr_decision_row(i)->sets && cr_decision_has(d, i))
			return true;
	return false;
}

bool cr_decision_fits_update(const struct cr_decision *d, const struct cr_request *request)
{
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++) {
		const struct cr_decision_row *row = cr_decision_row(i);

		if (!row->sets || row->on_update == CR_UPDATE_SETS || !cr_decision_has(d, i))
			continue;
		if (!row->is_asked || !row->is_asked(d, request))
			return false;
	}
	return true;
}

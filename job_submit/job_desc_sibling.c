/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs that a sibling of a federation passes on.  At first it sends what its user
 * wrote; when it sends a job again (released, requeued, its dependencies done) it
 * sends the job as it stands there, with what was chosen there as if the user had
 * asked for it.
 */
#include "job_submit/job_desc.h"
#include "job_submit/job_desc_fields.h"

#include "base/text.h"
#include "policies/decide/decision_fields.h"

#include <slurm/slurm.h>

/* slurmctld fills the siblings in, after the plugins of the first cluster ran. */
bool cr_job_desc_is_passed_on(const struct job_descriptor *desc, uint32_t submit_uid)
{
	return submit_uid == 0 && desc->fed_siblings_viable;
}

/* Of a list of QOS that was chosen Slurm keeps the one it is at. */
static void reopen_text(struct job_descriptor *desc, const struct cr_decision *chosen,
			enum cr_decision_field field, const struct cr_slurm_alloc *alloc)
{
	char **text = cr_job_desc_text(desc, field);

	if (cr_text_list_has(cr_decision_text(chosen, field), *text))
		alloc->free((void **)text);
}

void cr_job_desc_reopen(struct job_descriptor *desc, const struct cr_decision *chosen,
			const struct cr_slurm_alloc *alloc)
{
	reopen_text(desc, chosen, CR_DECISION_PARTITION, alloc);
	reopen_text(desc, chosen, CR_DECISION_QOS, alloc);
	if (chosen->segment != CR_UNSET && desc->segment_size == chosen->segment)
		desc->segment_size = NO_VAL16;
}

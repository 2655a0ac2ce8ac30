/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fields of a decision that Slurm gets: each with its place in the job description. */
#include "job_submit/job_desc_fields.h"

#include <slurm/slurm.h>
#include <stddef.h>

#define AT(member, type) .offset = CR_OFFSET(struct job_descriptor, member, type)

static const struct cr_job_desc_field fields[CR_DECISION_FIELDS] = {
	[CR_DECISION_PARTITION] = {CR_SET_TEXT, AT(partition, char *)},
	[CR_DECISION_QOS] = {CR_SET_TEXT, AT(qos, char *)},
	[CR_DECISION_SEGMENT] = {CR_SET_NUMBER16, AT(segment_size, uint16_t)},
	[CR_DECISION_SWITCHES] = {CR_SET_NUMBER, AT(req_switch, uint32_t)},
	[CR_DECISION_SWITCH_WAIT] = {CR_SET_NUMBER, AT(wait4switch, uint32_t)},
	[CR_DECISION_CONTIGUOUS] = {CR_SET_VALUE16, AT(contiguous, uint16_t), 1},
	[CR_DECISION_GPU_TYPE] = {.how = CR_SET_GPU_TYPE},
#ifdef JOB_SHARED_TOPO
	[CR_DECISION_EXCLUSIVE_TOPO] = {CR_SET_VALUE16, AT(shared, uint16_t), JOB_SHARED_TOPO},
#else
	[CR_DECISION_EXCLUSIVE_TOPO] = {.how = CR_SET_NEWER},
#endif
#ifdef SPREAD_SEGMENTS
	[CR_DECISION_SPREAD_SEGMENTS] = {CR_SET_BITS, AT(bitflags, uint64_t), SPREAD_SEGMENTS},
	[CR_DECISION_CONSOLIDATE_SEGMENTS] = {CR_SET_BITS, AT(bitflags, uint64_t),
					      CONSOLIDATE_SEGMENTS},
#else
	[CR_DECISION_SPREAD_SEGMENTS] = {.how = CR_SET_NEWER},
	[CR_DECISION_CONSOLIDATE_SEGMENTS] = {.how = CR_SET_NEWER},
#endif
};

const struct cr_job_desc_field *cr_job_desc_field(enum cr_decision_field field)
{
	static const struct cr_job_desc_field none = {.how = CR_SET_NOWHERE};

	return field < CR_DECISION_FIELDS ? &fields[field] : &none;
}

char **cr_job_desc_text(struct job_descriptor *desc, enum cr_decision_field field)
{
	return cr_at_own(desc, cr_job_desc_field(field)->offset);
}

void cr_job_desc_clear(struct job_descriptor *desc, enum cr_decision_field field)
{
	const struct cr_job_desc_field *f = cr_job_desc_field(field);

	if (f->how == CR_SET_NUMBER)
		*cr_at_u32(desc, f->offset) = 0;
	else if (f->how == CR_SET_VALUE16)
		*cr_at_u16(desc, f->offset) = 0;
}

void cr_job_desc_set(struct job_descriptor *desc, enum cr_decision_field field, uint32_t number)
{
	const struct cr_job_desc_field *f = cr_job_desc_field(field);

	switch (f->how) {
	case CR_SET_NUMBER:
		*cr_at_u32(desc, f->offset) = number;
		break;
	case CR_SET_NUMBER16:
		if (number < NO_VAL16)
			*cr_at_u16(desc, f->offset) = (uint16_t)number;
		break;
	case CR_SET_VALUE16:
		*cr_at_u16(desc, f->offset) = (uint16_t)f->value;
		break;
	case CR_SET_BITS:
		*cr_at_u64(desc, f->offset) |= f->value;
		break;
	default:
		break;
	}
}

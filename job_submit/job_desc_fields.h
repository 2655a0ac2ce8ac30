/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where each field of a decision is set in Slurm's job description: one row for each,
 * by its enumerator.  For the files job_desc*.c, and for a test that none is missing.
 */
#ifndef CR_JOB_SUBMIT_JOB_DESC_FIELDS_H
#define CR_JOB_SUBMIT_JOB_DESC_FIELDS_H

#include "base/offset.h"
#include "policies/decide/decision.h"

struct job_descriptor;

enum cr_how_set {
	CR_SET_NOWHERE,  /* not for the job description */
	CR_SET_TEXT,     /* char *, Slurm's memory */
	CR_SET_GPU_TYPE, /* the type, into each request for GPUs that has none */
	CR_SET_NUMBER,   /* uint32_t */
	CR_SET_NUMBER16, /* uint16_t; larger values are left out */
	CR_SET_VALUE16,  /* uint16_t becomes `value` */
	CR_SET_BITS,     /* `value` in bitflags */
	CR_SET_NEWER,    /* the Slurm that this is built for does not know it */
};

struct cr_job_desc_field {
	enum cr_how_set how;
	size_t offset; /* in the job description */
	uint64_t value;
};

CR_AT(cr_at_own, char *) /* Slurm's memory */
CR_AT(cr_at_u16, uint16_t)

/** The row of FIELD.  Static. */
const struct cr_job_desc_field *cr_job_desc_field(enum cr_decision_field field);

/** Where the text of FIELD, a CR_SET_TEXT, stands in DESC. */
char **cr_job_desc_text(struct job_descriptor *desc, enum cr_decision_field field);

/** Take from DESC's job what it has of FIELD, in an update; nothing for what needs memory. */
void cr_job_desc_clear(struct job_descriptor *desc, enum cr_decision_field field);

/** Set FIELD of DESC, to NUMBER where it is one; nothing for what needs memory. */
void cr_job_desc_set(struct job_descriptor *desc, enum cr_decision_field field, uint32_t number);

#endif

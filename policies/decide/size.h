/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How large a job is, from whatever its user gave: as far as it can be said
 * without nodes in mind, and on nodes of one shape.  Pure; any thread.
 */
#ifndef CR_POLICIES_DECIDE_SIZE_H
#define CR_POLICIES_DECIDE_SIZE_H

#include "policies/cluster/view.h"
#include "policies/job/request.h"

/** The part that does not depend on nodes. */
struct cr_size {
	uint32_t nodes;       /* one number of nodes was given; else CR_UNSET */
	uint32_t gpus;        /* GPUs of the whole job; CR_UNSET: none named or still open */
	bool wants_gpus;      /* names GPUs at all, more than 0 */
	bool typed;           /* ... and of which type */
	const char *gpu_type; /* the type, when it is one; borrowed from the request */
};

enum cr_misfit {
	CR_MISFIT_NONE,
	CR_MISFIT_GPU_TYPE,
	CR_MISFIT_GPUS,
	CR_MISFIT_CPUS,
	CR_MISFIT_MEMORY,
	CR_MISFIT_FEATURES,
};

/** What the job comes to on nodes of one shape. */
struct cr_demand {
	enum cr_misfit misfit;
	uint32_t nodes;         /* the fewest */
	uint64_t gpus;          /* of the whole job; 0: none */
	uint64_t gpus_per_node; /* 0: none */
	uint64_t cpus_per_node; /* at least */
	uint64_t memory;        /* MiB per node; 0: not said */
	uint64_t cpus;          /* of the whole job, at least */
	const char *gpu_type;   /* asked for, or NULL */
	uint64_t asked, has;    /* per node, what does not fit */
};

/** What REQUEST asks for, as far as it says so without knowing the nodes, into *SIZE. */
void cr_size_of(const struct cr_request *request, struct cr_size *size);

/** What REQUEST comes to on nodes of SHAPE, and whether one of them can hold its part. */
void cr_size_on(const struct cr_request *request, const struct cr_size *size,
		const struct cr_shape *shape, struct cr_demand *demand);

/**
 * The most nodes that Slurm gives REQUEST where no partition bounds it, at least LEAST:
 * the end of a range; else a node for each task, for each GPU or for each CPU.
 */
uint32_t cr_size_most_nodes(const struct cr_request *request, uint32_t least);

/** The most GPUs that REQUEST takes on NODES nodes, of which each has HAS; WHOLE: all of them. */
uint64_t cr_size_most_gpus(const struct cr_request *request, uint32_t nodes, uint32_t has,
			   bool whole);

/**
 * Do SHAPE's features satisfy CONSTRAINT (-C)?  Names joined by `&` or `,` are
 * judged; anything else Slurm knows better, and the answer is yes.
 */
bool cr_size_features(const char *constraint, const struct cr_shape *shape);

#endif

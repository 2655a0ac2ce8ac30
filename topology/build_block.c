/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * block_sizes, and the aggregated blocks they make: Slurm joins 2, 4, 8 ...
 * neighbours in the file's order (block_record.c).  Without block_sizes it does
 * so up to 16.
 */
#include "topology/build.h"

#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

/* The power of two that RATIO is, or -1. */
static int power_of(int64_t ratio)
{
	for (int power = 0; power < CR_BLOCK_LEVELS_MAX; power++)
		if (ratio == (int64_t)1 << power)
			return power;
	return -1;
}

/* A text that Slurm has accepted can only be of a version that does. */
static bool skips_bad_sizes(const struct cr_build *b, const struct cr_decl *decl)
{
	return b->rules->accepted ||
	       (!decl->from_conf && b->rules->slurm_version < CR_SINCE_BLOCK_SIZES_CHECKED);
}

static int size_power(struct cr_build *b, const struct cr_decl *decl,
		      const struct cr_decl_size *size, int64_t base)
{
	bool skips = skips_bad_sizes(b, decl);
	enum cr_severity severity = skips ? CR_WARNING : CR_ERROR;
	const char *skipped = skips ? "; Slurm skips it" : "";
	int power = -1;

	if (size->value <= 0) {
		cr_diags_add(b->diags, severity, size->pos, "block size %lld is not above zero%s",
			     (long long)size->value, skipped);
		return -1;
	}
	if (size->value % base == 0)
		power = power_of(size->value / base);
	if (power < 0)
		cr_diags_add(
			b->diags, severity, size->pos,
			"block size %lld is not 1, 2, 4, 8 ... times the first, which is %lld%s",
			(long long)size->value, (long long)base, skipped);
	return power;
}

/* The first that Slurm takes; 0: none. */
static int64_t first_size(const struct cr_decl *decl)
{
	for (size_t i = 0; i < decl->size_count; i++)
		if (decl->sizes[i].value > 0)
			return decl->sizes[i].value;
	return 0;
}

int cr_build_block_sizes(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t)
{
	int64_t base = first_size(decl);
	unsigned powers = decl->size_count ? 1 : 0x1f;
	int rc = 0;

	for (size_t i = 0; i < decl->size_count; i++) {
		int power = size_power(b, decl, &decl->sizes[i], base);

		if (power >= 0)
			powers |= 1U << power;
		else if (!skips_bad_sizes(b, decl))
			rc = -1;
	}
	if (rc != 0)
		return rc;
	t->base_block = (uint32_t)base;
	for (int power = 0; power < CR_BLOCK_LEVELS_MAX; power++) {
		if (!(powers & 1U << power))
			continue;
		t->block_levels[t->block_level_count++] = 1U << power;
		if (1U << power >= t->unit_count)
			break;
	}
	return 0;
}

/* A comma between names: what Slurm folds, and refuses when the names break it. */
static char *join_names(const struct cr_topology *t, const uint32_t *tops, size_t count)
{
	size_t len = 1;
	char *text, *at;

	for (size_t i = 0; i < count; i++)
		len += strlen(t->groups[tops[i]].name) + 1;
	text = malloc(len);
	at = text;
	for (size_t i = 0; text && i < count; i++) {
		if (i)
			*at++ = ',';
		at = stpcpy(at, t->groups[tops[i]].name);
	}
	if (text)
		*at = '\0';
	return text;
}

/* Where the first block below GROUP stands in the file; blocks have DECL's numbers. */
static struct cr_pos first_pos(const struct cr_decl *decl, const struct cr_topology *t,
			       uint32_t group)
{
	while (t->groups[group].aggregate)
		group = t->groups[group].first_child;
	return decl->groups[group].pos;
}

/* The name of an aggregated block: its blocks' names, folded. */
static int aggregate_name(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
			  const uint32_t *tops, size_t count, const char **name)
{
	char *joined = join_names(t, tops, count), *folded = NULL;
	struct cr_hostlist *list;
	struct cr_error err;
	int rc = 0;

	if (!joined)
		return cr_build_no_memory(b, decl->pos);
	list = cr_hostlist_expand(joined, CR_HOSTS_MAX, &err);
	if (!list)
		rc = cr_diags_add(b->diags, CR_ERROR, first_pos(decl, t, tops[0]),
				  "block names that Slurm cannot fold: %s", err.text);
	else
		folded = cr_hostlist_compact(cr_hostlist_names(list), cr_hostlist_count(list),
					     NULL);
	*name = cr_arena_strdup(b->arena, folded ? folded : joined);
	if (rc == 0 && !*name)
		rc = cr_build_no_memory(b, decl->pos);
	cr_hostlist_destroy(list);
	free(folded);
	free(joined);
	return rc;
}

/* One group above COUNT > 1 TOPS, which are roots so far. */
static int aggregate_blocks(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
			    const uint32_t *tops, size_t count)
{
	uint32_t at = t->group_count;
	struct cr_group *g = &t->groups[at];

	*g = (struct cr_group){.parent = CR_NONE,
			       .first_child = tops[0],
			       .next_sibling = CR_NONE,
			       .line = t->groups[tops[0]].line,
			       .aggregate = true};
	for (size_t i = 0; i < count; i++) {
		struct cr_group *child = &t->groups[tops[i]];

		child->parent = at;
		child->next_sibling = i + 1 < count ? tops[i + 1] : CR_NONE;
		if (child->level >= g->level)
			g->level = child->level + 1;
	}
	t->group_count++;
	return aggregate_name(b, decl, t, tops, count, &g->name);
}

/*
 * One size: every run of tops whose blocks belong together gets a group.  A run
 * of one stays as it is: a group above would hold the same nodes.  FIRST[i] is the
 * first block under TOPS[i].  Returns how many tops remain, or 0 after an error.
 */
static size_t aggregate_size(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
			     uint32_t size, uint32_t *tops, uint32_t *first, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0, run; i < count; i += run) {
		uint32_t top = tops[i], block = first[i];

		run = 1;
		while (i + run < count && first[i + run] / size == block / size)
			run++;
		if (run > 1) {
			top = t->group_count;
			if (aggregate_blocks(b, decl, t, tops + i, run) != 0)
				return 0;
		}
		tops[kept] = top;
		first[kept++] = block;
	}
	return kept;
}

int cr_build_aggregates(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t)
{
	const size_t units = t->unit_count;
	size_t count = units;
	uint32_t *tops, *first;

	if (!units)
		return -1;
	tops = calloc(count, sizeof(*tops));
	first = calloc(count, sizeof(*first));
	if (!tops || !first) {
		free(tops);
		free(first);
		return cr_build_no_memory(b, decl->pos);
	}
	for (uint32_t i = 0; i < count; i++)
		tops[i] = first[i] = i;
	for (size_t k = 1; k < t->block_level_count && count; k++)
		count = aggregate_size(b, decl, t, t->block_levels[k], tops, first, count);
	for (size_t i = 0; i < count && i < units; i++)
		t->groups[tops[i]].next_sibling = i + 1 < count && i + 1 < units ? tops[i + 1]
										 : CR_NONE;
	t->first_root = count ? tops[0] : CR_NONE;
	free(tops);
	free(first);
	return count ? 0 : -1;
}

int cr_build_base_block(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t)
{
	for (uint32_t i = 0; !t->base_block && i < t->unit_count; i++)
		t->base_block = t->groups[i].end - t->groups[i].begin;
	if (t->base_block)
		return 0;
	return cr_diags_add(
		b->diags, CR_ERROR, decl->pos,
		"topology '%.80s': its blocks have no nodes and there are no block_sizes", t->name);
}

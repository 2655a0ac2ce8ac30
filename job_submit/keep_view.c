/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cluster as it is now: asked for again when something changed, and kept for the next start. */
#include "job_submit/keep.h"
#include "job_submit/keeper.h"

#include "job_submit/control.h"
#include "job_submit/group_ids.h"
#include "job_submit/kept_view.h"
#include "job_submit/log.h"
#include "job_submit/slurm_api.h"

/* How often things are looked at.  A "no change" RPC costs next to nothing. */
#define FIRST_MS    200   /* until the controller answers and its nodes have registered */
#define FIRST_LOADS 50    /* but no more often than this: cloud nodes may never register */
#define CHANGES_MS  2000  /* partitions or reservations changed? */
#define VIEW_MS     60000 /* all anew: node states */

static struct {
	struct cr_cell cell;
	struct cr_snapshot *before; /* the first of this process's own */
} kept = {.cell = CR_CELL_INIT};

static void destroy_live(void *live)
{
	cr_live_destroy(live);
}

static void log_known(const struct cr_live *live)
{
	const struct cr_topologies *set = cr_live_topologies(live);

	slurm_info("commroute: the cluster is known: %zu partitions, %zu topologies%s",
		   cr_live_view(live)->partition_count, set ? cr_topologies_count(set) : 0,
		   cr_live_is_settled(live) ? "" : "; not all nodes have registered");
	if (cr_live_topology_problem(live)[0])
		slurm_error("commroute: a topology cannot be read: %s",
			    cr_live_topology_problem(live));
	if (!cr_live_view(live)->nodes)
		slurm_error("commroute: nodes are not known by their names: what jobs say with -w "
			    "and -x is left to Slurm");
}

static void save_view(const struct cr_live *live)
{
	const char *dir = cr_slurm_api_state_dir();
	struct cr_error err = {.text = ""};

	if (dir && cr_control_is_ours() && cr_kept_view_save(dir, live, &err) != 0)
		slurm_debug("commroute: the view is not kept: %s", err.text);
}

void cr_keep_view_first(void)
{
	const char *dir = cr_slurm_api_state_dir();
	struct cr_error err = {.text = ""};

	if (dir && !kept.before)
		kept.before = cr_kept_view_read(dir, &err);
	if (!kept.before)
		slurm_info("commroute: no view of the cluster from before: %s", err.text);
}

/* A new view, if the controller gives one.  False: the last one stays. */
static bool load_view(void)
{
	struct cr_error err = {.text = ""};
	struct cr_live *live = cr_live_load(&err);

	if (live)
		cr_group_ids_learn(cr_live_view(live), cr_slurm_api_group_time());
	if (live && cr_cell_publish(&kept.cell, live, destroy_live) == 0) {
		save_view(live); /* this thread's alone: nobody else publishes */
		return true;
	}
	slurm_debug("commroute: the cluster's view stays as it was: %s", err.text);
	cr_live_destroy(live);
	return false;
}

/*
 * What this thread published last.  No reference is needed: only this thread
 * publishes views, so none goes away under it.
 */
static const struct cr_live *published_view(void)
{
	return cr_shared_object(kept.cell.now);
}

static void load_first_view(void)
{
	for (int i = 0; i < FIRST_LOADS; i++) {
		if (load_view() && cr_live_is_settled(published_view()))
			break;
		cr_keep_sleep(FIRST_MS);
	}
	if (published_view())
		log_known(published_view());
}

void *cr_keep_view(void *unused)
{
	long since = 0;

	(void)unused;
	if (kept.before)
		cr_group_ids_learn(cr_snapshot_view(kept.before), cr_slurm_api_group_time());
	load_first_view();
	for (;;) {
		cr_keep_sleep(CHANGES_MS);
		cr_cell_sweep(&kept.cell);
		since += CHANGES_MS;
		if (since < VIEW_MS && published_view() && !cr_live_changed(published_view()))
			continue;
		if (load_view())
			since = 0;
	}
	return NULL;
}

struct cr_shared *cr_keeper_view(void)
{
	return cr_cell_get(&kept.cell);
}

const struct cr_view *cr_keeper_kept_view(void)
{
	return kept.before ? cr_snapshot_view(kept.before) : NULL;
}

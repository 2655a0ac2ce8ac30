/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One load of a running cluster, whole or not at all, by the calls that slurm.h declares. */
#include "live/live.h"

#include "base/arena.h"
#include "live/membership.h"
#include "live/partition.h"
#include "live/reservation.h"
#include "live/settings.h"
#include "live/shape.h"
#include "live/topology.h"
#include "topology/files.h"
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cr_live {
	struct cr_arena arena;
	struct cr_topologies *topologies;
	char topology_problem[400];
	bool settled;
	time_t partitions_at, reservations_at; /* the controller's times of last change */
	struct cr_view view;
};

/* The answers, for as long as it takes to read them. */
struct answers {
	slurm_conf_t *conf;
	partition_info_msg_t *partitions;
	node_info_msg_t *nodes;
	reserve_info_msg_t *reservations;
};

static int rpc_failed(struct cr_error *err, const char *what)
{
	return cr_error_set(err, "%s: %s", what, slurm_strerror(errno));
}

static int ask_controller(struct answers *a, struct cr_error *err)
{
	if (slurm_load_ctl_conf(0, &a->conf) != 0)
		return rpc_failed(err, "slurm_load_ctl_conf");
	if (slurm_load_partitions(0, &a->partitions, SHOW_ALL) != 0)
		return rpc_failed(err, "slurm_load_partitions");
	if (slurm_load_node(0, &a->nodes, SHOW_ALL) != 0)
		return rpc_failed(err, "slurm_load_node");
	if (slurm_load_reservations(0, &a->reservations) != 0)
		return rpc_failed(err, "slurm_load_reservations");
	return 0;
}

static void free_answers(struct answers *a)
{
	if (a->conf)
		cr_settings_free(a->conf);
	if (a->partitions)
		slurm_free_partition_info_msg(a->partitions);
	if (a->nodes)
		slurm_free_node_info_msg(a->nodes);
	if (a->reservations)
		slurm_free_reservation_info_msg(a->reservations);
}

static void keep_problem(struct cr_live *live, const struct cr_diags *diags)
{
	const struct cr_diag *first = NULL;

	for (size_t i = 0; i < cr_diags_kept(diags) && !first; i++)
		if (cr_diags_get(diags, i)->severity == CR_ERROR)
			first = cr_diags_get(diags, i);
	if (first)
		cr_diag_format(first, live->topology_problem, sizeof(live->topology_problem));
	else
		(void)snprintf(live->topology_problem, sizeof(live->topology_problem),
			       "out of memory");
}

/* What the controller works with, which a file may no longer say. */
static struct cr_topologies *ask_topologies(struct cr_live *live, struct cr_diags *diags)
{
	struct cr_topology_rules rules = {.slurm_version = live->view.slurm_version, .live = true};
	struct cr_topologies *found = NULL;
	struct cr_error err;
	char *text = cr_live_topology_text(&err);

	if (text)
		found = cr_topologies_parse_yaml("slurmctld's topology", text, strlen(text), &rules,
						 diags);
	else if (CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY))
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "%s", err.text);
	free(text);
	return found;
}

/* A controller that does not tell (24.11; one topology.conf for all): its files. */
static struct cr_topologies *read_topologies(const struct cr_live *live, const char *slurm_conf,
					     struct cr_diags *diags)
{
	struct cr_topology_rules rules = {.slurm_version = live->view.slurm_version,
					  .accepted = true};
	struct cr_slurmconf *conf = slurm_conf ? cr_slurmconf_read(slurm_conf, diags) : NULL;
	struct cr_topologies *found = NULL;

	if (conf)
		found = cr_topologies_read_beside(slurm_conf, conf, &rules, diags);
	cr_slurmconf_destroy(conf);
	return found;
}

static bool has_unknown(const struct cr_topologies *set)
{
	for (size_t i = 0; i < cr_topologies_count(set); i++)
		if (!cr_topology_is_known(cr_topologies_get(set, i)))
			return true;
	return false;
}

/* A cluster without topologies is still a cluster: this cannot fail a load. */
static void load_topologies(struct cr_live *live, const slurm_conf_t *conf)
{
	struct cr_diags *diags = cr_diags_new();

	live->topologies = ask_topologies(live, diags);
	if (!live->topologies)
		live->topologies = read_topologies(live, conf->slurm_conf, diags);
	if (!live->topologies || has_unknown(live->topologies))
		keep_problem(live, diags);
	cr_diags_destroy(diags);
}

static int read_partitions(struct cr_live *live, const struct answers *a)
{
	struct cr_shapes shapes;
	struct cr_partition_source source = {&shapes, live->topologies};
	uint32_t count = a->partitions->record_count;
	struct cr_partition *all = cr_arena_array(&live->arena, count, sizeof(*all));

	if (count && (!all || cr_shapes_read(a->nodes, &live->arena, &shapes) != 0))
		return -1;
	live->view.partitions = all;
	for (uint32_t i = 0; i < count; i++, live->view.partition_count++)
		if (cr_partition_read(&a->partitions->partition_array[i], &source, &live->arena,
				      &all[i]) != 0)
			return -1;
	live->partitions_at = a->partitions->last_update;
	live->settled = cr_shapes_settled(a->nodes);
	return 0;
}

static int read_answers(struct cr_live *live, const struct answers *a)
{
	time_t now = time(NULL);

	if (cr_settings_read(a->conf, &live->arena, &live->view) != 0)
		return -1;
	load_topologies(live, a->conf);
	if (read_partitions(live, a) != 0)
		return -1;
	live->view.reservations = cr_reservations_read(a->reservations, a->partitions,
						       a->nodes->record_count, now, &live->arena);
	live->reservations_at = a->reservations->last_update;
	live->view.reservation_count = live->view.reservations ? a->reservations->record_count : 0;
	live->view.taken = now;
	/* Without them what a job says of nodes is not judged: no reason to know nothing. */
	(void)cr_memberships_read(a->nodes, a->partitions, &live->arena, &live->view, NULL);
	return a->reservations->record_count && !live->view.reservations ? -1 : 0;
}

struct cr_live *cr_live_load(struct cr_error *err)
{
	struct answers a = {0};
	struct cr_live *live = calloc(1, sizeof(*live));
	int rc = -1;

	if (!live) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	cr_arena_init(&live->arena, NULL, 0, 0);
	if (ask_controller(&a, err) == 0) {
		rc = read_answers(live, &a);
		if (rc != 0)
			cr_error_set(err, "out of memory");
	}
	free_answers(&a);
	if (rc == 0)
		return live;
	cr_live_destroy(live);
	return NULL;
}

void cr_live_destroy(struct cr_live *live)
{
	if (!live)
		return;
	for (size_t i = 0; i < live->view.partition_count; i++)
		cr_space_destroy((struct cr_space *)live->view.partitions[i].space);
	cr_topologies_destroy(live->topologies);
	cr_arena_release(&live->arena);
	free(live);
}

const struct cr_view *cr_live_view(const struct cr_live *live)
{
	return &live->view;
}

const struct cr_topologies *cr_live_topologies(const struct cr_live *live)
{
	return live->topologies;
}

const char *cr_live_topology_problem(const struct cr_live *live)
{
	return live->topology_problem;
}

bool cr_live_is_settled(const struct cr_live *live)
{
	return live->settled;
}

bool cr_live_changed(const struct cr_live *live)
{
	partition_info_msg_t *partitions = NULL;
	reserve_info_msg_t *reservations = NULL;

	if (slurm_load_partitions(live->partitions_at, &partitions, SHOW_ALL) == 0) {
		slurm_free_partition_info_msg(partitions);
		return true;
	}
	if (slurm_load_reservations(live->reservations_at, &reservations) != 0)
		return false;
	slurm_free_reservation_info_msg(reservations);
	return true;
}

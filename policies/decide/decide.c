/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of the steps, the choice among candidates, and the verdict. */
#include "policies/decide/script.h"

#include <stdio.h>
#include <string.h>

#define OLD_VIEW 600 /* seconds */

static void clear(struct cr_decision *d)
{
	*d = (struct cr_decision){
		.verdict = CR_VERDICT_LEAVE,
		.segment = CR_UNSET,
		.switches = CR_UNSET,
		.switch_wait = CR_UNSET,
		.own_segment = CR_UNSET,
		.own_switches = CR_UNSET,
		.nodes = CR_UNSET,
		.gpus = CR_UNSET,
	};
}

/* -p: is it a choice, or one of the names that mean "route me"? */
static void read_partition(struct cr_deciding *g)
{
	size_t n = cr_split(g, g->request->partition, g->named, CR_NAMED_MAX);
	bool unset = n > 0;

	g->named_open = n > CR_NAMED_MAX;
	g->named_count = n > CR_NAMED_MAX ? CR_NAMED_MAX : n;
	for (size_t i = 0; i < g->named_count; i++) {
		const struct cr_partition_rules *rules = cr_policy_partition(g->policy,
									     g->named[i]);

		unset &= rules && rules->counts_as_unset;
	}
	g->explicit_partition = g->named_count && (!unset || g->request->modify);
	if (unset && !g->request->modify) {
		cr_because(g, CR_STEP_CANDIDATE, CR_NO_CODE, g->request->partition,
			   "counts as unset: the job is routed");
		g->named_count = 0;
	}
}

static void decide_portable(struct cr_deciding *g)
{
	g->portable = g->d->option.portable || (g->profile && g->profile->portable) ||
		      (g->tenant && g->tenant->portable);
	if (g->portable)
		cr_because(g, CR_STEP_SHAPE, CR_NO_CODE, NULL,
			   "portable: any CPU architecture and GPU type will do");
}

/* Better first: open, an earlier route, fits within limits now, enough idle nodes. */
static uint64_t rank(const struct cr_candidate *c, size_t place)
{
	uint64_t shut = !c->part->up, later = !c->fits_now;
	uint64_t busy = c->shape && c->shape->idle < c->demand.nodes;
	uint64_t route = c->route ? c->route->head.pos.line : 0;

	route = (route << 20) + (c->route ? c->route->head.pos.column : 0);
	return shut << 63 | (route & 0xffffffffffff) << 12 | later << 9 | busy << 8 | place;
}

struct cr_candidate *cr_candidate_best(const struct cr_deciding *g, const bool *taken, bool all)
{
	struct cr_candidate *found = NULL;
	uint64_t lowest = UINT64_MAX;

	for (size_t i = 0; i < g->candidate_count; i++) {
		struct cr_candidate *c = &g->candidates[i];

		if (c->dropped || (c->obstacle && !all) || (taken && taken[i]) ||
		    (found && c->place > found->place))
			continue;
		if (!found || c->place < found->place || rank(c, i) < lowest) {
			lowest = rank(c, i);
			found = c;
		}
	}
	return found;
}

/* The best that placement is content with; NULL: none, or refused. */
static struct cr_candidate *settle(struct cr_deciding *g)
{
	struct cr_candidate *c;
	bool next;

	while ((c = cr_candidate_best(g, NULL, false)) != NULL) {
		next = false;
		if (cr_decide_placement(g, c, &next) == 0)
			return c;
		if (!next)
			return NULL;
		g->d->exclusive_topo = false;
		g->d->gpu_type = NULL;
	}
	return NULL;
}

static void record_obstacles(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];
		enum cr_step step = c->obstacle == CR_OBSTACLE_SHAPE ? CR_STEP_SHAPE
				    : cr_code_family(c->code) == CR_FAMILY_LIMITS
					    ? CR_STEP_QOS
					    : CR_STEP_CANDIDATE;

		if (c->obstacle)
			cr_against(g, step, c->code, c->part->name, c->why);
	}
}

/* The candidate that came furthest tells the user most. */
static const struct cr_candidate *nearest_miss(const struct cr_deciding *g, size_t skip)
{
	const struct cr_candidate *found = NULL;

	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];

		if (c->obstacle && c->index != skip &&
		    (!found || c->obstacle > found->obstacle ||
		     (c->obstacle == found->obstacle && c->progress > found->progress)))
			found = c;
	}
	return found;
}

/* A partition that would do for a portable job: worth a word beside what failed. */
static const struct cr_candidate *crossing(const struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++)
		if (g->candidates[i].code == CR_321_CROSSES)
			return &g->candidates[i];
	return NULL;
}

/* With what would work: for the user, and where it is the policy's fault, for whoever writes it. */
static const char *why_no_route(const struct cr_deciding *g)
{
	uint32_t version = g->view->slurm_version;

	if (version && version < CR_SINCE_PARTITION_TOPOLOGY)
		return "this Slurm has one topology for all partitions, and no route of the policy "
		       "names a partition (partition: NAME); -p chooses one";
	return "none has the topology of its routes; -p chooses a partition, --comm-profile=list "
	       "shows other profiles";
}

static int refuse_all(struct cr_deciding *g)
{
	const struct cr_candidate *first = nearest_miss(g, SIZE_MAX), *second;

	if (!first)
		return cr_refuse(g, CR_STEP_VERDICT, CR_305_NO_ROUTE,
				 "profile '%s' goes to no partition of this cluster: %s",
				 g->profile->head.name, why_no_route(g));
	second = crossing(g);
	if (!second || second == first)
		second = nearest_miss(g, first->index);
	/* What holds for both is said once. */
	if (second && strcmp(second->why, first->why) == 0)
		second = NULL;
	return cr_refuse(g, CR_STEP_VERDICT, first->code, "partition '%s': %s%s%s%s%s",
			 first->part->name, first->why, second ? "; '" : "",
			 second ? second->part->name : "", second ? "': " : "",
			 second ? second->why : "");
}

/* Those that would have done too, and what put them behind. */
static void record_others(struct cr_deciding *g, const struct cr_candidate *chosen)
{
	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];
		const char *why = "possible too";

		if (c->obstacle || c->dropped || c == chosen)
			continue;
		if (!c->part->up)
			why = "possible too, but it is down now";
		else if (c->route != chosen->route)
			why = "possible too, on a later route";
		else if (!c->fits_now && chosen->fits_now)
			why = "possible too, but the quota there is full now";
		else if (c->shape->idle < c->demand.nodes)
			why = "possible too, but fewer of its nodes are idle";
		cr_because(g, CR_STEP_CANDIDATE, CR_NO_CODE, c->part->name, "%s", why);
	}
}

static void set_qos(struct cr_deciding *g, const struct cr_candidate *c)
{
	static const char *const words[] = {
		[CR_QUOTA_OWN] = "own share",
		[CR_QUOTA_LIST] =
			"own share, else borrowed; which one Slurm decides when it starts",
		[CR_QUOTA_BORROW] = "borrowed: the job is preemptible",
	};
	const struct cr_assoc *assoc = cr_limits_assoc(g->view, c->part->name);

	/* Without slurmdbd there is no QOS to set. */
	if (c->quota == CR_QUOTA_GIVEN || c->quota == CR_QUOTA_NONE || !c->qos ||
	    !g->view->have_qos)
		return;
	g->d->preemptible = c->quota == CR_QUOTA_LIST || c->quota == CR_QUOTA_BORROW;
	cr_because(g, CR_STEP_QOS, CR_NO_CODE, c->qos, "%s%s", words[c->quota],
		   c->fits_now ? "" : "; the job waits");
	if (c->full)
		cr_because(g, CR_STEP_QOS, CR_NO_CODE, NULL, "full now: %s", c->full);
	/* What Slurm would take by itself needs no setting. */
	if (c->quota != CR_QUOTA_OWN || (g->tenant && g->tenant->qos.own) || !assoc)
		g->d->qos = c->qos;
}

static void describe(struct cr_deciding *g, const struct cr_candidate *c)
{
	g->d->topology = c->part->topology;
	g->d->topology_type = c->part->topology_type ? cr_topology_type_name(c->part->topology_type)
						     : NULL;
	g->d->nodes = c->demand.nodes;
	g->d->gpus = c->demand.gpus ? (uint32_t)c->demand.gpus : g->d->gpus;
	if (!c->shape || c->mixed)
		return;
	g->d->arch = c->shape->arch;
	g->d->shape_gpu = c->shape->gpu_type;
}

/* ---- the two ways ------------------------------------------------------ */

static void judge_quotas(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++)
		if (!g->candidates[i].obstacle)
			cr_decide_qos(g, &g->candidates[i]);
}

/* From judged candidates to the one that the job goes to, or a refusal. */
static void choose(struct cr_deciding *g)
{
	struct cr_candidate *c = settle(g);

	record_obstacles(g);
	if (g->d->verdict == CR_VERDICT_REFUSE)
		return;
	if (!c) {
		(void)refuse_all(g);
		return;
	}
	g->chosen = c;
	g->d->verdict = CR_VERDICT_ROUTE;
	g->d->partition = c->part->name;
	describe(g, c);
	record_others(g, c);
	cr_because(g, CR_STEP_CANDIDATE, CR_NO_CODE, c->part->name,
		   "chosen: %s topology%s%s%s%s%s%s",
		   g->d->topology_type ? g->d->topology_type : "no", c->part->topology ? " '" : "",
		   c->part->topology ? c->part->topology : "", c->part->topology ? "'" : "",
		   g->d->shape_gpu ? ", GPU " : "", g->d->shape_gpu ? g->d->shape_gpu : "",
		   c->part->up ? "" : "; it is down now, so the job waits");
	set_qos(g, c);
}

/* The partition is ours to choose. */
static void route_job(struct cr_deciding *g)
{
	cr_candidates_find(g);
	cr_decide_shape(g);
	judge_quotas(g);
	g->before_choice.reason_count = g->reason_count;
	g->before_choice.code = g->d->code;
	g->before_choice.notice = g->d->notice;
	choose(g);
}

/* Of a declared job every obstacle counts; of another only what the policy forbids. */
static bool binds(const struct cr_deciding *g, const struct cr_candidate *c)
{
	switch (c->code) {
	case CR_204_TOPOLOGY_NOT_OPEN:
	case CR_206_NOT_ADMITTED:
	case CR_207_INTERACTIVE:
		return !g->request->privileged;
	case CR_208_RESERVATION: /* Slurm's to judge */
	case CR_304_PARTITION_SHUT:
	case CR_404_QOS_CLOSED:
		return false;
	default:
		return g->profile && !g->request->privileged;
	}
}

/* Where the job would have gone, had its user not said -p. */
static void note_route(struct cr_deciding *g)
{
	struct cr_deciding other = *g;
	struct cr_decision scratch = *g->d;
	const struct cr_candidate *c;

	if (!g->profile || g->request->modify)
		return;
	other.d = &scratch;
	other.explicit_partition = false;
	other.named_count = 0;
	other.reason_count = CR_REASONS_MAX; /* its reasons are not this job's */
	other.candidates = cr_arena_array(g->arena, CR_CANDIDATES_MAX, sizeof(*other.candidates));
	if (!other.candidates)
		return;
	cr_candidates_find(&other);
	cr_decide_shape(&other);
	judge_quotas(&other);
	c = settle(&other);
	if (c)
		g->d->would_partition = c->part->name;
}

static void check_partition_list(struct cr_deciding *g)
{
	const struct cr_candidate *against = NULL;
	size_t good = 0;

	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];

		if (!c->obstacle || !binds(g, c))
			good++;
		else if (!against)
			against = c;
	}
	/* The policy's own bars hold for each name in the list; the rest for all of them. */
	if (against && (!good || against->obstacle == CR_OBSTACLE_RIGHT))
		(void)cr_refuse(g, CR_STEP_VERDICT, against->code, "partition '%s': %s",
				against->part->name, against->why);
}

static void fill_in(struct cr_deciding *g)
{
	struct cr_candidate *c = g->candidate_count ? &g->candidates[0] : NULL;
	bool next = false;

	if (!c || g->candidate_count > 1 || g->named_open)
		return;
	g->chosen = c;
	describe(g, c);
	if (c->obstacle || !g->profile || g->request->modify)
		return;
	if (!c->route)
		cr_because(g, CR_STEP_CANDIDATE, CR_306_NOT_IN_LIST, c->part->name,
			   "on no route of profile '%s'; kept, since -p says so",
			   g->profile->head.name);
	if (cr_decide_placement(g, c, &next) == 0)
		set_qos(g, c);
}

bool cr_sets_something(const struct cr_decision *d)
{
	return d->partition || d->qos || d->segment != CR_UNSET || d->switches != CR_UNSET ||
	       d->exclusive_topo || d->gpu_type;
}

/* The partition is the user's choice. */
static void keep_partition(struct cr_deciding *g)
{
	cr_candidates_find(g);
	if (g->profile)
		judge_quotas(g);
	record_obstacles(g);
	check_partition_list(g);
	if (g->d->verdict == CR_VERDICT_REFUSE)
		return;
	fill_in(g);
	if (g->d->verdict == CR_VERDICT_REFUSE)
		return;
	note_route(g);
	cr_because(g, CR_STEP_VERDICT, CR_NO_CODE, g->request->partition,
		   "kept: the user chose it");
	if (cr_sets_something(g->d))
		g->d->verdict = CR_VERDICT_ROUTE;
}

/* The partitions of the reservations asked for, where they have one; or the default one. */
static size_t find_landing(struct cr_deciding *g)
{
	const char *names[CR_NAMED_MAX];
	size_t n = cr_split(g, g->request->reservation, names, CR_NAMED_MAX), count = 0;

	for (size_t i = 0; i < n && i < CR_NAMED_MAX; i++) {
		const struct cr_reservation *r = cr_view_reservation(g->view, names[i]);

		if (r && r->partition)
			g->named[count++] = r->partition;
	}
	for (size_t i = 0; i < g->view->partition_count && !count; i++)
		if (g->view->partitions[i].is_default)
			g->named[count++] = g->view->partitions[i].name;
	return count;
}

/*
 * A job that is left alone lands where Slurm puts it.  What the policy forbids
 * there holds as if the user had named it: to leave -p away is no way round.
 */
static void judge_landing(struct cr_deciding *g)
{
	g->named_count = find_landing(g);
	g->explicit_partition = true;
	cr_candidates_find(g);
	check_partition_list(g);
}

/* slurmctld looks every minute: when a view lasts much longer, something is wrong there. */
static void note_old_view(struct cr_deciding *g)
{
	if (g->view->age > OLD_VIEW)
		cr_because(g, CR_STEP_CANDIDATE, CR_502_OLD_VIEW, NULL,
			   "the view of the cluster is %u minutes old", g->view->age / 60);
}

static void decide(struct cr_deciding *g)
{
	if (cr_decide_who(g) != 0 || cr_decide_profile(g) != 0 || cr_decide_script_profile(g) != 0)
		return;
	note_old_view(g);
	read_partition(g);
	decide_portable(g);
	if (cr_decide_own_borrowing(g) != 0)
		return;
	if (g->explicit_partition) {
		keep_partition(g);
	} else if (g->profile && g->request->nodelist) {
		cr_because(g, CR_STEP_VERDICT, CR_NO_CODE, NULL,
			   "-w names the nodes: the job is left where they are");
		judge_landing(g);
	} else if (g->profile && !g->request->modify) {
		route_job(g);
	} else {
		judge_landing(g);
	}
	(void)cr_decide_script(g);
}

/* ---- the outcome ------------------------------------------------------- */

static const char *summary(struct cr_deciding *g)
{
	const struct cr_decision *d = g->d;

	return cr_say(g, "profile %s: partition %s%s%s%s%s%s", d->profile ? d->profile : "(none)",
		      d->partition ? d->partition : "as asked", d->qos ? ", QOS " : "",
		      d->qos ? d->qos : "",
		      d->segment != CR_UNSET ? cr_say(g, ", segment %u", d->segment) : "",
		      d->switches != CR_UNSET ? cr_say(g, ", switches %u", d->switches) : "",
		      d->preemptible ? ", preemptible" : "");
}

/* A refused job gets nothing set; what was found on the way is of no use. */
static void unset_all(struct cr_decision *d)
{
	d->partition = d->qos = d->gpu_type = NULL;
	d->segment = d->switches = d->switch_wait = CR_UNSET;
	d->exclusive_topo = d->spread_segments = d->consolidate_segments = false;
	d->preemptible = false;
}

void cr_choose_again(struct cr_deciding *g)
{
	g->reason_count = g->before_choice.reason_count;
	g->d->code = g->before_choice.code;
	g->d->notice = g->before_choice.notice;
	g->d->message = NULL;
	g->d->verdict = CR_VERDICT_LEAVE;
	unset_all(g->d);
	choose(g);
}

static void conclude(struct cr_deciding *g)
{
	enum cr_notify notify = (enum cr_notify)g->policy->site.notify;
	struct cr_decision *d = g->d;

	d->record = d->mode != CR_MODE_DISABLED;
	d->act = d->mode == CR_MODE_ENFORCE && d->verdict != CR_VERDICT_LEAVE;
	if (d->verdict == CR_VERDICT_REFUSE)
		unset_all(d);
	if (d->verdict == CR_VERDICT_REFUSE || d->mode != CR_MODE_ENFORCE)
		d->notice = NULL;
	else if (!d->notice && ((notify == CR_NOTIFY_CHANGES && d->act) ||
				(notify == CR_NOTIFY_ALWAYS && d->profile)))
		d->notice = summary(g);
	if (g->no_memory) {
		clear(d);
		return;
	}
	d->reasons = g->reasons;
	d->reason_count = g->reason_count;
}

int cr_decide(const struct cr_policy *policy, const struct cr_request *request,
	      const struct cr_view *view, struct cr_arena *arena, struct cr_decision *decision)
{
	struct cr_deciding g = {
		.policy = policy, .request = request, .view = view, .arena = arena, .d = decision};

	clear(decision);
	if (policy->site.mode == CR_MODE_DISABLED)
		return 0;
	g.candidates = cr_arena_array(arena, CR_CANDIDATES_MAX, sizeof(*g.candidates));
	g.reasons = cr_arena_array(arena, CR_REASONS_MAX, sizeof(*g.reasons));
	if (!g.candidates || !g.reasons)
		return -1;
	cr_size_of(request, &g.size);
	decision->gpus = g.size.gpus;
	decision->nodes = g.size.nodes;
	decision->own_segment = request->segment ? request->segment : CR_UNSET;
	decision->own_switches = request->switches ? request->switches : CR_UNSET;
	decide(&g);
	cr_decide_script_end(&g);
	conclude(&g);
	return g.no_memory ? -1 : 0;
}

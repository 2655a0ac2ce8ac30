/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every reason of a decision, and no other: what users read in explain and in
 * the job's record.  One line each: step, code, subject, text; "!" rules out.
 */
#include "tests/unit/unit.h"

#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

static void plain(struct world *w)
{
	w->request.comm_profile = "moe";
}

static void alias(struct world *w)
{
	w->request.comm_profile = "ddp";
}

static void undeclared(struct world *w)
{
	w->request.comm_profile = NULL;
}

static void opted_out(struct world *w)
{
	w->request.comm_profile = "none";
}

static void portable(struct world *w)
{
	w->request.comm_profile = "allreduce,portable";
}

static void borrows(struct world *w)
{
	w->request.comm_profile = "moe,borrow";
}

static void borrows_all(struct world *w)
{
	w->request.comm_profile = "moe,borrow";
	w->tres[0].grp = 31;
}

static void cannot_borrow(struct world *w)
{
	w->request.comm_profile = "moe,borrow";
	w->request.requeue = CR_NO;
}

static void full(struct world *w)
{
	w->tres[0].grp_used = 97; /* of 128; 32 asked */
}

static void full_by_others(struct world *w)
{
	w->parents[1].limits.grp_jobs = 5;
	w->parents[1].limits.grp_jobs_used = 5;
}

static void exempt_user(struct world *w)
{
	w->request.user = "root";
}

static void exempt_reservation(struct world *w)
{
	w->request.reservation = "maint-1";
}

static void other_account(struct world *w)
{
	w->request.account = "stray";
	w->view.parent_count = 0;
}

static void kept(struct world *w)
{
	w->request.partition = "ultra";
}

static void unset(struct world *w)
{
	w->request.partition = "train";
}

static void off_route(struct world *w)
{
	w->request.partition = "p5en";
}

static void range(struct world *w)
{
	w->request.max_nodes = 16;
}

static void open_count(struct world *w)
{
	w->request.min_nodes = CR_UNSET;
	w->request.gpus_per_job = (struct cr_gpus){.count = 32};
	w->request.gpus_per_node = (struct cr_gpus){.count = CR_UNSET};
}

static void poor_count(struct world *w)
{
	w->request.min_nodes = 7;
}

static void short_wait(struct world *w)
{
	w->request.comm_profile = "allreduce";
	w->view.max_switch_wait = 60;
}

static void all_leaves(struct world *w)
{
	w->request.comm_profile = "allreduce";
	w->request.min_nodes = 25;
	w->request.gpus_per_node = (struct cr_gpus){.count = CR_UNSET};
}

static void two_leaves(struct world *w)
{
	w->request.comm_profile = "allreduce";
	w->request.min_nodes = 9;
}

static void home_is_down(struct world *w)
{
	w->request.comm_profile = "allreduce";
	w->partitions[1].up = false;
}

static void far_apart(struct world *w)
{
	w->request.comm_profile = "allreduce";
	w->partitions[1].takes_jobs = false;
}

#define NLP       "tenant - nlp: tenant of account 'nlp'\n"
#define MOE       "profile - moe: declared: pattern alltoall, intensity extreme\n"
#define ALLREDUCE "profile - allreduce: declared: pattern allreduce, intensity high\n"
#define SEGMENT                                                                                    \
	"placement - ultra: 1 segments of 8 nodes, each within one block: the largest that fit\n"
#define ULTRA "candidate - ultra: chosen: block topology 'ultra', GPU gb200\n"
#define P5EN  "candidate - p5en: chosen: tree topology 'p5en', GPU h200\n"
#define LEAF  "placement - p5en: 1 leaf switch: the fewest that hold 8 nodes\n"
#define CROSSES                                                                                    \
	"!shape CR-321 ultra: aarch64 nodes with GPU gb200, where 'p5en' has x86_64 with h200; if the job runs on both: --comm-profile=allreduce,portable\n"
#define OWN "qos - nlp: own share\n"

static const struct {
	void (*change)(struct world *w);
	const char *reasons;
} cases[] = {
	{plain, NLP MOE SEGMENT ULTRA OWN},
	{alias, NLP
	 "profile - allreduce: declared as 'ddp': pattern allreduce, intensity high\n" LEAF CROSSES
		 P5EN OWN},
	{undeclared, NLP "profile - -: undeclared: the job is not routed\n"},
	{opted_out, NLP "profile - -: --comm-profile=none: the job is not routed\n"},
	{portable,
	 NLP ALLREDUCE "shape - -: portable: any CPU architecture and GPU type will do\n" LEAF
		       "candidate - ultra: possible too, on a later route\n" P5EN OWN},
	{borrows, NLP MOE SEGMENT ULTRA
	 "qos - nlp,spare: own share, else borrowed; which one Slurm decides when it starts\n"},
	{borrows_all, NLP MOE SEGMENT ULTRA "qos - spare: borrowed: the job is preemptible\n"},
	{cannot_borrow, NLP MOE SEGMENT ULTRA
	 "qos CR-409 ultra: ',borrow' has no effect: --no-requeue: preemption would kill the job\n" OWN},
	{full, NLP MOE SEGMENT ULTRA
	 "qos - nlp: own share; the job waits\n"
	 "qos - -: full now: 32 of gres/gpu asked, GrpTRES of QOS 'nlp' is 128 with 97 in use\n"},
	{full_by_others,
	 NLP MOE SEGMENT ULTRA "qos - nlp: own share; the job waits\n"
			       "qos - -: full now: 1 asked, GrpJobs of account 'root' is in use\n"},
	{exempt_user, "tenant - root: user is exempt: the job is left alone\n"},
	{exempt_reservation, "tenant - maint-1: reservation is exempt: the job is left alone\n"},
	{other_account,
	 "tenant CR-201 stray: account belongs to no tenant: the job is left alone\n"},
	{kept, NLP MOE SEGMENT OWN "verdict - ultra: kept: the user chose it\n"},
	{unset,
	 NLP MOE "candidate - train: counts as unset: the job is routed\n" SEGMENT ULTRA OWN},
	{off_route,
	 NLP MOE "candidate CR-306 p5en: on no route of profile 'moe'; kept, since -p says so\n" OWN
		 "verdict - p5en: kept: the user chose it\n"},
	{range, NLP MOE
	 "placement CR-336 ultra: -N 8-16 is a range: Slurm may scatter it over blocks; ask for one number of nodes\n" ULTRA
		 OWN},
	{open_count,
	 NLP MOE "placement - ultra: no segment set: the number of nodes is open\n" ULTRA OWN},
	{poor_count, NLP MOE
	 "placement CR-332 ultra: 7 nodes allow no segment of at least 4 in multiples of 2, only 7; 6 nodes (segment 6) or 8 (segment 8) would do better\n" ULTRA
		 OWN},
	{short_wait, NLP ALLREDUCE
	 "placement - p5en: Slurm waits at most 60 s for few switches (max_switch_wait)\n" LEAF
		 CROSSES P5EN OWN},
	{all_leaves, NLP ALLREDUCE
	 "placement - p5en: 25 nodes take all 4 leaf switches: no count set\n" CROSSES P5EN OWN},
	{two_leaves, NLP ALLREDUCE
	 "placement - p5en: 2 leaf switches: the fewest that hold 9 nodes\n" CROSSES P5EN OWN},
	{home_is_down, NLP ALLREDUCE LEAF CROSSES
	 "candidate - p5en: chosen: tree topology 'p5en', GPU h200; it is down now, so the job waits\n" OWN},
	{far_apart, NLP ALLREDUCE
	 "!candidate CR-304 p5en: it takes no jobs now\n" CROSSES
	 "!verdict CR-304 -: partition 'p5en': it takes no jobs now; 'ultra': aarch64 nodes with GPU gb200, where 'p5en' has x86_64 with h200; if the job runs on both: --comm-profile=allreduce,portable\n"},
};

static void print_reasons(const struct world *w, char *buf, size_t size)
{
	size_t used = 0;

	*buf = '\0';
	for (size_t i = 0; i < w->d.reason_count; i++) {
		const struct cr_reason *r = &w->d.reasons[i];
		const char *code = cr_decision_code(&w->d, r->code);

		used += (size_t)snprintf(buf + used, size - used, "%s%s %s %s: %s\n",
					 r->against ? "!" : "", cr_step_name(r->step),
					 code ? code : "-", r->subject ? r->subject : "-", r->text);
		assert_true(used < size);
	}
}

static void every_reason(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct world w;
		char reasons[4096];

		world_make(&w, NULL);
		w.request.min_nodes = 8;
		w.request.gpus_per_node = (struct cr_gpus){.count = 4};
		w.request.comm_profile = "moe";
		cases[i].change(&w);
		world_decide(&w);
		print_reasons(&w, reasons, sizeof(reasons));
		assert_string_equal(reasons, cases[i].reasons);
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reason),
	};

	return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}

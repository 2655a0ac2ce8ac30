/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spank: a job's nodes in order, from files, through srun's environment to the
 * nodes; with memory that runs out at every point, and the time that a node of
 * a large cluster takes.
 */
#include "unit.h"

#include "policies/job/variables.h"
#include "spank/carried.h"
#include "spank/client.h"
#include "spank/folded.h"
#include "spank/hostfile.h"
#include "spank/node.h"
#include "spank/placement_check.h"
#include "spank/srun.h"
#include "spank/srun_settle.h"
#include "spank/subset.h"
#include "tests/unit/work.h"
#include "topology/hostlist.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- memory that runs out ------------------------------------------------------- */

/* Sanitizers and valgrind have allocators of their own: there nothing fails. */
#if defined(__SANITIZE_ADDRESS__) || defined(CR_FUZZ)
#define CAN_FAIL 0
static long fail_at = -1;
#else
#define CAN_FAIL 1
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static long fail_at = -1; /* this many more succeed; -1: all do */

/* libslurm ends the process when it has no memory, which is not what is tested here. */
static bool fails(const void *caller)
{
	Dl_info info;

	if (fail_at < 0 || (dladdr(caller, &info) && strstr(info.dli_fname, "libslurm")))
		return false;
	return fail_at == 0 || fail_at-- == 0;
}

#define FAILS() fails(__builtin_return_address(0))

__attribute__((visibility("default"))) void *malloc(size_t size)
{
	return FAILS() ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size)
{
	return FAILS() ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *old, size_t size)
{
	return FAILS() ? NULL : __libc_realloc(old, size);
}
#endif

/* Does valgrind's own allocator stand in, and its clock? */
static bool is_slowed_down(void)
{
	const char *preload = getenv("LD_PRELOAD");

	return !CAN_FAIL || (preload && strstr(preload, "valgrind"));
}

static bool slowed_down;

static const char *value_of(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "(unset)";
}

/* ---- a cluster of three files ------------------------------------------------------ */

static char dir[] = "/tmp/commroute-order-XXXXXX";
static char conf[64], policy[64];

static FILE *create(const char *name)
{
	char path[128];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	return f;
}

/* COUNT nodes in blocks of 4 that are interleaved by name: b0 has n0, n8, n16, n24 ... */
static void write_topology(size_t count)
{
	FILE *f = create("topology.yaml");

	fputs("- topology: ultra\n  cluster_default: true\n  block:\n    block_sizes: [4]\n"
	      "    blocks:\n",
	      f);
	for (size_t b = 0; b < count / 4; b++)
		(void)fprintf(f, "      - {block: b%zu, nodes: 'n[%zu,%zu,%zu,%zu]'}\n", b, b,
			      b + count / 4, b + count / 2, b + count / 4 * 3);
	assert_int_equal(fclose(f), 0);
}

static int make_cluster(void **state)
{
	FILE *f;

	(void)state;
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(conf, sizeof(conf), "%s/slurm.conf", dir);
	(void)snprintf(policy, sizeof(policy), "%s/commroute.yaml", dir);
	f = create("slurm.conf");
	fputs("ClusterName=test\nPartitionName=ultra Nodes=ALL Topology=ultra\n", f);
	(void)fclose(f);
	f = create("commroute.yaml");
	fputs("version: 1\nmode: enforce\nexport: [torchrun]\nenvironment: aws\n", f);
	(void)fclose(f);
	write_topology(8);
	return 0;
}

static int remove_cluster(void **state)
{
	static const char *const names[] = {"slurm.conf", "commroute.yaml", "topology.yaml",
					    "steps.n3", "steps.n3.prom"};
	char path[128];

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		(void)unlink(path);
	}
	return rmdir(dir);
}

static struct cr_plan *plan_of(const char *nodes)
{
	struct cr_error err = {.text = ""};
	struct cr_plan *plan = cr_plan_make(conf, "ultra", nodes, true, &err);

	assert_string_equal(err.text, "");
	return plan;
}

/* ---- plan, hostfile, check ------------------------------------------------------------ */

static void plans(void **state)
{
	struct cr_plan *plan = plan_of("n[1-7]");
	size_t places[7];
	struct cr_error err;

	(void)state;
	assert_int_equal(cr_plan_count(plan), 7);
	assert_int_equal(cr_plan_units(plan), 2);
	assert_string_equal(cr_plan_names(plan)[0], "n1");
	assert_string_equal(cr_plan_unit(plan, 0), "b1");
	assert_string_equal(cr_plan_names(plan)[4], "n2");
	assert_int_equal(cr_plan_index(plan, 4), 1);
	/* Slurm itself begins with b0: n2, n4, n6. */
	assert_int_equal(cr_plan_slurm_order(plan, places), 0);
	assert_int_equal(places[0], 1);
	cr_plan_destroy(plan);
	cr_plan_destroy(NULL);
	assert_null(cr_plan_make(conf, "nosuch", "n1", true, &err));
	assert_non_null(strstr(err.text, "no partition 'nosuch'"));
	assert_null(cr_plan_make(conf, "ultra", "", true, &err));
	assert_null(cr_plan_make(conf, "ultra", "n[", true, &err));
	assert_null(cr_plan_make("/nonexistent/slurm.conf", "ultra", "n1", true, &err));
}

static void hostfiles(void **state)
{
	static const uint32_t counts[] = {2, 1, 1, 2};
	struct cr_plan *plan = plan_of("n[0-3]");
	char text[100] = "";
	int fd = cr_hostfile_make(plan, counts, NULL);

	(void)state;
	assert_true(fd >= 0);
	assert_true(pread(fd, text, sizeof(text) - 1, 0) > 0);
	assert_string_equal(text, "n0\nn0\nn2\nn1\nn3\nn3\n");
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	(void)close(fd);
	cr_plan_destroy(plan);
}

static void placements(void **state)
{
	static const struct {
		const char *nodes, *decision, *figures, *line;
	} cases[] = {
		{"n[0-7]", NULL, "nodes=8,units=2,fewest=2,parts=4+4", ""},
		{"n[0-7]", "{\"segment\":4}",
		 "nodes=8,units=2,fewest=2,segment=4,split=0,parts=4+4", ""},
		{"n[0,2,4,1]", "{\"segment\":4}",
		 "nodes=4,units=2,fewest=1,segment=4,split=1,parts=3+1",
		 "commroute: placement is worse than asked: its segment of 4 nodes lies across "
		 "blocks (they have 3+1 nodes of the job); off: n1; to do: submit it again, and if "
		 "that is the same ask an administrator to run commroute check"},
		{"n[0,1]", "{\"switches\":1,\"wait\":600}",
		 "nodes=2,units=2,fewest=1,switches=1,parts=1+1", ""},
		{"n[0,2]", "{\"why\":[\"\\\"segment\\\":9\"]}", "nodes=2,units=1,fewest=1,parts=2",
		 ""},
		{"n[0,1]", "{\"switches\":2}", "nodes=2,units=2,fewest=1,switches=2,parts=1+1", ""},
		/* One is in no block: a ring's order has two segments across, one is enough. */
		{"n[0,1,3],other", "{\"segment\":2}",
		 "nodes=4,units=2,fewest=1,segment=2,split=1,group=2,groups_split=2,unknown=1,"
		 "parts=2+1",
		 "commroute: placement is worse than asked: 1 of its 2 segments of 2 nodes lies across "
		 "blocks (they have 2+1 nodes of the job); off: other; to do: submit it again, and if "
		 "that is the same ask an administrator to run commroute check"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_plan *plan = plan_of(cases[i].nodes);
		struct cr_wish wish = cr_wish_read(cases[i].decision);
		struct cr_check check;

		assert_int_equal(cr_check(plan, &wish, true, &check), 0);
		assert_string_equal(check.figures, cases[i].figures);
		assert_string_equal(check.line, cases[i].line);
		cr_plan_destroy(plan);
	}
}

static void check_groups(uint32_t group, const char *nodes, const char *decision, bool in_order,
			 const char *figures)
{
	struct cr_error err = {.text = ""};
	struct cr_plan *plan = cr_plan_make(conf, "ultra", nodes, group, &err);
	const struct cr_wish wish = cr_wish_read(decision);
	struct cr_check check;

	assert_non_null(plan);
	assert_int_equal(cr_check(plan, &wish, in_order, &check), 0);
	assert_string_equal(check.figures, figures);
	cr_plan_destroy(plan);
}

/* Groups are told where the segments do not tell it all. */
static void placements_of_groups(void **state)
{
	(void)state;
	check_groups(2, "n[0-7]", NULL, true,
		     "nodes=8,units=2,fewest=2,group=2,groups_split=0,parts=4+4");
	check_groups(2, "n[0-7]", NULL, false, "nodes=8,units=2,fewest=2,parts=4+4");
	check_groups(2, "n[0-7]", "{\"segment\":4}", true,
		     "nodes=8,units=2,fewest=2,segment=4,split=0,group=2,groups_split=0,parts=4+4");
	check_groups(4, "n[0-7]", "{\"segment\":4}", true,
		     "nodes=8,units=2,fewest=2,segment=4,split=0,parts=4+4");
	check_groups(CR_PLAN_AS_LISTED, "n[0-3]", "{\"segment\":2}", true,
		     "nodes=4,units=2,fewest=1,segment=2,split=0,group=2,groups_split=2,parts=2+2");
}

static void wishes_are_decimal(void **state)
{
	const struct cr_wish wish = cr_wish_read("{\"segment\":19,\"switches\":28,\"group\":39}");

	(void)state;
	assert_int_equal(wish.segment, 19);
	assert_int_equal(wish.switches, 28);
	assert_int_equal(wish.group, 39);
}

/* ---- what travels ------------------------------------------------------------------------ */

static void folded_lists(void **state)
{
	static const char *const lists[] = {
		"n1",
		"n[1-3]",
		"n[1-3,7,9-12],m5,a[01-12]b,q",
		"ip-10-1-0-[11,37,81]",
		"n[08-12]",
		"n[8-12]",
		"n1,n01,n001",
		"x,x,x[1-2]",
	};
	size_t rank, count;
	char first[64];

	(void)state;
	for (size_t i = 0; i < COUNT(lists); i++) {
		struct cr_hostlist *list = cr_hostlist_expand(lists[i], 1000, NULL);
		size_t n = cr_hostlist_count(list);

		if (strchr(lists[i], ']') && strchr(strchr(lists[i], ']'), 'b')) {
			/* A suffix behind the bracket is not taken. */
			assert_int_equal(cr_folded_find(lists[i], "n1", 1000, &rank, &count), -1);
			cr_hostlist_destroy(list);
			continue;
		}
		assert_int_equal(cr_folded_first(lists[i], first, sizeof(first)), 0);
		assert_string_equal(first, cr_hostlist_names(list)[0]);
		for (size_t k = 0; k < n; k++) {
			const char *name = cr_hostlist_names(list)[k];

			assert_int_equal(cr_folded_find(lists[i], name, 1000, &rank, &count), 0);
			assert_string_equal(cr_hostlist_names(list)[rank], name);
			assert_int_equal(count, n);
		}
		assert_int_equal(cr_folded_find(lists[i], "zz", 1000, &rank, &count), -1);
		assert_int_equal(
			cr_folded_find(lists[i], cr_hostlist_names(list)[0], n - 1, &rank, &count),
			-1);
		cr_hostlist_destroy(list);
	}
}

static void folded_lists_of_strangers(void **state)
{
	static const char *const lists[] = {
		"",
		",",
		"n[",
		"n]",
		"n[]",
		"n[1",
		"n[1-",
		"n[2-1]",
		"n[1-3]x",
		"[1-2]",
		"n[1,,2]",
		"n[1][2]",
		"n[99999999999999999999]",
		"n[0-18446744073709551615]",
		"a,,b",
	};
	size_t rank, count;
	char first[8];

	(void)state;
	for (size_t i = 0; i < COUNT(lists); i++)
		assert_int_equal(cr_folded_find(lists[i], "n1", 65536, &rank, &count), -1);
	assert_int_equal(cr_folded_first("", first, sizeof(first)), -1);
	assert_int_equal(cr_folded_first("longer-than-that", first, sizeof(first)), -1);
}

static void carried_there_and_back(void **state)
{
	struct cr_plan *plan = plan_of("n[0-7],other");
	char *text = cr_carried_format(plan, "42");
	struct cr_place place;
	struct cr_error err;

	(void)state;
	assert_string_equal(text, "1;42;ultra;block;n[0,2,4,6,1,3,5,7],other;b0*4,b1*4,-*1");
	assert_int_equal(cr_carried_read(text, "42", "n3", &place, &err), 0);
	assert_string_equal(place.topology, "ultra");
	assert_int_equal(place.type, CR_TOPOLOGY_BLOCK);
	assert_string_equal(place.unit, "b1");
	assert_string_equal(place.head, "n0");
	assert_string_equal(place.nodes, "n[0,2,4,6,1,3,5,7],other");
	assert_int_equal(place.rank, 5);
	assert_int_equal(place.count, 9);
	assert_int_equal(cr_subset(&place, "n[1-3]", "n3", &err), 0);
	assert_string_equal(place.nodes, "n[2,1,3]");
	assert_string_equal(place.head, "n2");
	assert_int_equal(place.rank, 2);
	assert_int_equal(cr_subset(&place, "m[1-2]", "n3", &err), -1);
	cr_place_clear(&place);
	assert_int_equal(cr_carried_read(text, "42", "other", &place, &err), 0);
	assert_string_equal(place.unit, "");
	cr_place_clear(&place);
	assert_int_equal(cr_carried_read(text, "43", "n3", &place, &err), -1);
	assert_int_equal(cr_carried_read(text, "42", "n9", &place, &err), -1);
	free(text);
	cr_plan_destroy(plan);
}

static void forged_texts_are_refused(void **state)
{
	static const char *const texts[] = {
		"",
		";",
		";;;;;",
		"1;42;u;block;n1",
		"1;42;u;block;n1;b*1;x",
		"2;42;u;block;n1;b*1",
		"1;42;u;blok;n1;b*1",
		"1;42;u;block;n1;b",
		"1;42;u;block;n1;b*0",
		"1;42;u;block;n1;*1",
		"1;42;u;block;n[0-1];b*1x",
		"1;42;u;block;n[1;b*1",
		"1;42;u;block;n[1-2];b*",
		"1;42;u;block;n[0-1];b*1,",
		"1;42;u;block;n[0-1];b*99999999999999999999",
	};
	struct cr_place place = {.rank = 77};
	char *huge = malloc(CR_CARRIED_MAX + 2);

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++)
		assert_int_equal(cr_carried_read(texts[i], "42", "n1", &place, NULL), -1);
	assert_non_null(huge);
	memset(huge, ';', CR_CARRIED_MAX + 1);
	huge[CR_CARRIED_MAX + 1] = '\0';
	assert_int_equal(cr_carried_read(huge, "42", "n1", &place, NULL), -1);
	assert_int_equal(place.rank, 77);
	free(huge);
}

/* ---- srun ------------------------------------------------------------------------------------ */

static const char *live; /* what slurmctld says; NULL: nothing */
static unsigned asked;

static char *live_nodes(uint32_t jobid, struct cr_error *err)
{
	assert_int_equal(jobid, 42);
	asked++;
	if (live)
		return strdup(live);
	(void)cr_error_set(err, "slurmctld does not answer");
	return NULL;
}

static const char *by_task; /* the step's nodes by their tasks; NULL: no answer */

static char *step_nodes(uint32_t jobid, uint32_t stepid, struct cr_error *err)
{
	assert_int_equal(jobid, 42);
	assert_int_equal(stepid, 3);
	asked++;
	if (by_task)
		return strdup(by_task);
	(void)cr_error_set(err, "slurmctld does not answer");
	return NULL;
}

/* What the job's record says of its wish; -1: slurmctld does not answer. */
static struct cr_wish wished;
static int wish_answer, wish_asked;

static int live_wish(uint32_t jobid, struct cr_wish *wish, struct cr_error *err)
{
	assert_int_equal(jobid, 42);
	wish_asked++;
	if (wish_answer != 0)
		return cr_error_set(err, "no answer");
	*wish = wished;
	return 0;
}

static const struct cr_srun_site site = {conf, policy, true, live_nodes, step_nodes, live_wish};
static const struct cr_srun_site older = {conf, policy, false, live_nodes, step_nodes, live_wish};
static const char *const plain[] = {"srun", "a.out"};

static int in_a_job(void **state)
{
	(void)state;
	(void)clearenv();
	(void)setenv("SLURM_JOB_ID", "42", 1);
	(void)setenv("SLURM_JOB_NUM_NODES", "8", 1);
	(void)setenv("SLURM_JOB_NODELIST", "n[0-7]", 1);
	(void)setenv("SLURM_JOB_PARTITION", "ultra", 1);
	(void)setenv("SLURM_TASKS_PER_NODE", "1(x8)", 1);
	live = "n[0-7]";
	asked = 0;
	wish_asked = wish_answer = 0;
	wished = (struct cr_wish){0};
	return 0;
}

static void srun_is_told_and_forgets(void **state)
{
	struct cr_srun step = CR_SRUN_INIT;

	(void)state;
	cr_srun_begin(&step, &site, 2, plain);
	assert_true(step.ordered);
	assert_int_equal(asked, 1);
	assert_string_equal(value_of("SLURM_DISTRIBUTION"), "arbitrary");
	assert_non_null(strstr(value_of("SLURM_HOSTFILE"), "/proc/self/fd/"));
	assert_string_equal(value_of(CR_NAME_CARRIED_ORDERED), "cyclic");
	assert_non_null(getenv(CR_NAME_CARRIED_PLACE));
	cr_srun_finish(&step);
	assert_null(getenv("SLURM_HOSTFILE"));
	assert_null(getenv("SLURM_DISTRIBUTION"));
	assert_int_equal(step.fd, -1);
}

/* A job without a batch script is told by srun, in its first step, once slurmctld was asked. */
static void a_job_without_a_script_is_checked(void **state)
{
	static const struct {
		const char *words, *name, *value, *step, *nodes;
		struct cr_wish wish;
		int answer, asked;
		bool told;
	} cases[] = {
		{"", NULL, NULL, "0", "n[0,2,4,1]", {4, 0, 0}, 0, 1, true},
		{"", NULL, NULL, "0", "n[0,2,4,6]", {4, 0, 0}, 0, 1, false},
		{"", NULL, NULL, "0", "n[0,2,4,1]", {0, 0, 0}, 0, 1, false},
		{"", NULL, NULL, "0", "n[0,2,4,1]", {4, 0, 0}, -1, 1, false},
		{"", NULL, NULL, "1", "n[0,2,4,1]", {4, 0, 0}, 0, 0, false},
		{"", NULL, NULL, "0", "n0", {4, 0, 0}, 0, 0, false},
		{"", NULL, NULL, "0", "n[0,2,4,1]", {4, 0, 0}, 0, 1, true},
		{"", "SLURM_HET_SIZE", "2", "0", "n[0,2,4,1]", {4, 0, 0}, 0, 0, false},
		{"",
		 CR_NAME_CARRIED_DECISION,
		 "{\"mode\":\"enforce\"}",
		 "0",
		 "n[0,2,4,1]",
		 {4, 0, 0},
		 0,
		 0,
		 false},
		{"moe,check=none", NULL, NULL, "0", "n[0,2,4,1]", {4, 0, 0}, 0, 0, false},
		{"none", NULL, NULL, "0", "n[0,2,4,1]", {4, 0, 0}, 0, 0, false},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char profile[60];
		const char *argv[] = {"srun", "--export=ALL", "true"};
		struct cr_srun step = CR_SRUN_INIT;

		(void)in_a_job(state);
		(void)snprintf(profile, sizeof(profile), "--comm-profile=%s", cases[i].words);
		if (*cases[i].words)
			argv[1] = profile;
		if (cases[i].name)
			(void)setenv(cases[i].name, cases[i].value, 1);
		wished = cases[i].wish;
		wish_answer = cases[i].answer;
		cr_srun_begin(&step, &site, 3, argv);
		cr_srun_finish(&step);
		(void)setenv("SLURM_JOB_NODELIST", cases[i].nodes, 1);
		(void)setenv("SLURM_STEP_ID", cases[i].step, 1);
		(void)setenv("SLURM_DISTRIBUTION", "cyclic", 1);
		cr_srun_settle(&step, &site);
		if (wish_asked != cases[i].asked || (*step.placement != '\0') != cases[i].told)
			fail_msg("case %zu: asked %d, told '%s'", i, wish_asked, step.placement);
	}
}

static void srun_is_left_alone(void **state)
{
	static const struct {
		const char *name, *value, *said;
	} cases[] = {
		{"SRUN_COMM_PROFILE", "moe,order=none", "order=none"},
		{CR_CLIENT_CARRIER, "none", "order=none"},
		{CR_NAME_CARRIED_OPTION, "moe,order=none", "order=none"},
		{CR_NAME_CARRIED_DECISION, "{\"mode\":\"observe\"}", "no policy in force"},
		{"SLURM_JOB_PARTITION", "nosuch", "no partition"},
		{"SLURM_JOB_NODELIST", "n[0-6]", "not as long as it says"},
		{"SLURM_JOB_NODELIST", "n[", ""},
		{"SLURM_OVERLAP", "1", "SLURM_OVERLAP is set"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step = CR_SRUN_INIT;

		in_a_job(state);
		(void)setenv(cases[i].name, cases[i].value, 1);
		(void)setenv(CR_NAME_CARRIED_ORDERED, "stale", 1);
		cr_srun_begin(&step, &site, 2, plain);
		assert_false(step.ordered);
		assert_non_null(strstr(step.said, cases[i].said));
		assert_int_equal(asked, 0);
		assert_null(getenv("SLURM_HOSTFILE"));
		assert_null(getenv(CR_NAME_CARRIED_ORDERED));
		cr_srun_finish(&step);
	}
}

/* The text of the host file that STEP made for srun. */
static void read_hostfile(char *buf, size_t size)
{
	FILE *f = fopen(value_of("SLURM_HOSTFILE"), "r");
	size_t len = f ? fread(buf, 1, size - 1, f) : 0;

	buf[len] = '\0';
	if (f)
		(void)fclose(f);
}

static void srun_of_a_job_that_has_changed(void **state)
{
	static const struct {
		const char *live, *name, *value;
		const char *hosts; /* NULL: the step is left alone */
		const char *said;
	} cases[] = {
		/* b0 has the even nodes, b1 the odd ones */
		{"n[0-7]", NULL, NULL, "n0\nn2\nn4\nn6\nn1\nn3\nn5\nn7\n", "in the order"},
		{"n[0-2,4-7]", NULL, NULL, "n0\nn2\nn4\nn6\nn1\nn5\nn7\n", "in the order"},
		{"n[1-7]", NULL, NULL, "n1\nn3\nn5\nn7\nn2\nn4\nn6\n", "in the order"},
		{"n[1,2]", NULL, NULL, "n1\nn2\n", "in the order"},
		{"n[0,2,4]", NULL, NULL, NULL, "not in two units"},
		{"n3", NULL, NULL, NULL, "not in two units"},
		{"n[0-8]", NULL, NULL, NULL, "more nodes than its environment"},
		{"n[0-6]", "SLURM_NTASKS", "8", NULL, "no longer those of its environment"},
		{"n[0-6]", "SLURM_NPROCS", "8", NULL, "no longer those of its environment"},
		{"n[0-7]", "SLURM_NTASKS", "8", "n0\nn2\nn4\nn6\nn1\nn3\nn5\nn7\n", "in the order"},
		{"n[", NULL, NULL, NULL, ""},
		{"", NULL, NULL, NULL, ""},
		{NULL, NULL, NULL, NULL, "slurmctld does not answer"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step = CR_SRUN_INIT;
		char hosts[256];

		in_a_job(state);
		live = cases[i].live;
		if (cases[i].name)
			(void)setenv(cases[i].name, cases[i].value, 1);
		cr_srun_begin(&step, &site, 2, plain);
		assert_non_null(strstr(step.said, cases[i].said));
		assert_int_equal(asked, 1);
		assert_int_equal(step.ordered, cases[i].hosts != NULL);
		if (cases[i].hosts) {
			read_hostfile(hosts, sizeof(hosts));
			assert_string_equal(hosts, cases[i].hosts);
		} else {
			assert_null(getenv("SLURM_HOSTFILE"));
		}
		cr_srun_finish(&step);
	}
}

/* Nothing at all, or everything: never a host file without its distribution. */
static void srun_without_memory(void **state)
{
	if (slowed_down)
		skip();
	for (long n = 0; n < 2000; n++) {
		struct cr_srun step = CR_SRUN_INIT;
		bool both;

		in_a_job(state);
		fail_at = n;
		cr_srun_begin(&step, &site, 2, plain);
		both = step.ordered;
		cr_srun_finish(&step);
		fail_at = -1;
		assert_null(getenv("SLURM_HOSTFILE"));
		assert_null(getenv("SLURM_DISTRIBUTION"));
		if (both && n > 500)
			return;
	}
}

/* A step that is left to Slurm, of which srun wrote DISTRIBUTION (NULL: nothing). */
static void settle(const struct cr_srun_site *where, const char *distribution, struct cr_srun *step)
{
	static const char *const line[] = {"srun", "--overlap", "a.out"};

	*step = (struct cr_srun)CR_SRUN_INIT;
	cr_srun_begin(step, where, 3, line);
	assert_false(step->ordered);
	assert_null(getenv(CR_NAME_CARRIED_PLACE));
	cr_srun_finish(step);
	(void)setenv("SLURM_STEP_ID", "3", 1);
	if (distribution)
		(void)setenv("SLURM_DISTRIBUTION", distribution, 1);
	asked = 0;
	cr_srun_settle(step, where);
}

static void srun_tells_the_order_of_a_step_left_to_slurm(void **state)
{
	static const struct {
		const struct cr_srun_site *site;
		const char *distribution, *jobs, *by_task;
		const char *carried; /* NULL: nothing */
		unsigned asked;
	} cases[] = {
		{&site, "cyclic", "n[0-7]", NULL, ";n[0-7];", 0},
		{&site, "cyclic:block,Pack", "n[0-7]", NULL, ";n[0-7];", 0},
		{&site, "plane=2", "n[0-7]", NULL, ";n[0-7];", 0},
		{&site, "plane", "n[0-7]", NULL, ";n[0-7];", 0},
		{&older, "block", "n[0-7]", NULL, ";n[0-7];", 0},
		{&older, "block:cyclic", "n[0-7]", NULL, ";n[0-7];", 0},
		{&site, "block", "n[0,2,4,6]", NULL, ";n[0,2,4,6];", 0},
		{&site, "block", "n3", NULL, ";n3;", 0},
		{&site, "block", "n[0-7]", "n[1,3,5,7,0,2,4,6]", ";n[1,3,5,7,0,2,4,6];", 1},
		{&site, "block:cyclic", "n[0-7]", "n[4,3]", ";n[4,3];", 1},
		{&site, "arbitrary", "n[0-7]", "n[7,0]", ";n[7,0];", 1},
		{&older, "arbitrary", "n[0-7]", "n[7,0]", ";n[7,0];", 1},
		{&site, "what", "n[0-7]", "n[7,0]", ";n[7,0];", 1},
		{&site, NULL, "n[0-7]", "n[7,0]", ";n[7,0];", 1},
		{&site, "block", "n[0-7]", NULL, NULL, 1},
		{&site, "block", "n[0-7]", "n[", NULL, 1},
		{&site, "block", "n[0-7]", "", NULL, 1},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step;

		in_a_job(state);
		(void)setenv("SLURM_JOB_NODELIST", cases[i].jobs, 1);
		by_task = cases[i].by_task;
		settle(cases[i].site, cases[i].distribution, &step);
		assert_int_equal(asked, cases[i].asked);
		if (cases[i].carried)
			assert_non_null(strstr(value_of(CR_NAME_CARRIED_PLACE), cases[i].carried));
		else
			assert_null(getenv(CR_NAME_CARRIED_PLACE));
	}
}

static void components_are_told_nothing(void **state)
{
	struct cr_srun step;

	(void)state;
	(void)setenv("SLURM_HET_SIZE", "2", 1);
	settle(&site, "cyclic", &step);
	assert_int_equal(asked, 0);
	assert_null(getenv(CR_NAME_CARRIED_PLACE));
}

static void srun_says_where_rank_0_is(void **state)
{
	static const struct {
		const char *by_task;
		bool said;
	} cases[] = {
		{"n[1,3,5,7,0,2,4,6]", true},
		{"n[0,2,4,6,1,3,5,7]", false}, /* where everybody looks */
		{"n[1,3]", false},             /* of some nodes it is expected */
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step;

		in_a_job(state);
		by_task = cases[i].by_task;
		settle(&site, "block", &step);
		if (cases[i].said)
			assert_string_equal(step.warning,
					    "commroute: rank 0 of this step is on n1, not on the "
					    "job's first node n0: COMMROUTE_HEAD_NODE tells the "
					    "tasks");
		else
			assert_string_equal(step.warning, "");
	}
}

/* ---- frameworks --------------------------------------------------------------------- */

static void srun_counts_the_agents(void **state)
{
	static const struct {
		const char *words; /* between srun and torchrun */
		const char *name, *value;
		const char *agents; /* NULL: no warning */
	} cases[] = {
		{"-v", NULL, NULL, NULL},
		{"-v", "SLURM_TASKS_PER_NODE", "2(x8)", "2 torchrun agents"},
		{"--ntasks-per-node=8", NULL, NULL, "8 torchrun agents"},
		{"--ntasks-per-node=1", NULL, NULL, NULL},
		{"-N2 -n16", NULL, NULL, "8 torchrun agents"},
		{"-N2 -n2", NULL, NULL, NULL},
		{"--overlap", "SLURM_NTASKS_PER_NODE", "4", "4 torchrun agents"},
		{"-n8", "SLURM_NTASKS_PER_NODE", "4", NULL},
		{"--ntasks-per-node=8 --gpus-per-task=1", NULL, NULL, NULL},
		{"--ntasks-per-node=8", "SLURM_GPUS_PER_TASK", "1", NULL},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step = CR_SRUN_INIT;
		char copy[100], *save = NULL;
		const char *argv[8] = {"srun"};
		int n = 1;

		in_a_job(state);
		(void)snprintf(copy, sizeof(copy), "%s", cases[i].words);
		for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
			argv[n++] = w;
		argv[n++] = "torchrun";
		argv[n++] = "--nproc_per_node=8";
		if (cases[i].name)
			(void)setenv(cases[i].name, cases[i].value, 1);
		if (cases[i].name && strcmp(cases[i].name, "SLURM_TASKS_PER_NODE") == 0)
			(void)setenv("SLURM_NTASKS", "16", 1);
		cr_srun_begin(&step, &site, n, argv);
		if (cases[i].agents ? !strstr(step.warning, cases[i].agents) : *step.warning)
			fail_msg("case %zu: '%s'", i, step.warning);
		cr_srun_finish(&step);
	}
}

/* ---- groups --------------------------------------------------------------------------- */

static void write_policy(const char *more)
{
	FILE *f = create("commroute.yaml");

	(void)fprintf(f, "version: 1\nmode: enforce\nexport: [torchrun]\nenvironment: aws\n%s",
		      more);
	assert_int_equal(fclose(f), 0);
}

/* Three blocks of 4, of which the job has 3, 2 and 3 nodes: b0 n0 n3 n6, b1 n1 n4, b2 n2 n5 n8. */
static int in_an_uneven_job(void **state)
{
	in_a_job(state);
	write_topology(12);
	write_policy("profiles:\n  moe: {aliases: [ep], pattern: alltoall, intensity: high, group: "
		     "2, routes: [{topology_type: block}]}\n");
	(void)setenv("SLURM_JOB_NODELIST", "n[0-6,8]", 1);
	live = "n[0-6,8]";
	return 0;
}

static int in_an_even_one(void **state)
{
	(void)state;
	write_topology(8);
	write_policy("");
	return 0;
}

#define RING   "n0\nn3\nn6\nn1\nn4\nn2\nn5\nn8\n"
#define PACKED "n0\nn3\nn6\nn2\nn5\nn8\nn1\nn4\n"
#define OPTION CR_NAME_CARRIED_OPTION
#define LINE(n)                                                                                    \
	"commroute: CR-337: groups of " n                                                          \
	" nodes do not make up the job's 8: its ranks are ordered as a ring"

static void srun_orders_by_groups(void **state)
{
	static const struct {
		const char *job, *step, *decision; /* options, record; NULL: none */
		const char *hosts, *line;
	} cases[] = {
		{NULL, NULL, NULL, RING, ""},
		{"auto,order=group:2", NULL, NULL, PACKED, ""},
		{"auto", "auto,order=group:2", NULL, PACKED, ""},
		{NULL, NULL, "\"group\":2", PACKED, ""},
		{NULL, NULL, "\"segment\":2", PACKED, ""},
		{NULL, NULL, "\"segment\":3", RING, ""},
		{NULL, NULL, "\"segment\":16", RING, ""},
		{NULL, NULL, "\"segment\":2,\"group\":8", RING, ""},
		/* The profile's, by the policy where nothing else knows it. */
		{"moe", NULL, NULL, PACKED, ""},
		{"ep", NULL, NULL, PACKED, ""},
		{"moe", NULL, "\"nodes\":8", RING, ""},
		{"auto", "moe", "\"nodes\":8", PACKED, ""},
		{"moe", "auto", "\"group\":2", RING, ""},
		{"moe,order=group:8", "moe,order=group:8", "\"group\":8", RING, ""},
		{"moe,order=group:3", NULL, NULL, RING, LINE("3")},
		{"moe", "moe,order=group:5", "\"group\":2", RING, LINE("5")},
		{"moe,order=group:0", NULL, NULL, RING, LINE("0")},
		{"moe,order=group:1", NULL, NULL, RING, ""},
		{"moe,order=group:16", NULL, NULL, RING, LINE("16")},
		/* slurmctld has said it. */
		{"moe,order=group:3", NULL, "\"segment\":2,\"code\":\"CR-337\"", RING, ""},
		{"moe", NULL, "\"segment\":2,\"code\":\"CR-337\"", RING, ""},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step = CR_SRUN_INIT;
		char hosts[256], decision[200];

		in_an_uneven_job(state);
		(void)snprintf(decision, sizeof(decision), "{\"mode\":\"enforce\",%s}",
			       cases[i].decision ? cases[i].decision : "");
		if (cases[i].decision)
			(void)setenv(CR_NAME_CARRIED_DECISION, decision, 1);
		if (cases[i].job)
			(void)setenv(OPTION, cases[i].job, 1);
		if (cases[i].step)
			(void)setenv(CR_CLIENT_CARRIER, cases[i].step, 1);
		cr_srun_begin(&step, &site, 2, plain);
		assert_true(step.ordered);
		read_hostfile(hosts, sizeof(hosts));
		if (strcmp(hosts, cases[i].hosts) != 0 || strcmp(step.group, cases[i].line) != 0)
			fail_msg("case %zu: %s and '%s'", i, hosts, step.group);
		cr_srun_finish(&step);
	}
}

/* What the ranks get is what is judged. */
static void groups_are_judged_in_the_order_handed_out(void **state)
{
	static const struct {
		const char *option, *decision, *figures;
	} cases[] = {
		{"auto", NULL, "nodes=8,units=3,fewest=2,parts=3+3+2"},
		{"auto,order=group:2", NULL,
		 "nodes=8,units=3,fewest=2,group=2,groups_split=1,parts=3+3+2"},
		/* One segment more than Slurm has split would be, as a ring. */
		{"auto", "{\"mode\":\"enforce\",\"segment\":2}",
		 "nodes=8,units=3,fewest=2,segment=2,split=1,parts=3+3+2"},
		{"auto,order=group:4", "{\"mode\":\"enforce\",\"segment\":2,\"group\":4}",
		 "nodes=8,units=3,fewest=2,segment=2,split=1,group=4,groups_split=2,parts=3+3+2"},
		{"auto,order=none", "{\"mode\":\"enforce\",\"segment\":2}",
		 "nodes=8,units=3,fewest=2,segment=2,split=1,parts=3+3+2"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun step = CR_SRUN_INIT;

		in_an_uneven_job(state);
		(void)setenv(OPTION, cases[i].option, 1);
		if (cases[i].decision)
			(void)setenv(CR_NAME_CARRIED_DECISION, cases[i].decision, 1);
		cr_srun_begin(&step, &site, 2, plain);
		assert_string_equal(value_of(CR_NAME_CARRIED_PLACEMENT), cases[i].figures);
		cr_srun_finish(&step);
	}
}

/* Slurm's own block distribution is all that -N takes. */
static void no_groups_beside_nodes(void **state)
{
	static const char *const line[] = {"srun", "-N8", "a.out"};
	struct cr_srun step = CR_SRUN_INIT;

	(void)state;
	(void)setenv(OPTION, "auto,order=group:2", 1);
	cr_srun_begin(&step, &site, 3, line);
	assert_true(step.ordered);
	assert_string_equal(value_of("SLURM_DISTRIBUTION"), "block");
	assert_non_null(strstr(value_of(CR_NAME_CARRIED_PLACE), ";n[0,3,6,1,4,2,5,8];"));
	assert_string_equal(step.group, "commroute: CR-337: beside -N ranks are ordered as a ring, "
					"not by groups of 2 nodes: leave -N away, srun takes all "
					"nodes of the job");
	cr_srun_finish(&step);
}

/* ---- the node -----------------------------------------------------------------------------------
 */

static int env_get(void *step, const char *name, char *buf, size_t size)
{
	const char *value = getenv(name);

	(void)step;
	if (!value || strlen(value) >= size)
		return -1;
	memcpy(buf, value, strlen(value) + 1);
	return 0;
}

static int env_set(void *step, const char *name, const char *value)
{
	(void)step;
	return setenv(name, value, 1);
}

static void env_unset(void *step, const char *name)
{
	(void)step;
	(void)unsetenv(name);
}

static size_t env_size(void *step)
{
	(void)step;
	return 1000;
}

static void no_log(enum cr_host_level level, const char *text)
{
	(void)level;
	(void)text;
}

/* The program of the step: its words, NULL after the last. */
static const char *program[8];

static int program_words(void *step, const char *const **words)
{
	int count = 0;

	(void)step;
	while (program[count])
		count++;
	*words = program;
	return count;
}

static const struct cr_host host = {no_log,   env_get,       env_set, env_unset,
				    env_size, program_words, NULL};
static const struct cr_option nothing_said = {.kind = CR_OPTION_ABSENT};

static void on_a_node(const char *name, struct cr_node_notes *notes)
{
	struct cr_node node = {name, conf, policy, dir, "/nonexistent", &nothing_said};

	cr_node_prepare(&node, &host, notes);
}

static void as_a_step(void)
{
	struct cr_srun step = CR_SRUN_INIT;

	cr_srun_begin(&step, &site, 2, plain);
	cr_srun_finish(&step);
	(void)setenv("SLURM_STEP_NUM_NODES", "8", 1);
	(void)setenv("SLURM_STEP_NUM_TASKS", "8", 1);
	(void)setenv("SLURM_STEP_NODELIST", "n[0-7]", 1);
	(void)setenv("SLURM_STEP_ID", "0", 1);
	(void)setenv("SLURM_DISTRIBUTION", "arbitrary", 1);
}

static void a_node_tells_its_tasks(void **state)
{
	struct cr_node_notes notes;

	(void)state;
	as_a_step();
	program[0] = "/opt/bin/torchrun";
	program[1] = "t.py";
	program[2] = NULL;
	on_a_node("n3", &notes);
	assert_string_equal(value_of(CR_NAME_NODELIST), "n[0,2,4,6,1,3,5,7]");
	assert_string_equal(value_of(CR_NAME_NODE_RANK), "5");
	assert_string_equal(value_of(CR_NAME_HEAD_NODE), "n0");
	assert_string_equal(value_of(CR_NAME_TOPOLOGY_UNIT), "b1");
	assert_string_equal(value_of(CR_NAME_PLACEMENT), "nodes=8,units=2,fewest=2,parts=4+4");
	assert_string_equal(value_of("SLURM_DISTRIBUTION"), "cyclic");
	assert_null(getenv(CR_NAME_CARRIED_PLACE));
	assert_null(getenv(CR_NAME_CARRIED_ORDERED));
	assert_null(getenv(CR_NAME_CARRIED_PLACEMENT));
	/* The policy is not root's when the tests are not: then it is not believed. */
	if (geteuid() == 0) {
		assert_string_equal(value_of("PET_NODE_RANK"), "5");
		assert_string_equal(value_of("PET_MASTER_ADDR"), "n0");
		assert_string_equal(value_of("PET_NNODES"), "8");
		assert_string_equal(value_of("PET_RDZV_BACKEND"), "static");
	}
}

/* One that meets nobody would wait for the others for ever. */
static void torchrun_that_is_for_one_node_is_told_of_no_others(void **state)
{
	static const char *const lines[][4] = {
		{"torchrun", "--standalone", "t.py", NULL},
		{"torchrun", "--nnodes=1", "t.py", NULL},
		{"bash", "-c", "torchrun --nproc-per-node 2 --standalone t.py", NULL},
		{"./train.sh", NULL, NULL, NULL},
	};

	for (size_t i = 0; i < COUNT(lines); i++) {
		struct cr_node_notes notes;

		(void)in_a_job(state);
		as_a_step();
		memcpy(program, lines[i], sizeof(lines[i]));
		on_a_node("n3", &notes);
		assert_string_equal(value_of(CR_NAME_NODE_RANK), "5");
		assert_null(getenv("PET_NNODES"));
		assert_null(getenv("PET_NODE_RANK"));
		assert_null(getenv("PET_MASTER_ADDR"));
		assert_null(getenv("PET_RDZV_BACKEND"));
	}
}

static void a_node_that_was_told_nothing_reads_the_files(void **state)
{
	struct cr_node_notes notes;

	(void)state;
	as_a_step();
	(void)unsetenv(CR_NAME_CARRIED_PLACE);
	(void)setenv(CR_NAME_HEAD_NODE, "stale", 1);
	on_a_node("n3", &notes);
	assert_string_equal(value_of(CR_NAME_TOPOLOGY_UNIT), "b1");
	/* Files do not tell how tasks go through the nodes. */
	assert_null(getenv(CR_NAME_NODELIST));
	assert_null(getenv(CR_NAME_NODE_RANK));
	assert_null(getenv(CR_NAME_HEAD_NODE));
}

static void a_node_alone_is_the_head(void **state)
{
	struct cr_node_notes notes;

	(void)state;
	as_a_step();
	(void)unsetenv(CR_NAME_CARRIED_PLACE);
	(void)setenv("SLURM_STEP_NODELIST", "n3", 1);
	on_a_node("n3", &notes);
	assert_string_equal(value_of(CR_NAME_NODELIST), "n3");
	assert_string_equal(value_of(CR_NAME_NODE_RANK), "0");
	assert_string_equal(value_of(CR_NAME_HEAD_NODE), "n3");
}

static void a_batch_script_has_the_order_of_its_job(void **state)
{
	struct cr_node_notes notes;

	(void)state;
	on_a_node("n0", &notes);
	assert_string_equal(value_of(CR_NAME_NODELIST), "n[0,2,4,6,1,3,5,7]");
	assert_string_equal(value_of(CR_NAME_NODE_RANK), "0");
	assert_string_equal(value_of(CR_NAME_HEAD_NODE), "n0");
}

/* By the same rules as its steps. */
static void a_batch_script_has_the_groups_of_its_job(void **state)
{
	static const struct cr_option said = {
		.kind = CR_OPTION_PROFILE, .profile = "moe", .has_group = true, .group = 2};
	struct cr_node node = {"n0", conf, policy, dir, "/nonexistent", &said};
	struct cr_node_notes notes;

	(void)state;
	(void)setenv(OPTION, "moe,order=group:2", 1);
	cr_node_prepare(&node, &host, &notes);
	assert_string_equal(value_of(CR_NAME_NODELIST), "n[0,3,6,2,5,8,1,4]");
	assert_non_null(strstr(value_of(CR_NAME_PLACEMENT), "group=2,groups_split=1"));
	node.step_said = &nothing_said;
	(void)setenv(OPTION, "auto", 1);
	(void)setenv(CR_NAME_CARRIED_DECISION, "{\"mode\":\"enforce\",\"group\":2}", 1);
	cr_node_prepare(&node, &host, &notes);
	assert_string_equal(value_of(CR_NAME_NODELIST), "n[0,3,6,2,5,8,1,4]");
	(void)setenv(OPTION, "auto,order=none", 1);
	cr_node_prepare(&node, &host, &notes);
	assert_string_equal(value_of(CR_NAME_NODELIST), "n[0-6,8]");
}

static void a_node_without_memory(void **state)
{
	if (slowed_down)
		skip();
	for (long n = 0; n < 1200; n += 3) {
		struct cr_node_notes notes;

		in_a_job(state);
		as_a_step();
		fail_at = n;
		on_a_node("n3", &notes);
		fail_at = -1;
		assert_null(getenv(CR_NAME_CARRIED_PLACE));
		assert_string_not_equal(
			getenv("SLURM_DISTRIBUTION") ? getenv("SLURM_DISTRIBUTION") : "",
			n > 600 ? "arbitrary" : "no check: setenv() itself has no memory");
	}
}

#define LARGE 16384

/* The promise of docs/frameworks.md: 2 ms on each node of a cluster of 16,384, in steps. */
#define STEPS_MAX 1.5e6

static void a_node_of_a_large_cluster_is_quick(void **state)
{
	bool exact = !slowed_down;
	double best = 1e18;
	char nodes[32];

	write_topology(LARGE);
	for (int i = 0; i < (exact ? 7 : 1); i++) {
		struct cr_node_notes notes;
		double start, took;

		in_a_job(state);
		(void)snprintf(nodes, sizeof(nodes), "n[0-%d]", LARGE - 1);
		(void)setenv("SLURM_JOB_NODELIST", nodes, 1);
		live = nodes;
		(void)setenv("SLURM_JOB_NUM_NODES", "16384", 1);
		(void)setenv("SLURM_TASKS_PER_NODE", "1(x16384)", 1);
		as_a_step();
		(void)setenv("SLURM_STEP_NODELIST", nodes, 1);
		assert_non_null(getenv(CR_NAME_CARRIED_PLACE));
		start = work_clock();
		on_a_node("n16383", &notes);
		took = work_steps(work_clock() - start);
		best = took < best ? took : best;
		assert_string_equal(value_of(CR_NAME_NODE_RANK), "16383");
		assert_string_equal(value_of(CR_NAME_TOPOLOGY_UNIT), "b4095");
	}
	write_topology(8);
	print_message("a node of %d: %.0f steps\n", LARGE, best);
	if (exact)
		assert_true(best <= STEPS_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plans),
		cmocka_unit_test(hostfiles),
		cmocka_unit_test(placements),
		cmocka_unit_test(placements_of_groups),
		cmocka_unit_test(wishes_are_decimal),
		cmocka_unit_test(folded_lists),
		cmocka_unit_test(folded_lists_of_strangers),
		cmocka_unit_test(carried_there_and_back),
		cmocka_unit_test(forged_texts_are_refused),
		cmocka_unit_test_setup(srun_is_told_and_forgets, in_a_job),
		cmocka_unit_test_setup(srun_is_left_alone, in_a_job),
		cmocka_unit_test_setup(a_job_without_a_script_is_checked, in_a_job),
		cmocka_unit_test_setup(srun_counts_the_agents, in_a_job),
		cmocka_unit_test_setup_teardown(srun_orders_by_groups, in_an_uneven_job,
						in_an_even_one),
		cmocka_unit_test_setup_teardown(groups_are_judged_in_the_order_handed_out,
						in_an_uneven_job, in_an_even_one),
		cmocka_unit_test_setup_teardown(no_groups_beside_nodes, in_an_uneven_job,
						in_an_even_one),
		cmocka_unit_test_setup_teardown(a_batch_script_has_the_groups_of_its_job,
						in_an_uneven_job, in_an_even_one),
		cmocka_unit_test_setup(srun_of_a_job_that_has_changed, in_a_job),
		cmocka_unit_test_setup(srun_tells_the_order_of_a_step_left_to_slurm, in_a_job),
		cmocka_unit_test_setup(components_are_told_nothing, in_a_job),
		cmocka_unit_test_setup(srun_says_where_rank_0_is, in_a_job),
		cmocka_unit_test_setup(srun_without_memory, in_a_job),
		cmocka_unit_test_setup(a_node_tells_its_tasks, in_a_job),
		cmocka_unit_test_setup(torchrun_that_is_for_one_node_is_told_of_no_others,
				       in_a_job),
		cmocka_unit_test_setup(a_node_that_was_told_nothing_reads_the_files, in_a_job),
		cmocka_unit_test_setup(a_node_alone_is_the_head, in_a_job),
		cmocka_unit_test_setup(a_batch_script_has_the_order_of_its_job, in_a_job),
		cmocka_unit_test_setup(a_node_without_memory, in_a_job),
		cmocka_unit_test_setup(a_node_of_a_large_cluster_is_quick, in_a_job),
	};

	/* Before the tests clear the environment. */
	slowed_down = is_slowed_down();
	return cmocka_run_group_tests_name("spank order", tests, make_cluster, remove_cluster);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/job_desc_apply: each field of a decision alone, and what stays as it is. */
#include "unit.h"

#include "job_submit/job_desc.h"
#include "job_submit/job_desc_lists.h"
#include "slurm_memory.h"

#include <slurm/slurm.h>

static job_desc_msg_t desc;
static struct cr_decision decision;

static int setup(void **state)
{
	(void)state;
	slurm_init_job_desc_msg(&desc);
	decision = (struct cr_decision){.verdict = CR_VERDICT_ROUTE,
					.mode = CR_MODE_ENFORCE,
					.act = true,
					.segment = CR_UNSET,
					.switches = CR_UNSET,
					.switch_wait = CR_UNSET};
	return 0;
}

static int teardown(void **state)
{
	char **texts[] = {&desc.partition,     &desc.qos,
			  &desc.admin_comment, &desc.extra,
			  &desc.tres_per_job,  &desc.tres_per_node,
			  &desc.tres_per_task, &desc.tres_per_socket};

	(void)state;
	memory_fail_at = 0;
	for (size_t i = 0; i < COUNT(texts); i++)
		memory_free((void **)texts[i]);
	for (uint32_t i = 0; i < desc.env_size; i++)
		memory_free((void **)&desc.environment[i]);
	memory_free((void **)&desc.environment);
	desc.env_size = 0;
	assert_int_equal(memory_out, 0);
	return 0;
}

static void apply(enum cr_record_field field, const char *record, bool keep)
{
	struct cr_job_desc_change change = {
		.decision = &decision, .record = record, .field = field, .keep_comment = keep};

	assert_int_equal(cr_job_desc_apply(&desc, &change, &memory), 0);
}

static char *text_of(const char *text)
{
	return cr_slurm_strdup(&memory, text);
}

static void put_env(const char *name, const char *value)
{
	assert_int_equal(cr_env_append(cr_job_desc_environment(&desc), name, value, &memory), 0);
}

static const char *env(const char *name)
{
	return cr_env_get(cr_job_desc_environment(&desc), name, NULL);
}

/* ---- numbers and flags ----------------------------------------------------------- */

static void an_empty_decision_sets_nothing(void **state)
{
	job_desc_msg_t before = desc;

	(void)state;
	apply(CR_RECORD_NONE, "{}", false);
	assert_memory_equal(&before, &desc, sizeof(desc));
}

static void each_number_alone(void **state)
{
	(void)state;
	decision.segment = 0xfffd; /* the largest that the field can tell from "not set" */
	apply(CR_RECORD_NONE, NULL, false);
	assert_int_equal(desc.segment_size, 0xfffd);
	assert_int_equal(desc.req_switch, NO_VAL);
	assert_int_equal(desc.wait4switch, NO_VAL);
	slurm_init_job_desc_msg(&desc);
	decision.segment = NO_VAL16;
	apply(CR_RECORD_NONE, NULL, false);
	assert_int_equal(desc.segment_size, 0);
	decision.segment = CR_UNSET;
	decision.switches = 2;
	apply(CR_RECORD_NONE, NULL, false);
	assert_int_equal(desc.req_switch, 2);
	assert_int_equal(desc.wait4switch, NO_VAL);
	slurm_init_job_desc_msg(&desc);
	decision.switches = CR_UNSET;
	decision.switch_wait = 60;
	apply(CR_RECORD_NONE, NULL, false);
	assert_int_equal(desc.req_switch, NO_VAL);
	assert_int_equal(desc.wait4switch, 60);
}

static void each_flag_alone(void **state)
{
	uint64_t before = desc.bitflags;

	(void)state;
	decision.exclusive_topo = true;
	apply(CR_RECORD_NONE, NULL, false);
#ifdef JOB_SHARED_TOPO
	assert_int_equal(desc.shared, JOB_SHARED_TOPO);
#endif
	assert_int_equal(desc.bitflags, before);
#ifdef SPREAD_SEGMENTS
	slurm_init_job_desc_msg(&desc);
	decision.exclusive_topo = false;
	decision.spread_segments = true;
	apply(CR_RECORD_NONE, NULL, false);
	assert_int_equal(desc.bitflags, before | SPREAD_SEGMENTS);
	assert_int_equal(desc.shared, NO_VAL16);
	slurm_init_job_desc_msg(&desc);
	decision.spread_segments = false;
	decision.consolidate_segments = true;
	apply(CR_RECORD_NONE, NULL, false);
	assert_int_equal(desc.bitflags, before | CONSOLIDATE_SEGMENTS);
#endif
}

/* ---- texts ------------------------------------------------------------------------- */

static void the_type_goes_into_every_spelling(void **state)
{
	(void)state;
	decision.gpu_type = "h200";
	desc.tres_per_job = text_of("gres/gpu:8");
	desc.tres_per_task = text_of("gres/gpu:1");
	desc.tres_per_socket = text_of("gres/gpu:2");
	desc.tres_per_node = text_of("");
	apply(CR_RECORD_NONE, NULL, false);
	assert_string_equal(desc.tres_per_job, "gres/gpu:h200:8");
	assert_string_equal(desc.tres_per_task, "gres/gpu:h200:1");
	assert_string_equal(desc.tres_per_socket, "gres/gpu:h200:2");
	assert_string_equal(desc.tres_per_node, "");
	assert_null(desc.partition);
	assert_null(desc.qos);
}

static const struct {
	const char *before, *after;
} typed[] = {
	{"gpu", "gpu:x"},
	{"gpu:0", "gpu:x:0"},
	{"gpu:9", "gpu:x:9"},
	{"gpu:", "gpu:"},
	{"gpu:/", "gpu:/"},
	{"gpu:a9", "gpu:a9"},
	{"gpu:a9:9", "gpu:a9:9"},
	{"gp:1", "gp:1"},
	{"gres/gp", "gres/gp"},
	{"gres/gpu", "gres/gpu:x"},
	{"gres:gpu=3", "gres:gpu:x=3"},
	{"gresgpu:1", "gresgpu:1"},
	{"gres.gpu:1", "gres.gpu:1"},
	{"nic:1,gpu", "nic:1,gpu:x"},
	{"gpu,nic:1", "gpu:x,nic:1"},
	{"gpu:1,gpu:y:1,gpu", "gpu:x:1,gpu:y:1,gpu:x"},
	{",gpu,", ",gpu:x,"},
	/* A type that is there but empty is none; what is no count is a type. */
	{"gpu::4", "gpu:x:4"},
	{"gres/gpu::4(S:0-1)", "gres/gpu:x:4(S:0-1)"},
	{"gpu:=4", "gpu:x=4"},
	{"gpu::a", "gpu::a"},
	{"gpu:2k", "gpu:x:2k"},
	{"gpu:2(S:0)", "gpu:x:2(S:0)"},
	{"gpu(S:0)", "gpu:x(S:0)"},
	{"gpu:0x8", "gpu:0x8"},
	{"gpu:4g7", "gpu:4g7"},
	{"gpu::", "gpu::"},
	{"gpu=x4", "gpu=x4"},
};

static void types_are_put_where_none_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(typed); i++) {
		char *text = cr_job_desc_typed(typed[i].before, "x", &memory);

		assert_string_equal(text, typed[i].after);
		memory_free((void **)&text);
	}
}

/* Memory that shows how much of it was asked for, and what was written behind. */
static char pool[64];
static size_t pool_asked;

static void *pool_calloc(size_t count, size_t size)
{
	assert_true(count * size < sizeof(pool));
	pool_asked = count * size;
	memset(pool, 'Z', sizeof(pool));
	return memset(pool, 0, pool_asked);
}

/* All of them short, all of them to be typed: nothing needs more room, and it suffices. */
static void the_room_for_types_is_what_it_takes(void **state)
{
	static const struct cr_slurm_alloc strict = {.calloc = pool_calloc};
	static const char *const full[] = {"gpu", "gpu,gpu", "gpu,gpu,gpu,gpu,gpu"};

	(void)state;
	for (size_t i = 0; i < COUNT(full); i++) {
		assert_ptr_equal(cr_job_desc_typed(full[i], "h200", &strict), pool);
		assert_int_equal(pool_asked, strlen(pool) + 1);
	}
	assert_string_equal(pool, "gpu:h200,gpu:h200,gpu:h200,gpu:h200,gpu:h200");
	assert_string_equal(cr_job_desc_typed("", "h200", &strict), "");
	assert_int_equal(pool[pool_asked], 'Z');
}

/* ---- the record and the environment ----------------------------------------------------- */

static void the_record_goes_where_it_belongs(void **state)
{
	(void)state;
	desc.extra = text_of("theirs");
	apply(CR_RECORD_ADMIN_COMMENT, "{1}", true); /* nothing there to keep */
	assert_string_equal(desc.admin_comment, "{1}");
	assert_string_equal(desc.extra, "theirs");
	apply(CR_RECORD_EXTRA, "{2}", true);
	assert_string_equal(desc.extra, "theirs");
	apply(CR_RECORD_EXTRA, "{2}", false);
	assert_string_equal(desc.extra, "{2}");
	assert_string_equal(desc.admin_comment, "{1}");
	memory_free((void **)&desc.admin_comment);
	desc.admin_comment = text_of(""); /* empty is nothing to keep */
	apply(CR_RECORD_ADMIN_COMMENT, "{3}", true);
	assert_string_equal(desc.admin_comment, "{3}");
	apply(CR_RECORD_ADMIN_COMMENT, NULL, false); /* none, and none to put in its place */
	apply(CR_RECORD_EXTRA, NULL, false);
	apply(CR_RECORD_NONE, "{4}", false);
	assert_string_equal(desc.admin_comment, "{3}");
	assert_string_equal(desc.extra, "{2}");
}

static void a_script_sees_what_was_decided(void **state)
{
	(void)state;
	put_env("PATH", "/bin");
	decision.profile = "moe";
	decision.preemptible = true;
	decision.option = (struct cr_option){.kind = CR_OPTION_PROFILE, .profile = "moe"};
	apply(CR_RECORD_NONE, "{}", false);
	assert_string_equal(env("COMMROUTE_PROFILE"), "moe");
	assert_string_equal(env("SLURM_COMMROUTE_PROFILE"), "moe");
	assert_string_equal(env("COMMROUTE_DECISION"), "{}");
	assert_string_equal(env("SLURM_COMMROUTE_DECISION"), "{}");
	assert_string_equal(env("COMMROUTE_PREEMPTIBLE"), "1");
	assert_string_equal(env("SLURM_COMMROUTE_PREEMPTIBLE"), "1");
	assert_string_equal(env("SLURM_COMMROUTE_OPTION"), "moe");
	cr_job_desc_scrub(&desc, &memory);
	assert_int_equal(desc.env_size, 1);
	decision.preemptible = false;
	apply(CR_RECORD_NONE, "{}", false);
	assert_string_equal(env("COMMROUTE_PREEMPTIBLE"), "0");
}

/* What is only observed has no say in whether the job may be preempted. */
static void what_is_not_acted_on_is_only_told(void **state)
{
	(void)state;
	put_env("PATH", "/bin");
	decision.act = false;
	decision.partition = "ultra";
	decision.segment = 4;
	decision.preemptible = true;
	apply(CR_RECORD_NONE, "{}", false);
	assert_null(desc.partition);
	assert_int_equal(desc.segment_size, 0);
	assert_string_equal(env("COMMROUTE_DECISION"), "{}");
	assert_null(env("COMMROUTE_PREEMPTIBLE"));
	assert_null(env("COMMROUTE_PROFILE"));      /* it has none */
	assert_null(env("SLURM_COMMROUTE_OPTION")); /* nor named any */
}

static void without_a_decision_the_record_alone(void **state)
{
	struct cr_job_desc_change change = {.record = "{}", .field = CR_RECORD_EXTRA};

	(void)state;
	put_env("PATH", "/bin");
	assert_int_equal(cr_job_desc_apply(&desc, &change, &memory), 0);
	assert_string_equal(desc.extra, "{}");
	assert_int_equal(desc.env_size, 1);
}

/* ---- an update ------------------------------------------------------------------------ */

/* MORE: beside the decision; NULL: nothing. */
static int update(const struct cr_job_desc_update *more)
{
	struct cr_job_desc_update update = more ? *more : (struct cr_job_desc_update){0};

	update.decision = &decision;
	return cr_job_desc_apply_update(&desc, &update, &memory);
}

static void an_update_gets_what_it_can_set(void **state)
{
	(void)state;
	decision.partition = "p5en";
	decision.qos = "nlp";
	decision.segment = 4;
	decision.switches = 2;
	decision.switch_wait = 60;
	decision.exclusive_topo = true;
	assert_int_equal(update(NULL), 0);
	assert_string_equal(desc.partition, "p5en");
	assert_string_equal(desc.qos, "nlp");
	assert_int_equal(desc.req_switch, 2);
	assert_int_equal(desc.wait4switch, 60);
	assert_int_equal(desc.shared, NO_VAL16);
	assert_int_equal(desc.segment_size, 0);
}

static void an_update_is_whole_or_not_at_all(void **state)
{
	(void)state;
	desc.partition = text_of("mine");
	decision.partition = "p5en";
	decision.qos = "nlp";
	decision.switches = 2;
	for (long n = 1; n <= 2; n++) {
		memory_fail_at = n;
		assert_int_equal(update(NULL), -1);
		assert_string_equal(desc.partition, "mine");
		assert_null(desc.qos);
		assert_int_equal(desc.req_switch, NO_VAL);
		assert_int_equal(memory_out, 1);
	}
	memory_fail_at = 0;
	decision.partition = decision.qos = NULL;
	decision.switches = CR_UNSET;
	assert_int_equal(update(NULL), 0);
	assert_string_equal(desc.partition, "mine");
	assert_int_equal(desc.req_switch, NO_VAL);
	assert_int_equal(desc.wait4switch, NO_VAL);
}

/* What is taken from the job: the empty text is Slurm's word for the default QOS. */
static void an_update_takes_away(void **state)
{
	struct cr_job_desc_update more = {.clear = {[CR_DECISION_QOS] = true}};

	(void)state;
	assert_int_equal(update(&more), 0);
	assert_string_equal(desc.qos, "");
	assert_int_equal(desc.req_switch, NO_VAL);
	assert_int_equal(desc.contiguous, NO_VAL16);
	more = (struct cr_job_desc_update){.clear = {[CR_DECISION_SWITCHES] = true,
						     [CR_DECISION_SWITCH_WAIT] = true,
						     [CR_DECISION_CONTIGUOUS] = true}};
	memory_free((void **)&desc.qos);
	assert_int_equal(update(&more), 0);
	assert_null(desc.qos);
	assert_int_equal(desc.req_switch, 0);
	assert_int_equal(desc.wait4switch, 0);
	assert_int_equal(desc.contiguous, 0);
	more.clear[CR_DECISION_QOS] = true;
	memory_fail_at = 1;
	desc.req_switch = NO_VAL;
	assert_int_equal(update(&more), -1);
	assert_int_equal(desc.req_switch, NO_VAL);
}

static void no_update_makes_nodes_contiguous(void **state)
{
	(void)state;
	decision.contiguous = true;
	assert_int_equal(update(NULL), 0);
	assert_int_equal(desc.contiguous, NO_VAL16);
}

static const struct {
	const char *tres, *old_type, *new_type, *want;
} types[] = {
	{"gres/gpu:gb200:4", "gb200", "h200", "gres/gpu:h200:4"},
	{"gres/gpu:gb200:4", "gb200", NULL, "gres/gpu:4"},
	{"gres/gpu:GB200=4,gres/nic:1", "gb200", "h200", "gres/gpu:h200=4,gres/nic:1"},
	{"gres:gpu:gb200", "gb200", NULL, "gres:gpu"},
	{"gpu:gb200,gpu:gb200:2", "gb200", "h200", "gpu:h200,gpu:h200:2"},
	{"gres/gpu:gb2000:4", "gb200", "h200", "gres/gpu:gb2000:4"}, /* another type */
	{"gres/gpu:4", "gb200", "h200", "gres/gpu:h200:4"},
	{"gres/gpu:4", NULL, "h200", "gres/gpu:h200:4"},
	{"gres/nic:gb200:1", "gb200", NULL, "gres/nic:gb200:1"},
	{"", "gb200", "h200", ""},
};

static void types_change_places(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(types); i++) {
		char *got = cr_job_desc_retyped(types[i].tres, types[i].old_type, types[i].new_type,
						&memory);

		assert_string_equal(got, types[i].want);
		memory_free((void **)&got);
	}
	for (long n = 1; n <= 2; n++) {
		memory_fail_at = n;
		assert_null(cr_job_desc_retyped("gpu:gb200:1", "gb200", "h200", &memory));
		assert_int_equal(memory_out, 0);
	}
}

/* Only where the update does not name GPUs itself. */
static void the_jobs_gpus_get_another_type(void **state)
{
	job_desc_msg_t job = {.tres_per_node = (char *)"gres/gpu:gb200:4",
			      .tres_per_job = (char *)""};
	struct cr_job_desc_update more = {.retype = true, .old_type = "gb200", .job = &job};

	(void)state;
	decision.gpu_type = "h200";
	assert_int_equal(update(&more), 0);
	assert_string_equal(desc.tres_per_node, "gres/gpu:h200:4");
	assert_null(desc.tres_per_job);
	assert_null(desc.tres_per_task);
	memory_free((void **)&desc.tres_per_node);
	desc.tres_per_node = text_of("gres/gpu:2");
	assert_int_equal(update(&more), 0);
	assert_string_equal(desc.tres_per_node, "gres/gpu:h200:2");
	memory_free((void **)&desc.tres_per_node);
	decision.gpu_type = NULL;
	assert_int_equal(update(&more), 0);
	assert_string_equal(desc.tres_per_node, "gres/gpu:4");
	more.retype = false;
	memory_free((void **)&desc.tres_per_node);
	assert_int_equal(update(&more), 0);
	assert_null(desc.tres_per_node);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(an_empty_decision_sets_nothing),
		CASE(each_number_alone),
		CASE(each_flag_alone),
		CASE(the_type_goes_into_every_spelling),
		CASE(types_are_put_where_none_is),
		CASE(the_room_for_types_is_what_it_takes),
		CASE(the_record_goes_where_it_belongs),
		CASE(a_script_sees_what_was_decided),
		CASE(what_is_not_acted_on_is_only_told),
		CASE(without_a_decision_the_record_alone),
		CASE(an_update_gets_what_it_can_set),
		CASE(an_update_is_whole_or_not_at_all),
		CASE(an_update_takes_away),
		CASE(no_update_makes_nodes_contiguous),
		CASE(types_change_places),
		CASE(the_jobs_gpus_get_another_type),
	};

	return cmocka_run_group_tests_name("job_desc apply", tests, NULL, NULL);
}

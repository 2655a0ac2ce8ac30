/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sizes in all their spellings: GPU texts, and what a job comes to on nodes of a shape. */
#include "tests/unit/unit.h"

#include "policies/decide/size.h"

#include <string.h>

static const struct {
	const char *text;
	bool bare;
	uint32_t count, types;
	const char *type;
} texts[] = {
	{NULL, false, CR_UNSET, 0, ""},
	{"", true, CR_UNSET, 0, ""},
	{"gpu", false, 1, 0, ""},
	{"gpu:2", false, 2, 0, ""},
	{"gpu:a100:2", false, 2, 1, "a100"},
	{"gpu:a100", false, 1, 1, "a100"},
	{"gres:gpu:2", false, 2, 0, ""},
	{"gres:gpu:a100:2", false, 2, 1, "a100"},
	{"gres/gpu:2", false, 2, 0, ""},
	{"gres/gpu=2", false, 2, 0, ""},
	{"gres/gpu:a100=2", false, 2, 1, "a100"},
	{"gres/gpu:a100:2", false, 2, 1, "a100"},
	{"gpu:2,nvme:1", false, 2, 0, ""},
	{"nvme:1,gpu:2", false, 2, 0, ""},
	{"nvme:1", false, CR_UNSET, 0, ""},
	{"shard:4", false, CR_UNSET, 0, ""},
	{"license/matlab:2,gres/gpu:1", false, 1, 0, ""},
	{"gpu:2(S:0-1)", false, 2, 0, ""},
	{"gpu:a100:2(S:0)", false, 2, 1, "a100"},
	{"gpu:1k", false, 1024, 0, ""},
	{"gpu:0", false, 0, 0, ""},
	{"gpu:a100:2,gpu:a100:1", false, 3, 1, "a100"},
	{"gpu:a100:2,gpu:h100:1", false, 3, 2, ""},
	{"gpu:a100:2,gpu:1", false, 3, 1, "a100"},
	{"GPU:2", false, 2, 0, ""},
	{"2", true, 2, 0, ""},
	{"a100:2", true, 2, 1, "a100"},
	{"a100", true, 1, 1, "a100"},
	{"a100:2,h100:4", true, 6, 2, ""},
	{"2", false, CR_UNSET, 0, ""},
	{",,gpu:1,,", false, 1, 0, ""},
	{"gres/gpumem:4", false, CR_UNSET, 0, ""},
	{"gpu:8g", false, CR_NUMBER_MAX, 0, ""},
	{"gpu:1kb", false, 1000, 0, ""},
	{"gpu:1KiB", false, 1024, 0, ""},
	{"gpu:2mb", false, 2000000, 0, ""},
	{"gpu:0p", false, 0, 0, ""},
	{"gpu:16384p", false, 0, 0, ""}, /* 64 bits come round in Slurm too */
	{"gpu:gb200:4,gpu:0p", false, 4, 1, "gb200"},
	{"gpu:gb200:4,gpu:h200:0", false, 4, 1, "gb200"},
	{"gpu:0x8", false, 1, 1, "0x8"}, /* no number: a type */
	{"gpu:4x", false, 1, 1, "4x"},
	{"gpu:a:b:4", false, 4, 1, "a:b"},
	{"gpu:18446744073709551615", false, 1, 1, "18446744073709551615"},
	{"gpu:", false, 0, 99, ""}, /* 99: refused, as by Slurm */
	{"gpu=", false, 0, 99, ""},
	{"gres/gpu=4x", false, 0, 99, ""},
	{"gpu:-1", false, 1, 1, "-1"},
	{"gpu:a:b:c", false, 0, 99, ""},
	{"gpu::2", false, 2, 0, ""},
	{"gpu:99999999999", false, CR_NUMBER_MAX, 0, ""},
	{"gpu:4294967293,gpu:2", false, CR_NUMBER_MAX, 0, ""},
};

static void gpu_texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cr_gpus gpus = {.count = 4711};
		struct cr_error err;
		int rc = cr_request_gpus(texts[i].text, texts[i].bare, &gpus, &err);

		if (texts[i].types == 99) {
			assert_int_equal(rc, -1);
			assert_int_equal(gpus.count, 4711);
			continue;
		}
		assert_int_equal(rc, 0);
		assert_int_equal(gpus.count, texts[i].count);
		assert_int_equal(gpus.types, texts[i].types);
		assert_string_equal(gpus.type, texts[i].type);
	}
}

static const char *const fast[] = {"fast", "nvme"};
static const struct cr_shape h200 = {.arch = "x86_64",
				     .gpu_type = "h200",
				     .gpus = 8,
				     .cpus = 192,
				     .memory = 2000000,
				     .features = {fast, 2},
				     .nodes = 32};

#define G(n) {.count = (n)}

/* What is asked, and what it comes to on h200: nodes, GPUs in all, per node; or a misfit. */
static const struct {
	uint32_t nodes, max, tasks, per_node, cpus_per_task;
	struct cr_gpus job, node, task;
	uint32_t want_nodes;
	uint64_t want_gpus, want_per_node;
	enum cr_misfit misfit;
} sizes[] = {
#define U CR_UNSET
	{4, U, U, U, U, G(U), G(8), G(U), 4, 32, 8, CR_MISFIT_NONE},
	{4, 4, U, U, U, G(32), G(U), G(U), 4, 32, 8, CR_MISFIT_NONE},
	{U, U, U, U, U, G(64), G(U), G(U), 8, 64, 8, CR_MISFIT_NONE},
	{U, U, U, U, U, G(65), G(U), G(U), 9, 65, 8, CR_MISFIT_NONE},
	{U, U, U, U, U, G(64), G(4), G(U), 16, 64, 4, CR_MISFIT_NONE},
	{U, U, 64, U, U, G(U), G(U), G(1), 8, 64, 8, CR_MISFIT_NONE},
	{U, U, 64, 4, U, G(U), G(U), G(1), 16, 64, 4, CR_MISFIT_NONE},
	{4, U, U, 8, U, G(U), G(U), G(1), 4, 32, 8, CR_MISFIT_NONE},
	{U, U, U, U, U, G(U), G(U), G(U), 1, 0, 0, CR_MISFIT_NONE},
	{U, U, 400, U, U, G(U), G(U), G(U), 3, 0, 0, CR_MISFIT_NONE},
	{2, U, 8, U, 48, G(U), G(U), G(U), 2, 0, 0, CR_MISFIT_NONE},
	{2, U, 8, U, 49, G(U), G(U), G(U), 2, 0, 0, CR_MISFIT_CPUS},
	{2, U, U, U, U, G(U), G(9), G(U), 2, 18, 9, CR_MISFIT_GPUS},
	{2, U, U, U, U, G(17), G(U), G(U), 2, 17, 9, CR_MISFIT_GPUS},
	{2, 4, U, U, U, G(17), G(U), G(U), 2, 17, 5, CR_MISFIT_NONE},
	{2, U, 32, U, U, G(U), G(U), G(1), 2, 32, 16, CR_MISFIT_GPUS},
	{4294967293u, U, U, U, U, G(U), G(4294967293u), G(U), 4294967293u,
	 UINT64_C(4294967293) * 4294967293u, 4294967293u, CR_MISFIT_GPUS},
};

static void sizes_come_to_nodes_and_gpus(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct cr_request r;
		struct cr_size size;
		struct cr_demand d;

		cr_request_init(&r);
		r.min_nodes = sizes[i].nodes;
		r.max_nodes = sizes[i].max;
		r.tasks = sizes[i].tasks;
		r.tasks_per_node = sizes[i].per_node;
		r.cpus_per_task = sizes[i].cpus_per_task;
		r.gpus_per_job = sizes[i].job;
		r.gpus_per_node = sizes[i].node;
		r.gpus_per_task = sizes[i].task;
		cr_size_of(&r, &size);
		cr_size_on(&r, &size, &h200, &d);
		assert_int_equal(d.misfit, sizes[i].misfit);
		assert_int_equal(d.nodes, sizes[i].want_nodes);
		assert_int_equal(d.gpus, sizes[i].want_gpus);
		assert_int_equal(d.gpus_per_node, sizes[i].want_per_node);
	}
}

static void other_spellings(void **state)
{
	struct cr_request r;
	struct cr_size size;
	struct cr_demand d;

	(void)state;
	cr_request_init(&r);
	r.min_nodes = 2;
	r.sockets_per_node = 2;
	r.gpus_per_socket.count = 4;
	cr_size_of(&r, &size);
	cr_size_on(&r, &size, &h200, &d);
	assert_int_equal(d.gpus, 16);
	assert_int_equal(d.gpus_per_node, 8);
	cr_request_init(&r);
	r.min_nodes = 2;
	r.tasks = 32;
	r.tasks_per_gpu = 2;
	cr_size_of(&r, &size);
	assert_int_equal(size.gpus, 16);
	assert_true(size.wants_gpus);
	cr_request_init(&r);
	r.memory_per_node = 2000001;
	cr_size_of(&r, &size);
	cr_size_on(&r, &size, &h200, &d);
	assert_int_equal(d.misfit, CR_MISFIT_MEMORY);
	r.memory_per_node = CR_UNSET64;
	r.gpus_per_node = (struct cr_gpus){.count = 1, .types = 1, .type = "gb200"};
	cr_size_of(&r, &size);
	cr_size_on(&r, &size, &h200, &d);
	assert_int_equal(d.misfit, CR_MISFIT_GPU_TYPE);
}

static void features(void **state)
{
	static const struct {
		const char *constraint;
		bool fits;
	} cases[] = {
		{NULL, true},     {"fast", true},       {"fast&nvme", true}, {"fast,nvme", true},
		{"slow", false},  {"fast&slow", false}, {"fas", false},      {"slow|fast", true},
		{"[r1*2]", true}, {"", true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(cr_size_features(cases[i].constraint, &h200), cases[i].fits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gpu_texts),
		cmocka_unit_test(sizes_come_to_nodes_and_gpus),
		cmocka_unit_test(other_spellings),
		cmocka_unit_test(features),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

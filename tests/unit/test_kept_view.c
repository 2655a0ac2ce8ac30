/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/kept_view: only a whole file of our own is believed. */
#include "unit.h"

#include "job_submit/journal_file.h"
#include "job_submit/kept_view.h"
#include "policy_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "commroute.view"

static char dir[] = "/tmp/test_kept_view.XXXXXX";
static char path[64];
static struct world world;

static int setup(void **state)
{
	(void)state;
	memcpy(strrchr(dir, '.'), ".XXXXXX", sizeof(".XXXXXX"));
	world_make(&world, NULL);
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(path, sizeof(path), "%s/" NAME, dir);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	world_free(&world);
	(void)unlink(path);
	return rmdir(dir);
}

static void keep_world(void)
{
	char *text = cr_snapshot_format(&world.view, world.topologies, NULL, NULL);

	assert_non_null(text);
	assert_int_equal(cr_journal_file_replace(dir, NAME, text, NULL), 0);
	free(text);
}

static void a_decision_is_the_same_by_it(void **state)
{
	struct cr_snapshot *snapshot;
	const char *partition;

	(void)state;
	keep_world();
	snapshot = cr_kept_view_read(dir, NULL);
	assert_non_null(snapshot);
	world.request.comm_profile = "moe";
	world.request.min_nodes = world.request.max_nodes = 4;
	world_decide(&world);
	partition = world.d.partition;
	assert_string_equal(partition, "ultra");
	world.view.partitions = cr_snapshot_view(snapshot)->partitions;
	world.view.partition_count = cr_snapshot_view(snapshot)->partition_count;
	world_decide(&world);
	assert_string_equal(world.d.partition, "ultra");
	assert_int_equal(world.d.segment, 4);
	cr_snapshot_destroy(snapshot);
}

static void none_is_no_error_of_ours(void **state)
{
	struct cr_error err = {.text = ""};

	(void)state;
	assert_null(cr_kept_view_read(dir, &err));
	assert_non_null(strstr(err.text, "No such file"));
}

static void what_others_can_write_is_not_believed(void **state)
{
	struct cr_error err = {.text = ""};

	(void)state;
	keep_world();
	assert_int_equal(chmod(path, 0666), 0);
	assert_null(cr_kept_view_read(dir, &err));
	assert_non_null(strstr(err.text, "write"));
}

static void half_a_file_is_not_believed(void **state)
{
	struct cr_error err = {.text = ""};

	(void)state;
	keep_world();
	assert_int_equal(truncate(path, 500), 0);
	assert_null(cr_kept_view_read(dir, &err));
	assert_true(err.text[0] != '\0');
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_decision_is_the_same_by_it),
		CASE(none_is_no_error_of_ours),
		CASE(what_others_can_write_is_not_believed),
		CASE(half_a_file_is_not_believed),
	};

	return cmocka_run_group_tests_name("kept_view", tests, NULL, NULL);
}

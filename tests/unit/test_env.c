/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/env: two lists of strangers' bytes, kept well-formed. */
#include "unit.h"

#include "job_submit/env.h"
#include "slurm_memory.h"

static char **entries;
static uint32_t count;
static const struct cr_env_list list = {&entries, &count};

static int empty(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < count; i++)
		memory_free((void **)&entries[i]);
	memory_free((void **)&entries);
	count = 0;
	assert_int_equal(memory_out, 0);
	return 0;
}

static void add(const char *name, const char *value)
{
	assert_int_equal(cr_env_append(list, name, value, &memory), 0);
}

static void well_formed(uint32_t expected)
{
	assert_int_equal(count, expected);
	if (entries)
		assert_null(entries[count]);
}

static void gets_the_last_of_several(void **state)
{
	unsigned times;

	(void)state;
	assert_null(cr_env_get(list, "A", &times));
	add("A", "1");
	add("AB", "2");
	add("A", "3");
	assert_string_equal(cr_env_get(list, "A", &times), "3");
	assert_int_equal(times, 2);
	assert_null(cr_env_get(list, "B", NULL));
	well_formed(3);
}

static void removes_only_ours(void **state)
{
	(void)state;
	add("COMMROUTE_PROFILE", "x");
	add("PATH", "/bin");
	add("SLURM_COMMROUTE_OPTION", "y");
	add("_SLURM_SPANK_OPTION_commroute_comm_profile", "z");
	add("SLURM_SPANK__SLURM_SPANK_OPTION_commroute_comm_profile", "z");
	add("XCOMMROUTE_PROFILE", "mine");
	add("_SLURM_SPANK_OPTION_pyxis_container_image", "i");
	cr_env_remove(list, cr_env_is_ours, &memory);
	well_formed(3);
	assert_string_equal(entries[0], "PATH=/bin");
	assert_string_equal(entries[1], "XCOMMROUTE_PROFILE=mine");
	assert_string_equal(entries[2], "_SLURM_SPANK_OPTION_pyxis_container_image=i");
}

/* What only the name's beginning makes ours: an entry without '=', and a bare prefix. */
static void judges_the_name_alone(void **state)
{
	(void)state;
	assert_true(cr_env_is_ours("COMMROUTE_", 10));
	assert_false(cr_env_is_ours("COMMROUTE", 9));
	assert_false(cr_env_is_ours("commroute_profile", 17));
	add("X", "COMMROUTE_PROFILE=forged");
	cr_env_remove(list, cr_env_is_ours, &memory);
	well_formed(1);
}

static void ten_thousand_entries(void **state)
{
	(void)state;
	for (int i = 0; i < 10000; i++)
		add(i % 2 ? "COMMROUTE_X" : "Y", "v");
	cr_env_remove(list, cr_env_is_ours, &memory);
	well_formed(5000);
}

static void no_memory_changes_nothing(void **state)
{
	(void)state;
	add("A", "1");
	for (long n = 1; n <= 2; n++) {
		memory_fail_at = n;
		assert_int_equal(cr_env_append(list, "B", "2", &memory), -1);
		memory_fail_at = 0;
		well_formed(1);
	}
	assert_string_equal(entries[0], "A=1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(gets_the_last_of_several, NULL, empty),
		cmocka_unit_test_setup_teardown(removes_only_ours, NULL, empty),
		cmocka_unit_test_setup_teardown(judges_the_name_alone, NULL, empty),
		cmocka_unit_test_setup_teardown(ten_thousand_entries, NULL, empty),
		cmocka_unit_test_setup_teardown(no_memory_changes_nothing, NULL, empty),
	};

	return cmocka_run_group_tests_name("env", tests, NULL, NULL);
}

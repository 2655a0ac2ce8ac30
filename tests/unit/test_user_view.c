/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One user's part of a view: which account, which associations, by rules that hold for all sources.
 */
#include "tests/unit/unit.h"

#include "policies/cluster/user_view.h"

#include <string.h>

struct row {
	const char *account, *user, *partition, *parent;
};

/* ada is in nlp (with one of her own for p2) and in ops for p1 alone; bob in nlp. */
static const struct row rows[] = {
	{"root", NULL, NULL, NULL},   {"nlp", NULL, NULL, "root"}, {"moe", NULL, NULL, "nlp"},
	{"ops", NULL, NULL, "root"},  {"moe", "ada", "p2", NULL},  {"moe", "ada", NULL, NULL},
	{"ops", "ada", "p1", NULL},   {"nlp", "bob", NULL, NULL},  {"moe", "ada", "gone", NULL},
	{"loop", NULL, NULL, "loop"}, {"loop", "eve", NULL, NULL},
};

struct source {
	const char *user, *default_account;
	size_t reads, fails_at; /* the read that fails; 0: none */
};

static const void *find_row(const char *account, const char *user, const char *partition)
{
	for (size_t i = 0; account && i < COUNT(rows); i++)
		if (strcmp(rows[i].account, account) == 0 &&
		    (user ? rows[i].user && strcmp(rows[i].user, user) == 0 : !rows[i].user) &&
		    (partition ? rows[i].partition && strcmp(rows[i].partition, partition) == 0
			       : !rows[i].partition))
			return &rows[i];
	return NULL;
}

static const void *find_own(void *from, const char *account, const char *partition)
{
	const struct source *s = from;

	return s->user ? find_row(account, s->user, partition) : NULL;
}

static const char *get_default(void *from)
{
	return ((const struct source *)from)->default_account;
}

static const void *find_above(void *from, const void *assoc)
{
	const struct row *row = assoc;

	(void)from;
	return find_row(row->user ? row->account : row->parent, NULL, NULL);
}

static int read_row(void *from, const void *assoc, struct cr_assoc *to)
{
	struct source *s = from;
	const struct row *row = assoc;

	if (++s->reads == s->fails_at)
		return -1;
	*to = (struct cr_assoc){
		.account = row->account, .user = row->user, .partition = row->partition};
	return 0;
}

static const struct cr_partition partitions[] = {{.name = "p1"}, {.name = "p2"}};

static int add(struct source *s, uint32_t enforce, const char **account, struct cr_arena *arena,
	       struct cr_view *view)
{
	const struct cr_user_source source = {
		.from = s,
		.find = find_own,
		.default_account = get_default,
		.above = find_above,
		.read = read_row,
	};

	*view = (struct cr_view){
		.partitions = partitions, .partition_count = COUNT(partitions), .enforce = enforce};
	return cr_user_view_add(&source, account, arena, view);
}

static void same_or_null(const char *got, const char *want)
{
	if (want)
		assert_string_equal(got, want);
	else
		assert_null(got);
}

static void the_account_and_what_stands_above(void **state)
{
	const uint32_t yes = CR_ENFORCE_ASSOCS, no = CR_ENFORCE_LIMITS;
	const struct {
		const char *user, *by_default, *asked, *becomes;
		uint32_t enforce;
		size_t own, above;
	} cases[] = {
		{"ada", "moe", NULL, "moe", yes, 2, 3},
		{"ada", "moe", "moe", "moe", yes, 2, 3},
		{"ada", "moe", "ops", "ops", yes, 1, 2}, /* one partition alone will do */
		{"ada", "moe", "ops", "ops", no, 1, 2},
		/* Not hers: refused by Slurm, or replaced, as slurm.conf says. */
		{"ada", "moe", "nlp", "nlp", yes, 0, 0},
		{"ada", "moe", "nlp", "moe", no, 2, 3},
		{"ada", "moe", "none", "none", yes, 0, 0},
		{"ada", "moe", "none", "moe", no, 2, 3},
		{"ada", NULL, NULL, NULL, yes, 0, 0},
		{"ada", NULL, "nlp", "nlp", no, 0, 0},
		{"bob", "nlp", NULL, "nlp", yes, 1, 2},
		/* Whom slurmdbd does not know. */
		{NULL, NULL, "nlp", "nlp", yes, 0, 0},
		{NULL, NULL, NULL, NULL, no, 0, 0},
		/* A default account that is none of hers. */
		{"bob", "moe", NULL, "moe", no, 0, 0},
		{"eve", "loop", NULL, "loop", yes, 1, 64},
	};
	struct cr_arena arena;
	struct cr_view view;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct source s = {.user = cases[i].user, .default_account = cases[i].by_default};
		const char *account = cases[i].asked;

		assert_int_equal(add(&s, cases[i].enforce, &account, &arena, &view), 0);
		same_or_null(account, cases[i].becomes);
		assert_true(view.have_assocs);
		assert_int_equal(view.user_assoc_count, cases[i].own);
		assert_int_equal(view.parent_count, cases[i].above);
	}
	cr_arena_release(&arena);
}

static void associations_in_their_order(void **state)
{
	struct source s = {.user = "ada", .default_account = "moe"};
	const char *account = NULL;
	struct cr_arena arena;
	struct cr_view view;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	assert_int_equal(add(&s, CR_ENFORCE_ASSOCS, &account, &arena, &view), 0);
	assert_null(view.user_assocs[0].partition);
	assert_string_equal(view.user_assocs[1].partition, "p2");
	assert_string_equal(view.parents[0].account, "moe");
	assert_null(view.parents[0].user);
	assert_string_equal(view.parents[1].account, "nlp");
	assert_string_equal(view.parents[2].account, "root");
	cr_arena_release(&arena);
}

static void a_read_that_fails_changes_nothing(void **state)
{
	struct cr_arena arena;
	struct cr_view view;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t at = 1; at <= 5; at++) {
		struct source s = {.user = "ada", .default_account = "moe", .fails_at = at};
		const char *account = NULL;

		assert_int_equal(add(&s, CR_ENFORCE_ASSOCS, &account, &arena, &view), -1);
		assert_null(account);
		assert_false(view.have_assocs);
		assert_null(view.user_assocs);
	}
	cr_arena_release(&arena);
}

static void an_arena_that_is_full_changes_nothing(void **state)
{
	bool done = false;

	(void)state;
	for (size_t size = 0; size < 4096 && !done; size += 16) {
		struct source s = {.user = "ada", .default_account = "moe"};
		const char *account = NULL;
		struct cr_arena arena;
		struct cr_view view;
		char memory[4096];

		cr_arena_init(&arena, memory, size ? size : 1, size ? size : 1);
		done = add(&s, CR_ENFORCE_ASSOCS, &account, &arena, &view) == 0;
		assert_int_equal(done, view.have_assocs);
		assert_int_equal(done, account != NULL);
		cr_arena_release(&arena);
	}
	assert_true(done);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_account_and_what_stands_above),
		cmocka_unit_test(associations_in_their_order),
		cmocka_unit_test(a_read_that_fails_changes_nothing),
		cmocka_unit_test(an_arena_that_is_full_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology/hostlist: what libslurm unfolds and folds, and the lists that it must never see. */
#include "tests/unit/unit.h"

#include "topology/hostlist.h"

#include <slurm/slurm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of TEXT joined by blanks, or "error: ...". */
static const char *expand(const char *text, size_t max)
{
	static char out[4096];
	struct cr_error err;
	struct cr_hostlist *list = cr_hostlist_expand(text, max, &err);
	size_t len = 0;

	out[0] = '\0';
	if (!list) {
		(void)snprintf(out, sizeof(out), "error: %s", err.text);
		return out;
	}
	for (size_t i = 0; i < cr_hostlist_count(list); i++)
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%s%s", i ? " " : "",
					cr_hostlist_names(list)[i]);
	cr_hostlist_destroy(list);
	return out;
}

static void test_expands(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"", ""},
		{",,", ""},
		{" \t\n", ""},
		{"n1", "n1"},
		{"n1,n2 n3\tn4\nn5", "n1 n2 n3 n4 n5"},
		{"n[1-3]", "n1 n2 n3"},
		{"n[08-11]", "n08 n09 n10 n11"},
		{"n[8-11]", "n8 n9 n10 n11"},
		{"n[98-101]", "n98 n99 n100 n101"},
		{"n[1,3,2]", "n1 n3 n2"},
		{"n[1-2,2]", "n1 n2 n2"},
		{"n[1-2]x", "n1x n2x"},
		{"[1-3]", "1 2 3"},
		{"r[1-2]n[1-2]", "r1n1 r1n2 r2n1 r2n2"},
		{"r[1-2]n[1-2]x", "r1n1x r1n2x r2n1x r2n2x"},
		{"ip-10-1-0-[11-13]", "ip-10-1-0-11 ip-10-1-0-12 ip-10-1-0-13"},
		{"ip-10-1-2-3,ip-10-1-2-4", "ip-10-1-2-3 ip-10-1-2-4"},
		{"n[1-]", "n1"},
		{"n[1, 2]", "n1 n02"},
		{"n1]", "n1]"},
		{"n[1-2]]", "n1] n2]"},
		{"n[000000000000000001-2]", "n000000000000000001 n000000000000000002"},
		{"n18446744073709551617", "n18446744073709551617"},
		{"n[18446744073709551614]", "n18446744073709551614"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(expand(cases[i].text, 100), cases[i].want);
	assert_string_equal(expand(NULL, 100), "");
}

static void test_refuses(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"n[1-", "error: 'n[1-': a bracket is not closed"},
		{"n1,n[", "error: 'n[': a bracket is not closed"},
		{"n]1[1,2]", "error: 'n]1[1': a bracket is not closed"},
		{"[]", "error: '': is no range of numbers"},
		{"n[1,]", "error: '': is no range of numbers"},
		{"n[a-c]", "error: 'a-c': is no range of numbers"},
		{"n[1-3x]", "error: '1-3x': is no range of numbers"},
		{"n[1--3]", "error: '1--3': is no range of numbers"},
		{"n[-3]", "error: '-3': is no range of numbers"},
		{"n[1-3-5]", "error: '1-3-5': is no range of numbers"},
		{"n[3-1]", "error: '3-1': a range that runs backwards"},
		{"n[0-2000000000]", "error: '0-2000000000': a range of more than 65536 hosts"},
		{"n[0-18446744073709551614]",
		 "error: '0-18446744073709551614': a range of more than 65536 hosts"},
		/* libslurm: 2^64 hosts, and one host in an endless loop */
		{"n[0-18446744073709551615]",
		 "error: '0-18446744073709551615': a number too large"},
		{"n[99999999999999999999]x", "error: '99999999999999999999': a number too large"},
		{"n[1-101]", "error: more than 100 hosts"},
		{"n[1-50],n[1-51]", "error: more than 50 hosts"},
		{"a[1-11]b[1-10]", "error: more than 100 hosts"},
		{"a[1]b[1]c[1]d[1]e[1]",
		 "error: 'a[1]b[1]c[1]d[1]e[1]': more than 4 pairs of brackets"},
		{"n1,block{b1}", "error: 'block{b1}': a host-list function, which only a running "
				 "slurmctld can resolve"},
		{"n1\r\nn2", "error: 'n1\\x0d': a control byte in a host name"},
		{"\v7,8", "error: '\\x0b7': a control byte in a host name"},
	};
	struct cr_error err;
	size_t count = 7;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_string_equal(expand(cases[i].text, 100), cases[i].want);
		assert_int_equal(cr_hostlist_count_text(cases[i].text, 100, &count, &err), -1);
		assert_string_equal(err.text, cases[i].want + strlen("error: "));
		assert_int_equal(cr_hostlist_count_text(cases[i].text, 100, &count, NULL), -1);
	}
	assert_int_equal(count, 7); /* untouched by failures */
}

static void test_refuses_long(void **state)
{
	char text[400];

	(void)state;
	memset(text, 'n', 256);
	text[256] = '\0';
	assert_non_null(strstr(expand(text, 100), "longer than a host name can be"));
	text[255] = '\0';
	assert_string_equal(expand(text, 100), text);
	(void)snprintf(text, sizeof(text), "n[%0300d]", 1);
	assert_non_null(strstr(expand(text, 100), "too many digits"));
	(void)snprintf(text, sizeof(text), "n[%0100d-%0100d]", 1, 2);
	assert_non_null(strstr(expand(text, 100), "too many digits"));
}

static void test_counts(void **state)
{
	struct cr_error err;
	size_t count;

	(void)state;
	assert_int_equal(cr_hostlist_count_text("n[1-10],r[1-4]n[01-10]", 100, &count, &err), 0);
	assert_int_equal(count, 50);
	assert_int_equal(cr_hostlist_count_text("n[1-65536]", CR_HOSTS_MAX, &count, &err), 0);
	assert_int_equal(count, 65536);
	assert_int_equal(cr_hostlist_count_text(NULL, 0, &count, &err), 0);
	assert_int_equal(count, 0);
	assert_int_equal(cr_hostlist_count_text("n1", 0, &count, &err), -1);
}

/* A bomb costs no more than a look at its text. */
static void test_many_ranges(void **state)
{
	size_t room = 1 << 20, len = 0, count;
	char *text = malloc(room);
	struct cr_hostlist *list;

	(void)state;
	len += (size_t)snprintf(text, room, "n[1");
	for (int i = 3; i < 60000; i += 2)
		len += (size_t)snprintf(text + len, room - len, ",%d", i);
	(void)snprintf(text + len, room - len, "]");
	assert_int_equal(cr_hostlist_count_text(text, CR_HOSTS_MAX, &count, NULL), 0);
	assert_int_equal(count, 30000);
	list = cr_hostlist_expand(text, CR_HOSTS_MAX, NULL);
	assert_string_equal(cr_hostlist_names(list)[29999], "n59999");
	cr_hostlist_destroy(list);
	free(text);
}

static unsigned dice(unsigned *seed, unsigned sides)
{
	*seed = *seed * 1103515245U + 12345U;
	return (*seed >> 16) % sides;
}

/* A random list of the language, odd ones among them. */
static void make_list(unsigned *seed, char *text, size_t size)
{
	static const char *const pieces[] = {
		"n",     "[",       "]",      ",", "-", "1",   "2",       "09", "10", "99",
		"[1-3]", "[08-11]", "ip-10-", " ", "x", "[5]", "[1,3-4]", "+",  "0",  "[98-101]"};
	size_t len = 0;

	text[0] = '\0';
	for (unsigned i = dice(seed, 12); i > 0; i--)
		len += (size_t)snprintf(text + len, size - len, "%s",
					pieces[dice(seed, COUNT(pieces))]);
}

/* What libslurm itself makes of TEXT, joined by blanks; NULL when it refuses. */
static const char *expand_by_slurm(const char *text)
{
	static char out[65536];
	hostlist_t *hl = slurm_hostlist_create(text);
	size_t len = 0;
	char *name;

	if (!hl)
		return NULL;
	out[0] = '\0';
	while ((name = slurm_hostlist_shift(hl))) {
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%s%s", len ? " " : "", name);
		free(name);
	}
	slurm_hostlist_destroy(hl);
	return out;
}

static size_t brackets(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '[';
	return n;
}

/* Every list that we take is taken by libslurm and means the same; what we refuse it refuses too.
 */
static void test_agrees_with_libslurm(void **state)
{
	unsigned seed = 1, taken = 0, refused = 0;
	char text[256];

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct cr_hostlist *list;
		const char *theirs;
		size_t count = 0;

		make_list(&seed, text, sizeof(text));
		list = cr_hostlist_expand(text, 4000, NULL);
		if (!list) {
			refused++;
			/*
			 * Ours alone: too many hosts, and a bad pair of brackets
			 * left of two good ones, where libslurm loses the hosts.
			 */
			if (cr_hostlist_count_text(text, CR_HOSTS_MAX, &count, NULL) != 0 &&
			    brackets(text) < 3)
				assert_null(expand_by_slurm(text));
			continue;
		}
		taken++;
		theirs = expand_by_slurm(text);
		assert_non_null(theirs);
		assert_int_equal(cr_hostlist_count_text(text, 4000, &count, NULL), 0);
		assert_int_equal(count, cr_hostlist_count(list));
		if (count < 100)
			assert_string_equal(expand(text, 4000), theirs);
		cr_hostlist_destroy(list);
	}
	assert_true(taken > 2000 && refused > 2000);
}

static void test_compacts(void **state)
{
	static const char *const names[] = {"n2",          "n1",          "n10",         "n9",
					    "ip-10-1-2-4", "ip-10-1-2-3", "ip-10-1-2-3", "solo"};
	char *text = cr_hostlist_compact(names, COUNT(names), NULL);

	(void)state;
	assert_string_equal(text, "n[2,1,10,9],ip-10-1-2-[4,3,3],solo");
	free(text);
	text = cr_hostlist_compact_sorted(names, COUNT(names), NULL);
	assert_string_equal(text, "ip-10-1-2-[3-4],n[1-2,9-10],solo");
	free(text);
	text = cr_hostlist_compact(NULL, 0, NULL);
	assert_string_equal(text, "");
	free(text);
}

static void test_compact_refuses(void **state)
{
	static const char *const bad[] = {"",     "n[1]", "a,b",  "a b", "n99999999999999999999",
					  "f{x}", "\v7",  "a\x7f"};
	struct cr_error err;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		assert_null(cr_hostlist_compact(&bad[i], 1, &err));
		assert_non_null(strstr(err.text, "is no host name"));
	}
}

/* Folding and unfolding gives the same names, in the same order. */
static void test_round_trip(void **state)
{
	unsigned seed = 2;

	(void)state;
	for (int i = 0; i < 500; i++) {
		char buf[40][16], *text;
		const char *names[40];
		struct cr_hostlist *back;
		size_t count = 1 + dice(&seed, 40);

		for (size_t k = 0; k < count; k++) {
			(void)snprintf(buf[k], sizeof(buf[k]), "%c%0*u", 'a' + (int)dice(&seed, 2),
				       1 + (int)dice(&seed, 3), dice(&seed, 120));
			names[k] = buf[k];
		}
		text = cr_hostlist_compact(names, count, NULL);
		back = cr_hostlist_expand(text, 100, NULL);
		assert_int_equal(cr_hostlist_count(back), count);
		for (size_t k = 0; k < count; k++)
			assert_string_equal(cr_hostlist_names(back)[k], names[k]);
		cr_hostlist_destroy(back);
		free(text);
	}
	cr_hostlist_destroy(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expands),      cmocka_unit_test(test_refuses),
		cmocka_unit_test(test_refuses_long), cmocka_unit_test(test_counts),
		cmocka_unit_test(test_many_ranges),  cmocka_unit_test(test_agrees_with_libslurm),
		cmocka_unit_test(test_compacts),     cmocka_unit_test(test_compact_refuses),
		cmocka_unit_test(test_round_trip),
	};

	return cmocka_run_group_tests_name("hostlist", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every script in tests/lua/ is stopped, or fails, as its second line says,
 * within the time that the bounds allow, and the job is decided as if there
 * were no script.
 */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "tests/unit/lua_world.h"
#include "tests/unit/work.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCRIPTS "tests/lua"
/* A second, about, of a machine that has nothing else to do. */
#if defined(__SANITIZE_ADDRESS__)
#define STEPS_MAX 4e9
#else
#define STEPS_MAX 7e8
#endif

static char *read_script(const char *name)
{
	char path[300], *text = calloc(1, 1 << 16);
	FILE *file;

	(void)snprintf(path, sizeof(path), SCRIPTS "/%s", name);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
	(void)fclose(file);
	return text;
}

/* What the reason says for each word; others are looked for as they are. */
static const char *in_words(const char *word)
{
	static const struct {
		const char *word, *text;
	} words[] = {
		{"instructions", "the budget of 200000 instructions is spent"},
		{"memory", "not enough memory within 8192 KB"},
		{"time", "ms of processor time"},
	};

	for (size_t i = 0; i < COUNT(words); i++)
		if (strcmp(words[i].word, word) == 0)
			return words[i].text;
	return word;
}

/* Which of the two is spent first is for the machine to say. */
static bool out_of_time(const char *word, const char *text)
{
	return strcmp(word, "instructions") == 0 && strstr(text, in_words("time"));
}

/* EXPECT is "stop A|B" or "error A|B"; TEXT must contain one of them. */
static bool expected(const char *expect, const char *text)
{
	char list[200], *at = list, *word;
	const char *blank = strchr(expect, ' ');

	if (!text)
		return strstr(expect, "|ok") != NULL;
	(void)snprintf(list, sizeof(list), "%s", blank ? blank + 1 : "");
	if (!blank)
		return true;
	while ((word = strsep(&at, "|")) != NULL)
		if (strstr(text, in_words(word)) || out_of_time(word, text))
			return true;
	return false;
}

static void ask(struct world *w)
{
	w->request.comm_profile = "moe";
	w->request.min_nodes = w->request.max_nodes = 18;
	w->request.gpus_per_node = (struct cr_gpus){.count = 4};
	w->tres[0].grp = CR_UNSET64;
	world_decide(w);
}

static bool same_as_without(const struct cr_decision *d)
{
	return d->verdict == CR_VERDICT_ROUTE && d->act && d->partition &&
	       strcmp(d->partition, "ultra") == 0 && d->segment == 18 && d->qos &&
	       strcmp(d->qos, "nlp") == 0;
}

/* Refused at load: what the file itself does wrong. */
static bool fails_to_load(const char *expect, const struct cr_diags *diags)
{
	return cr_diags_errors(diags) > 0 && expected(expect, cr_diags_get(diags, 0)->text);
}

static bool runs_as_expected(const char *expect, struct cr_policy *policy, const char **said)
{
	struct world w;
	double start, steps;
	bool good;
	static char kept[1000];

	world_make(&w, NULL);
	cr_policy_destroy(w.policy);
	w.policy = policy;
	start = work_clock();
	ask(&w);
	steps = work_steps(work_clock() - start);
	if (steps > STEPS_MAX) {
		print_message("took %.0f steps\n", steps);
		world_free(&w);
		return false;
	}
	*said = lua_reason(&w.d, CR_511_LUA);
	(void)snprintf(kept, sizeof(kept), "%s", *said ? *said : "(nothing)");
	if (strcmp(expect, "refuse") == 0)
		good = w.d.verdict == CR_VERDICT_REFUSE && w.d.code == CR_SITE_CODE &&
		       strcmp(w.d.site_code, "SITE-1") == 0;
	else if (strcmp(expect, "ok") == 0)
		good = !*said && same_as_without(&w.d);
	else
		good = expected(expect, *said) && same_as_without(&w.d);
	*said = kept;
	world_free(&w);
	return good;
}

static bool script_is_held(const char *name)
{
	char *text = read_script(name), *expect = strstr(text, "-- expect: "), *end;
	struct cr_diags *diags = cr_diags_new();
	struct lua_files files = {.script = text};
	struct cr_policy *policy;
	const char *said = "";
	char line[200];
	bool good;

	assert_non_null(expect);
	end = strchr(expect, '\n');
	(void)snprintf(line, sizeof(line), "%.*s", (int)(end - expect - 11), expect + 11);
	policy = lua_policy(&files, NULL, diags);
	good = policy ? runs_as_expected(line, policy, &said) : fails_to_load(line, diags);
	if (!good)
		print_message("%s: expected '%s', got '%s' %s\n", name, line, said,
			      cr_diags_kept(diags) ? cr_diags_get(diags, 0)->text : "");
	cr_diags_destroy(diags);
	free(text);
	return good;
}

static void every_script_is_held(void **state)
{
	struct dirent **names;
	int n = scandir(SCRIPTS, &names, NULL, alphasort), bad = 0, tried = 0;

	(void)state;
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		if (cr_text_glob("*.lua", names[i]->d_name)) {
			tried++;
			bad += !script_is_held(names[i]->d_name);
		}
		free(names[i]);
	}
	free(names);
	assert_true(tried >= 40);
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_script_is_held),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

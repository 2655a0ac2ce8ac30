/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute test: a table of jobs against a policy and a snapshot, in TAP; for a site's CI. */
#include "cli/command.h"
#include "cli/job_options.h"
#include "cli/output.h"
#include "cli/site.h"
#include "cli/test_case.h"

#include "base/text.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPT_TIME = 256 };

struct options {
	struct cr_cli_site_options site;
	const char *table;
	bool time;
};

struct run {
	const struct options *options;
	struct cr_cli_site site;
	struct cr_arena arena; /* of one case */
	unsigned passed, failed;
	uint64_t nanoseconds;
};

static const struct argp_option table[] = {
	{"time", OPT_TIME, NULL, 0, "say how long the decisions took", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->site;
		return 0;
	case OPT_TIME:
		o->time = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->table)
			argp_error(state, "one table at a time");
		o->table = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which table of cases?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&cr_cli_site_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};

static const struct argp argp = {
	.options = table,
	.children = children,
	.parser = parse_option,
	.args_doc = "TABLE",
	.doc = "Decide each job of TABLE (YAML) and compare with what is expected.  Prints TAP.\v"
	       "Exit status: 0 when all passed, 1 when one failed or the table is faulty.",
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* 0: decided; else a message is in ERR. */
static int decide_case(struct run *run, const struct cr_test_case *c, struct cr_decision *d,
		       struct cr_error *err)
{
	struct cr_request request;
	struct cr_view view;
	uint64_t start;

	cr_request_init(&request);
	request.user = c->user;
	request.privileged = c->privileged;
	if (cr_job_options_read_line(c->job, cr_cli_site_view(&run->site)->slurm_version,
				     &run->arena, &request, NULL, err) != 0)
		return -1;
	if (cr_cli_site_for(&run->site, &request, &run->arena, &view) != CR_CLI_OK)
		return cr_error_set(err, "out of memory");
	if (c->at != CR_UNSET64) {
		view.taken = (int64_t)c->at;
		view.age = 0;
	}
	start = now_ns();
	if (cr_decide(run->site.policy, &request, &view, &run->arena, d) != 0)
		return cr_error_set(err, "out of memory");
	run->nanoseconds += now_ns() - start;
	return 0;
}

/* A message is compared as a glob, since whole ones make tables unreadable. */
static bool matches_expectation(const struct cr_pair *e, const char *got)
{
	bool text = strcmp(e->name, "message") == 0 || strcmp(e->name, "notice") == 0;

	return text ? cr_text_glob(e->value, got) : strcmp(e->value, got) == 0;
}

static void run_case(struct run *run, const struct cr_test_case *c, size_t number)
{
	struct cr_decision d;
	struct cr_error err;
	char got[600];
	bool ok = true;

	cr_arena_init(&run->arena, NULL, 0, 0);
	if (decide_case(run, c, &d, &err) != 0) {
		printf("not ok %zu - %s\n# line %u: %s\n", number, c->name, c->head.pos.line,
		       err.text);
		run->failed++;
		cr_arena_release(&run->arena);
		return;
	}
	for (size_t i = 0; i < c->expect.count && ok; i++)
		ok = matches_expectation(
			&c->expect.item[i],
			cr_test_value(&d, c->expect.item[i].name, got, sizeof(got)));
	printf("%sok %zu - %s\n", ok ? "" : "not ", number, c->name);
	for (size_t i = 0; i < c->expect.count && !ok; i++) {
		cr_test_value(&d, c->expect.item[i].name, got, sizeof(got));
		if (!matches_expectation(&c->expect.item[i], got))
			printf("# line %u: expected %s %s, got %s\n", c->head.pos.line,
			       c->expect.item[i].name, c->expect.item[i].value, got);
	}
	if (!ok && d.message)
		printf("# %s\n", d.message);
	run->passed += ok;
	run->failed += !ok;
	cr_arena_release(&run->arena);
}

static int run_table(struct run *run, const struct cr_test_table *t)
{
	int status;

	printf("1..%zu\n", t->cases.count);
	for (size_t i = 0; i < t->cases.count; i++)
		run_case(run, cr_test_case_at(&t->cases, i), i + 1);
	if (run->options->time)
		printf("# %.1f us for a decision\n",
		       (double)run->nanoseconds / 1000 / (double)t->cases.count);
	printf("# %u passed, %u failed\n", run->passed, run->failed);
	status = cr_cli_finish();
	return status != CR_CLI_OK ? status : run->failed ? CR_CLI_NO : CR_CLI_OK;
}

/* FILE as the table names it: relative to the table. */
static const char *path_beside(struct cr_arena *arena, const char *table_path, const char *file)
{
	const char *slash = strrchr(table_path, '/');

	if (!file || file[0] == '/' || !slash)
		return file;
	return cr_arena_printf(arena, "%.*s/%s", (int)(slash - table_path), table_path, file);
}

static int open_and_run(const struct options *o, const struct cr_test_table *t,
			struct cr_arena *arena)
{
	struct run run = {.options = o};
	int status;

	status = cr_cli_site_open(
		&run.site,
		o->site.policy ? o->site.policy : path_beside(arena, o->table, t->policy),
		o->site.snapshot ? o->site.snapshot : path_beside(arena, o->table, t->snapshot));
	if (status != CR_CLI_OK)
		return status;
	status = run_table(&run, t);
	cr_cli_site_close(&run.site);
	return status;
}

int cr_cli_test(int argc, char **argv)
{
	struct options o = {0};
	struct cr_test_table cases;
	struct cr_arena arena;
	struct cr_diags *diags;
	int status = CR_CLI_NO;
	size_t len;
	char *buf;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	buf = cr_cli_slurp(o.table, (size_t)4 << 20, &len);
	if (!buf)
		return CR_CLI_SYSTEM;
	diags = cr_diags_new();
	cr_arena_init(&arena, NULL, 0, 0);
	if (cr_test_table_read(o.table, buf, len, &arena, &cases, diags) == 0)
		status = open_and_run(&o, &cases, &arena);
	else
		cr_cli_diags(diags);
	cr_arena_release(&arena);
	cr_diags_destroy(diags);
	free(buf);
	return status;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a policy's `lua:` to interpreters that stand ready. */
#include "policies/lua/libs.h"
#include "policies/lua/pool.h"

#include "base/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What every interpreter of a script is made from. */
struct source {
	const struct cr_lua_rules *rules;
	const char *name; /* of the file, as messages show it */
	char *text;
	size_t len;
	struct cr_yaml *data;         /* or NULL */
	struct cr_lua_worker *worker; /* being made */
};

/* ---- one interpreter ------------------------------------------------------------- */

static int keep_reference(lua_State *L)
{
	return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* A hook sets a global while it runs on the sample. */
static int note_global(lua_State *L)
{
	struct cr_lua_worker *w = cr_lua_worker_of(L);

	if (!w->global && lua_type(L, 2) == LUA_TSTRING) {
		lua_pushvalue(L, 2);
		w->global = lua_tostring(L, -1);
		lua_rawsetp(L, LUA_REGISTRYINDEX, w); /* so that the name outlives the call */
	}
	lua_rawset(L, 1);
	return 0;
}

/* The metatable of a call's globals: what is not there is looked up in LIBS, on top. */
static int make_env(lua_State *L, lua_CFunction on_write)
{
	lua_createtable(L, 0, 3);
	lua_pushvalue(L, -2);
	lua_setfield(L, -2, "__index");
	if (on_write) {
		lua_pushcfunction(L, on_write);
		lua_setfield(L, -2, "__newindex");
	}
	lua_pushboolean(L, 0);
	lua_setfield(L, -2, "__metatable");
	return keep_reference(L);
}

static int build_state(lua_State *L)
{
	const struct source *src = lua_touserdata(L, 1);
	struct cr_lua_worker *w = src->worker;

	cr_lua_open_views(L);
	cr_lua_open_libs(L);
	if (src->data) {
		cr_lua_push_yaml(L, cr_yaml_root(src->data));
		lua_setfield(L, -2, "data");
	}
	w->env = make_env(L, NULL);
	w->sample_env = make_env(L, note_global);
	cr_lua_push_root(L, CR_LUA_JOB);
	w->job = keep_reference(L);
	cr_lua_push_root(L, CR_LUA_DECISION);
	w->decision = keep_reference(L);
	cr_lua_push_root(L, CR_LUA_CLUSTER);
	w->cluster = keep_reference(L);
	lua_pushfstring(L, "=%s", src->name);
	/* "t": text only.  Bytecode is not verified by Lua and can do anything. */
	if (luaL_loadbufferx(L, src->text, src->len, lua_tostring(L, -1), "t") != LUA_OK)
		return lua_error(L);
	w->chunk = keep_reference(L);
	lua_pushboolean(L, 0);
	w->globals = keep_reference(L);
	return 0;
}

/* The line in "NAME:LINE: text", and the text behind it. */
static uint32_t split_line(const char *name, const char **text)
{
	const char *at = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	size_t len = strlen(at);
	unsigned long line;
	char *end;

	if (strncmp(*text, at, len) != 0 || (*text)[len] != ':')
		return 0;
	line = strtoul(*text + len + 1, &end, 10);
	if (strncmp(end, ": ", 2) != 0)
		return 0;
	*text = end + 2;
	return (uint32_t)line;
}

static int report_trace(const struct source *src, enum cr_severity severity, const char *trace,
			struct cr_diags *diags)
{
	struct cr_pos pos = {.file = src->rules->file};

	pos.line = split_line(src->name, &trace);
	return cr_diags_add(diags, severity, pos, "%s", trace);
}

static struct cr_lua_worker *worker_new(struct source *src, struct cr_diags *diags)
{
	struct cr_lua_limits limits = {.instructions = src->rules->instructions,
				       .memory = (size_t)src->rules->memory_mb << 20};
	struct cr_lua_worker *w = calloc(1, sizeof(*w));

	if (w)
		w->state = cr_lua_state_new(&limits, w);
	if (!w || !w->state) {
		free(w);
		report_trace(src, CR_ERROR, "out of memory", diags);
		return NULL;
	}
	src->worker = w;
	if (cr_lua_state_run(w->state, build_state, src) == 0) {
		cr_lua_state_loaded(w->state);
		return w;
	}
	report_trace(src, CR_ERROR, w->state->trace, diags);
	cr_lua_worker_destroy(w);
	return NULL;
}

/* ---- the sample ------------------------------------------------------------------- */

/*
 * Each hook runs once on a job of a cluster that exists nowhere, so that wrong
 * names and endless loops show when the policy is loaded.  An error that can
 * come from the sample being no real job is a warning.
 */
struct sample {
	struct cr_shape shape;
	struct cr_partition partition;
	struct cr_qos qos;
	struct cr_request request;
	struct cr_view view;
	struct cr_candidate candidate;
	struct cr_decision decision;
	struct cr_arena arena;
	struct cr_deciding g;
};

static void make_sample(struct sample *s, const struct cr_policy *policy, int64_t now)
{
	*s = (struct sample){
		.shape = {.gpus = 8, .nodes = 64, .up = 64, .idle = 64},
		.partition = {.name = "sample", .up = true, .shape_count = 1, .nodes = 64},
		.qos = {.name = "sample", .limits = CR_LIMITS_INIT},
		.view = {.cluster = "sample", .partition_count = 1, .qos_count = 1, .taken = now},
		.candidate = {.shape = &s->shape,
			      .demand = {.nodes = 4, .gpus = 32},
			      .minutes = 60},
		.decision = {.verdict = CR_VERDICT_ROUTE,
			     .partition = "sample",
			     .segment = CR_UNSET,
			     .switches = CR_UNSET,
			     .switch_wait = CR_UNSET,
			     .nodes = 4,
			     .gpus = 32},
		.g = {.candidate_count = 1},
	};
	s->partition.shapes = &s->shape;
	s->view.partitions = &s->partition;
	s->view.qos = &s->qos;
	s->candidate.part = &s->partition;
	cr_request_init(&s->request);
	s->request.user = s->request.account = s->request.name = "sample";
	s->request.batch = true;
	s->request.min_nodes = s->request.max_nodes = 4;
	s->request.gpus_per_node.count = 8;
	s->request.time_limit = 60;
	cr_size_of(&s->request, &s->g.size);
	cr_arena_init(&s->arena, NULL, 0, (size_t)1 << 20);
	s->g.policy = policy;
	s->g.request = &s->request;
	s->g.view = &s->view;
	s->g.arena = &s->arena;
	s->g.d = &s->decision;
	s->g.candidates = &s->candidate;
}

static void try_hook(const struct source *src, struct cr_lua_worker *w, struct sample *sample,
		     enum cr_hook hook, struct cr_diags *diags)
{
	struct cr_script_result result;
	struct cr_lua_call call = {.hook = hook,
				   .g = &sample->g,
				   .result = &result,
				   .now = sample->view.taken,
				   .sample = true};
	char text[200];
	bool certain;
	int rc;

	cr_lua_state_restart_clock(w->state);
	rc = cr_lua_worker_run(w, &call);
	if (w->global) {
		(void)snprintf(text, sizeof(text),
			       "%s sets the global '%s', which is gone after the call: use local",
			       cr_lua_hook_name(hook), w->global);
		report_trace(src, CR_WARNING, text, diags);
	}
	if (rc == 0)
		return;
	certain = w->faulty || w->state->stop != CR_LUA_RUNS;
	report_trace(src, certain ? CR_ERROR : CR_WARNING, w->state->trace, diags);
}

static void try_hooks(const struct source *src, struct cr_lua_worker *w,
		      const struct cr_policy *policy, struct cr_diags *diags)
{
	size_t errors = cr_diags_errors(diags);
	struct sample sample;

	make_sample(&sample, policy, 1767225600); /* a new year's day */
	/* What is wrong in the file itself would show once for each hook. */
	for (int hook = 0; hook < CR_HOOKS && cr_diags_errors(diags) == errors; hook++)
		try_hook(src, w, &sample, (enum cr_hook)hook, diags);
	cr_arena_release(&sample.arena);
}

/* ---- the files --------------------------------------------------------------------- */

/* FILE as written in the policy: relative to the file that names it. */
static const char *resolve_path(struct cr_policy *policy, const char *file)
{
	const char *from = policy->site.lua.head.pos.file;
	const char *slash = from ? strrchr(from, '/') : NULL;

	if (file[0] == '/' || !slash)
		return cr_arena_strdup(&policy->arena, file);
	return cr_arena_printf(&policy->arena, "%.*s/%s", (int)(slash - from), from, file);
}

static int read_whole(struct cr_policy *policy, const struct cr_policy_reader *reader,
		      const char *file, char **buf, size_t *len, struct cr_diags *diags)
{
	const char *path = resolve_path(policy, file);
	struct cr_error err = {.text = "out of memory"};

	if (path && reader->read(reader->ctx, path, buf, len, &err) == 0)
		return 0;
	return cr_diags_add(diags, CR_ERROR, policy->site.lua.head.pos, "%s", err.text);
}

static int read_data(struct source *src, struct cr_policy *policy,
		     const struct cr_policy_reader *reader, struct cr_diags *diags)
{
	static const struct cr_yaml_rules rules = {
		.max_nodes = 100000, .max_depth = 16, .duplicate_keys = CR_ERROR};
	const char *file = src->rules->data;
	size_t len;
	char *buf;

	if (!file)
		return 0;
	if (read_whole(policy, reader, file, &buf, &len, diags) != 0)
		return -1;
	cr_policy_hash_more(policy, buf, len);
	src->data = cr_yaml_parse(file, buf, len, &rules, diags);
	free(buf);
	return src->data ? 0 : -1;
}

static int read_source(struct source *src, struct cr_policy *policy,
		       const struct cr_policy_reader *reader, struct cr_diags *diags)
{
	const char *file = src->rules->file;

	if (read_whole(policy, reader, file, &src->text, &src->len, diags) != 0)
		return -1;
	cr_policy_hash_more(policy, src->text, src->len);
	src->name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	return read_data(src, policy, reader, diags);
}

static int fill_workers(struct cr_lua *lua, struct source *src, const struct cr_policy *policy,
			struct cr_diags *diags)
{
	size_t errors = cr_diags_errors(diags);

	for (size_t i = 0; i < src->rules->states; i++) {
		struct cr_lua_worker *w = worker_new(src, diags);

		if (!w)
			return -1;
		cr_lua_add(lua, w);
	}
	try_hooks(src, lua->worker[0], policy, diags);
	return cr_diags_errors(diags) == errors ? 0 : -1;
}

int cr_lua_open(struct cr_policy *policy, const struct cr_policy_reader *reader,
		const struct cr_lua_log *log, struct cr_diags *diags)
{
	struct source src = {.rules = &policy->site.lua};
	struct cr_lua *lua;
	int rc = -1;

	if (!src.rules->file)
		return 0;
	lua = cr_lua_new(log);
	if (!lua)
		return cr_diags_add(diags, CR_ERROR, src.rules->head.pos, "out of memory");
	if (read_source(&src, policy, reader, diags) == 0)
		rc = fill_workers(lua, &src, policy, diags);
	cr_yaml_destroy(src.data);
	free(src.text);
	if (rc != 0) {
		lua->script.destroy(&lua->script);
		return -1;
	}
	lua->script.trusted = src.rules->trusted;
	lua->script.refuse_on_failure = src.rules->on_failure == CR_ON_FAILURE_REFUSE;
	policy->script = &lua->script;
	return 0;
}

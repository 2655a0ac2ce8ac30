/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The schema table, its examples, and the manuals made from it.  Run with
 * COMMROUTE_UPDATE_DOCS=1 this writes the tables between the marks in
 * docs/policy.md and docs/man/commroute.yaml.5 anew.
 */
#include "tests/unit/manual.h"
#include "tests/unit/unit.h"

#include "policies/file/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- examples and defaults --------------------------------------------- */

static void try_example(const struct cr_section *section, const struct cr_field *field)
{
	static const struct cr_yaml_rules rules = {.max_nodes = 1000, .max_depth = 16};
	struct cr_diags *diags = cr_diags_new();
	struct cr_arena arena;
	struct cr_keys r = {.arena = &arena, .diags = diags, .file = "example"};
	struct cr_yaml *doc;
	char text[400];
	struct cr_entry *out;

	snprintf(text, sizeof(text), "%s: %s\n", field->key, field->example);
	cr_arena_init(&arena, NULL, 0, 0);
	out = cr_arena_alloc(&arena, section->size);
	assert_int_equal(cr_keys_init(&arena, section, out), 0);
	doc = cr_yaml_parse("example", text, strlen(text), &rules, diags);
	assert_non_null(doc);
	cr_keys_read(&r, section, cr_yaml_root(doc), out);
	if (cr_diags_kept(diags))
		fprintf(stderr, "%s: %s\n", text, cr_diags_get(diags, 0)->text);
	assert_int_equal(cr_diags_errors(diags), 0);
	cr_yaml_destroy(doc);
	cr_diags_destroy(diags);
	cr_arena_release(&arena);
}

static void check_section(const struct cr_section *section)
{
	for (size_t i = 0; i < section->count; i++) {
		const struct cr_field *f = &section->fields[i];

		assert_non_null(f->doc);
		assert_true(f->offset + cr_field_size(f) <= section->size);
		if (f->example)
			try_example(section, f);
		if (f->section)
			check_section(f->section);
	}
}

static void examples_are_read(void **state)
{
	(void)state;
	check_section(&cr_schema);
}

/* ---- the manuals ------------------------------------------------------- */

enum form { MARKDOWN, ROFF };

static void print_escaped(FILE *out, const char *text, enum form form)
{
	for (; *text; text++) {
		if (form == MARKDOWN && *text == '|')
			fputs("\\|", out);
		else if (form == ROFF && (*text == '\\' || *text == '-'))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
	}
}

static void print_kind(FILE *out, const struct cr_field *f)
{
	const char *const *words = f->choices;
	bool number = f->kind == CR_KIND_COUNT; /* its first word stands for the number */
	size_t first = number ? 1 : f->first;

	if (!words) {
		fputs(cr_field_kind_name(f), out);
		return;
	}
	if (f->kind == CR_KIND_TEXTS || f->kind == CR_KIND_SET)
		fputs("a list of ", out);
	if (number)
		fputs(f->waits ? "a number or a word, with @time: " : "a number, ", out);
	for (size_t i = first; words[i]; i++)
		fprintf(out, "%s%s", i > first ? ", " : "", words[i]);
	if (f->kind == CR_KIND_RULES)
		fputs(", or a list of rules", out);
}

static void print_markdown(FILE *out, const struct cr_section *s)
{
	fprintf(out, "### %s%s%s\n\n", s->name[0] ? "`" : "", s->name[0] ? s->name : "The file",
		s->name[0] ? "`" : "");
	fputs("| key | value | default | |\n|---|---|---|---|\n", out);
	for (size_t i = 0; i < s->count; i++) {
		const struct cr_field *f = &s->fields[i];

		fprintf(out, "| `%s` | ", f->key);
		print_kind(out, f);
		fprintf(out, " | %s | ", f->required ? "required" : f->standard ? f->standard : "");
		print_escaped(out, f->doc, MARKDOWN);
		if (cr_schema_is_pending(s, f))
			fputs(" **(no effect yet)**", out);
		if (f->example)
			fprintf(out, "; e.g. `%s`", f->example);
		fputs(" |\n", out);
	}
	fputc('\n', out);
}

static void print_roff(FILE *out, const struct cr_section *s)
{
	fprintf(out, ".SS %s\n", s->name[0] ? s->name : "The file");
	for (size_t i = 0; i < s->count; i++) {
		const struct cr_field *f = &s->fields[i];

		fprintf(out, ".TP\n.B %s\n", f->key);
		print_escaped(out, f->doc, ROFF);
		if (cr_schema_is_pending(s, f))
			fputs(", \\fBno effect yet\\fR", out);
		fputs(" (", out);
		print_kind(out, f);
		if (f->required)
			fputs("; required", out);
		else if (f->standard)
			fprintf(out, "; default %s", f->standard);
		fputs(").\n", out);
	}
}

/* A section once, then those below it; several fields can share one. */
static void print_sections(FILE *out, const struct cr_section *s, enum form form,
			   const struct cr_section **seen, size_t *count)
{
	for (size_t i = 0; i < *count; i++)
		if (seen[i] == s)
			return;
	seen[(*count)++] = s;
	if (form == MARKDOWN)
		print_markdown(out, s);
	else
		print_roff(out, s);
	for (size_t i = 0; i < s->count; i++)
		if (s->fields[i].section)
			print_sections(out, s->fields[i].section, form, seen, count);
}

static char *rendered(enum form form)
{
	const struct cr_section *seen[64];
	size_t count = 0, len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	print_sections(out, &cr_schema, form, seen, &count);
	fclose(out);
	return text;
}

static void compare(const char *path, enum form form, const char *begin, const char *end)
{
	char *want = rendered(form);

	manual_compare(path, begin, end, want);
	free(want);
}

static void the_manuals_list_every_key(void **state)
{
	(void)state;
	compare("docs/policy.md", MARKDOWN, "<!-- keys -->\n", "<!-- /keys -->");
	compare("docs/man/commroute.yaml.5", ROFF, ".\\\" keys\n", ".\\\" /keys");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_are_read),
		cmocka_unit_test(the_manuals_list_every_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What commroute check found: by layer, each with its code, why it matters and what mends it. */
#include "cli/check.h"

#include "cli/output.h"
#include "policies/file/check_codes.h"

#include <stdio.h>

#define FILE_CODE 100 /* whatever the readers of the files themselves say */

static const char *severity_name(const struct cr_diag *d)
{
	return d->severity == CR_ERROR ? "error" : "warning";
}

/* What the reader says of files alone needs no heading. */
static bool has_codes(const struct cr_diags *diags)
{
	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		if (cr_diags_get(diags, i)->code)
			return true;
	return false;
}

static void print_finding(const struct cr_diag *d)
{
	const struct cr_check_kind *kind = cr_check_kind(d->code);
	char line[1024];

	fputs(cr_diag_format(d, line, sizeof(line)), stdout);
	if (kind)
		printf(" [CK-%u]\n    why: %s\n    mend: %s", d->code, kind->why, kind->remedy);
	putchar('\n');
}

static void print_layer(const struct cr_diags *diags, unsigned layer, bool grouped)
{
	for (size_t i = 0; i < cr_diags_kept(diags); i++) {
		const struct cr_diag *d = cr_diags_get(diags, i);

		if (cr_check_layer(d->code) != layer)
			continue;
		if (grouped)
			printf("%s:\n", cr_check_layer_name(layer));
		grouped = false;
		print_finding(d);
	}
}

void cr_check_print(const char *path, const struct cr_diags *diags)
{
	size_t errors = cr_diags_errors(diags), warnings = cr_diags_warnings(diags);
	size_t kept = cr_diags_kept(diags);
	bool grouped = has_codes(diags);

	for (unsigned layer = 0; cr_check_layer_name(layer); layer++)
		print_layer(diags, layer, grouped);
	if (errors + warnings > kept)
		printf("and %zu more\n", errors + warnings - kept);
	if (errors + warnings)
		printf("%s: %zu error%s, %zu warning%s\n", path, errors, errors == 1 ? "" : "s",
		       warnings, warnings == 1 ? "" : "s");
	else
		printf("%s: good\n", path);
}

static struct json_object *finding_json(const struct cr_diag *d)
{
	struct json_object *o = json_object_new_object();
	const struct cr_check_kind *kind = cr_check_kind(d->code);
	char code[16];

	(void)snprintf(code, sizeof(code), "CK-%u", kind ? d->code : FILE_CODE);
	json_object_object_add(o, "code", json_object_new_string(code));
	json_object_object_add(
		o, "layer", json_object_new_string(cr_check_layer_name(cr_check_layer(d->code))));
	json_object_object_add(o, "file", d->file ? json_object_new_string(d->file) : NULL);
	json_object_object_add(o, "line", json_object_new_int64(d->line));
	json_object_object_add(o, "column", json_object_new_int64(d->column));
	json_object_object_add(o, "severity", json_object_new_string(severity_name(d)));
	json_object_object_add(o, "text", json_object_new_string(d->text));
	if (kind) {
		json_object_object_add(o, "why", json_object_new_string(kind->why));
		json_object_object_add(o, "remedy", json_object_new_string(kind->remedy));
	}
	return o;
}

/* All that was read, the policy itself first; empty when it would not be loaded. */
static struct json_object *files_json(const struct cr_policy *policy)
{
	struct json_object *list = json_object_new_array();
	const char *file;

	for (size_t i = 0; policy && (file = cr_policy_file(policy, i)) != NULL; i++)
		json_object_array_add(list, json_object_new_string(file));
	return list;
}

int cr_check_print_json(const char *path, const struct cr_policy *policy,
			const struct cr_diags *diags)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		json_object_array_add(list, finding_json(cr_diags_get(diags, i)));
	json_object_object_add(o, "policy", json_object_new_string(path));
	json_object_object_add(o, "files", files_json(policy));
	json_object_object_add(o, "errors", json_object_new_int64((int64_t)cr_diags_errors(diags)));
	json_object_object_add(o, "warnings",
			       json_object_new_int64((int64_t)cr_diags_warnings(diags)));
	json_object_object_add(o, "findings", list);
	return cr_cli_json(o);
}

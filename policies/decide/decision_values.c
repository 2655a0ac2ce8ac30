/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision's values by the rows of decision_fields.c: read, shown, set and copied. */
#include "policies/decide/decision_fields.h"

#include "policies/job/enum_names.h"

#include <stdio.h>
#include <string.h>

static bool is_kind(enum cr_decision_field field, enum cr_value_kind kind)
{
	return field < CR_DECISION_FIELDS && cr_decision_row(field)->kind == kind;
}

static const char **text_of(const struct cr_decision *d, enum cr_decision_field field)
{
	return cr_at_text(d, cr_decision_row(field)->offset);
}

static uint32_t *number_of(const struct cr_decision *d, enum cr_decision_field field)
{
	return cr_at_u32(d, cr_decision_row(field)->offset);
}

static bool *flag_of(const struct cr_decision *d, enum cr_decision_field field)
{
	return cr_at_flag(d, cr_decision_row(field)->offset);
}

static unsigned *word_of(const struct cr_decision *d, enum cr_decision_field field)
{
	return cr_at_word(d, cr_decision_row(field)->offset);
}

const char *cr_decision_text(const struct cr_decision *d, enum cr_decision_field field)
{
	if (is_kind(field, CR_VALUE_TEXT))
		return *text_of(d, field);
	if (is_kind(field, CR_VALUE_WORD) && cr_decision_row(field)->optional &&
	    !*word_of(d, field))
		return NULL;
	if (is_kind(field, CR_VALUE_WORD))
		return cr_enum_name(cr_decision_row(field)->words, *word_of(d, field));
	if (is_kind(field, CR_VALUE_CODE))
		return cr_decision_code(d, (enum cr_code) * word_of(d, field));
	return NULL;
}

uint32_t cr_decision_number(const struct cr_decision *d, enum cr_decision_field field)
{
	return is_kind(field, CR_VALUE_NUMBER) ? *number_of(d, field) : CR_UNSET;
}

bool cr_decision_flag(const struct cr_decision *d, enum cr_decision_field field)
{
	return is_kind(field, CR_VALUE_FLAG) && *flag_of(d, field);
}

bool cr_decision_has(const struct cr_decision *d, enum cr_decision_field field)
{
	return cr_decision_text(d, field) || cr_decision_number(d, field) != CR_UNSET ||
	       cr_decision_flag(d, field);
}

const char *cr_decision_show(const struct cr_decision *d, enum cr_decision_field field,
			     char buf[CR_DECISION_SHOWN_MAX])
{
	if (!cr_decision_has(d, field))
		return NULL;
	if (is_kind(field, CR_VALUE_FLAG))
		return "true";
	if (!is_kind(field, CR_VALUE_NUMBER))
		return cr_decision_text(d, field);
	(void)snprintf(buf, CR_DECISION_SHOWN_MAX, "%u", *number_of(d, field));
	return buf;
}

uint32_t cr_decision_recorded_number(const struct cr_decision *d, enum cr_decision_field field)
{
	uint32_t number = cr_decision_number(d, field);

	if (number != CR_UNSET || !is_kind(field, CR_VALUE_NUMBER) || !cr_decision_row(field)->own)
		return number;
	return *cr_at_u32(d, cr_decision_row(field)->own);
}

bool cr_decision_is_own(const struct cr_decision *d, enum cr_decision_field field)
{
	return cr_decision_number(d, field) == CR_UNSET &&
	       cr_decision_recorded_number(d, field) != CR_UNSET;
}

/* ---- setting ----------------------------------------------------------- */

static int set_word(struct cr_decision *d, enum cr_decision_field field, const char *text)
{
	const char *const *words = cr_decision_row(field)->words;

	for (unsigned i = 0; words[i]; i++) {
		if (strcmp(words[i], text) != 0)
			continue;
		*word_of(d, field) = i;
		return 0;
	}
	return -1;
}

static void set_code(struct cr_decision *d, const char *text)
{
	d->code = cr_code_parse(text);
	d->site_code = d->code == CR_NO_CODE ? text : NULL;
	if (d->site_code)
		d->code = CR_SITE_CODE;
}

int cr_decision_set_text(struct cr_decision *d, enum cr_decision_field field, const char *text)
{
	if (is_kind(field, CR_VALUE_WORD))
		return set_word(d, field, text);
	if (is_kind(field, CR_VALUE_CODE))
		set_code(d, text);
	else if (is_kind(field, CR_VALUE_TEXT))
		*text_of(d, field) = text;
	else
		return -1;
	return 0;
}

int cr_decision_set_number(struct cr_decision *d, enum cr_decision_field field, uint32_t number)
{
	if (!is_kind(field, CR_VALUE_NUMBER))
		return -1;
	*number_of(d, field) = number;
	return 0;
}

int cr_decision_set_flag(struct cr_decision *d, enum cr_decision_field field, bool flag)
{
	if (!is_kind(field, CR_VALUE_FLAG))
		return -1;
	*flag_of(d, field) = flag;
	return 0;
}

void cr_decision_unset(struct cr_decision *d, enum cr_decision_field field)
{
	if (is_kind(field, CR_VALUE_TEXT))
		*text_of(d, field) = NULL;
	else if (is_kind(field, CR_VALUE_NUMBER))
		*number_of(d, field) = CR_UNSET;
	else if (is_kind(field, CR_VALUE_FLAG))
		*flag_of(d, field) = false;
	else if (field < CR_DECISION_FIELDS)
		*word_of(d, field) = 0;
}

void cr_decision_copy(struct cr_decision *to, const struct cr_decision *from,
		      enum cr_decision_field field)
{
	if (is_kind(field, CR_VALUE_TEXT))
		*text_of(to, field) = *text_of(from, field);
	else if (is_kind(field, CR_VALUE_NUMBER))
		*number_of(to, field) = *number_of(from, field);
	else if (is_kind(field, CR_VALUE_FLAG))
		*flag_of(to, field) = *flag_of(from, field);
	else if (field < CR_DECISION_FIELDS)
		*word_of(to, field) = *word_of(from, field);
}

void cr_decision_clear(struct cr_decision *d)
{
	*d = (struct cr_decision){.own_segment = CR_UNSET, .own_switches = CR_UNSET};
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		cr_decision_unset(d, i);
}

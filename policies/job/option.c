/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --comm-profile taken apart: a name and wishes, or what is wrong with it, in words. */
#include "policies/job/option.h"

#include "base/text.h"
#include "policies/job/codes.h"

#include <stdio.h>
#include <string.h>

#define WISH_MAX 15 /* longest wish there could be, "borrow" to "check=none", and some */

/* The last one stands for any number and is read by itself. */
static const char *const wish_names[] = {"borrow",   "noborrow",   "portable",     "order=none",
					 "env=none", "check=none", "order=group:N"};
#define WISHES     (sizeof(wish_names) / sizeof(wish_names[0]))
#define PLAIN      (WISHES - 1)
#define ORDER_NONE 3
#define GROUP_MAX  999999999 /* beyond any job, as is what is larger */
#define GROUP_TEXT "order=group:"

/* A message that shows the user's own bytes, made harmless first. */
static int refuse_text(struct cr_error *err, enum cr_code code, const char *what, const char *text,
		       size_t len, const char *remedy)
{
	char shown[60];

	cr_text_printable(shown, sizeof(shown), text, len);
	return cr_error_set_code(err, code, "--comm-profile: %s '%s'; %s", what, shown, remedy);
}

static int set_consent(struct cr_option *option, enum cr_consent consent)
{
	if (option->borrow != CR_CONSENT_UNSAID && option->borrow != consent)
		return -1;
	option->borrow = consent;
	return 0;
}

static int set_order_none(struct cr_option *option)
{
	if (option->has_group)
		return -1;
	option->order_none = true;
	return 0;
}

static int set_group(struct cr_option *option, uint32_t group)
{
	if (option->order_none || (option->has_group && option->group != group))
		return -1;
	option->has_group = true;
	option->group = group;
	return 0;
}

/* -1: contradicts what was said before.  WISH is the index in wish_names. */
static int apply_wish(struct cr_option *option, size_t wish)
{
	switch (wish) {
	case 0:
		return set_consent(option, CR_CONSENT_BORROW);
	case 1:
		return set_consent(option, CR_CONSENT_NOBORROW);
	case 2:
		option->portable = true;
		return 0;
	case ORDER_NONE:
		return set_order_none(option);
	case 4:
		option->env_none = true;
		return 0;
	default:
		option->check_none = true;
		return 0;
	}
}

static int unknown_wish(const char *text, size_t len, struct cr_error *err)
{
	char word[WISH_MAX + 1] = "", remedy[120];
	const char *near = NULL;

	if (len <= WISH_MAX) {
		memcpy(word, text, len);
		near = cr_text_nearest(word, wish_names, WISHES);
	}
	if (near)
		(void)snprintf(remedy, sizeof(remedy), "did you mean '%s'?", near);
	else
		(void)snprintf(remedy, sizeof(remedy),
			       "known: borrow, noborrow, portable, order=none, order=group:N, "
			       "env=none, check=none");
	return refuse_text(err, CR_102_BAD_WISH, "unknown wish", text, len, remedy);
}

/* Any number will do: whether it suits the job is seen when its nodes are known. */
static int parse_group(struct cr_option *option, const char *text, size_t len, struct cr_error *err)
{
	const size_t before = strlen(GROUP_TEXT);
	uint32_t group = 0;

	if (len == before || strspn(text + before, "0123456789") < len - before)
		return refuse_text(err, CR_102_BAD_WISH, "not a number of nodes in", text, len,
				   "say order=group:N");
	for (size_t i = before; i < len; i++)
		group = group > GROUP_MAX / 10 ? GROUP_MAX : group * 10 + (uint32_t)(text[i] - '0');
	if (set_group(option, group) == 0)
		return 0;
	return refuse_text(err, CR_102_BAD_WISH, "contradiction at", text, len, "say one order");
}

static int parse_wish(struct cr_option *option, const char *text, size_t len, struct cr_error *err)
{
	if (len >= strlen(GROUP_TEXT) && memcmp(text, GROUP_TEXT, strlen(GROUP_TEXT)) == 0)
		return parse_group(option, text, len, err);
	for (size_t i = 0; i < PLAIN; i++) {
		if (strlen(wish_names[i]) != len || memcmp(wish_names[i], text, len) != 0)
			continue;
		if (apply_wish(option, i) == 0)
			return 0;
		return refuse_text(err, CR_102_BAD_WISH, "contradiction at", text, len,
				   i == ORDER_NONE ? "say one order"
						   : "say borrow or noborrow, not both");
	}
	return unknown_wish(text, len, err);
}

static int parse_name(struct cr_option *option, const char *text, size_t len, struct cr_error *err)
{
	char name[CR_PROFILE_NAME_MAX + 2];

	if (len <= CR_PROFILE_NAME_MAX) {
		memcpy(name, text, len);
		name[len] = '\0';
	}
	if (len > CR_PROFILE_NAME_MAX || !cr_text_is_name(name, CR_PROFILE_NAME_MAX))
		return refuse_text(err, CR_101_BAD_OPTION, "not a profile name:", text, len,
				   "1 to 63 letters, digits, '_', '-' or '.'; "
				   "--comm-profile=list shows the names");
	if (strcmp(name, "list") == 0)
		option->kind = CR_OPTION_LIST;
	else if (strcmp(name, "none") == 0)
		option->kind = CR_OPTION_NONE;
	else if (strcmp(name, "auto") == 0)
		option->kind = CR_OPTION_AUTO;
	else
		option->kind = CR_OPTION_PROFILE;
	if (option->kind == CR_OPTION_PROFILE)
		memcpy(option->profile, name, len); /* zeros are behind it */
	return 0;
}

int cr_option_parse(const char *text, struct cr_option *option, struct cr_error *err)
{
	struct cr_option parsed = {.kind = CR_OPTION_ABSENT};
	size_t len = text ? strnlen(text, CR_OPTION_MAX + 1) : 0;
	const char *end = text + len;

	/* Slurm hands a missing argument over as NULL or as the text "(null)". */
	if (len == 0 || strcmp(text, "(null)") == 0)
		return cr_error_set_code(err, CR_101_BAD_OPTION,
					 "--comm-profile needs a value: a profile name, "
					 "or list, none, auto");
	if (len > CR_OPTION_MAX)
		return cr_error_set_code(err, CR_101_BAD_OPTION,
					 "--comm-profile: more than %d bytes, "
					 "which is the limit",
					 CR_OPTION_MAX);
	for (const char *at = text; at <= end;) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		size_t n = (size_t)((comma ? comma : end) - at);
		int rc = at == text ? parse_name(&parsed, at, n, err)
				    : parse_wish(&parsed, at, n, err);

		if (rc != 0)
			return -1;
		at += n + 1;
	}
	*option = parsed;
	return 0;
}

const char *cr_option_format(const struct cr_option *option, char *buf, size_t size)
{
	static const char *const kinds[] = {"", NULL, "none", "auto", "list"};
	const char *name = option->kind == CR_OPTION_PROFILE ? option->profile
							     : kinds[option->kind];
	const char *consent = option->borrow == CR_CONSENT_BORROW     ? ",borrow"
			      : option->borrow == CR_CONSENT_NOBORROW ? ",noborrow"
								      : "";
	char group[24] = "";

	if (option->has_group)
		(void)snprintf(group, sizeof(group), "," GROUP_TEXT "%u", option->group);
	(void)snprintf(buf, size, "%s%s%s%s%s%s%s", name, consent,
		       option->portable ? ",portable" : "", option->order_none ? ",order=none" : "",
		       group, option->env_none ? ",env=none" : "",
		       option->check_none ? ",check=none" : "");
	return buf;
}

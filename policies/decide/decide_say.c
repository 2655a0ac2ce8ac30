/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a decision says: each reason, the refusal and the notice, in printable text of the arena. */
#include "policies/decide/deciding.h"
#include "policies/decide/decision_fields.h"

#include "base/buffer.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 400

/* Whatever went in, what comes out is printable: names can come from users. */
static const char *keep_text(struct cr_deciding *g, const char *raw)
{
	const char *text = cr_arena_strdup(g->arena, raw);

	if (!text)
		g->no_memory = true;
	return text ? text : "";
}

__attribute__((format(printf, 2, 0))) static const char *format(struct cr_deciding *g,
								const char *fmt, va_list ap)
{
	char raw[TEXT_MAX];

	if (g->quiet)
		return "";
	(void)vsnprintf(raw, sizeof(raw), fmt, ap);
	for (char *c = raw; *c; c++)
		if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
			*c = '?';
	return keep_text(g, raw);
}

const char *cr_say(struct cr_deciding *g, const char *fmt, ...)
{
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	text = format(g, fmt, ap);
	va_end(ap);
	return text;
}

static void add_reason(struct cr_deciding *g, struct cr_reason reason)
{
	if (g->reasons && g->reason_count < CR_REASONS_MAX)
		g->reasons[g->reason_count++] = reason;
}

void cr_because(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *subject,
		const char *fmt, ...)
{
	struct cr_reason reason = {.step = step, .code = code, .subject = subject};
	va_list ap;

	va_start(ap, fmt);
	reason.text = format(g, fmt, ap);
	va_end(ap);
	add_reason(g, reason);
}

void cr_against(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *subject,
		const char *text)
{
	add_reason(g, (struct cr_reason){.step = step,
					 .code = code,
					 .subject = subject,
					 .against = true,
					 .text = text});
}

int cr_refuse(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *fmt, ...)
{
	const char *text;
	va_list ap;

	if (g->d->verdict == CR_VERDICT_REFUSE)
		return -1;
	va_start(ap, fmt);
	text = format(g, fmt, ap);
	va_end(ap);
	add_reason(g,
		   (struct cr_reason){.step = step, .code = code, .against = true, .text = text});
	g->d->verdict = CR_VERDICT_REFUSE;
	g->d->code = code;
	g->d->message = cr_say(g, "%s: %s", cr_decision_code(g->d, code), text);
	if (!*g->d->message) /* no memory, not for a line: the code says it */
		g->d->message = cr_decision_code(g->d, code);
	return -1;
}

void cr_warn(struct cr_deciding *g, enum cr_step step, enum cr_code code, const char *subject,
	     const char *fmt, ...)
{
	struct cr_reason reason = {.step = step, .code = code, .subject = subject};
	va_list ap;

	va_start(ap, fmt);
	reason.text = format(g, fmt, ap);
	va_end(ap);
	add_reason(g, reason);
	if (!g->d->code)
		g->d->code = code;
	if (!g->d->notice)
		g->d->notice = cr_say(g, "%s: %s%s%s", cr_decision_code(g->d, code),
				      subject ? subject : "", subject ? ": " : "", reason.text);
}

const char *cr_join(struct cr_deciding *g, const struct cr_names *names)
{
	char text[TEXT_MAX];
	struct cr_buffer b = cr_buffer(text, sizeof(text));
	size_t i = 0;

	for (; i < names->count && i < 8 && b.used < sizeof(text) - 80; i++)
		cr_buffer_print(&b, "%s%.63s", i ? ", " : "", names->name[i]);
	if (i < names->count)
		cr_buffer_add(&b, ", ...");
	return cr_say(g, "%s", text);
}

bool cr_globs_match(const struct cr_texts *list, const char *name)
{
	return name && cr_names_match(&list->names, name);
}

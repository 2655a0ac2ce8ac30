/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One error, as an object on the caller's stack.
 *
 * A function that can fail takes `struct cr_error *err` as its last argument;
 * the caller may pass NULL when only success matters.  cr_error_set() returns
 * -1, so that failing is one statement:
 *
 *	return cr_error_set(err, "%s: not a regular file", path);
 *
 * Several errors found in one input go to a struct cr_diags (base/diag.h).
 * Threads: an error object belongs to one thread at a time.
 */
#ifndef CR_BASE_ERROR_H
#define CR_BASE_ERROR_H

struct cr_error {
	unsigned code;  /* 0: none; what it means, the function that fails says in its header */
	char text[512]; /* always NUL-terminated; longer texts are cut */
};

/** -1, whatever RC is: what the setters below give, plain to see for compilers and analyzers. */
static inline int cr_failed(int rc)
{
	(void)rc;
	return -1;
}

/** Set ERR (may be NULL) to the formatted text.  Returns -1, always. */
int cr_error_set(struct cr_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** The same with CODE.  Returns -1, always. */
int cr_error_set_code(struct cr_error *err, unsigned code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * Put formatted context and ": " in front of ERR's text as it rises through a
 * layer; its code stays.  ERR may be NULL.  Returns -1, always.
 */
int cr_error_prefix(struct cr_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#define cr_error_set(...)      cr_failed(cr_error_set(__VA_ARGS__))
#define cr_error_set_code(...) cr_failed(cr_error_set_code(__VA_ARGS__))
#define cr_error_prefix(...)   cr_failed(cr_error_prefix(__VA_ARGS__))

#endif

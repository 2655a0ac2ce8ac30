/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every unit test includes: cmocka with the headers it wants first. */
#ifndef CR_TESTS_UNIT_H
#define CR_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif

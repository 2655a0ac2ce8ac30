/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a member lies in its struct, as a row of a table keeps it.  The table is held
 * against the members' types when it is compiled, and whoever goes by its rows gets
 * at a member by its type; there is no other cast.  Any thread.
 */
#ifndef CR_BASE_OFFSET_H
#define CR_BASE_OFFSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The offset of MEMBER in TYPE.  Does not compile when MEMBER is not of type OF. */
#define CR_OFFSET(type, member, of)                                                                \
	(offsetof(type, member) + _Generic(&((type *)0)->member, of *: (size_t)0))

/* NAME(OF, OFFSET): the member of that type at OFFSET in the struct OF, to be changed where OF is.
 */
#define CR_AT(name, type)                                                                          \
	static inline type *name(const void *of, size_t offset)                                    \
	{                                                                                          \
		return (type *)(void *)((char *)of + offset);                                      \
	}
CR_AT(cr_at_text, const char *)
CR_AT(cr_at_flag, bool)
CR_AT(cr_at_word, unsigned) /* of an enum */
CR_AT(cr_at_u32, uint32_t)
CR_AT(cr_at_u64, uint64_t)
CR_AT(cr_at_size, size_t)

#endif

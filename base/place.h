/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a member lies in its struct, as a row of a table keeps it.  The table is held
 * against the members' types when it is compiled, and whoever goes by its rows gets
 * at a member by its type; there is no other cast.  Any thread.
 */
#ifndef CR_BASE_PLACE_H
#define CR_BASE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The offset of MEMBER in TYPE.  Does not compile when MEMBER is not of type OF. */
#define CR_PLACE(type, member, of)                                                                 \
	(offsetof(type, member) + _Generic(&((type *)0)->member, of *: (size_t)0))

/* NAME(OF, PLACE): the member of that type at PLACE in the struct OF, to be changed where OF is. */
#define CR_PLACED(name, type)                                                                      \
	static inline type *name(const void *of, size_t place)                                     \
	{                                                                                          \
		return (type *)(void *)((char *)of + place);                                       \
	}
CR_PLACED(cr_placed_text, const char *)
CR_PLACED(cr_placed_flag, bool)
CR_PLACED(cr_placed_word, unsigned) /* of an enum */
CR_PLACED(cr_placed_u32, uint32_t)
CR_PLACED(cr_placed_u64, uint64_t)
CR_PLACED(cr_placed_size, size_t)

#endif

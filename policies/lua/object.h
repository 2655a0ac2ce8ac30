/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Objects whose fields scripts read: a class is a table of fields, an object says of what.
 * For the files of policies/lua only; each interpreter is one thread's.
 */
#ifndef CR_POLICIES_LUA_OBJECT_H
#define CR_POLICIES_LUA_OBJECT_H

#include "base/keys.h"
#include "policies/lua/host.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cr_lua_kind { CR_LUA_TEXT, CR_LUA_U32, CR_LUA_U64, CR_LUA_FLAG, CR_LUA_ASKED };

struct cr_lua_field {
	const char *name;
	enum cr_lua_kind kind;
	size_t offset;
	/* CR_LUA_ASKED: pushes the field's value, of OF. */
	void (*push)(lua_State *L, const struct cr_lua_call *call, const void *of);
};

struct cr_lua_class {
	const char *name;
	const struct cr_lua_field *fields;
	size_t count;
	const void *(*root)(const struct cr_lua_call *call); /* NULL: the object says of what */
	bool is_decision; /* what a decision holds (decision_fields.h) follows the fields */
};

/* Rows of a class's table: a member as it is, or what a function pushes. */
#define CR_LUA_TYPE_TEXT const char *
#define CR_LUA_TYPE_U32  uint32_t
#define CR_LUA_TYPE_U64  uint64_t
#define CR_LUA_TYPE_FLAG bool
#define CR_LUA_AT(struct_, name_, kind_, member)                                                   \
	{name_, CR_LUA_##kind_, CR_OFFSET(struct struct_, member, CR_LUA_TYPE_##kind_), NULL}
#define CR_LUA_ASK(name_, push_) {name_, CR_LUA_ASKED, 0, push_}

/** How many fields CLASS has; some may be hidden from scripts (cr_lua_field_name()). */
size_t cr_lua_field_count(const struct cr_lua_class *class);

/** The name of field I of CLASS; NULL: not for scripts.  Static. */
const char *cr_lua_field_name(const struct cr_lua_class *class, size_t i);

/** Push TEXT; nil for NULL and "". */
void cr_lua_show_text(lua_State *L, const char *text);

/** Push N; nil where it is UNSET, and Slurm's INFINITE, UNSET + 1, as the largest number. */
void cr_lua_show_number(lua_State *L, uint64_t n, uint64_t unset);

/** Push an object of CLASS, which the state has, that shows OF; NULL: what the class's root is. */
void cr_lua_show_object(lua_State *L, const struct cr_lua_class *class, const void *of);

/** Make CLASS known to the state.  Once per state. */
void cr_lua_open_class(lua_State *L, const struct cr_lua_class *class);

/**
 * Finish the metatable on top, of a read-only object called NAME: no writing, no changing of
 * itself, and PAIRS for its loops.
 */
void cr_lua_finish_metatable(lua_State *L, const char *name, lua_CFunction pairs);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Constant tables from YAML: what a script finds as `data`. */
#include "policies/lua/guard.h"
#include "policies/lua/host.h"

#include "base/yaml.h"

#include <string.h>

static void push_scalar(lua_State *L, const struct cr_yaml_node *node)
{
	if (cr_yaml_is_null(node))
		lua_pushnil(L);
	else if (!node->quoted && strcmp(node->text, "true") == 0)
		lua_pushboolean(L, 1);
	else if (!node->quoted && strcmp(node->text, "false") == 0)
		lua_pushboolean(L, 0);
	/* Gives 0 and pushes nothing where the text is no number. */
	else if (node->quoted || lua_stringtonumber(L, node->text) != node->len + 1)
		lua_pushlstring(L, node->text, node->len);
}

void cr_lua_push_yaml(lua_State *L, const struct cr_yaml_node *node)
{
	lua_Integer i = 1;

	luaL_checkstack(L, 8, "data nests too deep");
	if (node->kind == CR_YAML_SCALAR) {
		push_scalar(L, node);
		return;
	}
	lua_newtable(L);
	for (const struct cr_yaml_node *c = node->first; c; c = c->next) {
		cr_lua_push_yaml(L, c);
		if (node->kind == CR_YAML_MAPPING)
			lua_setfield(L, -2, c->key);
		else
			lua_rawseti(L, -2, i++);
	}
	cr_lua_freeze(L, "data");
}

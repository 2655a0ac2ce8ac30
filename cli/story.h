/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision told: as a short story for people, as JSON for programs. */
#ifndef CR_CLI_STORY_H
#define CR_CLI_STORY_H

#include "policies/decide/decision.h"

#include <json-c/json.h>
#include <stdio.h>

/** Tell what was understood of REQUEST and what DECISION makes of it. */
void cr_cli_story(FILE *out, const struct cr_request *request, const struct cr_decision *decision);

/** All of DECISION as a JSON object; the caller releases it. */
struct json_object *cr_cli_story_json(const struct cr_decision *decision);

#endif

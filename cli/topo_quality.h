/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A judged allocation as JSON, for `topo` and `rank`. */
#ifndef CR_CLI_TOPO_QUALITY_H
#define CR_CLI_TOPO_QUALITY_H

#include "topology/quality.h"

#include <json-c/json.h>

/** Q, measured on T, as an object that the caller owns. */
struct json_object *cr_topo_quality_json(const struct cr_quality *q, const struct cr_topology *t);

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
// A `NavQuery` answers questions about a navmesh. `locate` finds the floor below a point, and `route` finds a
// route of an agent without width. The cells that the route passes through are chosen by approximate lengths, so that
// other cells may have a shorter route; through these cells it is the shortest in plan, exactly.
#pragma once
#include "plumb/pipeline/nav_query.h"  // IWYU pragma: export

// SPDX-License-Identifier: GPL-3.0-or-later
// A `NavQuery` answers questions about a navmesh. `locate` finds the floor below a point; `route` finds the path of an
// agent without width that is the shortest in plan, exactly, and `path` the same in doubles, for those who ask often.
// An `UpdatedQuery` is one of a level whose doors close and open.
#pragma once
#include "plumb/pipeline/nav_query.h"      // IWYU pragma: export
#include "plumb/pipeline/updated_query.h"  // IWYU pragma: export

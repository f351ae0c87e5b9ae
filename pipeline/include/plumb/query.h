// SPDX-License-Identifier: GPL-3.0-or-later
// The shortest route of an agent without width on a navmesh: `NavQuery`.
#pragma once
#include "plumb/pipeline/nav_query.h"  // IWYU pragma: export

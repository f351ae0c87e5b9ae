// SPDX-License-Identifier: GPL-3.0-or-later
// Another baker's navmesh judged by the exact one, as `plumb audit` does: `make_audit_options` checks the options,
// `audit` compares, `read_foreign_mesh` reads a navmesh of any format.
#pragma once
#include "plumb/pipeline/audit.h"         // IWYU pragma: export
#include "plumb/pipeline/foreign_mesh.h"  // IWYU pragma: export

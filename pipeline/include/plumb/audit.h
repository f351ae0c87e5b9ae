// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find how another baker's navmesh differs from the exact one, as `plumb audit` does. `make_audit_options`
// checks the options, and `audit` bakes the scene, compares both navmeshes and returns `AuditFacts`; `audit_text`,
// `audit_json`, `audit_csv` and `audit_junit` print these. `read_foreign_mesh` alone reads a navmesh of any format.
#pragma once
#include "plumb/pipeline/audit.h"         // IWYU pragma: export
#include "plumb/pipeline/foreign_mesh.h"  // IWYU pragma: export

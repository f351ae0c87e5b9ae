// SPDX-License-Identifier: GPL-3.0-or-later
// These calls find how another baker's navmesh differs from the exact one, as `plumb audit` does. `foreign_mesh` makes
// the other navmesh from arrays; `read_foreign_mesh` reads one of any format. `audit(baked, mesh, settings, progress)`
// judges it by a level that is baked, and returns `AuditFacts`, as it does of a `Navmesh`; `audit_text`, `audit_json`,
// `audit_csv`, `audit_junit` and `audit_sarif` print these. `read_baseline` reads what an earlier audit found, for
// `AuditSettings::baseline`. `make_audit_options` and `audit(options, progress)` do all of it with files.
// `read_navmesh` makes a `Navmesh` of a file of any format.
#pragma once
#include "plumb/pipeline/any_navmesh.h"   // IWYU pragma: export
#include "plumb/pipeline/audit.h"         // IWYU pragma: export
#include "plumb/pipeline/foreign_mesh.h"  // IWYU pragma: export

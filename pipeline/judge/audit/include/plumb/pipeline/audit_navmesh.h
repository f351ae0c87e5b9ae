// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/navmesh.h"

namespace plumb::pipeline {

/// Judges the present navmesh, exactly, by a level that is baked: audit() of a ForeignMesh. Its cells, as the findings
/// name them, are those of Navmesh::data().
Result<AuditFacts> audit(const Baked& baked, const Navmesh& navmesh, const AuditSettings& settings, Progress& progress);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/foreign_nav_mesh.h"
#include "plumb/pipeline/navmesh.h"

namespace plumb::pipeline {

/// A navmesh of a file of any format, as read_any_nav_mesh() reads it. Errors: those of it, and of Navmesh::of().
Reply<Navmesh> read_navmesh(const std::string& path, const ForeignMeshOptions& options = {});

/// Judges the present navmesh, exactly, by a level that is baked: audit() of a ForeignMesh. Its cells, as the findings
/// name them, are those of Navmesh::data().
Result<AuditFacts> audit(const Baked& baked, const Navmesh& navmesh, const AuditSettings& settings, Progress& progress);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Another baker's navmesh as one of ours, so that everything that is asked of a navmesh can be asked of it.
struct ForeignNavMesh {
  NavMesh mesh;                                    ///< with z up; info.up is the axis of its file
  std::vector<ForeignMesh::Index> polygons;        ///< by cell, the polygon that it is, or is a triangle of
  std::shared_ptr<const ForeignMesh> source = {};  ///< by read_any_nav_mesh(), what was read; none of Plumb's own
  // What a NavMesh cannot say of it:
  std::size_t left_out = 0;     ///< polygons that have no area, or wind around some place otherwise than once
  std::size_t connections = 0;  ///< links by off-mesh connections alone
  std::size_t apart = 0;        ///< other links, of polygons without edges that run beside one another
};

/// Its polygons as cells: a convex one is a cell, flat or in triangles; of another one each triangle is. All admit one
/// stance, "agent", of the height that the file gives the agent, or 1. Where linked polygons have a stretch of edge in
/// common there is a flush portal. Where they have none, the portal leads between those edges of both that run beside
/// one another in opposite directions and are nearest there: a step if they are over one another, else a weld. Errors:
/// no_face, if nothing is left; bad_option, for one that was read of Plumb's own .json, which has said more. Requires a
/// valid mesh. Cost: n log n, and the edges of linked polygons without a common one. Exact.
Result<ForeignNavMesh> nav_mesh_of(const ForeignMesh& mesh, unsigned threads);

/// Reads a navmesh of any format that read_foreign_mesh() reads; Plumb's own .json as read_nav_mesh_json() does, with
/// all its stances. Errors: those of both.
Result<ForeignNavMesh> read_any_nav_mesh(const std::string& path, const ForeignMeshOptions& options = {});

/// One line on what a NavMesh cannot say of it; empty if there is nothing.
std::string what_is_left_out(const ForeignNavMesh& mesh);

}  // namespace plumb::pipeline

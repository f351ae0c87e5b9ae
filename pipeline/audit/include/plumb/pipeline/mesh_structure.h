// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {

/// What is odd about the polygons of a navmesh, seen from above; polygons by their place in the list.
struct MeshStructure {
  std::vector<ForeignMesh::Index> degenerate;  ///< without an area
  std::vector<ForeignMesh::Index> nonconvex;   ///< among those with one
  std::vector<ForeignMesh::Index> folded;      ///< of these, those that lie over themselves
  std::vector<ForeignMesh::Index> clockwise;
  struct Edge {
    ForeignMesh::Index from, to;               ///< points
    std::vector<ForeignMesh::Index> polygons;  ///< ascending, three or more
  };
  std::vector<Edge> crowded_edges;  ///< of three polygons or more, from point to point
  struct Junction {
    ForeignMesh::Index corner;  ///< a point
    SharedEdge::At edge;        ///< of another polygon, within which it lies
    auto operator<=>(const Junction&) const = default;
  };
  std::vector<Junction> t_junctions;  ///< where the two polygons have a stretch of edge in common
};

MeshStructure find_structure(const ForeignMesh& mesh, unsigned threads);

/// The polygons' corners, and which run clockwise, as shared_edges() takes them.
CornerLists corner_lists(const ForeignMesh& mesh);
std::vector<bool> clockwise_polygons(const ForeignMesh& mesh);

/// By polygon, the number of its component, from 0 by lowest polygon.
std::vector<std::uint32_t> components(const ForeignMesh& mesh);

/// Fills in the links of a mesh whose file has none: polygons whose edges share a stretch, or come within `join`.
void link_by_edges(ForeignMesh& mesh, const std::optional<mpq_class>& join, unsigned threads);

}  // namespace plumb::pipeline

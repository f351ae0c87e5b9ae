// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "gap_mesh.h"

namespace plumb::pipeline {

/// Why two boundaries are not joined (Sanchez 2021, 2.5.3; the last four are ours).
enum class GapRule : std::uint8_t {
  // Two vertices: an edge would have two triangles on one side.
  outgoing,  ///< both have a half-edge to one neighbour
  incoming,  ///< both have a half-edge from one neighbour
  folded,    ///< two triangles beyond a common edge would lie on one another
  // Two vertices: triangles around a point would not be fans side by side, or one disc.
  inner,      ///< one is not on the boundary, and the other has triangles
  neighbour,  ///< a fan around a common neighbour would become a disc, beside others
  cycle,      ///< some fans around both would become a disc, beside others; of a vertex and an edge, too
  // A vertex and an edge.
  same_triangle,    ///< they are of one
  opposite_vertex,  ///< the vertex is joined to the corner opposite of the edge
  half_edge_from,   ///< a triangle has the half-edge from the edge's start to the vertex
  half_edge_to,     ///< ... from the vertex to the edge's end
  fan_at_start,     ///< a fan around the edge's start would become a disc, beside others
  fan_at_end,       ///< ... around its end
  // Ours.
  wall,    ///< they are on opposite sides of one wall
  creep,   ///< a vertex would end farther than the gap from where it was
  flip,    ///< a triangle would lose its area in plan, or turn over
  column,  ///< something between them stops who stands there
};
inline constexpr std::size_t gap_rule_count = 16;
const char* text_of(GapRule rule);
constexpr std::uint32_t bit_of(GapRule rule) { return 1u << static_cast<unsigned>(rule); }

/// To bring a vertex to another, or to a place on an edge.
struct Contraction {
  GapMesh::Index vertex = 0;
  GapMesh::Index onto = TriangleMesh::none;  ///< a vertex; none: on to the edge
  GapMesh::Id edge = GapMesh::none;          ///< of the boundary
  ExactPoint nearest;                        ///< the place of it nearest to the vertex
  ExactPoint at;                             ///< where both are brought
};

/// Whether fans with walls on both sides would meet across one of these. Where walls cross in one place, each arm may
/// have an opening, and there they do meet.
bool walled_apart(const GapMesh& mesh, const Contraction& contraction);
/// Sides of walls, one of each two that it would make one edge: with a corner more they stay two.
std::vector<GapMesh::Id> walls_that_meet(const GapMesh& mesh, const Contraction& contraction);

/// What the rules need beyond the mesh.
struct GapRules {
  mpq_class squared_gap;
  /// Whether something stops the stance between two points.
  std::function<bool(const ExactPoint&, const ExactPoint&)> stopped;

  /// The first rule that forbids it, in their order but for those of `left_out`, by bit_of(); none: it is allowed.
  std::optional<GapRule> forbids(const GapMesh& mesh, const Contraction& c, std::uint32_t left_out = 0) const;
};

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "plumb/pipeline/triangle_stages.h"
#include "plumb/surface/fan_mesh.h"

namespace plumb::pipeline {

/// Why a contraction is forbidden (Sanchez 2021, 2.5.3; the last four rules are ours).
enum class GapRule : std::uint8_t {
  // Of two vertices: an edge would have two triangles on one side.
  outgoing,  ///< both have a half-edge to one neighbour
  incoming,  ///< both have a half-edge from one neighbour
  folded,    ///< two triangles beyond a common edge would lie on one another
  // Of two vertices: the triangles around some vertex would be neither fans side by side nor one disc.
  inner,      ///< one of them is inside of the mesh, and the other has triangles
  neighbour,  ///< a fan around a common neighbour would become a disc, beside others
  cycle,      ///< some fans around both would become a disc, beside others; also a rule of a vertex and an edge
  // Of a vertex and an edge.
  same_triangle,    ///< both are of one triangle
  opposite_vertex,  ///< the vertex is joined to the corner opposite of the edge
  half_edge_from,   ///< a triangle has the half-edge from the edge's start to the vertex
  half_edge_to,     ///< ... from the vertex to the edge's end
  fan_at_start,     ///< a fan around the edge's start would become a disc, beside others
  fan_at_end,       ///< ... around its end
  // Ours.
  wall,    ///< they are on opposite sides of one wall
  creep,   ///< a vertex would end farther than the gap from where it was
  flip,    ///< a triangle would lose its area in plan, or turn over
  column,  ///< an obstacle between them stops the agent
};
inline constexpr std::size_t gap_rule_count = 16;
const char* text_of(GapRule rule);
constexpr std::uint32_t bit_of(GapRule rule) { return 1u << static_cast<unsigned>(rule); }

/// A contraction: a vertex is merged with another one, or with a place on a boundary edge.
struct Contraction {
  surface::FanMesh::Index vertex = 0;
  surface::FanMesh::Index onto = TriangleMesh::none;   ///< the other vertex; none: a place on the edge
  surface::FanMesh::Id edge = surface::FanMesh::none;  ///< a boundary edge
  ExactPoint nearest;                                  ///< the place of the edge nearest to the vertex
  ExactPoint at;                                       ///< where the merged vertex will be
};

/// Whether fans between two walls would meet across one of these walls. Where walls cross in one place each arm may
/// have an opening, and there fans may meet.
bool walled_apart(const surface::FanMesh& mesh, const Contraction& contraction);
/// The sides of walls that the contraction would make one edge, one of each pair. With a corner more on one of them
/// they stay two edges.
std::vector<surface::FanMesh::Id> walls_that_meet(const surface::FanMesh& mesh, const Contraction& contraction);

/// What the rules need beyond the mesh.
struct GapRules {
  mpq_class squared_gap;
  /// Whether an obstacle stops the stance between two points.
  std::function<bool(const ExactPoint&, const ExactPoint&)> stopped;

  /// The first rule, in their order, that forbids a contraction; none if it is allowed. Rules in `left_out` (bit_of)
  /// are not tried.
  std::optional<GapRule> forbids(const surface::FanMesh& mesh, const Contraction& c, std::uint32_t left_out = 0) const;
};

}  // namespace plumb::pipeline

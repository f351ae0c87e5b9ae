// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A navmesh in plain arrays, for whoever loads it into an engine: convex polygons in binary32 with their neighbours.
/// It is the conforming mesh of one stance (docs/reference/exports.md, Conforming meshes): two polygons have an edge
/// between the same two vertices only if a way leads across it. Steps and welds, which are no edges, are links.
struct FloatMesh {
  static constexpr std::uint32_t none = 0xffffffffu;

  /// A way from polygon a to polygon b and back, over a step, or from a to b alone, over a weld.
  struct Link {
    std::uint32_t a = 0, b = 0;
    PortalKind kind = PortalKind::step;
    kernel::Label stance = 1;  ///< the greatest that may use it
    /// The stretch of the boundary of a, counter-clockwise around it, and the points of b reached from its two ends.
    std::array<std::array<float, 3>, 2> on_a{}, on_b{};
  };

  std::vector<std::array<float, 3>> vertices;  ///< in the axes of the input, relative to the origin
  std::array<double, 3> origin{};              ///< in the axes of the input
  std::vector<std::uint32_t> offsets;     ///< polygon i has corners [offsets[i], offsets[i + 1]); one more than these
  std::vector<std::uint32_t> corners;     ///< vertices, counter-clockwise seen from above
  std::vector<std::uint32_t> neighbours;  ///< [i]: the polygon beyond the edge that begins at corner i, or none
  std::vector<kernel::Label> stances;     ///< by polygon: the greatest stance that fits there
  std::vector<double> areas;              ///< by polygon: in plan, about
  std::vector<NavMesh::CellIndex> cells;  ///< by polygon: the cell of the navmesh that it is a part of
  std::vector<Link> links;                ///< ascending by a, then b
  std::uint64_t lost_links = 0;           ///< stretches of steps and welds of which rounding has left no polygon

  std::size_t size() const { return cells.size(); }
};

struct FloatMeshSettings {
  kernel::Label stance = 1;               ///< 1 is the lowest, K the highest
  std::size_t most_corners = any_number;  ///< of a polygon, at least 3: Detour's have 6
  std::array<double, 3> origin = {};      ///< in the axes of the input; is subtracted before numbers are rounded
  unsigned threads = 1;                   ///< the result does not depend on them
};

/// The mesh of a stance: polygons where it or a greater one fits. The derived mesh must not be used by another thread
/// meanwhile. Errors: bad_option (no such stance, an origin that is not finite, fewer than 3 corners), too_large
/// (points that binary32 does not reach from there).
///
/// A portal that leads along several polygons becomes a link for each pair of them. Which polygons these are is decided
/// by doubles.
Result<FloatMesh> float_mesh(DerivedMesh& derived, const FloatMeshSettings& settings = {});

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/pipeline/plan_map.h"

namespace plumb::pipeline {

/// Triangles by half-edges: triangle t has 3 t, 3 t + 1 and 3 t + 2, counter-clockwise. Those that are not blocked come
/// first. Of a map it is a constrained Delaunay triangulation of its convex hull; floors over one another have one too
/// (floor_plan.h), which lies over itself.
struct PlanTriangulation {
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  struct HalfEdge {
    Index from = 0;
    /// The other one of its segment. None: at the hull, and at the border of floors. Where more than two floors meet,
    /// each has the next one, in a circle; over a gap it is its own.
    Index twin = none;
    SegmentKind kind = SegmentKind::none;
    bool operator==(const HalfEdge&) const = default;
  };

  std::vector<kernel::NearPoint> points;  ///< those of the map, and perhaps more
  std::vector<HalfEdge> half_edges;
  std::vector<Index> regions;      ///< by triangle that is not blocked: its number in weights
  std::vector<mpq_class> weights;  ///< by region
  std::vector<mpq_class>
      heights;  ///< of floors, by half-edge: where it begins, in its triangle; of a map there are none

  bool is_flat() const { return heights.empty(); }
  static Index next(Index h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static Index prev(Index h) { return h % 3 == 0 ? h + 2 : h - 1; }
  /// Of those that are not blocked.
  std::size_t triangle_count() const { return regions.size(); }
  bool is_blocked(Index triangle) const { return triangle >= regions.size(); }
  Index from(Index h) const { return half_edges[h].from; }
  Index to(Index h) const { return half_edges[next(h)].from; }
  Index apex(Index h) const { return half_edges[prev(h)].from; }  ///< the corner opposite to a half-edge
  Index twin(Index h) const { return half_edges[h].twin; }
  /// Whether a path may cross it.
  bool is_open(Index h) const {
    return half_edges[h].twin != none && half_edges[h].kind != SegmentKind::obstacle &&
           half_edges[h].kind != SegmentKind::barrier;
  }
  /// Calls visit(half-edge) for all half-edges of a segment, from the given one on.
  template <class Visit>
  void each_side(Index h, Visit&& visit) const {
    Index side = h;
    do {
      visit(side);
      side = half_edges[side].twin;
    } while (side != none && side != h);
  }
  /// The lowest half-edge of a segment: what names it.
  Index lowest(Index h) const {
    Index out = h;
    each_side(h, [&](Index side) { out = std::min(out, side); });
    return out;
  }
  /// Of floors that meet at an edge: how much higher the highest is than the lowest, at most. 0: they are flush.
  mpq_class rise(Index h) const;
  /// How high a triangle of floors is over a place.
  mpq_class height(Index triangle, const kernel::PlanPoint& at) const;

  /// Triangles that a place is in or on, and after them those that are joined with these over open edges that it is on.
  std::vector<Index> joined_at(const kernel::NearPoint& place, std::vector<Index> triangles) const;

  const mpq_class& weight(Index triangle) const { return weights[regions[triangle]]; }
};

/// Which segments of a map are kept as edges.
enum class KeptSegments : std::uint8_t { obstacles, obstacles_and_borders };

/// Points that are on no kept segment are left out. With obstacles alone the weights are meaningless: all triangles are
/// of region 0.
/// @param barriers more edges, SegmentKind::barrier; their ends may lie within segments, and they may cross borders and
/// one another, but not obstacles.
PlanTriangulation triangulate(const PlanMap& map, KeptSegments kept,
                              std::span<const std::array<kernel::PlanPoint, 2>> barriers = {});

/// Half-edges and twins fit, triangles turn left, obstacles are around what is not blocked, and no vertex that a
/// triangle sees is within its circle. Of maps.
bool is_valid(const PlanTriangulation& triangulation);

}  // namespace plumb::pipeline

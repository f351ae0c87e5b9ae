// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "plumb/plan/plan_map.h"

namespace plumb::plan {

/// A place in doubles, for estimates.
using DoublePoint = std::array<double, 2>;
inline DoublePoint to_doubles(const kernel::PlanPoint& p) { return {p[0].get_d(), p[1].get_d()}; }

/// A triangulation as an array of half-edges: triangle t has 3 t, 3 t + 1 and 3 t + 2, counter-clockwise. Triangles
/// that are not blocked come first. Of a map it is a constrained Delaunay triangulation of the convex hull. Floors over
/// one another have one too (floor_plan.h); it may lie over itself and need not be Delaunay.
struct PlanTriangulation {
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  struct HalfEdge {
    Index from = 0;
    /// The half-edge on the other side of the segment; none at the hull, and at the border of floors. Where more than
    /// two floors meet, each half-edge has the next one, in a circle. At a gap between floors it is its own twin.
    Index twin = none;
    SegmentKind kind = SegmentKind::none;
    bool operator==(const HalfEdge&) const = default;
  };

  std::vector<kernel::FilteredPoint> points;  ///< the points of the map, and perhaps more
  std::vector<HalfEdge> half_edges;
  std::vector<Index> regions;      ///< by triangle that is not blocked: the number of its weight
  std::vector<mpq_class> weights;  ///< by region
  std::vector<mpq_class>
      heights;  ///< of floors, by half-edge: the height at which it begins, in its triangle; empty for a map

  bool is_flat() const { return heights.empty(); }
  static Index next(Index h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static Index prev(Index h) { return h % 3 == 0 ? h + 2 : h - 1; }
  /// The number of triangles that are not blocked.
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
  /// The lowest half-edge of a segment, by which the segment is named.
  Index lowest(Index h) const {
    Index out = h;
    each_side(h, [&](Index side) { out = std::min(out, side); });
    return out;
  }
  /// How much higher the highest of the floors that meet at an edge is than the lowest, at most along the edge. 0: they
  /// are flush.
  mpq_class rise(Index h) const;
  /// The height of a triangle of floors over a place.
  mpq_class height(Index triangle, const kernel::PlanPoint& at) const;

  /// The given triangles, which a place is in or on, and then all triangles that are joined to these over open edges on
  /// which the place lies.
  std::vector<Index> joined_at(const kernel::FilteredPoint& place, std::vector<Index> triangles) const;

  const mpq_class& weight(Index triangle) const { return weights[regions[triangle]]; }
};

/// Which segments of a map are kept as edges.
enum class KeptSegments : std::uint8_t { obstacles, obstacles_and_borders };

/// Triangulates a map. Points that are on no kept segment are left out. With KeptSegments::obstacles the weights have
/// no meaning: all triangles are of region 0.
/// @param barriers more edges, SegmentKind::barrier; their ends may lie within segments, and they may cross borders and
/// one another, but not obstacles.
/// @param first_barrier by half-edge of kind barrier: the first of the barriers that run along it
PlanTriangulation triangulate(const PlanMap& map, KeptSegments kept,
                              std::span<const std::array<kernel::PlanPoint, 2>> barriers = {},
                              std::vector<PlanTriangulation::Index>* first_barrier = nullptr);

/// Of maps: half-edges and twins fit, triangles turn left, obstacles surround what is not blocked, and no vertex that a
/// triangle sees lies within its circle.
bool is_valid(const PlanTriangulation& triangulation);

/// An end of a route: a place, and the triangles that it is in or on. Of maps these are all triangles there; of floors
/// those at the height of the end.
struct RouteEnd {
  kernel::PlanPoint at;
  std::vector<PlanTriangulation::Index> triangles;  ///< ascending
};

/// Finds the triangle of a point by walking there, without an index (Lawson 1977): from a triangle over a side drawn at
/// random that has the point beyond it, and so on. Where two sides have it beyond them chance decides, but a triangle
/// that was not seen before is preferred, since in a constrained triangulation a walk may run in a circle.
///
/// The walk goes through blocked triangles too: the hull of a map is convex, its free part is not. The same seed gives
/// the same walks. Keeps a reference.
class OrientedWalk {
 public:
  using Index = PlanTriangulation::Index;

  explicit OrientedWalk(const PlanTriangulation& triangulation, std::uint32_t seed = 1)
      : triangulation_(triangulation), state_(seed), seen_(triangulation.half_edges.size() / 3, 0) {}

  /// A triangle that the point is in or on the boundary of, blocked or not; none beyond the hull.
  std::optional<Index> locate(const kernel::FilteredPoint& point);
  /// All such triangles that are not blocked, ascending: several where the point is on a side or a vertex.
  std::vector<Index> triangles_at(const kernel::FilteredPoint& point);

  /// How many triangles were passed since the walks began.
  std::size_t steps() const { return steps_; }

 private:
  std::uint32_t draw(std::uint32_t count);

  const PlanTriangulation& triangulation_;
  std::uint32_t state_;
  std::vector<std::uint32_t> seen_;  // by triangle: the last walk that was there
  std::uint32_t walk_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace plumb::plan

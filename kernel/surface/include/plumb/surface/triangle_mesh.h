// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/provenance.h"

namespace plumb::surface {

using kernel::ExactPoint;

/// Why a mesh ends at an edge (Sanchez 2021, 2.4.2).
enum class EdgeClass : std::uint8_t {
  open,        ///< the polygon ends there, or another polygon owns what lies beyond
  blocked,     ///< beyond it the headroom is too low
  inner_wall,  ///< blocked by a wall, seen from behind
  step,        ///< the agent steps over it to the floor beyond, no more than a step higher or lower: it is no border
};
/// "open", "blocked", "inner_wall", "step".
const char* text_of(EdgeClass edge_class);

/// Triangles in exact coordinates that face up, and the edges at which they end.
struct TriangleMesh {
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  struct Triangle {
    std::array<Index, 3> corners{};                  ///< into points, counter-clockwise seen from above
    kernel::PolygonId surface = kernel::no_polygon;  ///< the polygon that it lies on, if it does
    Index plateau = none, ramp = none;
    /// The number of the part of the level that it belongs to: of all floors that joined sides and steps connect.
    Index component = none;
    bool operator==(const Triangle&) const = default;
  };
  /// The side of a triangle from its corner `side` to the next, with nothing beyond.
  struct BoundaryEdge {
    Index triangle = 0;
    std::uint8_t side = 0;
    EdgeClass edge_class = EdgeClass::open;
    Index wall_line = none;     ///< the number of the line of the walls that it runs along
    bool left_of_wall = false;  ///< the triangle is on the left of that line, seen from low x, then y, to high
    bool operator==(const BoundaryEdge&) const = default;
  };

  /// z up, input units. A place may have several points: triangles that meet in a point only, or along an edge that is
  /// boundary of both, do not share it.
  std::vector<ExactPoint> points;
  std::vector<Triangle> triangles;
  std::vector<BoundaryEdge> boundary;  ///< ascending by triangle, then side
};

/// By triangle and side, the triangle beyond it, which has the same side in the opposite direction; or none.
std::vector<std::array<TriangleMesh::Index, 3>> neighbours(const TriangleMesh& mesh);

/// Adds the triangles of `part`, which keep their order and are not joined to those of `mesh`.
void append(TriangleMesh& mesh, const TriangleMesh& part);

/// The area of the projection. `exact_digits`: longest "p/q" to keep, in characters (0: any).
kernel::Area plan_area(const TriangleMesh& mesh, std::uint64_t exact_digits);
/// The sum of areas, in the form of plan_area().
kernel::Area sum_of(const std::vector<mpq_class>& areas, std::uint64_t exact_digits);
/// Bits of the longest numerator or denominator of a point's coordinates.
std::size_t coordinate_bits(const ExactPoint& point);
/// That of all points.
std::size_t longest_coordinate(const TriangleMesh& mesh);

/// Every triangle has area in plan; no two have a side in one direction; the triangles around a point are one fan,
/// which around an inner point goes round once; `boundary` lists just the sides with nothing beyond.
bool is_valid(const TriangleMesh& mesh);

}  // namespace plumb::surface

// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/cell_subdivision.h"
#include "plumb/kernel/convex_ring.h"

namespace plumb::kernel {

/// The ImplicitPlan in which a leaf of a CellSubdivision is cut. The lines of a ring whose corners all lie on the grid
/// run through points of a table; the lines of any other ring are given by their coefficients, in lowest terms.
class LeafPlan {
 public:
  /// Coordinates are multiples of 1 / unit, relative to the grid point below the least x and y of the first ring. Keeps
  /// references to the rings, to their list and to the unit. A ring that is not on the grid may be null, and be put
  /// into the list before its cell is asked for.
  LeafPlan(std::span<const PlanRing* const> rings, const mpz_class& unit);

  ImplicitPlan& plan() { return *plan_; }
  /// The ring at that place of the list, clipped to the half-planes of `limits`, as a cell: rings run
  /// counter-clockwise, cells clockwise. The cell has no corners if nothing of positive area is left. `sides`:
  /// sides_of() the ring, if they are known.
  ConvexCell cell(std::size_t ring, PolygonId name, std::span<const HalfPlane> sides = {},
                  std::span<const HalfPlane> limits = {});
  /// The corners of a cell as a ring, counter-clockwise.
  PlanRing ring(const ConvexCell& cell);
  /// The same, starting at the lowest corner, with the lines of the sides.
  SubdivisionPiece piece(const ConvexCell& cell, std::vector<AreaId> areas);
  /// A bound on the length of the integers whose signs predicates about lines of cell() take.
  int longest_bits() const { return std::max(4 * coordinate_bits_ + 6, 2 * normal_bits_ + offset_bits_ + 3); }

 private:
  void make_points();
  ConvexCell whole_cell(std::size_t ring, PolygonId name, std::span<const HalfPlane> sides);
  LineId line(const HalfPlane& h, LineSource source);
  const PlanPoint& place(VertexId v);

  std::span<const PlanRing* const> rings_;
  const mpz_class& unit_;
  const mpz_class zero_;
  mpz_class origin_[2];
  std::vector<PointId> first_;  // by ring: its first point; no_point if some corner is not on the grid
  std::vector<const PlanPoint*> corners_{nullptr};  // by point; the first is the origin
  // The bits of the longest coordinate of a point, and of the longest coefficients a or b, and c, of the other lines. A
  // side predicate is about three lines: a sum of six products of two normal coefficients and an offset.
  int coordinate_bits_ = 0, normal_bits_ = 0, offset_bits_ = 0;
  std::optional<PointTable> points_;
  std::optional<ImplicitPlan> plan_;
  std::unordered_map<VertexId, PlanPoint> places_;  // those computed so far: pieces share their vertices
};

}  // namespace plumb::kernel

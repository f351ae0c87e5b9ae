// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/cell_subdivision.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::kernel {

/// The frame that a leaf of a CellSubdivision is cut in. Rings whose corners are all on a grid are made of points; of
/// others each side is a line by its coefficients, in lowest terms.
class LeafFrame {
 public:
  /// Coordinates are over the grid 1 / unit, relative to its point next to the lowest corner of the first ring. Keeps
  /// references to all of these.
  LeafFrame(std::span<const PlanRing* const> rings, const mpz_class& unit);

  Frame& frame() { return *frame_; }
  /// A ring by its place in the list, which runs counter-clockwise, as a cell, which runs clockwise: what of it is
  /// within limits, without corners if that has no area. `sides`: sides_of() the ring, if they are known.
  ConvexCell cell(std::size_t ring, PolygonId name, std::span<const HalfPlane> sides = {},
                  std::span<const HalfPlane> limits = {});
  /// A cell's corners, the other way around.
  PlanRing ring(const ConvexCell& cell);
  /// The same from the lowest corner, with its sides' lines.
  SubdivisionPiece piece(const ConvexCell& cell, std::vector<AreaId> areas);
  /// No predicate about lines of cell() takes the sign of a longer integer.
  int longest_bits() const { return std::max(4 * coordinate_bits_ + 6, 2 * normal_bits_ + offset_bits_ + 3); }

 private:
  ConvexCell whole_cell(std::size_t ring, PolygonId name, std::span<const HalfPlane> sides);
  LineId line(const HalfPlane& h, LineSource source);
  const PlanPoint& place(VertexId v);

  std::span<const PlanRing* const> rings_;
  const mpz_class& unit_;
  mpz_class origin_[2];
  std::vector<PointId> first_;                      // by ring: the number of its first corner, if all are on the grid
  std::vector<const PlanPoint*> corners_{nullptr};  // by number; the first is the origin
  // Of the longest coordinate of a point; of the other lines' coefficients. Side and vertex are three lines: six
  // products of a coefficient of each, of which one is an offset.
  int coordinate_bits_ = 0, normal_bits_ = 0, offset_bits_ = 0;
  std::optional<PointTable> points_;
  std::optional<Frame> frame_;
  std::unordered_map<VertexId, PlanPoint> places_;  // made so far: pieces share their vertices
};

}  // namespace plumb::kernel

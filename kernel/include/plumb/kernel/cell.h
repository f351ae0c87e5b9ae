// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex cells, whose corners are implicit vertices of an ImplicitPlan, and what is asked of them while they are cut.
// Coordinates are made only on the way out, at the end of this header.
#pragma once
#include <gmpxx.h>

#include <array>
#include <boost/container/small_vector.hpp>
#include <span>
#include <vector>

#include "plumb/kernel/implicit_plan.h"

namespace plumb::kernel {

/// A convex polygon in the plane of an ImplicitPlan: a cyclic list of lines, clockwise, insides inward, with the
/// implicit vertices where consecutive ones meet. Strictly convex, of positive area: no two edges lie on one line.
class ConvexCell {
 public:
  std::size_t size() const { return corners_.size(); }
  const Corner& operator[](std::size_t i) const { return corners_[i]; }
  const Corner* data() const { return corners_.data(); }
  auto begin() const { return corners_.begin(); }
  auto end() const { return corners_.end(); }
  std::size_t previous(std::size_t i) const { return i == 0 ? size() - 1 : i - 1; }
  std::size_t next(std::size_t i) const { return i + 1 == size() ? 0 : i + 1; }

  void push_back(Corner c) { corners_.push_back(c); }
  void clear() { corners_.clear(); }

 private:
  friend class CellBuilder;
  boost::container::small_vector<Corner, 12> corners_;
};

/// Collects a boundary edge by edge and keeps it strictly convex: consecutive edges on one directed line become one,
/// and an edge that ends where it began is left out.
class CellBuilder {
 public:
  explicit CellBuilder(const ImplicitPlan& plan) : plan_(&plan) {}
  void add(LineId line, VertexId vertex);
  /// The cell, which may be no polygon (fewer than three corners: a point or a segment). Leaves the builder empty.
  ConvexCell finish();

 private:
  const ImplicitPlan* plan_;
  ConvexCell cell_;
};

using Signs = boost::container::small_vector<Sign, 16>;

/// The projection of a convex planar polygon that is not vertical, its corners clockwise seen from above. Corners in
/// the middle of a side are left out. Edge lines get provenance edge(id, index of the corner that the edge starts
/// from).
ConvexCell make_cell(ImplicitPlan& plan, PolygonId id, std::span<const PointId> corners);

/// Which side of the line every corner's vertex is on.
Signs sides(const ImplicitPlan& plan, const ConvexCell& cell, LineId line);

/// Where a line passes through a cell or along one of its edges: in order along the line. None if it misses the
/// interior and all edges. `signs`: sides(...) of the line.
struct Chord {
  VertexId from, to;
};
std::optional<Chord> chord(ImplicitPlan& plan, const ConvexCell& cell, LineId line, std::span<const Sign> signs);

/// Cuts a cell along a line that has corners strictly on both sides, whose sides(...) are given: `inside` and `outside`
/// of the line. Together they are the cell; their interiors are disjoint. Linear in the corners.
struct SplitCell {
  ConvexCell inside, outside;
};
SplitCell split(ImplicitPlan& plan, const ConvexCell& cell, LineId line, std::span<const Sign> signs);
/// The same, where the chord is known.
SplitCell split(const ConvexCell& cell, LineId line, std::span<const Sign> signs, const Chord& chord);

/// Is the vertex in the cell: positive in its interior, zero on its boundary, negative outside.
Sign contains(const ImplicitPlan& plan, const ConvexCell& cell, VertexId vertex);
/// Do the interiors of two cells of one plan meet? (Convex sets: iff no edge line of either separates them.)
bool interiors_overlap(const ImplicitPlan& plan, const ConvexCell& a, const ConvexCell& b);
/// At least three corners; every vertex on its two edge lines and strictly inside of all others; clockwise.
bool is_valid(const ImplicitPlan& plan, const ConvexCell& cell);

/// Coordinates, made only on the way out. In integer units relative to the plan's origin unless said otherwise.

/// The vertex as (x, y) in lowest terms.
std::array<mpq_class, 2> exact_point(const ImplicitPlan& plan, VertexId vertex);
/// The cell's vertices, clockwise.
std::vector<std::array<mpq_class, 2>> exact_points(const ImplicitPlan& plan, const ConvexCell& cell);
/// Twice the area of the cell: positive for every valid cell, zero for one of fewer than three corners.
mpq_class doubled_area(const ImplicitPlan& plan, const ConvexCell& cell);
/// Twice the area of a clockwise polygon.
mpq_class doubled_area(const std::vector<std::array<mpq_class, 2>>& clockwise);

}  // namespace plumb::kernel

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ledges.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// A line over or under a ledge: v = offset(u). What lies just beyond it, as seen from the ledge's inside (outward), or
/// from its outside (inward).
struct LineOver {
  const Ledge& ledge;
  kernel::Linear offset;
  bool inward = false;
};

/// A line in plan in doubles, in the integer units of the level's points: from one place to another, moved `offset` of
/// its length to the left. `ends`: whether what lies beside its two ends does not count.
struct NearLine {
  std::array<kernel::Interval, 2> from, run;
  kernel::Interval offset{0.0};
  bool inward = false;  ///< what is to the right counts, else what is to the left
  bool ends = true;

  /// The sign of how far beyond the line a place is; none: doubles do not tell, or it is on the line.
  std::optional<int> side(const kernel::Interval& px, const kernel::Interval& py) const {
    const kernel::Interval over = beyond(px, py, kernel::formulas::dot2d(run[0], run[1], run[0], run[1]));
    if (over.low > 0) return 1;
    if (over.high < 0) return -1;
    return std::nullopt;
  }
  /// Whether it is certain that a polygon has nothing just beyond the line. at(i): x and y of corner i.
  template <class At>
  bool is_missed_by(std::size_t corners, At&& at) const {
    const kernel::Interval length = kernel::formulas::dot2d(run[0], run[1], run[0], run[1]);
    bool within = true, past = true, before = ends, after = ends;
    for (std::size_t i = 0; i < corners; ++i) {
      const auto [px, py] = at(i);
      const kernel::Interval along = kernel::formulas::dot2d(run[0], run[1], px - from[0], py - from[1]);
      const kernel::Interval over = beyond(px, py, length);
      within = within && over.high <= 0;
      past = past && over.low > 0;
      before = before && along.high <= 0;
      after = after && along.low >= length.high;
    }
    return within || past || before || after;
  }

 private:
  kernel::Interval beyond(const kernel::Interval& px, const kernel::Interval& py,
                          const kernel::Interval& length) const {
    const kernel::Interval out =
        kernel::formulas::determinant(run[0], run[1], px - from[0], py - from[1]) - offset * length;
    return inward ? -out : out;
  }
};

/// A corner of a polygon: how far along the ledge it is, how far beyond the line, and how high.
struct CornerOver {
  mpq_class u, beyond, z;
};
CornerOver corner_over(const LineOver& line, const ExactPoint& corner);

/// Where a polygon lies just beyond a line: an interval of u within [0, 1], and its height there.
struct FloorSection {
  kernel::ExactInterval range;
  kernel::Linear height;
};
/// Of a convex polygon that is not vertical. None if it has no point beyond the line, or meets it in a point at most.
/// side(i): the sign of corner i, how far beyond the line it is, where doubles tell; exact(i): the corner.
std::optional<FloorSection> section_beyond(std::size_t corners,
                                           const std::function<std::optional<int>(std::size_t)>& side,
                                           const std::function<CornerOver(std::size_t)>& exact);

/// The facets of a navmesh on which somebody can stand, by place.
class FloorIndex {
 public:
  /// Keeps references. `unit`: the denominator of the level's points.
  FloorIndex(const NavMesh& mesh, const mpz_class& unit);

  struct Facet {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
  };
  struct Found {
    NavMesh::CellIndex cell;
    kernel::Label stance;
    FloorSection section;
  };
  /// Whether a facet may lie in a box.
  template <class Visit>
  bool any(const kernel::Box& box, Visit&& visit) const {
    return tree_->any(box, [&](std::uint32_t i) { return tree_->box(i).touches(box) && visit(i); });
  }
  /// Where the facet lies just beyond the line. `near`: doubles around that.
  std::optional<Found> beyond(const LineOver& line, const NearLine& near, std::uint32_t facet) const;
  /// Whether it is certain that it lies nowhere just beyond it.
  bool misses(const NearLine& line, std::uint32_t facet) const;

 private:
  std::span<const NavMesh::PointIndex> ring(std::uint32_t facet) const;
  // Doubles around a corner, in the integer units of the level's points.
  FilteredPoint near(NavMesh::PointIndex point) const;

  const NavMesh& mesh_;
  kernel::Interval scale_;
  std::vector<Facet> facets_;
  std::optional<kernel::BoxTree> tree_;
};

/// The polygons of a level that stand in the way of somebody who comes down just beyond a line.
class ColumnBeyond {
 public:
  /// Looks them up. Keeps references. Of the polygons that are not upright, those that may be between two heights
  /// (input units) over `range`.
  ColumnBeyond(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const LineOver& line,
               const kernel::ExactInterval& range, const mpq_class& lowest, const mpq_class& highest);
  /// Where one of them is strictly between two heights.
  kernel::IntervalSet stopped(const kernel::ExactInterval& range, const kernel::Linear& low,
                              const kernel::Linear& high) const;

 private:
  std::vector<FloorSection> sections_;
};

}  // namespace plumb::pipeline

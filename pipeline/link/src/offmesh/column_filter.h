// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <unordered_map>
#include <vector>

#include "offmesh/border_edges.h"

namespace plumb::pipeline {

/// The column test in doubles, for welds that a single polygon keeps from everybody everywhere: most are.
/// Not thread-safe: one object a thread.
///
/// The air that a polygon has to meet, made smaller where the floors cross, is convex: outward of both sides, above the
/// step over either floor, below the height over either. So is the part of the polygon in it. If that part has a point
/// strictly between the heights at or before the beginning of the stretch and another at or after its end, it has one
/// at every perpendicular between them. Both points are found in plain doubles, as mixtures of corners, or over a
/// vertex of a half-edge; that they are where they must be is proved by intervals. Only whether a wall stands on the
/// very line of a half-edge, as most do that stop somebody, is asked in fractions, once.
class ColumnFilter {
 public:
  /// Keeps references.
  ColumnFilter(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map,
               const BorderEdges& edges);

  /// A stance that is certainly stopped, the higher ones too, at every perpendicular from one side that meets the other
  /// from the front: the lowest of which this is seen; one more than there are if there is none.
  kernel::Label stopped_from(std::uint32_t edge, std::uint32_t other);

 private:
  // Affine functions of a point. Bounds are >= 0 in the air; ends are > 0 strictly inside the stretch: the first two
  // measure from where either half-edge has its beginning, the others from the ends.
  static constexpr std::size_t bounds = 6, functions = 10;
  using Values = std::array<kernel::Interval, functions>;
  struct Column {
    std::array<std::uint32_t, 2> numbers;
    kernel::IntervalSegment edge, other;
    kernel::IntervalVector run, other_run;
    kernel::Interval length, other_length, slope, other_slope;
  };
  // A point of the polygon.
  struct Mix {
    std::array<double, functions> value;
    std::vector<double> weights;  // of corners, positive in all
  };
  using Outline = std::vector<Mix>;

  Values values(const Column& column, const kernel::IntervalPoint& p, const kernel::Interval& height) const;
  bool stops(const Column& column, const kernel::Interval& height, std::uint32_t surface);
  bool is_on_line(std::uint32_t edge, std::uint32_t surface);
  bool has_point(const Outline& outline, std::size_t end) const;
  bool has_vertex(const Column& column, const kernel::Interval& height, std::uint32_t surface, std::size_t end);
  static bool is_in_air(const Values& v, std::size_t end);
  bool proved(const std::vector<double>& weights, std::size_t end) const;

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const BorderEdges& edges_;
  kernel::Interval step_;
  std::vector<kernel::Interval> heights_;
  std::vector<Values> corners_;  // of the polygon at hand
  std::uint32_t last_ = 0;       // polygon that stopped somebody
  std::unordered_map<std::uint64_t, bool> on_line_;
};

}  // namespace plumb::pipeline

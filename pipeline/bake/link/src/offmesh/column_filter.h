// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <unordered_map>
#include <vector>

#include "offmesh/border_edges.h"

namespace plumb::pipeline {

/// The column check in doubles, for welds that a single polygon stops for all stances along all of a stretch: most are.
/// Not thread-safe: one object for each thread.
class ColumnFilter {
 public:
  /// Keeps references.
  ColumnFilter(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const StanceMap& map,
               const BorderEdges& edges);

  /// The lowest stance that is proved to be stopped, as all higher ones are, at every perpendicular from one side that
  /// meets the other from the front. One more than the number of stances if none is.
  kernel::Label stopped_from(std::uint32_t edge, std::uint32_t other);

 private:
  // Affine functions of a point. The first six, the bounds, are >= 0 in the air. The last four are > 0 strictly inside
  // the stretch: two measure from where either half-edge begins the stretch, two from where either ends it.
  static constexpr std::size_t bounds = 6, functions = 10;
  using Values = std::array<kernel::Interval, functions>;
  struct Column {
    std::array<std::uint32_t, 2> numbers;
    kernel::IntervalSegment edge, other;
    kernel::IntervalVector run, other_run;
    kernel::Interval length, other_length, slope, other_slope;
  };
  // A point of the polygon: the functions there, and its weights.
  struct Mix {
    std::array<double, functions> value;
    std::vector<double> weights;  // of the corners, not negative
  };
  using Outline = std::vector<Mix>;

  Values values(const Column& column, const kernel::IntervalVertex& p, const kernel::Interval& height) const;
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
  std::vector<Values> corners_;  // by corner of the polygon at hand
  std::uint32_t last_ = 0;       // the polygon that stopped a stance last
  std::unordered_map<std::uint64_t, bool> on_line_;
};

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// For a flatter angle series use this sine, and no vicinity is shorter than this share of its edge: otherwise slivers,
/// of which real maps have many, would have 10^8 points on a side. Where a map has neither, the points are those of the
/// source.
inline constexpr double flattest_sine = 1.0 / 8, shortest_vicinity = 1.0 / 1024;

/// A series of points from one end of an edge: the distance of the first, and the ratio of the distances of each point
/// and the one before it.
struct SteinerSeries {
  double first;
  double ratio;  ///< more than 1
};

/// The places of the points on an edge of a given length, as distances from its beginning, ascending: one series from
/// each end (Aleksandrov, Lanthier, Maheshwari & Sack 1998). Where the series overlap the one with the larger intervals
/// ends. The ends of the edge are not among the points; if the series leave no room, there are none.
std::vector<double> steiner_positions(double length, const SteinerSeries& from_begin, const SteinerSeries& from_end);

/// The measures of a triangulation, in doubles, that decide where points are.
class SteinerShape {
 public:
  using Index = PlanTriangulation::Index;

  explicit SteinerShape(const WeightedArea& area);

  /// h_v: the distance of a vertex from the sides opposite to it, in its triangles that are not blocked.
  double height(Index vertex) const { return heights_[vertex]; }
  /// The sine of the smallest angle between an edge and the next edges at one of its ends, within triangles that are
  /// not blocked; 1 if these angles are 90 degrees or more.
  double least_sine(Index half_edge, Index end) const;
  /// The series of an edge from an end: vicinity spacing * h_v, ratio 1 + spacing times the least sine.
  SteinerSeries series(Index half_edge, Index end, double spacing) const;

 private:
  const PlanTriangulation& triangulation_;
  std::vector<double> heights_;
  std::vector<double> sines_;  // by half-edge that is not blocked: of its angle with the previous one
};

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/weighted_area.h"

namespace plumb::pipeline {

/// Of angles that are flatter than this, series take this for the sine, and no vicinity is shorter than this share of
/// its edge: else a sliver, of which real maps have many, would have 10^8 points on a side. Where a map has neither,
/// points are those of the source.
inline constexpr double flattest_sine = 1.0 / 8, shortest_vicinity = 1.0 / 1024;

/// Points from one end of an edge on: the first so far from it, each the ratio times as far as the one before it.
struct SteinerSeries {
  double first;
  double ratio;  ///< more than 1
};

/// Where points are on an edge of a length, seen from its beginning, ascending: one series from each end (Aleksandrov,
/// Lanthier, Maheshwari & Sack 1998). Where they overlap, that with the larger intervals ends. Ends themselves are not
/// among them; if the series leave no room, nothing is.
std::vector<double> steiner_positions(double length, const SteinerSeries& from_begin, const SteinerSeries& from_end);

/// What the points around a vertex and an edge depend on, in doubles.
class SteinerShape {
 public:
  using Index = PlanTriangulation::Index;

  explicit SteinerShape(const WeightedArea& area);

  /// h_v: how far the sides opposite to a vertex are, of its triangles that are not blocked.
  double height(Index vertex) const { return heights_[vertex]; }
  /// The sine of the smallest angle between an edge and the next ones at an end of it, within triangles that are not
  /// blocked; 1 if these are 90 degrees or more.
  double least_sine(Index half_edge, Index end) const;
  /// The series of an edge from an end: vicinity spacing * h_v, ratio 1 + spacing times the least sine.
  SteinerSeries series(Index half_edge, Index end, double spacing) const;

 private:
  const PlanTriangulation& triangulation_;
  std::vector<double> heights_;
  std::vector<double> sines_;  // by half-edge that is not blocked: of the angle between it and the one before it
};

}  // namespace plumb::pipeline

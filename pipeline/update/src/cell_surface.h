// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

/// A box in plan, in doubles around points.
struct PlanBox {
  template <class Points>
  explicit PlanBox(const Points& points) {
    for (const auto& p : points)
      for (std::size_t k = 0; k < 2; ++k) {
        const kernel::Interval i = kernel::interval_of(p[k]);
        low[k] = std::min(low[k], i.low);
        high[k] = std::max(high[k], i.high);
      }
  }
  bool touches(const PlanBox& o) const {
    return low[0] <= o.high[0] && o.low[0] <= high[0] && low[1] <= o.high[1] && o.low[1] <= high[1];
  }
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
};

/// A part of a facet of a cell.
struct FacetPart {
  std::size_t facet;                ///< of its cell
  std::vector<ExactPoint> corners;  ///< counter-clockwise in plan
};

/// A cell of a navmesh in space.
class CellSurface {
 public:
  CellSurface(const NavMesh::Cell& cell, const std::vector<ExactPoint>& points);

  /// The part of an area in which the cell lies within the area's heights: all of it or, on slopes, parts facet by
  /// facet, each between two lines.
  std::vector<kernel::PlanRing> parts_within(const UpdateArea& area) const;
  /// The parts of facets over a convex ring.
  std::vector<FacetPart> over(const kernel::PlanRing& ring) const;
  /// The straight way in plan between two places of the cell, in stretches that are straight in space.
  std::vector<std::array<ExactPoint, 2>> straight_ways(const kernel::PlanPoint& from,
                                                       const kernel::PlanPoint& to) const;

 private:
  struct Facet {
    std::vector<ExactPoint> corners;
    kernel::ExactPlane plane;
    PlanBox box;
    ExactPoint over(const kernel::PlanPoint& p) const;
  };
  std::vector<Facet> facets_;
  mpq_class lowest_, highest_;
};

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <map>

#include "area_left.h"
#include "plumb/kernel/plane_envelope.h"
#include "plumb/pipeline/thresholds.h"

namespace plumb::pipeline {

/// Adds up, over the cells of a floor's envelope, how the area with less clearance than h changes its form with h.
///
/// Over one cell the clearance f is linear. With u = f and s across it (the gradient turned left), the area with f < h
/// grows at the rate of the cell's extent in s at u = h, over |grad f|^2, and that extent is the sum of the edges' s,
/// those that ascend in u against those that descend. So each edge adds to the rate, from its lower end to its upper, a
/// linear function of h: at either end the rate changes by a value and a slope. An edge between two cells of one
/// ceiling adds opposite amounts and cancels; what remains of a ceiling are the true corners of its piece. Where f is
/// constant the whole area goes at once.
class EnvelopeChanges : public kernel::EnvelopeVisitor {
 public:
  explicit EnvelopeChanges(const kernel::PointTable& points) : points_(points) {}
  void visit(const kernel::Frame& frame, const kernel::ConvexCell& cell, kernel::PolygonId floor,
             const kernel::IntegerPlane& floor_plane, kernel::PolygonId ceiling,
             const kernel::IntegerPlane& ceiling_plane) override;
  /// Reports every change, in input units; ascending by ceiling and height. The losses up to h together are the area
  /// with less clearance than h.
  void settle(const std::function<void(AreaLoss, PieceChange)>& report);

 private:
  struct Step {
    mpq_class value, slope;  // of the rate, times |grad f|^2
  };
  struct PieceSum {
    kernel::PolygonId floor;
    mpq_class doubled_area;      // of a constant f
    mpq_class squared_gradient;  // of another
    bool constant = false;
    std::map<mpq_class, Step> steps;  // by f, in the points' units
  };
  void add_edge(PieceSum& sum, const std::array<mpq_class, 2>& from, const std::array<mpq_class, 2>& to);

  const kernel::PointTable& points_;
  std::map<kernel::PolygonId, PieceSum> pieces_;  // by ceiling
};

}  // namespace plumb::pipeline

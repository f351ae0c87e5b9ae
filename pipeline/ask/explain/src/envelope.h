// SPDX-License-Identifier: GPL-3.0-or-later
// The lower envelope of what is over a floor, and how the area with a clearance below h changes its form with h.
#pragma once
#include <gmpxx.h>

#include <functional>
#include <map>
#include <vector>

#include "plumb/kernel/plane_envelope.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/thresholds.h"
#include "plumb/vcd/levels.h"

namespace plumb::pipeline {

/// The lower envelope of the surfaces over a floor. Polygons that are nowhere lower than `top` over the floor are left
/// out, so the envelope may be too high above `top`. Each object may be used by one thread at a time.
class Envelope {
 public:
  /// top in input units, > 0.
  Envelope(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& top);
  /// Requires a traversable surface.
  void find(kernel::PolygonId floor, kernel::EnvelopeVisitor& visitor);
  /// The area that the floor of the last find() owns, whether it is under a ceiling or not, in squared input units.
  mpq_class owned_area() { return envelope_.owned_area(); }

 private:
  bool gather(kernel::PolygonId floor);
  bool matters(const Surface& s, const kernel::Plane& plane, bool& coplanar);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  vcd::Levels levels_;
  double reach_;  // no less than the top, in integer units
  kernel::PlaneEnvelope envelope_;
  std::vector<kernel::PlaneEnvelope::Polygon> ceilings_;
};

/// A change of the area with a clearance below h: above `height` it adds jump + rate * (h - height) + bend * (h -
/// height)^2, and at `height` itself nothing yet.
struct AreaLoss {
  mpq_class height, jump = 0, rate = 0, bend = 0;  ///< in input units and their square
};

/// Adds up, over the cells of a floor's envelope, how the area with a clearance below h changes its form with h.
///
/// Over one cell the clearance f is linear. Let u = f, and s the coordinate across it (along the gradient turned left).
/// The area with f < h grows at a rate that is the extent of the cell in s at u = h, divided by |grad f|^2; that extent
/// is the sum of s over the edges that ascend in u minus the sum over those that descend. So each edge adds to the
/// rate, from its lower end to its upper end, a linear function of h: at each end the rate changes by a value and a
/// slope. An edge between two cells of one ceiling adds opposite amounts, which cancel; what remains of a ceiling are
/// the true corners of its piece. Where f is constant the whole area is lost at once.
class EnvelopeChanges : public kernel::EnvelopeVisitor {
 public:
  explicit EnvelopeChanges(const kernel::PointTable& points) : points_(points) {}
  void visit(const kernel::ImplicitPlan& plan, const kernel::ConvexCell& cell, kernel::PolygonId floor,
             const kernel::IntegerPlane& floor_plane, kernel::PolygonId ceiling,
             const kernel::IntegerPlane& ceiling_plane) override;
  /// Reports every change, in input units, ascending by ceiling and height. The losses up to h together are the area
  /// with a clearance below h.
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

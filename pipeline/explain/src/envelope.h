// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <vector>

#include "plumb/kernel/plane_envelope.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/vcd/levels.h"

namespace plumb::pipeline {

/// The lower envelope of the surfaces over a floor. Polygons that are nowhere lower than `top` over the floor are left
/// out, so the envelope may be too high above `top`. Not thread-safe: one object a thread.
class Envelope {
 public:
  /// top in input units, > 0.
  Envelope(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& top);
  /// Requires a traversable surface.
  void find(kernel::PolygonId floor, kernel::EnvelopeVisitor& visitor);
  /// The area that the floor last asked for owns, under a ceiling or not, in squared input units.
  mpq_class uncovered_area() { return envelope_.uncovered_area(); }

 private:
  bool gather(kernel::PolygonId floor);
  bool matters(const Surface& s, const kernel::Plane& plane, bool& coplanar);

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  vcd::Levels levels_;
  double reach_;  // no less than the top, in integer units
  kernel::PlaneEnvelope envelope_;
  std::vector<kernel::PlaneEnvelope::Ceiling> ceilings_;
};

}  // namespace plumb::pipeline

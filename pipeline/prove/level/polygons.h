// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "base/threads.h"
#include "level/components.h"
#include "read/records.h"

namespace plumb::checker {

/// All polygons in their order, by the level and the certificate's `crossing`, `part` and `weld` records, which are
/// checked. The level gets the crossings as points. `components`: if not null, closed components are found and count.
std::vector<Polygon> read_polygons(Scene& scene, Records& records, bool drop_bad_faces, Components* components,
                                   const Threads& threads);

/// The steepest angle that is walked: n.z^2 >= cos^2 |n|^2. cos^2 is kept between two rationals, equal where it is
/// rational; else they are drawn closer until the comparison is certain, which it must become as the left side over
/// |n|^2 is rational.
class SlopeLimit {
 public:
  static SlopeLimit degrees(const Fraction& degrees);  ///< 0 <= degrees < 90
  static SlopeLimit ratio(const Fraction& tangent);    ///< tangent >= 0
  static SlopeLimit cosine(const Fraction& cosine);    ///< 0 < cosine <= 1
  bool allows(const Plane& plane) const;

 private:
  void enclose(unsigned bits) const;
  Fraction degrees_;
  mutable unsigned bits_ = 0;
  mutable Fraction low_, high_;
};

/// Marks what is traversable (semantics, 3).
void judge_steepness(std::vector<Polygon>& polygons, const SlopeLimit& limit, bool both_sides);

}  // namespace plumb::checker

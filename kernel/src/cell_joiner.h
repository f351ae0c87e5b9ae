// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "plumb/kernel/conforming_rings.h"

namespace plumb::kernel {

/// Joins convex cells whose interiors do not meet, over what they have in common of a line.
class CellJoiner {
 public:
  using Side = ConformingRings::Side;
  /// A cell, clockwise.
  void add(std::vector<Side> cell);
  /// Counter-clockwise, each from its lowest corner on, without straight corners.
  std::vector<PlanRing> joined();

 private:
  ConformingRings cells_;
};

}  // namespace plumb::kernel

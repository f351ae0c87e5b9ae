// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// An axis-parallel box in the scene's integer units, rounded monotonically: it may only grow.
struct Box {
  std::array<double, 3> low, high;
};

/// A bounding volume hierarchy over the surfaces of a scene.
class SurfaceIndex {
 public:
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set);
  const Box& box(std::uint32_t surface) const { return boxes_[surface]; }
  /// Surfaces in an order in which neighbours stand together.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Calls visit(surface) for every surface whose box meets the given one; boxes that only touch in x or y may be left out.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const;

 private:
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace plumb::pipeline

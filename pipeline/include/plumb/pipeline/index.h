// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// An axis-parallel box in the scene's integer units, rounded monotonically: what overlaps exactly overlaps here, and what
/// touches exactly at least touches.
struct Box {
  std::array<double, 3> low, high;

  bool touches(const Box& o) const {
    for (int k = 0; k < 3; ++k)
      if (low[k] > o.high[k] || high[k] < o.low[k]) return false;
    return true;
  }
};

/// A bounding volume hierarchy over the surfaces of a scene: surfaces in Morton order, eight to a node, level upon level.
class SurfaceIndex {
 public:
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set);
  const Box& box(std::uint32_t surface) const { return boxes_[surface]; }

  /// Calls visit(surface) for every surface whose box touches the given one, always in the same order.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    if (!order_.empty()) visit_node(static_cast<int>(levels_.size()) - 1, 0, q, visit);
  }

 private:
  static constexpr std::size_t width = 8;

  template <class Visit>
  void visit_node(int level, std::size_t node, const Box& q, Visit&& visit) const {
    if (!levels_[level][node].touches(q)) return;
    const std::size_t begin = node * width;
    if (level == 0) {
      const std::size_t end = std::min(begin + width, order_.size());
      for (std::size_t i = begin; i < end; ++i)
        if (leaves_[i].touches(q)) visit(order_[i]);
    } else {
      const std::size_t end = std::min(begin + width, levels_[level - 1].size());
      for (std::size_t i = begin; i < end; ++i) visit_node(level - 1, i, q, visit);
    }
  }

  std::vector<Box> boxes_;               // by surface
  std::vector<std::uint32_t> order_;     // Morton order
  std::vector<Box> leaves_;              // boxes_ in that order
  std::vector<std::vector<Box>> levels_; // levels_[0]: over eight leaves
};

}  // namespace plumb::pipeline

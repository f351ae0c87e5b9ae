// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {

/// An axis-parallel box in the scene's integer units, rounded monotonically: what overlaps exactly overlaps here, and
/// what touches exactly at least touches.
struct Box {
  std::array<double, 3> low, high;
};

/// The box of exact coordinates in input units, rounded as those of a PointTable are. Rounding keeps order: boxes that
/// touch touch.
Box rounded_box(const kernel::PointTable& points, const kernel::ExactPoint& low, const kernel::ExactPoint& high);

/// A bounding volume hierarchy over the surfaces of a scene: surfaces in Morton order, eight to a node, level upon
/// level.
class SurfaceIndex {
 public:
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set);
  /// Over some surfaces only, ascending. box() knows all.
  SurfaceIndex(const kernel::PointTable& points, const SurfaceSet& set, const std::vector<std::uint32_t>& chosen);
  const Box& box(std::uint32_t surface) const { return boxes_[surface]; }

  /// Calls visit(surface) for every surface whose box touches the given one, and perhaps for some that nearly do;
  /// always in the same order.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    any(q, [&](std::uint32_t surface) {
      visit(surface);
      return false;
    });
  }

  /// The same until visit says true, which is the answer then.
  template <class Visit>
  bool any(const Box& q, Visit&& visit) const {
    return !levels_.empty() && visit_node(static_cast<int>(levels_.size()) - 1, 0, Query(q), visit);
  }

 private:
  static constexpr std::size_t width = 8;

  // The boxes of eight children as floats, so that one pass of vector instructions tests them all. Rounding keeps
  // order: what touches touches.
  struct Node {
    float low[3][width], high[3][width];
    Node();
    void set(std::size_t child, const Box& box);
    Box bounds() const;
  };
  struct Query {
    explicit Query(const Box& q);
    float low[3], high[3];
  };

  template <class Visit>
  bool visit_node(int level, std::size_t index, const Query& q, Visit&& visit) const {
    const Node& node = levels_[static_cast<std::size_t>(level)][index];
    std::array<int, width> hit;
    for (std::size_t i = 0; i < width; ++i)
      hit[i] = (node.low[0][i] <= q.high[0]) & (node.high[0][i] >= q.low[0]) & (node.low[1][i] <= q.high[1]) &
               (node.high[1][i] >= q.low[1]) & (node.low[2][i] <= q.high[2]) & (node.high[2][i] >= q.low[2]);
    for (std::size_t i = 0; i < width; ++i) {
      if (!hit[i]) continue;
      const std::size_t child = index * width + i;
      if (child >= (level == 0 ? order_.size() : levels_[static_cast<std::size_t>(level) - 1].size()))
        return false;  // all space touches nothing too
      if (level == 0 ? visit(order_[child]) : visit_node(level - 1, child, q, visit)) return true;
    }
    return false;
  }

  std::vector<Box> boxes_;                 // by surface
  std::vector<std::uint32_t> order_;       // Morton order
  std::vector<std::vector<Node>> levels_;  // levels_[0]: over surfaces
};

}  // namespace plumb::pipeline

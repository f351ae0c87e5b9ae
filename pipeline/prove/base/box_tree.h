// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cmath>

#include "base/geometry.h"

namespace plumb::checker {

/// A box. Its ends are rounded toward zero, as those of polygons, or outward: boxes of things that touch touch. An end
/// that is no number, as a sum of two infinite ones is, says nothing: to a tree the box is infinite there.
struct Box {
  double low[3], high[3];
  /// An end as a tree takes it: a lower one (-1), or an upper one (1).
  static double end(double at, int sign) { return std::isnan(at) ? sign * HUGE_VAL : at; }
  bool touches(const Box& o) const {
    for (int axis = 0; axis < 3; ++axis)
      if (low[axis] > o.high[axis] || o.low[axis] > high[axis]) return false;
    return true;
  }
  void grow(const Box& o) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], o.low[axis]);
      high[axis] = std::max(high[axis], o.high[axis]);
    }
  }
};

/// In plan; widened by more than the error of the filter's coordinates. Nothing is said of heights.
Box box_of(const Outline& corners);

/// Of two segments, outward.
Box box_around(const Segment& p, const Segment& q);
/// Outward by more than the error of a fraction that became a double, and of a sum of two of them.
double widened(double at, int sign);

/// Which things may be near: a tree of boxes, four in a node, each around those below it. Made of comparisons of ends
/// that are rounded to floats: as rounding keeps order, boxes that touch still do.
class BoxTree {
 public:
  explicit BoxTree(std::vector<Box> boxes);

  /// Calls visit(number) for every thing whose box touches the given one, and perhaps for some that nearly do.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    if (nodes_.empty()) return;
    Node box;
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = Four{} + static_cast<float>(Box::end(q.low[axis], -1));
      box.high[axis] = Four{} + static_cast<float>(Box::end(q.high[axis], 1));
    }
    query(nodes_[0], box, visit);
  }

 private:
  typedef float Four __attribute__((vector_size(16)));
  // The box of a child that there is not has NaN, which touches nothing.
  struct Node {
    Four low[3], high[3];
    std::uint32_t child[4];  // a thing or a node
    bool is_thing[4];
  };
  struct Range {  // of order_
    std::size_t begin, end;
    bool may_part;
    Box box;  // around all of them
    std::size_t size() const { return end - begin; }
  };
  template <class Visit>
  void query(const Node& node, const Node& box, Visit& visit) const {
    auto touch = node.low[0] <= box.high[0];
    touch &= node.high[0] >= box.low[0];
    for (int axis = 1; axis < 3; ++axis)
      touch &= (node.low[axis] <= box.high[axis]) & (node.high[axis] >= box.low[axis]);
    for (std::size_t k = 0; k < 4; ++k) {
      if (!touch[k]) continue;
      if (node.is_thing[k]) visit(static_cast<Index>(node.child[k]));
      else query(nodes_[node.child[k]], box, visit);
    }
  }
  std::uint32_t add(const Range& range);
  Range range(std::size_t begin, std::size_t end, bool may_part) const;
  std::array<Range, 2> parted(const Range& range);

  std::vector<Box> boxes_;    // by thing, while the tree is made
  std::vector<Index> order_;  // of things, so too
  std::vector<Node> nodes_;   // parents before children
};

}  // namespace plumb::checker

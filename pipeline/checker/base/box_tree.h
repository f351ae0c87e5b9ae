// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "base/geometry.h"

namespace plumb::checker {

/// A box. Its ends are rounded toward zero, as those of polygons, or outward: boxes of things that touch touch.
struct Box {
  double low[3], high[3];
  bool touches(const Box& o) const {
    for (int axis = 0; axis < 3; ++axis)
      if (low[axis] > o.high[axis] || o.low[axis] > high[axis]) return false;
    return true;
  }
  void grow(const Box& o);
};

/// In plan; widened by more than the error of the filter's coordinates. Nothing is said of heights.
Box box_of(const Outline& corners);

/// Of two segments, outward.
Box box_around(const Segment& p, const Segment& q);
/// Outward by more than the error of a fraction that became a double, and of a sum of two of them.
double widened(double at, int sign);

/// Which things may be near: a tree of boxes, each around those below it. Made of comparisons alone,
/// so rounding cannot hurt.
class BoxTree {
 public:
  explicit BoxTree(std::vector<Box> boxes);

  /// Calls visit(number) for every thing whose box touches the given one.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    for (std::size_t i = 0; i < nodes_.size();) {
      const Node& node = nodes_[i];
      const bool near = node.box.touches(q);
      if (near && node.thing != none) visit(node.thing);
      i = near ? i + 1 : node.beyond;
    }
  }

 private:
  struct Node {
    Box box;
    Index thing;         // none: an inner node, its children follow
    std::size_t beyond;  // the next node that is not below this one
  };
  void add(std::vector<Index>& order, std::size_t begin, std::size_t end, bool may_part);

  std::vector<Box> boxes_;   // by thing
  std::vector<Node> nodes_;  // parents before children
};

}  // namespace plumb::checker

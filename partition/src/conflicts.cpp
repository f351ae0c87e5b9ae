// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "corner_points.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/partition/polygons.h"

namespace plumb::partition {

namespace {

using kernel::Box;
using kernel::Interval;
using kernel::Sign;

class Overlap {
 public:
  explicit Overlap(std::span<const Polygon* const> polygons) : points_(number_corners(polygons, 2)) {
    for (const ExactPoint* p : points_.point)
      rounded_.push_back({kernel::interval_of((*p)[0]), kernel::interval_of((*p)[1])});
  }

  // Boxes of doubles around polygons: they overlap wherever the interiors do, and where coordinates are doubles
  // neighbours in a grid only touch.
  std::vector<Box> boxes() const {
    std::vector<Box> out;
    for (NodeId i = 0; i + 1 < points_.first.size(); ++i) {
      Box& box = out.emplace_back(Box{{HUGE_VAL, HUGE_VAL, 0}, {-HUGE_VAL, -HUGE_VAL, 0}});
      for (std::size_t k = points_.first[i]; k < points_.first[i + 1]; ++k)
        for (int axis = 0; axis < 2; ++axis) {
          const Interval& v = rounded_[points_.number[k]][axis];
          box.low[axis] = std::min(box.low[axis], v.low);
          box.high[axis] = std::max(box.high[axis], v.high);
        }
    }
    return out;
  }

  // Two convex polygons do not overlap iff an edge of one has the other whole on its right.
  bool operator()(NodeId a, NodeId b) const { return !has_on_right(a, b) && !has_on_right(b, a); }

 private:
  bool has_on_right(NodeId a, NodeId b) const {
    const std::span corners = of(a), others = of(b);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const PointNumber p = corners[k], q = corners[k + 1 < corners.size() ? k + 1 : 0];
      if (p != q && std::ranges::all_of(others, [&](PointNumber r) { return side(p, q, r) != Sign::positive; }))
        return true;
    }
    return false;
  }

  std::span<const PointNumber> of(NodeId i) const {
    return {points_.number.data() + points_.first[i], points_.number.data() + points_.first[i + 1]};
  }

  Sign side(PointNumber p, PointNumber q, PointNumber r) const {
    if (r == p || r == q) return Sign::zero;
    const auto &fp = rounded_[p], &fq = rounded_[q], &fr = rounded_[r];
    if (const auto sign = kernel::formulas::orient2d(fp, fq, fr).sign()) return *sign;
    return kernel::sign_of(sgn(kernel::formulas::orient2d(*points_.point[p], *points_.point[q], *points_.point[r])));
  }

  CornerPoints points_;
  std::vector<std::array<Interval, 2>> rounded_;  // by point
};

}  // namespace

std::vector<std::array<NodeId, 2>> find_conflicts(std::span<const Polygon> polygons) {
  const Overlap overlap(addresses_of(polygons));
  const kernel::BoxTree tree(overlap.boxes());
  std::vector<std::array<NodeId, 2>> out;
  for (NodeId i = 0; i < polygons.size(); ++i)
    tree.query(tree.box(i), [&](NodeId j) {
      if (i < j && tree.box(i).overlaps_in_plan(tree.box(j)) && overlap(i, j)) out.push_back({i, j});
    });
  std::ranges::sort(out);
  return out;
}

}  // namespace plumb::partition

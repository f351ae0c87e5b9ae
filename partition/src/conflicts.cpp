// SPDX-License-Identifier: GPL-3.0-or-later
#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <limits>

#include "corner_points.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/partition/polygons.h"

namespace plumb::partition {

namespace {

using kernel::Interval;
using kernel::Sign;
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 2, NodeId>;

class Overlap {
 public:
  explicit Overlap(std::span<const Polygon* const> polygons) : points_(number_corners(polygons, 2)) {
    for (const ExactPoint* p : points_.point)
      rounded_.push_back({kernel::interval_of((*p)[0]), kernel::interval_of((*p)[1])});
  }

  // Half-open boxes of doubles around polygons: they overlap wherever the interiors do, and where coordinates are
  // doubles neighbours in a grid are no candidates.
  std::vector<Box> boxes() const {
    std::vector<Box> out;
    for (NodeId i = 0; i + 1 < points_.first.size(); ++i) {
      double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
      for (std::size_t k = points_.first[i]; k < points_.first[i + 1]; ++k)
        for (int axis = 0; axis < 2; ++axis) {
          const Interval& v = rounded_[points_.number[k]][axis];
          low[axis] = std::min(low[axis], v.low);
          high[axis] = std::max(high[axis], v.high);
        }
      Box& box = out.emplace_back(i);
      box.extend(low);
      box.extend(high);
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
  std::vector<Box> boxes = overlap.boxes();
  std::vector<std::array<NodeId, 2>> out;
  CGAL::box_self_intersection_d(
      boxes.begin(), boxes.end(),
      [&](const Box& a, const Box& b) {
        if (overlap(a.info(), b.info())) out.push_back({std::min(a.info(), b.info()), std::max(a.info(), b.info())});
      },
      std::ptrdiff_t{10} /* where it stops splitting */, CGAL::Box_intersection_d::HALF_OPEN);
  std::ranges::sort(out);  // the order in which boxes are met is no one's business
  return out;
}

}  // namespace plumb::partition

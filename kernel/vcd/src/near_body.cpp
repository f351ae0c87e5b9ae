// SPDX-License-Identifier: LGPL-3.0-or-later
#include "near_body.h"

#include <algorithm>
#include <utility>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::vcd {
using namespace kernel;

NearPlane::NearPlane(const PointTable& points, const Plane& surface) {
  const auto& n = surface.approx();
  const auto near = [&](int axis) {  // doubles of the normal are rounded
    const BoundedDouble r = rounded(n[axis]);
    return n[axis] == 0 ? Interval(0.0) : around(r.at, enlarged(r.error));
  };
  descent_ = {near(0) / near(2), near(1) / near(2)};
  for (int axis = 0; axis < 3; ++axis) anchor_[axis] = interval_of(points, surface.anchor(), axis);
}

Interval NearPlane::above(const BodyEnd& end) const {
  return anchor_[2] - formulas::dot2d(descent_[0], descent_[1], end.near[0] - anchor_[0], end.near[1] - anchor_[1]) -
         end.near[2];
}

NearBody::NearBody(const PointTable& points, const Plane& surface, const BorderEdge& edge, const BodyShape& shape)
    : shape_(shape) {
  const BodyEnd *low = edge.from, *high = edge.to;
  rise_ = high->near[2] - low->near[2];
  if (is_negative(rise_)) {
    std::swap(low, high);
    rise_ = -rise_;
    swapped_ = true;
  }
  known_ = is_positive(rise_) || is_zero(rise_);
  if (!known_) return;
  const NearPlane plane(points, surface);
  descent_ = plane.descent();
  above_ = {plane.above(*low), plane.above(*high)};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    run_[axis] = high->near[axis] - low->near[axis];
    end_[0][axis] = low->near[axis];
    end_[1][axis] = high->near[axis];
  }
  for (const NearDiscEdge& e : shape.near) {
    const auto sign = formulas::dot2d(e.normal[0], e.normal[1], run_[0], run_[1]).sign();
    known_ = known_ && sign;
    along_.push_back(sign ? static_cast<int>(*sign) : 0);
  }
}

bool NearBody::enter(const PlanBox& box) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double reach = shape_.reach.high;
    const Interval low = end_[0][axis] - Interval(-reach, reach), high = end_[1][axis] - Interval(-reach, reach);
    const Interval in_reach{std::max(box.at[axis].low, std::min(low.low, high.low)),
                            std::min(box.at[axis].high, std::max(low.high, high.high))};
    if (in_reach.low > in_reach.high) return false;
    for (std::size_t end = 0; end < 2; ++end) {
      away_[end][axis] = box.at[axis] - end_[end][axis];
      reached_[end][axis] = in_reach - end_[end][axis];
    }
  }
  return true;
}

Interval NearBody::side(bool right, std::size_t last_along) const {
  const auto& far = shape_.near[last_along].corner_after;
  const Interval out = formulas::determinant(run_[0], run_[1], far[0] - away_[0][0], far[1] - away_[0][1]);
  return right ? -out : out;
}

Interval NearBody::end(int end, std::size_t k) const {
  const NearDiscEdge& e = shape_.near[k];
  return e.offset - formulas::dot2d(e.normal[0], e.normal[1], away_[end][0], away_[end][1]);
}

Interval NearBody::window(bool up, const Interval& above) const {
  return up ? shape_.window_near - above : above + shape_.window_near;
}

Interval NearBody::level(int end, bool up) const {
  return window(up, above_[end] - formulas::dot2d(descent_[0], descent_[1], reached_[end][0], reached_[end][1]));
}

Interval NearBody::slant(std::size_t k, bool up) const {
  const NearDiscEdge& e = shape_.near[k];
  const Interval along = formulas::dot2d(e.normal[0], e.normal[1], run_[0], run_[1]);
  const Interval at_end = rise_ * e.offset + along * (up ? -window(true, above_[0]) : window(false, above_[0]));
  return at_end - formulas::dot2d(rise_ * e.normal[0] + along * descent_[0], rise_ * e.normal[1] + along * descent_[1],
                                  reached_[0][0], reached_[0][1]);
}

}  // namespace plumb::vcd

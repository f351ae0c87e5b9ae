// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>

#include "plumb/vcd/border_body.h"

namespace plumb::vcd {

/// How far a surface lies above a place, as far as doubles tell.
class NearPlane {
 public:
  NearPlane(const kernel::PointTable& points, const kernel::Plane& surface);
  /// Above an end, at its place in plan.
  kernel::Interval above(const BodyEnd& end) const;
  /// How far it goes down along an axis.
  const std::array<kernel::Interval, 2>& descent() const { return descent_; }

 private:
  std::array<kernel::Interval, 3> anchor_;
  std::array<kernel::Interval, 2> descent_;
};

/// The lines of a body over a surface, in doubles: how far all of a box lies to the inside of each, not reduced to a
/// distance.
class NearBody {
 public:
  NearBody(const kernel::PointTable& points, const kernel::Plane& surface, const BorderEdge& edge,
           const BodyShape& shape);
  /// False if the body certainly does not reach into the box.
  bool enter(const PlanBox& box);

  /// Whether it is sure which end is higher, or that none is, and which edges of the disc's polygon look forward.
  bool is_known() const { return known_; }
  /// Whether the higher end is the edge's first.
  bool is_swapped() const { return swapped_; }
  /// Requires that it is known, as do all below: whether normal k points forward (1) or backward (-1) along the edge.
  int along(std::size_t k) const { return along_[k]; }
  bool level() const { return kernel::is_zero(rise_); }

  // `end`: 0 is the lower one. See border_body.h for the kinds of lines.
  kernel::Interval side(bool right, std::size_t last_along) const;
  kernel::Interval end(int end, std::size_t k) const;
  kernel::Interval level(int end, bool up) const;
  kernel::Interval slant(std::size_t k, bool up) const;

 private:
  kernel::Interval window(bool up, const kernel::Interval& above) const;

  const BodyShape& shape_;
  bool known_ = true, swapped_ = false;
  kernel::Interval rise_;
  std::array<kernel::Interval, 2> run_;
  std::array<std::array<kernel::Interval, 2>, 2> end_;  // in plan
  // Of the box from each end, by axis; and of what of it the body may reach, which is where the window matters.
  std::array<std::array<kernel::Interval, 2>, 2> away_, reached_;
  std::array<kernel::Interval, 2> above_;  // the surface, each end
  std::array<kernel::Interval, 2> descent_;
  boost::container::small_vector<int, 64> along_;
};

}  // namespace plumb::vcd

// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/kernel/convex_pieces.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_point.h"

namespace plumb::kernel {

/// Points seen from above, by their numbers in a list, which must outlive it: PlanVertices. Reading is thread-safe.
class NumberedPlaces {
 public:
  explicit NumberedPlaces(const std::vector<ExactPoint>& points) {
    at_.reserve(points.size());
    for (const ExactPoint& p : points) at_.emplace_back(p);
  }
  int side(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool one_line = false) const {
    return one_line ? 0 : orientation(at_[a], at_[b], at_[c]);
  }
  int compare(std::uint32_t a, std::uint32_t b) const { return before(at_[a], at_[b]) ? -1 : before(at_[b], at_[a]); }
  /// About its square, and never infinite.
  double length(std::uint32_t a, std::uint32_t b) const {
    const double x = order_key(at_[b].x()) - order_key(at_[a].x()), y = order_key(at_[b].y()) - order_key(at_[a].y());
    return x * x + y * y;
  }
  mpq_class squared_length(std::uint32_t a, std::uint32_t b) const {
    const mpq_class x = at_[b].x() - at_[a].x(), y = at_[b].y() - at_[a].y();
    return x * x + y * y;
  }

 private:
  std::vector<PlanRef> at_;
};

}  // namespace plumb::kernel

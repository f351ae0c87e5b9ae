// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_point.h"
#include "plumb/kernel/interval_point.h"

namespace plumb::pipeline {

/// Points of a list with doubles around them. Keeps a reference to it.
class NearPoints {
 public:
  explicit NearPoints(const std::vector<kernel::ExactPoint>& points) : exact_(points) {
    near_.reserve(points.size());
    for (const kernel::ExactPoint& p : points) near_.push_back(kernel::interval_point(p));
  }
  const std::vector<kernel::ExactPoint>& exact() const { return exact_; }
  /// Below, at or above along an axis, as cmp.
  int compare(std::uint32_t p, std::uint32_t q, std::size_t axis) const {
    if (p == q) return 0;
    return kernel::compare(
        near_[p][axis], [&]() -> const mpq_class& { return exact_[p][axis]; }, near_[q][axis],
        [&]() -> const mpq_class& { return exact_[q][axis]; });
  }

 private:
  const std::vector<kernel::ExactPoint>& exact_;
  std::vector<kernel::IntervalPoint> near_;
};

/// Points at the least and the greatest coordinates so far. Keeps a reference.
class PointBox {
 public:
  PointBox(const NearPoints& points, std::uint32_t first) : points_(&points) {
    ends_[0].fill(first);
    ends_[1].fill(first);
  }
  void grow(std::uint32_t p) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (points_->compare(p, ends_[0][k], k) < 0) ends_[0][k] = p;
      if (points_->compare(p, ends_[1][k], k) > 0) ends_[1][k] = p;
    }
  }
  std::array<kernel::ExactPoint, 2> box() const {
    std::array<kernel::ExactPoint, 2> out;
    for (std::size_t end = 0; end < 2; ++end)
      for (std::size_t k = 0; k < 3; ++k) out[end][k] = points_->exact()[ends_[end][k]][k];
    return out;
  }

 private:
  const NearPoints* points_;
  std::array<std::uint32_t, 3> ends_[2];
};

/// A point in the interior of a convex polygon: the middle of its corners, numbers of points.
template <class Corners>
kernel::ExactPoint middle_of(const std::vector<kernel::ExactPoint>& points, const Corners& corners) {
  kernel::ExactPoint out{0, 0, 0};
  for (const std::uint32_t p : corners)
    for (std::size_t k = 0; k < 3; ++k) out[k] += points[p][k];
  for (mpq_class& v : out) v /= static_cast<unsigned long>(corners.size());
  return out;
}

}  // namespace plumb::pipeline

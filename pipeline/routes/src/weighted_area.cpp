// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/weighted_area.h"

#include <algorithm>

#include "capsule_area.h"
#include "plumb/pipeline/plan_box.h"

namespace plumb::pipeline {
namespace {

using Index = PlanTriangulation::Index;

std::vector<kernel::Box> boxes(const PlanTriangulation& t) {
  std::vector<kernel::Box> out;
  for (Index h = 0; h < 3 * t.triangle_count(); h += 3) {
    kernel::Box box = kernel::no_box;
    for (Index k = h; k < h + 3; ++k) {
      const kernel::NearPoint& p = t.points[t.from(k)];
      kernel::grow(box, {{p.ix.low, p.iy.low, 0}, {p.ix.high, p.iy.high, 0}});
    }
    out.push_back(box);
  }
  return out;
}

// The share of the way from p to q that is in a triangle: none if that is no more than a point.
std::optional<kernel::ExactInterval> share_in(const PlanTriangulation& t, Index triangle, const kernel::PlanPoint& p,
                                              const kernel::PlanPoint& run) {
  return kernel::part_over(kernel::ExactInterval{0, 1}, p, run, 3, [&](std::size_t k) -> const kernel::PlanPoint& {
    return t.points[t.from(3 * triangle + static_cast<Index>(k))].at;
  });
}

}  // namespace

WeightedArea::WeightedArea(const PlanTriangulation& triangulation)
    : triangulation_(triangulation), tree_(boxes(triangulation)) {
  const PlanTriangulation& t = triangulation_;
  for (Index i = 0; i < t.triangle_count(); ++i) {
    Triangle out{{}, t.weight(i).get_d()};
    for (Index k = 0; k < 3; ++k) out.corners[k] = to_doubles(t.points[t.from(3 * i + k)].at);
    near_.push_back(out);
  }
}

std::vector<Index> WeightedArea::triangles_in(const kernel::Box& box) const {
  std::vector<Index> out;
  tree_.any(box, [&](std::uint32_t i) {
    out.push_back(i);
    return false;
  });
  std::ranges::sort(out);
  return out;
}
std::vector<Index> WeightedArea::triangles_near(const DoublePoint& p, const DoublePoint& q, double distance) const {
  return triangles_in({{std::min(p[0], q[0]) - distance, std::min(p[1], q[1]) - distance, 0},
                       {std::max(p[0], q[0]) + distance, std::max(p[1], q[1]) + distance, 0}});
}
std::vector<Index> WeightedArea::triangles_near(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                                const mpq_class& distance) const {
  const double far = kernel::interval_of(distance).high;
  kernel::Box box = kernel::no_box;
  for (const kernel::PlanPoint* at : {&p, &q})
    kernel::grow(box, box_around(kernel::interval_of((*at)[0]), kernel::interval_of((*at)[1]), far));
  return triangles_in(box);
}
std::vector<Index> WeightedArea::triangles_near(Index triangle, const mpq_class& distance) const {
  const double far = kernel::interval_of(distance).high;
  kernel::Box box = kernel::no_box;
  for (Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    const kernel::NearPoint& p = triangulation_.points[triangulation_.from(h)];
    kernel::grow(box, box_around(p.ix, p.iy, far));
  }
  return triangles_in(box);
}

kernel::RealInterval WeightedArea::in_capsule(const kernel::PlanPoint& p, const kernel::PlanPoint& q,
                                              const mpq_class& radius, int bits) const {
  const IntervalNumbers numbers{bits};
  const CapsuleArea<IntervalNumbers> capsule(numbers, p, q, radius * radius);
  kernel::RealInterval sum(bits);
  for (const Index i : triangles_near(p, q, radius)) {
    if (triangulation_.weight(i) == 0) continue;
    std::vector<kernel::PlanPoint> corners;
    for (Index k = 3 * i; k < 3 * i + 3; ++k) corners.push_back(triangulation_.points[triangulation_.from(k)].at);
    sum += capsule(corners) * kernel::RealInterval(bits, triangulation_.weight(i));
  }
  return sum;
}

double WeightedArea::in_capsule(const DoublePoint& p, const DoublePoint& q, double radius) const {
  const CapsuleArea<DoubleNumbers> capsule({}, p, q, radius * radius);
  double sum = 0;
  std::vector<DoublePoint> corners(3);
  for (const Index i : triangles_near(p, q, radius)) {
    if (near_[i].weight == 0) continue;
    corners.assign(near_[i].corners.begin(), near_[i].corners.end());
    sum += capsule(corners) * near_[i].weight;
  }
  return sum;
}

mpq_class WeightedArea::mean_weight(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const {
  struct Part {
    kernel::ExactInterval share;
    Index triangle;
  };
  const kernel::PlanPoint run{q[0] - p[0], q[1] - p[1]};
  std::vector<Part> parts;
  std::vector<mpq_class> ends;
  for (const Index i : triangles_near(p, q, 0)) {
    const auto share = share_in(triangulation_, i, p, run);
    if (!share || share->from == share->to) continue;
    parts.push_back({*share, i});
    ends.push_back(share->from);
    ends.push_back(share->to);
  }
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  mpq_class sum = 0;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    const mpq_class* least = nullptr;
    for (const Part& part : parts) {
      if (part.share.from > ends[k - 1] || part.share.to < ends[k]) continue;
      const mpq_class& weight = triangulation_.weight(part.triangle);
      if (!least || weight < *least) least = &weight;
    }
    if (least) sum += *least * (ends[k] - ends[k - 1]);
  }
  return sum;
}

}  // namespace plumb::pipeline

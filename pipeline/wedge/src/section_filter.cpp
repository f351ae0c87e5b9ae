// SPDX-License-Identifier: GPL-3.0-or-later
#include "section_filter.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using Corners = std::span<const NearCorner>;

NearCorner near(const kernel::ExactPoint& p) {
  return {kernel::interval_of(p[0]), kernel::interval_of(p[1]), kernel::interval_of(p[2])};
}

// Whether the line along a side of a polygon has all of another strictly outside.
bool parts(Corners polygon, Corners other) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const NearCorner &p = polygon[i], &q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
    const Interval x = q[0] - p[0], y = q[1] - p[1];
    const auto is_outside = [&](const NearCorner& c) {
      return kernel::formulas::determinant(x, y, c[0] - p[0], c[1] - p[1]).high < 0;
    };
    if (std::ranges::all_of(other, is_outside)) return true;
  }
  return false;
}

}  // namespace

std::vector<NearCorner> near_corners(std::span<const kernel::ExactPoint> points) {
  std::vector<NearCorner> out;
  for (const kernel::ExactPoint& p : points) out.push_back(near(p));
  return out;
}

SectionFilter::SectionFilter(const kernel::ExactPlane& plane, std::vector<NearCorner> floor, const mpq_class& height)
    : plane_(near(plane.x)), floor_(std::move(floor)), height_(kernel::interval_of(height)) {}

bool SectionFilter::misses(Corners corners) const {
  const Range range = above(corners);
  return range.most < 0 || range.least >= height_.high || parts(floor_, corners) || parts(corners, floor_);
}

bool SectionFilter::is_off_plane(Corners corners) const {
  const Range range = above(corners);
  if (range.least > 0 || range.most < 0) return true;
  std::vector<NearCorner> trace;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const NearCorner &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    const auto at_p = above(p).sign(), at_q = above(q).sign();
    if (!at_p || !at_q || *at_p == kernel::Sign::zero) return false;
    if (*at_p == *at_q) continue;
    const Interval share = above(p) / (above(p) - above(q));
    trace.push_back({p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), p[2]});
  }
  return parts(floor_, trace) || parts(trace, floor_);
}

Interval SectionFilter::above(const NearCorner& c) const {
  return c[2] - kernel::formulas::linear(plane_[0], plane_[1], plane_[2], c[0], c[1]);
}
SectionFilter::Range SectionFilter::above(Corners corners) const {
  Range out{HUGE_VAL, -HUGE_VAL};
  for (const NearCorner& c : corners) {
    const Interval z = above(c);
    out = {std::min(out.least, z.low), std::max(out.most, z.high)};
  }
  return out;
}

}  // namespace plumb::pipeline

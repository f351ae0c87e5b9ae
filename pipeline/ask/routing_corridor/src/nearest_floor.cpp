// SPDX-License-Identifier: LGPL-3.0-or-later
// The place of all floors that is nearest to a point in space.
//
// Problem. A facet is a convex polygon in space: its nearest place lies in it, on an edge or at a corner, and the last
// two are of several facets, so that equal distances are the rule.
// 1. FloorLocator::nearest() asks the tree of boxes for facets in a cube around the point, which grows until it has the
//    nearest one.
// 2. look() finds the squared distance of a facet in intervals, and the corner or edge on which its nearest place is
//    for certain. Facets that share it are equally far.
// 3. What may be nearest, and is not known to be equally far, is compared in fractions (nearest_on()).
// Cost: the facets in the cube, and fractions for those that doubles do not tell apart. Exact: which facet. Source:
// ours.
#include <algorithm>
#include <cmath>

#include "floor_locator.h"
#include "plumb/kernel/exact_plan.h"

namespace plumb::pipeline {

using kernel::Interval;

namespace {

Interval squared_length(const std::array<Interval, 3>& d) { return kernel::formulas::dot(d, d); }
template <class Number>
std::array<Number, 3> difference(const std::array<Number, 3>& a, const std::array<Number, 3>& b) {
  std::array<Number, 3> out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = a[k] - b[k];
  return out;
}

// Whether no point of a box is as near as a squared distance.
bool is_farther(const kernel::Box& box, const std::array<Interval, 3>& point, double squared) {
  double least = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double beside = std::max({box.low[k] - point[k].high, point[k].low - box.high[k], 0.0});
    least += beside * beside;
  }
  return least > kernel::enlarged(squared);
}

Interval interval_at(double x) { return Interval(x); }
Interval interval_at(const mpq_class& x) { return kernel::interval_of(x); }

}  // namespace

struct FloorLocator::Candidate {
  std::uint32_t facet = 0;
  Interval squared{HUGE_VAL, HUGE_VAL};
  Corner near;
  // The ends of the edge on which the nearest place is for certain, or one corner twice.
  using On = std::array<NavMesh::PointIndex, 2>;
  static constexpr On unknown{0xffffffffu, 0xffffffffu};
  On on = unknown;
  bool is_as(const Candidate& o) const { return on != unknown && on == o.on; }
};

void FloorLocator::look(std::uint32_t number, const Corner& point, Candidate& out) const {
  const Facet& f = facets_[number];
  const Corner& anchor = corners_[f.first];
  const Interval x = point[0] - anchor[0], y = point[1] - anchor[1],
                 above = point[2] - anchor[2] - (f.slope_x * x + f.slope_y * y),
                 square = Interval(1.0) + kernel::formulas::dot2d(f.slope_x, f.slope_y, f.slope_x, f.slope_y);
  const Interval off = above / square;
  const Corner foot{point[0] + f.slope_x * off, point[1] + f.slope_y * off, point[2] - off};
  bool inside = true, outside = false;
  for (std::uint32_t i = f.first, last = f.end - 1; i < f.end; last = i++) {
    const Corner &p = corners_[last], &q = corners_[i];
    const auto side = kernel::formulas::determinant(q[0] - p[0], q[1] - p[1], foot[0] - p[0], foot[1] - p[1]).sign();
    inside = inside && side && *side > 0;
    outside = outside || (side && *side < 0);
  }
  const Interval from_plane = above * off;
  out.facet = number;
  out.on = Candidate::unknown;
  out.near = foot;
  out.squared = {std::max(from_plane.low, 0.0), from_plane.high};
  if (inside) return;
  Interval least{HUGE_VAL, HUGE_VAL};
  const auto& corners = mesh_.cells[f.cell].facets[f.facet].corners;
  for (std::uint32_t i = f.first, last = f.end - 1; i < f.end; last = i++) {
    const Corner &p = corners_[last], &q = corners_[i], d = difference(q, p), e = difference(point, p);
    const NavMesh::PointIndex a = corners[last - f.first], b = corners[i - f.first];
    const Interval along = kernel::formulas::dot(d, e), all = squared_length(d);
    Candidate::On on = Candidate::unknown;
    Corner at = p;
    if (along.high < 0) {
      on = {a, a};
    } else if ((along - all).low > 0) {
      on = {b, b};
      at = q;
    } else {
      if (along.low > 0 && (along - all).high < 0) on = {std::min(a, b), std::max(a, b)};
      Interval share = along / all;
      share = {std::max(share.low, 0.0), std::min(share.high, 1.0)};
      for (std::size_t k = 0; k < 3; ++k) at[k] = p[k] + share * d[k];
    }
    const Interval squared = squared_length(difference(point, at));
    if (squared.low > least.high) continue;
    if (squared.high < least.low) {
      out.on = on;
      out.near = at;
    } else if (out.on != on) {
      out.on = Candidate::unknown;
    }
    if (squared.low < least.low) out.near = at;
    least = {std::min(least.low, squared.low), std::min(least.high, squared.high)};
  }
  // Where the foot may be in the facet, the plane is a lower bound, and its border an upper one.
  out.squared = {outside ? least.low : std::min(out.squared.low, least.low), least.high};
  if (!outside) out.on = Candidate::unknown;
}

ExactPoint FloorLocator::nearest_on(const NavMesh& mesh, const NavMesh::Facet& facet, const ExactPoint& point) {
  const auto corner = [&](std::size_t i) -> const ExactPoint& { return mesh.points[facet.corners[i]]; };
  const std::size_t n = facet.corners.size();
  std::size_t third = 2;  // the first that is not on one line with two
  while (third + 1 < n && kernel::orient2d(corner(0), corner(1), corner(third)) == 0) ++third;
  const auto normal = kernel::formulas::cross(difference(corner(1), corner(0)), difference(corner(third), corner(0)));
  const mpq_class off =
      kernel::formulas::dot(normal, difference(point, corner(0))) / kernel::formulas::dot(normal, normal);
  ExactPoint best;
  for (std::size_t k = 0; k < 3; ++k) best[k] = point[k] - off * normal[k];
  bool inside = true;
  for (std::size_t i = 0; i < n; ++i) inside = inside && kernel::orient2d(corner(i), corner((i + 1) % n), best) >= 0;
  if (inside) return best;
  std::optional<mpq_class> least;
  for (std::size_t i = 0; i < n; ++i) {
    const ExactPoint &p = corner(i), d = difference(corner((i + 1) % n), p);
    mpq_class share = kernel::formulas::dot(d, difference(point, p)) / kernel::formulas::dot(d, d);
    share = std::clamp(share, mpq_class(0), mpq_class(1));
    ExactPoint at;
    for (std::size_t k = 0; k < 3; ++k) at[k] = p[k] + share * d[k];
    const ExactPoint to = difference(point, at);
    const mpq_class squared = kernel::formulas::dot(to, to);
    if (least && squared >= *least) continue;
    least = squared;
    best = at;
  }
  return best;
}

template <class Number>
std::optional<FloorLocator::Nearest> FloorLocator::nearest(const std::array<Number, 3>& point, kernel::Label stance,
                                                           const std::optional<Number>& reach) const {
  Corner near;
  for (std::size_t k = 0; k < 3; ++k) near[k] = interval_at(point[k]);
  const double most = reach ? interval_at(*reach).high : HUGE_VAL;
  thread_local std::vector<Candidate> candidates;
  Interval best{HUGE_VAL, HUGE_VAL};
  const auto within = [&](double width) {
    candidates.clear();
    best = {HUGE_VAL, HUGE_VAL};
    kernel::Box cube;
    for (std::size_t k = 0; k < 3; ++k)
      cube.low[k] = (near[k] - Interval(width)).low, cube.high[k] = (near[k] + Interval(width)).high;
    Candidate c;
    const auto look_at = [&](std::uint32_t i) {
      const Facet& f = facets_[i];
      if (f.open_to < stance || closed_[f.cell] || is_farther(box(i), near, best.high)) return;
      look(i, near, c);
      if (c.squared.low > best.high) return;
      best = {std::min(best.low, c.squared.low), std::min(best.high, c.squared.high)};
      candidates.push_back(c);
    };
    tree_.query(cube, look_at);
    const auto first = static_cast<std::uint32_t>(facets_.size() - more_boxes_.size());
    if (more_) more_->query(cube, [&](std::uint32_t i) { look_at(first + i); });
  };
  for (double width = std::min(usual_width_ / 4, most);; width *= 2) {
    within(width);
    const double distance = kernel::root(best).high;
    if (distance > width && distance < HUGE_VAL) within(std::min(distance, most));
    if (distance < HUGE_VAL || width >= most || !(width < HUGE_VAL) || facets_.empty()) break;
  }
  std::erase_if(candidates, [&](const Candidate& c) { return c.squared.low > best.high; });
  if (candidates.empty()) return std::nullopt;
  std::ranges::sort(candidates, {}, &Candidate::facet);
  const auto exact = [&](const Candidate& c) {
    const Facet& f = facets_[c.facet];
    const ExactPoint at{mpq_class(point[0]), mpq_class(point[1]), mpq_class(point[2])};
    const ExactPoint d = difference(at, nearest_on(mesh_, mesh_.cells[f.cell].facets[f.facet], at));
    return mpq_class(kernel::formulas::dot(d, d));
  };
  const Candidate* found = &candidates[0];
  std::optional<mpq_class> known;  // of the one found
  for (const Candidate& c : candidates) {
    if (&c == found || c.is_as(*found) || c.squared.low > found->squared.high) continue;
    if (c.squared.high >= found->squared.low) {
      if (!known) known = exact(*found);
      mpq_class squared = exact(c);
      if (squared >= *known) continue;
      known = std::move(squared);
    } else {
      known.reset();
    }
    found = &c;
  }
  if (reach && found->squared.high > (interval_at(*reach) * interval_at(*reach)).low &&
      (known ? *known : exact(*found)) > mpq_class(*reach) * mpq_class(*reach))
    return std::nullopt;
  const Facet& f = facets_[found->facet];
  return Nearest{f.cell, f.facet, found->near, found->squared};
}

template std::optional<FloorLocator::Nearest> FloorLocator::nearest(const std::array<double, 3>&, kernel::Label,
                                                                    const std::optional<double>&) const;
template std::optional<FloorLocator::Nearest> FloorLocator::nearest(const std::array<mpq_class, 3>&, kernel::Label,
                                                                    const std::optional<mpq_class>&) const;

}  // namespace plumb::pipeline

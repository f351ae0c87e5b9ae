// SPDX-License-Identifier: GPL-3.0-or-later
#include "edge_body.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PlanPoint;
namespace formulas = kernel::formulas;

Interval hull_of(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

// The corners of the convex hull, counter-clockwise; of points on one line, none.
std::vector<PlanPoint> convex_hull(std::vector<PlanPoint> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<PlanPoint> hull;
  for (const bool upper : {false, true}) {
    const std::size_t first = hull.size();
    for (const PlanPoint& p : points) {
      while (hull.size() >= first + 2 &&
             kernel::orientation(kernel::PlanRef(hull[hull.size() - 2]), kernel::PlanRef(hull.back()),
                                 kernel::PlanRef(p)) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();  // the other way begins with it
    if (!upper) std::reverse(points.begin(), points.end());
  }
  if (hull.size() < 3) hull.clear();
  return hull;
}

mpq_class squared_inner_radius(const kernel::DiscPolygon& disc) {
  const auto squared_distance = [](const kernel::DiscPolygon::Edge& e) {
    const auto& [x, y] = e.normal;
    return mpq_class(e.offset * e.offset / mpq_class(x * x + y * y));
  };
  mpq_class least = squared_distance(disc.edges.front());
  for (const auto& e : disc.edges) least = std::min(least, squared_distance(e));
  return least;
}

}  // namespace

EdgeBodies::EdgeBodies(const TriangleMesh& mesh, const ClearWallsOptions& options)
    : mesh_(mesh),
      border_(border_of(mesh)),
      disc_(kernel::disc_polygon(options.disc_points, options.bound, options.radius)),
      window_(options.window),
      near_window_(kernel::interval_of(options.window)),
      corners_(mesh, border_.places, disc_.corners),
      boxes_({}) {
  for (const PlanPoint& c : disc_.corners)
    near_disc_.push_back({kernel::interval_of(c[0]), kernel::interval_of(c[1])});
  for (const ExactPoint& p : mesh.points) near_z_.push_back(kernel::interval_of(p[2]));
  const double squared_radius = kernel::interval_of(squared_inner_radius(disc_)).low;
  first_.push_back(0);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const BorderSegment& s = border_.segments[i];
    cores_.emplace_back(corners_.near(s.from), corners_.near(s.to), squared_radius);
    add_outline(i);
    first_.push_back(static_cast<std::uint32_t>(outlines_.size()));
  }
  boxes_ = kernel::BoxTree(body_boxes());
}

std::vector<kernel::Box> EdgeBodies::body_boxes() const {
  std::vector<kernel::Box> out;
  for (std::uint32_t i = 0; i < size(); ++i) {
    kernel::Box box = kernel::no_box;
    for (const Id c : outline(i)) {
      const MeshCorners::Near& near = corners_.near(c);
      for (std::size_t k = 0; k < 2; ++k) {
        box.low[k] = std::min(box.low[k], near[k].low);
        box.high[k] = std::max(box.high[k], near[k].high);
      }
    }
    const BorderSegment& s = border_.segments[i];
    const Interval z = hull_of(near_z_[s.from], near_z_[s.to]) + Interval{-near_window_.high, near_window_.high};
    box.low[2] = z.low;
    box.high[2] = z.high;
    out.push_back(box);
  }
  return out;
}

kernel::Box EdgeBodies::box_of(TriangleMesh::Index point) const {
  const auto& [x, y] = corners_.near(point);
  return {{x.low, y.low, near_z_[point].low}, {x.high, y.high, near_z_[point].high}};
}

Floor EdgeBodies::floor(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) const {
  Floor out;
  out.plane = kernel::exact_plane(a, b, c);
  out.anchor = a;
  for (std::size_t k = 0; k < 3; ++k) out.near_anchor[k] = kernel::interval_of(a[k]);
  for (std::size_t k = 0; k < 2; ++k) out.near_slope[k] = kernel::interval_of(out.plane.x[k]);
  const auto rise = [&](const auto& corner) {
    return formulas::dot2d(out.near_slope[0], out.near_slope[1], corner[0], corner[1]);
  };
  out.rise = rise(near_disc_.front());
  for (const auto& corner : near_disc_) out.rise = hull_of(out.rise, rise(corner));
  return out;
}

Interval EdgeBodies::height_over(const Floor& floor, TriangleMesh::Index point) const {
  const MeshCorners::Near& at = corners_.near(point);
  return floor.near_anchor[2] - near_z_[point] +
         formulas::dot2d(floor.near_slope[0], floor.near_slope[1], at[0] - floor.near_anchor[0],
                         at[1] - floor.near_anchor[1]);
}

EdgeBodies::WindowCase EdgeBodies::window_case(std::uint32_t body, const Floor& floor) const {
  const BorderSegment& s = border_.segments[body];
  // Along the segment they lie between those of its ends.
  const Interval range = hull_of(height_over(floor, s.from), height_over(floor, s.to)) + floor.rise;
  if (range.low > near_window_.high || range.high < -near_window_.high) return WindowCase::misses;
  if (range.high < near_window_.low && range.low > -near_window_.low) return WindowCase::passes;
  return WindowCase::cuts;
}

// The polygon around both ends: each edge of the disc's is at the end that its normal points to. One that is square to
// neither is part of a side.
void EdgeBodies::add_outline(std::uint32_t body) {
  const BorderSegment& s = border_.segments[body];
  const MeshCorners::Near &p = corners_.near(s.from), &q = corners_.near(s.to);
  const Interval run_x = q[0] - p[0], run_y = q[1] - p[1];
  const auto along = [&](std::size_t k) {
    const auto& [nx, ny] = disc_.edges[k].normal;
    if (const auto sign =
            formulas::dot2d(kernel::interval_of(nx), kernel::interval_of(ny), run_x, run_y).sign())
      return static_cast<int>(*sign);
    const ExactPoint &from = mesh_.points[s.from], &to = mesh_.points[s.to];
    return sgn(mpq_class(formulas::dot2d(mpq_class(nx), mpq_class(ny), to[0] - from[0], to[1] - from[1])));
  };
  const std::size_t n = disc_.edges.size();
  int before = along(n - 1);
  for (std::size_t k = 0; k < n; ++k) {
    const int after = along(k);
    // Corner k lies between edges k - 1 and k.
    const bool at_to = before > 0 || after > 0, at_from = before < 0 || after < 0;
    const bool from_first = after > 0;
    if (at_from && from_first) outlines_.push_back(corners_.around(s.from_place, k));
    if (at_to) outlines_.push_back(corners_.around(s.to_place, k));
    if (at_from && !from_first) outlines_.push_back(corners_.around(s.from_place, k));
    before = after;
  }
}

std::vector<PlanPoint> EdgeBodies::cut_section(std::uint32_t body, const Floor& floor) const {
  const BorderSegment& s = border_.segments[body];
  const ExactPoint &p = mesh_.points[s.from], &q = mesh_.points[s.to];
  struct Corner {
    PlanPoint at;
    mpq_class over;  // how far the floor is over the segment
  };
  std::array<std::vector<Corner>, 2> ends;
  for (std::size_t e = 0; e < 2; ++e) {
    const ExactPoint& end = e == 0 ? p : q;
    const mpq_class over = floor.plane.height(end[0], end[1]) - end[2];
    for (const PlanPoint& u : disc_.corners)
      ends[e].push_back({{end[0] + u[0], end[1] + u[1]},
                         over + formulas::dot2d(floor.plane.x[0], floor.plane.x[1], u[0], u[1])});
  }
  const auto by_height = [](const Corner& a, const Corner& b) { return a.over < b.over; };
  const auto extreme = [&](bool high) {
    const auto of = [&](const std::vector<Corner>& end) {
      return (high ? std::ranges::max_element(end, by_height) : std::ranges::min_element(end, by_height))->over;
    };
    const mpq_class a = of(ends[0]), b = of(ends[1]);
    return high ? std::max(a, b) : std::min(a, b);
  };
  // What only touches the window takes nothing.
  if (extreme(false) >= window_ || extreme(true) <= -window_) return {};
  std::vector<PlanPoint> points;
  for (std::size_t k = 0; k < disc_.corners.size(); ++k) {
    const Corner &a = ends[0][k], &b = ends[1][k];
    for (const mpq_class& limit : {window_, mpq_class(-window_)})
      if ((a.over < limit && b.over > limit) || (a.over > limit && b.over < limit))
        points.push_back(kernel::point_along(a.at, b.at, (limit - a.over) / (b.over - a.over)));
  }
  for (std::vector<Corner>& end : ends) {
    for (const int sign : {1, -1})
      kernel::clip_half_plane(
          end, [&](const Corner& c) { return mpq_class(window_ - sign * c.over); },
          [&](const Corner& a, const mpq_class& in_a, const Corner& b, const mpq_class& in_b) {
            return Corner{kernel::point_along(a.at, b.at, in_a / (in_a - in_b)), sign * window_};
          });
    for (Corner& c : end) points.push_back(std::move(c.at));
  }
  return convex_hull(std::move(points));
}

const SegmentCore* EdgeBodies::section(std::uint32_t body, const Floor& floor, PlanCorners& corners,
                                       std::vector<Id>& ring) const {
  ring.clear();
  const WindowCase window = window_case(body, floor);
  if (window == WindowCase::passes) {
    ring.assign(outline(body).begin(), outline(body).end());
    return &core(body);
  }
  if (window == WindowCase::cuts)
    for (PlanPoint& p : cut_section(body, floor)) ring.push_back(corners.add(std::move(p)));
  return nullptr;
}

EdgeClass EdgeBodies::class_of(std::uint32_t body, const PlanCorners& corners, Id from, Id to) const {
  const BorderSegment& s = border_.segments[body];
  if (s.left == s.right) return s.left;
  // On its left a section's edges run back.
  const auto forward = [&] {
    const auto run = [](const MeshCorners::Near& a, const MeshCorners::Near& b) {
      return std::array{b[0] - a[0], b[1] - a[1]};
    };
    const auto d = run(corners_.near(s.from), corners_.near(s.to)), e = run(corners.near(from), corners.near(to));
    if (const auto sign = formulas::dot2d(d[0], d[1], e[0], e[1]).sign()) return static_cast<int>(*sign);
    const ExactPoint &p = mesh_.points[s.from], &q = mesh_.points[s.to];
    return sgn(mpq_class(formulas::dot2d(mpq_class(q[0] - p[0]), mpq_class(q[1] - p[1]),
                                         mpq_class(corners.exact(to, 0) - corners.exact(from, 0)),
                                         mpq_class(corners.exact(to, 1) - corners.exact(from, 1)))));
  };
  return forward() > 0 ? s.right : s.left;
}

bool EdgeBodies::closure_holds(std::uint32_t body, const ExactPoint& at) const {
  const BorderSegment& s = border_.segments[body];
  const ExactPoint &p = mesh_.points[s.from], &q = mesh_.points[s.to];
  const ExactPoint run{q[0] - p[0], q[1] - p[1], q[2] - p[2]}, to{at[0] - p[0], at[1] - p[1], at[2] - p[2]};
  mpq_class low = 0, high = 1;  // along the segment
  const auto keep = [&](const mpq_class& start, const mpq_class& slope) {  // where start + slope t >= 0
    if (sgn(slope) == 0) {
      if (sgn(start) < 0) high = -1;
    } else if (sgn(slope) > 0) {
      low = std::max<mpq_class>(low, -start / slope);
    } else {
      high = std::min<mpq_class>(high, -start / slope);
    }
  };
  for (const kernel::DiscPolygon::Edge& e : disc_.edges) {
    const mpq_class nx(e.normal[0]), ny(e.normal[1]);
    keep(e.offset - formulas::dot2d(nx, ny, to[0], to[1]), formulas::dot2d(nx, ny, run[0], run[1]));
  }
  keep(window_ - to[2], run[2]);
  keep(window_ + to[2], -run[2]);
  return low <= high;
}

}  // namespace plumb::pipeline

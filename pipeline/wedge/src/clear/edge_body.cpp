// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies that border stretches take away, and their sections with floors (Sanchez 2021, 2.9;
// docs/theory/radius.md). Problem. The body of a border segment s is the set of points b + u with b on s, u in the
// polygon D of the disc (n corners) in plan, and a height that differs from that of b by less than the window. It is
// convex and open. A floor in one plane meets it in a convex polygon; return that polygon, with corners that bodies
// sharing an end of border have in common, so that equal places are found equal by number, without a fraction.
// 1. The constructor joins the boundary of the mesh to straight segments (border_segments.h) and makes for each of them
//    a SegmentCore (the points that doubles can confirm to be inside), an outline as if the window were infinite
//    (add_outline), and a box in a tree.
// 2. floor() prepares what a patch needs: its plane, and in doubles how far it rises towards each corner of D.
// 3. window_case() compares, in doubles, the heights of the floor near the segment with the window: it certainly misses
//    the body, or the window certainly passes all of it, or the window may cut it (vcd::WindowCase).
// 4. section() returns nothing, or the outline, or, if the window may cut it, the polygon that CutSection makes: the
//    convex hull of those corners of D around both ends that are within the window, and of the points where the edges
//    between them leave it.
// 5. class_of() says on which side of the segment an edge of a section lies, and so which class its boundary gets;
//    closure_holds() decides whether a point lies in the closed body.
// Cost. O(n) for an outline, O(n log n) for a section that the window cuts. Memory O(n) for each segment.
// Exactness. add_outline, CutSection and class_of take the sign of an interval of doubles where it is certain and of a
// fraction elsewhere, closure_holds always that of a fraction; window_case answers "cuts" whenever it is not certain,
// which costs time only.
#include "clear/edge_body.h"

#include <algorithm>
#include <optional>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PlanPoint;
namespace formulas = kernel::formulas;

Interval hull_of(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

// The corners of the convex hull, counter-clockwise; none if all places lie on one line.
std::vector<surface::PlanCorners::Id> convex_hull(std::vector<surface::PlanCorners::Id> places,
                                                  const surface::PlanCorners& corners) {
  const auto at = [&](surface::PlanCorners::Id id) { return corners.place(id); };
  std::ranges::sort(places, [&](auto p, auto q) { return p != q && kernel::before(at(p), at(q)); });
  std::vector<surface::PlanCorners::Id> hull;
  for (const bool upper : {false, true}) {
    const std::size_t first = hull.size();
    for (const surface::PlanCorners::Id p : places) {
      // Of several equal places one is kept.
      while (hull.size() >= first + 2 && kernel::orientation(at(hull[hull.size() - 2]), at(hull.back()), at(p)) <= 0)
        hull.pop_back();
      if (hull.size() == first || !kernel::same_place(at(hull.back()), at(p))) hull.push_back(p);
    }
    hull.pop_back();  // the other way begins with it
    if (!upper) std::ranges::reverse(places);
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
  for (const PlanPoint& c : disc_.corners) near_disc_.push_back({kernel::interval_of(c[0]), kernel::interval_of(c[1])});
  for (const ExactPoint& p : mesh.points) near_z_.push_back(kernel::interval_of(p[2]));
  const double squared_radius = kernel::interval_of(squared_inner_radius(disc_)).low;
  first_.push_back(0);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const surface::BorderSegment& s = border_.segments[i];
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
      const surface::MeshCorners::Near& near = corners_.near(c);
      for (std::size_t k = 0; k < 2; ++k) {
        box.low[k] = std::min(box.low[k], near[k].low);
        box.high[k] = std::max(box.high[k], near[k].high);
      }
    }
    const surface::BorderSegment& s = border_.segments[i];
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

Floor EdgeBodies::floor(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const kernel::Box& box) const {
  Floor out;
  out.box = box;
  out.plane = kernel::exact_plane(a, b, c);
  for (std::size_t k = 0; k < 3; ++k) out.near_anchor[k] = kernel::interval_of(a[k]);
  for (std::size_t k = 0; k < 2; ++k) out.near_slope[k] = kernel::interval_of(out.plane.x[k]);
  for (const auto& [x, y] : near_disc_)
    out.near_rises.push_back(formulas::dot2d(out.near_slope[0], out.near_slope[1], x, y));
  out.rise = out.near_rises.front();
  for (const Interval& rise : out.near_rises) out.rise = hull_of(out.rise, rise);
  return out;
}

Interval EdgeBodies::height_over(const Floor& floor, TriangleMesh::Index point) const {
  const surface::MeshCorners::Near& at = corners_.near(point);
  return floor.near_anchor[2] - near_z_[point] +
         formulas::dot2d(floor.near_slope[0], floor.near_slope[1], at[0] - floor.near_anchor[0],
                         at[1] - floor.near_anchor[1]);
}

vcd::WindowCase EdgeBodies::window_case(std::uint32_t body, const Floor& floor) const {
  const surface::BorderSegment& s = border_.segments[body];
  // The heights of any place of the floor and any place of the segment.
  const Interval segment = hull_of(near_z_[s.from], near_z_[s.to]),
                 apart = Interval{floor.box.low[2], floor.box.high[2]} - segment;
  if (vcd::window_case(apart, near_window_) == vcd::WindowCase::passes) return vcd::WindowCase::passes;
  // How far the floor around a place of the segment is over that place: between the values at the segment's ends.
  return vcd::window_case(hull_of(height_over(floor, s.from), height_over(floor, s.to)) + floor.rise, near_window_);
}

void EdgeBodies::add_outline(std::uint32_t body) {
  const surface::BorderSegment& s = border_.segments[body];
  const surface::MeshCorners::Near &p = corners_.near(s.from), &q = corners_.near(s.to);
  const Interval run_x = q[0] - p[0], run_y = q[1] - p[1];
  const auto along = [&](std::size_t k) {
    const auto& [nx, ny] = disc_.edges[k].normal;
    if (const auto sign = formulas::dot2d(kernel::interval_of(nx), kernel::interval_of(ny), run_x, run_y).sign())
      return static_cast<int>(*sign);
    const ExactPoint &from = mesh_.points[s.from], &to = mesh_.points[s.to];
    return sgn(mpq_class(formulas::dot2d(mpq_class(nx), mpq_class(ny), to[0] - from[0], to[1] - from[1])));
  };
  const std::size_t n = disc_.edges.size(), first = along_.size();
  for (std::size_t k = 0; k < n; ++k) along_.push_back(static_cast<std::int8_t>(along(k)));
  vcd::visit_outline(
      n, [&](std::size_t k) { return along_[first + k]; },
      [&](std::size_t k, bool at_end) { outlines_.push_back(corners_.around(at_end ? s.to_place : s.from_place, k)); });
}

// The section where the window may cut it. The floor meets the prism of the outline; the section is the hull of the
// prism's corners within the window and of the places where its edges leave the window.
class EdgeBodies::CutSection {
 public:
  CutSection(const EdgeBodies& bodies, const surface::BorderSegment& segment, const Floor& floor,
             surface::PlanCorners& corners)
      : bodies_(bodies), segment_(segment), floor_(floor), corners_(corners), count_(bodies.disc_.corners.size()) {
    const std::array near{bodies.height_over(floor, segment.from), bodies.height_over(floor, segment.to)};
    for (std::size_t e = 0; e < 2; ++e)
      for (std::size_t k = 0; k < count_; ++k) prism_.push_back({near[e] + floor.near_rises[k], {}});
  }

  std::vector<Id> corners() {
    for (std::size_t i = 0; i < prism_.size(); ++i)
      for (const int limit : {-1, 1}) sides_.push_back(side(i, limit));
    // A floor that only touches a limit of the window loses nothing.
    const auto all_beyond = [&](int limit) {
      for (std::size_t i = 0; i < prism_.size(); ++i)
        if (limit * known_side(i, limit) < 0) return false;
      return true;
    };
    if (all_beyond(-1) || all_beyond(1)) return {};
    for (std::size_t i = 0; i < prism_.size(); ++i)
      if (known_side(i, -1) >= 0 && known_side(i, 1) <= 0) found_.push_back(id(i));
    for (std::size_t k = 0; k < count_; ++k) {
      const std::size_t next = k + 1 == count_ ? 0 : k + 1;
      add_crossings(k, count_ + k);
      add_crossings(k, next);
      add_crossings(count_ + k, count_ + next);
    }
    return convex_hull(std::move(found_), corners_);
  }

 private:
  struct Corner {
    Interval near;                   // how far the floor is over the segment's end
    std::optional<mpq_class> exact;  // made when it is first asked for
  };

  Id id(std::size_t i) const {
    return bodies_.corners_.around(i < count_ ? segment_.from_place : segment_.to_place, i % count_);
  }
  const mpq_class& over(std::size_t i) {
    std::optional<mpq_class>& exact = prism_[i].exact;
    if (!exact) {
      std::optional<mpq_class>& end = ends_[i / count_];
      const ExactPoint& p = bodies_.mesh_.points[i < count_ ? segment_.from : segment_.to];
      if (!end) end = floor_.plane.height(p[0], p[1]) - p[2];
      const PlanPoint& u = bodies_.disc_.corners[i % count_];
      exact = *end + formulas::dot2d(floor_.plane.x[0], floor_.plane.x[1], u[0], u[1]);
    }
    return *exact;
  }
  // Whether the floor at a corner of the prism is below (-1), at (0) or above (1) a limit of the window: the upper
  // limit (limit 1) or the lower one (limit -1).
  int side(std::size_t i, int limit) {
    const Interval near = limit > 0 ? bodies_.near_window_ : -bodies_.near_window_;
    if (prism_[i].near.low > near.high) return 1;
    if (prism_[i].near.high < near.low) return -1;
    return cmp(over(i), mpq_class(limit * bodies_.window_));
  }
  int known_side(std::size_t i, int limit) const { return sides_[2 * i + (limit > 0)]; }

  void add_crossings(std::size_t i, std::size_t j) {
    for (const int limit : {-1, 1}) {
      const int a = known_side(i, limit), b = known_side(j, limit);
      if ((a < 0) == (b < 0) || a == 0 || b == 0) continue;
      const mpq_class share = (limit * bodies_.window_ - over(i)) / (over(j) - over(i));
      found_.push_back(corners_.add(kernel::point_along(corners_.exact(id(i)), corners_.exact(id(j)), share)));
    }
  }

  const EdgeBodies& bodies_;
  const surface::BorderSegment& segment_;
  const Floor& floor_;
  surface::PlanCorners& corners_;
  std::size_t count_;          // of the disc's corners
  std::vector<Corner> prism_;  // those around `from`, then those around `to`
  std::vector<int> sides_;     // of each, of the lower and the upper limit
  std::array<std::optional<mpq_class>, 2> ends_;
  std::vector<Id> found_;
};

const surface::SegmentCore* EdgeBodies::section(std::uint32_t body, const Floor& floor, surface::PlanCorners& corners,
                                                std::vector<Id>& ring) const {
  ring.clear();
  const vcd::WindowCase window = window_case(body, floor);
  if (window == vcd::WindowCase::passes) {
    ring.assign(outline(body).begin(), outline(body).end());
    return &core(body);
  }
  if (window == vcd::WindowCase::cuts) ring = CutSection(*this, border_.segments[body], floor, corners).corners();
  return nullptr;
}

EdgeClass EdgeBodies::class_of(std::uint32_t body, const surface::PlanCorners& corners, Id from, Id to) const {
  const surface::BorderSegment& s = border_.segments[body];
  if (s.left == s.right) return s.left;
  // A section runs counter-clockwise, so its edges on the left of the segment run backwards.
  const auto forward = [&] {
    const auto run = [](const surface::MeshCorners::Near& a, const surface::MeshCorners::Near& b) {
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
  const surface::BorderSegment& s = border_.segments[body];
  const ExactPoint &p = mesh_.points[s.from], &q = mesh_.points[s.to];
  const ExactPoint run{q[0] - p[0], q[1] - p[1], q[2] - p[2]}, to{at[0] - p[0], at[1] - p[1], at[2] - p[2]};
  mpq_class low = 0, high = 1;                                             // along the segment
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

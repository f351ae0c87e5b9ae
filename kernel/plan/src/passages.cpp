// SPDX-License-Identifier: LGPL-3.0-or-later
// Passages between obstacles: those through which a disc of a radius does not pass, and places on the middle line of
// those that are hardly wider than it.
// Problem. Where a disc passes is decided by the straight lines from a corner of an obstacle to the nearest place of
// another one: it stops at each that is shorter than its diameter. And where such a line is exactly as long, the disc
// passes at one place only, which no series of points on edges contains.
// 1. NarrowPassages looks from each corner at the obstacles within the diameter. A line that another obstacle crosses
//    is left out, since its parts are passages themselves.
// 2. passage_middles() takes passages that are hardly wider than the disc. A Ray starts at the middle of each, in
//    both directions square to it, and notes where it meets open edges, until it meets a closed one.
// 3. On floors corners of border look at the border within the window of heights, without the test for crossings.
// Cost. For each corner the obstacles near it, a query of a tree of boxes each; a ray costs the triangles that it
// passes, and a vertex that it meets those around it.
// Exactness. All decisions are exact. Places are fractions; their shares are doubles, and only sort them.
// Source: ours (docs/theory/routes.md).
#include "plumb/plan/passages.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/weighted_area.h"

namespace plumb::plan {
namespace {

using Index = PlanTriangulation::Index;
using kernel::FilteredPoint;
using kernel::PlanPoint;

// Finds the passages of a map that are narrower than twice the radius.
class NarrowPassages {
 public:
  NarrowPassages(const Obstacles& obstacles, const mpq_class& squared_radius)
      : obstacles_(obstacles), least_(4 * squared_radius), reach_(root_above(least_)) {}

  std::vector<Passage> run() {
    std::vector<Index> ends;
    for (const Index s : obstacles_.segments()) {
      ends.push_back(obstacles_.map().segments[s].from);
      ends.push_back(obstacles_.map().segments[s].to);
    }
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (const Index v : ends) look_from(v);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  void look_from(Index vertex) {
    const FilteredPoint& v = obstacles_.map().points[vertex];
    // A line along an obstacle, from the vertex to the obstacle's other end, is no passage: nothing crosses it anyway.
    std::vector<const FilteredPoint*> neighbours;
    std::vector<Index> others;
    obstacles_.any_near(v, v, reach_, [&](Index s) {
      if (&obstacles_.begin(s) == &v) neighbours.push_back(&obstacles_.end(s));
      else if (&obstacles_.end(s) == &v) neighbours.push_back(&obstacles_.begin(s));
      else others.push_back(s);
      return false;
    });
    for (const Index s : others) {
      const FilteredPoint &a = obstacles_.begin(s), &b = obstacles_.end(s);
      if (kernel::compare_squared_distance(v, a, b, least_) >= 0) continue;
      const FilteredPoint foot(kernel::nearest_point(v.at, a.at, b.at));
      if (std::ranges::any_of(neighbours, [&](const FilteredPoint* n) { return n->at == foot.at; })) continue;
      if (crosses(v, foot)) continue;
      found_.push_back({std::min(v.at, foot.at), std::max(v.at, foot.at)});
    }
  }

  // Whether an obstacle crosses the line. An obstacle that ends on the line splits it into two shorter passages.
  bool crosses(const FilteredPoint& p, const FilteredPoint& q) const {
    return obstacles_.any_near(p, q, 0, [&](Index s) {
      const FilteredPoint &a = obstacles_.begin(s), &b = obstacles_.end(s);
      return kernel::orientation(p, q, a) * kernel::orientation(p, q, b) < 0 &&
             kernel::orientation(a, b, p) * kernel::orientation(a, b, q) < 0;
    });
  }

  const Obstacles& obstacles_;
  const mpq_class least_;
  const double reach_;
  std::vector<Passage> found_;
};

// A ray from a place, over open edges, from triangle to triangle.
class Ray {
 public:
  Ray(const PlanTriangulation& t, PlanPoint from, PlanPoint ahead, std::vector<PassageMiddle>& found)
      : t_(t), from_(std::move(from)), ahead_(std::move(ahead)), found_(found) {}

  void follow(const std::vector<Index>& start, const std::vector<std::vector<Index>>& around) {
    const auto beyond_vertex = [&](Index v) {
      for (const Index corner : around[v])
        if (leaves(t_.next(corner))) return t_.next(corner);
      return PlanTriangulation::none;
    };
    Index h = PlanTriangulation::none;
    for (const Index i : start)
      for (Index k = 3 * i; k < 3 * i + 3; ++k) {
        const FilteredPoint &p = t_.points[t_.from(k)], &q = t_.points[t_.to(k)];
        if (kernel::orientation(p, q, from_) != 0) {
          if (leaves(k)) h = k;
          else if (kernel::orientation(from_, ahead_, p) == 0 && is_ahead(p.at)) h = beyond_vertex(t_.from(k));
        } else if (t_.is_open(k) && kernel::has_foot(from_, p, q)) {
          add(k, from_.at);
        }
      }
    while (h != PlanTriangulation::none && t_.is_open(h)) {
      // On floors the ray goes on to one of the floors on the other side.
      Index beyond = PlanTriangulation::none;
      t_.each_side(h, [&](Index side) { beyond = t_.from(side) == t_.to(h) ? side : beyond; });
      add(h, kernel::crossing(t_.points[t_.from(h)].at, t_.points[t_.to(h)].at, from_.at, ahead_.at));
      if (beyond == PlanTriangulation::none) return;
      const Index apex = t_.apex(beyond);
      const kernel::Sign side = kernel::orientation(from_, ahead_, t_.points[apex]);
      h = side > 0 ? t_.next(beyond) : side < 0 ? t_.prev(beyond) : beyond_vertex(apex);
    }
  }

 private:
  // Whether the ray leaves a triangle by a side: its ends are on both sides of the ray.
  bool leaves(Index h) const {
    return kernel::orientation(from_, ahead_, t_.points[t_.from(h)]) < 0 &&
           kernel::orientation(from_, ahead_, t_.points[t_.to(h)]) > 0;
  }
  bool is_ahead(const PlanPoint& p) const {
    const std::size_t k = ahead_.at[0] != from_.at[0] ? 0 : 1;
    return sgn(mpq_class(p[k] - from_.at[k])) == sgn(mpq_class(ahead_.at[k] - from_.at[k]));
  }
  void add(Index side, PlanPoint place) {
    const Index lower = t_.lowest(side);
    const PlanPoint &a = t_.points[t_.from(lower)].at, &b = t_.points[t_.to(lower)].at;
    found_.push_back({lower, kernel::share_along(a, b, place).get_d(), std::move(place)});
  }

  const PlanTriangulation& t_;
  const FilteredPoint from_, ahead_;
  std::vector<PassageMiddle>& found_;
};

// Collects the middles of passages, sorted, each once.
class Middles {
 public:
  explicit Middles(const PlanTriangulation& t) : t_(t), around_(t.points.size()) {
    for (Index h = 0; h < 3 * t.triangle_count(); ++h) around_[t.from(h)].push_back(h);
  }

  static PlanPoint middle(const PlanPoint& p, const PlanPoint& q) { return {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}; }
  // From p to q; its middle is in triangles `start`.
  void add(const PlanPoint& p, const PlanPoint& q, const std::vector<Index>& start) {
    const PlanPoint at = middle(p, q);
    for (const int way : {1, -1})
      Ray(t_, at, {at[0] - way * (q[1] - p[1]), at[1] + way * (q[0] - p[0])}, found_).follow(start, around_);
  }

  std::vector<PassageMiddle> take() {
    const auto by_place = [](const PassageMiddle& a, const PassageMiddle& b) {
      return std::tie(a.half_edge, a.share, a.place) < std::tie(b.half_edge, b.share, b.place);
    };
    std::sort(found_.begin(), found_.end(), by_place);
    const auto same = [](const PassageMiddle& a, const PassageMiddle& b) {
      return a.half_edge == b.half_edge && a.place == b.place;
    };
    found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
    return std::move(found_);
  }

 private:
  const PlanTriangulation& t_;
  std::vector<std::vector<Index>> around_;  // by vertex
  std::vector<PassageMiddle> found_;
};

// The square of the width up to which passages get points: 9/4 radii.
mpq_class widest(const mpq_class& squared_radius) { return squared_radius * mpq_class(81, 16); }

}  // namespace

std::vector<std::array<kernel::PlanPoint, 2>> segments_of(std::span<const Passage> passages) {
  std::vector<std::array<kernel::PlanPoint, 2>> out;
  for (const Passage& p : passages) out.push_back({p.from, p.to});
  return out;
}

mpq_class squared_width(const Passage& passage) { return kernel::squared_distance(passage.from, passage.to); }

std::vector<Passage> narrow_passages(const Obstacles& obstacles, const mpq_class& squared_radius) {
  return NarrowPassages(obstacles, squared_radius).run();
}

std::vector<PassageMiddle> passage_middles(const PlanTriangulation& t, std::span<const Passage> passages) {
  if (passages.empty()) return {};
  Middles middles(t);
  OrientedWalk walk(t);
  for (const Passage& p : passages)
    middles.add(p.from, p.to, walk.triangles_at(FilteredPoint(Middles::middle(p.from, p.to))));
  return middles.take();
}

std::vector<PassageMiddle> passage_middles(const FloorPlan& plan, const WeightedArea& area, const Obstacles& obstacles,
                                           const mpq_class& squared_radius) {
  if (squared_radius == 0) return {};
  Middles middles(plan.triangulation);
  const mpq_class most = widest(squared_radius);
  const double reach = root_above(most);
  for (const Obstacles::Index own : obstacles.segments())
    for (const std::size_t end : {0u, 1u}) {
      const FilteredPoint& v = end == 0 ? obstacles.begin(own) : obstacles.end(own);
      const mpq_class& height = plan.heights.ends[own][end];
      kernel::Box box = box_around(v.ix, v.iy, reach);
      obstacles.limit(box, kernel::interval_of(height));
      obstacles.any_in(box, [&](Obstacles::Index s) {
        const FilteredPoint &a = obstacles.begin(s), &b = obstacles.end(s);
        if (kernel::compare_squared_distance(v, a, b, most) >= 0 ||
            kernel::compare_squared_distance(v, a, b, 4 * squared_radius) < 0)
          return false;
        const PlanPoint q = kernel::nearest_point(v.at, a.at, b.at);
        middles.add(v.at, q, area.triangles_at(Middles::middle(v.at, q), height, plan.heights.window));
        return false;
      });
    }
  return middles.take();
}

}  // namespace plumb::plan

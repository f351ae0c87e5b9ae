// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/passage_middles.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/segment_distance.h"
#include "plumb/pipeline/oriented_walk.h"

namespace plumb::pipeline {
namespace {

using Index = PlanTriangulation::Index;
using kernel::NearPoint;
using kernel::PlanPoint;
constexpr Index none = PlanTriangulation::none;

// A ray from a place on, over open edges, from triangle to triangle.
class Ray {
 public:
  Ray(const PlanTriangulation& t, PlanPoint from, PlanPoint ahead, std::vector<PassageMiddle>& found)
      : t_(t), from_(std::move(from)), ahead_(std::move(ahead)), found_(found) {}

  void follow(const std::vector<Index>& start, const std::vector<std::vector<Index>>& around) {
    const auto beyond_vertex = [&](Index v) {
      for (const Index corner : around[v])
        if (leaves(t_.next(corner))) return t_.next(corner);
      return none;
    };
    Index h = none;
    for (const Index i : start)
      for (Index k = 3 * i; k < 3 * i + 3; ++k) {
        const NearPoint &p = t_.points[t_.from(k)], &q = t_.points[t_.to(k)];
        if (kernel::orientation(p, q, from_) != 0) {
          if (leaves(k)) h = k;
          else if (kernel::orientation(from_, ahead_, p) == 0 && is_ahead(p.at)) h = beyond_vertex(t_.from(k));
        } else if (t_.is_open(k) && kernel::has_foot(from_, p, q)) {
          add(k, from_.at);
        }
      }
    while (h != none && t_.is_open(h)) {
      const Index beyond = t_.twin(h);
      add(h, kernel::crossing(t_.points[t_.from(h)].at, t_.points[t_.to(h)].at, from_.at, ahead_.at));
      const Index apex = t_.apex(beyond);
      const int side = kernel::orientation(from_, ahead_, t_.points[apex]);
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
    const Index lower = std::min(side, t_.twin(side));
    const PlanPoint &a = t_.points[t_.from(lower)].at, &b = t_.points[t_.to(lower)].at;
    const std::size_t k = a[0] != b[0] ? 0 : 1;
    found_.push_back({lower, mpq_class((place[k] - a[k]) / (b[k] - a[k])).get_d(), std::move(place)});
  }

  const PlanTriangulation& t_;
  const NearPoint from_, ahead_;
  std::vector<PassageMiddle>& found_;
};

}  // namespace

std::vector<PassageMiddle> passage_middles(const PlanTriangulation& t, const Obstacles& obstacles,
                                           const mpq_class& squared_radius) {
  std::vector<PassageMiddle> out;
  if (squared_radius == 0) return out;
  std::vector<std::vector<Index>> around(t.points.size());
  for (Index h = 0; h < 3 * t.triangle_count(); ++h) around[t.from(h)].push_back(h);
  OrientedWalk walk(t);
  for (const Passage& passage : narrow_passages(obstacles, squared_radius * mpq_class(81, 64))) {
    if (squared_width(passage) < 4 * squared_radius) continue;
    const PlanPoint &p = passage.from, &q = passage.to;
    const PlanPoint middle{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2};
    const std::vector<Index> start = walk.triangles_at(NearPoint(middle));
    for (const int way : {1, -1})
      Ray(t, middle, {middle[0] - way * (q[1] - p[1]), middle[1] + way * (q[0] - p[0])}, out).follow(start, around);
  }
  const auto by_place = [](const PassageMiddle& a, const PassageMiddle& b) {
    return std::tie(a.half_edge, a.share, a.place) < std::tie(b.half_edge, b.share, b.place);
  };
  std::sort(out.begin(), out.end(), by_place);
  const auto same = [](const PassageMiddle& a, const PassageMiddle& b) {
    return a.half_edge == b.half_edge && a.place == b.place;
  };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/passages.h"

#include <algorithm>

#include "plumb/kernel/segment_distance.h"

namespace plumb::pipeline {
namespace {

using kernel::FilteredPoint;
using Index = Obstacles::Index;

class Finder {
 public:
  Finder(const Obstacles& obstacles, const mpq_class& squared_radius)
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

}  // namespace

std::vector<std::array<kernel::PlanPoint, 2>> segments_of(std::span<const Passage> passages) {
  std::vector<std::array<kernel::PlanPoint, 2>> out;
  for (const Passage& p : passages) out.push_back({p.from, p.to});
  return out;
}

mpq_class squared_width(const Passage& passage) { return kernel::squared_distance(passage.from, passage.to); }

std::vector<Passage> narrow_passages(const Obstacles& obstacles, const mpq_class& squared_radius) {
  return Finder(obstacles, squared_radius).run();
}

}  // namespace plumb::pipeline

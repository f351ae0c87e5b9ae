// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest paths over cells by brute force (see the header).
//
// A node is a point of a cell. Points of two cells that a join joins are nodes of no distance, or of the width of the
// gap. From a node, look() follows the cone that is seen through each join, and through the joins of the cell beyond,
// until nothing is left of it; the node's place, and the rays, are moved or mirrored where the join does so.
// Cost: as many cones as there are ways to see through joins: for small levels alone.
#include "support/unfolded_visibility.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/filtered_point.h"

namespace plumb::tests {
namespace {

using kernel::PlanPoint;
using kernel::point_along;
using kernel::share_along;
using plan::CellMap;
using Index = CellMap::Index;

class Unfolded {
 public:
  Unfolded(const CellLevel& level, const PlanPoint& start, Index start_cell, const PlanPoint& goal, Index goal_cell)
      : level_(level), by_cell_(level.rings.size()), ways_(level.rings.size()) {
    for (Index c = 0; c < level.rings.size(); ++c)
      for (const Index p : level.rings[c]) node(c, level.points[p]);
    for (const CellMap::Join& j : level.joins) {
      const auto at = [&](Index p) { return level.points[p]; };
      const double width = distance(at(j.on_a[0]), at(j.on_b[0]));
      add_way(j.a, j.b, {at(j.on_a[0]), at(j.on_a[1])}, {at(j.on_b[0]), at(j.on_b[1])}, width);
      add_way(j.b, j.a, {at(j.on_b[0]), at(j.on_b[1])}, {at(j.on_a[0]), at(j.on_a[1])}, width);
    }
    add_ways_by_others();
    start_ = node(start_cell, start);
    goal_ = node(goal_cell, goal);
    // What is a node on one side of a join is one on the other.
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      for (const Way& w : ways_[nodes_[n].cell])
        if (is_on(nodes_[n].at, w.here)) node(w.to, w.beyond(nodes_[n].at));
  }

  // Nothing longer than a limit is looked at: two storeys that are joined at both ends are a tube, round which straight
  // lines wind without end.
  std::optional<double> length(double limit) {
    limit_ = limit * (1 + 1e-9) + 1e-9;
    if (!is_connected()) return std::nullopt;
    std::vector<double> least(nodes_.size(), HUGE_VAL);
    std::priority_queue<std::pair<double, std::size_t>> queue;
    const auto reach = [&](std::size_t n, double length) {
      if (length >= least[n]) return;
      least[n] = length;
      queue.push({-length, n});
    };
    reach(start_, 0);
    while (!queue.empty()) {
      const auto [negative, n] = queue.top();
      queue.pop();
      if (-negative > least[n]) continue;
      if (n == goal_) return least[n];
      const PlanPoint at = nodes_[n].at;
      const Index cell = nodes_[n].cell;
      const auto see = [&](std::size_t to, double length) { reach(to, least[n] + length); };
      for (const std::size_t m : by_cell_[cell]) see(m, distance(at, nodes_[m].at));
      for (const Way& w : ways_[cell]) {
        if (is_on(at, w.here)) see(node(w.to, w.beyond(at)), w.width);
        if (turn(w.here[0], w.here[1], at) > 0) look(w, at, w.here[0], w.here[1], 0, least[n], see);
      }
    }
    return std::nullopt;
  }

 private:
  struct Node {
    Index cell;
    PlanPoint at;
  };
  struct Way {
    Index to;
    std::array<PlanPoint, 2> here, there;  // here runs counter-clockwise
    bool mirrored;
    double width;
    PlanPoint beyond(const PlanPoint& p) const {
      const PlanPoint by{there[0][0] - here[0][0], there[0][1] - here[0][1]};
      if (!mirrored) return {p[0] + by[0], p[1] + by[1]};
      // Mirrored at the line: p - 2 n (n . (p - here)) / n . n.
      const mpq_class nx = here[0][1] - here[1][1], ny = here[1][0] - here[0][0];
      const mpq_class t = 2 * (nx * (p[0] - here[0][0]) + ny * (p[1] - here[0][1])) / (nx * nx + ny * ny);
      return {p[0] - t * nx + by[0], p[1] - t * ny + by[1]};
    }
  };

  static int turn(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) { return sgn(kernel::orient2d(a, b, c)); }
  static double distance(const PlanPoint& a, const PlanPoint& b) {
    return std::hypot(mpq_class(a[0] - b[0]).get_d(), mpq_class(a[1] - b[1]).get_d());
  }
  static double distance_to(const PlanPoint& at, const std::array<PlanPoint, 2>& s) {
    return std::sqrt(kernel::squared_distance(at, s[0], s[1]).get_d());
  }
  static bool is_on(const PlanPoint& p, const std::array<PlanPoint, 2>& s) {
    if (turn(s[0], s[1], p) != 0) return false;
    for (std::size_t k = 0; k < 2; ++k)
      if (p[k] < std::min(s[0][k], s[1][k]) || p[k] > std::max(s[0][k], s[1][k])) return false;
    return true;
  }

  bool is_connected() const {
    std::vector<Index> list{nodes_[start_].cell};
    std::vector<char> reached(by_cell_.size(), 0);
    reached[list[0]] = 1;
    for (std::size_t i = 0; i < list.size(); ++i)
      for (const Way& w : ways_[list[i]])
        if (!std::exchange(reached[w.to], 1)) list.push_back(w.to);
    return reached[nodes_[goal_].cell] != 0;
  }
  std::size_t node(Index cell, const PlanPoint& at) {
    const auto [known, fresh] = number_.try_emplace({cell, at}, nodes_.size());
    if (fresh) {
      nodes_.push_back({cell, at});
      by_cell_[cell].push_back(known->second);
    }
    return known->second;
  }
  // Whether a cell lies on the left of a line.
  bool lies_left(Index cell, const std::array<PlanPoint, 2>& line) const {
    for (const Index p : level_.rings[cell])
      if (const int s = turn(line[0], line[1], level_.points[p]); s != 0) return s > 0;
    return false;
  }
  void add_way(Index from, Index to, std::array<PlanPoint, 2> here, std::array<PlanPoint, 2> there, double width) {
    if (!lies_left(from, here)) std::swap(here[0], here[1]), std::swap(there[0], there[1]);
    ways_[from].push_back({to, here, there, lies_left(to, there), width});
    for (const PlanPoint& p : here) node(from, p);
    for (const PlanPoint& p : there) node(to, p);
  }

  // Cells that meet over a stretch and are joined by way of others: a path may pass there, and touch those others
  // alone.
  void add_ways_by_others() {
    bool fresh = true;
    const auto share = [](const std::array<PlanPoint, 2>& s, const PlanPoint& p) { return share_along(s[0], s[1], p); };
    while (std::exchange(fresh, false))
      for (Index a = 0; a < ways_.size(); ++a)
        for (std::size_t i = 0; i < ways_[a].size(); ++i) {
          const Way first = ways_[a][i];
          for (std::size_t j = 0; j < ways_[first.to].size(); ++j) {
            const Way next = ways_[first.to][j];
            const auto& s = first.there;
            if (next.to == a || turn(s[0], s[1], next.here[0]) != 0 || turn(s[0], s[1], next.here[1]) != 0) continue;
            const mpq_class p = share(s, next.here[0]), q = share(s, next.here[1]);
            const mpq_class low = std::max(mpq_class(0), std::min(p, q)), high = std::min(mpq_class(1), std::max(p, q));
            if (low >= high) continue;
            std::array<PlanPoint, 2> here, there;
            for (std::size_t k = 0; k < 2; ++k) {
              const mpq_class& at = k == 0 ? low : high;
              here[k] = point_along(first.here[0], first.here[1], at);
              there[k] = point_along(next.there[0], next.there[1], share(next.here, point_along(s[0], s[1], at)));
            }
            const double width = first.width + next.width;
            const bool known = std::ranges::any_of(ways_[a], [&](const Way& w) {
              return w.to == next.to && w.width <= width && is_on(here[0], w.here) && is_on(here[1], w.here);
            });
            if (known) continue;
            add_way(a, next.to, here, there, width);
            fresh = true;
          }
        }
  }

  // Follows the cone from a place between two rays through a way.
  template <class See>
  void look(const Way& w, const PlanPoint& from, const PlanPoint& from_right, const PlanPoint& from_left, double width,
            double before, const See& see) {
    const PlanPoint at = w.beyond(from);
    PlanPoint right = w.beyond(from_right), left = w.beyond(from_left);
    if (w.mirrored) std::swap(right, left);
    width += w.width;
    for (const std::size_t m : std::vector<std::size_t>(by_cell_[w.to])) {
      const PlanPoint& p = nodes_[m].at;
      if (turn(at, right, p) >= 0 && turn(at, left, p) <= 0) see(m, width + distance(at, p));
    }
    for (const Way& next : ways_[w.to]) {
      if (turn(next.here[0], next.here[1], at) <= 0) continue;
      const PlanPoint r = turn(at, right, next.here[0]) > 0 ? next.here[0] : right;
      const PlanPoint l = turn(at, left, next.here[1]) < 0 ? next.here[1] : left;
      if (turn(at, right, next.here[1]) > 0 && turn(at, left, next.here[0]) < 0 && turn(at, r, l) > 0)
        if (before + width + distance_to(at, next.here) <= limit_) look(next, at, r, l, width, before, see);
    }
  }

  const CellLevel& level_;
  std::vector<Node> nodes_;
  std::map<std::pair<Index, PlanPoint>, std::size_t> number_;
  std::vector<std::vector<std::size_t>> by_cell_;
  std::vector<std::vector<Way>> ways_;
  std::size_t start_ = 0, goal_ = 0;
  double limit_ = 0;
};

}  // namespace

std::optional<double> unfolded_length(const CellLevel& level, const PlanPoint& start, Index start_cell,
                                      const PlanPoint& goal, Index goal_cell, double limit) {
  return Unfolded(level, start, start_cell, goal, goal_cell).length(limit);
}

}  // namespace plumb::tests

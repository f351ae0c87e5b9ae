// SPDX-License-Identifier: LGPL-3.0-or-later
// What a ring that may touch itself winds around, and whether triangles are the constrained Delaunay triangulation of
// that (docs/theory/certificate.md, lemmas 7 and 8).
//
// 1. boundary_of() collects the ring's edges line by line. Along a line, each edge is a step up at its first end and a
//    step down at its second. add_stretches() adds the steps up in order: a stretch that is run as often one way as the
//    other has cancelled, and one that is run twice more one way is refused.
// 2. Sweep passes the corners from the first to the last. Its status holds the stretches over the place at hand, from
//    below. At each corner pass() erases the stretches that end there and notes one that runs through it;
//    neighbours_hold() requires that neighbours do not cross and that the sides on which the inside lies alternate.
// 3. The stretches that are left, cut at the corners on them, are the boundary.
// 4. is_delaunay() maps each directed edge to its triangle: edges without a reverse must be the boundary, and across
//    all others no third corner may lie within the circle. Triangles whose corners are on one circle are united, and
//    each of their common edges must begin or end at the group's first corner, as in a fan.
// 5. runs_as() adds up directed edges, to compare a ring with what its pieces run along.
//
// Cost: n log n for n corners or edges, in predicates on big integers. Memory: linear.
// Exact: all of it; there is no filter.
// Source: the sweep is that of Shamos & Hoey (1976); local Delaunay edges: Lee & Lin (1986).
#include "winding.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace plumb::checker {
namespace {

// A stretch between two corners, the lower first.
struct Stretch {
  Index low, high;
  bool inside_above;
  std::vector<Index> on;  // corners on it, ascending
};

// Appends the stretches of a line that are run once more one way than the other. False if one is run twice more, or
// oftener.
bool add_stretches(const View& view, const std::map<Index, int>& steps_by_point, bool ascending_has_inside_above,
                   std::vector<Stretch>& out) {
  std::vector<std::pair<Index, int>> steps(steps_by_point.begin(), steps_by_point.end());
  std::sort(steps.begin(), steps.end(),
            [&](const auto& s, const auto& t) { return view.compare(s.first, t.first) < 0; });
  int times = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (times > 1 || times < -1) return false;
    if (times != 0) out.push_back({steps[i - 1].first, steps[i].first, (times > 0) == ascending_has_inside_above, {}});
    times += steps[i].second;
  }
  return true;
}

class Sweep {
 public:
  Sweep(const View& view, std::vector<Stretch>& stretches)
      : view_(view), stretches_(stretches), status_(Below{view, stretches}) {}

  // False if stretches cross, or the insides do not alternate.
  bool run(std::vector<Index> points) {
    std::multimap<Index, std::size_t> starting;
    for (std::size_t i = 0; i < stretches_.size(); ++i) starting.emplace(stretches_[i].low, i);
    const auto before = [&](Index p, Index q) { return view_.compare(p, q) < 0; };
    std::sort(points.begin(), points.end(), before);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    for (const Index p : points) {
      if (!pass(p)) return false;
      const auto [first, last] = starting.equal_range(p);
      for (auto i = first; i != last; ++i) status_.insert(i->second);
      if (!neighbours_hold(p)) return false;
    }
    return true;
  }

 private:
  struct Point {
    Index p;
  };
  // Orders stretches that extend over one place from below.
  struct Below {
    using is_transparent = void;
    const View& view;
    const std::vector<Stretch>& all;
    int side(std::size_t i, Index p) const { return view.turn(all[i].low, all[i].high, p); }
    bool operator()(std::size_t i, std::size_t j) const {
      if (i == j) return false;
      if (view.compare(all[i].low, all[j].low) > 0) return below(j, i) < 0;
      return below(i, j) > 0;
    }
    // Requires that i begins no later than j: 1 if i is below j, -1 above.
    int below(std::size_t i, std::size_t j) const {
      const int at_start = side(i, all[j].low);
      return at_start != 0 ? at_start : side(i, all[j].high);
    }
    bool operator()(std::size_t i, Point at) const { return side(i, at.p) > 0; }
    bool operator()(Point at, std::size_t i) const { return side(i, at.p) < 0; }
  };

  // Erases the stretches that end at a corner. False if more than one runs through it.
  bool pass(Index p) {
    const auto [first, last] = status_.equal_range(Point{p});
    std::size_t through = 0;
    for (auto i = first; i != last;) {
      Stretch& s = stretches_[*i];
      if (s.high == p) {
        i = status_.erase(i);
        continue;
      }
      s.on.push_back(p);
      ++through;
      ++i;
    }
    return through <= 1;
  }

  // Examines the stretches at a corner, the next one below and the next one above them.
  bool neighbours_hold(Index p) const {
    auto [i, last] = status_.equal_range(Point{p});
    if (i != status_.begin()) --i;
    else if (i != status_.end() && !stretches_[*i].inside_above) return false;
    if (last != status_.end()) ++last;
    for (auto j = i; i != last && ++j != last; i = j)
      if (stretches_[*i].inside_above == stretches_[*j].inside_above || cross(stretches_[*i], stretches_[*j]))
        return false;
    return true;
  }

  bool cross(const Stretch& s, const Stretch& t) const {
    return view_.turn(s.low, s.high, t.low) * view_.turn(s.low, s.high, t.high) < 0 &&
           view_.turn(t.low, t.high, s.low) * view_.turn(t.low, t.high, s.high) < 0;
  }

  const View& view_;
  std::vector<Stretch>& stretches_;
  std::set<std::size_t, Below> status_;
};

}  // namespace

std::optional<std::vector<Edge>> boundary_of(const View& view, const Ring& ring) {
  std::map<View::LineKey, std::map<Index, int>> lines;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
    if (p == q) continue;
    auto& steps = lines[view.line_through(p, q)];
    ++steps[p];
    --steps[q];
  }
  const int orientation = view.orientation(ring);
  std::vector<Stretch> stretches;
  for (const auto& [line, steps] : lines)
    if (!add_stretches(view, steps, orientation > 0, stretches)) return std::nullopt;
  if (!Sweep(view, stretches).run(ring)) return std::nullopt;
  std::vector<Edge> edges;
  for (const Stretch& s : stretches) {
    const bool ascends = s.inside_above == (orientation > 0);
    Index from = s.low;
    const auto add = [&](Index to) {
      edges.push_back(ascends ? Edge{from, to} : Edge{to, from});
      from = to;
    };
    for (const Index p : s.on) add(p);
    add(s.high);
  }
  return edges;
}

bool is_delaunay(const View& view, const std::vector<Ring>& triangles, std::vector<Edge> boundary, int orientation) {
  const auto before = [&](Index p, Index q) { return view.compare(p, q) < 0; };
  const auto in_order = [&](const Ring& s, const Ring& t) {
    return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), before);
  };
  // By directed edge, its triangle.
  std::map<Edge, std::size_t> sides;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Ring& ring = triangles[t];
    if (ring.size() != 3 || view.turn(ring[0], ring[1], ring[2]) != orientation || before(ring[1], ring[0]) ||
        before(ring[2], ring[0]) || (t > 0 && !in_order(triangles[t - 1], ring)))
      return false;
    for (std::size_t i = 0; i < 3; ++i)
      if (!sides.emplace(Edge{ring[i], ring[(i + 1) % 3]}, t).second) return false;
  }
  const auto apex = [&](std::size_t t, const Edge& side) {
    return *std::find_if(triangles[t].begin(), triangles[t].end(),
                         [&](Index p) { return p != side.first && p != side.second; });
  };
  std::vector<Edge> outer, on_circle;
  std::vector<std::size_t> group(triangles.size());  // of triangles that share a circle, by a lower one
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto first_of = [&](std::size_t t) {
    while (group[t] != t) t = group[t] = group[group[t]];
    return t;
  };
  for (const auto& [side, t] : sides) {
    const auto other = sides.find({side.second, side.first});
    if (other == sides.end()) {
      outer.push_back(side);
      continue;
    }
    const int within = orientation * view.in_circle(side.first, side.second, apex(t, side), apex(other->second, side));
    if (within > 0) return false;
    if (within < 0) continue;
    on_circle.push_back(side);
    const std::size_t g = first_of(t), h = first_of(other->second);
    group[std::max(g, h)] = std::min(g, h);
  }
  std::sort(boundary.begin(), boundary.end());
  if (outer != boundary) return false;
  // Triangles begin with their first corner, and ascend: the lowest one of a group begins with the first corner of all.
  return std::all_of(on_circle.begin(), on_circle.end(), [&](const Edge& e) {
    const Index first = triangles[first_of(sides.at(e))][0];
    return e.first == first || e.second == first;
  });
}

bool runs_as(const Ring& ring, const std::vector<Edge>& edges) {
  std::map<Edge, std::int64_t> balance;
  const auto add = [&](Index p, Index q, int times) { balance[std::minmax(p, q)] += p < q ? times : -times; };
  for (std::size_t i = 0; i < ring.size(); ++i) add(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], 1);
  for (const auto& [p, q] : edges) add(p, q, -1);
  return std::all_of(balance.begin(), balance.end(), [](const auto& b) { return b.second == 0; });
}

}  // namespace plumb::checker

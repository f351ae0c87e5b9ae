// SPDX-License-Identifier: GPL-3.0-or-later
#include "corners/border_chains.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using Index = BorderChains::Index;
using kernel::Interval;
using kernel::PlanPoint;
using Rough = std::array<double, 2>;

double rough_distance(const Rough& p, const Rough& from, const Rough& to) {
  const double x = to[0] - from[0], y = to[1] - from[1], squared = kernel::formulas::dot2d(x, y, x, y);
  const double along = squared > 0 ? kernel::formulas::dot2d(p[0] - from[0], p[1] - from[1], x, y) / squared : 0;
  const double share = std::clamp(along, 0.0, 1.0);
  return kernel::hypotenuse(p[0] - from[0] - share * x, p[1] - from[1] - share * y);
}

// A share, of a few bits, of the way from p to q at which both edges are about equally far. It is tested exactly
// afterwards.
mpq_class share_between(const Rough& p, const Rough& q, const std::array<Rough, 2>& first,
                        const std::array<Rough, 2>& second) {
  constexpr int bits = 20;
  unsigned share = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    const double t = std::ldexp(static_cast<double>(share | 1u << bit), -bits);
    const Rough at{p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])};
    if (rough_distance(at, first[0], first[1]) <= rough_distance(at, second[0], second[1])) share |= 1u << bit;
  }
  mpq_class out(share);
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), bits);
  return out;
}

}  // namespace

BorderChains::BorderChains(const surface::CollapseMesh& mesh, const mpq_class& tolerance)
    : mesh_(mesh),
      squared_tolerance_(tolerance * tolerance),
      near_tolerance_(kernel::interval_of(squared_tolerance_)),
      moved_(mesh.vertex_count()),
      chain_(mesh.vertex_count()) {
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    points_.push_back(corner(v));
    anchor_.push_back(v);
  }
}

BorderChains::Point BorderChains::point(const PlanPoint& at) {
  return {at, {kernel::interval_of(at[0]), kernel::interval_of(at[1])}};
}
BorderChains::Point BorderChains::corner(Index v) const {
  const surface::FanMesh::Vertex& vertex = mesh_.vertex(v);
  return {{vertex.at[0], vertex.at[1]}, {vertex.near[0], vertex.near[1]}};
}

bool BorderChains::is_near(const Point& p, const Segment& way) const {
  const auto squared = [](const auto& a, const auto& b) {
    const auto x = kernel::formulas::value(b[0] - a[0]), y = kernel::formulas::value(b[1] - a[1]);
    return kernel::formulas::dot2d(x, y, x, y);
  };
  const auto most = [&](const auto& q) { return squared(p.near, q.near).high <= near_tolerance_.low; };
  if (most(way.from) || most(way.to)) return true;
  // Squared distances: of the line, times the squared length, and of both ends.
  const auto measured = [&](const auto& at, const auto& from, const auto& to) {
    const auto x = kernel::formulas::value(to[0] - from[0]), y = kernel::formulas::value(to[1] - from[1]);
    const auto px = kernel::formulas::value(at[0] - from[0]), py = kernel::formulas::value(at[1] - from[1]);
    return std::array{kernel::formulas::dot2d(x, y, px, py), kernel::formulas::dot2d(x, y, x, y),
                      kernel::formulas::determinant(x, y, px, py)};
  };
  {
    const auto [along, length, across] = measured(p.near, way.from.near, way.to.near);
    if (along.low >= 0 && along.high <= length.low) {
      const Interval far = across * across, most_far = near_tolerance_ * length;
      if (far.high <= most_far.low) return true;
      if (far.low > most_far.high) return false;
    }
    const double least = near_tolerance_.high;
    if (along.high < 0 && squared(p.near, way.from.near).low > least) return false;
    if (along.low > length.high && squared(p.near, way.to.near).low > least) return false;
  }
  const auto [along, length, across] = measured(p.at, way.from.at, way.to.at);
  if (along <= 0) return squared(p.at, way.from.at) <= squared_tolerance_;
  if (along >= length) return squared(p.at, way.to.at) <= squared_tolerance_;
  return across * across <= squared_tolerance_ * length;
}

bool BorderChains::may_straighten(Index before, Index v, Index after) const {
  const Point from = corner(before), to = corner(after);
  const auto near = [&](Index p) { return is_near(points_[p], {from, to}); };
  return near(anchor_[v]) && (is_own(before) || near(anchor_[before])) && (is_own(after) || near(anchor_[after])) &&
         std::ranges::all_of(chain_[before], near) && std::ranges::all_of(chain_[v], near);
}

void BorderChains::straighten(Index before, Index v, Index after, bool straight) {
  // A corner that lies between two others needs no test: it is in their hull.
  if (!straight || !is_own(before) || !is_own(v) || !is_own(after)) chain_[before].push_back(anchor_[v]);
  chain_[before].insert(chain_[before].end(), chain_[v].begin(), chain_[v].end());
  chain_[v].clear();
}

bool BorderChains::may_move(Index before, Index v, Index after, const PlanPoint& at) const {
  const Point from = corner(before), middle = point(at), to = corner(after);
  const auto near = [&](Index p, const Segment& way) { return is_near(points_[p], way); };
  const Segment first{from, middle}, second{middle, to};
  return near(anchor_[v], first) && near(anchor_[v], second) &&
         std::ranges::all_of(chain_[before], [&](Index p) { return near(p, first); }) &&
         std::ranges::all_of(chain_[v], [&](Index p) { return near(p, second); });
}

std::optional<BorderChains::Split> BorderChains::may_extend(Index before, Index v, Index w, Index after,
                                                            const PlanPoint& meet) {
  std::vector<Index> way{anchor_[before]};
  for (const auto& [from, end] : {std::pair(before, v), std::pair(v, w), std::pair(w, after)}) {
    way.insert(way.end(), chain_[from].begin(), chain_[from].end());
    way.push_back(anchor_[end]);
  }
  const Point from = corner(before), middle = point(meet), to = corner(after);
  const Segment first{from, middle}, second{middle, to};
  std::size_t near_first = 0, not_near_second = way.size();
  while (near_first < way.size() && is_near(points_[way[near_first]], first)) ++near_first;
  while (not_near_second > 0 && is_near(points_[way[not_near_second - 1]], second)) --not_near_second;
  const auto rough = [](const Point& p) { return Rough{p.near[0].low, p.near[1].low}; };
  if (not_near_second < near_first) {
    const auto away = [&](std::size_t i) {
      const Rough p = rough(points_[way[i]]), q = rough(middle);
      return kernel::hypotenuse(p[0] - q[0], p[1] - q[1]);
    };
    std::size_t at = not_near_second;
    for (std::size_t i = at + 1; i < near_first; ++i)
      if (away(i) < away(at)) at = i;
    const auto part = [&](std::size_t start, std::size_t end) {
      return start < end ? std::vector<Index>(way.begin() + static_cast<std::ptrdiff_t>(start),
                                              way.begin() + static_cast<std::ptrdiff_t>(end))
                         : std::vector<Index>();
    };
    return Split{part(1, at), part(at + 1, way.size() - 1), way[at]};
  }
  if (not_near_second > near_first || near_first == 0 || near_first == way.size()) return std::nullopt;
  const Point &p = points_[way[near_first - 1]], &q = points_[way[near_first]];
  Point split = point(kernel::point_along(
      p.at, q.at, share_between(rough(p), rough(q), {rough(from), rough(middle)}, {rough(middle), rough(to)})));
  if (!is_near(split, first) || !is_near(split, second)) return std::nullopt;
  points_.push_back(std::move(split));
  return Split{{way.begin() + 1, way.begin() + static_cast<std::ptrdiff_t>(near_first)},
               {way.begin() + static_cast<std::ptrdiff_t>(near_first), way.end() - 1},
               static_cast<Index>(points_.size() - 1)};
}

void BorderChains::extend(Index before, Index w, Split split) {
  chain_[before] = std::move(split.before);
  chain_[w] = std::move(split.after);
  anchor_[w] = split.anchor;
  moved_[w] = 1;
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gap_crossings.h"

#include <algorithm>
#include <tuple>

namespace plumb::pipeline {
namespace {

using Index = SteinerGraph::Index;
using kernel::PlanPoint;
constexpr Index none = SteinerGraph::none;

// The share of the way from a to b at which a place of its line is.
mpq_class share_of(const PlanPoint& a, const PlanPoint& b, const PlanPoint& p) {
  const std::size_t k = a[0] != b[0] ? 0 : 1;
  return (p[k] - a[k]) / (b[k] - a[k]);
}

}  // namespace

void GapCrossings::add(const FloorGap& gap) {
  for (const std::size_t side : {0u, 1u}) {
    const FloorGap::Side &near = gap.sides[side], &far = gap.sides[1 - side];
    for (const Index h : near.half_edges) {
      for (const Index v : {t_.from(h), t_.to(h)}) cross(near, h, t_.points[v].at, far);
      const Index edge = g_.edge_of_[h];
      for (const Place& place : series_[edge]) cross(near, h, g_.place_at(g_.edges_[edge].half_edge, place), far);
    }
  }
}

std::vector<SteinerGraph::Crossing> GapCrossings::take() const {
  std::vector<SteinerGraph::Crossing> out;
  for (const Pair& pair : pairs_) {
    const Index p = number(pair.from, pair.p), q = number(pair.to, pair.q);
    if (p == none || q == none) continue;
    out.push_back({p, q, pair.from / 3, pair.to / 3});
    out.push_back({q, p, pair.to / 3, pair.from / 3});
  }
  const auto key = [](const SteinerGraph::Crossing& c) { return std::tie(c.from, c.to, c.triangle, c.beyond); };
  std::ranges::sort(out, {}, key);
  out.erase(std::unique(out.begin(), out.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
            out.end());
  return out;
}

void GapCrossings::cross(const FloorGap::Side& near, Index h, const PlanPoint& p, const FloorGap::Side& far) {
  const mpq_class share = share_of(near.ends[0], near.ends[1], p);
  const PlanPoint q{far.ends[0][0] + share * (far.ends[1][0] - far.ends[0][0]),
                    far.ends[0][1] + share * (far.ends[1][1] - far.ends[0][1])};
  for (const Index other : far.half_edges) {
    const Index lowest = g_.edges_[g_.edge_of_[other]].half_edge;
    const PlanPoint &a = t_.points[t_.from(lowest)].at, &b = t_.points[t_.to(lowest)].at;
    const mpq_class at = share_of(a, b, q);
    if (at < 0 || at > 1) continue;
    pairs_.push_back({h, other, p, q});
    if (at == 0 || at == 1) continue;
    on_[g_.edge_of_[other]].push_back({at.get_d(), static_cast<Index>(g_.exact_.size())});
    g_.exact_.push_back(q);
  }
}

Index GapCrossings::number(Index h, const PlanPoint& p) const {
  for (const Index v : {t_.from(h), t_.to(h)})
    if (t_.points[v].at == p) return v;
  // Rounding keeps the order of shares, so the place is among those whose rounded share is the same.
  const Index lowest = g_.edges_[g_.edge_of_[h]].half_edge;
  const double share = share_of(t_.points[t_.from(lowest)].at, t_.points[t_.to(lowest)].at, p).get_d();
  const auto [first, last] = g_.on_edge(h);
  const Index vertices = static_cast<Index>(t_.points.size());
  const auto on = std::span(g_.places_).subspan(first - vertices, last - first);
  const auto found = std::ranges::lower_bound(on, share, {}, &Place::share);
  if (found == on.end() || found->share != share) return none;
  const Index i = first + static_cast<Index>(found - on.begin());
  return g_.at(i) == p ? i : none;
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "transfers.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "plumb/kernel/formulas.h"

namespace plumb::partition {

namespace {

ExactPoint minus(const ExactPoint& p, const ExactPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }

// Does q lead on from p in the direction that p has?
bool leads_on(const std::array<ExactPoint, 2>& p, const std::array<ExactPoint, 2>& q) {
  if (p[1] != q[0]) return false;
  const ExactPoint d = minus(p[1], p[0]), e = minus(q[1], q[0]);
  return kernel::formulas::parallel(d, e) && kernel::formulas::dot(d, e) > 0;
}

// An arc seen from the lower of its layers.
struct Crossing {
  std::uint32_t a, b;
  std::array<ExactPoint, 2> on_a, on_b;
  ArcId arc;
};

std::vector<Crossing> crossings_of(const EnvironmentGraph& graph, std::span<const ArcSegment> segments,
                                   std::span<const std::uint32_t> layer) {
  std::vector<Crossing> out;
  for (ArcId i = 0; i < graph.arcs.size(); ++i) {
    const std::uint32_t first = layer[graph.arcs[i][0]], second = layer[graph.arcs[i][1]];
    const ArcSegment& s = segments[i];
    if (first < second) out.push_back({first, second, s.on_a, s.on_b, i});
    // Counter-clockwise around the first is clockwise around the second.
    if (first > second) out.push_back({second, first, {s.on_b[1], s.on_b[0]}, {s.on_a[1], s.on_a[0]}, i});
  }
  return out;
}

}  // namespace

std::vector<Transfer> transfers_of(const EnvironmentGraph& graph, std::span<const ArcSegment> segments,
                                   std::span<const std::uint32_t> layer) {
  const std::vector<Crossing> crossings = crossings_of(graph, segments, layer);
  // By where they begin, and there by arc.
  std::multimap<std::tuple<std::uint32_t, std::uint32_t, ExactPoint>, std::size_t> begins;
  for (std::size_t i = 0; i < crossings.size(); ++i)
    begins.emplace(std::tuple(crossings[i].a, crossings[i].b, crossings[i].on_a[0]), i);
  // Each crossing goes on in the lowest arc that leads on from it and follows no other. On a line that never returns.
  constexpr std::size_t none = -1;
  std::vector<std::size_t> next(crossings.size(), none);
  std::vector<bool> follows(crossings.size(), false);
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    const Crossing& c = crossings[i];
    const auto [first, last] = begins.equal_range(std::tuple(c.a, c.b, c.on_a[1]));
    for (auto candidate = first; candidate != last && next[i] == none; ++candidate) {
      const Crossing& d = crossings[candidate->second];
      if (follows[candidate->second] || !leads_on(c.on_a, d.on_a) || !leads_on(c.on_b, d.on_b)) continue;
      next[i] = candidate->second;
      follows[candidate->second] = true;
    }
  }
  std::vector<Transfer> out;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (follows[i]) continue;
    Transfer& t = out.emplace_back(Transfer{crossings[i].a, crossings[i].b, {}, crossings[i].on_a, crossings[i].on_b});
    for (std::size_t k = i; k != none; k = next[k]) {
      t.arcs.push_back(crossings[k].arc);
      t.on_a[1] = crossings[k].on_a[1];
      t.on_b[1] = crossings[k].on_b[1];
    }
  }
  std::ranges::sort(
      out, {}, [](const Transfer& t) { return std::tuple(t.a, t.b, *std::min_element(t.arcs.begin(), t.arcs.end())); });
  return out;
}

}  // namespace plumb::partition

// SPDX-License-Identifier: GPL-3.0-or-later
#include "convex_triangles.h"

namespace plumb::pipeline {

std::vector<std::array<std::uint32_t, 3>> convex_triangles(std::span<const kernel::FilteredPoint* const> ring) {
  std::vector<std::array<std::uint32_t, 3>> out;
  if (ring.size() < 3) return out;
  // Chains of the ring; an edge from the last corner of a chain to its first closes it.
  std::vector<std::array<std::uint32_t, 2>> chains{{0, static_cast<std::uint32_t>(ring.size() - 1)}};
  while (!chains.empty()) {
    const auto [first, last] = chains.back();
    chains.pop_back();
    if (last - first < 2) continue;
    // The corner whose circle with that edge has no other corner in it. A corner on the edge's line lies in the circle
    // of every other one, so it is never chosen.
    std::uint32_t best = first;
    for (std::uint32_t k = first + 1; k < last; ++k) {
      if (best == first) {
        if (kernel::orientation(*ring[first], *ring[k], *ring[last]) > 0) best = k;
      } else if (kernel::in_circle(*ring[first], *ring[best], *ring[last], *ring[k]) > 0) {
        best = k;
      }
    }
    if (best == first) return {};
    out.push_back({first, best, last});
    chains.push_back({first, best});
    chains.push_back({best, last});
  }
  return out;
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/convex_relation.h"

namespace plumb::kernel {
namespace {

// What the sides of one ring find of the corners of another.
struct Corners {
  bool beyond_one_side = false;  // some side has none of them to its left
  bool any_outside = false;
};
Corners corners_of(std::span<const PlanRef> ring, std::span<const PlanRef> other) {
  Corners found;
  for (std::size_t i = 0; i < ring.size() && !found.beyond_one_side; ++i) {
    const PlanRef &p = ring[i], &q = ring[i + 1 == ring.size() ? 0 : i + 1];
    bool any_inside = false;
    for (const PlanRef& c : other) {
      const int side = orientation(p, q, c);
      any_inside = any_inside || side > 0;
      found.any_outside = found.any_outside || side < 0;
    }
    found.beyond_one_side = !any_inside;
  }
  return found;
}

}  // namespace

ConvexRelation convex_relation(std::span<const PlanRef> a, std::span<const PlanRef> b) {
  const Corners of_a = corners_of(b, a);
  if (of_a.beyond_one_side) return ConvexRelation::apart;
  if (!of_a.any_outside) return ConvexRelation::within;
  const Corners of_b = corners_of(a, b);
  if (of_b.beyond_one_side) return ConvexRelation::apart;
  return of_b.any_outside ? ConvexRelation::crossing : ConvexRelation::around;
}

std::vector<PlanRef> plan_refs(const PlanRing& ring) {
  std::vector<PlanRef> refs;
  refs.reserve(ring.size());
  for (const PlanPoint& p : ring) refs.emplace_back(p);
  return refs;
}

PlanRing normal_convex_ring(PlanRing ring) {
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.back() == ring.front()) ring.pop_back();
  if (ring.size() < 3) return {};
  std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
  const std::size_t n = ring.size();
  const std::vector<PlanRef> places = plan_refs(ring);
  const auto next = [n](std::size_t i) { return i + 1 == n ? 0 : i + 1; };
  // A ring that only turns one way, and once around: it goes back in x, then y, just once.
  std::vector<int> turns;  // at the corner after i
  std::size_t reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = next(i), l = next(k);
    turns.push_back(orientation(places[i], places[k], places[l]));
    const bool goes_on = (ring[i] < ring[k]) == (ring[k] < ring[l]);
    if (turns.back() == 0 && !goes_on) return {};
    reversals += !goes_on;
  }
  const bool left = std::ranges::find(turns, 1) != turns.end(), right = std::ranges::find(turns, -1) != turns.end();
  if (left == right || reversals != 2) return {};
  PlanRing out;
  out.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
    if (turns[i == 0 ? n - 1 : i - 1] != 0) out.push_back(std::move(ring[i]));
  if (right) std::reverse(out.begin() + 1, out.end());
  return out;
}

}  // namespace plumb::kernel

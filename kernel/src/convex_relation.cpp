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
  const mpq_class area = signed_area(ring);
  if (area == 0) return {};
  if (area < 0) std::ranges::reverse(ring);
  PlanRing out;
  std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.back() == ring.front()) ring.pop_back();
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    const mpq_class turn = orient2d(ring[i == 0 ? n - 1 : i - 1], ring[i], ring[i + 1 == n ? 0 : i + 1]);
    if (turn < 0) return {};
    if (turn > 0) out.push_back(ring[i]);
  }
  // Left turns alone may go around more than once; then some corner is right of a side.
  for (std::size_t i = 0; i < out.size(); ++i)
    for (const PlanPoint& c : out)
      if (orient2d(out[i], out[i + 1 == out.size() ? 0 : i + 1], c) < 0) return {};
  return out.size() < 3 ? PlanRing{} : out;
}

}  // namespace plumb::kernel

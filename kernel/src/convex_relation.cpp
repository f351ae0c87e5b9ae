// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/convex_relation.h"

namespace plumb::kernel {
namespace {

bool is_same(const PlanRef& a, const PlanRef& b) {
  return a.ix.low == b.ix.low && a.iy.low == b.iy.low && a.x() == b.x() && a.y() == b.y();
}

// orientation(p, q, c). Rings that touch have corners in common, which need no multiplication.
int side_of(const PlanRef& p, const PlanRef& q, const PlanRef& c) {
  if (const auto s = turn_near(p, q, p, c)) return static_cast<int>(*s);
  return is_same(c, p) || is_same(c, q) ? 0 : turn_exact(p, q, p, c);
}

// By doubles: whether some side of a ring certainly has no corner of another to its left. Both have an area, so that
// they are apart then.
bool is_certainly_beyond(std::span<const PlanRef> ring, std::span<const PlanRef> other) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanRef &p = ring[i], &q = ring[i + 1 == ring.size() ? 0 : i + 1];
    if (std::ranges::all_of(other, [&](const PlanRef& c) {
          const auto side = turn_near(p, q, p, c);
          return side && *side != Sign::positive;
        }))
      return true;
  }
  return false;
}

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
      const int side = side_of(p, q, c);
      any_inside = any_inside || side > 0;
      found.any_outside = found.any_outside || side < 0;
    }
    found.beyond_one_side = !any_inside;
  }
  return found;
}

}  // namespace

ConvexRelation convex_relation(std::span<const PlanRef> a, std::span<const PlanRef> b) {
  if (is_certainly_beyond(b, a) || is_certainly_beyond(a, b)) return ConvexRelation::apart;
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

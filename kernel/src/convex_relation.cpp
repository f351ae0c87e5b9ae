// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/convex_relation.h"

#include <algorithm>
#include <utility>

namespace plumb::kernel {
namespace {

bool is_same(const PlanRef& a, const PlanRef& b) {
  return a.ix.low == b.ix.low && a.iy.low == b.iy.low && a.x() == b.x() && a.y() == b.y();
}

// A side of a ring, from p to q: on which side of it corners of another are.
class Side {
 public:
  Side(const PlanRef& p, const PlanRef& q)
      : p_(p), q_(q), x_(q.ix - p.ix), y_(q.iy - p.iy), are_doubles_(is_double(p) && is_double(q)) {}

  // turn_near(p, q, p, c), for which the side's run is computed once.
  std::optional<Sign> near(const PlanRef& c) const {
    if (are_doubles_ && is_double(c))
      if (const auto sign =
              turn_of_doubles(p_.ix.low, p_.iy.low, q_.ix.low, q_.iy.low, p_.ix.low, p_.iy.low, c.ix.low, c.iy.low))
        return sign;
    return formulas::determinant(x_, y_, c.ix - p_.ix, c.iy - p_.iy).sign();
  }
  // Of c, as orientation(p, q, c). Rings that touch have corners in common, which need no multiplication.
  int of(const PlanRef& c) const {
    if (const auto s = near(c)) return static_cast<int>(*s);
    return is_same(c, p_) || is_same(c, q_) ? 0 : turn_exact(p_, q_, p_, c);
  }

 private:
  static bool is_double(const PlanRef& p) { return is_exact(p.ix) && is_exact(p.iy); }

  const PlanRef &p_, &q_;
  const Interval x_, y_;
  const bool are_doubles_;
};

Side side_of(std::span<const PlanRef> ring, std::size_t i) { return {ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]}; }

// By doubles: whether some side of a ring certainly has no corner of another to its left. Both have an area, so that
// they are apart then.
bool is_certainly_beyond(std::span<const PlanRef> ring, std::span<const PlanRef> other) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Side side = side_of(ring, i);
    if (std::ranges::all_of(other, [&](const PlanRef& c) {
          const auto sign = side.near(c);
          return sign && *sign != Sign::positive;
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
    const Side side = side_of(ring, i);
    bool any_inside = false;
    for (const PlanRef& c : other) {
      const int turn = side.of(c);
      any_inside = any_inside || turn > 0;
      found.any_outside = found.any_outside || turn < 0;
      if (any_inside && found.any_outside) break;  // the others tell nothing more
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
  const std::size_t n = ring.size();
  const std::vector<PlanRef> places = plan_refs(ring);
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (before(places[i], places[lowest])) lowest = i;
  // From the lowest corner on.
  const auto at = [&](std::size_t i) -> const PlanRef& { return places[(lowest + i) % n]; };
  // A ring that only turns one way, and once around: it goes back in x, then y, just once.
  std::vector<int> turns;  // at the corner after i
  turns.reserve(n);
  std::size_t reversals = 0;
  bool left = false, right = false, straight = false;
  bool goes_up = before(at(0), at(1));
  for (std::size_t i = 0; i < n; ++i) {
    turns.push_back(orientation(at(i), at(i + 1), at(i + 2)));
    const bool went_up = std::exchange(goes_up, before(at(i + 1), at(i + 2)));
    const bool goes_on = goes_up == went_up;
    if (turns.back() == 0 && !goes_on) return {};
    reversals += !goes_on;
    left = left || turns.back() > 0;
    right = right || turns.back() < 0;
    straight = straight || turns.back() == 0;
  }
  if (left == right || reversals != 2) return {};
  std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(lowest), ring.end());
  if (straight) {
    PlanRing corners;
    corners.reserve(n);
    for (std::size_t i = 0; i < n; ++i)
      if (turns[i == 0 ? n - 1 : i - 1] != 0) corners.push_back(std::move(ring[i]));
    ring.swap(corners);
  }
  if (right) std::reverse(ring.begin() + 1, ring.end());
  return ring;
}

}  // namespace plumb::kernel

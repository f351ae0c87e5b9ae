// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/rounded_ring.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::kernel {
namespace {

template <class Number>
std::array<Number, 2> exactly(const RoundedPlace& p) {
  return {Number(p[0]), Number(p[1])};
}

template <class Number>
Number orient(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  return formulas::orient2d(exactly<Number>(a), exactly<Number>(b), exactly<Number>(c));
}

int turn(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  if (const auto sign = orient<Interval>(a, b, c).sign()) return static_cast<int>(*sign);
  return sgn(orient<mpq_class>(a, b, c));
}

template <class Number>
Number doubled_area(const std::vector<RoundedPlace>& ring) {
  return formulas::doubled_area<Number>(ring.size(), [&](std::size_t i) { return exactly<Number>(ring[i]); });
}

int area_sign(const std::vector<RoundedPlace>& ring) {
  if (const auto sign = doubled_area<Interval>(ring).sign()) return static_cast<int>(*sign);
  return sgn(doubled_area<mpq_class>(ring));
}

}  // namespace

RingState state_of(const std::vector<RoundedPlace>& ring) {
  for (const RoundedPlace& p : ring)
    if (!std::isfinite(p[0]) || !std::isfinite(p[1])) return RingState::collapsed;
  std::vector<RoundedPlace> sorted = ring;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return RingState::collapsed;
  const int area = area_sign(ring);
  if (area <= 0) return area < 0 ? RingState::flipped : RingState::collapsed;

  // Left turns all the way, and once around: forward (in the order of places) and back again.
  const std::size_t n = ring.size();
  int changes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const RoundedPlace &a = ring[i], &b = ring[(i + 1) % n], &c = ring[(i + 2) % n];
    const int side = turn(a, b, c);
    const bool turns_back = (a < b) != (b < c);
    if (side < 0 || (side == 0 && turns_back)) return RingState::not_convex;
    changes += turns_back;
  }
  return changes == 2 ? RingState::kept : RingState::not_convex;
}

}  // namespace plumb::kernel

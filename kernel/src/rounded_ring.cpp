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

template <class Number>
Number doubled_area(const std::vector<RoundedPlace>& ring) {
  return formulas::doubled_area<Number>(ring.size(), [&](std::size_t i) { return exactly<Number>(ring[i]); });
}

int area_sign(const std::vector<RoundedPlace>& ring) {
  if (const auto sign = doubled_area<Interval>(ring).sign()) return static_cast<int>(*sign);
  return sgn(doubled_area<mpq_class>(ring));
}

// Left turns all the way, and once around: forward (in the order of places) and back again. side(a, b, c) of three
// corners: positive for a left turn. Straight corners may be between, but no way back.
template <class Side>
bool runs_once_around(const std::vector<RoundedPlace>& ring, bool strictly, Side&& side) {
  const std::size_t n = ring.size();
  int changes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const RoundedPlace &a = ring[i], &b = ring[i + 1 < n ? i + 1 : i + 1 - n], &c = ring[i + 2 < n ? i + 2 : i + 2 - n];
    const int turned = side(a, b, c);
    const bool turns_back = (a < b) != (b < c);
    if (turned < 0 || (turned == 0 && (strictly || turns_back))) return false;
    changes += turns_back;
  }
  return changes == 2;
}

// Most rings are: then they have an area and different corners. Requires finite places.
bool certainly_convex(const std::vector<RoundedPlace>& ring) {
  return ring.size() >= 3 && runs_once_around(ring, true, [](const auto& a, const auto& b, const auto& c) {
           return orient<Interval>(a, b, c).low > 0 ? 1 : 0;
         });
}

}  // namespace

int orientation(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c) {
  if (const auto sign = orient<Interval>(a, b, c).sign()) return static_cast<int>(*sign);
  return sgn(orient<mpq_class>(a, b, c));
}

RingState state_of(const std::vector<RoundedPlace>& ring) {
  for (const RoundedPlace& p : ring)
    if (!std::isfinite(p[0]) || !std::isfinite(p[1])) return RingState::collapsed;
  if (certainly_convex(ring)) return RingState::kept;
  std::vector<RoundedPlace> sorted = ring;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return RingState::collapsed;
  const int area = area_sign(ring);
  if (area <= 0) return area < 0 ? RingState::flipped : RingState::collapsed;
  return runs_once_around(ring, false, orientation) ? RingState::kept : RingState::not_convex;
}

}  // namespace plumb::kernel

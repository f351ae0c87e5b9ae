// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex polygons as rings of exact corners: how two of them lie to each other, their normal form, and clipping to
// half-planes. Also what has become of a ring once its corners are rounded to doubles.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// How two convex polygons lie to one another.
enum class ConvexRelation : std::uint8_t {
  apart,     ///< their interiors do not meet; their boundaries may touch
  within,    ///< the first has no point outside of the second; they may be equal
  around,    ///< the second has no point outside of the first, and they are not equal
  crossing,  ///< their interiors meet, and each has a point outside of the other
};

/// How polygon a lies to polygon b. Requires counter-clockwise rings of positive area; corners may lie straight between
/// their neighbours.
ConvexRelation convex_relation(std::span<const PlanRef> a, std::span<const PlanRef> b);

/// The corners of a ring with intervals of doubles around them. They refer to the ring, which must outlive them.
std::vector<PlanRef> plan_refs(const PlanRing& ring);
std::vector<PlanRef> plan_refs(PlanRing&& ring) = delete;

/// The normal form of a convex polygon: its corners counter-clockwise, from the lowest one by x, then y, without
/// repeated and straight corners. It is empty if the polygon has no area or is not convex.
PlanRing normal_convex_ring(PlanRing ring);

// --- Convex polygons and segments clipped to one side of a line

/// The half-plane of all points (x / unit, y / unit) with a x + b y + c >= 0, where `unit` is known from the context.
/// a, b and c have no common factor; a and b are not both 0.
struct HalfPlane {
  mpz_class a, b, c;
};
/// The half-plane of all points (p, q) in input units with x[0] p + x[1] q + x[2] >= 0.
HalfPlane half_plane(const std::array<mpq_class, 3>& x, const mpz_class& unit);
/// The half-planes on the inside of the sides of a ring, from each corner to the next. Requires a counter-clockwise
/// ring without repeated neighbours.
std::vector<HalfPlane> sides_of(const PlanRing& ring, const mpz_class& unit);
/// Whether all corners are multiples of 1 / unit.
bool is_on_grid(const PlanRing& ring, const mpz_class& unit);
bool is_on_grid(std::span<const PlanRef> corners, const mpz_class& unit);
/// Whether one of these points at least, which are in input units, is strictly inside of a half-plane.
bool has_inside(const HalfPlane& half_plane, std::span<const PlanRef> points, const mpz_class& unit);

/// Clips a convex ring to where side_of(corner) >= 0 (Sutherland & Hodgman 1974). Requires that side_of is linear along
/// edges. If an edge crosses strictly from one side to the other, between(p, side of p, q, side of q) makes the corner
/// on the line. The result may be a segment or a point, whose corners are then repeated, or empty.
/// @return whether some corner was on the other side, so that the ring has changed
template <class Corner, class SideOf, class Between>
bool clip_half_plane(std::vector<Corner>& ring, SideOf&& side_of, Between&& between) {
  std::vector<std::decay_t<decltype(side_of(ring[0]))>> side;
  side.reserve(ring.size());
  bool any_outside = false;
  for (const Corner& c : ring) {
    side.push_back(side_of(c));
    any_outside = any_outside || side.back() < 0;
  }
  if (!any_outside) return false;
  std::vector<Corner> kept;
  kept.reserve(ring.size() + 1);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::size_t j = i + 1 == ring.size() ? 0 : i + 1;
    const bool passes = (side[i] < 0 && side[j] > 0) || (side[i] > 0 && side[j] < 0);
    if (side[i] >= 0) kept.push_back(ring[i]);
    if (passes) kept.push_back(between(ring[i], side[i], ring[j], side[j]));
  }
  ring.swap(kept);
  return true;
}

/// The interval of those t in `span` for which base + t * run is in a convex polygon or on its boundary. The polygon's
/// corners are corner(0) ... corner(n - 1), counter-clockwise in plan. None if the interval is empty or one point.
template <class Corner>
std::optional<ExactInterval> part_over(ExactInterval span, const PlanPoint& base, const PlanPoint& run, std::size_t n,
                                       Corner&& corner) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto &p = corner(i), &q = corner(i + 1 == n ? 0 : i + 1);
    if (!clip(span, {formulas::orient2d(p, q, base), formulas::determinant(q[0] - p[0], q[1] - p[1], run[0], run[1])}))
      return std::nullopt;
  }
  return span;
}

// --- Rings of rounded corners

/// A corner in plan after rounding: its coordinates are exactly these doubles.
using RoundedPlace = std::array<double, 2>;

/// What has become of a ring that was strictly convex and counter-clockwise.
enum class RingState : std::uint8_t {
  kept,        ///< it is still convex; corners may lie straight between their neighbours
  flipped,     ///< its area is negative
  collapsed,   ///< it has no area, two equal corners, or an infinite coordinate
  not_convex,  ///< it has a reflex corner or a spike, or crosses itself
};

/// Positive if c lies to the left of the line from a to b, and zero on the line. This is decided exactly. Requires
/// finite coordinates. It takes some forty instructions where the differences of the coordinates are doubles, as they
/// are for binary32 numbers of about the same size.
Sign orientation(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c);

/// Twice the area of a triangle, positive if it runs counter-clockwise. The interval is the one that
/// formulas::orient2d() gives for intervals that are the coordinates, to the last bit, at a fourth of its cost.
Interval doubled_area(const RoundedPlace& a, const RoundedPlace& b, const RoundedPlace& c);
/// Twice the area of a ring, as formulas::doubled_area() gives it.
Interval doubled_area(std::span<const RoundedPlace> ring);

/// What has become of a ring, decided exactly.
RingState state_of(std::span<const RoundedPlace> ring);

}  // namespace plumb::kernel

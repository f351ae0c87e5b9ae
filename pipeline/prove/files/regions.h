// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/integer.h"

// Convex regions of the plan on a grid of whole numbers, each the common part of half planes. Everything is exact
// as long as coordinates are below 2^29: sums of half planes are below 2^62 then, and what compares two shares below
// 2^124.
namespace plumb::checker {

/// A place on the grid, in its steps.
struct GridPlace {
  std::int64_t x, y, z;
};
using GridSegment = std::array<GridPlace, 2>;

/// Positive on the left of the line from p to q.
inline std::int64_t cross(const GridPlace& o, const GridPlace& p, const GridPlace& q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

/// Where a x + b y + c is not negative.
struct HalfPlane {
  std::int64_t a, b, c;
  std::int64_t at(const GridPlace& p) const { return a * p.x + b * p.y + c; }
};
using Region = std::vector<HalfPlane>;

/// What is no farther than e, along both axes, on the right of the line from p to q.
HalfPlane left_of(const GridPlace& p, const GridPlace& q, std::int64_t e);
/// The places of the plan within e, along both axes, of a convex polygon that is counter-clockwise, or of a segment.
Region around(std::span<const GridPlace> ring, std::int64_t e);
bool has(const Region& region, const GridPlace& p);
bool has(const Region& region, const GridSegment& s);

/// A share of a stretch, above / below; below > 0.
struct Share {
  std::int64_t above, below;
  std::strong_ordering operator<=>(const Share& o) const {
    return static_cast<Wide>(above) * o.below <=> static_cast<Wide>(o.above) * below;
  }
  bool operator==(const Share& o) const { return (*this <=> o) == 0; }
};
struct Part {
  Share low, high;
};
/// The part of a stretch in a region; none if it does not touch it.
std::optional<Part> part(const Region& region, const GridSegment& s);
/// Whether regions cover a stretch.
bool cover(std::span<const Region> regions, const GridSegment& s);
/// What parts do not cover of a stretch, rounded to the grid.
std::vector<GridSegment> without(std::vector<Part> parts, const GridSegment& s);

}  // namespace plumb::checker

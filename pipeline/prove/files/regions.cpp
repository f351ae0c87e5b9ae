// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/regions.h"

#include <algorithm>
#include <cstdlib>

namespace plumb::checker {

HalfPlane left_of(const GridPlace& p, const GridPlace& q, std::int64_t e) {
  const std::int64_t x = q.x - p.x, y = q.y - p.y;
  return {-y, x, y * p.x - x * p.y + e * (std::abs(x) + std::abs(y))};
}

// A place is within e of a convex set if the square around it meets the set: if no line along an axis or along an edge
// of the set parts them.
Region around(std::span<const GridPlace> ring, std::int64_t e) {
  GridPlace low = ring[0], high = ring[0];
  for (const GridPlace& p : ring) {
    low.x = std::min(low.x, p.x), low.y = std::min(low.y, p.y);
    high.x = std::max(high.x, p.x), high.y = std::max(high.y, p.y);
  }
  Region out{{1, 0, e - low.x}, {-1, 0, high.x + e}, {0, 1, e - low.y}, {0, -1, high.y + e}};
  for (std::size_t i = 0; i < ring.size(); ++i) out.push_back(left_of(ring[i], ring[(i + 1) % ring.size()], e));
  return out;
}

bool has(const Region& region, const GridPlace& p) {
  return std::ranges::all_of(region, [&](const HalfPlane& h) { return h.at(p) >= 0; });
}

bool has(const Region& region, const GridSegment& s) { return has(region, s[0]) && has(region, s[1]); }

std::optional<Part> part(const Region& region, const GridSegment& s) {
  Part out{{0, 1}, {1, 1}};
  for (const HalfPlane& h : region) {
    const std::int64_t u = h.at(s[0]), v = h.at(s[1]);
    if (u < 0 && v < 0) return std::nullopt;
    if (u < 0) out.low = std::max(out.low, Share{-u, v - u});
    else if (v < 0) out.high = std::min(out.high, Share{u, u - v});
  }
  if (out.low > out.high) return std::nullopt;
  return out;
}

bool cover(std::span<const Region> regions, const GridSegment& s) {
  if (std::ranges::any_of(regions, [&](const Region& r) { return has(r, s); })) return true;
  std::vector<Part> parts;
  for (const Region& r : regions)
    if (const auto found = part(r, s)) parts.push_back(*found);
  std::ranges::sort(parts, {}, &Part::low);
  Share at{0, 1};
  for (const Part& p : parts) {
    if (p.low > at) return false;
    at = std::max(at, p.high);
  }
  return at == Share{1, 1};
}

std::vector<GridSegment> without(std::vector<Part> parts, const GridSegment& s) {
  const auto on = [&](const Share& t) {
    const auto between = [&](std::int64_t from, std::int64_t to) {
      return from + static_cast<std::int64_t>(static_cast<Wide>(to - from) * t.above / t.below);
    };
    return GridPlace{between(s[0].x, s[1].x), between(s[0].y, s[1].y), 0};
  };
  std::vector<GridSegment> out;
  parts.push_back({{1, 1}, {1, 1}});
  std::ranges::sort(parts, {}, &Part::low);
  Share at{0, 1};
  for (const Part& p : parts) {
    if (p.low > at) out.push_back({on(at), on(p.low)});
    at = std::max(at, p.high);
  }
  return out;
}

}  // namespace plumb::checker

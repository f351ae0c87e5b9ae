// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <random>

#include "plumb/kernel/filtered_point.h"
#include "plumb/plan/passability.h"
#include "support/clearance_walk.h"
#include "support/passage_arrangement.h"

namespace plumb::tests {

inline plan::PlanTriangulation triangulate_with(const plan::PlanMap& map, const std::vector<plan::Passage>& barriers) {
  return plan::triangulate(map, plan::KeptSegments::obstacles, plan::segments_of(barriers));
}
inline bool are_joined(const plan::PlanMap& map, const std::vector<plan::Passage>& barriers, const kernel::PlanPoint& p,
                       const kernel::PlanPoint& q) {
  return plan::MapComponents(triangulate_with(map, barriers)).joined(p, q);
}

/// The source's barriers: of each traversal that is too narrow the line along which that is measured, alone.
inline std::vector<plan::Passage> lines_of_traversals(const plan::ClearanceTriangulation& lct,
                                                      const mpq_class& squared_radius) {
  const auto& t = lct.triangulation;
  std::vector<plan::Passage> out;
  for (std::uint32_t h = 0; h < 3 * t.triangle_count(); ++h)
    if (lct.clearances[h].squared < 4 * squared_radius) out.push_back({t.points[t.from(h)].at, lct.clearances[h].foot});
  return out;
}

/// Of pairs of discs, how many can reach each other, and how many traversals or barriers tell otherwise than all
/// passages.
struct Agreement {
  int pairs = 0, joined = 0, by_values = 0, by_barriers = 0;
  void operator+=(const Agreement& o) {
    pairs += o.pairs, joined += o.joined, by_values += o.by_values, by_barriers += o.by_barriers;
  }
};

/// The squares of ten radii: half the widths of five passages, exactly, and 2^-60 more.
/// @param share of the passages, the narrowest first, of which they are
inline std::vector<mpq_class> drawn_radii(const plan::ClearanceTriangulation& lct, std::mt19937& random,
                                          double share = 1) {
  const auto& t = lct.triangulation;
  std::vector<mpq_class> widths, out;
  for (const auto& view : lct.views) widths.push_back(view.squared);
  for (std::uint32_t h = 0; h < 3 * t.triangle_count(); ++h)
    if (t.is_open(h)) widths.push_back(kernel::squared_distance(t.points[t.from(h)].at, t.points[t.to(h)].at));
  std::ranges::sort(widths);
  for (int k = 0; k < 5 && !widths.empty(); ++k) {
    const auto drawn = static_cast<double>(random()) / 0x1p32 * share * static_cast<double>(widths.size());
    out.push_back(widths[static_cast<std::size_t>(drawn)] / 4);
    out.push_back(out.back() + mpq_class(1, mpz_class(1) << 60));
  }
  return out;
}

/// Of so many pairs of discs for each radius.
inline Agreement compare_ways(const plan::PlanMap& map, const plan::ClearanceTriangulation& lct,
                              const std::vector<mpq_class>& squared_radii, std::mt19937& random, int pairs) {
  const plan::Obstacles obstacles(map);
  Agreement out;
  const auto& t = lct.triangulation;
  for (const mpq_class& square : squared_radii) {
    const ClearanceWalk walk(map, lct, square);
    plan::MapComponents components(triangulate_with(map, barriers(lct, square)));
    const PassageArrangement oracle(obstacles, square);
    // A place in a triangle drawn at random, where the disc fits.
    const auto draw = [&]() -> std::optional<kernel::PlanPoint> {
      for (int tries = 0; tries < 200; ++tries) {
        const auto f = static_cast<std::uint32_t>(random() % t.triangle_count());
        mpq_class u(static_cast<int>(random() % 1024), 1024), v(static_cast<int>(random() % 1024), 1024);
        u.canonicalize(), v.canonicalize();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        kernel::PlanPoint p;
        for (std::size_t i = 0; i < 2; ++i)
          p[i] = t.points[t.from(3 * f)].at[i] * (1 - u - v) + t.points[t.from(3 * f + 1)].at[i] * u +
                 t.points[t.from(3 * f + 2)].at[i] * v;
        if (!obstacles.stops_at(p, square)) return p;
      }
      return std::nullopt;  // a disc as great as the map
    };
    for (int i = 0; i < pairs; ++i) {
      const auto p = draw(), q = p ? draw() : p;
      if (!q) break;
      const bool joined = oracle.passable(*p, *q);
      ++out.pairs;
      out.joined += joined;
      out.by_values += walk.passable(*p, *q) != joined;
      out.by_barriers += components.joined(*p, *q) != joined;
    }
  }
  return out;
}

}  // namespace plumb::tests

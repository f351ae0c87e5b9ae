// SPDX-License-Identifier: GPL-3.0-or-later
// Cells for tests: made by hand, or drawn at random, with many degenerate positions.
#pragma once
#include <map>
#include <random>
#include <utility>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/points.h"
#include "support/unfolded_visibility.h"

namespace plumb::tests {

/// Makes levels of cells by the coordinates of their corners.
class LevelBuilder {
 public:
  using Index = plan::CellMap::Index;

  Index point(const kernel::PlanPoint& p) {
    const auto [at, fresh] = number_.try_emplace(p, static_cast<Index>(level.points.size()));
    if (fresh) level.points.push_back(p);
    return at->second;
  }
  Index cell(const std::vector<kernel::PlanPoint>& ring) {
    level.rings.emplace_back();
    for (const kernel::PlanPoint& p : ring) level.rings.back().push_back(point(p));
    return static_cast<Index>(level.rings.size()) - 1;
  }
  Index box(int x0, int y0, int x1, int y1) { return cell({{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}); }
  // Quarters around (0, 0), one after the other counter-clockwise.
  static std::vector<kernel::PlanPoint> quarter(std::size_t i) {
    const std::vector<std::vector<kernel::PlanPoint>> all{{{0, 0}, {3, 0}, {3, 3}, {0, 3}},
                                                          {{0, 0}, {0, 3}, {-3, 3}, {-3, 0}},
                                                          {{0, 0}, {-3, 0}, {-3, -3}, {0, -3}},
                                                          {{0, 0}, {0, -3}, {3, -3}, {3, 0}}};
    return all[i % 4];
  }
  std::vector<Index> quarters(std::size_t count) {
    std::vector<Index> cells;
    for (std::size_t i = 0; i < count; ++i) cells.push_back(cell(quarter(i)));
    return cells;
  }
  // From p to q counter-clockwise around a.
  void join(Index a, Index b, const kernel::PlanPoint& p, const kernel::PlanPoint& q) {
    level.joins.push_back({a, b, {point(p), point(q)}, {point(p), point(q)}});
  }
  void gap(Index a, Index b, const kernel::PlanPoint& p, const kernel::PlanPoint& q, const kernel::PlanPoint& by) {
    level.joins.push_back(
        {a, b, {point(p), point(q)}, {point({p[0] + by[0], p[1] + by[1]}), point({q[0] + by[0], q[1] + by[1]})}});
  }
  CellLevel level;

 private:
  std::map<kernel::PlanPoint, Index> number_;
};

// Storeys of boxes and triangles on a lattice, with holes, openings narrower than their sides, flights between storeys,
// sides at which more than two cells meet, and gaps.
inline CellLevel random_level(std::mt19937_64& rng) {
  const auto drawn = [&](int low, int high) {
    return low + static_cast<int>(rng() % static_cast<unsigned>(high - low + 1));
  };
  LevelBuilder b;
  const int storeys = drawn(1, 3), width = drawn(1, 3), depth = drawn(1, 2);
  struct Side {
    plan::CellMap::Index cell;
    kernel::PlanPoint from, to;
  };
  std::map<std::pair<kernel::PlanPoint, kernel::PlanPoint>, std::vector<Side>>
      sides;  // by the lesser and the greater end
  std::vector<Side> all;
  const auto add = [&](const std::vector<kernel::PlanPoint>& ring) {
    const plan::CellMap::Index c = b.cell(ring);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Side s{c, ring[i], ring[(i + 1) % ring.size()]};
      sides[std::minmax(s.from, s.to)].push_back(s);
      all.push_back(s);
    }
  };
  for (int s = 0; s < storeys; ++s)
    for (int x = 0; x < width; ++x)
      for (int y = 0; y < depth; ++y) {
        if (drawn(0, 5) == 0) continue;
        const kernel::PlanPoint p{2 * x, 2 * y}, q{2 * x + 2, 2 * y}, r{2 * x + 2, 2 * y + 2}, t{2 * x, 2 * y + 2};
        const int kind = drawn(0, 4);
        if (kind == 0) add({p, q, t}), add({q, r, t});
        else if (kind == 1) add({p, q, r}), add({p, r, t});
        else if (kind == 2) add({p, q, {2 * x + 1, 2 * y + 2}, t});
        else add({p, q, r, t});
      }
  if (b.level.rings.empty()) add({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
  for (const auto& [ends, list] : sides)
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i + 1; j < list.size(); ++j) {
        if (drawn(0, 9) < (list.size() > 2 ? 7 : 2)) continue;
        const int low = drawn(0, 2), high = drawn(low + 1, 4);
        const bool whole = drawn(0, 1) == 0;
        b.join(list[i].cell, list[j].cell,
               kernel::point_along(list[i].from, list[i].to, whole ? mpq_class(0) : mpq_class(mpq_class(low) / 4)),
               kernel::point_along(list[i].from, list[i].to, whole ? mpq_class(1) : mpq_class(mpq_class(high) / 4)));
      }
  // Gaps between sides that run alike.
  for (int k = drawn(0, 2); k > 0; --k) {
    const Side &s = all[rng() % all.size()], &t = all[rng() % all.size()];
    const kernel::PlanPoint by{t.to[0] - s.from[0], t.to[1] - s.from[1]};
    if (s.cell == t.cell || (by[0] == 0 && by[1] == 0) || t.from[0] - s.to[0] != by[0] || t.from[1] - s.to[1] != by[1])
      continue;
    b.gap(s.cell, t.cell, s.from, s.to, by);
  }
  return b.level;
}

/// A place in or on a random cell, often on a side or at a corner.
inline std::pair<plan::CellMap::Index, kernel::PlanPoint> random_place(const CellLevel& level, std::mt19937_64& rng) {
  const auto c = static_cast<plan::CellMap::Index>(rng() % level.rings.size());
  const auto& ring = level.rings[c];
  const auto corner = [&]() -> const kernel::PlanPoint& { return level.points[ring[rng() % ring.size()]]; };
  kernel::PlanPoint p = corner();
  for (int k = static_cast<int>(rng() % 3); k > 0; --k)
    p = kernel::point_along(p, corner(), mpq_class(mpq_class(static_cast<int>(rng() % 5)) / 4));
  return {c, p};
}

}  // namespace plumb::tests

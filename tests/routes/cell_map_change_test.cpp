// SPDX-License-Identifier: GPL-3.0-or-later
// Cells and joins that take the place of others, on random levels: after each change the map answers as one does that
// is made of what is there.
//
// Cells are taken away, added at random places of a lattice and joined to what they touch, cut in two along a line, and
// closed; joins are taken away and added. Paths, with landmarks and without, are compared in their lengths; so are
// components, what is within a distance, borders and lines.
#include <catch2/catch.hpp>

#include <optional>
#include <set>

#include "plumb/plan/cell_border.h"
#include "plumb/plan/cell_landmarks.h"
#include "plumb/plan/cell_path.h"
#include "plumb/plan/cell_walk.h"
#include "support/cell_levels.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::PlanPoint;
using plan::CellMap;
using Index = CellMap::Index;

// A level that changes, and its map.
class Changing {
 public:
  Changing(CellLevel l, std::mt19937_64& r)
      : level(std::move(l)), map(level.map()), rng(r), gone(level.rings.size(), 0), closed(level.rings.size(), 0) {
    joined.assign(level.joins.size(), 1);
  }

  std::size_t draw(std::size_t count) { return rng() % count; }
  PlanPoint corner(Index cell, std::size_t i) const {
    const auto& ring = level.rings[cell];
    return level.points[ring[i % ring.size()]];
  }
  std::vector<Index> present() const {
    std::vector<Index> out;
    for (Index c = 0; c < gone.size(); ++c)
      if (!gone[c]) out.push_back(c);
    return out;
  }

  void take_away(Index cell) {
    gone[cell] = 1;
    closed[cell] = 0;
    change.cells_gone.push_back(cell);
    for (Index j = 0; j < level.joins.size(); ++j)
      if (level.joins[j].a == cell || level.joins[j].b == cell) joined[j] = 0;
  }
  void take_away_join(Index join) {
    joined[join] = 0;
    change.joins_gone.push_back(join);
  }
  // A new point of the level, and its number in the map, which has points of its own.
  Index point(const PlanPoint& p) {
    level.points.push_back(p);
    change.points.push_back(p);
    in_map.resize(level.points.size());
    in_map.back() = static_cast<Index>(map.points().size() + change.points.size()) - 1;
    return static_cast<Index>(level.points.size()) - 1;
  }
  Index add(const std::vector<PlanPoint>& ring) {
    auto& to = level.rings.emplace_back();
    for (const PlanPoint& p : ring) to.push_back(point(p));
    auto& there = change.rings.emplace_back();
    for (const Index p : to) there.push_back(in_map[p]);
    gone.push_back(0);
    closed.push_back(0);
    return static_cast<Index>(level.rings.size()) - 1;
  }
  void join(Index a, Index b, const PlanPoint& p, const PlanPoint& q, const PlanPoint& by) {
    if (p == q) return;
    const std::array on_a{point(p), point(q)};
    const bool is_gap = by != PlanPoint{0, 0};
    const std::array on_b =
        is_gap ? std::array{point({p[0] + by[0], p[1] + by[1]}), point({q[0] + by[0], q[1] + by[1]})} : on_a;
    level.joins.push_back({a, b, on_a, on_b});
    change.joins.push_back({a, b, {in_map[on_a[0]], in_map[on_a[1]]}, {in_map[on_b[0]], in_map[on_b[1]]}});
    joined.push_back(1);
  }
  // Joins cells over what two of their sides have in common.
  void join_sides(Index a, Index b) {
    for (std::size_t i = 0; i < level.rings[a].size(); ++i)
      for (std::size_t k = 0; k < level.rings[b].size(); ++k) {
        const PlanPoint p = corner(a, i), q = corner(a, i + 1), r = corner(b, k), s = corner(b, k + 1);
        if (kernel::orient2d(p, q, r) != 0 || kernel::orient2d(p, q, s) != 0 || draw(4) == 0) continue;
        const auto share = [&](const PlanPoint& at) {
          const mpq_class ux = q[0] - p[0], uy = q[1] - p[1];
          return mpq_class((ux * (at[0] - p[0]) + uy * (at[1] - p[1])) / (ux * ux + uy * uy));
        };
        const auto [low, high] = std::minmax({share(r), share(s)});
        const mpq_class from = std::max(low, mpq_class(0)), to = std::min(high, mpq_class(1));
        if (from < to) join(a, b, kernel::point_along(p, q, from), kernel::point_along(p, q, to), {0, 0});
      }
  }
  // Whether a stretch of a cell's side runs counter-clockwise around it.
  bool runs_along(Index cell, const PlanPoint& p, const PlanPoint& q) const {
    for (std::size_t i = 0; i < level.rings[cell].size(); ++i) {
      const PlanPoint a = corner(cell, i), b = corner(cell, i + 1);
      if (kernel::orient2d(a, b, p) == 0 && kernel::orient2d(a, b, q) == 0)
        return (b[0] - a[0]) * (q[0] - p[0]) + (b[1] - a[1]) * (q[1] - p[1]) > 0;
    }
    return true;
  }
  // In place of a cell the two parts beside an upright line, with what each has of its joins.
  bool cut(Index cell, std::map<Index, Index>& within) {
    mpq_class low = corner(cell, 0)[0], high = low;
    for (std::size_t i = 0; i < level.rings[cell].size(); ++i)
      low = std::min(low, corner(cell, i)[0]), high = std::max(high, corner(cell, i)[0]);
    const mpq_class middle = low + (high - low) * static_cast<int>(1 + draw(3)) / 4;
    std::array<Index, 2> parts{};
    std::vector<PlanPoint> ends;
    const std::vector<CellMap::Join> joins = level.joins;
    const std::vector<char> were_joined = joined;
    const auto crossing = [&](const PlanPoint& p, const PlanPoint& q) {
      return kernel::point_along(p, q, mpq_class((middle - p[0]) / (q[0] - p[0])));
    };
    take_away(cell);
    for (int part = 0; part < 2; ++part) {
      const auto is_in = [&](const PlanPoint& p) { return part == 0 ? p[0] <= middle : p[0] >= middle; };
      std::vector<PlanPoint> ring;
      for (std::size_t i = 0; i < level.rings[cell].size(); ++i) {
        const PlanPoint p = corner(cell, i), q = corner(cell, i + 1);
        if (is_in(p)) ring.push_back(p);
        if (p[0] != middle && q[0] != middle && is_in(p) != is_in(q)) ring.push_back(crossing(p, q));
      }
      if (part == 0)
        for (const PlanPoint& p : ring)
          if (p[0] == middle) ends.push_back(p);
      parts[static_cast<std::size_t>(part)] = add(ring);
      within[parts[static_cast<std::size_t>(part)]] = cell;
      for (std::size_t j = 0; j < joins.size(); ++j) {
        if (!were_joined[j] || (joins[j].a != cell && joins[j].b != cell)) continue;
        const bool is_a = joins[j].a == cell;
        const auto& own = is_a ? joins[j].on_a : joins[j].on_b;
        const auto& other = is_a ? joins[j].on_b : joins[j].on_a;
        PlanPoint p = level.points[own[0]], q = level.points[own[1]];
        const PlanPoint by{level.points[other[0]][0] - p[0], level.points[other[0]][1] - p[1]};
        if (!is_in(p) && !is_in(q)) continue;
        if (!is_in(p)) p = crossing(p, q);
        else if (!is_in(q)) q = crossing(p, q);
        if (!runs_along(cell, p, q)) std::swap(p, q);
        join(parts[static_cast<std::size_t>(part)], is_a ? joins[j].b : joins[j].a, p, q, by);
      }
    }
    if (ends[0][1] > ends[1][1]) std::swap(ends[0], ends[1]);
    join(parts[0], parts[1], ends[0], ends[1], {0, 0});
    return true;
  }

  CellLevel open_level() const {
    CellLevel out = level;
    out.joins.clear();
    for (Index c = 0; c < gone.size(); ++c)
      if (gone[c] || closed[c]) out.rings[c].clear();
    for (Index j = 0; j < joined.size(); ++j)
      if (joined[j] && !closed[level.joins[j].a] && !closed[level.joins[j].b]) out.joins.push_back(level.joins[j]);
    return out;
  }

  CellLevel level;
  CellMap map;
  std::mt19937_64& rng;
  std::vector<char> gone, closed, joined;
  std::vector<Index> in_map;  // by point
  CellMap::Change change;
};

}  // namespace

TEST_CASE("cell map: after changes of cells and joins it answers as one that is made anew") {
  int reached = 0, unreached = 0, cuts = 0, kept_landmarks = 0;
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937_64 rng(seed);
    Changing now(random_level(rng), rng);
    std::optional<plan::CellLandmarks> landmarks(std::in_place, now.map, 3);
    auto search = std::make_unique<plan::CellPathSearch>(now.map);
    auto guided = std::make_unique<plan::CellPathSearch>(now.map, &*landmarks);
    plan::CellBorder border(now.map);
    plan::CellWalk walk(now.map);
    for (int step = 0; step < 12; ++step) {
      CAPTURE(seed, step);
      now.change = {};
      std::map<Index, Index> within;
      bool opens = false;
      const std::vector<Index> before = now.present();
      // Much at once, at times: what held a component together goes, and what comes is joined to others.
      for (std::size_t left = now.draw(3) == 0 ? 6 : 1; left > 0; --left) {
        std::vector<Index> present = before;
        std::erase_if(present, [&](Index c) { return now.gone[c]; });
        const Index some = present.empty() ? 0 : present[now.draw(present.size())];
        const auto kind = now.draw(6);
        if (kind == 0 && !present.empty()) {
          now.take_away(some);
        } else if (kind == 1) {
          opens = true;
          const int x = static_cast<int>(now.draw(7)) - 1, y = static_cast<int>(now.draw(5)) - 1;
          const Index cell = now.draw(2) == 0 ? now.add({{x, y}, {x + 2, y}, {x + 2, y + 2}, {x, y + 2}})
                                              : now.add({{x, y}, {x + 2, y}, {x, y + 2}});
          for (const Index other : present) now.join_sides(cell, other);
        } else if (kind == 2 && !now.level.joins.empty()) {
          const auto join = static_cast<Index>(now.draw(now.level.joins.size()));
          if (now.joined[join]) now.take_away_join(join);
        } else if (kind == 3 && present.size() > 1) {
          opens = true;
          const Index other = present[now.draw(present.size())];
          if (other != some) now.join_sides(some, other);
        } else if (kind == 4 && !present.empty()) {
          now.closed[some] = !now.closed[some];
          now.map.set_closed(some, now.closed[some]);
        } else if (!present.empty() && !now.closed[some]) {
          now.cut(some, within);
          if (now.draw(2) == 0 && !now.gone[present[0]] && !now.closed[present[0]]) now.cut(present[0], within);
          ++cuts;
        }
      }
      const CellMap::ChangedFans changed = now.map.change(now.change);
      if (opens) {
        guided.reset();
        landmarks.reset();
      } else if (landmarks) {
        landmarks->follow(now.map, changed, within);
        ++kept_landmarks;
      }
      const CellLevel open = now.open_level();
      const CellMap fresh = open.map();
      plan::CellPathSearch expected(fresh);
      plan::CellBorder expected_border(fresh);
      plan::CellWalk expected_walk(fresh);
      std::vector<Index> cells;
      for (Index c = 0; c < open.rings.size(); ++c)
        if (!open.rings[c].empty()) cells.push_back(c);
      std::set<Index> numbers;
      for (Index c = 0; c < open.rings.size(); ++c) {
        REQUIRE(now.map.component(c) < now.map.cell_count());
        if (open.rings[c].empty()) REQUIRE(numbers.insert(now.map.component(c)).second);
      }
      for (const Index a : cells) {
        REQUIRE(!numbers.contains(now.map.component(a)));
        for (const Index b : cells)
          REQUIRE((now.map.component(a) == now.map.component(b)) == (fresh.component(a) == fresh.component(b)));
      }
      for (int pair = 0; pair < 5 && !cells.empty(); ++pair) {
        const Index a = cells[now.draw(cells.size())], b = cells[now.draw(cells.size())];
        const auto place = [&](Index c) {
          const PlanPoint p = now.corner(c, now.draw(9)), q = now.corner(c, now.draw(9));
          return kernel::point_along(p, q, mpq_class(static_cast<int>(now.draw(5))) / 4);
        };
        const PlanPoint from = place(a), to = place(b);
        CAPTURE(pair, a, from[0].get_str(), from[1].get_str(), b, to[0].get_str(), to[1].get_str());
        const plan::CellPath* right = expected.find(from, {&a, 1}, to, {&b, 1});
        for (plan::CellPathSearch* s : {search.get(), guided.get()}) {
          if (!s) continue;
          const plan::CellPath* path = s->find(from, {&a, 1}, to, {&b, 1});
          REQUIRE((path == nullptr) == (right == nullptr));
          if (!path) continue;
          REQUIRE(std::abs(path->length - right->length) <= 0x1p-38 * (1 + right->length));
          for (const auto& passed : path->passed) {
            REQUIRE(!open.rings[passed.cell].empty());
            REQUIRE(now.joined[passed.join]);
          }
        }
        right ? ++reached : ++unreached;
        const auto near = border.nearest<mpq_class>(from, a, {}),
                   right_near = expected_border.nearest<mpq_class>(from, a, {});
        REQUIRE(bool(near) == bool(right_near));
        if (near) REQUIRE(border.squared_distance(*near) == expected_border.squared_distance(*right_near));
        const auto end = walk.cast(from, a, to).value(), right_end = expected_walk.cast(from, a, to).value();
        REQUIRE(walk.place(end) == expected_walk.place(right_end));
        const auto within_two = search->reach(from, {&a, 1}, 2), right_two = expected.reach(from, {&a, 1}, 2);
        for (const Index c : cells)
          if (right_two[c].high < 1.99) REQUIRE(std::abs(within_two[c].high - right_two[c].high) <= 0x1p-30);
      }
    }
  }
  CHECK(reached > 400);
  CHECK(unreached > 150);
  CHECK(cuts > 60);
  CHECK(kept_landmarks > 40);
}

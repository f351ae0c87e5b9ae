// SPDX-License-Identifier: LGPL-3.0-or-later
// The components of a tile, and what the tiles beside it have to say as this one does.
//
// 1. make_cells() makes the outlines of the cells in which somebody stands, from their sides, and keeps those that have
//    an area in the square `near`. There every cell, portal and weld is one of the whole level.
// 2. join_cells() unites cells by stance: over portals that run through the square for a positive length, and over
//    welds that begin in it.
// 3. add_areas() adds up, for each component that reaches into the tile, what the tile has of its cells.
// 4. add_sides() finds where cells meet the tile's sides: from below, from above, or both, where a cell goes on.
// 5. add_welds() cuts each weld where either end passes from tile to tile, and keeps what leads into this tile or out
//    of it.
//
// Cost: linear in the cells, but for those that meet a side of the square or of the tile, which are cut exactly; welds
// take time for each line that they cross.
// Exact: every cut; doubles only tell what certainly lies inside or apart.
// Source: docs/theory/certificate.md, Tiles; ours.
#include "tiles/tile_facts.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/sets.h"

namespace plumb::checker {
namespace {

using Kind = SeamLine::Kind;

class Finder {
 public:
  Finder(const World& world, const Portals& portals, const std::vector<Weld>& welds, const Grid& grid, const Tile& tile,
         const Square& near, TileFacts& facts)
      : world_(world),
        portals_(portals),
        welds_(welds),
        grid_(grid),
        tile_(tile),
        near_(near),
        scale_(fraction(world.scene.scale)),
        facts_(facts),
        outlines_(portals.cells().size()),
        sets_(world.heights.size(), Sets(portals.cells().size())),
        number_(world.heights.size(), std::vector<Index>(portals.cells().size(), none)) {
    facts_.components.resize(world.heights.size());
  }

  void find() {
    make_cells();
    join_cells();
    add_areas();
    add_sides();
    add_welds();
  }

 private:
  std::size_t stance(Index cell) const { return portals_.cells()[cell].stance; }
  bool is_near(Index cell) const { return !outlines_[cell].empty(); }

  // A side runs along (b, -a) if its cell is on the line's positive side.
  void make_cells() {
    const std::vector<Portals::Side>& sides = portals_.sides();
    for (std::size_t s = 0; s < sides.size();) {
      const Index cell = sides[s].cell;
      Outline outline;
      for (; s < sides.size() && sides[s].cell == cell; ++s) {
        const Line& line = portals_.line(sides[s].line);
        const bool ascends = (sgn(line.b) != 0 ? sgn(line.b) : -sgn(line.a)) * (sides[s].left ? 1 : -1) > 0;
        outline.push_back(portals_.place(sides[s].line, ascends ? sides[s].high : sides[s].low));
      }
      if (near_.has_area_in_common(outline)) outlines_[cell] = std::move(outline);
    }
  }

  void unite(Index a, Index b, std::size_t most) {
    for (std::size_t s = 0; s < most; ++s) sets_[s].unite(a, b);
  }
  void join_cells() {
    for (const Portals::Portal& p : portals_.all())
      if (is_near(p.a) && is_near(p.b) &&
          near_.meets_inside(portals_.place(p.line, p.from), portals_.place(p.line, p.to)))
        unite(p.a, p.b, p.stance);
    for (const Weld& weld : welds_)
      if (is_near(weld.a) && is_near(weld.b) && near_.meets_inside(vertex_of(weld.on_a[0]), vertex_of(weld.on_a[1])))
        unite(weld.a, weld.b, weld.stance);
  }
  // The number of a cell's component, from 0 by stance, given when it is first asked for.
  Index component(Index cell, std::size_t s) {
    Index& number = number_[s][sets_[s].find(cell)];
    if (number == none) {
      number = to_index(facts_.components[s].size(), "components");
      facts_.components[s].emplace_back();
    }
    return number;
  }
  std::vector<Index> components(Index cell, std::size_t most) {
    std::vector<Index> out;
    for (std::size_t s = 0; s < most; ++s) out.push_back(component(cell, s));
    return out;
  }

  void add_areas() {
    const Fraction doubled_unit = 2 * scale_ * scale_;
    for (Index cell = 0; cell < outlines_.size(); ++cell) {
      if (!is_near(cell)) continue;
      const Outline inside = world_.tile->common(outlines_[cell]);
      if (inside.empty()) continue;
      const Fraction area = doubled_area(inside) / doubled_unit;
      for (std::size_t s = 0; s < stance(cell); ++s) facts_.components[s][component(cell, s)].add(area);
    }
  }

  // A place of the plan, in the level's unit.
  Fraction height(Index cell, const Place& at) const {
    const Plane& p = world_.polygons[portals_.cells()[cell].surface].plane;
    return (fraction(p.d) / scale_ - fraction(p.nx) * at[0] - fraction(p.ny) * at[1]) / fraction(p.nz);
  }
  // The heights of a cell at the places 0 and 1 along a line.
  Linear heights(Index cell, const Line& line) const {
    const auto at = [&](int place) {
      const Fraction t = place;
      return height(cell, by_x(line) ? Place{t, (-fraction(line.c) - fraction(line.a) * t) / fraction(line.b)}
                                     : Place{-fraction(line.c) / fraction(line.a), t});
    };
    return {at(0), at(1)};
  }

  void add_sides() {
    for (const std::size_t axis : {std::size_t{0}, std::size_t{1}})
      for (const bool is_high : {false, true}) {
        Tile before = tile_, behind = tile_;
        (axis == 0 ? (is_high ? behind.i : before.i) : (is_high ? behind.j : before.j)) += is_high ? 1 : -1;
        const Fraction at = grid_.line(axis, (axis == 0 ? behind.i : behind.j)), here = at * scale_;
        const std::size_t along = 1 - axis;
        const Interval whole{world_.tile->low()[along], world_.tile->high()[along]};
        for (const Kind kind : {Kind::below, Kind::above}) add_side(axis, at, here, whole, kind, before, behind);
      }
  }

  // The cells on one side of a line between two tiles. `at`: in the level's unit; `here` and `whole` in the scene's.
  void add_side(std::size_t axis, const Fraction& at, const Fraction& here, const Interval& whole, Kind kind,
                const Tile& before, const Tile& behind) {
    const Line half = line_across(axis, here, kind == Kind::above);
    for (Index cell = 0; cell < outlines_.size(); ++cell) {
      if (!is_near(cell)) continue;
      const Outline& outline = outlines_[cell];
      int least = 1, most = -1;
      for (const Vertex& v : outline) {
        const int s = side(half, v);
        least = std::min(least, s), most = std::max(most, s);
      }
      if (least > 0 || most <= 0) continue;
      std::optional<Interval> met;
      for (const Vertex& v : clip(outline, half)) {
        if (side(half, v) != 0) continue;
        const Fraction t = place_of(v)[1 - axis];
        met = met ? Interval{std::min(met->from, t), std::max(met->to, t)} : Interval{t, t};
      }
      if (!met) continue;
      const Interval inside = common(*met, whole);
      if (inside.from >= inside.to) continue;
      const Line line = line_across(axis, at, true);
      facts_.seams[{before, behind, kind, normal(line), heights(cell, line), {}}].push_back(
          {{inside.from / scale_, inside.to / scale_}, components(cell, stance(cell))});
    }
  }
  static LinePool::Normal normal(const Line& line) { return {line.a, line.b, line.c}; }
  // The line through two places.
  static Line through(const Segment& s) {
    return line_of(s[0][1] - s[1][1], s[1][0] - s[0][0], s[0][0] * s[1][1] - s[1][0] * s[0][1]);
  }

  void add_welds() {
    for (const Weld& weld : welds_) {
      if (!is_near(weld.a) || !is_near(weld.b)) continue;
      const auto in_level = [&](const Segment& s) {
        return Segment{Place{s[0][0] / scale_, s[0][1] / scale_}, Place{s[1][0] / scale_, s[1][1] / scale_}};
      };
      const Segment from = in_level(weld.on_a), to = in_level(weld.on_b);
      std::vector<Fraction> cuts{0, 1};
      for (const Segment* s : {&from, &to})
        for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) cut_at_lines(*s, axis, cuts);
      std::sort(cuts.begin(), cuts.end());
      for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
        if (cuts[k] < cuts[k + 1]) add_weld(weld, from, to, {cuts[k], cuts[k + 1]});
    }
  }
  static Place along(const Segment& s, const Fraction& t) {
    return {s[0][0] + t * (s[1][0] - s[0][0]), s[0][1] + t * (s[1][1] - s[0][1])};
  }
  // The shares of a segment at which it crosses the lines between tiles.
  void cut_at_lines(const Segment& s, std::size_t axis, std::vector<Fraction>& cuts) const {
    const Fraction &p = s[0][axis], &q = s[1][axis];
    if (p == q) return;
    const std::int64_t first = grid_.number_of(axis, std::min(p, q)), last = grid_.number_of(axis, std::max(p, q));
    for (std::int64_t k = first; k <= last; ++k) {
      const Fraction t = (grid_.line(axis, k) - p) / (q - p);
      if (0 < t && t < 1) cuts.push_back(t);
    }
  }
  void add_weld(const Weld& weld, const Segment& from, const Segment& to, const Interval& share) {
    const Fraction middle = (share.from + share.to) / 2;
    const Tile here = grid_.tile_of(along(from, middle)), there = grid_.tile_of(along(to, middle));
    if (here == there || (here != tile_ && there != tile_)) return;
    const Line on = through(from), on_beyond = through(to);
    const LinePool::Normal beyond = normal(on_beyond);
    const Linear other = heights(weld.b, on_beyond);
    const std::size_t k = by_x(on) ? 0 : 1;
    const Fraction p = along(from, share.from)[k], q = along(from, share.to)[k];
    facts_
        .seams[{std::min(here, there),
                std::max(here, there),
                Kind::weld,
                normal(on),
                heights(weld.a, on),
                {fraction(beyond.a), fraction(beyond.b), fraction(beyond.c), other.at_0, other.at_1}}]
        .push_back({{std::min(p, q), std::max(p, q)}, components(weld.a, weld.stance)});
  }

  const World& world_;
  const Portals& portals_;
  const std::vector<Weld>& welds_;
  const Grid& grid_;
  const Tile tile_;
  const Square& near_;
  const Fraction scale_;
  TileFacts& facts_;
  std::vector<Outline> outlines_;           // by cell; empty if it is not near
  std::vector<Sets> sets_;                  // by stance
  std::vector<std::vector<Index>> number_;  // by stance and the name of a set: the component's
};

}  // namespace

bool operator<(const SeamLine& p, const SeamLine& q) {
  const auto key = [](const SeamLine& s) {
    return std::tie(s.first, s.second, s.kind, s.line.a, s.line.b, s.line.c, s.height.at_0, s.height.at_1, s.there);
  };
  return key(p) < key(q);
}

void find_components(const World& world, const Portals& portals, const std::vector<Weld>& welds, const Grid& grid,
                     const Tile& tile, const Square& near, TileFacts& facts) {
  Finder(world, portals, welds, grid, tile, near, facts).find();
}

}  // namespace plumb::checker

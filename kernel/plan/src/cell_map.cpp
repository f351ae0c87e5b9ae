// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex cells in plan with the ways between them, as flat lists.
//
// Problem. Joins are stretches of sides, given by their ends. Several may share a stretch of a side (more than two
// floors meet there), and their ends need not agree. A search wants pieces that are crossed as a whole.
// 1. CutSides (cut_sides.h) notes the ends of joins on the sides of both cells. A cut of one side within a join is a
//    cut of the other side, too: cuts spread until nothing changes.
// 2. add_pieces() lists the pieces of each cell, counter-clockwise; ways_of_joins() pairs those of both cells of a
//    join.
//    Cells that meet at a piece and are joined by way of others get a way of their own (lay_ways()).
// 3. find_fans() unites corners around a point that pieces join, and adds up their angles in doubles: a sum of a fan
//    without border is a multiple of 360 degrees, so rounding does not matter there; near 360 degrees a fan with a
//    border counts as wide, which costs time alone.
// 4. find_dead_ends() takes away cells with one neighbour until there are none.
// cell_map_doors.cpp closes cells and opens them again; cell_map_change.cpp puts others in their places.
// Cost: n log n in the corners and ends of joins. Exact: which piece leads where. Source: ours.
#include "plumb/plan/cell_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "cut_sides.h"
#include "plumb/kernel/union_find.h"

namespace plumb::plan {

using kernel::FilteredPoint;
using kernel::PlanPoint;
using Index = CellMap::Index;

// A fan of nearly 360 degrees counts as one of more: that costs time alone.
constexpr kernel::Hint nearly{1e-6};

CellMap::CellMap(std::vector<PlanPoint> points, const std::vector<std::vector<Index>>& rings,
                 const std::vector<Join>& joins)
    : first_(rings.size()), end_(rings.size()), all_joins_(joins) {
  points_.reserve(points.size());
  for (PlanPoint& p : points) points_.emplace_back(std::move(p));
  CutSides sides(points_, rings, joins, {});
  add_pieces(sides);
  make_room();
  list_joins(ways_of_joins(sides));
  for (Index p = 0; p < pieces_.size(); ++p) lay_ways(p);
  std::vector<Index> corners(pieces_.size());
  std::iota(corners.begin(), corners.end(), 0u);
  find_fans(corners);
  for (const Piece& p : pieces_) whole_fan_.push_back(p.fan);
  // What comes apart where cells are closed finds these: searches keep lists by fan.
  for (std::size_t spare = fans_.size() / 8 + 64; spare > 0; --spare) {
    spare_fans_.push_back(static_cast<Index>(fans_.size()));
    fans_.emplace_back();
  }
  find_dead_ends();
}

// Of cells and pieces that were added.
void CellMap::make_room() {
  for (std::vector<Index>* list : {&first_way_, &open_ways_, &room_for_ways_, &first_join_, &end_join_})
    list->resize(pieces_.size());
  dead_end_.resize(cell_count());
  seen_by_.resize(cell_count(), none);
}

// Lists the pieces of cells that do not keep theirs, and notes the numbers of all sides.
void CellMap::add_pieces(CutSides& sides) {
  for (Index c = 0; c + 1 < sides.first.size(); ++c) {
    const Index cell = sides.cells[c];
    if (sides.keeps_pieces[c]) {
      for (Index s = sides.first[c], p = first(cell); s < sides.first[c + 1]; ++s) {
        sides.sides[s].number = side_of(p);
        while (p < end(cell) && side_of(p) == sides.sides[s].number) ++p;
      }
      continue;
    }
    first_[cell] = static_cast<Index>(pieces_.size());
    for (Index s = sides.first[c]; s < sides.first[c + 1]; ++s) {
      CutSides::Side& side = sides.sides[s];
      side.number = side_count_++;
      pieces_.push_back({side.from, cell, side.number, none, none, none});
      for (const Index p : side.cuts) pieces_.push_back({p, cell, side.number, none, none, none});
    }
    end_[cell] = static_cast<Index>(pieces_.size());
    for (Index p = first(cell); p < end(cell); ++p) {
      pieces_[p].next = p + 1 == end(cell) ? first(cell) : p + 1;
      pieces_[pieces_[p].next].prev = p;
    }
  }
}

std::vector<CellMap::Way> CellMap::ways_of_joins(const CutSides& sides) {
  // The pieces of a side from one of its points to another.
  const auto stretch = [&](Index side, Index from, Index to) {
    std::vector<Index> out;
    Index piece = first(sides.cells[sides.sides[side].cell]);
    while (side_of(piece) != sides.sides[side].number || !is_one_place(this->from(piece), from)) ++piece;
    for (; out.empty() || !is_one_place(this->from(piece), to); piece = next(piece)) out.push_back(piece);
    return out;
  };
  std::vector<Way> out;
  for (Index k = 0; k < sides.joins.size(); ++k) {
    const Index on_a = sides.on_side[2 * k], on_b = sides.on_side[2 * k + 1];
    if (on_a == none || on_b == none) continue;
    const Join& j = sides.joins[k];
    const CutSides::Side& b = sides.sides[on_b];
    const bool mirrored = sides.comes_before(b.from, b.to, j.on_b[0], j.on_b[1]);
    const auto there = stretch(on_a, j.on_a[0], j.on_a[1]);
    auto back = mirrored ? stretch(on_b, j.on_b[0], j.on_b[1]) : stretch(on_b, j.on_b[1], j.on_b[0]);
    if (!mirrored) std::ranges::reverse(back);
    std::array<Index, 2> shift{none, none};
    if (!is_one_place(j.on_a[0], j.on_b[0])) {
      const PlanPoint &p = points_[j.on_a[0]].at, &q = points_[j.on_b[0]].at;
      const PlanPoint by{q[0] - p[0], q[1] - p[1]}, reverse{-by[0], -by[1]};
      const mpq_class square = by[0] * by[0] + by[1] * by[1];
      shift = {static_cast<Index>(shifts_.size()), static_cast<Index>(shifts_.size() + 1)};
      for (const PlanPoint& v : {by, reverse})
        shifts_.push_back({v, {square}, kernel::root(kernel::interval_of(square))});
    }
    const Index number = sides.join_numbers[k];
    for (std::size_t i = 0; i < std::min(there.size(), back.size()); ++i) {
      out.push_back({there[i], back[i], number, true, mirrored, shift[0], none});
      out.push_back({back[i], there[i], number, false, mirrored, shift[1], none});
    }
  }
  return out;
}

// Lists ways that pass one join, as all those of the pieces that they are over.
void CellMap::list_joins(std::vector<Way> list) {
  std::ranges::stable_sort(list, {}, &Way::over);
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k == 0 || list[k].over != list[k - 1].over) first_join_[list[k].over] = static_cast<Index>(joins_.size());
    joins_.push_back(list[k]);
    end_join_[list[k].over] = static_cast<Index>(joins_.size());
  }
}

// Lists the ways over a piece anew, where they were if there is room.
void CellMap::lay_ways(Index piece) {
  std::vector<Way> list;
  if (!is_closed(cell_of(piece)))
    for (const Way& w : joins_of(piece))
      if (!is_closed(cell_of(w.to))) list.push_back(w);
  add_ways_by_others(piece, list);
  const auto count = static_cast<Index>(list.size());
  if (count > room_for_ways_[piece]) {
    first_way_[piece] = static_cast<Index>(ways_.size());
    room_for_ways_[piece] = count;
    ways_.resize(ways_.size() + count);
  }
  open_ways_[piece] = count;
  for (Way& w : list)
    if (w.before != none) w.before += first_way_[piece];
  std::ranges::copy(list, ways_.begin() + first_way_[piece]);
}

// Ways over a piece that pass several joins of pieces at its place.
void CellMap::add_ways_by_others(Index piece, std::vector<Way>& list) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Way way = list[k];
    for (const Way& next : joins_of(way.to)) {
      if (is_closed(cell_of(next.to))) continue;
      const kernel::Interval width = width_of(way) + width_of(next);
      const auto is_known = [&](const Way& w) { return w.to == next.to && width_of(w).low <= width.high; };
      if (next.to == piece || std::ranges::any_of(list, is_known)) continue;
      list.push_back({piece, next.to, next.join, next.forward, way.mirrored == next.mirrored,
                      sum_of_shifts(way.shift, next.shift), static_cast<Index>(k)});
    }
  }
}

Index CellMap::sum_of_shifts(Index a, Index b) {
  if (a == none || b == none) return a == none ? b : a;
  const auto [known, is_new] = sums_of_shifts_.try_emplace({a, b}, static_cast<Index>(shifts_.size()));
  if (!is_new) return known->second;
  const Shift &s = shifts_[a], &t = shifts_[b];
  Shift sum{{s.by[0] + t.by[0], s.by[1] + t.by[1]}, s.squares, s.length + t.length};
  sum.squares.insert(sum.squares.end(), t.squares.begin(), t.squares.end());
  shifts_.push_back(std::move(sum));
  return known->second;
}

// Divides corners, which ascend and are all those of some fans, among fans.
void CellMap::find_fans(std::span<const Index> corners) {
  const auto count = static_cast<Index>(corners.size());
  const auto place = [&](Index corner) {
    return count == pieces_.size() ? corner
                                   : static_cast<Index>(std::ranges::lower_bound(corners, corner) - corners.begin());
  };
  kernel::UnionFind sets(count);
  std::vector<char> mirrored(count, 0);
  const auto joins_corners = [](const Way& w) { return w.shift == none; };
  for (Index k = 0; k < count; ++k)
    for (const bool begins : {true, false})
      for (const Way& w : ways(begins ? corners[k] : prev(corners[k])))
        if (joins_corners(w)) {
          sets.unite(k, place(w.mirrored == begins ? w.to : next(w.to)));
          if (w.mirrored) mirrored[k] = 1;
        }
  std::vector<Index> number(count, none), taken;
  std::vector<double> angles;
  std::vector<char> bordered;
  std::vector<Index> found;
  for (Index k = 0; k < count; ++k) {
    const Index p = corners[k];
    if (is_closed(cell_of(p))) continue;
    Index& n = number[sets.find(k)];
    if (n == none) {
      n = static_cast<Index>(found.size());
      found.push_back(fan_for(p, taken));
      fans_[found[n]] = {};
      angles.push_back(0);
      bordered.push_back(0);
    }
    const Index f = pieces_[p].fan = found[n];
    const FilteredPoint &at = points_[from(p)], &after = points_[to(p)], &before = points_[from(prev(p))];
    const double ux = after.ix.low - at.ix.low, uy = after.iy.low - at.iy.low, vx = before.ix.low - at.ix.low,
                 vy = before.iy.low - at.iy.low;
    angles[n] += side_of(p) == side_of(prev(p)) ? std::numbers::pi
                                                : std::abs(std::atan2(kernel::formulas::determinant(ux, uy, vx, vy),
                                                                      kernel::formulas::dot2d(ux, uy, vx, vy)));
    for (const Index piece : {p, prev(p)}) {
      const auto over = std::ranges::count_if(ways(piece), joins_corners);
      if (over == 0) bordered[n] = 1;
      if (ways(piece).empty()) fans_[f].border = true;
      if (over > 1) fans_[f].wide = true;
    }
    if (mirrored[k]) fans_[f].turns = fans_[f].wide = true;
  }
  for (Index n = 0; n < found.size(); ++n) {
    Fan& fan = fans_[found[n]];
    if (bordered[n] || angles[n] > 3 * std::numbers::pi) fan.turns = true;
    if (angles[n] > 2 * std::numbers::pi * (bordered[n] ? 1 - nearly : 1.5)) fan.wide = true;
  }
}

void CellMap::find_dead_ends() {
  const auto count = static_cast<Index>(cell_count());
  kernel::UnionFind sets(count);
  std::vector<std::vector<Index>> neighbours(count);
  for (Index p = 0; p < pieces_.size(); ++p)
    for (const Way& w : ways(p)) {
      neighbours[cell_of(p)].push_back(cell_of(w.to));
      sets.unite(cell_of(p), cell_of(w.to));
    }
  members_.assign(count, 0);
  std::vector<std::size_t> left(count);
  std::vector<Index> leaves;
  for (Index c = 0; c < count; ++c) {
    component_.push_back(sets.find(c));
    ++members_[component_.back()];
    if (component_.back() != c) spare_components_.push_back(c);
    auto& list = neighbours[c];
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    left[c] = list.size();
    if (left[c] == 1) leaves.push_back(c);
  }
  toward_rest_.assign(count, none);
  while (!leaves.empty()) {
    const Index c = leaves.back();
    leaves.pop_back();
    if (left[c] != 1) continue;
    dead_end_[c] = 1;
    for (const Index d : neighbours[c])
      if (!dead_end_[d]) {
        toward_rest_[c] = d;
        if (--left[d] == 1) leaves.push_back(d);
      }
  }
}

}  // namespace plumb::plan

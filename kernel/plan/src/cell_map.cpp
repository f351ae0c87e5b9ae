// SPDX-License-Identifier: LGPL-3.0-or-later
// Convex cells in plan with the ways between them, as flat lists.
//
// Problem. Joins are stretches of sides, given by their ends. Several may share a stretch of a side (more than two
// floors meet there), and their ends need not agree. A search wants pieces that are crossed as a whole.
// 1. CutSides notes the ends of joins on the sides of both cells. A cut of one side within a join is a cut of the other
//    side, too: cuts spread until nothing changes.
// 2. add_pieces() lists the pieces of each cell, counter-clockwise; add_ways() pairs those of both cells of a join.
//    Cells that meet at a piece and are joined by way of others get a way of their own (lay_ways()).
// 3. find_fans() unites corners around a point that pieces join, and adds up their angles in doubles: a sum of a fan
//    without border is a multiple of 360 degrees, so rounding does not matter there; near 360 degrees a fan with a
//    border counts as wide, which costs time alone.
// 4. find_dead_ends() takes away cells with one neighbour until there are none.
// cell_map_doors.cpp closes cells and opens them again.
// Cost: n log n in the corners and ends of joins. Exact: which piece leads where. Source: ours.
#include "plumb/plan/cell_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "plumb/kernel/union_find.h"

namespace plumb::plan {

using kernel::FilteredPoint;
using kernel::PlanPoint;
using Index = CellMap::Index;

// A fan of nearly 360 degrees counts as one of more: that costs time alone.
constexpr kernel::Hint nearly{1e-6};

// The sides of all cells, and the points at which they are cut.
struct CellMap::CutSides {
  struct Side {
    Index cell, from, to;
    std::vector<Index> cuts;   // within; along the side in the end
    std::vector<Index> joins;  // twice the join, plus 1 for its side on b
  };

  CutSides(std::vector<FilteredPoint>& p, const std::vector<std::vector<Index>>& rings, const std::vector<Join>& j)
      : points(p), joins(j), on_side(2 * j.size(), none) {
    for (Index c = 0; c < rings.size(); ++c) {
      first.push_back(static_cast<Index>(sides.size()));
      for (std::size_t i = 0; i < rings[c].size(); ++i)
        sides.push_back({c, rings[c][i], rings[c][i + 1 == rings[c].size() ? 0 : i + 1], {}, {}});
    }
    first.push_back(static_cast<Index>(sides.size()));
    for (Index k = 0; k < joins.size(); ++k) {
      place(2 * k, joins[k].a, joins[k].on_a);
      place(2 * k + 1, joins[k].b, joins[k].on_b);
    }
    for (Index k = 0; k < 2 * joins.size(); ++k)
      if (on_side[k] != none)
        for (const Index p : ends(k)) cut(on_side[k], p);
    while (!fresh.empty()) {
      const auto [side, point] = fresh.back();
      fresh.pop_back();
      for (const Index k : sides[side].joins)
        if (on_side[k ^ 1] != none && is_within(point, ends(k)[0], ends(k)[1])) cut(on_side[k ^ 1], across(k, point));
    }
    for (Side& s : sides) std::ranges::sort(s.cuts, [&](Index a, Index b) { return comes_before(s.from, s.to, a, b); });
  }

  const std::array<Index, 2>& ends(Index k) const { return k % 2 == 0 ? joins[k / 2].on_a : joins[k / 2].on_b; }

  // Of points on the line from p to q: whether a comes before b in its direction.
  bool comes_before(Index p, Index q, Index a, Index b) const {
    const int way = order_of(points[p], points[q]);
    return way * order_of(points[a], points[b]) > 0;
  }
  bool is_within(Index at, Index p, Index q) const {
    return at != p && at != q && comes_before(p, q, p, at) && comes_before(p, q, at, q);
  }

  // Finds the side on which a stretch is.
  void place(Index k, Index cell, const std::array<Index, 2>& stretch) {
    const auto is_on = [&](const Side& s, Index p) {
      return p == s.from || p == s.to ||
             (orientation(points[s.from], points[s.to], points[p]) == 0 && is_within(p, s.from, s.to));
    };
    for (Index s = first[cell]; s < first[cell + 1]; ++s)
      if (is_on(sides[s], stretch[0]) && is_on(sides[s], stretch[1])) {
        on_side[k] = s;
        sides[s].joins.push_back(k);
        return;
      }
  }

  void cut(Index side, Index point) {
    Side& s = sides[side];
    // A point that a gap has moved may be where another point is.
    const auto is_there = [&](Index p) { return p == point || same_place(points[p], points[point]); };
    if (is_there(s.from) || is_there(s.to) || std::ranges::any_of(s.cuts, is_there)) return;
    s.cuts.push_back(point);
    fresh.push_back({side, point});
  }

  // Where a point of one side of a join is reached on the other.
  Index across(Index k, Index point) {
    const Index here = ends(k)[0], there = ends(k ^ 1)[0];
    if (here == there) return point;
    PlanPoint moved;
    for (std::size_t d = 0; d < 2; ++d) moved[d] = points[point].at[d] + points[there].at[d] - points[here].at[d];
    const Side& s = sides[on_side[k ^ 1]];
    const auto is_it = [&](Index p) { return points[p].at == moved; };
    for (const Index p : {s.from, s.to})
      if (is_it(p)) return p;
    if (const auto known = std::ranges::find_if(s.cuts, is_it); known != s.cuts.end()) return *known;
    points.emplace_back(std::move(moved));
    return static_cast<Index>(points.size()) - 1;
  }

  std::vector<FilteredPoint>& points;
  const std::vector<Join>& joins;
  std::vector<Side> sides;
  std::vector<Index> first;    // by cell
  std::vector<Index> on_side;  // by join and its side
  std::vector<std::pair<Index, Index>> fresh;
};

CellMap::CellMap(std::vector<PlanPoint> points, const std::vector<std::vector<Index>>& rings,
                 const std::vector<Join>& joins) {
  points_.reserve(points.size());
  for (PlanPoint& p : points) points_.emplace_back(std::move(p));
  const CutSides sides(points_, rings, joins);
  add_pieces(sides);
  add_ways(sides, joins);
  std::vector<Index> corners(pieces_.size());
  std::iota(corners.begin(), corners.end(), 0u);
  find_fans(corners);
  // What comes apart where cells are closed finds these: searches keep lists by fan.
  for (std::size_t spare = fans_.size() / 8 + 64; spare > 0; --spare) {
    spare_fans_.push_back(static_cast<Index>(fans_.size()));
    fans_.emplace_back();
  }
  find_dead_ends();
}

void CellMap::add_pieces(const CutSides& sides) {
  for (Index c = 0; c + 1 < sides.first.size(); ++c) {
    first_.push_back(static_cast<Index>(pieces_.size()));
    for (Index s = sides.first[c]; s < sides.first[c + 1]; ++s) {
      pieces_.push_back({sides.sides[s].from, c, s, none, none, none});
      for (const Index p : sides.sides[s].cuts) pieces_.push_back({p, c, s, none, none, none});
    }
    const auto end = static_cast<Index>(pieces_.size());
    for (Index p = first_[c]; p < end; ++p) {
      pieces_[p].next = p + 1 == end ? first_[c] : p + 1;
      pieces_[pieces_[p].next].prev = p;
    }
  }
  first_.push_back(static_cast<Index>(pieces_.size()));
}

void CellMap::add_ways(const CutSides& sides, const std::vector<Join>& joins) {
  // The pieces of a side from one of its points to another.
  const auto stretch = [&](Index side, Index from, Index to) {
    std::vector<Index> out;
    const Index cell = sides.sides[side].cell;
    Index piece = first(cell);
    while (side_of(piece) != side || this->from(piece) != from) ++piece;
    for (; out.empty() || this->from(piece) != to; piece = next(piece)) out.push_back(piece);
    return out;
  };
  std::vector<std::vector<Way>> by_piece(pieces_.size());
  for (Index k = 0; k < joins.size(); ++k) {
    const Index on_a = sides.on_side[2 * k], on_b = sides.on_side[2 * k + 1];
    if (on_a == none || on_b == none) continue;
    const Join& j = joins[k];
    const CutSides::Side& b = sides.sides[on_b];
    const bool mirrored = sides.comes_before(b.from, b.to, j.on_b[0], j.on_b[1]);
    const auto there = stretch(on_a, j.on_a[0], j.on_a[1]);
    auto back = mirrored ? stretch(on_b, j.on_b[0], j.on_b[1]) : stretch(on_b, j.on_b[1], j.on_b[0]);
    if (!mirrored) std::ranges::reverse(back);
    std::array<Index, 2> shift{none, none};
    if (j.on_a[0] != j.on_b[0]) {
      const PlanPoint &p = points_[j.on_a[0]].at, &q = points_[j.on_b[0]].at;
      const PlanPoint by{q[0] - p[0], q[1] - p[1]}, reverse{-by[0], -by[1]};
      const mpq_class square = by[0] * by[0] + by[1] * by[1];
      shift = {static_cast<Index>(shifts_.size()), static_cast<Index>(shifts_.size() + 1)};
      for (const PlanPoint& v : {by, reverse})
        shifts_.push_back({v, {square}, kernel::root(kernel::interval_of(square))});
    }
    for (std::size_t i = 0; i < std::min(there.size(), back.size()); ++i) {
      by_piece[there[i]].push_back({there[i], back[i], k, true, mirrored, shift[0], none});
      by_piece[back[i]].push_back({back[i], there[i], k, false, mirrored, shift[1], none});
    }
  }
  for (const std::vector<Way>& list : by_piece) {
    first_join_.push_back(static_cast<Index>(joins_.size()));
    joins_.insert(joins_.end(), list.begin(), list.end());
  }
  first_join_.push_back(static_cast<Index>(joins_.size()));
  join_shifts_ = shifts_.size();
  dead_end_.assign(cell_count(), 0);
  lay_ways();
}

// Lists the ways over all pieces.
void CellMap::lay_ways() {
  shifts_.resize(join_shifts_);
  ways_.clear(), first_way_.clear(), open_ways_.clear();
  for (Index p = 0; p < pieces_.size(); ++p) {
    const auto add = [&](bool closed) {
      for (const Way& w : joins_of(p))
        if ((is_closed(cell_of(p)) || is_closed(cell_of(w.to))) == closed) ways_.push_back(w);
    };
    first_way_.push_back(static_cast<Index>(ways_.size()));
    add(false);
    add_ways_by_others(p);
    open_ways_.push_back(static_cast<Index>(ways_.size()) - first_way_.back());
    add(true);
  }
  first_way_.push_back(static_cast<Index>(ways_.size()));
}

// Ways over a piece that pass several joins of pieces at its place.
void CellMap::add_ways_by_others(Index piece) {
  const std::size_t first = first_way_.back();
  for (std::size_t k = first; k < ways_.size(); ++k) {
    const Way way = ways_[k];
    for (const Way& next : joins_of(way.to)) {
      if (is_closed(cell_of(next.to))) continue;
      const kernel::Interval width = width_of(way) + width_of(next);
      const auto is_known = [&](const Way& w) { return w.to == next.to && width_of(w).low <= width.high; };
      if (next.to == piece || std::any_of(ways_.begin() + static_cast<std::ptrdiff_t>(first), ways_.end(), is_known))
        continue;
      ways_.push_back({piece, next.to, next.join, next.forward, way.mirrored == next.mirrored,
                       sum_of_shifts(way.shift, next.shift), static_cast<Index>(k)});
    }
  }
}

Index CellMap::sum_of_shifts(Index a, Index b) {
  if (a == none || b == none) return a == none ? b : a;
  const Shift &s = shifts_[a], &t = shifts_[b];
  Shift sum{{s.by[0] + t.by[0], s.by[1] + t.by[1]}, s.squares, s.length + t.length};
  sum.squares.insert(sum.squares.end(), t.squares.begin(), t.squares.end());
  shifts_.push_back(std::move(sum));
  return static_cast<Index>(shifts_.size()) - 1;
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
  std::vector<std::size_t> left(count);
  std::vector<Index> leaves;
  for (Index c = 0; c < count; ++c) {
    component_.push_back(sets.find(c));
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

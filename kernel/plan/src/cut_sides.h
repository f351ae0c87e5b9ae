// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "plumb/plan/cell_map.h"

namespace plumb::plan {

/// The sides of cells, and the points at which joins cut them.
struct CellMap::CutSides {
  struct Side {
    Index cell, from, to;      // the cell by its place in the list
    std::vector<Index> cuts;   // within; along the side in the end
    std::vector<Index> joins;  // twice the join, plus 1 for its side on b
    Index number = none;       // of its pieces
  };
  // A point within a side at which it is cut anyhow; the side by its place among those of all cells.
  struct Cut {
    Index side, point;
  };

  /// Cells of joins are places in the list of rings.
  CutSides(std::vector<kernel::FilteredPoint>& p, const std::vector<std::vector<Index>>& rings,
           const std::vector<Join>& j, const std::vector<Cut>& cuts)
      : points(p), joins(j), on_side(2 * j.size(), none), keeps_pieces(rings.size(), 0) {
    for (Index k = 0; k < joins.size(); ++k) join_numbers.push_back(k);
    for (Index c = 0; c < rings.size(); ++c) {
      cells.push_back(c);
      first.push_back(static_cast<Index>(sides.size()));
      for (std::size_t i = 0; i < rings[c].size(); ++i)
        sides.push_back({c, rings[c][i], rings[c][i + 1 == rings[c].size() ? 0 : i + 1], {}, {}, none});
    }
    first.push_back(static_cast<Index>(sides.size()));
    for (Index k = 0; k < joins.size(); ++k) {
      place(2 * k, joins[k].a, joins[k].on_a);
      place(2 * k + 1, joins[k].b, joins[k].on_b);
    }
    for (const Cut& c : cuts) cut(c.side, c.point);
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
  bool is_within(Index at, Index p, Index q) const { return comes_before(p, q, p, at) && comes_before(p, q, at, q); }
  bool is_one_place(Index a, Index b) const { return a == b || same_place(points[a], points[b]); }

  // Finds the side on which a stretch is.
  void place(Index k, Index cell, const std::array<Index, 2>& stretch) {
    const auto is_on = [&](const Side& s, Index p) {
      return is_one_place(p, s.from) || is_one_place(p, s.to) ||
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
    const auto is_there = [&](Index p) { return is_one_place(p, point); };
    if (is_there(s.from) || is_there(s.to) || std::ranges::any_of(s.cuts, is_there)) return;
    s.cuts.push_back(point);
    fresh.push_back({side, point});
  }

  // Where a point of one side of a join is reached on the other.
  Index across(Index k, Index point) {
    const Index here = ends(k)[0], there = ends(k ^ 1)[0];
    if (is_one_place(here, there)) return point;
    kernel::PlanPoint moved;
    for (std::size_t d = 0; d < 2; ++d) moved[d] = points[point].at[d] + points[there].at[d] - points[here].at[d];
    const Side& s = sides[on_side[k ^ 1]];
    const auto is_it = [&](Index p) { return points[p].at == moved; };
    for (const Index p : {s.from, s.to})
      if (is_it(p)) return p;
    if (const auto known = std::ranges::find_if(s.cuts, is_it); known != s.cuts.end()) return *known;
    points.emplace_back(std::move(moved));
    return static_cast<Index>(points.size()) - 1;
  }

  std::vector<kernel::FilteredPoint>& points;
  const std::vector<Join>& joins;
  std::vector<Side> sides;
  std::vector<Index> first;    // by place of a cell
  std::vector<Index> on_side;  // by join and its side
  // What these are called in the map: cells and joins by their places; and whether a cell keeps the pieces that it has.
  std::vector<Index> cells, join_numbers;
  std::vector<char> keeps_pieces;
  std::vector<std::pair<Index, Index>> fresh;
};

}  // namespace plumb::plan

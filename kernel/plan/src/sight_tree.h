// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "sight_bounds.h"

namespace plumb::plan {

/// The turns of paths from a start, and how long these paths are.
struct SightTree : SightBounds {
  using SightBounds::SightBounds;

  // A place where a path from the start turns last.
  struct Turn {
    Index point, fan;
    Index corner;  // the piece that begins there in the cell in which it was found
    Index before;  // the turn before it; none at the start
    Index seen;    // where that is seen from here: it, or its image
    Index gaps;    // crossed since, the last one first; none if there is none
    Length length;
    double least = 0;                              // no path to the goal by way of it is shorter, as landmarks tell
    bool swept_left = false, swept_right = false;  // whether a sweep to that side was made
    Index sweeps = none;                           // of a wide fan: the last one made
  };
  // How a turn is seen from a cell: where, and over which gaps.
  struct Sight {
    Index at;
    Index gaps;
    Length length;  // of the path up to the turn, and of the gaps
  };
  struct Gap {
    Index shift, before;
  };
  // A path by way of a turn to a point.
  struct Leg {
    Index turn, end;
    Sight sight;
    Length length;  // all of it
  };

  // Its straight stretches, by their ends, and the gaps between them, the last one first.
  template <class Straight, class Gaps>
  void each_stretch(const Leg& leg, const Straight& straight, const Gaps& gap) const {
    Index seen = leg.sight.at, gaps = leg.sight.gaps, end = leg.end;
    for (Index t = leg.turn;; t = turns[t].before) {
      straight(seen, end);
      for (; gaps != none; gaps = gap_list[gaps].before) gap(map.shift(gap_list[gaps].shift));
      if (turns[t].before == none) break;
      seen = turns[t].seen, gaps = turns[t].gaps, end = turns[t].point;
    }
  }
  // Their squares, in order of size. Numbers of earlier calls are written over, so that none is allocated.
  std::span<mpq_class> squares(const Leg& leg, std::vector<mpq_class>& list) {
    std::size_t count = 0;
    const auto add = [&](const auto& square) {
      if (count == list.size()) list.emplace_back();
      list[count] = square;
      if (list[count] != 0) ++count;
    };
    each_stretch(
        leg, [&](Index a, Index b) { add(kernel::squared_distance(at(a).at, at(b).at)); },
        [&](const CellMap::Shift& gap) { std::ranges::for_each(gap.squares, add); });
    const std::span<mpq_class> out(list.data(), count);
    std::ranges::sort(out);
    return out;
  }
  // Whether the points of one turn and those before it, the start first, are less than those of another.
  bool points_precede(Index a, Index b) {
    const auto list = [&](Index turn, std::vector<Index>& out) {
      out.clear();
      for (Index t = turn; t != none; t = turns[t].before) out.push_back(turns[t].point);
    };
    list(a, points_of[0]);
    list(b, points_of[1]);
    return std::lexicographical_compare(points_of[0].rbegin(), points_of[0].rend(), points_of[1].rbegin(),
                                        points_of[1].rend());
  }
  // Negative: the first path is shorter; 0: none is.
  int compare(const Leg& a, const Leg& b) {
    if (is_longer(b.length, a.length)) return -1;
    if (is_longer(a.length, b.length)) return 1;
    if (a.turn == b.turn && a.sight.at == b.sight.at && a.end == b.end) return 0;
    return static_cast<int>(compare_roots(squares(a, squares_of[0]), squares(b, squares_of[1])));
  }

  // The sight of a turn from a cell that it is a corner of.
  Sight sight_of(Index t) const { return {turns[t].point, none, turns[t].length}; }
  // The same sight beyond a way.
  Sight beyond(const Sight& sight, const CellMap::Way& way) {
    Sight out{image(sight.at, way), sight.gaps, sight.length};
    if (way.shift != none) {
      gap_list.push_back({way.shift, sight.gaps});
      out.gaps = static_cast<Index>(gap_list.size()) - 1;
      out.length = sum(out.length, length_in(map.shift(way.shift).length));
    }
    return out;
  }
  // Within 2^-40 of itself: in doubles, in intervals, or by the squares of its stretches.
  double rounded_length(const Leg& leg) {
    if (leg.length.error <= leg.length.at * near_enough) return leg.length.at;
    Interval length(0.0);
    each_stretch(
        leg, [&](Index a, Index b) { length = length + distance_around(a, b); },
        [&](const CellMap::Shift& gap) { length = length + gap.length; });
    if (length.high - length.low <= length.low * near_enough) return length.low / 2 + length.high / 2;
    kernel::RootSum sum(128);
    for (const mpq_class& s : squares(leg, squares_of[0])) sum.add_root(s);
    return kernel::nearest_double(sum.value().low);
  }
  static constexpr kernel::Hint near_enough{0x1p-42};

  // Compares sums of the roots of numbers in order of size, up to 2^-200. What both have is left out.
  static Sign compare_roots(std::span<const mpq_class> a, std::span<const mpq_class> b) {
    for (int precision = 128; precision <= 256; precision += 128) {
      kernel::RootSum l(precision), r(precision);
      bool differ = false;
      std::size_t i = 0, j = 0;
      while (i < a.size() || j < b.size()) {
        const int order = i == a.size() ? 1 : j == b.size() ? -1 : cmp(a[i], b[j]);
        differ = differ || order != 0;
        if (order < 0) l.add_root(a[i]);
        if (order > 0) r.add_root(b[j]);
        i += order <= 0, j += order >= 0;
      }
      if (!differ) return Sign::zero;
      const auto x = l.value(), y = r.value();
      if (x.high < y.low) return Sign::negative;
      if (y.high < x.low) return Sign::positive;
      if (x.low == x.high && y.low == y.high) return Sign::zero;
    }
    return Sign::zero;
  }

  std::vector<Turn> turns;
  std::vector<Gap> gap_list;
  std::array<std::vector<mpq_class>, 2> squares_of;  // of paths that are compared
  std::array<std::vector<Index>, 2> points_of;
};

}  // namespace plumb::plan

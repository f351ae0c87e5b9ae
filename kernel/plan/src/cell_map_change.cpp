// SPDX-License-Identifier: LGPL-3.0-or-later
// Cells and joins of a map that take the place of others.
//
// Problem. Where an update cuts a cell, or an obstacle is put on one, the map must be as if it had been made of what is
// there now. Numbers of what does not change stay, as searches and landmarks keep lists by them.
// 1. replace_pieces(): cells whose joins change get new pieces. Where a new cut spreads to a cell around them, that one
//    gets new pieces, too, until no cut spreads. The pieces of the others are kept; what joins them to new pieces is
//    listed anew. What was is left where it was, unused: whoever keeps a map makes it anew at times.
// 2. renew_whole_fans() numbers the fans of all corners there as they are while all is open: a fan that has a corner
//    which stays keeps its number. find_fans() divides them as they are while some cells are closed.
// 3. renew_components(): cells that changed and are joined to each other directly are a cluster. Where those of one
//    component are in several clusters, it may have come apart: floods in turns tell (cell_map_doors.cpp). Then the
//    components of one cluster are united. So what is cut and stays in one piece costs no flood.
// 4. renew_dead_ends(): changed cells, and all by way of which these lead to the rest, are no dead ends any more. What
//    has become one is not told: that costs time alone.
// Cost: see CellMap::change(). Exact: which piece leads where. Source: ours.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "cut_sides.h"
#include "plumb/kernel/union_find.h"

namespace plumb::plan {

using Index = CellMap::Index;

// What was made anew.
struct CellMap::Replaced {
  std::set<Index> cells;       // those whose joins or pieces changed, without those that are gone
  std::vector<Index> pieces;   // new ones, and those whose joins changed
  std::vector<Index> dropped;  // pieces
  std::map<Index, std::pair<Index, Index>> old_pieces;
};

CellMap::ChangedFans CellMap::change(const Change& change) {
  for (const kernel::PlanPoint& p : change.points) points_.emplace_back(p);
  all_joins_.insert(all_joins_.end(), change.joins.begin(), change.joins.end());
  ChangedFans out;
  Replaced replaced;
  replace_pieces(change, replaced);
  lay_ways_around(replaced.pieces);
  const std::vector<Index> corners = corners_around(replaced.pieces);
  renew_whole_fans(corners, replaced, out);
  find_fans(corners);
  renew_components(replaced, change.cells_gone);
  renew_dead_ends(replaced);
  out.old_pieces = std::move(replaced.old_pieces);
  return out;
}

void CellMap::replace_pieces(const Change& change, Replaced& out) {
  std::set<Index> gone(change.joins_gone.begin(), change.joins_gone.end());
  const auto joins_of_cell = [&](Index cell, auto&& visit) {
    for (Index p = first(cell); p < end(cell); ++p)
      for (const Way& w : joins_of(p)) visit(w.join);
  };
  for (const Index c : change.cells_gone) joins_of_cell(c, [&](Index j) { gone.insert(j); });
  const auto add_ends = [&](Index join) {
    for (const Index c : {all_joins_[join].a, all_joins_[join].b}) out.cells.insert(c);
  };
  for (const Index j : gone) add_ends(j);
  // Of new joins, those with a cell that is gone do not count.
  std::vector<Index> fresh;
  for (auto j = static_cast<Index>(all_joins_.size() - change.joins.size()); j < all_joins_.size(); ++j) {
    const auto is_end = [&](Index c) { return c == all_joins_[j].a || c == all_joins_[j].b; };
    if (gone.contains(j) || std::ranges::any_of(change.cells_gone, is_end)) continue;
    fresh.push_back(j);
    add_ends(j);
  }
  const auto old_count = static_cast<Index>(cell_count());
  for (Index k = 0; k < change.rings.size(); ++k) out.cells.insert(old_count + k);
  for (const Index c : change.cells_gone) out.cells.erase(c);
  first_.resize(first_.size() + change.rings.size());
  end_.resize(first_.size());

  // The cells and what is joined to them, with local numbers; again, while cuts spread to more cells.
  for (bool spreads = true; spreads;) {
    spreads = false;
    std::set<Index> joins(fresh.begin(), fresh.end()), cells = out.cells;
    for (const Index c : out.cells)
      joins_of_cell(c, [&](Index j) {
        if (!gone.contains(j)) joins.insert(j);
      });
    for (const Index j : joins) cells.insert({all_joins_[j].a, all_joins_[j].b});
    const std::vector<Index> list(cells.begin(), cells.end());
    const auto place = [&](Index cell) {
      return static_cast<Index>(std::ranges::lower_bound(list, cell) - list.begin());
    };
    std::vector<std::vector<Index>> rings;
    std::vector<CutSides::Cut> cuts;
    Index side = 0;
    for (const Index c : list) {
      if (c >= old_count) {
        rings.push_back(change.rings[c - old_count]);
        side += static_cast<Index>(rings.back().size());
        continue;
      }
      auto& ring = rings.emplace_back();
      for (Index p = first(c); p < end(c); ++p) {
        if (p == first(c) || side_of(p) != side_of(p - 1)) ring.push_back(from(p)), ++side;
        else if (!out.cells.contains(c)) cuts.push_back({side - 1, from(p)});
      }
    }
    std::vector<Join> local;
    for (const Index j : joins) {
      local.push_back(all_joins_[j]);
      local.back().a = place(local.back().a), local.back().b = place(local.back().b);
    }
    CutSides sides(points_, rings, local, cuts);
    sides.cells = list;
    sides.join_numbers.assign(joins.begin(), joins.end());
    for (Index k = 0; k < list.size(); ++k) {
      if (out.cells.contains(list[k])) continue;
      sides.keeps_pieces[k] = 1;
      std::size_t count = 0;
      for (Index s = sides.first[k]; s < sides.first[k + 1]; ++s) count += sides.sides[s].cuts.size();
      const auto own = [&](const CutSides::Cut& c) { return c.side >= sides.first[k] && c.side < sides.first[k + 1]; };
      if (count == static_cast<std::size_t>(std::ranges::count_if(cuts, own))) continue;
      out.cells.insert(list[k]);
      spreads = true;
    }
    if (spreads) continue;
    std::set<Index> touched;
    const auto drop = [&](Index cell) {
      out.old_pieces[cell] = {first(cell), end(cell)};
      for (Index p = first(cell); p < end(cell); ++p) {
        out.dropped.push_back(p);
        for (const Way& w : joins_of(p)) touched.insert(w.to);
      }
    };
    for (const Index c : out.cells)
      if (c < old_count) drop(c);
    for (const Index c : change.cells_gone) drop(c), first_[c] = end_[c] = 0;
    for (const Index p : out.dropped) touched.erase(p);
    const auto old_pieces = static_cast<Index>(pieces_.size());
    add_pieces(sides);
    make_room();
    std::vector<Way> ways = ways_of_joins(sides);
    for (const Way& w : ways)
      if (w.over < old_pieces) touched.insert(w.over);
    std::vector<Way> all;
    for (const Index p : touched) {
      for (const Way& w : joins_of(p))
        if (!joins.contains(w.join) && !gone.contains(w.join)) all.push_back(w);
      end_join_[p] = first_join_[p];
    }
    all.insert(all.end(), ways.begin(), ways.end());
    list_joins(std::move(all));
    out.pieces.assign(touched.begin(), touched.end());
    for (Index p = old_pieces; p < pieces_.size(); ++p) out.pieces.push_back(p);
  }
}

void CellMap::renew_whole_fans(const std::vector<Index>& corners, const Replaced& replaced, ChangedFans& out) {
  whole_fan_.resize(pieces_.size(), none);
  std::vector<Index> before;  // numbers, of fans and of parts of them
  const auto note = [&](Index p) { before.insert(before.end(), {pieces_[p].fan, whole_fan_[p]}); };
  std::ranges::for_each(replaced.dropped, note);
  std::ranges::for_each(corners, note);
  const auto place = [&](Index corner) {
    return static_cast<Index>(std::ranges::lower_bound(corners, corner) - corners.begin());
  };
  const auto count = static_cast<Index>(corners.size());
  kernel::UnionFind sets(count);
  for (Index k = 0; k < count; ++k)
    for (const bool begins : {true, false})
      for (const Way& w : joins_of(begins ? corners[k] : prev(corners[k])))
        if (w.shift == none) sets.unite(k, place(w.mirrored == begins ? w.to : next(w.to)));
  std::vector<Index> number(count, none);
  std::set<Index> used;
  for (Index k = 0; k < count; ++k) {
    Index& n = number[sets.find(k)];
    if (const Index whole = whole_fan_[corners[k]]; n == none && whole != none && used.insert(whole).second) n = whole;
  }
  for (Index k = 0; k < count; ++k) {
    Index& n = number[sets.find(k)];
    if (n == none) {
      if (spare_fans_.empty()) spare_fans_.push_back(static_cast<Index>(fans_.size())), fans_.emplace_back();
      n = spare_fans_.back();
      spare_fans_.pop_back();
      used.insert(n);
      out.made.push_back({n, corners[k]});
    } else if (replaced.old_pieces.contains(cell_of(corners[k]))) {
      // A corner that tells more of where the fan was.
      const auto made = std::ranges::find(out.made, n, &std::pair<Index, Index>::first);
      if (made != out.made.end()) made->second = corners[k];
    }
    pieces_[corners[k]].fan = whole_fan_[corners[k]] = n;
  }
  std::erase_if(before, [&](Index f) { return f == none || used.contains(f); });
  out.gone = before;
  free_fans(std::move(before));
}

void CellMap::renew_components(const Replaced& replaced, const std::vector<Index>& gone) {
  const auto old_count = static_cast<Index>(component_.size());
  for (Index c = old_count; c < cell_count(); ++c) spare_components_.push_back(c);
  component_.resize(cell_count(), none);
  members_.resize(cell_count(), 0);
  std::vector<Index> open;
  std::set<Index> numbers;
  for (const Index c : replaced.cells) {
    if (component_[c] != none) numbers.insert(component_[c]);
    if (!is_closed(c)) open.push_back(c);
  }
  const auto count = static_cast<Index>(open.size());
  kernel::UnionFind sets(count);
  for (Index k = 0; k < count; ++k)
    each_neighbour(open[k], [&](Index other) {
      const auto at = std::ranges::lower_bound(open, other);
      if (at != open.end() && *at == other) sets.unite(k, static_cast<Index>(at - open.begin()));
    });
  for (const Index number : numbers) {
    std::map<Index, Index> starts;  // by cluster
    for (Index k = 0; k < count; ++k)
      if (component_[open[k]] == number) starts.try_emplace(sets.find(k), open[k]);
    if (starts.size() < 2) continue;
    std::vector<Index> list;
    for (const auto& [cluster, cell] : starts) list.push_back(cell);
    for (const std::vector<Index>& part : all_parts_but_one(list).cells) number_anew(part);
  }
  std::map<Index, std::vector<Index>> clusters;
  for (Index k = 0; k < count; ++k) clusters[sets.find(k)].push_back(open[k]);
  for (const auto& [first_cell, cells] : clusters) {
    const auto known = std::ranges::find_if(cells, [&](Index c) { return component_[c] != none; });
    if (known == cells.end()) {
      number_anew(cells);
      continue;
    }
    const Index number = component_[*known];
    for (const Index c : cells)
      if (component_[c] == none) set_component(c, number);
    unite_components(cells, none);
  }
  for (const Index c : gone)
    if (members_[component_[c]] > 1) number_anew({c});
}

void CellMap::renew_dead_ends(const Replaced& replaced) {
  toward_rest_.resize(cell_count(), none);
  for (const Index cell : replaced.cells)
    for (Index c = cell; c != none && (dead_end_[c] & 1) != 0;) {
      dead_end_[c] &= static_cast<char>(~1);
      c = std::exchange(toward_rest_[c], none);
    }
  for (const auto& [cell, pieces] : replaced.old_pieces)
    if (first(cell) == end(cell)) dead_end_[cell] = closed_mark, toward_rest_[cell] = none;
}

}  // namespace plumb::plan

// SPDX-License-Identifier: LGPL-3.0-or-later
// Cells of a map that are closed and opened again, as doors are.
//
// Problem. What a search reads must be as if closed cells were not there: ways, fans, components. Rebuilding the map
// takes time for all of it.
// 1. divide_ways(): the ways over a piece, and those over the pieces beyond, are listed anew: those into closed cells
//    stand last. Where ways pass several joins, all are listed (CellMap::lay_ways()).
// 2. corners_of_fans() lists the corners whose fans may change: all that the pieces' corners are joined to while all is
//    open. find_fans() divides them anew. One part of a fan that comes apart keeps its number, which is then that of a
//    fan at the same place; others get numbers that are not in use.
// 3. separate() and unite() keep components. The cells around are flooded in turns, until all floods but one have met
//    others or have ended: what has ended is the smaller part, and gets another number.
// Dead ends stay: fewer ways make no path enter one. So cells that are dead ends only while others are closed are not
// known as such.
// Cost: the cells around, and the smaller parts. Exact: no number is computed. Source: ours; floods in turns are usual
// (Even & Shiloach 1981).
#include <algorithm>
#include <utility>

#include "plumb/kernel/union_find.h"
#include "plumb/plan/cell_map.h"

namespace plumb::plan {

using Index = CellMap::Index;

void CellMap::set_closed(Index cell, bool closed) {
  if (is_closed(cell) == closed) return;
  if (whole_fan_.empty()) {
    for (const Piece& p : pieces_) whole_fan_.push_back(p.fan);
    seen_by_.assign(cell_count(), none);
  }
  if (!closed) unite(cell);
  dead_end_[cell] ^= closed_mark;
  std::vector<Index> pieces;
  for (Index p = first(cell); p < end(cell); ++p) {
    pieces.push_back(p);
    for (const Way& w : joins_of(p)) pieces.push_back(w.to);
  }
  divide_ways(pieces);
  find_fans(corners_of_fans(pieces));
  if (closed) separate(cell);
}

// Lists the ways over pieces anew.
void CellMap::divide_ways(const std::vector<Index>& pieces) {
  const auto branches = [&](Index p) {
    return joins_of(p).size() > 1 ||
           std::ranges::any_of(joins_of(p), [&](const Way& w) { return joins_of(w.to).size() > 1; });
  };
  if (std::ranges::any_of(pieces, branches)) return lay_ways();
  for (const Index p : pieces)
    open_ways_[p] = joins_of(p).empty() || is_closed(cell_of(p)) || is_closed(cell_of(joins_of(p)[0].to)) ? 0 : 1;
}

// The corners that are joined to ends of pieces while all is open, ascending. What was the number of a fan that was a
// part of such a one is in use no longer.
std::vector<Index> CellMap::corners_of_fans(const std::vector<Index>& pieces) {
  std::vector<Index> out;
  for (const Index p : pieces) out.insert(out.end(), {p, next(p)});
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::vector<Index> sorted = out;
  const auto add = [&](Index corner) {
    const auto at = std::ranges::lower_bound(sorted, corner);
    if (at != sorted.end() && *at == corner) return;
    sorted.insert(at, corner);
    out.push_back(corner);
  };
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Index corner = out[k];
    for (const bool begins : {true, false})
      for (const Way& w : joins_of(begins ? corner : prev(corner)))
        if (w.shift == none) add(w.mirrored == begins ? w.to : next(w.to));
  }
  std::vector<Index> freed;
  for (const Index p : sorted)
    if (pieces_[p].fan != whole_fan_[p]) freed.push_back(std::exchange(pieces_[p].fan, whole_fan_[p]));
  std::ranges::sort(freed);
  freed.erase(std::unique(freed.begin(), freed.end()), freed.end());
  spare_fans_.insert(spare_fans_.end(), freed.begin(), freed.end());
  return sorted;
}

// The number for a fan that begins at a corner; `taken`: those of fans that are whole while all is open.
Index CellMap::fan_for(Index corner, std::vector<Index>& taken) {
  if (!whole_fan_.empty()) {
    const Index whole = whole_fan_[corner];
    if (std::ranges::find(taken, whole) == taken.end()) {
      taken.push_back(whole);
      return whole;
    }
    if (!spare_fans_.empty()) {
      const Index spare = spare_fans_.back();
      spare_fans_.pop_back();
      return spare;
    }
  }
  fans_.emplace_back();
  return static_cast<Index>(fans_.size()) - 1;
}

// Visits the open cells that joins lead to; some perhaps more than once.
template <class Visit>
void CellMap::each_neighbour(Index cell, Visit&& visit) const {
  for (Index p = first(cell); p < end(cell); ++p)
    for (const Way& w : joins_of(p))
      if (const Index other = cell_of(w.to); !is_closed(other)) visit(other);
}

std::vector<Index> CellMap::neighbours(Index cell) const {
  std::vector<Index> out;
  each_neighbour(cell, [&](Index other) { out.push_back(other); });
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// What cells can reach, but for one part, which is not the smallest.
struct CellMap::Parts {
  std::vector<std::vector<Index>> cells;
  Index kept;  // a cell of the one that is left out
};

CellMap::Parts CellMap::all_parts_but_one(const std::vector<Index>& starts) {
  const auto count = static_cast<Index>(starts.size());
  std::vector<std::vector<Index>> floods;
  std::vector<std::size_t> next(count, 0), waiting(count, 1);  // by flood; by set of floods that have met
  kernel::UnionFind met(count);
  for (Index k = 0; k < count; ++k) {
    floods.push_back({starts[k]});
    seen_by_[starts[k]] = k;
  }
  Index running = count;
  for (Index k = 0; running > 1; k = k + 1 == count ? 0 : k + 1) {
    if (next[k] == floods[k].size()) continue;
    const Index cell = floods[k][next[k]++];
    --waiting[met.find(k)];
    each_neighbour(cell, [&](Index other) {
      const Index own = met.find(k);
      if (seen_by_[other] == none) {
        seen_by_[other] = k;
        floods[k].push_back(other);
        ++waiting[own];
      } else if (const Index there = met.find(seen_by_[other]); there != own) {
        met.unite(own, there);
        waiting[met.find(k)] = waiting[own] + waiting[there];
        --running;
      }
    });
    if (waiting[met.find(k)] == 0) --running;
  }
  Parts out{std::vector<std::vector<Index>>(count), none};
  for (Index k = 0; k < count; ++k) {
    for (const Index c : floods[k]) seen_by_[c] = none;
    const Index own = met.find(k);
    if (waiting[own] > 0) out.kept = starts[k];
    else out.cells[own].insert(out.cells[own].end(), floods[k].begin(), floods[k].end());
  }
  std::erase_if(out.cells, [](const std::vector<Index>& part) { return part.empty(); });
  return out;
}

// Numbers components after a cell was closed.
void CellMap::separate(Index cell) {
  const auto number = [&](const std::vector<Index>& cells) {
    for (const Index c : cells) component_[c] = spare_components_.back();
    spare_components_.pop_back();
  };
  const std::vector<Index> around = neighbours(cell);
  if (around.empty()) return;  // it has a number of its own
  number({cell});
  for (const std::vector<Index>& part : all_parts_but_one(around).cells) number(part);
}

// Numbers components before a cell is opened.
void CellMap::unite(Index cell) {
  std::vector<Index> around = neighbours(cell);
  const auto component = [&](Index c) { return component_[c]; };
  std::ranges::sort(around, {}, component);
  const auto same = [&](Index a, Index b) { return component(a) == component(b); };
  around.erase(std::unique(around.begin(), around.end(), same), around.end());
  if (around.empty()) return;
  const Parts parts = all_parts_but_one(around);
  const Index number = component_[parts.kept];
  const auto join = [&](const std::vector<Index>& cells) {
    spare_components_.push_back(component_[cells[0]]);
    for (const Index c : cells) component_[c] = number;
  };
  for (const std::vector<Index>& part : parts.cells) join(part);
  join({cell});
}

}  // namespace plumb::plan

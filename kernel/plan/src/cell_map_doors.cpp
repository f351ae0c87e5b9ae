// SPDX-License-Identifier: LGPL-3.0-or-later
// Cells of a map that are closed and opened again, as doors are.
//
// Problem. What a search reads must be as if closed cells were not there: ways, fans, components. Rebuilding the map
// takes time for all of it.
// 1. lay_ways_around(): the ways over the cell's pieces, and over all pieces that joins lead to there, are listed anew.
// 2. corners_around() lists the corners whose fans may change: all that the pieces' corners are joined to while all is
//    open. find_fans() divides them anew. One part of a fan that comes apart keeps its number, which is then that of a
//    fan at the same place; others get numbers that are not in use.
// 3. separate() and unite() keep components. The cells around are flooded in turns, until all floods but one have met
//    others or have ended: what has ended is the smaller part, and gets another number.
// Dead ends stay: fewer ways make no path enter one. So cells that are dead ends only while others are closed are not
// known as such.
// Cost: the cells around, and the smaller parts. Exact: no number is computed. Source: ours; floods in turns are usual
// (Even & Shiloach 1981).
#include <algorithm>
#include <set>
#include <utility>

#include "plumb/kernel/union_find.h"
#include "plumb/plan/cell_map.h"

namespace plumb::plan {

using Index = CellMap::Index;

void CellMap::set_closed(Index cell, bool closed) {
  if (is_closed(cell) == closed) return;
  if (!closed) unite(cell);
  dead_end_[cell] ^= closed_mark;
  std::vector<Index> pieces;
  for (Index p = first(cell); p < end(cell); ++p) {
    pieces.push_back(p);
    for (const Way& w : joins_of(p)) pieces.push_back(w.to);
  }
  lay_ways_around(pieces);
  const std::vector<Index> corners = corners_around(pieces);
  std::vector<Index> parts;
  for (const Index p : corners)
    if (pieces_[p].fan != whole_fan_[p]) parts.push_back(std::exchange(pieces_[p].fan, whole_fan_[p]));
  free_fans(std::move(parts));
  find_fans(corners);
  if (closed) separate(cell);
}

// Lists the ways over pieces anew, and over those that joins lead to from there.
void CellMap::lay_ways_around(std::vector<Index> pieces) {
  std::set<Index> known(pieces.begin(), pieces.end());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Index piece = pieces[k];  // the list grows
    for (const Way& w : joins_of(piece))
      if (known.insert(w.to).second) pieces.push_back(w.to);
  }
  for (const Index p : known) lay_ways(p);
}

// The corners that are joined to ends of pieces while all is open, ascending.
std::vector<Index> CellMap::corners_around(const std::vector<Index>& pieces) const {
  std::vector<Index> out;
  for (const Index p : pieces) out.insert(out.end(), {p, next(p)});
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::set<Index> known(out.begin(), out.end());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Index corner = out[k];
    for (const bool begins : {true, false})
      for (const Way& w : joins_of(begins ? corner : prev(corner))) {
        const Index other = w.mirrored == begins ? w.to : next(w.to);
        if (w.shift == none && known.insert(other).second) out.push_back(other);
      }
  }
  return {known.begin(), known.end()};
}

void CellMap::free_fans(std::vector<Index> numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  spare_fans_.insert(spare_fans_.end(), numbers.begin(), numbers.end());
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

std::vector<Index> CellMap::neighbours(Index cell) const {
  std::vector<Index> out;
  each_neighbour(cell, [&](Index other) { out.push_back(other); });
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// of_one_number: by cells of one component, as they are numbered, alone.
CellMap::Parts CellMap::all_parts_but_one(const std::vector<Index>& starts, bool of_one_number) {
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
      if (of_one_number && component_[other] != component_[cell]) return;
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

void CellMap::set_component(Index cell, Index number) {
  const Index before = std::exchange(component_[cell], number);
  ++members_[number];
  if (before != none && --members_[before] == 0) spare_components_.push_back(before);
}

// Gives cells a number that is not in use.
void CellMap::number_anew(const std::vector<Index>& cells) {
  const Index number = spare_components_.back();
  spare_components_.pop_back();
  for (const Index c : cells) set_component(c, number);
}

// Gives some cells one number, and a cell that joins them, which had one of its own; or none. Where much has changed,
// cells of one number may be joined by way of others alone: so floods begin in all of them.
void CellMap::unite_components(const std::vector<Index>& cells, Index own) {
  if (cells.empty()) return;
  Index number = component_[cells[0]];
  if (!std::ranges::all_of(cells, [&](Index c) { return component_[c] == number; })) {
    const Parts parts = all_parts_but_one(cells, true);
    number = component_[parts.kept];
    for (const std::vector<Index>& part : parts.cells)
      for (const Index c : part) set_component(c, number);
  }
  if (own != none) set_component(own, number);
}

// Numbers components after a cell was closed.
void CellMap::separate(Index cell) {
  const std::vector<Index> around = neighbours(cell);
  if (around.empty()) return;  // it has a number of its own
  number_anew({cell});
  for (const std::vector<Index>& part : all_parts_but_one(around).cells) number_anew(part);
}

// Numbers components before a cell is opened.
void CellMap::unite(Index cell) { unite_components(neighbours(cell), cell); }

}  // namespace plumb::plan

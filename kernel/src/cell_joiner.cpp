// SPDX-License-Identifier: LGPL-3.0-or-later
#include "cell_joiner.h"

#include <algorithm>
#include <numeric>

#include "plumb/kernel/numbered_places.h"

namespace plumb::kernel {
namespace {

using Pieces = ConvexPieces<const NumberedPlaces>;
using Id = Pieces::Id;

}  // namespace

void CellJoiner::add(std::vector<Side> cell) {
  // From its lowest corner: where it was begun shall leave no trace.
  std::rotate(cell.begin(), std::ranges::min_element(cell, {}, &Side::end), cell.end());
  std::vector<Numbered>& numbered = cells_.emplace_back();
  for (Side& s : cell) numbered.push_back({number_({std::move(s.end[0]), std::move(s.end[1]), 0}), s.line});
}

std::vector<PlanRing> CellJoiner::joined() {
  const NumberedPlaces places(points_);
  const auto in_order = [&](std::uint32_t a, std::uint32_t b) { return places.compare(a, b) < 0; };

  // The corners on each line: where sides of cells across it begin and end, a side has them too.
  std::vector<std::vector<std::uint32_t>> on_line;
  const auto each_side = [&](const std::vector<Numbered>& cell, const auto& visit) {
    for (std::size_t i = 0; i < cell.size(); ++i) visit(cell[i == 0 ? cell.size() - 1 : i - 1].end, cell[i]);
  };
  for (const auto& cell : cells_)
    each_side(cell, [&](std::uint32_t from, const Numbered& side) {
      if (on_line.size() <= side.line) on_line.resize(side.line + 1);
      on_line[side.line].insert(on_line[side.line].end(), {from, side.end});
    });
  for (auto& corners : on_line) {
    std::ranges::sort(corners, in_order);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  }

  Pieces pieces(places);
  for (const auto& cell : cells_) {
    std::vector<std::uint32_t> ring;
    each_side(cell, [&](std::uint32_t from, const Numbered& side) {
      const auto& corners = on_line[side.line];
      const auto at = [&](std::uint32_t v) { return std::ranges::lower_bound(corners, v, in_order); };
      auto first = at(from), last = at(side.end);
      ring.push_back(from);
      if (first < last) ring.insert(ring.end(), first + 1, last);
      else ring.insert(ring.end(), std::make_reverse_iterator(first), std::make_reverse_iterator(last + 1));
    });
    pieces.add_face(ring);
  }
  pieces.glue_all();

  // Long cuts go first: that leaves fewer cells and rounder ones.
  std::vector<Id> cuts;
  pieces.find_inner(cuts);
  std::vector<std::pair<mpq_class, Id>> by_length;
  for (const Id e : cuts) by_length.emplace_back(-places.squared_length(pieces[e].from, pieces.to(e)), e);
  std::ranges::sort(by_length);
  std::ranges::transform(by_length, cuts.begin(), &std::pair<mpq_class, Id>::second);
  remove_cuts(pieces, std::span<const Id>(cuts));

  std::vector<PlanRing> out;
  std::vector<bool> done(pieces.size());
  for (Id first = 0; first < pieces.size(); ++first) {
    if (!pieces.alive(first) || done[first]) continue;
    PlanRing ring;
    for (Id e = first; !done[e]; e = pieces[e].prev) {  // counter-clockwise
      done[e] = true;
      const std::uint32_t v = pieces[e].from;
      if (places.side(pieces[pieces[e].prev].from, v, pieces.to(e)) != 0)
        ring.push_back({points_[v][0], points_[v][1]});
    }
    std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
    out.push_back(std::move(ring));
  }
  return out;
}

}  // namespace plumb::kernel

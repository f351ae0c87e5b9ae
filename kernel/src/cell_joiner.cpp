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
  cells_.add(std::move(cell));
}

std::vector<PlanRing> CellJoiner::joined() {
  const NumberedPlaces places(cells_.points());
  Pieces pieces(places);
  std::vector<std::uint32_t> ring;
  for (const auto& cell : cells_.conforming()) {
    ring.clear();
    for (const ConformingRings::Corner& c : cell) ring.push_back(c.point);
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
      if (places.side(pieces[pieces[e].prev].from, v, pieces.to(e)) != 0) ring.push_back(cells_.point(v));
    }
    std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
    out.push_back(std::move(ring));
  }
  return out;
}

}  // namespace plumb::kernel

// SPDX-License-Identifier: GPL-3.0-or-later
// Which triangles lie under each of some convex pieces that cover a floor.
// Problem. A piece is found by its corners in plan, but storeys lie over one another, and a floor may lie over itself
// as a spiral ramp does: so the triangles under a piece are not those that it overlaps in plan.
// 1. A seed is a triangle that is known to share an area with a piece. spread() goes from there over the sides that run
//    through the inside of the piece (runs_within), and so finds all others: the inside is connected.
// 2. beyond_cut() goes from a piece over a cut to the next one. It takes the triangle in which the cut begins
//    (begins_in), just to its left; that triangle is on its right, too, or else the one beyond the side along the cut.
// Cost. For each piece its triangles times its corners.
// Exactness. Only signs of places in plan, which are exact.
#include "merge/piece_cover.h"

#include <algorithm>
#include <cassert>

namespace plumb::pipeline {

using Index = PieceCover::Index;

PieceCover::PieceCover(const PlanPieces& pieces, const TriangleMesh& floor, const kernel::NumberedPlaces& places,
                       Index first, std::span<const Seed> seeds)
    : pieces_(pieces),
      floor_(floor),
      places_(places),
      first_(first),
      beyond_(neighbours(floor)),
      triangles_(pieces.pieces.size()),
      seen_(floor.triangles.size()) {
  std::vector<Index> work;
  for (const Seed& s : seeds) {
    if (!triangles_[s.piece].empty()) continue;
    spread(s.piece, s.triangle);
    work.push_back(s.piece);
    while (!work.empty()) {
      const Index piece = work.back();
      work.pop_back();
      const auto& [ring, over] = pieces_.pieces[piece];
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (over[i] == PlanPieces::none || !triangles_[over[i]].empty()) continue;
        spread(over[i], beyond_cut(piece, first_ + ring[i], first_ + ring[i + 1 == ring.size() ? 0 : i + 1]));
        work.push_back(over[i]);
      }
    }
  }
}

void PieceCover::spread(Index piece, Index triangle) {
  ring_.clear();
  for (const Index c : pieces_.pieces[piece].ring) ring_.push_back(first_ + c);
  auto& found = triangles_[piece];
  found.assign(1, triangle);
  seen_[triangle] = piece + 1;
  for (std::size_t k = 0; k < found.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      const Index other = beyond_[found[k]][i];
      if (other == TriangleMesh::none || seen_[other] == piece + 1) continue;
      const auto [u, w] = ends(found[k], i);
      if (!runs_within(u, w)) continue;
      seen_[other] = piece + 1;
      found.push_back(other);
    }
  std::ranges::sort(found);
}

// Whether the segment between two places runs through the inside of the ring. If it does not, its line or that of an
// edge of the ring separates the two.
bool PieceCover::runs_within(Index u, Index w) const {
  bool left = false, right = false;
  for (const Index c : ring_) {
    const kernel::Sign s = side(u, w, c);
    left |= s > 0;
    right |= s < 0;
  }
  if (!left || !right) return false;
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    const Index p = ring_[i], q = ring_[i + 1 == ring_.size() ? 0 : i + 1];
    if (side(p, q, u) <= 0 && side(p, q, w) <= 0) return false;
  }
  return true;
}

// Whether the way from p to q begins in a triangle, if it is moved to its left, or right, by an infinitely small step.
bool PieceCover::begins_in(Index t, Index p, Index q, bool on_left) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [u, w] = ends(t, i);
    const kernel::Sign start = side(u, w, p);
    if (start < 0) return false;
    if (start > 0) continue;
    const kernel::Sign end = side(u, w, q);
    if (end < 0) return false;
    if (end == 0 && ((places_.compare(u, w) < 0) == (places_.compare(p, q) < 0)) != on_left) return false;
  }
  return true;
}

// A triangle that shares an area with the piece beyond the cut from p to q of a piece.
Index PieceCover::beyond_cut(Index piece, Index p, Index q) const {
  for (const Index t : triangles_[piece]) {
    if (!begins_in(t, p, q, true)) continue;
    if (begins_in(t, p, q, false)) return t;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [u, w] = ends(t, i);
      if (side(u, w, p) == 0 && side(u, w, q) == 0) return beyond_[t][i];
    }
  }
  assert(false);
  return TriangleMesh::none;
}

Index PieceCover::below_corner(Index piece, Index corner) const {
  const auto holds = [&](Index t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [u, w] = ends(t, i);
      if (side(u, w, first_ + corner) < 0) return false;
    }
    return true;
  };
  return *std::ranges::find_if(triangles_[piece], holds);
}

}  // namespace plumb::pipeline

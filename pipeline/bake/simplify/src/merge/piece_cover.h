// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "merge/plan_pieces.h"

namespace plumb::pipeline {

/// Which triangles of a floor lie under pieces that cover it, or a part of it, seen from above.
class PieceCover {
 public:
  using Index = TriangleMesh::Index;
  /// A piece, and a triangle that shares an area with it.
  struct Seed {
    Index piece = 0, triangle = 0;
  };

  /// `places`: the points of the floor, then those of the pieces; corner c of a piece is place first + c. The floor may
  /// lie over itself: so each set of pieces that are joined along edges needs a seed, from which the others follow.
  PieceCover(const PlanPieces& pieces, const TriangleMesh& floor, const kernel::NumberedPlaces& places, Index first,
             std::span<const Seed> seeds);

  /// Ascending.
  std::span<const Index> of(Index piece) const { return triangles_[piece]; }
  /// One of these triangles in which a corner of a piece lies, or on whose boundary.
  Index below_corner(Index piece, Index corner) const;

 private:
  kernel::Sign side(Index a, Index b, Index c) const {
    return c == a || c == b ? kernel::Sign::zero : places_.side(a, b, c);
  }
  std::array<Index, 2> ends(Index t, std::size_t i) const {
    const auto& c = floor_.triangles[t].corners;
    return {c[i], c[(i + 1) % 3]};
  }
  void spread(Index piece, Index triangle);
  bool runs_within(Index u, Index w) const;
  bool begins_in(Index t, Index p, Index q, bool on_left) const;
  Index beyond_cut(Index piece, Index p, Index q) const;

  const PlanPieces& pieces_;
  const TriangleMesh& floor_;
  const kernel::NumberedPlaces& places_;
  Index first_;
  std::vector<std::array<Index, 3>> beyond_;
  std::vector<std::vector<Index>> triangles_;  // by piece
  std::vector<Index> ring_;                    // of the piece at work, by place
  std::vector<Index> seen_;                    // by triangle: one more than the piece that came there last
};

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// Heights of one face over another that count: low < height < high, or with both ends if `closed`.
struct HeightWindow {
  mpq_class low, high;
  bool closed = false;
};

/// What of a face is over or under faces of another floor.
struct CoveredFace {
  /// Its part in plan whose points have a point of face `by` within the window: a convex polygon's area.
  struct Shared {
    FloorFaces::Index by;
    mpq_class area;
  };
  /// A convex part of the face that lies to all others alike. Their interiors do not meet; together they are the face.
  struct Piece {
    kernel::PlanRing ring;              ///< counter-clockwise; empty: the whole face
    std::vector<FloorFaces::Index> by;  ///< ascending; empty: nothing covers it
    mpq_class area;
  };
  mpq_class area;              ///< of the face, in plan
  mpq_class covered, left;     ///< of the pieces that are covered, and of the others
  std::vector<Shared> shared;  ///< ascending by `by`, none of area 0
  std::vector<Piece> pieces;
};

/// A piece's ring: that of the whole face where it has none.
kernel::PlanRing ring_of(const CoveredFace::Piece& piece, const FloorFaces& base, FloorFaces::Index face);

/// By face of `base`, what faces of `by` are over or under it within the window (height of `by` less height of `base`).
/// Exact. A face is cut by kernel::cut_by_areas along the edges of the others and the lines where they leave the
/// window, so many others cost N log N. The result does not depend on `threads`.
std::vector<CoveredFace> cover_faces(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                     unsigned threads);
/// The same, each piece covered by the first that does, so that faces which overlap do not cut one another.
std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                        unsigned threads);
/// That by those faces alone that come before it, of one floor.
std::vector<CoveredFace> cover_by_earlier(const FloorFaces& floor, const HeightWindow& window, unsigned threads);

/// Is covered + left the area, for each face; and has each pair of faces the same area in common from both sides?
/// `there` is of the faces that cover `here`.
bool adds_up(const std::vector<CoveredFace>& here);
bool agree(const std::vector<CoveredFace>& here, const std::vector<CoveredFace>& there);

}  // namespace plumb::pipeline

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
    bool operator==(const Shared&) const = default;
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

/// A piece's ring: that of the whole face where it has none, which is made there.
const kernel::PlanRing& ring_of(const CoveredFace::Piece& piece, const FloorFaces& base, FloorFaces::Index face,
                                kernel::PlanRing& whole);

/// Two floors by each other.
struct MutualCover {
  std::vector<CoveredFace> here;   ///< by face, with all its pieces
  std::vector<CoveredFace> there;  ///< with those alone that nothing covers: the others are pieces of `here` too
};

/// What faces of each floor are over or under faces of the other within the window (height of `there` less height of
/// `here`). Exact. A face is cut by kernel::cut_by_areas along the edges of the others and the lines where they leave
/// the window, so many others cost N log N. The result does not depend on `threads`.
///
/// `there` is cut only where `here` does not tell: a face has in common with each other face what that one has with it;
/// where no two of these overlap and they add up to the face, nothing is left of it. Else what is left is cut out of
/// it, and has to make up the rest of its area, or, where two overlap, each pair's area has to be the same from both
/// sides: throws InternalError where it is not.
MutualCover cover_mutually(const FloorFaces& here, const FloorFaces& there, const HeightWindow& window,
                           unsigned threads);

/// By face of `base`, what faces of `by` are over or under it within the window (height of `by` less height of `base`),
/// each piece covered by the first that does: faces which overlap do not cut one another. `areas`: by face of `base`.
std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                        const FloorFaces& by, const HeightWindow& window, unsigned threads);
/// The same, each piece with all faces that cover it, so that their order decides nothing.
std::vector<CoveredFace> cover_by_all(const FloorFaces& base, const std::vector<mpq_class>& areas, const FloorFaces& by,
                                      const HeightWindow& window, unsigned threads);
/// cover_by_first() where the areas are not known.
std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                        unsigned threads);
/// Convex parts of a floor's faces, at the same heights. Owners are those of what they are parts of. Keeps references.
struct FaceParts {
  const FloorFaces& floor;
  const std::vector<FloorFaces::Index>& of;  ///< by part: the face, by number
  const std::vector<mpq_class>& areas;       ///< by part
};
/// cover_by_first() by parts of the floor's own faces, at those heights, and by those of other faces that lie on them.
/// `areas`: by face. Requires that faces with equal owners do not overlap.
std::vector<CoveredFace> cover_by_parts(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                        const FaceParts& parts, unsigned threads);
/// That by those faces alone that come before it, of one floor.
std::vector<CoveredFace> cover_by_earlier(const FloorFaces& floor, const HeightWindow& window, unsigned threads);

}  // namespace plumb::pipeline

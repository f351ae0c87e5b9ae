// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "faces_on_demand.h"
#include "near_floor.h"
#include "plumb/kernel/cut_by_areas.h"
#include "plumb/pipeline/cover_faces.h"

namespace plumb::pipeline {

/// Cuts faces of one floor by faces of another, one at a time. Keeps references. Not for several threads.
class FaceCoverer {
 public:
  using Index = FloorFaces::Index;

  /// `others`: of `by`.
  FaceCoverer(const NearFloor& base, const NearFloor& by, const FacesOnDemand& others, const HeightWindow& window);

  const FloorFaces& base() const { return base_.exact(); }

  /// The face, which has that area, by those of the others that cover some of it. `others` ascend. Throws InternalError
  /// unless its pieces add up to it.
  CoveredFace cover(Index face, mpq_class area, std::span<const Index> others, kernel::AreaCuts cuts);

  /// The same by the first that does, where the others are such parts (cover_by_parts).
  CoveredFace cover(Index face, const mpq_class& area, std::span<const Index> others, const FaceParts& parts);

  /// The same where it is known from their side what each of the others has in common with the face, but no pieces that
  /// are covered. Throws InternalError where areas contradict one another.
  CoveredFace cover(Index face, std::vector<CoveredFace::Shared> shared);

 private:
  struct Region {
    Index by;
    bool whole;                             // it holds the face
    std::vector<kernel::HalfPlane> limits;  // for each end of the window that it may be beyond
    bool empty = false;                     // one of them has nothing of the face
  };

  // Both cut by the regions that were found; all_pieces() also checks that the pieces add up to the face.
  CoveredFace pieces_of(Index face, mpq_class area, kernel::AreaCuts cuts);
  CoveredFace all_pieces(Index face, mpq_class area, kernel::AreaCuts cuts);
  void find_regions(Index face, std::span<const Index> others, kernel::AreaCuts cuts);
  void start_with(Index face);
  bool is_held() const;
  void find_region(Index face, Index other, kernel::AreaCuts cuts);
  void add_region(Region region, kernel::AreaCuts cuts);
  struct Ends {
    bool low, high;
  };
  std::optional<Ends> ends_within(Index face, Index other) const;
  std::optional<std::vector<kernel::HalfPlane>> limits(Index face, Index other, Ends within);
  void cut(Index face, kernel::AreaCuts cuts, CoveredFace& out);
  bool are_apart(std::span<const Index> others) const;

  const NearFloor &base_, &by_;
  const HeightWindow& window_;
  const kernel::Interval low_, high_;
  const FacesOnDemand& others_;

  std::vector<Region> regions_;
  // Of the face at work.
  std::optional<NearPlane> near_plane_;
  std::optional<kernel::ExactPlane> plane_;
};

}  // namespace plumb::pipeline

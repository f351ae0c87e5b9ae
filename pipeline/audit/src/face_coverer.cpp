// SPDX-License-Identifier: GPL-3.0-or-later
// What of a convex face is over or under faces of another floor, within a window of heights, seen from above.
//
// cover(), for one face and the others near it:
// 1. find_region() finds the region in which one other face covers this one: none if they are apart in plan
//    (convex_relation) or doubles prove one of them beyond the window (ends_within); all of the other face if doubles
//    prove it inside; else the other face within one or two half-planes, where the difference of the two planes is at
//    an end of the window (limits).
// 2. pieces_of(): if each region holds the whole face, the face is one piece. Else cut() has cut_by_areas() cut the
//    face by the regions. AreaCuts tells whether regions that overlap cut each other, or the first has what they share.
//    A region of which a half-plane has nothing of the face (has_inside) is left out: parts of floors often begin where
//    the window ends. The exact ring of another face is made when the cut comes to it.
// 3. all_pieces() checks that the areas of the pieces add up to the face's.
//
// The third cover() knows from the other side what each of the others has in common with the face. It cuts nothing if
// these areas add up to the face and no two of the others overlap (are_apart); else it cuts out only what is left
// (AreaCuts::outside), and cuts by all regions only where areas show that some overlap.
//
// Cost: linear in the corners of the others for step 1; about k log k for k regions of a few corners each that do not
// overlap much; are_apart() takes at most 32 faces, each with each. Memory: the pieces of one face.
// Exact: relations, half-planes, cuts and areas. Intervals of doubles filter the heights, and no exact plane is made of
// a face whose heights they decide (FacesOnDemand).
// Source: our own; the cuts are those of Budde & Kausch (2012), chapter 7 (kernel/src/decompose.cpp).
#include "face_coverer.h"

#include <algorithm>

#include "plumb/kernel/convex_relation.h"
#include "plumb/pipeline/bake.h"

namespace plumb::pipeline {
namespace {

using kernel::AreaCuts;
using kernel::ConvexRelation;
using kernel::Interval;
using kernel::PlanRef;
using kernel::PlanRing;

// Of more faces than this, cutting is cheaper than comparing each with each.
constexpr std::size_t few_faces = 32;

}  // namespace

FaceCoverer::FaceCoverer(const NearFloor& base, const NearFloor& by, const FacesOnDemand& others,
                         const HeightWindow& window)
    : base_(base),
      by_(by),
      window_(window),
      low_(kernel::interval_of(window.low)),
      high_(kernel::interval_of(window.high)),
      others_(others) {}

CoveredFace FaceCoverer::cover(Index face, mpq_class area, std::span<const Index> others, AreaCuts cuts) {
  find_regions(face, others, cuts);
  return all_pieces(face, std::move(area), cuts);
}

CoveredFace FaceCoverer::cover(Index face, const mpq_class& area, std::span<const Index> others,
                               const FaceParts& parts) {
  start_with(face);
  for (const Index other : others) {
    if (is_held()) break;
    if (parts.of[other] == face) add_region({other, parts.areas[other] == area, {}}, AreaCuts::first);
    else if (by_.exact().faces[other].owner != base_.exact().faces[face].owner)
      find_region(face, other, AreaCuts::first);
  }
  return all_pieces(face, area, AreaCuts::first);
}

CoveredFace FaceCoverer::all_pieces(Index face, mpq_class area, AreaCuts cuts) {
  CoveredFace out = pieces_of(face, std::move(area), cuts);
  if (out.covered + out.left != out.area) throw InternalError("the parts of a face do not add up to it");
  return out;
}

CoveredFace FaceCoverer::pieces_of(Index face, mpq_class area, AreaCuts cuts) {
  CoveredFace out;
  out.area = std::move(area);
  if (std::ranges::all_of(regions_, &Region::whole)) {
    CoveredFace::Piece& piece = out.pieces.emplace_back();
    piece.area = out.area;
    for (const Region& r : regions_) {
      piece.by.push_back(r.by);
      out.shared.push_back({r.by, out.area});
      if (cuts != AreaCuts::all) break;
    }
  } else {
    cut(face, cuts, out);
  }
  for (const CoveredFace::Piece& p : out.pieces) (p.by.empty() ? out.left : out.covered) += p.area;
  return out;
}

CoveredFace FaceCoverer::cover(Index face, std::vector<CoveredFace::Shared> shared) {
  std::vector<Index> others;
  mpq_class covered = 0;
  for (const CoveredFace::Shared& s : shared) {
    others.push_back(s.by);
    covered += s.area;
  }
  mpq_class area = kernel::signed_area(base_.exact().ring(face));
  // All of it, if no two of the others cover the same.
  if (covered == area && are_apart(others)) return {std::move(area), std::move(covered), 0, std::move(shared), {}};
  const auto drop_covered = [](CoveredFace& f) {
    std::erase_if(f.pieces, [](const CoveredFace::Piece& p) { return !p.by.empty(); });
  };
  // No two do, if what all of them leave adds up with what each of them covers.
  find_regions(face, others, AreaCuts::outside);
  CoveredFace out = pieces_of(face, area, AreaCuts::outside);
  if (out.left + covered == area) {
    out.covered = std::move(covered);
    out.shared = std::move(shared);
  } else {
    out = cover(face, std::move(area), others, AreaCuts::all);
    if (out.shared != shared) throw InternalError("two faces have not one area in common");
  }
  drop_covered(out);
  return out;
}

void FaceCoverer::start_with(Index face) {
  regions_.clear();
  near_plane_.emplace(base_.plane(face));
  plane_.reset();
}

// Does one region hold the whole face? Then no other has to be looked at, where one cover is enough.
bool FaceCoverer::is_held() const { return !regions_.empty() && regions_.front().whole; }

void FaceCoverer::find_regions(Index face, std::span<const Index> others, AreaCuts cuts) {
  start_with(face);
  for (const Index other : others) {
    if (cuts != AreaCuts::all && is_held()) return;
    find_region(face, other, cuts);
  }
}

void FaceCoverer::find_region(Index face, Index other, AreaCuts cuts) {
  // AreaCuts::outside is asked for only of others that are known to cover some of the face.
  const ConvexRelation relation =
      cuts == AreaCuts::outside ? ConvexRelation::crossing : kernel::convex_relation(base_.plan(face), by_.plan(other));
  if (relation == ConvexRelation::apart) return;
  const auto within = ends_within(face, other);
  if (!within) return;
  const bool whole = relation == ConvexRelation::within;
  if (within->low && within->high) add_region({other, whole, {}}, cuts);
  else if (auto ends = limits(face, other, *within)) {
    const bool empty = std::ranges::any_of(*ends, [&](const kernel::HalfPlane& end) {
      return !kernel::has_inside(end, base_.plan(face), others_.unit());
    });
    add_region({other, whole && ends->empty(), std::move(*ends), empty}, cuts);
  }
}

// Where one cover is enough, a region that holds the whole face replaces those found before it.
void FaceCoverer::add_region(Region region, AreaCuts cuts) {
  if (region.whole && cuts != AreaCuts::all) regions_.clear();
  regions_.push_back(std::move(region));
}

// By doubles: which ends of the window is the other face certainly not beyond, where it is over this one? None if it is
// certainly beyond one. The difference of heights is linear, so the corners of either face are enough to know it.
std::optional<FaceCoverer::Ends> FaceCoverer::ends_within(Index face, Index other) const {
  Ends within{false, false};
  bool beyond = false;
  const auto look_at = [&](const NearFloor& floor, Index f, auto&& height) {
    const auto plan = floor.plan(f);
    const auto z = floor.heights(f);
    bool over_low = true, under_high = true, below = true, above = true;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const Interval h = height(plan[i], z[i]);
      over_low = over_low && h.low > low_.high;
      under_high = under_high && h.high < high_.low;
      below = below && h.high < low_.low;
      above = above && h.low > high_.high;
    }
    within.low = within.low || over_low;
    within.high = within.high || under_high;
    beyond = beyond || below || above;
  };
  look_at(by_, other, [&](const PlanRef& p, const Interval& z) { return near_plane_->over(p, z); });
  if (!beyond && !(within.low && within.high)) {
    const NearPlane plane = by_.plane(other);
    look_at(base_, face, [&](const PlanRef& p, const Interval& z) { return -plane.over(p, z); });
  }
  return beyond ? std::nullopt : std::optional(within);
}

// The half-planes in which the other face is within those ends of the window that it may be beyond. Of parallel planes
// one comparison decides: no half-plane is needed, or the result is none as the other is beyond an end everywhere.
std::optional<std::vector<kernel::HalfPlane>> FaceCoverer::limits(Index face, Index other, Ends within) {
  if (!plane_) plane_ = base_.exact().plane(face);
  const kernel::ExactPlane& plane = others_.plane(other);
  std::array<mpq_class, 3> height;
  for (std::size_t k = 0; k < 3; ++k) height[k] = plane.x[k] - plane_->x[k];
  if (height[0] == 0 && height[1] == 0) {
    const int low = cmp(height[2], window_.low), high = cmp(window_.high, height[2]), least = window_.closed ? 0 : 1;
    if (low < least || high < least) return std::nullopt;
    return std::vector<kernel::HalfPlane>{};
  }
  std::vector<kernel::HalfPlane> out;
  if (!within.low) out.push_back(kernel::half_plane({height[0], height[1], height[2] - window_.low}, others_.unit()));
  if (!within.high)
    out.push_back(kernel::half_plane({-height[0], -height[1], window_.high - height[2]}, others_.unit()));
  return out;
}

void FaceCoverer::cut(Index face, AreaCuts cuts, CoveredFace& out) {
  const PlanRing ring = kernel::normal_convex_ring(base_.exact().ring(face));
  if (regions_.size() <= kernel::few_areas) std::erase_if(regions_, [](const Region& r) { return r.empty; });
  std::vector<kernel::NamedArea> areas;
  areas.reserve(regions_.size());
  out.shared.reserve(regions_.size());
  for (const Region& r : regions_) {
    out.shared.push_back({r.by, 0});
    if (r.whole) areas.push_back({r.by, &ring, {}, {}, base_.plan(face)});
    else areas.push_back({r.by, nullptr, {}, r.limits, by_.plan(r.by)});
  }
  std::vector<kernel::AreaPiece> pieces =
      kernel::cut_by_areas(ring, areas, others_.unit(), cuts, [this](kernel::NamedArea& area) {
        const FacesOnDemand::Ring& other = others_.ring(area.name);
        area.ring = &other.corners;
        area.sides = other.sides;
      });
  out.pieces.reserve(pieces.size());
  for (kernel::AreaPiece& p : pieces) {
    CoveredFace::Piece& piece = out.pieces.emplace_back();
    piece.area = pieces.size() == 1 && p.ring == ring ? out.area : kernel::signed_area(p.ring);
    piece.ring = std::move(p.ring);
    piece.by = std::move(p.areas);
    for (const Index by : piece.by)
      std::ranges::lower_bound(out.shared, by, {}, &CoveredFace::Shared::by)->area += piece.area;
  }
  std::erase_if(out.shared, [](const CoveredFace::Shared& s) { return s.area == 0; });
}

bool FaceCoverer::are_apart(std::span<const Index> others) const {
  if (others.size() > few_faces) return false;
  std::vector<kernel::Box> boxes;
  for (const Index other : others) boxes.push_back(by_.box(other));
  for (std::size_t i = 0; i < others.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (boxes[i].overlaps_in_plan(boxes[j]) &&
          kernel::convex_relation(by_.plan(others[i]), by_.plan(others[j])) != ConvexRelation::apart)
        return false;
  return true;
}

}  // namespace plumb::pipeline

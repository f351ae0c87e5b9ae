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
// Source: our own; the cuts are those of Budde & Kausch (2012), chapter 7 (kernel/src/pieces/decompose.cpp).
#include "plumb/pipeline/cover_faces.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/cut_by_areas.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;
using kernel::AreaCuts;
using kernel::ConvexRelation;
using kernel::Interval;
using kernel::PlanRef;
using kernel::PlanRing;

// Of more faces than this, cutting is cheaper than comparing each with each.
constexpr std::size_t few_faces = 32;
constexpr std::size_t faces_at_once = 64;

// What the faces of a floor are cut by, made for those that it is asked of. Thread-safe. Keeps references.
class FacesOnDemand {
 public:
  struct Ring {
    kernel::PlanRing corners;              // strictly convex
    std::vector<kernel::HalfPlane> sides;  // unless the corners are on the grid
  };

  // `unit`: of the grid.
  FacesOnDemand(const FloorFaces& floor, const mpz_class& unit);

  const mpz_class& unit() const { return unit_; }
  const Ring& ring(Index face) const;
  const kernel::ExactPlane& plane(Index face) const;

 private:
  const FloorFaces& floor_;
  const mpz_class& unit_;
  mutable std::vector<Ring> rings_;
  mutable std::vector<std::optional<kernel::ExactPlane>> planes_;
  const std::unique_ptr<std::once_flag[]> ring_made_, plane_made_;
};

// Cuts faces of one floor by faces of another, one at a time. Keeps references. Not for several threads.
class FaceCoverer {
 public:
  // `others`: of `by`.
  FaceCoverer(const NearFloor& base, const NearFloor& by, const FacesOnDemand& others, const HeightWindow& window);

  const FloorFaces& base() const { return base_.exact(); }

  // The face, which has that area, by those of the others that cover some of it. `others` ascend. Throws InternalError
  // unless its pieces add up to it.
  CoveredFace cover(Index face, mpq_class area, std::span<const Index> others, AreaCuts cuts);

  // The same by the first that does, where the others are such parts (cover_by_parts).
  CoveredFace cover(Index face, const mpq_class& area, std::span<const Index> others, const FaceParts& parts);

  // The same where it is known from their side what each of the others has in common with the face, but no pieces that
  // are covered. Throws InternalError where areas contradict one another.
  CoveredFace cover(Index face, std::vector<CoveredFace::Shared> shared);

 private:
  struct Region {
    Index by;
    bool whole;                             // it holds the face
    std::vector<kernel::HalfPlane> limits;  // for each end of the window that it may be beyond
    bool empty = false;                     // one of them has nothing of the face
  };

  // Both cut by the regions that were found; all_pieces() also checks that the pieces add up to the face.
  CoveredFace pieces_of(Index face, mpq_class area, AreaCuts cuts);
  CoveredFace all_pieces(Index face, mpq_class area, AreaCuts cuts);
  void find_regions(Index face, std::span<const Index> others, AreaCuts cuts);
  void start_with(Index face);
  bool is_held() const;
  void find_region(Index face, Index other, AreaCuts cuts);
  void add_region(Region region, AreaCuts cuts);
  struct Ends {
    bool low, high;
  };
  std::optional<Ends> ends_within(Index face, Index other) const;
  std::optional<std::vector<kernel::HalfPlane>> limits(Index face, Index other, Ends within);
  void cut(Index face, AreaCuts cuts, CoveredFace& out);
  bool are_apart(std::span<const Index> others) const;

  const NearFloor &base_, &by_;
  const HeightWindow& window_;
  const Interval low_, high_;
  const FacesOnDemand& others_;

  std::vector<Region> regions_;
  // Of the face at work.
  std::optional<NearPlane> near_plane_;
  std::optional<kernel::ExactPlane> plane_;
};

FacesOnDemand::FacesOnDemand(const FloorFaces& floor, const mpz_class& unit)
    : floor_(floor),
      unit_(unit),
      rings_(floor.faces.size()),
      planes_(floor.faces.size()),
      ring_made_(new std::once_flag[floor.faces.size()]),
      plane_made_(new std::once_flag[floor.faces.size()]) {}

const FacesOnDemand::Ring& FacesOnDemand::ring(Index face) const {
  std::call_once(ring_made_[face], [&] {
    Ring& ring = rings_[face];
    ring.corners = kernel::normal_convex_ring(floor_.ring(face));
    if (!kernel::is_on_grid(ring.corners, unit_)) ring.sides = kernel::sides_of(ring.corners, unit_);
  });
  return rings_[face];
}

const kernel::ExactPlane& FacesOnDemand::plane(Index face) const {
  std::call_once(plane_made_[face], [&] { planes_[face] = floor_.plane(face); });
  return *planes_[face];
}

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

// cover(coverer, face) by face.
template <class Cover>
std::vector<CoveredFace> cover_each(const NearFloor& base, const NearFloor& by, const HeightWindow& window,
                                    unsigned threads, Cover&& cover) {
  std::vector<CoveredFace> out(base.exact().faces.size());
  const mpz_class unit = lcm(base.exact().unit, by.exact().unit);
  const FacesOnDemand others(by.exact(), unit);
  parallel_each(out.size(), faces_at_once, threads, [&](unsigned) {
    return [&, coverer = FaceCoverer(base, by, others, window)](std::size_t f) mutable {
      out[f] = cover(coverer, static_cast<Index>(f));
    };
  });
  return out;
}

// cover(coverer, face, others that are near). `earlier`: only by faces before the one at work.
template <class Cover>
std::vector<CoveredFace> cover_by_near(const NearFloor& base, const NearFloor& by, const HeightWindow& window,
                                       bool earlier, unsigned threads, Cover&& cover) {
  std::vector<kernel::Box> boxes;
  boxes.reserve(by.exact().faces.size());
  for (Index f = 0; f < by.exact().faces.size(); ++f) boxes.push_back(by.box(f));
  const kernel::BoxTree tree(std::move(boxes));
  const Interval low = kernel::interval_of(window.low), high = kernel::interval_of(window.high);
  return cover_each(base, by, window, threads, [&](FaceCoverer& coverer, Index face) {
    kernel::Box box = base.box(face);
    box.low[2] = (kernel::Interval(box.low[2]) + low).low;
    box.high[2] = (kernel::Interval(box.high[2]) + high).high;
    std::vector<Index> others;
    tree.query(box, [&](Index other) {
      if ((!earlier || other < face) && box.overlaps_in_plan(tree.box(other))) others.push_back(other);
    });
    std::ranges::sort(others);
    return cover(coverer, face, others);
  });
}

std::vector<CoveredFace> cover_by_near(const NearFloor& base, const NearFloor& by, const HeightWindow& window,
                                       bool earlier, AreaCuts cuts, unsigned threads) {
  return cover_by_near(base, by, window, earlier, threads,
                       [cuts](FaceCoverer& coverer, Index face, const std::vector<Index>& others) {
                         return coverer.cover(face, kernel::signed_area(coverer.base().ring(face)), others, cuts);
                       });
}

// `areas`: by face of `base`.
std::vector<CoveredFace> cover_by_near(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                       const FloorFaces& by, const HeightWindow& window, AreaCuts cuts,
                                       unsigned threads) {
  return cover_by_near(NearFloor(base), NearFloor(by), window, false, threads,
                       [&](FaceCoverer& coverer, Index face, const std::vector<Index>& others) {
                         return coverer.cover(face, areas[face], others, cuts);
                       });
}

}  // namespace

const kernel::PlanRing& ring_of(const CoveredFace::Piece& piece, const FloorFaces& base, Index face,
                                kernel::PlanRing& whole) {
  return piece.ring.empty() ? whole = base.ring(face) : piece.ring;
}

MutualCover cover_mutually(const FloorFaces& here, const FloorFaces& there, const HeightWindow& window,
                           unsigned threads) {
  const NearFloor near_here(here), near_there(there);
  MutualCover out{cover_by_near(near_here, near_there, window, false, AreaCuts::all, threads), {}};
  std::vector<std::vector<CoveredFace::Shared>> shared(there.faces.size());
  std::vector<std::size_t> count(there.faces.size());
  for (const CoveredFace& f : out.here)
    for (const CoveredFace::Shared& s : f.shared) ++count[s.by];
  for (Index f = 0; f < shared.size(); ++f) shared[f].reserve(count[f]);
  for (Index f = 0; f < out.here.size(); ++f)
    for (const CoveredFace::Shared& s : out.here[f].shared) shared[s.by].push_back({f, s.area});
  const HeightWindow back{-window.high, -window.low, window.closed};
  out.there = cover_each(near_there, near_here, back, threads, [&](FaceCoverer& coverer, Index face) {
    return coverer.cover(face, std::move(shared[face]));
  });
  return out;
}

std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                        unsigned threads) {
  return cover_by_near(NearFloor(base), NearFloor(by), window, false, AreaCuts::first, threads);
}

std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                        const FloorFaces& by, const HeightWindow& window, unsigned threads) {
  return cover_by_near(base, areas, by, window, AreaCuts::first, threads);
}

std::vector<CoveredFace> cover_by_all(const FloorFaces& base, const std::vector<mpq_class>& areas, const FloorFaces& by,
                                      const HeightWindow& window, unsigned threads) {
  return cover_by_near(base, areas, by, window, AreaCuts::all, threads);
}

std::vector<CoveredFace> cover_by_parts(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                        const FaceParts& parts, unsigned threads) {
  return cover_by_near(NearFloor(base), NearFloor(parts.floor), {0, 0, true}, false, threads,
                       [&](FaceCoverer& coverer, Index face, const std::vector<Index>& others) {
                         return coverer.cover(face, areas[face], others, parts);
                       });
}

std::vector<CoveredFace> cover_by_earlier(const FloorFaces& floor, const HeightWindow& window, unsigned threads) {
  const NearFloor near(floor);
  return cover_by_near(near, near, window, true, AreaCuts::first, threads);
}

}  // namespace plumb::pipeline

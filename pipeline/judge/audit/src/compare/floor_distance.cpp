// SPDX-License-Identifier: GPL-3.0-or-later
// How far the farthest point of a floor is from another one.
//
// 1. What the other floor does not cover is looked at first, some faces here and there, then all: one far place makes
//    most of the rest needless. farthest_point.h finds the farthest point.
// 2. What is covered is no farther than the other floor is above or below it there, which is asked for only where that
//    is more than what was found; and is nowhere more than the window.
// 3. A tiny distance that is not known well is found again, with heights that are made exactly.
//
// Floors far from the origin are moved to it first, exactly: doubles around numbers that are no doubles are narrower
// there.
#include <algorithm>
#include <cmath>

#include "compare/farthest_point.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;
using Index = FloorFaces::Index;

// Of the size of both floors, the greatest side of their box. Nothing is told of distances below `negligible`; where
// they are below `small`, and not known well, heights are made exactly; of floors farther from the origin than
// `far_off` numbers are taken from the middle of the box.
constexpr kernel::Hint negligible{0x1p-40};
constexpr kernel::Hint small{0x1p-24};
constexpr kernel::Hint far_off{8.0};
constexpr kernel::Hint narrow{0x1p-40};
constexpr kernel::Hint wanted_width{0x1p-10};
constexpr Index stride = 32;
constexpr Index no_face = NearestFace::no_face;

// Whether sums of squares of coordinates' differences are finite doubles.
bool squares_fit(const FloorFaces& floor) {
  constexpr double most = 0x1p500;
  for (Index p = 0; p < floor.points.size(); ++p)
    if (!std::ranges::all_of(floor.near_point(p), [](const Interval& v) { return v.low > -most && v.high < most; }))
      return false;
  return true;
}

// Where both floors are, and how large.
struct Surroundings {
  ExactPoint origin{0, 0, 0};
  bool moved = false;  // the origin is another one than that of the floors
  double size = 0;
};
Surroundings surroundings_of(const FloorFaces& floor, const FloorFaces& other) {
  kernel::Box box = kernel::no_box;
  for (const FloorFaces* f : {&floor, &other})
    for (Index face = 0; face < f->faces.size(); ++face) kernel::grow(box, box_of(*f, face));
  Surroundings out;
  double farthest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    out.size = std::max(out.size, box.high[k] - box.low[k]);
    farthest = std::max({farthest, -box.low[k], box.high[k]});
  }
  out.moved = farthest > far_off * out.size;
  if (out.moved)
    for (std::size_t k = 0; k < 3; ++k) out.origin[k] = mpq_class(box.low[k] / 2 + box.high[k] / 2);
  return out;
}
FloorFaces moved(FloorFaces floor, const ExactPoint& origin) {
  for (ExactPoint& p : floor.points)
    for (std::size_t k = 0; k < 3; ++k) p[k] -= origin[k];
  floor.near.clear();
  floor.make_near();
  return floor;
}

// Corners of a floor's faces, and of pieces of them, in space. `origin`: of the floor, from which pieces are not yet
// taken. `exactly`: however narrow the doubles around them are.
class PieceCorners {
 public:
  PieceCorners(const NearFloor& floor, const Surroundings& around, bool exactly)
      : floor_(floor), around_(around), exactly_(exactly), lift_(floor.exact()) {}

  std::vector<IntervalPoint> operator()(Index face) const {
    const auto plan = floor_.plan(face);
    const auto heights = floor_.heights(face);
    std::vector<IntervalPoint> out;
    out.reserve(plan.size());
    for (std::size_t i = 0; i < plan.size(); ++i) out.push_back({plan[i].ix, plan[i].iy, heights[i]});
    return out;
  }
  std::vector<IntervalPoint> operator()(Index face, const kernel::PlanRing& ring) {
    if (face != face_) plane_.emplace(floor_.plane(face_ = face));
    std::vector<IntervalPoint> out;
    out.reserve(ring.size());
    for (const kernel::PlanPoint& p : ring)
      out.push_back(around_.moved ? corner(face, {p[0] - around_.origin[0], p[1] - around_.origin[1]})
                                  : corner(face, p));
    return out;
  }

 private:
  IntervalPoint corner(Index face, const kernel::PlanPoint& p) {
    if (!exactly_) {
      const IntervalPoint near{kernel::interval_of(p[0]), kernel::interval_of(p[1]), plane_->height(p)};
      if (is_narrow(near)) return near;
    }
    return kernel::interval_point(lift_(face, p));
  }
  // Whether its height is known about as well as its place in plan.
  static bool is_narrow(const IntervalPoint& p) {
    double size = 0;
    for (const Interval& v : p) size = std::max({size, -v.low, v.high});
    return size < HUGE_VAL && p[2].high - p[2].low <= size * narrow;
  }

  const NearFloor& floor_;
  const Surroundings& around_;
  const bool exactly_;
  FaceLift lift_;  // for faces of which doubles know too little
  Index face_ = no_face;
  std::optional<NearPlane> plane_;
};

// `floor` and `other` from the origin of `around`, `covered` of the floor, from its own.
template <class AddMatches>
Interval distance_around(const FloorFaces& floor, const std::vector<CoveredFace>& covered, const FloorFaces& unmoved,
                         const FloorFaces& other, const Surroundings& around, const MatchWindow& window, bool exactly,
                         AddMatches&& add_matches) {
  NearestFace others(other);
  FarthestPoint farthest(others, around.size * negligible);
  const NearFloor near(floor);
  PieceCorners corners_of(near, around, exactly);
  kernel::PlanRing whole;
  const auto add_left = [&](Index f) {
    if (covered[f].left == 0 || farthest.is_near(corners_of(f))) return;
    for (const CoveredFace::Piece& piece : covered[f].pieces)
      if (piece.by.empty()) farthest.add(corners_of(f, ring_of(piece, unmoved, f, whole)));
  };
  // Some here and there first: where one of them is far away, most others need not be looked at.
  for (Index f = 0; f < covered.size(); f += stride) add_left(f);
  for (Index f = 0; f < covered.size(); ++f)
    if (f % stride != 0) add_left(f);
  const Interval uncovered = farthest.find();
  // No point that is covered is farther than the window is high.
  if (uncovered.low >= std::max(kernel::interval_of(window.below).high, kernel::interval_of(window.above).high))
    return uncovered;
  add_matches([&](Index face, const kernel::PlanRing& ring, double bound) {
    if (bound > uncovered.low) farthest.add(corners_of(face, ring), bound);
  });
  return farthest.find();
}

// `covered` is of the floor; add_matches(add) calls add(face, ring, bound) for what of the floor the other covers.
template <class AddMatches>
std::optional<Interval> directed_distance(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                                          const FloorFaces& other, const MatchWindow& window,
                                          AddMatches&& add_matches) {
  if (floor.faces.empty() || other.faces.empty()) return std::nullopt;
  if (!squares_fit(floor) || !squares_fit(other)) return Interval(0, HUGE_VAL);
  const Surroundings around = surroundings_of(floor, other);
  const auto find = [&](bool exactly) {
    if (!around.moved) return distance_around(floor, covered, floor, other, around, window, exactly, add_matches);
    return distance_around(moved(floor, around.origin), covered, floor, moved(other, around.origin), around, window,
                           exactly, add_matches);
  };
  Interval out = find(false);
  const double least = around.size * negligible;
  if (out.high > least && out.high > out.low * (1 + wanted_width) && out.high < around.size * small) out = find(true);
  return out.high > 0 && out.high <= least ? Interval(0, least) : out;
}

// How far two faces are above each other at most, over a place that both cover.
double most_height(const Comparison& c, const NearFloor& truth, Index face, const NearFloor& found, Index by,
                   const kernel::PlanRing& ring) {
  const NearPlane plane = truth.plane(face), other = found.plane(by);
  double most = 0;
  bool may_be_one = true;
  for (const kernel::PlanPoint& p : ring) {
    const Interval height = other.height(p) - plane.height(p);
    most = std::max({most, height.high, -height.low});
    may_be_one = may_be_one && height.low <= 0 && height.high >= 0;
  }
  return may_be_one && c.found.plane(by) == c.truth.plane(face) ? 0 : most;
}

// use(face of the true floor, piece, its ring, most height by face of the found floor), by piece that both have.
template <class Use>
void for_each_match(const Comparison& c, Use&& use) {
  const NearFloor truth(c.truth), found(c.found);
  std::vector<double> most;
  kernel::PlanRing whole;
  for (Index f = 0; f < c.of_truth.size(); ++f)
    for (const CoveredFace::Piece& piece : c.of_truth[f].pieces) {
      if (piece.by.empty()) continue;
      const kernel::PlanRing& ring = ring_of(piece, c.truth, f, whole);
      most.clear();
      for (const Index by : piece.by) most.push_back(most_height(c, truth, f, found, by, ring));
      use(f, piece, ring, most);
    }
}

}  // namespace

std::optional<Interval> truth_from_found(const Comparison& c, const MatchWindow& window) {
  return directed_distance(c.truth, c.of_truth, c.found, window, [&](auto&& add) {
    for_each_match(c, [&](Index f, const CoveredFace::Piece&, const kernel::PlanRing& ring,
                          const std::vector<double>& most) { add(f, ring, *std::ranges::min_element(most)); });
  });
}

std::optional<Interval> found_from_truth(const Comparison& c, const MatchWindow& window) {
  return directed_distance(c.found, c.of_found, c.truth, window, [&](auto&& add) {
    for_each_match(
        c, [&](Index, const CoveredFace::Piece& piece, const kernel::PlanRing& ring, const std::vector<double>& most) {
          for (std::size_t i = 0; i < most.size(); ++i) add(piece.by[i], ring, most[i]);
        });
  });
}

}  // namespace plumb::pipeline

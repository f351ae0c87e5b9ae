// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/floor_distance.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "face_lift.h"
#include "near_floor.h"
#include "near_plane.h"
#include "nearest_face.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;
using Index = FloorFaces::Index;

constexpr kernel::Hint wanted_width{0x1p-10};
constexpr kernel::Hint narrow{0x1p-40};
constexpr std::size_t most_cuts = std::size_t{1} << 20;
constexpr Index stride = 32;
constexpr Index no_face = NearestFace::no_face;

// Whether sums of squares of coordinates' differences are finite doubles.
bool squares_fit(const FloorFaces& floor) {
  constexpr double most = 0x1p500;
  return std::ranges::all_of(floor.points, [](const ExactPoint& p) {
    return std::ranges::all_of(kernel::interval_point(p),
                               [](const Interval& v) { return v.low > -most && v.high < most; });
  });
}

double upper_sum(double a, double b) { return (Interval(a) + Interval(b)).high; }

class FarthestPoint {
 public:
  explicit FarthestPoint(NearestFace& other) : other_(other) {}

  // A convex polygon, of whose points none is farther than `bound`.
  void add(const std::vector<IntervalPoint>& polygon, double bound) {
    if (bound <= low_) return;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
      nodes_.push({bound, {Corner{polygon[0], {}}, Corner{polygon[i], {}}, Corner{polygon[i + 1], {}}}, false});
  }
  // One of which nothing is known: none is farther than wherever one gets from a place whose distance is known.
  void add(const std::vector<IntervalPoint>& polygon) {
    if (known_.nearest.face == no_face) known_ = {polygon[0], other_(polygon[0], 0, no_face)};
    double bound = bound_of(polygon);
    if (bound > low_) {
      Corner next{polygon[0], {}};
      find_nearest(next, bound, known_.nearest.face);
      known_ = next;
      bound = std::min(bound, bound_of(polygon));
    }
    add(polygon, bound);
  }

  // Whether doubles show at once that no point of it is farther than one that was found.
  bool is_near(const std::vector<IntervalPoint>& polygon) const {
    return known_.nearest.face != no_face && bound_of(polygon) <= low_;
  }

  // Of all that were added so far.
  Interval find() {
    for (std::size_t cuts = 0; !nodes_.empty() && cuts < most_cuts;) {
      Node top = nodes_.top();
      if (top.bound <= low_ * (1 + wanted_width)) break;
      nodes_.pop();
      if (!top.seen) look_at(std::move(top));
      else if (!halve(top)) high_ = std::max(high_, top.bound);
      else ++cuts;
    }
    return {low_, std::max({low_, high_, nodes_.empty() ? 0 : nodes_.top().bound})};
  }

 private:
  struct Corner {
    IntervalPoint at;
    NearestFace::Nearest nearest;  // no face: not known yet
  };
  struct Node {
    double bound;
    std::array<Corner, 3> corners;
    bool seen;  // the bound is what corners say
    bool operator<(const Node& o) const { return bound < o.bound; }
  };

  // By the place whose distance is known: as far as that one and the way there, or as far as its face.
  double bound_of(const std::vector<IntervalPoint>& polygon) const {
    double away = 0, face = 0;
    for (const IntervalPoint& p : polygon) away = std::max(away, pipeline::distance(known_.at, p).high);
    const double by_way = upper_sum(known_.nearest.distance.high, away);
    if (by_way <= low_) return by_way;
    for (const IntervalPoint& p : polygon) face = std::max(face, other_.most_from(p, known_.nearest.face));
    return std::min(by_way, face);
  }
  void find_nearest(Corner& c, double reach, Index hint) {
    if (c.nearest.face != no_face) return;
    c.nearest = other_(c.at, reach, hint);
    low_ = std::max(low_, c.nearest.distance.low);
  }
  static double apart(const Corner& a, const Corner& b) { return pipeline::distance(a.at, b.at).high; }

  // What corners say of the triangle.
  void look_at(Node node) {
    Index hint = no_face;
    for (Corner& c : node.corners) {
      find_nearest(c, node.bound, hint);
      hint = c.nearest.face;
    }
    for (const Corner& c : node.corners) {
      // To one face, all of it; and wherever it goes from a corner.
      double face = 0, away = 0;
      for (const Corner& other : node.corners) {
        face = std::max(face, other.nearest.face == c.nearest.face ? other.nearest.distance.high
                                                                   : other_.most_from(other.at, c.nearest.face));
        away = std::max(away, apart(c, other));
      }
      node.bound = std::min({node.bound, face, upper_sum(c.nearest.distance.high, away)});
    }
    node.seen = true;
    nodes_.push(std::move(node));
  }

  // False where it would not help: doubles do not tell the halves from the whole, or corners' distances much better
  // than to the size of it.
  bool halve(const Node& node) {
    std::size_t longest = 0;
    double length = -1;
    for (std::size_t k = 0; k < 3; ++k)
      if (const double d = pipeline::distance(node.corners[k].at, node.corners[(k + 1) % 3].at).low; d > length) {
        length = d;
        longest = k;
      }
    const Corner &a = node.corners[longest], &b = node.corners[(longest + 1) % 3];
    Corner middle;
    double width = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      middle.at[k] = (a.at[k] + b.at[k]) * Interval(0.5);
      width = std::max(width, middle.at[k].high - middle.at[k].low);
    }
    if (!(length > 8 * width)) return false;
    double known = HUGE_VAL;
    for (const Corner& c : node.corners) known = std::min(known, c.nearest.distance.high - c.nearest.distance.low);
    if (length < known * wanted_width) return false;
    find_nearest(middle, node.bound, a.nearest.face);
    for (const std::size_t end : {longest, (longest + 1) % 3}) {
      Node half = node;
      half.corners[end] = middle;
      look_at(std::move(half));
    }
    return true;
  }

  NearestFace& other_;
  std::priority_queue<Node> nodes_;
  double low_ = 0;
  double high_ = 0;  // of triangles that cannot be halved any more
  Corner known_;     // a place whose distance is known, once it has a face
};

// Corners of a floor's faces, and of pieces of them, in space.
class PieceCorners {
 public:
  explicit PieceCorners(const NearFloor& floor) : floor_(floor), lift_(floor.exact()) {}

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
    for (const kernel::PlanPoint& p : ring) {
      const IntervalPoint near{kernel::interval_of(p[0]), kernel::interval_of(p[1]), plane_->height(p)};
      out.push_back(is_narrow(near) ? near : kernel::interval_point(lift_(face, p)));
    }
    return out;
  }

 private:
  // Whether its height is known about as well as its place in plan.
  static bool is_narrow(const IntervalPoint& p) {
    double size = 0;
    for (const Interval& v : p) size = std::max({size, -v.low, v.high});
    return size < HUGE_VAL && p[2].high - p[2].low <= size * narrow;
  }

  const NearFloor& floor_;
  FaceLift lift_;  // for faces of which doubles know too little
  Index face_ = no_face;
  std::optional<NearPlane> plane_;
};

// `covered` is of the floor; add_matches(add) calls add(face, ring, bound) for what of the floor the other covers.
template <class AddMatches>
std::optional<Interval> directed_distance(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                                          const FloorFaces& other, const MatchWindow& window,
                                          AddMatches&& add_matches) {
  if (floor.faces.empty() || other.faces.empty()) return std::nullopt;
  if (!squares_fit(floor) || !squares_fit(other)) return Interval(0, HUGE_VAL);
  NearestFace others(other);
  FarthestPoint farthest(others);
  const NearFloor near(floor);
  PieceCorners corners_of(near);
  kernel::PlanRing whole;
  const auto add_left = [&](Index f) {
    if (covered[f].left == 0 || farthest.is_near(corners_of(f))) return;
    for (const CoveredFace::Piece& piece : covered[f].pieces)
      if (piece.by.empty()) farthest.add(corners_of(f, ring_of(piece, floor, f, whole)));
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

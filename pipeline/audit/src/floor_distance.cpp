// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/floor_distance.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "convex_distance.h"
#include "face_lift.h"
#include "near_plane.h"
#include "plumb/kernel/box_tree.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using Index = FloorFaces::Index;

constexpr kernel::Hint wanted_width{0x1p-10};
constexpr std::size_t most_cuts = std::size_t{1} << 20;
constexpr Index no_face = static_cast<Index>(-1);

NearSpot near_spot(const ExactPoint& p) {
  return {kernel::interval_of(p[0]), kernel::interval_of(p[1]), kernel::interval_of(p[2])};
}

// The other floor: what is how far from a point.
class OtherFloor {
 public:
  explicit OtherFloor(const FloorFaces& floor) {
    std::vector<kernel::Box> boxes;
    for (Index f = 0; f < floor.faces.size(); ++f) {
      first_.push_back(corners_.size());
      for (const Index c : floor.faces[f].corners) corners_.push_back(near_spot(floor.points[c]));
      boxes.push_back(box_of(floor, f));
      kernel::grow(all_, boxes.back());
    }
    first_.push_back(corners_.size());
    tree_.emplace(std::move(boxes));
  }

  struct Nearest {
    Interval distance;
    Index face = no_face;
  };
  // `near`: about how far it may be.
  Nearest nearest(const NearSpot& p, double near) const {
    double reach = std::max(near, least_reach(p));
    for (;; reach *= 2) {
      kernel::Box box;
      for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = p[k].low - reach;
        box.high[k] = p[k].high + reach;
      }
      Nearest out{Interval(HUGE_VAL), no_face};
      tree_->query(box, [&](Index f) {
        const Interval d = from_face(p, f);
        out.distance.low = std::min(out.distance.low, d.low);
        if (d.high >= out.distance.high) return;
        out.distance.high = d.high;
        out.face = f;
      });
      if (out.distance.high <= kernel::step_down(reach) || !(reach < HUGE_VAL)) return out;
    }
  }
  Interval from_face(const NearSpot& p, Index f) const {
    return pipeline::distance(p, std::span(corners_).subspan(first_[f], first_[f + 1] - first_[f]));
  }

 private:
  // From outside of all of it, at least as far as its box; and no less than doubles tell apart.
  double least_reach(const NearSpot& p) const {
    double out = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      out = std::max({out, all_.low[k] - p[k].high, p[k].low - all_.high[k], p[k].high - p[k].low,
                      kernel::step_up(std::fabs(p[k].high)) - std::fabs(p[k].high)});
    }
    return out;
  }

  std::vector<NearSpot> corners_;
  std::vector<std::size_t> first_;
  kernel::Box all_ = kernel::no_box;
  std::optional<kernel::BoxTree> tree_;
};

class FarthestPoint {
 public:
  explicit FarthestPoint(const OtherFloor& other) : other_(other) {}

  // `bound`: of the distance of all its points; infinite where nothing is known.
  void add(const std::array<NearSpot, 3>& corners, double bound) {
    nodes_.push({bound, corners, bound < HUGE_VAL ? Known::bound : Known::nothing});
  }

  Interval find() {
    double high = 0;  // of those that need no more cuts
    for (std::size_t cuts = 0; !nodes_.empty() && cuts < most_cuts;) {
      const Node top = nodes_.top();
      if (top.bound <= low_ * (1 + wanted_width)) break;
      nodes_.pop();
      if (top.known == Known::nothing) glance_at(top.corners);
      else if (top.known == Known::bound) look_at(top.corners, top.bound);
      else if (!halve(top)) high = std::max(high, top.bound);
      else ++cuts;
    }
    if (!nodes_.empty()) high = std::max(high, nodes_.top().bound);
    return {low_, std::max(low_, high)};
  }

 private:
  enum class Known : std::uint8_t { nothing, bound, corners };
  struct Node {
    double bound;
    std::array<NearSpot, 3> corners;
    Known known;
    bool operator<(const Node& o) const { return bound < o.bound; }
  };

  OtherFloor::Nearest nearest(const NearSpot& p) {
    const OtherFloor::Nearest out = other_.nearest(p, last_ / 4);
    last_ = out.distance.high;
    low_ = std::max(low_, out.distance.low);
    return out;
  }
  // No point is farther than wherever one gets from a corner.
  void glance_at(const std::array<NearSpot, 3>& corners) {
    const double away = std::max(distance(corners[0], corners[1]).high, distance(corners[0], corners[2]).high);
    nodes_.push({kernel::step_up(nearest(corners[0]).distance.high + away), corners, Known::bound});
  }
  // What corners say of the triangle.
  void look_at(const std::array<NearSpot, 3>& corners, double bound) {
    std::array<OtherFloor::Nearest, 3> near;
    for (std::size_t k = 0; k < 3; ++k) near[k] = nearest(corners[k]);
    for (std::size_t k = 0; k < 3; ++k) {
      // To one face, all of it; and wherever it goes from a corner.
      double face = 0, away = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        face = std::max(face, other_.from_face(corners[i], near[k].face).high);
        away = std::max(away, pipeline::distance(corners[k], corners[i]).high);
      }
      bound = std::min({bound, face, kernel::step_up(near[k].distance.high + away)});
    }
    nodes_.push({bound, corners, Known::corners});
  }

  // False where doubles do not tell the halves from the whole.
  bool halve(const Node& node) {
    std::size_t longest = 0;
    double length = -1;
    for (std::size_t k = 0; k < 3; ++k)
      if (const double d = pipeline::distance(node.corners[k], node.corners[(k + 1) % 3]).low; d > length) {
        length = d;
        longest = k;
      }
    const NearSpot &a = node.corners[longest], &b = node.corners[(longest + 1) % 3];
    NearSpot middle;
    double width = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      middle[k] = (a[k] + b[k]) * Interval(0.5);
      width = std::max(width, middle[k].high - middle[k].low);
    }
    if (!(length > 8 * width)) return false;
    for (const std::size_t end : {longest, (longest + 1) % 3}) {
      std::array<NearSpot, 3> half = node.corners;
      half[end] = middle;
      look_at(half, node.bound);
    }
    return true;
  }

  const OtherFloor& other_;
  std::priority_queue<Node> nodes_;
  double low_ = 0, last_ = 0;
};

}  // namespace

std::optional<Interval> directed_distance(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                                          const FloorFaces& other) {
  if (floor.faces.empty() || other.faces.empty()) return std::nullopt;
  const OtherFloor others(other);
  FarthestPoint farthest(others);
  FaceLift lift(floor);
  for (Index f = 0; f < covered.size(); ++f) {
    const NearPlane plane(floor, f);
    for (const CoveredFace::Piece& piece : covered[f].pieces) {
      const kernel::PlanRing ring = ring_of(piece, floor, f);
      // No farther than the other floor is over or under it.
      double bound = HUGE_VAL;
      for (const Index by : piece.by) {
        const NearPlane found(other, by);
        double most = 0;
        bool may_be_one = true;
        for (const kernel::PlanPoint& p : ring) {
          const Interval height = found.height(p) - plane.height(p);
          most = std::max({most, height.high, -height.low});
          may_be_one = may_be_one && height.low <= 0 && height.high >= 0;
        }
        bound = std::min(bound, may_be_one && other.plane(by) == floor.plane(f) ? 0 : most);
      }
      if (bound == 0) continue;
      std::vector<NearSpot> corners;
      for (const kernel::PlanPoint& p : ring) corners.push_back(near_spot(lift(f, p)));
      for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        farthest.add({corners[0], corners[i], corners[i + 1]}, bound);
    }
  }
  return farthest.find();
}

}  // namespace plumb::pipeline

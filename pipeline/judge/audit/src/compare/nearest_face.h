// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// The distance of two points, and of a point from a convex polygon, which is the fan of triangles from its first
/// corner: intervals that certainly contain it.
kernel::Interval distance(const kernel::IntervalPoint& p, const kernel::IntervalPoint& q);
kernel::Interval distance(const kernel::IntervalPoint& p, std::span<const kernel::IntervalPoint> polygon);
/// The high end of that, faster.
double most_distance(const kernel::IntervalPoint& p, std::span<const kernel::IntervalPoint> polygon);

/// Which face of a floor is nearest to a point, in space, and how far it is. Not thread-safe.
class NearestFace {
 public:
  using Index = FloorFaces::Index;
  static constexpr Index no_face = static_cast<Index>(-1);
  struct Nearest {
    kernel::Interval distance{HUGE_VAL};  ///< certainly contains it
    Index face = no_face;                 ///< one that is no farther than the high end
  };

  /// Requires a face. Coordinates are below 2^500, so that their squares are doubles.
  explicit NearestFace(const FloorFaces& floor);

  /// `reach`: about how far it may be; `hint`: a face that is near, if one is known.
  Nearest operator()(const kernel::IntervalPoint& p, double reach, Index hint);
  /// The high end of the distance from one face.
  double most_from(const kernel::IntervalPoint& p, Index face) const { return most_distance(p, corners_of(face)); }

 private:
  struct Candidate {
    double square;  // of a distance that it is at least away
    Index face;
    auto operator<=>(const Candidate&) const = default;
  };
  std::span<const kernel::IntervalPoint> corners_of(Index face) const {
    return std::span(corners_).subspan(first_[face], first_[face + 1] - first_[face]);
  }
  double least_reach(const kernel::IntervalPoint& p) const;

  std::vector<kernel::IntervalPoint> corners_;
  std::vector<std::size_t> first_;
  kernel::Box all_ = kernel::no_box;
  std::optional<kernel::BoxTree> tree_;
  std::vector<Candidate> candidates_;  // a buffer
};

}  // namespace plumb::pipeline

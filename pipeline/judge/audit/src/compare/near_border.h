// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/disc.h"
#include "plumb/pipeline/cover_faces.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// What is within a distance of a floor's border: what a polygon around a disc sweeps along each stretch of it, rising
/// as the stretch does and level across, where that is within a window of heights.
class BorderBodies {
 public:
  /// `window`: heights of the border over a face that count. Requires a reach above 0. Keeps a reference to the mesh.
  BorderBodies(DerivedMesh& mesh, kernel::Label stance, const mpq_class& reach, std::uint32_t disc_points,
               const HeightWindow& window);

  const HeightWindow& window() const { return window_; }
  /// Is all of a face certainly within the disc's reach of one stretch: by doubles.
  bool certainly_holds(const FloorFaces& floor, FloorFaces::Index face) const;
  /// The bodies that may meet faces of a floor. Owners are cells.
  FloorFaces near(const FloorFaces& floor) const;

 private:
  using Near = std::array<kernel::Interval, 3>;
  struct Stretch {
    BorderInterval border;
    Near from, run;  // doubles around its start, and the way to its end
  };
  kernel::Box box_of(const Stretch& stretch) const;
  kernel::Box box_over(const FloorFaces& floor, FloorFaces::Index face) const;
  bool certainly_holds(const Stretch& stretch, const Near& point) const;
  bool is_certainly_beside(const Stretch& stretch, const std::vector<Near>& face) const;

  const NavMesh& mesh_;
  const kernel::DiscPolygon disc_;
  const HeightWindow window_;
  const kernel::Interval squared_reach_, low_, high_;
  double farthest_;                        // that a corner of the disc's polygon may be, along an axis
  kernel::Interval farthest_corner_{0.0};  // the same in any direction
  std::vector<Stretch> stretches_;
  std::optional<kernel::BoxTree> tree_;  // over bodies of stretches
};

/// Appends to `out` what a polygon around a disc sweeps along a stretch that is not vertical, rising as the stretch
/// does and level across, as a face of that owner.
void add_swept(FloorFaces& out, const ExactPoint& from, const ExactPoint& to, FloorFaces::Index owner,
               const kernel::DiscPolygon& disc);

/// What the step of a grid may make of a floor's border: pieces that are narrower, and not farther from the floor.
/// Keeps a reference to it.
class NearStep {
 public:
  /// `window`: heights of the floor over a piece that count, about. Requires a step above 0.
  NearStep(const FloorFaces& floor, const mpq_class& step, const HeightWindow& window);

  /// Is a convex face, of that area in plan, narrower than the step, and each corner no farther than that, in plan,
  /// from the floor?
  bool holds(const FloorFaces& pieces, FloorFaces::Index face, const mpq_class& area) const;

 private:
  bool is_near(const ExactPoint& corner) const;
  bool is_near(const ExactPoint& corner, FloorFaces::Index face) const;

  const FloorFaces& floor_;
  const mpq_class step_, square_;
  const kernel::Interval near_step_, low_, high_;
  const NearFloor near_;
  kernel::BoxTree tree_;
};

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "near_floor.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/cover_faces.h"

namespace plumb::pipeline {

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

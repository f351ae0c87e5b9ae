// SPDX-License-Identifier: GPL-3.0-or-later
// The simplest interesting scene so far, and the ways to a simpler one.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "trials.h"

namespace plumb::pipeline {

class Reduction {
 public:
  Reduction(PlainScene scene, Trials& trials, const std::function<void(const MinimiseStep&)>& told)
      : scene_(std::move(scene)), complexity_(complexity_of(scene_)), trials_(&trials), told_(&told) {}

  const PlainScene& scene() const { return scene_; }
  const Complexity& complexity() const { return complexity_; }
  void set_stage(const char* stage) { stage_ = stage; }

  /// Takes the first of the scenes make(0) ... make(count - 1) that is simpler and interesting in place of the present
  /// one. @return its number; none if there is none
  std::optional<std::size_t> take_first(std::size_t count, const std::function<PlainScene(std::size_t)>& make);

  /// A change of the present scene, at some place of it: the number of a face, a point or a coordinate.
  struct Change {
    std::size_t place;
    std::function<PlainScene()> make;
  };
  /// All changes of a scene at a place and at those behind it, by ascending places, the best of each place first.
  using ChangesFrom = std::function<std::vector<Change>(const PlainScene& scene, std::size_t place)>;
  /// Takes changes as long as one succeeds, going through the places once.
  void sweep(const ChangesFrom& changes_from);

  /// The same work, begun with another scene, which may be less simple. If it ends with a simpler one, take_over() has
  /// that in place of the present one.
  Reduction begun_with(PlainScene scene) const { return {std::move(scene), *trials_, *told_}; }
  void take_over(Reduction&& other);
  /// Whether the present scene itself is interesting.
  bool is_interesting();

 private:
  PlainScene scene_;
  Complexity complexity_;
  Trials* trials_;
  const std::function<void(const MinimiseStep&)>* told_;
  const char* stage_ = "";
};

/// Leaves out what lies in some part of space, and faces that look into one direction.
void leave_out_regions(Reduction& reduction);
/// Leaves out components, such as those of connected faces, each as a whole.
void leave_out_components(Reduction& reduction);
/// Leaves out faces until none can be left out. `halves`: by regions of space first, which is far faster where many
/// faces will be left out.
void leave_out_faces(Reduction& reduction, bool halves);
/// Makes triangles of faces with more corners where that makes the whole simpler, and leaves out single corners.
void leave_out_corners(Reduction& reduction);
/// Replaces points by others.
void join_points(Reduction& reduction);
/// Writes coordinates with fewer digits and smaller numbers, and moves the whole to the origin.
void simplify_numbers(Reduction& reduction);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/minimise.h"

#include <utility>

#include "reduction.h"

namespace plumb::pipeline {

std::optional<std::size_t> Reduction::take_first(std::size_t count,
                                                 const std::function<PlainScene(std::size_t)>& make) {
  auto found = trials_->first(count, [&](std::size_t number) -> std::optional<PlainScene> {
    PlainScene scene = make(number);
    if (scene.faces.empty() || !(complexity_of(scene) < complexity_)) return std::nullopt;
    return scene;
  });
  if (found) {
    scene_ = std::move(found->scene);
    complexity_ = complexity_of(scene_);
  }
  if (*told_) (*told_)({stage_, complexity_.faces, complexity_.points, trials_->count()});
  return found ? std::optional(found->number) : std::nullopt;
}

void Reduction::sweep(const ChangesFrom& changes_from) {
  for (std::size_t place = 0;;) {
    const std::vector<Change> changes = changes_from(scene_, place);
    const auto taken = take_first(changes.size(), [&](std::size_t number) { return changes[number].make(); });
    if (!taken) return;
    place = changes[*taken].place;
  }
}

bool Reduction::is_interesting() {
  return trials_->first(1, [&](std::size_t) { return scene_; }).has_value();
}

void Reduction::take_over(Reduction&& other) {
  if (!(other.complexity_ < complexity_)) return;
  scene_ = std::move(other.scene_);
  complexity_ = std::move(other.complexity_);
}

MinimisedScene minimise(PlainScene scene, const InterestingScene& interesting, const MinimiseSettings& settings,
                        Progress& progress) {
  Trials trials(interesting, settings, progress);
  Reduction reduction(std::move(scene), trials, settings.told);
  MinimiseEnd end = MinimiseEnd::minimal;
  try {
    leave_out_regions(reduction);
    leave_out_components(reduction);
    for (bool is_first = true;; is_first = false) {
      const Complexity before = reduction.complexity();
      leave_out_faces(reduction, is_first);
      leave_out_corners(reduction);
      join_points(reduction);
      simplify_numbers(reduction);
      // Nothing succeeded in this round: so no face can be left out, of which leave_out_faces() made sure in it.
      if (!(reduction.complexity() < before)) break;
    }
  } catch (const Cancelled&) {
    end = trials.time_is_over() && !progress.cancelled() ? MinimiseEnd::time : MinimiseEnd::cancelled;
  }
  return {reduction.scene(), trials.count(), end};
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a scene smaller as long as a function says that it is still interesting: shows a defect, as a rule.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "plumb/pipeline/plain_scene.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// Whether a scene is interesting; `obj` is its text (obj_text). Several threads call it at once. It is asked once a
/// text. Where it takes long it calls cancellation_point(), or run_process(), which does: a scene may have become
/// needless, as an earlier one was interesting. What else it throws leaves minimise().
using InterestingScene = std::function<bool(const PlainScene& scene, std::string_view obj)>;

/// How far it has come.
struct MinimiseStep {
  const char* stage = "";  ///< "regions", "components", "faces", "triangles", "points" or "numbers"
  std::size_t faces = 0, points = 0;
  std::uint64_t trials = 0;
};

struct MinimiseSettings {
  unsigned jobs = 1;  ///< so many scenes are tried at once. The result does not depend on it, unless the time ends
  std::optional<std::chrono::steady_clock::time_point> until = {};
  std::function<void(const MinimiseStep&)> told = {};  ///< is called by the caller's thread, after each few trials
};

enum class MinimiseEnd {
  minimal,    ///< no face can be left out
  time,       ///< MinimiseSettings::until has come
  cancelled,  ///< Progress::cancelled() said so
};

struct MinimisedScene {
  PlainScene scene;          ///< the simplest that was found
  std::uint64_t trials = 0;  ///< scenes that had to be tried, each counted once; more may have been, ahead of time
  MinimiseEnd end = MinimiseEnd::minimal;
};

/// Makes an interesting scene smaller: leaves out faces, by components and by regions of space first, makes triangles
/// of faces with more corners, joins points, writes coordinates with fewer digits and smaller numbers, and moves the
/// whole to the origin, again and again until nothing more succeeds. Every scene on the way is interesting. The result
/// is 1-minimal over its faces: without any one of them it is not interesting. A scene without faces is never tried.
///
/// Requires: `interesting(scene)`, and always the same answer to the same scene.
MinimisedScene minimise(PlainScene scene, const InterestingScene& interesting, const MinimiseSettings& settings,
                        Progress& progress);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/compare.h"

namespace plumb::pipeline {

/// How far, in space, the farthest point of a floor is from the other (directed Hausdorff distance): an interval that
/// certainly contains it, of a relative width of 2^-10 or, where coordinates are too long for doubles or a million cuts
/// are not enough, wider: without an upper end where coordinates are beyond 2^500, whose squares are no doubles. 0
/// exactly where every point of the floor is shown to be on the other one. None if one of them has no face.
///
/// `window`: that of the comparison. Branch and bound: distance to a convex face is convex, so over a triangle it is at
/// most that of its corners; triangles are halved until the greatest such bound is met by a corner's distance.
std::optional<kernel::Interval> truth_from_found(const Comparison& comparison, const MatchWindow& window);
std::optional<kernel::Interval> found_from_truth(const Comparison& comparison, const MatchWindow& window);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/compare.h"

namespace plumb::pipeline {

/// How far, in space, the farthest point of a floor is from the other (directed Hausdorff distance): an interval that
/// certainly contains it, of a relative width of 2^-10 or, where doubles do not tell more, or some thousand cuts are
/// not enough, wider: without an upper end where coordinates are beyond 2^500, whose squares are no doubles. From 0 to
/// 2^-40 of the floors' size where it is no more than that. 0 exactly where every point of the floor is shown to be on
/// the other one. None if one of them has no face.
///
/// `window`: that of the comparison. farthest_point.h finds it.
std::optional<kernel::Interval> truth_from_found(const Comparison& comparison, const MatchWindow& window);
std::optional<kernel::Interval> found_from_truth(const Comparison& comparison, const MatchWindow& window);

}  // namespace plumb::pipeline

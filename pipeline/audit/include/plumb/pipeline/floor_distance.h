// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/cover_faces.h"

namespace plumb::pipeline {

/// How far, in space, the farthest point of a floor is from another floor (directed Hausdorff distance): an interval
/// that certainly contains it, of a relative width of 2^-10 or, where coordinates are too long for doubles or a million
/// cuts are not enough, wider: without an upper end where coordinates are beyond 2^500, whose squares are no doubles. 0
/// exactly where `covered` shows every point of the floor to be on the other one. None if one of them has no face.
///
/// `covered`: cover_faces(floor, other, window). Branch and bound: distance to a convex face is convex, so over a
/// triangle it is at most that of its corners; triangles are halved until the greatest such bound is met by a corner's
/// distance.
std::optional<kernel::Interval> directed_distance(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
                                                  const FloorFaces& other, const HeightWindow& window);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: LGPL-3.0-or-later
// The two frames, and the way from one to the other. A scene has the axes and units that it was given with; its points
// are ScenePoints. A navmesh, and all that is computed, has z up, in the same units; its points are ExactPoints, or
// arrays of doubles. With y up the scene's (x, y, z) is the navmesh's (x, -z, y), a turn by a right angle, so that what
// is counter-clockwise seen from above stays so; with z up both are the same.
#pragma once
#include <array>
#include <concepts>
#include <functional>
#include <string>

#include "plumb/pipeline/scene_point.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A point of the scene in the navmesh's frame. One that is no number stays none (LowestTerms refuses it).
ExactPoint navmesh_point(const ScenePoint& point, UpAxis up);
std::array<double, 3> navmesh_point(const ScenePointF& point, UpAxis up);
/// A point of the navmesh in the scene's frame.
ScenePoint scene_point(const ExactPoint& point, UpAxis up);
ScenePointF scene_point(const std::array<double, 3>& point, UpAxis up);
/// A point that is in the scene's axes already, as text for options gives it, as its type.
ScenePoint given_point(const ExactPoint& point);
ExactPoint exact_point(const ScenePoint& point);

/// What to say of a point, with z up, that nothing is at or below: if there is something at or below the point that
/// would have been meant in other axes (with y and z exchanged, and their sign as it is turned or as it is written),
/// how to give that point; else the advice that is given. `is_over`: whether something is at or below a point.
std::string axes_advice(const ExactPoint& point, UpAxis up, const std::function<bool(const ExactPoint&)>& is_over,
                        std::string otherwise);

}  // namespace plumb::pipeline

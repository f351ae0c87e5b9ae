// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <vector>

#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

struct Uncovered;

/// Found floor in excess that is true floor at a wrong height: it is over nothing of the scene within the window, and
/// over or under floor that is missing.
struct HeightDrift {
  FloorFaces found, truth;  ///< pieces of each floor, one over or under the other. Owners are its faces
  std::vector<std::shared_ptr<const MatchedHeights>> heights;  ///< by piece: of the found floor over the true one
  /// By piece: the uncovered one of the found and of the true floor that it is a part of, by number; its area.
  std::vector<FloorFaces::Index> of_found, of_truth;
  std::vector<mpq_class> areas;
};

/// A place is made of pieces that hang together along edges in space. A part of a place of excess and one of a place of
/// missing floor drift, one over or under the other, if nothing of the scene is near the former, and all such parts
/// make up three quarters or more of each of both places. Of several missing floors over or under a point of excess the
/// first within `near` counts; if there is none, the first of those whose places have nearly the area of the point's
/// place (three quarters or more of the larger). Places of excess that are not certainly as wide as `grid` do not
/// drift: rounding makes such. `missing`, `excess`: what is uncovered of the two floors.
HeightDrift find_height_drift(const Comparison& comparison, const Uncovered& missing, const Uncovered& excess,
                              const MatchWindow& window, const mpq_class& near, const mpq_class& grid,
                              const SceneSurfaces& level, unsigned threads);

}  // namespace plumb::pipeline

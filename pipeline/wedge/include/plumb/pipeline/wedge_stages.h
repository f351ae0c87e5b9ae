// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "plumb/pipeline/add_ramps.h"
#include "plumb/pipeline/clear_walls.h"
#include "plumb/pipeline/close_gaps.h"
#include "plumb/pipeline/decimate.h"
#include "plumb/pipeline/drop_patches.h"
#include "plumb/pipeline/flatten_ramps.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/simplify.h"
#include "plumb/pipeline/stages.h"
#include "plumb/pipeline/wedge_cut.h"

namespace plumb::pipeline {

/// The options of all stages. Together with the polygons they determine the mesh.
struct WedgeStageSettings {
  WedgeStage until = last_wedge_stage;  ///< the last that is run
  WedgeCutOptions cut;
  mpq_class step = 0;
  CloseGapsOptions gaps;
  kernel::SlopeLimit cone, slope, ramp_slope;
  mpq_class miter = 2;
  std::optional<mpq_class> ramp_reach = {};
  mpq_class min_area = 0, simplify = 0;
  ClearWallsOptions clear = {};  ///< radius 0: the stages of clearing are left out
  /// Called after each stage, with the mesh that it leaves.
  std::function<void(WedgeStage, const TriangleMesh&)> seen = {};
  std::uint64_t exact_digits = 1000;  ///< longest exact area, in characters; 0: any
};

/// The mesh that a stage of the wedge method left, in numbers.
struct WedgeStageFacts {
  std::string name;
  std::uint64_t triangles = 0, vertices = 0;
  std::uint64_t coordinate_bits = 0;  ///< of the longest numerator or denominator
  kernel::Area area;
  OperationFacts changes;  ///< empty for wedge_cut
};

struct WedgeMesh {
  TriangleMesh mesh;
  std::vector<WedgeStageFacts> facts;  ///< of each stage that was run
};

/// The stages of Sanchez 2021, in their order, up to the last one wanted. `clears`: whether the agent has a radius.
std::vector<Stage> wedge_stages(WedgeStage until, bool clears);
/// Runs the stages and reports each of them to `stage`.
WedgeMesh run_wedge_stages(const SceneSurfaces& level, const SurfaceIndex& index, const WedgeStageSettings& settings,
                           Stages& stage);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {
namespace {

void note(const char* name, std::uint64_t exact_digits, WedgeMesh& made) {
  made.facts.push_back({.name = name,
                        .triangles = made.mesh.triangles.size(),
                        .vertices = made.mesh.points.size(),
                        .coordinate_bits = longest_coordinate(made.mesh),
                        .area = plan_area(made.mesh, exact_digits)});
}

}  // namespace

std::vector<Stage> wedge_stages(WedgeStage until) {
  const std::vector<Stage> all{{text_of(WedgeStage::wedge_cut), 100}};
  return {all.begin(), all.begin() + static_cast<int>(until) + 1};
}

WedgeMesh run_wedge_stages(const SceneSurfaces& level, const SurfaceIndex& index, const WedgeStageSettings& settings,
                           Stages& stage) {
  WedgeMesh made;
  const auto run = [&](WedgeStage which, auto&& change) {
    if (which > settings.until) return;
    stage(text_of(which), [&] {
      change();
      note(text_of(which), settings.exact_digits, made);
    });
  };
  run(WedgeStage::wedge_cut, [&] { made.mesh = wedge_cut(level.scene.points, level.set, index, settings.cut); });
  return made;
}

}  // namespace plumb::pipeline

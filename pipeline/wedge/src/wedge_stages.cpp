// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_stages.h"

#include "plumb/pipeline/column_test.h"

namespace plumb::pipeline {
namespace {

void note(const char* name, std::uint64_t exact_digits, OperationFacts changes, WedgeMesh& made) {
  made.facts.push_back({.name = name,
                        .triangles = made.mesh.triangles.size(),
                        .vertices = made.mesh.points.size(),
                        .coordinate_bits = longest_coordinate(made.mesh),
                        .area = plan_area(made.mesh, exact_digits),
                        .changes = std::move(changes)});
}

}  // namespace

std::vector<Stage> wedge_stages(WedgeStage until) {
  std::vector<Stage> out;
  for (const auto& [stage, weight] : {std::pair(WedgeStage::wedge_cut, 100.0), std::pair(WedgeStage::close_gaps, 60.0),
                                      std::pair(WedgeStage::decimate, 20.0), std::pair(WedgeStage::add_ramps, 60.0),
                                      std::pair(WedgeStage::close_ramps, 60.0)})
    if (stage <= until) out.push_back({text_of(stage), weight});
  return out;
}

WedgeMesh run_wedge_stages(const SceneSurfaces& level, const SurfaceIndex& index, const WedgeStageSettings& settings,
                           Stages& stage) {
  WedgeMesh made;
  const auto run = [&](WedgeStage which, auto&& change) {
    if (which > settings.until) return;
    stage(text_of(which), [&] { note(text_of(which), settings.exact_digits, change(), made); });
  };
  run(WedgeStage::wedge_cut, [&] {
    made.mesh = wedge_cut(level.scene.points, level.set, index, settings.cut);
    return OperationFacts{};
  });
  const ColumnTest column(level.scene.points, level.set, index, settings.step);
  CloseGapsOptions gaps = settings.gaps;
  gaps.exact_digits = settings.exact_digits;
  gaps.stopped = [&](const ExactPoint& from, const ExactPoint& to) {
    const bool one_place = from[0] == to[0] && from[1] == to[1];
    return !one_place && column.stops(from, to, settings.cut.height);
  };
  const auto close = [&] { return close_gaps(made.mesh, gaps); };
  run(WedgeStage::close_gaps, close);
  run(WedgeStage::decimate, [&] {
    return decimate(made.mesh, {.cone = settings.cone, .exact_digits = settings.exact_digits});
  });
  run(WedgeStage::add_ramps, [&] {
    return add_ramps(made.mesh, level.scene.points, level.set, index, settings.cut,
                     {.step = settings.step,
                      .slope = settings.ramp_slope,
                      .cone = settings.cone,
                      .miter = settings.miter,
                      .reach = settings.ramp_reach,
                      .position_bits = settings.gaps.position_bits,
                      .exact_digits = settings.exact_digits});
  });
  run(WedgeStage::close_ramps, close);
  return made;
}

}  // namespace plumb::pipeline

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
  const std::vector<Stage> all{{text_of(WedgeStage::wedge_cut), 100}, {text_of(WedgeStage::close_gaps), 60}};
  return {all.begin(), all.begin() + static_cast<int>(until) + 1};
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
  run(WedgeStage::close_gaps, [&] {
    CloseGapsOptions gaps = settings.gaps;
    gaps.exact_digits = settings.exact_digits;
    gaps.stopped = [&](const ExactPoint& from, const ExactPoint& to) {
      const bool one_place = from[0] == to[0] && from[1] == to[1];
      return !one_place && column.stops(from, to, settings.cut.height);
    };
    return close_gaps(made.mesh, gaps);
  });
  return made;
}

}  // namespace plumb::pipeline

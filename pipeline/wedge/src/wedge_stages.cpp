// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/wedge_stages.h"

#include <array>

#include "links/edge_contacts.h"
#include "plumb/pipeline/column_check.h"

namespace plumb::pipeline {
namespace {

void note(const char* name, std::uint64_t exact_digits, OperationFacts changes, WedgeMesh& made) {
  // Where a stage changed no area, the area after the stage before is kept.
  const bool same = !made.facts.empty() && changes.gained.exact == 0 && changes.lost.exact == 0;
  made.facts.push_back({.name = name,
                        .triangles = made.mesh.triangles.size(),
                        .vertices = made.mesh.points.size(),
                        .coordinate_bits = surface::longest_coordinate(made.mesh),
                        .area = same ? made.facts.back().area : plan_area(made.mesh, exact_digits),
                        .changes = std::move(changes)});
}

// The square of how far from a ramp floor is tilted; of two runs rounded up by less than 2^-100 of it.
mpq_class squared_reach(const WedgeStageSettings& s) {
  if (s.flatten) return *s.flatten * *s.flatten;
  return 4 * s.step * s.step / (1 / s.ramp_slope.cos_squared(128).high - 1);
}

}  // namespace

std::vector<Stage> wedge_stages(WedgeStage until, bool clears) {
  constexpr std::array weights{
      std::pair(WedgeStage::wedge_cut, 100.0),    std::pair(WedgeStage::close_gaps, 60.0),
      std::pair(WedgeStage::decimate, 20.0),      std::pair(WedgeStage::add_ramps, 40.0),
      std::pair(WedgeStage::close_ramps, 30.0),   std::pair(WedgeStage::drop_patches, 1.0),
      std::pair(WedgeStage::flatten_ramps, 20.0), std::pair(WedgeStage::simplify, 30.0),
      std::pair(WedgeStage::clear_walls, 100.0),  std::pair(WedgeStage::close_cleared, 20.0),
      std::pair(WedgeStage::drop_cleared, 1.0),   std::pair(WedgeStage::simplify_cleared, 30.0)};
  static_assert(weights.size() == words_of(WedgeStage{}).size());
  std::vector<Stage> out;
  for (const auto& [stage, weight] : weights)
    if (stage <= until && (clears || stage < WedgeStage::clear_walls)) out.push_back({text_of(stage), weight});
  return out;
}

WedgeMesh run_wedge_stages(const SceneSurfaces& level, const SurfaceIndex& index, const WedgeStageSettings& settings,
                           Stages& stage) {
  WedgeMesh made;
  const std::uint64_t digits = settings.exact_digits;
  const bool clears = sgn(settings.clear.radius) > 0;
  const auto run = [&](WedgeStage which, auto&& change) {
    if (which > settings.until || (which >= WedgeStage::clear_walls && !clears)) return;
    stage(text_of(which), [&] { note(text_of(which), digits, change(), made); });
    if (settings.seen) settings.seen(which, made.mesh);
  };
  const ColumnCheck column(level.scene.points, level.set, index, settings.step);
  CloseGapsOptions gaps = settings.gaps;
  gaps.exact_digits = digits;
  gaps.stopped = [&](const ExactPoint& from, const ExactPoint& to) {
    const bool one_place = from[0] == to[0] && from[1] == to[1];
    return !one_place && column.stops(from, to, settings.cut.height);
  };
  const auto close = [&] { return close_gaps(made.mesh, gaps); };
  const ContactOptions stepping{column, settings.step, settings.cut.height};
  const auto links = [&] { return sgn(settings.step) > 0 ? step_links(made.mesh, stepping) : std::vector<StepLink>{}; };
  const auto drop = [&] {
    const auto linked = sgn(settings.min_area) > 0 ? links() : std::vector<StepLink>{};
    return drop_patches(made.mesh, {.min_area = settings.min_area, .links = linked, .exact_digits = digits});
  };
  const auto parted = [&](const TriangleMesh& mesh) { return parted_steps(mesh, stepping); };
  const auto simplify_within = [&](const mpq_class& tolerance) {
    return simplify(made.mesh, {.tolerance = tolerance,
                                .position_bits = settings.gaps.position_bits,
                                .parted = parted,
                                .exact_digits = digits});
  };
  run(WedgeStage::wedge_cut, [&] {
    made.mesh = wedge_cut(level.scene.points, level.set, index, settings.cut);
    return OperationFacts{};
  });
  run(WedgeStage::close_gaps, close);
  run(WedgeStage::decimate, [&] { return decimate(made.mesh, {.cone = settings.cone, .exact_digits = digits}); });
  run(WedgeStage::add_ramps, [&] {
    return add_ramps(made.mesh, level.scene.points, level.set, index, settings.cut,
                     {.step = settings.step,
                      .slope = settings.ramp_slope,
                      .cone = settings.cone,
                      .miter = settings.miter,
                      .position_bits = settings.gaps.position_bits,
                      .exact_digits = digits});
  });
  run(WedgeStage::close_ramps, close);
  run(WedgeStage::drop_patches, drop);
  run(WedgeStage::flatten_ramps, [&] {
    // Vertices that are not needed would be in the way of ramps that turn a corner.
    if (sgn(settings.step) > 0) simplify_within(0);
    return flatten_ramps(made.mesh, {.step = settings.step,
                                     .slope = settings.slope,
                                     .squared_reach = squared_reach(settings),
                                     .parted = parted,
                                     .exact_digits = digits});
  });
  // With a radius simplify_cleared alone may use the tolerance, so both stages together lose no more than it.
  run(WedgeStage::simplify, [&] { return simplify_within(clears ? mpq_class(0) : settings.simplify); });
  run(WedgeStage::clear_walls, [&] {
    ClearWallsOptions clear = settings.clear;
    clear.exact_digits = digits;
    return clear_walls(made.mesh, clear);
  });
  run(WedgeStage::close_cleared, close);
  run(WedgeStage::drop_cleared, drop);
  run(WedgeStage::simplify_cleared, [&] { return simplify_within(settings.simplify); });
  made.links = links();
  return made;
}

}  // namespace plumb::pipeline

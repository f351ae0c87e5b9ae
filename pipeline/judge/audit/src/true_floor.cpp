// SPDX-License-Identifier: GPL-3.0-or-later
// The true floor of a level, by which navmeshes are judged.
// 1. index_surfaces() and build_nav_graph() bake the level: this is the true floor. With an agent's radius its
//    clearance is the inner bound, what is left at least.
// 2. outer_bound() erodes the same cells again for what is left at most.
//
// Cost: one bake, of which a radius repeats what follows the decomposition.
// Source: our own; docs/reference/audit.md defines what is compared.
#include "plumb/pipeline/true_floor.h"

#include <algorithm>

#include "plumb/pipeline/bake_method.h"
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/stage_settings.h"

namespace plumb::pipeline {
namespace {

// With a radius, outer_bound() needs the cells from before it, which a bake keeps for certificates.
bool keeps_uneroded(const BakeOptions& o) { return sgn(o.radius) > 0 && o.method == Method::vcd; }

Result<std::unique_ptr<Navigation>> navigate(const BakeOptions& o, const SceneSurfaces& level, SurfaceIndex index,
                                             Stages& stage) {
  BakeOptions kept = o;
  kept.certificate = keeps_uneroded(o);
  kernel::LadderCounts arithmetic;
  return build_nav_graph(kept, level, std::move(index), stage, arithmetic);
}

// The most floor that an agent's radius may leave. Uses up the cells from before the radius; where there are none, as
// with the wedge method, the level is baked again.
Result<FloorFaces> outer_bound(const BakeOptions& options, const SceneSurfaces& level, Navigation* inner,
                               kernel::Label stance) {
  BakeOptions o = options;
  o.clearance = ClearanceBound::outer;
  o.joining_weld = false;
  const auto floor = [&](const NavMesh& mesh) {
    mesh.points.make_exact(o.threads);
    return standing_facets(mesh, stance);
  };
  if (!inner || !inner->uncleared) {
    Progress silent;
    Stages stage(silent, nav_graph_stages(o));
    const auto again = navigate(o, level, SurfaceIndex(level.scene.points, level.set), stage);
    if (!again) return again.error();
    return floor(*(*again)->mesh);
  }
  StanceMap map = std::move(*inner->uncleared);
  NavGraph graph = std::move(inner->uncleared_graph);
  inner->uncleared.reset();
  kernel::LadderCounts arithmetic;
  erode(level.scene.points, level.set, map, graph, clear_options(o), arithmetic);
  MergedCells cells = optimise(level.scene.points, level.set, map, graph,
                               {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  NavMesh mesh =
      construct(nav_mesh_info(o), {level.scene, level.set, map, graph}, std::move(cells), o.threads, o.unwalkable);
  const auto pruned =
      prune_components(mesh, {.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits});
  if (!pruned) return pruned.error();
  return floor(mesh);
}

std::optional<Error> add_outer(TrueFloor& floor, Navigation* inner, Stages& stage) {
  if (sgn(floor.options.radius) == 0) return std::nullopt;
  auto bound = stage("outer", [&] { return outer_bound(floor.options, *floor.level, inner, floor.stance.label); });
  if (!bound) return bound.error();
  floor.outer = std::move(*bound);
  return std::nullopt;
}

void add_components(TrueFloor& floor) {
  floor.mesh().points.make_exact(floor.options.threads);
  floor.components = pipeline::components(floor.mesh(), floor.stance.label);
  floor.derived = std::make_unique<DerivedMesh>(floor.mesh(), floor.options.threads);
}

}  // namespace

Result<ChosenStance> choose_stance(const BakeSettings& settings, const std::string& name) {
  const auto& stances = settings.stances;
  const auto at = name.empty() ? stances.begin() : std::ranges::find(stances, name, &Stance::name);
  if (at == stances.end())
    return bad_option("--at-stance '" + name + "' is none of the stances; the lowest is '" + stances.front().name +
                      "'");
  return ChosenStance{at->name, at->height, static_cast<kernel::Label>(at - stances.begin() + 1)};
}

FloorFaces standing_facets(const NavMesh& mesh, kernel::Label stance) {
  return facets_of(mesh, [stance](const NavMesh::Cell& cell) { return cell.stance >= stance; });
}

std::vector<Stage> true_floor_stages(const BakeOptions& options) {
  return indexed_surface_stages(options.solids) + nav_graph_stages(options) + outer_stages(options);
}

std::vector<Stage> outer_stages(const BakeSettings& settings) {
  if (sgn(settings.radius) == 0) return {};
  return {{"outer", 400}};
}

Result<std::unique_ptr<TrueFloor>> find_true_floor(const BakeOptions& options, ChosenStance stance, Scene scene,
                                                   Stages& stage) {
  auto surfaces = index_surfaces(std::move(scene), surface_settings(options), stage);
  if (!surfaces) return surfaces.error();
  auto out = std::make_unique<TrueFloor>();
  out->options = options;
  out->stance = std::move(stance);
  out->level = std::make_shared<SceneSurfaces>(std::move(surfaces->level));
  auto navigation = navigate(options, *out->level, std::move(surfaces->index), stage);
  if (!navigation) return navigation.error();
  Navigation& made = **navigation;
  out->navigation = std::move(*navigation);
  if (auto error = add_outer(*out, &made, stage)) return *error;
  add_components(*out);
  return out;
}

Result<std::unique_ptr<TrueFloor>> find_true_floor(const Baked& baked, ChosenStance stance, Stages& stage) {
  if (!baked.derived) return bad_option("the bake has no navmesh; set BakeSettings::mesh");
  auto out = std::make_unique<TrueFloor>();
  out->options = baked.options;
  out->stance = std::move(stance);
  // Neither is owned.
  out->level = std::shared_ptr<const SceneSurfaces>(std::shared_ptr<void>(), baked.level.get());
  out->navigation = std::shared_ptr<const Navigation>(std::shared_ptr<void>(), baked.navigation.get());
  out->has_graph = baked.options.certificate;
  if (auto error = add_outer(*out, nullptr, stage)) return *error;
  add_components(*out);
  return out;
}

}  // namespace plumb::pipeline

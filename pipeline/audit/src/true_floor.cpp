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

#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/optimise.h"

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

// The most floor that an agent's radius may leave. Uses up the cells from before the radius; the wedge method, which
// has none, is run again.
Result<FloorFaces> outer_bound(const BakeOptions& options, const SceneSurfaces& level, Navigation& inner,
                               kernel::Label stance) {
  BakeOptions o = options;
  o.clearance = ClearanceBound::outer;
  o.joining_weld = false;
  const auto floor = [&](const NavMesh& mesh) {
    mesh.points.make_exact(o.threads);
    return standing_facets(mesh, stance);
  };
  if (!inner.uncleared) {
    Progress silent;
    Stages stage(silent, nav_graph_stages(o));
    const auto again = navigate(o, level, SurfaceIndex(level.scene.points, level.set), stage);
    if (!again) return again.error();
    return floor(*(*again)->mesh);
  }
  StanceMap map = std::move(*inner.uncleared);
  NavGraph graph = std::move(inner.uncleared_graph);
  inner.uncleared.reset();
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
  std::vector<Stage> out = indexed_surface_stages(options.solids) + nav_graph_stages(options);
  if (sgn(options.radius) > 0) out.push_back({"outer", 400});
  return out;
}

Result<std::unique_ptr<TrueFloor>> find_true_floor(const BakeOptions& options, ChosenStance stance, Scene scene,
                                                   Stages& stage) {
  auto surfaces = index_surfaces(std::move(scene), surface_settings(options), stage);
  if (!surfaces) return surfaces.error();
  auto out = std::make_unique<TrueFloor>();
  out->options = options;
  out->stance = std::move(stance);
  out->level = std::move(surfaces->level);
  auto navigation = navigate(options, out->level, std::move(surfaces->index), stage);
  if (!navigation) return navigation.error();
  out->navigation = std::move(*navigation);
  out->mesh().points.make_exact(options.threads);
  if (sgn(options.radius) > 0) {
    auto bound = stage("outer", [&] { return outer_bound(options, out->level, *out->navigation, out->stance.label); });
    if (!bound) return bound.error();
    out->outer = std::move(*bound);
  }
  out->components = pipeline::components(out->mesh(), out->stance.label);
  out->derived = std::make_unique<DerivedMesh>(out->mesh(), options.threads);
  return out;
}

}  // namespace plumb::pipeline

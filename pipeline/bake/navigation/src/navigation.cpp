// SPDX-License-Identifier: GPL-3.0-or-later
// The stages from the polygons of a level to its navmesh, by Volume Collision Decomposition.
//
// standard_method() gives their list and navigate(), which runs them:
// 1. link_surfaces() decomposes the polygons and links their cells. look_for_advice() is the stage "gaps":
//    joining_weld() and joining_step() search for what would join more of the level, near_headroom(), near_rises() and
//    near_walls() for where rounding decides.
// 2. With a radius clear_level() takes what is too close to the border, by the inner or the outer bound. For "both" it
//    erodes a second map; for a certificate it keeps what there was before.
// 3. optimise() merges cells, and construct() makes the mesh, unless nobody wants one and nothing is pruned or
//    simplified. prune() drops the components that are not to be kept.
// 4. add_one_way_links() finds drops and leaps, and simplify_nav_mesh() gives the mesh fewer corners, if that is
//    wanted.
// keep_mesh() gives up what the mesh does not refer to, so that the memory is free while files are written.
//
// Cost: that of the stages. Each gives up its input as soon as no other needs it.
// Source: Budde & Kausch (2012) for the order of the stages; the rest is ours.
#include "plumb/pipeline/navigation.h"

#include <algorithm>
#include <utility>

#include "nothing_left.h"
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/near_headroom.h"
#include "plumb/pipeline/near_rises.h"

namespace plumb::pipeline {
namespace {

const SolidSet* solids_of(const NavigationSettings& s, const SceneSurfaces& level) {
  return s.link.solids == Solids::closed ? &level.solids : nullptr;
}

bool simplifies(const NavigationSettings& s) { return sgn(s.simplify.tolerance) > 0; }

std::vector<Stage> stages_of(const NavigationSettings& s) {
  std::vector<Stage> out = link_stages(s.link.solids);
  out.push_back({"gaps", 10});
  // A radius leaves more cells.
  out = s.clear ? out + std::vector<Stage>{{"erode", 270}, {"optimise", 26}, {"construct", 96}}
                : out + std::vector<Stage>{{"optimise", 12}, {"construct", 40}};
  if (s.one_way.any()) out = out + std::vector<Stage>{{"one-way", 20}};
  return simplifies(s) ? out + std::vector<Stage>{{"simplify", 300}} : out;
}

void look_for_advice(const NavigationSettings& s, const SceneSurfaces& level, const SurfaceIndex& index,
                     Navigation& n) {
  const LinkedLevel linked{level.scene, level.set, n.map, n.graph};
  const unsigned threads = s.link.threads;
  n.joining_weld = joining_weld(linked, index, threads);
  n.joining_step = joining_step(linked, index, threads);
  n.near_rises = near_rises(linked, index, threads);
  n.near_walls = near_walls(level.scene.points, level.set, index, n.map);
  n.near_headroom =
      near_headroom(level.scene.points, level.set, index, n.map,
                    {.decomposition = s.link.decomposition, .threads = threads, .solids = solids_of(s, level)});
  n.nothing_left = nothing_below_ceilings(s, level, index, n.map);
}

void clear_level(const NavigationSettings& s, const SceneSurfaces& level, kernel::LadderCounts& arithmetic,
                 Navigation& n) {
  ErodeOptions options = *s.clear;
  options.bound = kernel::DiscBound::hull;
  if (s.certificate) {
    n.uncleared = n.map;
    n.uncleared_graph = n.graph;
  }
  if (s.clearance == ClearanceBound::both) {
    n.outer = n.map;
    erode_cells(level.scene.points, level.set, *n.outer, n.graph, options, arithmetic);
  }
  if (s.clearance != ClearanceBound::outer) options.bound = kernel::DiscBound::tangents;
  erode(level.scene.points, level.set, n.map, n.graph, options, arithmetic);
}

// Fewer corners, and then the cells of what is left.
void simplify_mesh(const NavigationSettings& s, const SceneSurfaces& level, Navigation& n) {
  SimplifyFacts facts = simplify_nav_mesh(*n.mesh, level.set, s.simplify);
  n.triangle_stages.push_back({.name = "simplify",
                               .triangles = facts.triangles,
                               .vertices = facts.vertices,
                               .coordinate_bits = facts.coordinate_bits,
                               .area = std::move(facts.area),
                               .changes = std::move(facts.changes)});
  n.cells = cell_graph(*n.mesh);
  n.areas = rough_areas(*n.mesh);
}

Result<std::unique_ptr<Navigation>> navigate(const NavigationSettings& s, const SceneSurfaces& level,
                                             SurfaceIndex index, Stages& stage, kernel::LadderCounts& arithmetic) {
  auto n = std::make_unique<Navigation>();  // what refers to its parts must find them there
  auto used = std::make_optional(std::move(index));
  LinkedMap linked_map = link_surfaces(level, *used, s.link, stage, arithmetic);
  n->map = std::move(linked_map.map);
  n->graph = std::move(linked_map.graph);
  stage("gaps", [&] {
    if (s.advice) look_for_advice(s, level, *used, *n);
  });
  const bool one_way = s.one_way.any() && (s.mesh || s.mesh_later);
  if (!one_way) used.reset();  // no later stage needs it
  Border border;               // before a radius takes anything
  if (one_way && !s.clear) border = border_of(level.scene.points, level.set, n->map, n->graph);
  if (s.clear)
    stage("erode", [&] {
      const kernel::Label highest = highest_label(n->map);
      clear_level(s, level, arithmetic, *n);
      if (!s.advice) return;
      if (auto nothing = nothing_within_radius(s, level, highest, n->map)) n->nothing_left = std::move(nothing);
    });
  MergedCells partition = stage("optimise", [&] {
    OptimiseOptions options = s.optimise;
    if (simplifies(s)) options.goal = Optimise::none;
    return optimise(level.scene.points, level.set, n->map, n->graph, options);
  });
  if (!simplifies(s)) n->partition = partition;  // of other regions
  std::optional<Error> wrong;
  stage("construct", [&] {
    const LinkedLevel linked{level.scene, level.set, n->map, n->graph};
    if (!s.mesh && !one_way && !simplifies(s) && !prunes(s.prune)) {
      n->cells = cell_graph(linked, partition);
      n->areas = rough_areas(linked, partition);
      if (s.mesh_later) n->merged = std::move(partition);
      return;
    }
    // A seed point is over the first surface below it, whether somebody can stand there or not.
    const bool unwalkable = s.unwalkable || !s.prune.seed_points.empty();
    n->mesh = construct(s.info, linked, std::move(partition), s.link.threads, unwalkable);
    wrong = prune(s.prune, *n);
  });
  if (wrong) return *wrong;
  if (s.one_way.any())
    stage("one-way", [&] {
      const LinkedLevel linked{level.scene, level.set, n->map, n->graph};
      if (one_way) add_one_way_links(linked, *used, s.clear ? n->map.clearance->border : border, s.one_way, *n->mesh);
    });
  if (simplifies(s)) stage("simplify", [&] { simplify_mesh(s, level, *n); });
  return n;
}

// Whether each vertex of a graph is known without the sources of its cell's lines: it is an input point, or lines that
// the map keeps meet there.
bool all_lines_kept(const NavGraph& graph, const StanceMap& map) {
  kernel::PolygonId surface = kernel::no_polygon;
  const kernel::LineTable::Group* kept = nullptr;
  return std::ranges::all_of(graph.vertices, [&](const GraphVertex& v) {
    if (v.point != kernel::no_point || v.cell == GraphVertex::no_cell) return true;
    if (const kernel::PolygonId own = map.table.cells[v.cell].surface; own != surface)
      surface = own, kept = map.table.kept.find(own);
    return kept && std::max(v.lines[0], v.lines[1]) < 2 * kept->count;
  });
}

}  // namespace

NavigationMethod standard_method(NavigationSettings settings) {
  NavigationMethod out;
  out.stages = stages_of(settings);
  out.measure = [digits = settings.prune.exact_digits, threads = settings.link.threads](const SceneSurfaces& level,
                                                                                        const Navigation& made) {
    const auto measured = [&](const StanceMap& map) {
      return measure(level.scene.points, level.set, map, digits, threads);
    };
    BothMeasures both;
    if (made.outer) both.outer = measured(*made.outer);
    both.inner = measured(made.map);
    return both;
  };
  out.run = [s = std::move(settings)](const SceneSurfaces& level, SurfaceIndex index, Stages& stage,
                                      kernel::LadderCounts& arithmetic) {
    return navigate(s, level, std::move(index), stage, arithmetic);
  };
  return out;
}

void Navigation::keep_mesh() {
  const auto give_up = [](auto& list) { std::exchange(list, {}); };
  give_up(graph.first_half_edge);
  give_up(graph.half_edges);
  give_up(map.table.obstructions);
  if (all_lines_kept(graph, map)) give_up(map.table.lines);
}

void make_mesh(Navigation& n, const NavigationSettings& s, const SceneSurfaces& level) {
  const LinkedLevel linked{level.scene, level.set, n.map, n.graph};
  n.mesh = construct(s.info, linked, MergedCells(*n.merged), s.link.threads, s.unwalkable);
  n.cells = cell_graph(*n.mesh);
  n.areas = rough_areas(*n.mesh);
  n.merged.reset();  // last: a call that was cancelled can be made again
}

std::optional<Error> prune(const PruneSettings& settings, Navigation& n) {
  auto pruned = prune_components(*n.mesh, settings);
  if (!pruned) return pruned.error();
  n.pruned = std::move(*pruned);
  n.cells = cell_graph(*n.mesh);
  n.areas = rough_areas(*n.mesh);
  return std::nullopt;
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
// The stages from the polygons of a level to its navmesh, by either method.
//
// build_nav_graph():
// 1. link_surfaces() decomposes the polygons and links their cells. joining_weld() and joining_step() search for what
//    would join more of the level, near_headroom(), near_rises() and near_walls() for where rounding decides (stage
//    "gaps").
// 2. With a radius erode_level() takes what is too close to the border, by the inner or the outer bound. For "both" it
//    erodes a second map; for a certificate it keeps what there was before.
// 3. optimise() merges cells, and construct() makes the mesh, unless nobody wants one and nothing is pruned. prune()
//    drops the components that are not to be kept.
// With --method wedge cut_by_wedges() runs the stages of wedge_stages.h instead of 1 to 3, except for pruning, and
// writes what each stage left if that was asked for (write_stage_files). keep_mesh() gives up what the mesh does not
// refer to, so that the memory is free while files are written.
//
// Cost: that of the stages. Each gives up its input as soon as no other needs it.
// Source: Budde & Kausch (2012) and Sanchez (2021) for the order of the stages; the rest is ours.
#include "plumb/pipeline/build_nav_graph.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "nothing_left.h"
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/export_stage.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/near_headroom.h"
#include "plumb/pipeline/near_rises.h"
#include "plumb/pipeline/near_walls.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/simplify_nav_mesh.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/triangle_nav_mesh.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

// What stages of the wedge method leave, drawn:
constexpr Colour floor_colour{0x66, 0xb0, 0x5a}, ramp_colour{0xf5, 0xd0, 0x4c}, inner_colour{0x2f, 0x55, 0x2a};

Colour colour_of(EdgeClass edge_class) {
  switch (edge_class) {
    case EdgeClass::open: return {0x1f, 0x5f, 0xc4};
    case EdgeClass::blocked: return {0xd6, 0x4a, 0x45};
    case EdgeClass::inner_wall: return {0x8e, 0x3f, 0xb0};
    case EdgeClass::step: return {0xe8, 0x8a, 0x1a};
  }
  return {};
}

// A fiftieth of the side of a square as large as triangles are on average: enough to be seen, and in proportion.
double lift_over(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return 0;
  const double area = plan_area(mesh, 1).approx / static_cast<double>(mesh.triangles.size());
  return std::isfinite(area) ? std::sqrt(area) / 50 : 0;
}

DrawnStage drawn(const std::string& stage, const TriangleMesh& mesh, UpAxis up) {
  DrawnStage out;
  out.title = std::string("plumb ") + version() + ": stage " + stage;
  out.up = up;
  out.points = mesh.points;
  out.lift = lift_over(mesh);
  out.triangles = {{"triangles", floor_colour}, {"ramps", ramp_colour}};
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    out.triangles[t.ramp == TriangleMesh::none ? 0 : 1].list.push_back(t.corners);
  const auto side = [&](Index t, std::size_t i) {
    const auto& c = mesh.triangles[t].corners;
    return std::array{c[i], c[(i + 1) % 3]};
  };
  for (const EdgeClass edge_class : {EdgeClass::open, EdgeClass::blocked, EdgeClass::inner_wall, EdgeClass::step}) {
    auto& lines =
        out.lines.emplace_back(DrawnStage::Lines{std::string("edge.") + text_of(edge_class), colour_of(edge_class)});
    for (const TriangleMesh::BoundaryEdge& e : mesh.boundary)
      if (e.edge_class == edge_class) lines.list.push_back(side(e.triangle, e.side));
  }
  auto& inner = out.lines.emplace_back(DrawnStage::Lines{"edge.inner", inner_colour});
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < beyond.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      if (beyond[t][i] != TriangleMesh::none && t < beyond[t][i]) inner.list.push_back(side(t, i));
  return out;
}

kernel::DiscBound disc_bound(const BakeSettings& s) {
  return s.clearance == ClearanceBound::outer ? kernel::DiscBound::hull : kernel::DiscBound::tangents;
}

void erode_level(const BakeOptions& o, const SceneSurfaces& level, kernel::LadderCounts& arithmetic, Navigation& n) {
  ErodeOptions options = clear_options(o);
  options.bound = kernel::DiscBound::hull;
  if (o.certificate) {
    n.uncleared = n.map;
    n.uncleared_graph = n.graph;
  }
  if (o.clearance == ClearanceBound::both) {
    n.outer = n.map;
    erode_cells(level.scene.points, level.set, *n.outer, n.graph, options, arithmetic);
  }
  if (o.clearance != ClearanceBound::outer) options.bound = kernel::DiscBound::tangents;
  erode(level.scene.points, level.set, n.map, n.graph, options, arithmetic);
}

std::optional<Error> prune(const BakeOptions& o, Navigation& n) {
  auto pruned =
      prune_components(*n.mesh, {.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits});
  if (!pruned) return pruned.error();
  n.pruned = std::move(*pruned);
  n.cells = cell_graph(*n.mesh);
  n.areas = rough_areas(*n.mesh);
  return std::nullopt;
}

Result<std::unique_ptr<Navigation>> cut_by_wedges(const BakeOptions& o, const SceneSurfaces& level,
                                                  const SurfaceIndex& index, Stages& stage) {
  auto n = std::make_unique<Navigation>();
  n->map.stances = o.stances;
  n->map.step = o.step;
  std::optional<Error> not_written;
  const auto write_stage = [&](WedgeStage which, const TriangleMesh& mesh) {
    if (!o.stages.empty() && !not_written)
      not_written = write_stage_files(o.stages, static_cast<std::size_t>(which) + 1, text_of(which), mesh, level.scene);
  };
  WedgeMesh made = run_wedge_stages(
      level, index,
      {.until = o.wedge.until,
       .cut = {.height = o.stances.front().height,
               .wall_foot = o.wedge.wall_foot.value_or(o.step),
               .wall_thickness = o.wedge.wall_thickness,
               .solids = o.solids == Solids::closed ? &level.solids : nullptr,
               .threads = o.threads},
       .step = o.step,
       .gaps = {.gap = o.wedge.gap, .min_altitude = o.wedge.min_altitude, .position_bits = o.wedge.position_bits},
       .cone = kernel::SlopeLimit::from_degrees(o.wedge.cone).value(),
       .slope = slope_limit(o),
       .ramp_slope = ramp_limit(o),
       .miter = o.wedge.miter,
       .min_area = o.min_area,
       .flatten = o.wedge.flatten,
       .simplify = o.wedge.simplify,
       .clear = {.radius = o.radius,
                 .window = o.window,
                 .disc_points = o.disc,
                 .bound = disc_bound(o),
                 .threads = o.threads},
       .seen = write_stage,
       .exact_digits = o.exact_digits},
      stage);
  if (not_written) return *not_written;
  n->wedge = std::move(made.facts);
  if (const auto wrong = stage("realise", [&] {
        n->mesh = nav_mesh(nav_mesh_info(o, level.scene.sha256), level.scene.points.common_denominator(), level.set,
                           made.mesh, o.optimise, made.links);
        return prune(o, *n);
      }))
    return *wrong;
  return n;
}

// Fewer corners, and then the cells of what is left.
void simplify_mesh(const BakeOptions& o, const SceneSurfaces& level, Navigation& n) {
  SimplifyFacts facts = simplify_nav_mesh(*n.mesh, level.set,
                                          {.tolerance = o.wedge.simplify,
                                           .goal = o.optimise,
                                           .position_bits = o.wedge.position_bits,
                                           .exact_digits = o.exact_digits});
  n.wedge.push_back({.name = "simplify",
                     .triangles = facts.triangles,
                     .vertices = facts.vertices,
                     .coordinate_bits = facts.coordinate_bits,
                     .area = std::move(facts.area),
                     .changes = std::move(facts.changes)});
  n.cells = cell_graph(*n.mesh);
  n.areas = rough_areas(*n.mesh);
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

Result<BakeOptions> options_of(const Scene& scene, const BakeSettings& settings) {
  if (!is_valid(scene))
    return Error{ErrorCode::bad_scene,
                 "the scene is not valid: see is_valid(const Scene&); make it by scene_from_polygons()", scene.file, 0};
  auto checked_settings = checked(settings);
  if (!checked_settings) return checked_settings.error();
  BakeOptions o;
  static_cast<BakeSettings&>(o) = std::move(*checked_settings);
  o.scene = scene.file;
  o.numbers = scene.numbers;
  o.up = scene.up;
  return o;
}

NavMeshInfo nav_mesh_info(const BakeOptions& o, const std::string& sha256) {
  return {.version = version(),
          .scene = o.scene,
          .sha256 = sha256,
          .up = o.up,
          .stances = o.stances,
          .step = o.step,
          .radius = o.radius,
          .options = json_text(options_json(o))};
}

ErodeOptions clear_options(const BakeSettings& s) {
  return {.radius = s.radius, .window = s.window, .disc_points = s.disc, .bound = disc_bound(s), .threads = s.threads};
}

std::vector<Stage> nav_graph_stages(const BakeSettings& s) {
  if (s.method == Method::wedge)
    return wedge_stages(s.wedge.until, sgn(s.radius) > 0) + std::vector<Stage>{{"realise", 40}};
  std::vector<Stage> out = link_stages(s.solids);
  out.push_back({"gaps", 10});
  // A radius leaves more cells.
  out = sgn(s.radius) > 0 ? out + std::vector<Stage>{{"clear", 270}, {"optimise", 26}, {"realise", 96}}
                          : out + std::vector<Stage>{{"optimise", 12}, {"realise", 40}};
  return sgn(s.wedge.simplify) > 0 ? out + std::vector<Stage>{{"simplify", 300}} : out;
}

void Navigation::keep_mesh() {
  const auto give_up = [](auto& list) { std::exchange(list, {}); };
  give_up(graph.first_half_edge);
  give_up(graph.half_edges);
  give_up(map.table.obstructions);
  if (all_lines_kept(graph, map)) give_up(map.table.lines);
}

void Navigation::make_mesh(const BakeOptions& o, const SceneSurfaces& level) {
  const LinkedLevel linked{level.scene, level.set, map, graph};
  mesh = construct(nav_mesh_info(o, level.scene.sha256), linked, MergedCells(*merged), o.threads, o.unwalkable);
  cells = cell_graph(*mesh);
  areas = rough_areas(*mesh);
  merged.reset();  // last: a call that was cancelled can be made again
}

Result<std::unique_ptr<Navigation>> build_nav_graph(const BakeOptions& o, const SceneSurfaces& level,
                                                    SurfaceIndex index, Stages& stage,
                                                    kernel::LadderCounts& arithmetic) {
  if (o.method == Method::wedge) return cut_by_wedges(o, level, index, stage);
  auto n = std::make_unique<Navigation>();  // what refers to its parts must find them there
  {
    const SurfaceIndex last_use = std::move(index);  // no stage after these needs it
    LinkedMap linked = link_surfaces(level, last_use, link_settings(o), stage, arithmetic);
    n->map = std::move(linked.map);
    n->graph = std::move(linked.graph);
    stage("gaps", [&] {
      if (!o.joining_weld) return;
      const LinkedLevel linked{level.scene, level.set, n->map, n->graph};
      n->joining_weld = joining_weld(linked, last_use, o.threads);
      n->joining_step = joining_step(linked, last_use, o.threads);
      n->near_rises = near_rises(linked, last_use, o.threads);
      n->near_walls = near_walls(level.scene.points, level.set, last_use, n->map);
      n->near_headroom = near_headroom(level.scene.points, level.set, last_use, n->map,
                                       {.decomposition = o.decomposition,
                                        .threads = o.threads,
                                        .solids = o.solids == Solids::closed ? &level.solids : nullptr});
      n->nothing_left = nothing_below_ceilings(o, level, last_use, n->map);
    });
  }
  if (sgn(o.radius) > 0)
    stage("clear", [&] {
      const kernel::Label highest = highest_label(n->map);
      erode_level(o, level, arithmetic, *n);
      if (!o.joining_weld) return;
      if (auto nothing = nothing_within_radius(o, level, highest, n->map)) n->nothing_left = std::move(nothing);
    });
  const bool simplifies = sgn(o.wedge.simplify) > 0;
  MergedCells partition = stage("optimise", [&] {
    return optimise(
        level.scene.points, level.set, n->map, n->graph,
        {.goal = simplifies ? Optimise::none : o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  });
  if (!simplifies) n->partition = partition;  // of other regions
  std::optional<Error> wrong;
  stage("realise", [&] {
    const LinkedLevel linked{level.scene, level.set, n->map, n->graph};
    if (!o.mesh && !simplifies && !prunes({.seed_points = o.seed_points, .min_area = o.min_area})) {
      n->cells = cell_graph(linked, partition);
      n->areas = rough_areas(n->graph, partition);
      if (o.mesh_later) n->merged = std::move(partition);
      return;
    }
    // A seed point is over the first surface below it, whether somebody can stand there or not.
    const bool unwalkable = o.unwalkable || !o.seed_points.empty();
    n->mesh = construct(nav_mesh_info(o, level.scene.sha256), linked, std::move(partition), o.threads, unwalkable);
    wrong = prune(o, *n);
  });
  if (wrong) return *wrong;
  if (simplifies) stage("simplify", [&] { simplify_mesh(o, level, *n); });
  return n;
}

std::optional<Error> write_stage_files(const std::string& folder, std::size_t number, const std::string& stage,
                                       const TriangleMesh& mesh, const Scene& scene) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{ErrorCode::cannot_write,
                 "cannot be made: " + error.message() + "; name a folder where one may be made", folder, 0};
  const DrawnStage draw = drawn(stage, mesh, scene.up);
  const std::string path =
      (std::filesystem::path(folder) / ((number < 10 ? "0" : "") + std::to_string(number) + "_" + stage)).string();
  OutputFiles files;
  const auto add = [&](const char* extension, const auto& write) {
    files.add(path + extension, [&](Output& file) -> std::optional<Error> {
      write(file, draw);
      return std::nullopt;
    });
  };
  add(".obj", export_stage_obj);
  add(".glb", export_stage_glb);
  if (!files.errors().empty()) return files.errors().front();
  return files.commit<DrawnStage>(draw, nullptr);
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/audit_store.h"

#include <algorithm>
#include <system_error>

#include "plumb/pipeline/audit_tiles.h"
#include "plumb/pipeline/bake_piece.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/tile_store.h"

namespace plumb::pipeline {
namespace {

std::optional<Error> check_outputs(const AuditOptions& o, const TileStore& store) {
  for (const std::string& file : o.files())
    if (auto error = store.check_outside(file)) return error;
  return std::nullopt;
}

// The arguments with the level's from the store.
Result<AuditOptions> options_of(const AuditArguments& given, const TilePlan& plan) {
  if (const auto option = given_option(given.level))
    return bad_option(*option + " is the store's; leave it out with --store");
  for (const auto& [option, is_given] : {std::pair{"--baseline", given.baseline.has_value()},
                                         {"--sarif", !given.sarif.empty()},
                                         {"--prove", given.prove.has_value()}})
    if (is_given)
      return bad_option(std::string(option) + " asks for places, which an audit by tile does not list; leave it out");
  AuditArguments a = given;
  a.level = plan.arguments;
  a.level.scene = given.level.scene;
  a.level.threads = given.level.threads;
  a.level.exact_digits = given.level.exact_digits;
  auto out = make_audit_options(a);
  if (!out) return out;
  out->baker.reset();  // causes are not found
  if (sgn(out->level.radius) > 0) {
    if (out->level.clearance != ClearanceBound::inner)
      return bad_option("--store has no inner bound of what the radius leaves; cut it again without --clearance");
    // Which parts of the outer bound are kept, no tile knows.
    if (!out->level.seed_points.empty() || sgn(out->level.min_area) > 0)
      return bad_option("--store with a radius takes no --seed-point and no --min-area; cut it again without them");
  }
  if (given.fail_if &&
      std::ranges::find(out->thresholds, Metric::unexplained, &Threshold::metric) != out->thresholds.end())
    return bad_option("--fail-if 'unexplained' asks for causes, which an audit by tile does not find; leave it out");
  for (const std::string& file : out->outputs)
    if (const std::string extension = extension_of(file); extension == ".svg" || extension == ".html")
      return bad_option("--store draws models, no " + extension + "; name an .obj or a .glb in place of " + file);
  return out;
}

Result<FloorTile> floor_of(const TileStore& store, const TilePlan& plan, const Tile& tile, kernel::Label stance,
                           const WholeComponentNumbers& numbers, const BakeSettings& settings, Progress& progress) {
  const unsigned threads = settings.threads;
  if (!is_baked(store, plan, tile)) return not_baked(store, tile);
  const auto mesh = read_nav_mesh_json(store.cells_file(tile));
  if (!mesh) return mesh.error();
  mesh->points.make_exact(threads);
  FloorTile out{{tile.i, tile.j},
                {plan.grid.line(0, tile.i), plan.grid.line(1, tile.j)},
                {plan.grid.line(0, tile.i + 1), plan.grid.line(1, tile.j + 1)},
                {},
                {},
                components(*mesh, stance)};
  for (std::uint32_t& c : out.components) {
    if (c == no_component) continue;
    const auto number = numbers.number_of(tile, c);
    if (!number)
      return Error{ErrorCode::bad_option, "lacks a component of tile " + numbers_text(tile) + "; join the tiles again",
                   store.components_file(), 0};
    c = *number;
  }
  if (sgn(settings.radius) > 0) {
    SilentPart silent(progress);
    auto piece = bake_piece(store, plan, tile, threads, ClearanceBound::outer, silent);
    if (!piece) return piece.error();
    out.outer = standing_facets(piece->cropped(plan.grid, tile, threads).mesh, stance);
  }
  out.truth = facets_of(*mesh, [&](const NavMesh::Cell& cell) {
    return cell.stance >= stance &&
           numbers.kept.contains(out.components[static_cast<std::size_t>(&cell - mesh->cells.data())]);
  });
  return out;
}

}  // namespace

Result<AuditFacts> audit_store(const std::string& folder, const AuditArguments& arguments, Progress& progress,
                               const std::function<std::optional<Error>(const AuditFacts&)>& announce) {
  const TileStore store(folder);
  const auto plan = store.read_plan();
  if (!plan) return plan.error();
  const auto options = options_of(arguments, *plan);
  if (!options) return options.error();
  if (auto error = check_level(*plan, options->level.scene)) return *error;
  if (auto error = check_outputs(*options, store)) return *error;
  const auto stance = choose_stance(options->level, options->stance);
  if (!stance) return stance.error();
  return unless_cancelled(progress, [&]() -> Result<AuditFacts> {
    const auto numbers = whole_component_numbers(store, *plan, stance->name);
    if (!numbers) return numbers.error();
    auto mesh = read_foreign_mesh(options->navmesh, options->reading);
    if (!mesh) return mesh.error();
    auto audit = TiledAudit::begin(*options, *stance, std::move(*mesh));
    if (!audit) return audit.error();
    for (const auto& [tile, piece] : plan->pieces) {
      cancellation_point();
      auto floor = floor_of(store, *plan, tile, stance->label, *numbers, options->level, progress);
      if (!floor) return floor.error();
      audit->add(std::move(*floor));
    }
    AuditFacts facts = audit->finish(numbers->kept);
    OutputFiles files;
    for (const std::string& file : options->outputs)
      files.add(file, [&](Output& out) -> std::optional<Error> {
        draw_audit(out, file, facts, {});
        return std::nullopt;
      });
    auto error = add_reports(facts, files);
    if (!error) error = files.commit(facts, announce);
    if (error) return *error;
    return facts;
  });
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb update`: a navmesh that is read, or a level that is baked, with the changes of a script.
//
// update_navmesh():
// 1. Checks the names of files before anything is read (check_outputs): outputs are of formats that hold a navmesh, and
//    replace no input.
// 2. Reads NAVMESH, whose own options replace those of the command line (take_writing_options), or keeps the options
//    for a scene. Then it reads the script; replaced_obstacle() refuses an output that is an obstacle's file.
// 3. Makes an UpdatedLevel: of the navmesh, of a baked scene or, if the script has obstacles, of a scene that is kept
//    so that obstacles can be inserted and erased (bake_level, bake_live).
// 4. carry_out_all() applies the entries in their order, and notes the facts of each. An entry that fails ends the
//    command, with its number.
// 5. Writes the navmesh that results (write_files) and the report (update_json). OutputFiles renames all files at the
//    end, or none.
// update_summary() is the text for people.
//
// Cost: that of reading or baking, of the entries (UpdatedLevel), and of writing. Memory: the level, and the new
// navmesh beside it.
// Exact: updates are exact (docs/theory/definitions.md, Updates); nothing is decided here.
// Source: our own.
#include "plumb/pipeline/update_navmesh.h"

#include <algorithm>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/write_nav_mesh.h"

namespace plumb::pipeline {
namespace {

std::optional<Error> check_outputs(const UpdateArguments& a) {
  if (a.level.outputs.empty() && a.report.empty())
    return bad_option("nothing is asked for; give -o FILE, or --report FILE.json");
  for (const std::string& file : a.level.outputs)
    if (const auto format = format_of(file); format == Format::cert || format == Format::csv)
      return bad_option("'" + file + "' tells of a bake, and updates are none; write a navmesh");
  for (const std::string& read : a.files) {
    if (read.empty()) continue;
    std::vector<std::string> written = a.level.outputs;
    if (!a.report.empty()) written.push_back(a.report);
    for (const std::string& file : written)
      if (file_key(read) == file_key(file))
        return bad_option("'" + file + "' is what is read; give the output another name");
  }
  if (!a.report.empty() && extension_of(a.report) != ".json")
    return bad_option("--report '" + a.report + "' does not end in .json; give it that extension");
  if (std::ranges::find(a.level.outputs, a.report) != a.level.outputs.end())
    return bad_option("'" + a.report + "' is asked for twice; give each output a name of its own");
  return std::nullopt;
}

// An error if an output would replace a file from which an obstacle was read.
std::optional<Error> replaced_obstacle(const std::vector<UpdateEntry>& script,
                                       const std::vector<std::string>& outputs) {
  for (const UpdateEntry& entry : script) {
    if (!entry.obstacle || entry.obstacle->file.empty()) continue;
    std::vector<std::string> read = entry.obstacle->other_files;
    read.push_back(entry.obstacle->file);
    for (const std::string& input : read)
      for (const std::string& output : outputs)
        if (file_key(output) == file_key(input))
          return bad_option("'" + output + "' is an obstacle that is read; give the output another name");
  }
  return std::nullopt;
}

std::optional<Error> carry_out_all(const std::vector<UpdateEntry>& script, UpdatedLevel& level, Progress& progress,
                                   UpdatedNavMesh& out) {
  out.cells_before = level.base().cells.size();
  out.portals_before = level.base().portals.size();
  for (std::size_t i = 0; i < script.size(); ++i) {
    cancellation_point();
    progress.advance(static_cast<double>(i) / static_cast<double>(script.size()));
    if (const auto error = level.carry_out(script[i]))
      return Error{error->code, "entry " + std::to_string(i + 1) + ": " + error->message, out.updates, 0};
    out.entries.push_back({script[i].kind, level.id(), level.facts()});
  }
  out.live = level.live_updates();
  out.obstacles = level.live_obstacles();
  return std::nullopt;
}

// Bakes the scene; if the script has obstacles, such that they can be inserted and erased.
Result<UpdatedLevel> bake_level(const BakeOptions& o, bool obstacles, Baked& baked, Progress& progress) {
  Stages stage(progress, read_stage);
  auto scene = read_scene(o, stage);
  if (!scene) return scene.error();
  if (obstacles) {
    auto live = bake_live(std::move(*scene), o);
    if (!live) return live.error();
    return UpdatedLevel::make(std::move(*live), o.decomposition);
  }
  auto made = bake(std::move(*scene), o, progress);
  if (!made) return made.error();
  baked = std::move(*made);
  return UpdatedLevel(baked.mesh(), o.decomposition);
}

}  // namespace

Result<UpdatedNavMesh> update_navmesh(const UpdateArguments& a, Progress& progress,
                                      const std::function<std::optional<Error>(const UpdatedNavMesh&)>& announce) {
  const bool of_scene = !a.level.scene.empty();
  if (a.files[0].empty() || a.files[1].empty() != of_scene)
    return bad_option(of_scene ? "with --scene the updates alone are named; give UPDATES.json"
                               : "two files are read; give NAVMESH and UPDATES.json, or --scene SCENE UPDATES.json");
  UpdatedNavMesh out;
  out.source = of_scene ? a.level.scene : a.files[0];
  out.updates = a.files[of_scene ? 0 : 1];
  if (auto error = of_scene ? std::nullopt : no_nav_mesh(out.source, a.reader)) {
    error->message += ", or give --scene";
    return *error;
  }
  if (auto error = check_outputs(a)) return *error;
  BakeArguments level = a.level;
  return unless_cancelled(progress, [&]() -> Result<UpdatedNavMesh> {
    // A navmesh stores the options of its bake.
    std::optional<NavMesh> read;
    if (!of_scene) {
      auto mesh = read_nav_mesh(out.source, a.reader);
      if (!mesh) return mesh.error();
      if (const auto wrong = unfit_for_updates(*mesh))
        return Error{ErrorCode::syntax, *wrong + "; name a file that `plumb bake -o FILE.json` wrote", out.source, 0};
      if (!mesh->one_way_links.empty())
        return Error{ErrorCode::bad_option,
                     "this navmesh has drops or leaps, which do not follow updates; name one that was baked without "
                     "--drop and --leap",
                     out.source, 0};
      take_writing_options(mesh->info, level);
      read = std::move(*mesh);
    }
    auto options = make_bake_options(level);
    if (!options) return options.error();
    options->mesh = true;
    options->certificate = false;
    std::vector<std::string> wanted = options->outputs;
    if (!a.report.empty()) wanted.push_back(a.report);
    if (auto error = cannot_hold(*options)) return *error;
    if (auto error = OutputFiles::check(wanted)) return *error;
    ImportOptions as_the_scene = import_options(*options);
    as_the_scene.digest = false;
    auto script = read_update_script(out.updates, as_the_scene);
    if (!script) return script.error();
    if (auto error = replaced_obstacle(*script, wanted)) return *error;

    Baked baked;
    const bool obstacles = std::ranges::any_of(*script, [](const UpdateEntry& e) { return of_obstacle(e.kind); });
    auto level = of_scene ? bake_level(*options, obstacles, baked, progress)
                          : Result(UpdatedLevel(std::move(*read), options->decomposition));
    if (!level) return level.error();
    baked.options = *options;
    Stages stage(progress,
                 {{"update", static_cast<double>(script->size()) / 10 + 1}, {"write", write_weight(*options)}});
    const auto wrong = stage("update", [&] { return carry_out_all(*script, *level, progress, out); });
    if (wrong) return *wrong;
    auto made = level->mesh();
    if (!made) return made.error();
    if (of_scene) made->info.options = json_text(options_json(*options));  // with the preset's name
    const NavMesh& mesh = *made;
    out.cells = mesh.cells.size();
    out.portals = mesh.portals.size();

    OutputFiles files;
    baked.derived = std::make_unique<DerivedMesh>(mesh, options->threads);
    stage("write", [&] { write_files(baked, files, progress); });
    out.files = files.paths();
    if (!a.report.empty())
      files.add(a.report, [&](Output& file) -> std::optional<Error> {
        file.write(update_json(out));
        return std::nullopt;
      });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(out, announce)) return *error;
    return std::move(out);
  });
}

std::string update_summary(const UpdatedNavMesh& u) {
  std::string out = u.source + ": " + u.updates + " with " + counted_text(u.entries.size(), "change") + ", " +
                    counted_text(u.live, "live update") +
                    (u.obstacles > 0 ? ", " + counted_text(u.obstacles, "obstacle") : "") + ".\n";
  out += "Cells: " + std::to_string(u.cells_before) + " -> " + std::to_string(u.cells) +
         "; portals: " + std::to_string(u.portals_before) + " -> " + std::to_string(u.portals) + ".\n";
  std::size_t outside = 0;
  for (const CarriedOut& e : u.entries)
    outside += e.facts.met == 0 && (e.kind == UpdateEntry::Kind::update || e.kind == UpdateEntry::Kind::prepare);
  if (outside > 0) out += counted_text(outside, "update") + " met no cell.\n";
  return out;
}

std::string update_json(const UpdatedNavMesh& u) {
  Json entries = Json::array();
  for (const CarriedOut& e : u.entries)
    entries.push_back({{"entry", text_of(e.kind)},
                       {of_obstacle(e.kind) ? "obstacle" : "update", e.id},
                       {"met", e.facts.met},
                       {"cut", e.facts.cuts},
                       {"made", e.facts.made},
                       {"joined", e.facts.joined},
                       {"bits", e.facts.bits}});
  const Json json = {{"plumb", version()},
                     {"source", u.source},
                     {"updates", u.updates},
                     {"entries", std::move(entries)},
                     {"live", u.live},
                     {"obstacles", u.obstacles},
                     {"cells", {{"before", u.cells_before}, {"after", u.cells}}},
                     {"portals", {{"before", u.portals_before}, {"after", u.portals}}},
                     {"files", u.files}};
  return json_text(json, 2) + "\n";
}

}  // namespace plumb::pipeline

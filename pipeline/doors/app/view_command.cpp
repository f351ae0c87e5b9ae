// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb view`.
//
// Problem. Its files come in any order, and a page is made of a navmesh that is read or of one that is baked first.
// 1. sort_view_files() tells files apart by what they hold (view_files.h).
// 2. view_scene() reads a scene, refuses what is known to be too large (cannot_view), bakes it and writes the page. Its
//    stages are those of a bake with one output, so that its progress is one from 0 to 100 %.
// 3. view_navmesh() reads a navmesh, and the scene that it was made of.
// 4. export_view.h writes the page.
// 5. view_store() (tile_jobs.h) writes the pages of a store of tiles, as `plumb tiles finish -o .html` does.
// Cost. That of the bake and of the page. Source: our own; docs/guide/view.md.
#include <charconv>
#include <memory>

#include "commands.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/stage_settings.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/view_files.h"
#include "terminal.h"
#include "tile_jobs.h"
#include "view_arguments.h"

namespace plumb::app {
namespace {

using pipeline::BakeOptions;
using pipeline::Error;
using pipeline::Progress;
using pipeline::Result;
using pipeline::Stages;

constexpr const char* of_a_scene = "Options of a scene (a navmesh has its own)";
const std::vector<pipeline::Stage> read_navmesh_stage{{"read", 30}};
const std::vector<pipeline::Stage> page_stage{{"page", 100}};

std::optional<Error> write_page(const std::string& path, const pipeline::ViewSource& source,
                                const pipeline::ViewSettings& settings, unsigned threads) {
  return write_page_file(path,
                         [&](pipeline::Output& out) { return pipeline::export_view(out, source, settings, threads); });
}

// Tells of a stage of a command that runs its stages by several calls.
void begin(Progress& progress, const std::vector<pipeline::Stage>& stages, std::size_t index) {
  const auto weight_before = [&](std::size_t end) {
    double sum = 0;
    for (std::size_t i = 0; i < end; ++i) sum += stages[i].weight;
    return sum;
  };
  const double all = weight_before(stages.size());
  progress.stage(
      {stages[index].name, index + 1, stages.size(), weight_before(index) / all, stages[index].weight / all});
}

// The progress of a bake of a scene that was read before and will be written: bake_stages() has the stages of all.
class BakeOfView : public Progress {
 public:
  BakeOfView(Progress& whole, std::vector<pipeline::Stage> stages) : whole_(whole), stages_(std::move(stages)) {}
  void stage(const pipeline::StageProgress& begun) override { begin(whole_, stages_, begun.number); }
  void advance(double done) override { whole_.advance(done); }
  bool cancelled() override { return whole_.cancelled(); }

 private:
  Progress& whole_;
  std::vector<pipeline::Stage> stages_;
};

// The page of a scene that is baked first.
std::optional<Error> view_scene(const BakeOptions& options, const pipeline::ViewFiles& files, const std::string& path,
                                const pipeline::ViewSettings& settings, Progress& progress) {
  BakeOptions with_page = options;
  with_page.outputs = {path};
  const std::vector<pipeline::Stage> stages = bake_stages(with_page);
  Stages stage(progress, stages);
  auto scene = pipeline::read_scene(options, stage);
  if (!scene) return scene.error();
  if (pipeline::may_be_too_large(*scene, settings.max_bytes)) {
    Progress silent;
    Stages surfaces(silent, pipeline::surface_stages(options.solids));
    const auto level = pipeline::find_surfaces(pipeline::Scene(*scene), pipeline::surface_settings(options), surfaces);
    if (!level) return level.error();
    if (auto error = pipeline::cannot_view(*level, options, settings.max_bytes)) return error;
  }
  pipeline::BakeSettings wanted = options;
  wanted.areas = wanted.joining_weld = false;
  wanted.mesh = wanted.unwalkable = true;
  BakeOfView bake_progress(progress, stages);
  auto baked = pipeline::bake(std::move(*scene), wanted, bake_progress);
  if (!baked) return baked.error();
  baked->mesh().points.make_exact(options.threads);
  if (auto error = pipeline::check_documents(baked->mesh(), files.documents)) return error;
  begin(progress, stages, stages.size() - 1);
  const pipeline::RunningStage running(progress);
  return write_page(path, {baked->derived.get(), baked->level.get(), &options, files.documents}, settings,
                    options.threads);
}

// The page of a navmesh that is read, with the scene that it was made of, if there is one.
std::optional<Error> view_navmesh(const pipeline::ViewFiles& files, const std::string& path,
                                  const std::optional<std::string>& threads, const pipeline::ViewSettings& settings,
                                  Progress& progress) {
  Stages stage(progress, read_navmesh_stage + page_stage);
  const auto mesh = stage("read", [&] { return pipeline::read_nav_mesh_json(files.navmesh); });
  if (!mesh) return mesh.error();
  if (auto error = pipeline::check_documents(*mesh, files.documents)) return error;
  return stage("page", [&]() -> std::optional<Error> {
    const auto scene = files.scene.empty() ? pipeline::scene_of(*mesh, files.navmesh) : files.scene;
    if (!scene) {
      pipeline::DerivedMesh derived(*mesh);
      return write_page(path, {&derived, nullptr, nullptr, files.documents}, settings, 1);
    }
    const auto options = pipeline::options_of_navmesh(*mesh, *scene, threads);
    if (!options) return options.error();
    pipeline::DerivedMesh derived(*mesh, options->threads);
    Progress silent;
    Stages read(silent, pipeline::read_stage + pipeline::surface_stages(options->solids));
    const auto level = pipeline::load_surfaces(*options, read);
    if (!level) return level.error();
    if (auto error = pipeline::check_fits(*mesh, *level)) return error;
    return write_page(path, {&derived, &*level, &*options, files.documents}, settings, options->threads);
  });
}

std::optional<Error> view(const Command& command, const ViewArguments& a, Progress& progress) {
  if (a.output.empty()) return pipeline::bad_option("nothing is asked for; give -o PAGE.html");
  if (pipeline::extension_of(a.output) != ".html")
    return Error{pipeline::ErrorCode::unsupported_format, "the page is HTML; name it .html", a.output, 0};
  const auto settings = view_settings(a);
  if (!settings) return settings.error();
  const auto files = pipeline::sort_view_files(a.files, a.scene);
  if (!files) return files.error();
  if (auto error = pipeline::OutputFiles::check({a.output})) return error;
  pipeline::BakeArguments level = a.level;
  level.scene = files->scene;
  if (!files->navmesh.empty()) {
    if (const auto given = command.given_under(of_a_scene))
      return pipeline::bad_option(*given + " goes with a scene, not with the navmesh '" + files->navmesh +
                                  "', which has been baked; leave it out");
    return view_navmesh(*files, a.output, a.level.threads, *settings, progress);
  }
  const auto options = pipeline::make_bake_options(level);
  if (!options) return options.error();
  return view_scene(*options, *files, a.output, *settings, progress);
}

int run_view(const Command& command, const ViewArguments& a) {
  if (a.files.size() == 1 && pipeline::system::kind_of(a.files[0] + "/plan.json") != pipeline::system::Kind::none)
    return view_store(a, command.given_under(of_a_scene).has_value());
  TerminalProgress terminal;
  Progress silent;
  const bool shown = progress_is_seen(a.level.quiet);
  Progress& progress = shown ? static_cast<Progress&>(terminal) : silent;
  const auto error = view(command, a, progress);
  terminal.clear();
  if (error) return fail(*error);
  if (!a.level.quiet && !print("Wrote: " + a.output + "\n"))
    return fail("the summary cannot be written to standard output; give --quiet");
  return exit_done;
}

}  // namespace

Result<pipeline::ViewSettings> view_settings(const ViewArguments& a) {
  pipeline::ViewSettings settings{.title = a.title};
  if (!a.max_bytes) return settings;
  const char* end = a.max_bytes->data() + a.max_bytes->size();
  const auto [stop, wrong] = std::from_chars(a.max_bytes->data(), end, settings.max_bytes);
  if (wrong != std::errc{} || stop != end || settings.max_bytes == 0)
    return pipeline::bad_option("--max-bytes '" + *a.max_bytes + "' is no whole number above 0; give one");
  return settings;
}

std::optional<Error> write_page_file(const std::string& path, const WritePage& write) {
  pipeline::OutputFiles files;
  files.add(path, write);
  if (!files.errors().empty()) return files.errors().front();
  return files.commit<int>(0, {});
}

RunnableCommand add_view_command(Commands& commands) {
  const auto arguments = std::make_shared<ViewArguments>();
  ViewArguments& a = *arguments;
  Command view = commands.add(
      "view", "One page that shows a level and answers why a spot can be stood on or not",
      "FILES, in any order: a navmesh that plumb bake has written (.json), or a scene, which is baked first; and what\n"
      "plumb audit, layers, route and update have written of it (.json), or the folder of bake --stages. The page "
      "needs no network and no other file.\n"
      "A folder that plumb tiles has made gets a page for each tile, and index.html; with -o, all of them as one "
      "page.\n"
      "Examples: plumb view level.json -o level.html\n"
      "          plumb view level.obj --stance stand=1.8 --step 0.4 -o level.html");
  view.list("FILES", a.files, "a navmesh or a scene, and what was found out about it", "");
  view.file("--scene", a.scene,
            "the scene that the navmesh was made of (default: the one that it names, if it is there)", "SCENE");
  view.file("-o,--output", a.output, "the page to write", "PAGE.html");
  view.one("--title", a.title, "what the page is called (default: the scene's file)", "TEXT");
  view.one("--max-bytes", a.max_bytes, "a larger page is refused (default 67108864)", "N");
  view.title(of_a_scene);
  add_agent_options(view, a.level);
  add_slope_options(view, a.level);
  add_reading_options(view, a.level);
  add_part_options(view, a.level, false);
  add_radius_options(view, a.level);
  add_disc_options(view, a.level);
  add_optimise(view, a.level);
  view.title("");
  add_threads(view, a.level);
  view.flag("--quiet", a.level.quiet, "no progress and no summary");
  return {view, [=] { return run_view(view, *arguments); }};
}

}  // namespace plumb::app

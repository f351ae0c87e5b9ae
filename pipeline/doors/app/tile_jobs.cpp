// SPDX-License-Identifier: GPL-3.0-or-later
#include "tile_jobs.h"

#include <memory>

#include "commands.h"
#include "plumb/pipeline/bake_in_tiles.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/tile_index.h"
#include "terminal.h"

namespace plumb::app {

int bake_in_tiles(const pipeline::BakeArguments& arguments, const TileArguments& tiles) {
  for (const auto& [name, is_given] : {std::pair{"--report", !arguments.report.empty()},
                                       {"--certificate", !arguments.certificate.empty()},
                                       {"--csv", !arguments.csv.empty()},
                                       {"--stages", !arguments.stages.empty()},
                                       {"--fail-if", arguments.fail_if.has_value()},
                                       {"--tile", arguments.tile.has_value()},
                                       {"--max-bytes", arguments.max_bytes.has_value()},
                                       {"--link-polygons", arguments.link_polygons},
                                       {"--no-link-polygons", arguments.no_link_polygons}})
    if (is_given) return fail(std::string(name) + " is not there with --tiles yet; leave it out");
  pipeline::CutArguments cut{{arguments.scene}, {}, tiles.size, tiles.origin, tiles.memory, false, arguments};
  pipeline::TileFormats formats{{}, arguments.export_stance.value_or("")};
  for (const std::string& output : arguments.outputs) {
    if (output.ends_with('/') && cut.store.empty())
      cut.store = output.substr(0, std::max<std::size_t>(1, output.size() - 1));
    else if (output.starts_with('.') && output.find('/') == std::string::npos) formats.endings.push_back(output);
    else
      return fail("-o '" + output + "': with --tiles, give one folder, such as -o city/, and formats, such as -o .glb");
  }
  if (cut.store.empty()) return fail("--tiles needs a folder; give -o city/");
  cut.bake.outputs.clear();
  if (formats.endings.empty()) formats.endings.push_back(".glb");
  const auto options = pipeline::tile_options(cut.bake);
  if (!options) return fail(options.error());
  pipeline::Progress silent;
  const auto baked = pipeline::bake_in_tiles(cut, formats, options->threads, silent);
  if (!baked) return fail(baked.error());
  if (options->quiet ||
      print(pipeline::joined_text(baked->joined) + pipeline::counted_text(baked->files.size(), "file") + " in " +
            cut.store + "/out, listed in " + cut.store + "/index.json.\n"))
    return exit_done;
  return fail("the summary cannot be written to standard output; give --quiet");
}

int view_store(const ViewArguments& a, bool has_scene_options) {
  const bool in_one = !a.output.empty();
  if (!a.scene.empty() || has_scene_options)
    return fail("'" + a.files[0] + "' is a store of tiles, which has its own options; give: plumb view " + a.files[0] +
                ", and -o PAGE.html for all tiles in one page");
  if (!in_one && (a.max_bytes || !a.title.empty()))
    return fail("--max-bytes and --title are of one page for all tiles; give -o PAGE.html, too");
  if (in_one && pipeline::extension_of(a.output) != ".html")
    return fail(
        pipeline::Error{pipeline::ErrorCode::unsupported_format, "the page is HTML; name it .html", a.output, 0});
  const auto settings = view_settings(a);
  if (!settings) return fail(settings.error());
  const pipeline::TileStore store(a.files[0]);
  if (in_one) {
    if (const auto error = store.check_outside(a.output)) return fail(*error);
    if (const auto error = pipeline::OutputFiles::check({a.output})) return fail(*error);
  }
  store.remove_abandoned();
  const auto plan = store.read_plan();
  if (!plan) return fail(plan.error());
  pipeline::BakeArguments level = plan->arguments;
  level.threads = a.level.threads;
  level.scene = "level.obj";  // of no matter
  const auto options = pipeline::tile_options(level);
  if (!options) return fail(options.error());
  pipeline::Progress silent;
  const auto pages = pipeline::finish_tiles(store, *plan, plan->tiles(), {{".html"}, {}}, options->threads, silent);
  if (!pages) return fail(pages.error());
  if (const auto error = pipeline::write_tile_index(store, *plan)) return fail(*error);
  if (in_one) {
    const auto write = [&](pipeline::Output& out) { return pipeline::write_tiles_page(out, store, *plan, *settings); };
    if (const auto error = write_page_file(a.output, write)) return fail(*error);
  }
  if (!a.level.quiet && !print(pipeline::counted_text(pages->size(), "page") + "; open " +
                               (in_one ? a.output : store.folder() + "/index.html") + "\n"))
    return fail("the summary cannot be written to standard output; give --quiet");
  return exit_done;
}

}  // namespace plumb::app

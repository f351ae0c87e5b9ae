// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_view.h"

#include "page_bytes.h"
#include "view_data.h"

#include "plumb/pipeline/paths.h"

namespace plumb::pipeline {

bool has_view_page() { return !page_script.empty(); }

namespace {
std::optional<Error> no_page() {
  if (has_view_page()) return std::nullopt;
  return Error{ErrorCode::unsupported_format,
               "this plumb was built without the page; build it again with the packages esbuild and libjs-three", "",
               0};
}
}  // namespace

std::optional<Error> export_view(Output& out, const ViewSource& source, const ViewSettings& settings,
                                 unsigned threads) {
  if (auto error = no_page()) return error;
  std::string title = settings.title;
  if (title.empty()) title = name_of(source.derived->mesh().info.scene);
  if (title.empty()) title = "navmesh";
  // In time, about.
  const auto data = [&] {
    const WorkRange range(0, 0.6);
    return view_data(source, title, threads);
  }();
  if (!data) return data.error();
  const WorkRange range(0.6, 1);
  const std::string page = make_page(title, *data, threads);
  if (page.size() > settings.max_bytes) {
    const char* what = !source.documents.empty() ? "leave out an audit, layers or a route"
                       : source.level            ? "view the .json of the navmesh without its scene"
                                                 : "bake a part of the level";
    return Error{ErrorCode::too_large,
                 "the page has " + std::to_string(page.size()) + " bytes, and at most " +
                     std::to_string(settings.max_bytes) + " are allowed; " + what + ", or give a greater --max-bytes",
                 "", 0};
  }
  out.write(page);
  return std::nullopt;
}

// Of fewer numbers nothing is known before.
bool may_be_too_large(const Scene& scene, std::uint64_t max_bytes) {
  constexpr std::uint64_t bytes_of_a_point = 40;
  return unpacked_script().size() > max_bytes || scene.points.size() * bytes_of_a_point >= max_bytes;
}

std::optional<Error> cannot_view(const SceneSurfaces& level, const BakeOptions& options, std::uint64_t max_bytes) {
  if (auto error = no_page()) return error;
  if (!may_be_too_large(level.scene, max_bytes)) return std::nullopt;
  const auto data = level_data(level, options);
  if (!data) return data.error();
  const std::uint64_t least = least_page_bytes(*data, options.threads);
  if (least <= max_bytes) return std::nullopt;
  return Error{ErrorCode::too_large,
               "the page would have more than " + std::to_string(least) + " bytes for the level alone, and at most " +
                   std::to_string(max_bytes) + " are allowed; bake a part of the level, or give a greater --max-bytes",
               "", 0};
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_view.h"

#include <filesystem>

#include "page_bytes.h"
#include "view_data.h"

namespace plumb::pipeline {

bool has_view_page() { return !page_script.empty(); }

std::optional<Error> export_view(Output& out, const ViewSource& source, const ViewSettings& settings) {
  if (!has_view_page())
    return Error{ErrorCode::unsupported_format,
                 "this plumb was built without the page; build it again with the packages esbuild and libjs-three", "",
                 0};
  std::string title = settings.title;
  if (title.empty()) title = std::filesystem::path(source.derived->mesh().info.scene).filename().string();
  if (title.empty()) title = "navmesh";
  const auto data = view_data(source, title);
  if (!data) return data.error();
  const std::string page = make_page(title, *data);
  if (page.size() > settings.max_bytes) {
    const char* what = !source.documents.empty() ? "leave out an audit, layers or a route"
                       : source.level            ? "move the scene away, so that the page has the navmesh alone"
                                                 : "bake a part of the level";
    return Error{ErrorCode::too_large,
                 "the page has " + std::to_string(page.size()) + " bytes, and at most " +
                     std::to_string(settings.max_bytes) + " are allowed; " + what + ", or give a greater --max-bytes",
                 "", 0};
  }
  out.write(page);
  return std::nullopt;
}

}  // namespace plumb::pipeline

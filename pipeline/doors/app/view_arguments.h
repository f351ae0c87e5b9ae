// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/view_files.h"

namespace plumb::app {

/// What `plumb view` is told, as text.
struct ViewArguments {
  pipeline::BakeArguments level;  ///< for a scene that is to be baked
  std::vector<std::string> files;
  std::string scene, output, title;  ///< empty: none
  std::optional<std::string> max_bytes;
};

/// bad_option: --max-bytes is no number.
pipeline::Result<pipeline::ViewSettings> view_settings(const ViewArguments& arguments);

/// Writes a page; an error, or none.
using WritePage = std::function<std::optional<pipeline::Error>(pipeline::Output&)>;
/// Writes a file that appears as a whole or not at all.
std::optional<pipeline::Error> write_page_file(const std::string& path, const WritePage& write);

}  // namespace plumb::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/export_view.h"

namespace plumb::pipeline {

/// What the page's script reads, before compression: see view_data.cpp. Its parts are compressed one by one.
struct PageData {
  std::string bytes;
  std::vector<std::size_t> parts;  ///< where they begin
};

/// Errors: out_of_range for coordinates beyond binary32.
Result<PageData> view_data(const ViewSource& source, const std::string& title, unsigned threads);

/// The part that is of the level alone, which does not depend on what is baked of it.
Result<PageData> level_data(const SceneSurfaces& level, const BakeOptions& options);

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <catch2/catch.hpp>

#include <filesystem>
#include <set>

#include "plumb/pipeline/read_map.h"

namespace plumb::tests {

/// The flat maps that are shared, ascending by name; none, and it is said, where they are not there.
inline std::set<std::filesystem::path> shared_maps() {
  const std::filesystem::path folder = std::filesystem::path(PLUMB_SHARED_DIR) / "scenes/maps2d";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: " << folder << " is not there");
    return {};
  }
  return {std::filesystem::directory_iterator{folder}, std::filesystem::directory_iterator{}};
}

}  // namespace plumb::tests

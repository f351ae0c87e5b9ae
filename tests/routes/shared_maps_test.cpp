// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <iostream>

#include "plumb/pipeline/plan_triangulation.h"
#include "plumb/pipeline/read_map.h"

namespace plumb::tests {
namespace {

using namespace pipeline;

TEST_CASE("maps: all that are shared can be read and triangulated") {
  const std::filesystem::path folder = std::filesystem::path(PLUMB_SHARED_DIR) / "scenes/maps2d";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: " << folder << " is not there");
    return;
  }
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    CAPTURE(file.path());
    const auto t0 = std::chrono::steady_clock::now();
    const auto map = read_map({file.path(), {}, {}});
    if (!map) FAIL(map.error().text());
    REQUIRE(is_valid(*map));
    const auto t1 = std::chrono::steady_clock::now();
    const auto all = triangulate(*map, KeptSegments::obstacles_and_borders);
    const auto t2 = std::chrono::steady_clock::now();
    CHECK(is_valid(all));
    std::cout << file.path().filename() << " points " << map->points.size() << " segments " << map->segments.size()
              << " triangles " << all.triangle_count() << " " << std::chrono::duration<double>(t1 - t0).count() << " "
              << std::chrono::duration<double>(t2 - t1).count() << "\n";
  }
}

}  // namespace
}  // namespace plumb::tests

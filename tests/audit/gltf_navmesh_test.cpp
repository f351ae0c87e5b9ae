// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh in glTF is judged where its nodes put it, exactly, whatever --numbers rounds a level to.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "plumb/pipeline/read_foreign_mesh.h"
#include "support/gltf_files.h"
#include "support/scene_files.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("a glTF navmesh keeps its transforms unrounded: 50 of them, under every --numbers") {
  std::mt19937_64 random(81);
  std::uniform_real_distribution<double> any(-9, 9);
  const TriangleLevel level{{0, 0, 0, 4, 0, 0, 0, 1, 5}, {0, 1, 2}};
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    const std::array<double, 3> move{any(random), any(random), any(random)};
    const double scale = std::abs(any(random)) + 0.1;
    const std::string node =
        ",\"translation\":" + json_array(move) + ",\"scale\":" + json_array(std::array{scale, scale, scale});
    const std::string file = glb(gltf_json(level, "", node), gltf_buffer(level));
    for (const Numbers numbers : {Numbers::binary64, Numbers::binary32, Numbers::decimal}) {
      ForeignMeshOptions options;
      options.numbers = numbers;
      const auto mesh = read_foreign_mesh_text(file, "a.glb", options);
      if (!mesh) FAIL(mesh.error().text());
      REQUIRE(mesh->points.size() == 3);
      for (std::size_t v = 0; v < 3; ++v) {
        const auto world = [&](std::size_t axis) -> mpq_class {
          return mpq_class(level.xyz[3 * v + axis]) * mpq_class(scale) + mpq_class(move[axis]);
        };
        // y up: (x, -z, y).
        CHECK(mesh->points[v] == plumb::kernel::ExactPoint{world(0), -world(2), world(1)});
      }
    }
  }
}

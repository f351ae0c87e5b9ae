// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh beside itself: no difference, whatever it is.
#include <catch2/catch.hpp>
#include <filesystem>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/diff.h"
#include "support/audited.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::filesystem::path source = PLUMB_SOURCE_DIR;

// None: the file is not read.
std::optional<DiffFacts> beside_itself(const std::string& file) {
  DiffArguments arguments;
  arguments.a = arguments.b = file;
  const auto options = make_diff_options(arguments);
  if (!options) FAIL(options.error().text());
  Progress silent;
  auto facts = diff(*options, silent);
  return facts ? std::optional(std::move(*facts)) : std::nullopt;
}

}  // namespace

TEST_CASE("diff: every navmesh that is shipped is what it is") {
  std::size_t read = 0;
  for (const char* folder : {"tests/corpus/audit", "fuzz/seeds/read_detour_mesh", "fuzz/seeds/read_godot_mesh",
                             "fuzz/seeds/read_json_mesh", "fuzz/seeds/read_polyanya_mesh", "docs/examples"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source / folder)) {
      if (!entry.is_regular_file()) continue;
      INFO(entry.path().string());
      const auto facts = beside_itself(entry.path().string());
      if (!facts) continue;
      ++read;
      CHECK(facts->same());
    }
  CHECK(read >= 40);
}

TEST_CASE("diff: exports of a level in every format are what they are") {
  const Folder folder;
  for (const char* name : {"stacked_boxes", "ruin"}) {
    BakeArguments level;
    level.scene = (source / "docs/examples" / (std::string(name) + ".obj")).string();
    level.up = std::string(name) == "ruin" ? "y" : "z";
    level.step = "0.4";
    for (const char* extension : {".json", ".obj", ".glb", ".tres", ".bin", ".mset"})
      level.outputs.push_back(folder / (std::string(name) + extension));
    const auto options = make_bake_options(level);
    REQUIRE(options);
    Progress silent;
    REQUIRE(bake(*options, silent));
    for (const std::string& file : level.outputs) {
      INFO(file);
      const auto facts = beside_itself(file);
      REQUIRE(facts);
      CHECK(facts->same());
    }
  }
}

// Squares and triangles over one another, closer than the window, some of them twice, in one plane or across.
TEST_CASE("diff: drawn meshes that overlap are what they are") {
  const Folder folder;
  Met met({{"two within the window", 50}, {"one twice", 50}, {"in one plane", 50}, {"several components", 50}});
  CHECK(check_many("diff with itself", 100, met, [&] {
    std::string vertices, faces;
    int count = 0;
    std::vector<std::array<int, 4>> drawn_squares;
    for (int n = drawn(2, 6); n > 0; --n) {
      std::array<int, 4> square{drawn(0, 3), drawn(0, 3), drawn(0, 3), drawn(0, 2)};
      if (!drawn_squares.empty() && drawn(0, 3) == 0) square = drawn_squares[0];
      for (const auto& other : drawn_squares) {
        const bool meet = std::abs(other[0] - square[0]) < 2 && std::abs(other[1] - square[1]) < 2;
        if (meet && other == square) ++met["one twice"];
        if (meet && other[2] == square[2] && other != square) ++met["in one plane"];
        if (meet && std::abs(other[2] - square[2]) == 1) ++met["two within the window"];
      }
      drawn_squares.push_back(square);
      const auto corner = [&](int dx, int dz) {
        // Heights in steps of .3; some are ramps.
        const int height = 3 * square[2] + square[3] * dx;
        vertices += "v " + std::to_string(square[0] + 2 * dx) + " " + std::to_string(height) + "e-1 " +
                    std::to_string(square[1] + 2 * dz) + "\n";
      };
      corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0);
      faces += "f " + std::to_string(count + 1) + " " + std::to_string(count + 2) + " " + std::to_string(count + 3) +
               (drawn(0, 1) == 0 ? "" : " " + std::to_string(count + 4)) + "\n";
      count += 4;
    }
    const auto facts = beside_itself(folder.write("m.obj", vertices + faces));
    RC_ASSERT(facts.has_value());
    if (facts->parts[0].components.truth > 1) ++met["several components"];
    RC_ASSERT(facts->same());
  }));
}

TEST_CASE("diff: what one alone has is told beside what both have") {
  const Folder folder;
  const std::string lower = "v 0 0 0\nv 2 0 0\nv 2 0 2\nv 0 0 2\nf 4 3 2 1\n",
                    upper = "v 0 0.3 0\nv 2 0.3 0\nv 2 0.3 2\nv 0 0.3 2\nf -1 -2 -3 -4\n",
                    beside = "v 5 0 0\nv 6 0 0\nv 6 0 1\nv 5 0 1\nf -1 -2 -3 -4\n";
  DiffArguments arguments;
  arguments.a = folder.write("a.obj", lower + upper);
  arguments.b = folder.write("b.obj", lower + upper + beside);
  const auto options = make_diff_options(arguments);
  REQUIRE(options);
  Progress silent;
  const auto facts = diff(*options, silent);
  REQUIRE(facts);
  CHECK_FALSE(facts->same());
  CHECK(exact(facts->parts[0].only_a) == 0);
  CHECK(exact(facts->parts[0].only_b) == 1);
  CHECK(facts->parts[0].components.split.empty());
  CHECK(facts->parts[0].components.merged.empty());
  CHECK(facts->parts[0].components.spurious.size() == 1);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "plumb/pipeline/export.h"
#include "plumb/pipeline/files.h"
#include "support/hand_mesh.h"
#include "support/read_glb.h"
#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::string glb_of(const NavMesh& mesh) {
  Folder folder;
  Progress silent;
  auto file = AtomicFile::create(folder / "a.glb");
  REQUIRE(file);
  DerivedMesh derived(mesh);
  export_glb(*file, derived, conform(derived, {.wanted = {.highest = 2}, .most_corners = 3}), silent);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
  return text_of_file(folder / "a.glb");
}

}  // namespace

TEST_CASE("GLB: a mesh a verdict, y up whatever the input, upward triangles of the whole area") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const tinygltf::Model model = read_glb(glb_of(hand_mesh(up)));
    CHECK(model.extensionsUsed == std::vector<std::string>{"KHR_materials_unlit"});
    CHECK(model.materials.at(0).doubleSided);
    CHECK(model.materials.at(0).extensions.count("KHR_materials_unlit") == 1);
    const auto parts = parts_of(model);
    const std::pair<const char*, double> areas[] = {
        {"stand", 2 + 4 / 3.0 + 1 / 3.0}, {"crouch", 1}, {"blocked", .5}, {"covered", .5}, {"inside", .5}};
    std::set<std::array<std::uint16_t, 4>> colours;
    for (const auto& [name, area] : areas) {
      INFO(name);
      const GlbPart& part = parts.at(name);
      CHECK(part.mode == TINYGLTF_MODE_TRIANGLES);
      CHECK(part.lift == 0);
      CHECK(colours.insert(part.colour).second);
      double sum = 0;
      for (std::size_t i = 0; i < part.corners.size(); i += 3) {
        const auto &a = part.corners[i], &b = part.corners[i + 1], &c = part.corners[i + 2];
        const double up_normal = double(b[2] - a[2]) * double(c[0] - a[0]) - double(b[0] - a[0]) * double(c[2] - a[2]);
        CHECK(up_normal > 0);
        sum += up_normal / 2;
      }
      CHECK(sum == Approx(area));
    }
    const std::array<float, 3> end{2, 1.0f / 3, -1};  // z up (2, 1, 1/3)
    CHECK(std::count(parts.at("stand").corners.begin(), parts.at("stand").corners.end(), end) > 0);
  }
}

TEST_CASE("GLB: borders, portals and walls are lines, lifted a little") {
  const auto parts = parts_of(read_glb(glb_of(hand_mesh())));
  const std::pair<const char*, std::size_t> lines[] = {
      {"portal.flush", 1}, {"portal.step", 4}, {"portal.weld", 8}, {"wall.edge", 2}};
  for (const auto& [name, count] : lines) {
    INFO(name);
    CHECK(parts.at(name).mode == TINYGLTF_MODE_LINE);
    CHECK(parts.at(name).corners.size() == 2 * count);
    CHECK(parts.at(name).lift == Approx(0.02));
  }
  CHECK(parts.at("border.stand").corners.size() > parts.at("portal.flush").corners.size());
  CHECK(parts.count("border.crouch") == 1);
}

TEST_CASE("GLB: the same bytes each time, and a bake without cells is a document too") {
  NavMesh mesh = hand_mesh();
  CHECK(glb_of(mesh) == glb_of(mesh));
  mesh.cells.clear();
  mesh.portals.clear();
  mesh.obstructions.clear();
  CHECK(read_glb(glb_of(mesh)).nodes.empty());
}

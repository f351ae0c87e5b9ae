// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes in scenes of Godot: every region stands where its nodes put it.
// 1. Nodes below nodes, scenes within scenes, imported models that are passed over, and the folder that res:// means.
// 2. What is refused, with the line of its message.
#include <catch2/catch.hpp>
#include <filesystem>

#include "plumb/pipeline/foreign_mesh.h"
#include "support/property.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A drawn place of a node: a rotation about one axis by thirds and fourths of a fifth (3, 4, 5), or by right angles, a
// scale by axis, a shift. Applied a step at a time, where the reader multiplies matrices.
struct Place {
  int axis = 0, cosine = 5, sine = 0;  // in fifths
  std::array<int, 3> scale{4, 4, 4};   // in quarters
  std::array<int, 3> shift{};

  ExactPoint operator()(const ExactPoint& p) const {
    ExactPoint s;
    for (std::size_t k = 0; k < 3; ++k) s[k] = p[k] * scale[k] / 4;
    const auto u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
    ExactPoint out = s;
    out[u] = (cosine * s[u] - sine * s[v]) / 5;
    out[v] = (sine * s[u] + cosine * s[v]) / 5;
    for (std::size_t k = 0; k < 3; ++k) out[k] += shift[k];
    return out;
  }
  // By where it puts the axes.
  std::string text() const {
    const ExactPoint at = (*this)({0, 0, 0});
    ExactPoint column[3];
    for (std::size_t k = 0; k < 3; ++k) {
      ExactPoint e{0, 0, 0};
      e[k] = 1;
      column[k] = (*this)(e);
    }
    std::string out = "Transform3D(";
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c) out += decimal(column[c][r] - at[r]) + ", ";
    return out + decimal(at[0]) + ", " + decimal(at[1]) + ", " + decimal(at[2]) + ")";
  }
  // Hundredths suffice for fifths of quarters.
  static std::string decimal(const mpq_class& v) {
    const mpz_class hundredths(v * 100);
    const mpz_class size = abs(hundredths);
    const std::string rest = mpz_class(size % 100).get_str();
    return (hundredths < 0 ? "-" : "") + mpz_class(size / 100).get_str() + "." + (rest.size() < 2 ? "0" : "") + rest;
  }
  bool mirrors() const { return scale[0] * scale[1] * scale[2] < 0; }
};

Place drawn_place(Met& met) {
  Place out;
  out.axis = drawn(0, 2);
  static constexpr int turns[][2] = {{5, 0}, {0, 5}, {-5, 0}, {0, -5}, {3, 4}, {4, 3}, {-4, 3}, {4, -3}};
  const auto& turn = turns[drawn(0, 7)];
  out.cosine = turn[0];
  out.sine = turn[1];
  for (int& s : out.scale) s = drawn(0, 2) == 0 ? 4 * drawn(1, 3) : 4;
  if (drawn(0, 5) == 0) out.scale[0] = -4;
  for (int& s : out.shift) s = drawn(-9, 9);
  if (out.cosine != 5) ++met["turned"];
  if (out.scale != std::array{4, 4, 4}) ++met["scaled"];
  if (out.mirrors()) ++met["mirrored"];
  return out;
}

const std::vector<ExactPoint> square_points{{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}};
constexpr const char* square_mesh =
    "vertices = PackedVector3Array(0, 0, 0, 0, 0, 2, 2, 0, 2, 2, 0, 0)\npolygons = [PackedInt32Array(3, 2, 1, 0)]\n\n";

std::vector<ExactPoint> sorted(std::vector<ExactPoint> points) {
  for (ExactPoint& p : points) p = from_input_frame(std::move(p), UpAxis::y);
  std::ranges::sort(points);
  return points;
}

}  // namespace

TEST_CASE("Godot's scenes: nodes below nodes, and scenes within scenes") {
  Met met({{"turned", 50},
           {"scaled", 50},
           {"mirrored", 15},
           {"within a scene", 40},
           {"changed by it", 10},
           {"top level", 5},
           {"below a plain Node", 5},
           {"several regions", 30},
           {"by another file", 15}});
  CHECK(check_many("Godot's scenes", 100, met, [&] {
    const Folder folder;
    const bool outside = drawn(0, 1) == 0;  // where the navmesh is
    if (outside) ++met["by another file"];
    const std::string mesh_head = outside
                                      ? "[ext_resource type=\"NavigationMesh\" path=\"res://m.tres\" id=\"M\"]\n\n"
                                      : "[sub_resource type=\"NavigationMesh\" id=\"M\"]\n" + std::string(square_mesh);
    folder.write("m.tres", "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\n" + std::string(square_mesh));
    const std::string mesh = outside ? "ExtResource(\"M\")" : "SubResource(\"M\")";

    // A room: a root with a place of its own, and a region below it.
    const Place room_root = drawn_place(met), room_region = drawn_place(met);
    folder.write("room.tscn", "[gd_scene format=3]\n\n" + mesh_head +
                                  "[node name=\"Room\" type=\"Node3D\"]\ntransform = " + room_root.text() +
                                  "\n\n[node name=\"R\" type=\"NavigationRegion3D\" parent=\".\"]\n" +
                                  "transform = " + room_region.text() + "\nnavigation_mesh = " + mesh + "\n");

    std::string scene =
        "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://room.tscn\" id=\"2\"]\n\n" + mesh_head +
        "[node name=\"Level\" type=\"Node3D\"]\n\n";
    std::vector<std::vector<Place>> regions;  // from the innermost place outward
    struct Parent {
      std::string path;
      std::vector<Place> places;
      bool plain;
    };
    std::vector<Parent> parents{{".", {}, false}};
    for (int n = drawn(1, 6), i = 0; i < n; ++i) {
      const Parent above = parents[static_cast<std::size_t>(drawn(0, static_cast<int>(parents.size()) - 1))];
      const std::string name = "N" + std::to_string(i), path = above.path == "." ? name : above.path + "/" + name;
      const Place own = drawn_place(met);
      const bool top = drawn(0, 9) == 0;
      std::vector<Place> places{own};
      if (top) ++met["top level"];
      else if (above.plain) ++met["below a plain Node"];
      else places.insert(places.end(), above.places.begin(), above.places.end());
      const std::string tail = std::string(top ? "top_level = true\n" : "") + "transform = " + own.text() + "\n";
      const std::string head = "[node name=\"" + name + "\" ", parent = "parent=\"" + above.path + "\"";
      switch (drawn(0, 3)) {
        case 0:
          scene += head + "type=\"Node3D\" " + parent + "]\n" + tail + "\n";
          parents.push_back({path, places, false});
          break;
        case 1:
          scene += head + "type=\"Node\" " + parent + "]\n\n";
          parents.push_back({path, {}, true});
          break;
        case 2:
          scene += head + "type=\"NavigationRegion3D\" " + parent + "]\n" + tail + "navigation_mesh = " + mesh + "\n\n";
          regions.push_back(places);
          parents.push_back({path, places, false});
          break;
        default: {
          // The place of the instance replaces that of the room's root.
          ++met["within a scene"];
          scene += head + parent + " instance=ExtResource(\"2\")]\n" + tail + "\n";
          Place inner = room_region;
          if (drawn(0, 2) == 0) {
            ++met["changed by it"];
            inner = drawn_place(met);
            scene += "[node name=\"R\" parent=\"" + path + "\" index=\"0\"]\ntransform = " + inner.text() + "\n\n";
          }
          std::vector<Place> all{inner};
          all.insert(all.end(), places.begin(), places.end());
          regions.push_back(all);
          parents.push_back({path, places, false});
        }
      }
    }
    RC_PRE(!regions.empty());
    if (regions.size() > 1) ++met["several regions"];
    const auto read = read_foreign_mesh(folder.write("level.tscn", scene), {.numbers = Numbers::decimal});
    if (!read) RC_FAIL(read.error().text());
    std::vector<ExactPoint> expected;
    for (const auto& places : regions)
      for (ExactPoint p : square_points) {
        for (const Place& place : places) p = place(p);
        expected.push_back(p);
      }
    std::vector<ExactPoint> found = read->points;
    std::ranges::sort(found);
    RC_ASSERT(found == sorted(expected));
    RC_ASSERT(read->polygons.size() == regions.size());
    // A region that lies flat, mirrored or not, runs counter-clockwise; one that is turned over does not.
    const auto clockwise = find_structure(*read, 1).clockwise;
    for (std::size_t r = 0; r < regions.size(); ++r) {
      ExactPoint up{0, 1, 0}, at{0, 0, 0};
      bool flat = true;
      for (const Place& place : regions[r]) {
        flat = flat && (place.axis == 1 || place.sine == 0);
        up = place(up), at = place(at);
      }
      if (flat) RC_ASSERT(std::ranges::binary_search(clockwise, r) == (up[1] < at[1]));
    }
  }));
}

TEST_CASE("Godot's scenes: what is refused, in one line") {
  const Folder folder;
  const auto refused = [&](const std::string& text) {
    const auto mesh = read_foreign_mesh(folder.write("s.tscn", text), {});
    if (mesh) FAIL("it is read");
    CHECK(mesh.error().text().find('\n') == std::string::npos);
    return mesh.error().text();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string head = "[gd_scene format=3]\n\n", node = "[node name=\"L\" type=\"Node3D\"]\n\n";
  const auto instance = [&](const std::string& path) {
    return head + "[ext_resource type=\"PackedScene\" path=\"" + path + "\" id=\"1\"]\n\n" + node +
           "[node name=\"I\" parent=\".\" instance=ExtResource(\"1\")]\n";
  };
  const auto region = [&](const std::string& properties) {
    return head + "[sub_resource type=\"NavigationMesh\" id=\"M\"]\n" + square_mesh + node +
           "[node name=\"R\" type=\"NavigationRegion3D\" parent=\".\"]\n" + properties;
  };
  CHECK(has(refused(instance("res://s.tscn")), "holds itself"));
  folder.write("a.tscn", instance("res://b.tscn"));
  folder.write("b.tscn", instance("res://a.tscn"));
  CHECK(has(refused(instance("res://a.tscn")), "holds itself"));
  CHECK(has(refused(instance("res://gone.tscn")), "cannot open"));
  CHECK(has(refused(instance("res://../../../gone.tscn")), "cannot open"));
  CHECK(has(refused(instance("res://x.scn")), "save that scene as .tscn"));
  CHECK(has(refused(region("navigation_mesh = SubResource(\"N\")\n")), "no resource 'N'"));
  CHECK(has(refused(region("navigation_mesh = 7\n")), "stands where a resource should"));
  CHECK(has(refused(region("transform = Transform3D(1, 0, 0)\nnavigation_mesh = SubResource(\"M\")\n")),
            "has 3 numbers"));
  CHECK(has(refused(region("transform = Transform3D(nan, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)\n")), "'nan' is no number"));
  CHECK(has(refused(region("rotation = Vector3(0, 1, 0)\n")), "writes 'transform'"));
  CHECK(has(refused(head + node + "[node name=\"R\" type=\"Node3D\" parent=\"Gone\"]\n"), "has no parent"));
  CHECK(has(refused(head + node), "no NavigationMesh"));
  CHECK(has(refused(head + "key = {\n"), "stands where a word should"));
  // Scenes that hold two of the next: 2^40 nodes, if nobody counts.
  for (int i = 0; i < 40; ++i)
    folder.write("d" + std::to_string(i) + ".tscn",
                 instance("res://d" + std::to_string(i + 1) + ".tscn") +
                     "\n[node name=\"J\" parent=\".\" instance=ExtResource(\"1\")]\n");
  folder.write("d40.tscn", head + node);
  CHECK(has(refused(instance("res://d0.tscn")), "more than 2^18 nodes"));
}

TEST_CASE("Godot's scenes: imported models are passed over, positions and scales are taken") {
  const Folder folder;
  const std::string scene =
      "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://m.glb\" id=\"1\"]\n\n"
      "[sub_resource type=\"NavigationMesh\" id=\"M\"]\n" +
      std::string(square_mesh) +
      "[node name=\"L\" type=\"Node3D\"]\n\n[node name=\"I\" parent=\".\" instance=ExtResource(\"1\")]\n\n"
      "[node name=\"Inside\" parent=\"I/Model\" index=\"0\"]\nvisible = false\n\n"
      "[node name=\"R\" type=\"NavigationRegion3D\" parent=\".\"]\nposition = Vector3(1, 2, 3)\nscale = Vector3(2, 1, "
      "1)\nnavigation_mesh = SubResource(\"M\")\n";
  const auto mesh = read_foreign_mesh(folder.write("s.tscn", scene), {});
  REQUIRE(mesh);
  CHECK(mesh->points[2] == ExactPoint{5, -5, 2});
}

TEST_CASE("Godot's scenes: res:// is the nearest project above, or else the scene's folder") {
  const Folder folder;
  std::filesystem::create_directories(folder.path() / "game/levels/deep");
  std::filesystem::create_directories(folder.path() / "game/nav");
  const auto mesh_of = [](int side) {
    const std::string s = std::to_string(side);
    return "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(0, 0, 0, 0, "
           "0, " +
           s + ", " + s + ", 0, " + s + ", " + s + ", 0, 0)\npolygons = [PackedInt32Array(3, 2, 1, 0)]\n";
  };
  const std::string scene =
      "[gd_scene format=3]\n\n[ext_resource type=\"NavigationMesh\" path=\"res://nav/m.tres\" id=\"1\"]\n\n"
      "[node name=\"R\" type=\"NavigationRegion3D\"]\nnavigation_mesh = ExtResource(\"1\")\n";
  const std::string file = folder.write("game/levels/deep/s.tscn", scene);
  const auto side = [&] {
    const auto mesh = read_foreign_mesh(file, {});
    if (!mesh) FAIL(mesh.error().text());
    return mesh->points[2][0];
  };
  CHECK_FALSE(read_foreign_mesh(file, {}));
  folder.write("game/levels/deep/m.tres", mesh_of(3));  // beside the scene, where there is no project
  CHECK(side() == 3);
  folder.write("project.godot", "");
  folder.write("game/project.godot", "");
  folder.write("game/nav/m.tres", mesh_of(5));
  CHECK(side() == 5);
}

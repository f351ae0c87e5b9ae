// SPDX-License-Identifier: GPL-3.0-or-later
// What refusals offer to leave out, and what is left out without being read.
//
// A level that is refused names an option. Whoever gives that option gets a level that lacks the faulty part and
// nothing else: the areas of what faces up tell, as every square and every box here has another one.
#include <catch2/catch.hpp>
#include <set>

#include "plumb/pipeline/import_scene.h"
#include "support/scene_files.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// The area in plan of the faces that look up, and of boxes their tops.
mpq_class area_of(const Scene& scene) {
  mpq_class out = 0;
  for (std::size_t f = 0; f < scene.face_count(); ++f) {
    const auto corner = [&](std::size_t i) {
      return exact_point(scene.points, scene.face_points[scene.face_begin[f] + i]);
    };
    const auto a = corner(0);
    for (std::size_t i = 1; i + 1 < scene.face_begin[f + 1] - scene.face_begin[f]; ++i) {
      const auto b = corner(i), c = corner(i + 1);
      const mpq_class twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      if (twice > 0) out += twice / 2;
    }
  }
  return out;
}

mpq_class area(const std::string& file, const ImportOptions& options = {}) {
  const auto scene = import_scene(file, options);
  if (!scene) FAIL(scene.error().command_text());
  CHECK(is_valid(*scene));
  return area_of(*scene);
}
std::string refused(const std::string& file, const ImportOptions& options = {}) {
  const auto scene = import_scene(file, options);
  if (scene) FAIL(file + " is read");
  CHECK(scene.error().message.find("; ") != std::string::npos);
  return scene.error().command_text();
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The pattern that a message offers; empty if it offers none.
std::string offered(const std::string& message) {
  const std::string option = "--leave-out '";
  const auto at = message.find(option);
  if (at == std::string::npos) return {};
  return message.substr(at + option.size(), message.rfind('\'') - at - option.size());
}
// The area that is left once what the refusal offers is left out.
mpq_class area_as_offered(const std::string& file) { return area(file, {.leave_out = {offered(refused(file))}}); }

// A file of these nodes, meshes and materials. Each mesh may show the square 0, which is 1 wide.
std::string gltf(const std::string& nodes, const std::string& meshes, const std::string& more = "") {
  std::string buffer = floats({0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1});
  for (const int i : {0, 1, 2, 0, 2, 3}) buffer += bytes_of(static_cast<std::uint16_t>(i));
  return glb("{\"asset\": {\"version\": \"2.0\"}, " + more + "\"nodes\": " + nodes + ", \"meshes\": " + meshes +
                 ", \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\"}, "
                 "{\"bufferView\": 1, \"componentType\": 5123, \"count\": 6, \"type\": \"SCALAR\"}], \"bufferViews\": "
                 "[{\"buffer\": 0, \"byteLength\": 48}, {\"buffer\": 0, \"byteOffset\": 48, \"byteLength\": 12}], "
                 "\"buffers\": [{\"byteLength\": 60}]}",
             buffer);
}
const std::string square = "{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}";
std::string mesh(const std::string& name) { return "{\"name\": \"" + name + "\", \"primitives\": [" + square + "]}"; }
std::string node(const std::string& name, int side, const std::string& more = "") {
  return "{\"name\": \"" + name + "\", \"mesh\": 0, \"scale\": [" + std::to_string(side) + ", 1, " +
         std::to_string(side) + "]" + (more.empty() ? "" : ", " + more) + "}";
}

const std::string head = "[gd_scene format=3]\n\n", root = "[node name=\"R\" type=\"Node3D\"]\n\n";
std::string box(const std::string& name, const std::string& parent, int side, const std::string& more = "") {
  return "[node name=\"" + name + "\" type=\"CSGBox3D\" parent=\"" + parent + "\"]\nsize = Vector3(" +
         std::to_string(side) + ", 1, " + std::to_string(side) + ")\n" + more + "\n";
}
std::string rocks(const std::string& name, const std::string& parent) {
  return "[node name=\"" + name + "\" type=\"MultiMeshInstance3D\" parent=\"" + parent + "\"]\n\n";
}
std::string model(const std::string& path) {
  return "[ext_resource type=\"PackedScene\" path=\"res://" + path + "\" id=\"1\"]\n\n";
}
std::string instance(const std::string& name, const std::string& parent = ".") {
  return "[node name=\"" + name + "\" parent=\"" + parent + "\" instance=ExtResource(\"1\")]\n\n";
}

}  // namespace

TEST_CASE("leave out: of a glTF, the name of the node or else its number, whichever nothing else has") {
  const Folder folder;
  const std::string skin = "\"skin\": 0";
  const auto level = [&](const std::string& faulty, const std::string& other, const std::string& meshes,
                         const std::string& more = "") {
    return folder.write("a.glb", gltf("[" + node(faulty, 5, skin) + ", " + other + "]", meshes, more));
  };
  // By its name, which the mesh that it alone shows may have, too.
  CHECK(offered(refused(level("Hero", node("Floor", 3), "[" + mesh("Square") + "]"))) == "Hero");
  const std::string second = "{\"mesh\": 1, \"name\": \"Floor\", \"scale\": [3, 1, 3]}";
  CHECK(offered(refused(level("Hero", second, "[" + mesh("Hero") + ", " + mesh("B") + "]"))) == "Hero");
  const std::string several[] = {
      level("Cube", node("Cube", 3), "[" + mesh("Square") + "]"),
      level("Cube", second, "[" + mesh("Square") + ", " + mesh("Cube") + "]"),
      level("Cube", node("Floor", 3), "[" + mesh("Cube") + "]"),
      level("Cube", node("Floor", 3), "[" + mesh("Square") + "]", "\"materials\": [{\"name\": \"Cube\"}], "),
      level("Wall*", node("Wall1", 3), "[" + mesh("Square") + "]"),
      level("Wall?", node("Wall1", 3), "[" + mesh("Square") + "]"),
      level("nodes[1]", node("Floor", 3), "[" + mesh("Square") + "]"),
      level("Joe's", node("Floor", 3), "[" + mesh("Square") + "]"),
  };
  for (const std::string& file : several) CHECK(offered(refused(file)) == "nodes[0]");
  for (int i = 0; i < 8; ++i) {
    const std::string name = std::vector<std::string>{
        "Hero", "Cube", "Wall*", "Wall?", "nodes[1]", "Joe's", "", "石"}[static_cast<std::size_t>(i)];
    CHECK(area_as_offered(level(name, node("Wall1", 3), "[" + mesh("Cube") + "]")) == 9);
  }
  // A coordinate beyond all numbers is told where vertices are placed.
  const std::string far =
      "[{\"mesh\": 0, \"name\": \"Far\", \"scale\": [1e300, 1, 1], \"children\": [1]}, {\"mesh\": "
      "0, \"name\": \"Bad\", \"scale\": [1e300, 1, 1]}, " +
      node("Floor", 3) + "]";
  CHECK(offered(refused(folder.write("a.glb", gltf(far, "[" + mesh("Square") + "]")))) == "Bad");
}

TEST_CASE("leave out: of a scene of Godot, a node's name, or its path from the root") {
  const Folder folder;
  const auto level = [&](const std::string& nodes) { return folder.write("a.tscn", head + nodes); };
  const auto offers = [&](const std::string& nodes) { return offered(refused(level(nodes))); };
  const std::string floor = box("Floor", ".", 3);
  CHECK(offers(root + rocks("Rocks", ".") + floor) == "Rocks");
  // A root-level node whose name is elsewhere, too: below another node, or the name of a mesh.
  const std::string twice = root + rocks("Rocks", ".") + floor + box("Rocks", "Floor", 2);
  CHECK(offers(twice) == "./Rocks");
  CHECK(area_as_offered(level(twice)) == 9 + 4);
  CHECK(area(level(twice), {.leave_out = {"Rocks"}}) == 9);
  CHECK(area(level(twice), {.leave_out = {"./Rocks", "./Floor/*"}}) == 9);
  CHECK(offers(root + rocks("Rocks", "Floor") + floor) == "");  // no parent yet: no level at all
  CHECK(offers(root + floor + rocks("Rocks", "Floor")) == "Floor/Rocks");
  folder.write("b.glb", gltf("[" + node("Rocks", 4) + "]", "[" + mesh("Square") + "]"));
  const std::string elsewhere = model("b.glb") + root + instance("Model") + rocks("Rocks", ".");
  CHECK(offers(elsewhere) == "./Rocks");
  CHECK(area_as_offered(level(elsewhere)) == 16);
  // What is below a node that is left out counts as well, and no pattern means the root's path.
  const auto kept =
      import_scene(level(root + box("A1", ".", 3) + box("B", "A1", 1) + box("C2", "A1/B", 1) + box("D3", ".", 2)),
                   {.leave_out = {"A1", "A1/B", "C?", ".", "./B"}});
  REQUIRE(kept);
  std::vector<std::uint64_t> parts;
  for (const LeftOut& each : kept->left_out) parts.push_back(each.parts);
  CHECK(parts == std::vector<std::uint64_t>{1, 1, 1, 0, 0});
  CHECK(area_of(*kept) == 4);
  // "./" is the root in a pattern, and no part of a name.
  CHECK(area(level(root + box("A", ".", 3) + box("B1", ".", 2)), {.leave_out = {"*.*1"}}) == 9 + 4);
  // A name that a pattern would take for others.
  const std::string odd = root + rocks("Rock*'s", ".") + box("Rocks", ".", 3);
  CHECK(offers(odd) == "./Rock??s");
  CHECK(area_as_offered(level(odd)) == 9);
}

TEST_CASE("leave out: of a model in a scene of Godot, its instance, or the one node of many") {
  const Folder folder;
  const auto level = [&](const std::string& nodes) { return folder.write("a.tscn", head + model("b.glb") + nodes); };
  const auto skinned = [&](const std::string& nodes) {
    folder.write("b.glb", gltf("[" + nodes + "]", "[" + mesh("Hero") + "]"));
  };
  const std::string hero = "{\"mesh\": 0, \"skin\": 0}";
  folder.write("c.glb", gltf("[" + node("Floor", 4) + "]", "[" + mesh("Square") + "]"));
  const std::string floor = "[ext_resource type=\"PackedScene\" path=\"res://c.glb\" id=\"2\"]\n\n",
                    both = floor + root + "[node name=\"Floor\" parent=\".\" instance=ExtResource(\"2\")]\n\n" +
                           instance("Hero");
  skinned(hero);
  CHECK(offered(refused(level(both))) == "Hero");  // and no 'nodes[0]', which every model has
  CHECK(area_as_offered(level(both)) == 16);
  CHECK(offered(refused(level(both + box("Hero", "Floor", 1)))) == "./Hero");
  CHECK(area_as_offered(level(both + box("Hero", "Floor", 1))) == 17);
  // Of a level, only the node.
  skinned(node("Ground", 3) + ", {\"name\": \"Ann.1\", \"mesh\": 0, \"skin\": 0}");
  CHECK(offered(refused(level(both))) == "Hero/Ann_1");
  CHECK(area_as_offered(level(both)) == 16 + 9);
  // In scenes within scenes.
  folder.write("d.tscn", head + model("b.glb") + root + instance("Model"));
  const std::string nested =
      folder.write("a.tscn", head + model("d.tscn") + root + instance("Room") + box("A", ".", 2));
  CHECK(offered(refused(nested)) == "Room/Model/Ann_1");
  CHECK(area_as_offered(nested) == 4 + 9);
  // Nothing is left of a model that is the level.
  skinned(hero);
  CHECK(offered(refused(level("[node name=\"R\" instance=ExtResource(\"1\")]\n"))) == "Mesh");
}

TEST_CASE("leave out: files that a scene of Godot names and that cannot be read") {
  const Folder folder;
  const std::string pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:" + std::string(64, '0') + "\nsize 12345\n";
  for (const char* name : {"lfs.glb", "lfs.tscn", "lfs.obj", "lfs.tres"}) folder.write(name, pointer);
  folder.write("junk.tscn", "no scene");
  const std::string floor = box("Floor", ".", 3);
  for (const char* file : {"gone.glb", "gone.tscn", "gone.fbx", "lfs.glb", "lfs.tscn", "junk.tscn", "gone.scn"}) {
    const std::string path = folder.write("a.tscn", head + model(file) + root + floor + instance("I"));
    INFO(file);
    const std::string message = refused(path);
    CHECK(has(message, "node 'I' "));
    CHECK(offered(message) == "I");
    CHECK(area_as_offered(path) == 9);
  }
  for (const char* file : {"gone.obj", "gone.tres", "lfs.obj", "lfs.tres", "gone.res"}) {
    const std::string path = folder.write(
        "a.tscn", head + "[ext_resource type=\"Mesh\" path=\"res://" + file + "\" id=\"1\"]\n\n" + root + floor +
                      "[node name=\"M\" type=\"MeshInstance3D\" parent=\"Floor\"]\n" + "mesh = ExtResource(\"1\")\n");
    INFO(file);
    const std::string message = refused(path);
    CHECK(has(message, "node 'Floor/M'"));
    CHECK(has(message, "lfs.") == has(message, "git lfs pull"));
    CHECK(area_as_offered(path) == 9);
  }
  // An identity alone leads nowhere.
  for (const char* kind : {"instance=ExtResource(\"1\")]\n", "type=\"MeshInstance3D\"]\nmesh = ExtResource(\"1\")\n"}) {
    const std::string path =
        folder.write("a.tscn", head + "[ext_resource type=\"PackedScene\" path=\"uid://b1\" id=\"1\"]\n\n" + root +
                                   floor + "[node name=\"I\" parent=\".\" " + kind);
    CHECK(has(refused(path), "identities are not followed"));
    CHECK(area_as_offered(path) == 9);
  }
  // What a script puts there later.
  const std::string later = folder.write(
      "a.tscn", head + root + floor + "[node name=\"Later\" parent=\".\" instance_placeholder=\"res://b.tscn\"]\n");
  CHECK(has(refused(later), "node 'Later' is a placeholder of 'res://b.tscn'"));
  const auto scene = import_scene(later, {.leave_out = {offered(refused(later))}});
  REQUIRE(scene);
  CHECK(scene->left_out[0].parts == 1);
}

TEST_CASE("leave out: a node of a glTF that is left out is not read, nor is what is below it") {
  const Folder folder;
  const std::string scenes[] = {"", "\"scene\": 0, \"scenes\": [{\"nodes\": [0, 1]}], "};
  for (const std::string& scene : scenes)
    for (const char* bad :
         {"\"children\": [55]", "\"children\": [1]", "\"children\": \"none\"", "\"children\": [-1, 2]",
          "\"skin\": 0, \"children\": [2]", "\"rotation\": [1]", "\"children\": [2, 2]"}) {
      const std::string file = folder.write(
          "a.glb", gltf("[" + node("Floor", 3) + ", " + node("Bad", 2, bad) + ", " + node("Below", 1) + "]",
                        "[" + mesh("Square") + "]", scene));
      INFO(scene + bad);
      CHECK(offered(refused(file)) == (has(bad, "[2, 2]") ? "Below" : "Bad"));
      const bool is_below = has(bad, "2]") || !scene.empty();
      for (const char* pattern : {"Bad", "nodes[1]"})
        CHECK(area(file, {.leave_out = {pattern}}) == (is_below ? 9 : 10));
    }
  // Two nodes that are below each other, reached by nobody.
  const std::string loop =
      folder.write("a.glb", gltf("[" + node("Floor", 3) + ", " + node("One", 2, "\"children\": [2]") + ", " +
                                     node("Two", 1, "\"children\": [1]") + "]",
                                 "[" + mesh("Square") + "]"));
  CHECK(area_as_offered(loop) == 9);
  CHECK(area(loop, {.leave_out = {"Two"}}) == 9);
  // A primitive of a material that is left out.
  const std::string file =
      folder.write("a.glb", gltf("[" + node("Floor", 3) + "]",
                                 "[{\"primitives\": [" + square +
                                     ", {\"attributes\": {\"POSITION\": 7}, \"mode\": 9, \"material\": "
                                     "0}]}]",
                                 "\"materials\": [{\"name\": \"Bad\"}], "));
  CHECK(has(refused(file), "no mode of glTF"));
  CHECK(area(file, {.leave_out = {"Bad"}}) == 9);
}

TEST_CASE("leave out: where nothing is left, every format says so") {
  const Folder folder;
  const std::string stl =
      "solid A\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nendsolid\n";
  for (const std::string& file : {folder.write("a.glb", gltf("[" + node("A", 3) + "]", "[" + mesh("M") + "]")),
                                  folder.write("b.glb", gltf("[" + node("A", 3) + "]", "[" + mesh("M") + "]",
                                                             "\"scenes\": [{\"nodes\": [0]}, {\"nodes\": [0]}], ")),
                                  folder.write("a.tscn", head + root + box("A", ".", 3)), folder.write("a.stl", stl),
                                  folder.write("a.obj", "o A\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")})
    for (const char* pattern : {"*", "A"}) {
      INFO(file);
      CHECK(has(refused(file, {.leave_out = {pattern}}), "leave less out"));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Files of people that went wrong (tests/corpus/models), each by its name, and fifty variants of each kind.
//
// Variants are made of drawn numbers by generators with fixed seeds. What they have to be read as is worked out here:
// the area of faces that face up, the volume of closed bodies, or the words that a refusal has to say.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "support/scene_files.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::string corpus = PLUMB_SOURCE_DIR "/tests/corpus/models/";
constexpr int variants = 50;

struct Measured {
  std::size_t faces = 0;
  mpq_class up, volume;  // the area in plan of what faces up, and the volume of what is closed
};
Measured measure(const Scene& scene) {
  Measured out{scene.face_count(), 0, 0};
  for (std::size_t f = 0; f < scene.face_count(); ++f) {
    const auto corner = [&](std::size_t i) {
      return exact_point(scene.points, scene.face_points[scene.face_begin[f] + i]);
    };
    const auto a = corner(0);
    mpq_class twice = 0;
    for (std::size_t i = 1; i + 1 < scene.face_begin[f + 1] - scene.face_begin[f]; ++i) {
      const auto b = corner(i), c = corner(i + 1);
      twice += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      out.volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0])) /
                    6;
    }
    if (twice > 0) out.up += twice / 2;
  }
  return out;
}

Measured read(const std::string& file, const ImportOptions& options = {}) {
  const auto scene = import_scene(file, options);
  if (!scene) FAIL(scene.error().command_text());
  CHECK(is_valid(*scene));
  return measure(*scene);
}
std::string refused(const std::string& file, const ImportOptions& options = {}) {
  const auto scene = import_scene(file, options);
  if (scene) FAIL(file + " is read");
  CHECK(scene.error().message.find('\n') == std::string::npos);
  return scene.error().command_text();
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Draw {
  std::mt19937 engine;
  int operator()(int least, int most) {
    return least + static_cast<int>(engine() % static_cast<unsigned>(most - least + 1));
  }
};

const std::string head = "[gd_scene format=3]\n\n";

// A square from the origin, w wide, facing up, as a glTF mesh in a buffer of 60 bytes.
std::string square_buffer(int w) {
  std::string out = floats({0, 0, 0, double(w), 0, 0, double(w), 0, double(-w), 0, 0, double(-w)});
  for (const int i : {0, 1, 2, 0, 2, 3}) out += bytes_of(static_cast<std::uint16_t>(i));
  return out;
}
std::string square_json(const std::string& nodes, const std::string& more) {
  return "{\"asset\": {\"version\": \"2.0\"}, " + more + "\"nodes\": " + nodes +
         ", \"meshes\": [{\"name\": \"Square\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": "
         "1}]}], "
         "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\"}, "
         "{\"bufferView\": 1, \"componentType\": 5123, \"count\": 6, \"type\": \"SCALAR\"}], \"bufferViews\": "
         "[{\"buffer\": 0, \"byteLength\": 48}, {\"buffer\": 0, \"byteOffset\": 48, \"byteLength\": 12}], \"buffers\": "
         "[{\"byteLength\": 60}]}";
}

}  // namespace

TEST_CASE("models/assimp_endsolid.stl: endsolid and the name without a blank") {
  CHECK(read(corpus + "assimp_endsolid.stl").up == 8);
}

TEST_CASE("models/stl_one_line.stl: whitespace is free in an ASCII STL") {
  CHECK(read(corpus + "stl_one_line.stl").up == 16);
}

TEST_CASE("models/stl: solids on lines or in one, named or not, with the name behind endsolid or in it") {
  const Folder folder;
  Draw draw{std::mt19937{1}};
  for (int i = 0; i < variants; ++i) {
    std::string text;
    int area = 0;
    const char blank = draw(0, 1) ? ' ' : '\n';
    for (int solids = draw(1, 3), s = 0; s < solids; ++s) {
      const std::string name = std::array{"", "part", "two words", "facet"}[static_cast<std::size_t>(draw(0, 3))];
      text += "solid" + (name.empty() ? "" : " " + name) + blank;
      for (int facets = draw(1, 3), f = 0; f < facets; ++f) {
        const int w = draw(1, 9);
        area += w * w;
        const std::string at = std::to_string(w);
        for (const char* word : {"facet", "normal", "0", "0", "1", "outer", "loop", "vertex", "0", "0", "0", "vertex"})
          text += word + std::string(1, blank);
        text += std::to_string(2 * w) + " 0 0" + blank + "vertex 0 " + at + " 0" + blank + "endloop" + blank +
                "endfacet" + blank;
      }
      // Without a blank the name's first word becomes a part of the keyword.
      text += (draw(0, 1) ? "endsolid " : "endsolid") + name + blank;
    }
    CAPTURE(text);
    CHECK(read(folder.write("a.stl", text), {.up = UpAxis::z}).up == area);
  }
  CHECK(has(refused(folder.write("b.stl", "solid a facet normal 0 0 1 outer loop vertex 0 0 0")), "cut off"));
}

TEST_CASE("models/lfs_pointer, lfs_buffer: a Git LFS pointer is called one, whatever names it") {
  for (const char* file : {"lfs_pointer.glb", "lfs_pointer.obj", "lfs_buffer.gltf"}) {
    const std::string message = refused(corpus + file);
    CHECK(has(message, "Git LFS pointer"));
    CHECK(has(message, "git lfs pull"));
  }
  const Folder folder;
  Draw draw{std::mt19937{2}};
  for (int i = 0; i < variants; ++i) {
    const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" +
                                std::string(64, static_cast<char>('0' + draw(0, 9))) + "\nsize " +
                                std::to_string(draw(1, 1 << 30)) + "\n";
    const char* extension =
        std::array{".obj", ".glb", ".gltf", ".off", ".ply", ".stl", ".tscn"}[static_cast<std::size_t>(i % 7)];
    CHECK(has(refused(folder.write(std::string("a") + extension, pointer)), "Git LFS pointer"));
    folder.write("model.glb", pointer);
    folder.write("mesh.obj", pointer);
    folder.write("mesh.tres", pointer);
    CHECK(has(refused(folder.write("b.tscn", head + "[ext_resource type=\"PackedScene\" path=\"res://model.glb\" "
                                                    "id=\"1\"]\n\n[node name=\"M\" instance=ExtResource(\"1\")]\n")),
              "Git LFS pointer"));
    const std::string mesh = i % 2 ? "mesh.obj" : "mesh.tres";
    CHECK(has(refused(folder.write("c.tscn", head + "[ext_resource type=\"ArrayMesh\" path=\"res://" + mesh +
                                                 "\" id=\"1\"]\n\n[node name=\"M\" type=\"MeshInstance3D\"]\nmesh = "
                                                 "ExtResource(\"1\")\n")),
              "Git LFS pointer"));
  }
}

TEST_CASE("models/two_scenes_no_default.gltf: the first scene, and another by its name") {
  const std::string file = corpus + "two_scenes_no_default.gltf";
  const auto first = import_scene(file, {});
  REQUIRE(first);
  CHECK(first->face_count() == 2);
  CHECK(measure(*first).up == 16);
  CHECK(first->unread_scenes == std::vector<std::string>{"scenes[1]"});
  CHECK(read(file, {.gltf_scene = "scenes[1]"}).up == 64);
  CHECK(has(refused(file, {.gltf_scene = "Attic"}), "'scenes[0]', 'scenes[1]'"));
  CHECK(has(refused(corpus + "stl_one_line.stl", {.gltf_scene = "Attic"}), "--scene"));
}

TEST_CASE("models/scenes of a glTF: by default, by the first, by name") {
  const Folder folder;
  Draw draw{std::mt19937{3}};
  for (int i = 0; i < variants; ++i) {
    const int count = draw(1, 4), given = draw(-1, count - 1);
    std::string nodes, scenes;
    for (int s = 0; s < count; ++s) {
      const std::string n = std::to_string(s), comma = s ? ", " : "";
      nodes += comma + "{\"mesh\": 0, \"scale\": [" + std::to_string(s + 1) + ", 1, 1]}";
      scenes += comma + "{\"name\": \"S" + n + "\", \"nodes\": [" + n + "]}";
    }
    const std::string file = folder.write(
        "a.glb",
        glb(square_json("[" + nodes + "]", "\"scenes\": [" + scenes + "], " +
                                               (given < 0 ? "" : "\"scene\": " + std::to_string(given) + ", ")),
            square_buffer(3)));
    const auto scene = import_scene(file, {});
    REQUIRE(scene);
    CHECK(measure(*scene).up == 9 * (std::max(given, 0) + 1));
    CHECK(scene->unread_scenes.size() == static_cast<std::size_t>(given < 0 ? count - 1 : 0));
    const int wanted = draw(0, count - 1);
    CHECK(read(file, {.gltf_scene = "S" + std::to_string(wanted)}).up == 9 * (wanted + 1));
  }
}

TEST_CASE("models/scenes of a glTF that show nothing, or have no name of their own") {
  const Folder folder;
  const auto level = [&](const std::string& scenes, const std::string& more = "") {
    return folder.write(
        "a.glb", glb(square_json("[{\"mesh\": 0}, {}, {\"children\": [0]}]", more + "\"scenes\": [" + scenes + "], "),
                     square_buffer(2)));
  };
  // The scene that is read is empty, and another is not: the message names both.
  const std::string empty = "{\"name\": \"Empty\"}, {\"name\": \"Level\", \"nodes\": [2]}";
  for (const char* first : {"", "\"scene\": 0, "}) {
    const std::string message = refused(level(empty, first));
    CHECK(has(message, "the scene 'Empty' shows no face; give --scene 'Level'"));
    CHECK(read(level(empty, first), {.gltf_scene = "Level"}).up == 4);
  }
  CHECK(has(refused(level("{\"nodes\": [1]}, {\"nodes\": [0]}")), "give --scene 'scenes[1]'"));
  CHECK(has(refused(level("{\"nodes\": [1]}, {}")), "export polygons"));
  // No name is that of a scene without one.
  const std::string named = level("{}, {\"name\": \"Level\", \"nodes\": [0]}", "\"scene\": 1, ");
  CHECK(has(refused(named, {.gltf_scene = ""}), "give one of 'scenes[0]', 'Level'"));
  // Scenes are listed as the option takes them.
  const std::string odd = level(
      "{\"name\": \"x\", \"nodes\": [1]}, {\"name\": \"x\", \"nodes\": [0]}, {\"name\": \"q\\nz\", \"nodes\": [0]}, "
      "{\"name\": \"scenes[0]\", \"nodes\": [0]}, {\"name\": \"A'b\"}, {\"name\": \"Tür\"}");
  CHECK(
      has(refused(odd, {.gltf_scene = "y"}), "'scenes[0]', 'scenes[1]', 'scenes[2]', 'scenes[3]', 'scenes[4]', 'Tür'"));
  CHECK(has(refused(odd, {.gltf_scene = "x"}), "give the number of one, 'scenes[0]', 'scenes[1]'"));
  for (const char* scene : {"scenes[1]", "scenes[2]", "scenes[3]", "q\nz"})
    CHECK(read(odd, {.gltf_scene = scene}).up == 4);
}

TEST_CASE("models/accessor_without_view.gltf: zeros, as the specification says") {
  const Measured found = read(corpus + "accessor_without_view.gltf");
  CHECK(found.faces == 2);
  CHECK(found.up == 0);
}

TEST_CASE(
    "models/leave out: a node, a mesh, a material or a group by a pattern, and what is refused names the option") {
  const Folder folder;
  Draw draw{std::mt19937{4}};
  for (int i = 0; i < variants; ++i) {
    const int w = draw(1, 9);
    const std::string name = "Hero." + std::to_string(draw(0, 999));
    const std::string file = folder.write(
        "a.glb",
        glb(square_json("[{\"mesh\": 0, \"name\": \"Floor\"}, {\"name\": \"" + name +
                            "\", \"mesh\": 0, \"skin\": 0, \"children\": [2]}, {\"mesh\": 0, \"name\": \"Hat\"}]",
                        "\"scene\": 0, \"scenes\": [{\"nodes\": [0, 1]}], \"skins\": [{\"joints\": [1]}], "),
            square_buffer(w)));
    const std::string message = refused(file);
    CHECK(has(message, "skinned"));
    CHECK(has(message, "--leave-out '" + name + "'"));
    for (const std::string& pattern : {name, std::string("Hero*"), std::string("?ero.*"), std::string("nodes[1]")}) {
      const auto scene = import_scene(file, {.leave_out = {pattern, "Cellar"}});
      REQUIRE(scene);
      CHECK(measure(*scene).up == w * w);  // with all below the node
      REQUIRE(scene->left_out.size() == 2);
      CHECK(scene->left_out[0].parts == 1);
      CHECK(scene->left_out[1].parts == 0);
    }
    CHECK(has(refused(file, {.leave_out = {"Square"}}), "no face"));
    // The same of an OBJ, whose faces are counted again.
    std::string text, kept;
    int area = 0;
    for (int k = 0; k < 6; ++k) {
      const int side = draw(1, 5), kind = draw(0, 3);
      const std::string s = std::to_string(side);
      const std::string square = "v 0 0 0\nv " + s + " 0 0\nv " + s + " " + s + " 0\nv 0 " + s + " 0\nf -4 -3 -2 -1\n";
      const char* names = std::array{"o Floor\ng ground\nusemtl stone\n", "o Tree.1\ng plants\nusemtl bark\n",
                                     "o Floor\ng glass_1\nusemtl stone\n",
                                     "o Floor\ng ground\nusemtl water\n"}[static_cast<std::size_t>(kind)];
      text += names + square;
      if (kind == 0) kept += names + square;
      if (kind == 0) area += side * side;
    }
    if (area == 0) continue;
    const std::string obj = folder.write("b.obj", text);
    for (const unsigned threads : {1u, 3u}) {
      const auto scene = import_scene(
          obj,
          {.up = UpAxis::z, .threads = threads, .leave_out = {"Tree*", "glass_?", "water"}, .min_chunk_bytes = 40});
      const auto same = import_scene(folder.write("c.obj", kept), {.up = UpAxis::z});
      REQUIRE(scene);
      REQUIRE(same);
      CHECK(measure(*scene).up == area);
      CHECK(scene->face_begin == same->face_begin);
      CHECK(scene->face_points == same->face_points);
      CHECK(scene->groups.size() == same->groups.size());
    }
  }
  CHECK(has(refused(folder.write("d.obj", "o A\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), {.leave_out = {"*"}}),
            "leave less out"));
}

TEST_CASE("models/level.tscn: an instance of a .glb is read where its node puts it") {
  const auto scene = import_scene(corpus + "level.tscn", {});
  REQUIRE(scene);
  CHECK(scene->face_count() == 2);
  CHECK(measure(*scene).up == 16);
  for (kernel::PointId p = 0; p < scene->points.size(); ++p) CHECK(exact_point(scene->points, p)[2] == 2);
  CHECK(scene->other_files.size() == 1);
}

TEST_CASE("models/instances: models in scenes in scenes, scaled, moved and changed") {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("floor.glb",
               glb(square_json("[{\"name\": \"Top.001\", \"scale\": [2, 1, 1], \"children\": [1]}, "
                               "{\"mesh\": 0, \"name\": \"Leaf\"}, {\"mesh\": 0, \"name\": \"Box-colonly\"}]",
                               "\"scene\": 0, \"scenes\": [{\"nodes\": [0, 2]}], "),
                   square_buffer(3)));
  folder.write("floor.obj", "v 0 0 0\nv 3 0 0\nv 3 0 -3\nv 0 0 -3\nf 1 2 3 4\n");
  const std::string instance = "[ext_resource type=\"PackedScene\" path=\"res://floor.glb\" id=\"1\"]\n\n";
  folder.write("room.tscn",
               head + instance +
                   "[node name=\"Room\" type=\"Node3D\"]\n\n[node name=\"Floor\" parent=\".\" "
                   "instance=ExtResource(\"1\")]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0)\n");
  Draw draw{std::mt19937{5}};
  for (int i = 0; i < variants; ++i) {
    const int x = draw(1, 9), z = draw(1, 9), own = draw(1, 9);
    const auto scaled = [](int a, int b) {
      return "transform = Transform3D(" + std::to_string(a) + ", 0, 0, 0, 1, 0, 0, 0, " + std::to_string(b) +
             ", 7, 1, -2)\n";
    };
    const bool changed = draw(0, 1);
    const std::string text =
        head +
        "[ext_resource type=\"PackedScene\" path=\"res://room.tscn\" id=\"1\"]\n[ext_resource type=\"ArrayMesh\" " +
        "path=\"res://floor.obj\" id=\"2\"]\n\n[node name=\"L\" type=\"Node3D\"]\n\n[node name=\"One\" parent=\".\" " +
        "instance=ExtResource(\"1\")]\n" + scaled(x, z) +
        "\n[node name=\"Mesh\" type=\"MeshInstance3D\" parent=\".\"]\n" + "mesh = ExtResource(\"2\")\n" +
        (changed ? "\n[node name=\"Top_001\" parent=\"One/Floor\" index=\"0\"]\n" + scaled(own, 1) : "") +
        "\n[editable path=\"One/Floor\"]\n";
    CHECK(read(folder.write("level.tscn", text)).up == 9 * x * z * 5 * (changed ? own : 2) + 9);
    CHECK(read(folder.write("level.tscn", text), {.leave_out = {"One/*"}}).up == 9);
    CHECK(read(folder.write("level.tscn", text), {.leave_out = {"Leaf"}}).up == 9);
  }
  // Godot's own settings of the import.
  folder.write("floor.glb.import", "[remap]\n\nimporter=\"scene\"\n\n[params]\n\nnodes/root_scale=2.0\n");
  folder.write("floor.obj.import", "[params]\n\nscale_mesh=Vector3(2, 2, 2)\n");
  const auto level = [&](const std::string& nodes) { return folder.write("level.tscn", head + nodes); };
  CHECK(read(folder / "room.tscn").up == 9 * 2 * 4 * 5);
  folder.write("floor.glb.import", "[params]\n\nnodes/import_script/path=\"res://change.gd\"\n");
  CHECK(has(refused(folder / "room.tscn"), "script"));
  folder.write("floor.glb.import", "[params]\n");
  // What is not there, goes round in a circle, or changes what no node of the model is known to be.
  CHECK(has(refused(level("[ext_resource type=\"PackedScene\" path=\"res://gone.glb\" id=\"1\"]\n\n[node name=\"M\" "
                          "instance=ExtResource(\"1\")]\n")),
            "'res://gone.glb', but there is no such file"));
  CHECK(has(refused(level("[ext_resource type=\"PackedScene\" path=\"res://level.tscn\" id=\"1\"]\n\n[node name=\"L\" "
                          "type=\"Node3D\"]\n\n[node name=\"M\" parent=\".\" instance=ExtResource(\"1\")]\n")),
            "holds itself"));
  const std::string base = instance +
                           "[node name=\"L\" type=\"Node3D\"]\n\n[node name=\"M\" parent=\".\" "
                           "instance=ExtResource(\"1\")]\n\n";
  CHECK(
      has(refused(level(base + "[node name=\"Gone\" parent=\"M\"]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, "
                               "0, 0, 0)\n")),
          "not known to have"));
  CHECK(read(level(base + "[node name=\"Gone\" parent=\"M\"]\nvisible = false\n")).up == 18);
  CHECK(has(refused(level(base + "[node name=\"B\" type=\"CSGBox3D\" parent=\"M/Gone\"]\n")), "'M/Gone/B'"));
  CHECK(read(level(base + "[node name=\"B\" type=\"CSGBox3D\" parent=\"M/Top_001\"]\n")).up == 20);
}

TEST_CASE("models/csg_cylinder.tscn: a floor and a pillar of eight sides") {
  const Measured found = read(corpus + "csg_cylinder.tscn");
  CHECK(found.faces == 12 + 4 * 8);
  CHECK(std::abs(found.volume.get_d() - 100 - 2 * std::sqrt(0.5)) < 1e-7);
  CHECK(read(corpus + "csg_cylinder.tscn", {.leave_out = {"Pillar"}}).volume == 100);
}

TEST_CASE("models/round shapes: closed, facing outward, and as large as their formulas say") {
  Draw draw{std::mt19937{6}};
  const Folder folder;
  using std::numbers::pi;
  const auto circle = [](int n) { return n * std::sin(2 * pi / n) / 2; };  // the area of its polygon, of radius 1
  // Of a body turned around the y axis in n segments: a sum of frusta with the polygons of n corners.
  const auto turned = [&](int n, const std::vector<std::array<double, 2>>& rings) {
    double sum = 0;
    for (std::size_t j = 0; j < rings.size(); ++j) {
      const auto& [r, h] = rings[j];
      const auto& [s, g] = rings[(j + 1) % rings.size()];
      sum += circle(n) * (h - g) * (r * r + r * s + s * s) / 3;
    }
    return sum;
  };
  for (int i = 0; i < variants; ++i) {
    const int n = draw(4, 20), rings = draw(1, 9), r = draw(1, 5), h = draw(1, 5);
    const auto number = [](const char* key, int value) {
      return std::string(key) + " = " + std::to_string(value) + "\n";
    };
    const auto volume = [&](const std::string& type, const std::string& properties) {
      const std::string text = type.starts_with("CSG")
                                   ? "[node name=\"L\" type=\"" + type + "\"]\n" + properties
                                   : "[sub_resource type=\"" + type + "\" id=\"M\"]\n" + properties +
                                         "\n[node name=\"L\" type=\"MeshInstance3D\"]\nmesh = SubResource(\"M\")\n";
      return read(folder.write("a.tscn", head + text)).volume.get_d();
    };
    const auto near = [](double found, double expected) { return std::abs(found / expected - 1) < 1e-6; };
    const auto ellipse = [&](int parts, double radius, double half) {
      std::vector<std::array<double, 2>> out;
      for (int j = 0; j <= parts; ++j)
        out.push_back({radius * std::sin(pi * j / parts), half * std::cos(pi * j / parts)});
      return out;
    };
    const std::string size = number("radius", r) + number("height", h);
    CHECK(near(volume("CSGCylinder3D", size + number("sides", n)), circle(n) * r * r * h));
    CHECK(near(volume("CSGCylinder3D", size + number("sides", n) + "cone = true\n"), circle(n) * r * r * h / 3));
    CHECK(near(volume("CSGCylinder3D", size + number("sides", n) + "flip_faces = true\n"), -circle(n) * r * r * h));
    if (rings > 1)
      CHECK(near(volume("CSGSphere3D", number("radius", r) + number("radial_segments", n) + number("rings", rings)),
                 turned(n, ellipse(rings, r, r))));
    CHECK(near(volume("SphereMesh", size + number("radial_segments", n) + number("rings", rings)),
               turned(n, ellipse(rings + 1, r, h / 2.))));
    CHECK(near(
        volume("CylinderMesh", number("top_radius", r) + number("bottom_radius", h) + number("radial_segments", n)),
        circle(n) * 2 * (r * r + r * h + h * h) / 3));
    std::vector<std::array<double, 2>> capsule;
    for (int half = 0; half < 2; ++half)
      for (int j = 0; j <= rings + 1; ++j) {
        const double a = pi / 2 * (j + half * (rings + 1)) / (rings + 1);
        capsule.push_back({r * std::sin(a), r * std::cos(a) + (half ? -h : h) / 2.});
      }
    CHECK(near(volume("CapsuleMesh", number("radius", r) + number("height", 2 * r + h) + number("radial_segments", n) +
                                         number("rings", rings)),
               turned(n, capsule)));
    std::vector<std::array<double, 2>> ring;
    const int parts = draw(3, 12);
    for (int j = 0; j < parts; ++j)
      ring.push_back({r + h / 2. - h / 2. * std::cos(2 * pi * j / parts), h / 2. * std::sin(2 * pi * j / parts)});
    const std::string radii = number("inner_radius", r) + number("outer_radius", r + h);
    CHECK(near(volume("TorusMesh", radii + number("rings", n) + number("ring_segments", parts)), turned(n, ring)));
    for (auto& [radius, height] : ring) radius = 2 * r + h - radius;
    std::ranges::reverse(ring);
    CHECK(near(volume("CSGTorus3D", radii + number("sides", n) + number("ring_sides", parts)), turned(n, ring)));
    const std::string outline = "polygon = PackedVector2Array(1, 0, " + std::to_string(r + 1) + ", 0, " +
                                std::to_string(r + 1) + ", " + std::to_string(h) + ", 1, " + std::to_string(h) + ")\n";
    CHECK(near(volume("CSGPolygon3D", outline + number("depth", n)), r * h * n));
    CHECK(near(volume("CSGPolygon3D", outline + number("mode", 1) + number("spin_sides", n)),
               circle(n) * h * ((r + 1) * (r + 1) - 1)));
    CHECK(
        near(volume("CSGPolygon3D", outline + number("mode", 1) + number("spin_sides", n) + number("spin_degrees", 90)),
             circle(4 * n) / 4 * h * ((r + 1) * (r + 1) - 1)));
  }
}

TEST_CASE("models/grids: each cell is a mesh of the library, turned and moved") {
  const Folder folder;
  Draw draw{std::mt19937{7}};
  for (int i = 0; i < variants; ++i) {
    // A box 2 by 1 by 4 in cells of 3 by 5 by 7: a turn exchanges its sides.
    const int turn = draw(0, 23), x = draw(-9, 9), y = draw(-9, 9), z = draw(-9, 9);
    const std::uint32_t low = static_cast<std::uint16_t>(x) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(y))
                                                                  << 16;
    const std::string cells = std::to_string(static_cast<std::int32_t>(low)) + ", " +
                              std::to_string(static_cast<std::uint16_t>(z)) + ", " + std::to_string(1 + (turn << 16)) +
                              ", 0, 0, 9";  // and one of an item that is not there
    const auto scene = import_scene(
        folder.write("a.tscn", head +
                                   "[sub_resource type=\"BoxMesh\" id=\"B\"]\nsize = Vector3(2, 1, 4)\n\n[sub_resource "
                                   "type=\"MeshLibrary\" id=\"M\"]\nitem/1/name = \"Crate\"\nitem/1/mesh = "
                                   "SubResource(\"B\")\n\n[node name=\"G\" type=\"GridMap\"]\nmesh_library = "
                                   "SubResource(\"M\")\ncell_size = Vector3(3, 5, 7)\ndata = {\n\"cells\": "
                                   "PackedInt32Array(" +
                                   cells + ")\n}\n"),
        {});
    if (!scene) FAIL(scene.error().command_text());
    const Measured found = measure(*scene);
    CHECK(found.faces == 12);
    CHECK(found.volume == 8);
    CHECK(scene->groups.front().group == "Crate");
    kernel::ExactPoint middle{0, 0, 0};
    for (kernel::PointId p = 0; p < 8; ++p)
      for (std::size_t k = 0; k < 3; ++k) middle[k] += exact_point(scene->points, p)[k] / 8;
    CHECK(to_input_frame(middle, UpAxis::y) ==
          kernel::ExactPoint{mpq_class(2 * x + 1, 2) * 3, mpq_class(2 * y + 1, 2) * 5, mpq_class(2 * z + 1, 2) * 7});
  }
}

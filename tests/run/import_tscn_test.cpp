// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of Godot as levels: meshes and boxes where nodes put them, and what is refused instead.
//
// Faces are compared as sets of exact points with those worked out by hand, or with an OBJ of the same boxes. What is
// not read must be named in one line that says what to do. Files are cut off and changed at every third byte: each is
// refused or is a valid level.
#include <catch2/catch.hpp>
#include <set>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "support/property.h"
#include "support/scene_files.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::string head = "[gd_scene format=3]\n\n", root = "[node name=\"L\" type=\"Node3D\"]\n\n";

Result<Scene> read(const std::string& text, Numbers numbers = Numbers::binary64) {
  ImportOptions options;
  options.numbers = numbers;
  options.up = UpAxis::y;
  return import_scene_text(text, "a.tscn", options);
}
std::string refused(const std::string& text) {
  const auto scene = read(text);
  if (scene) FAIL("it is read");
  CHECK(scene.error().text().find('\n') == std::string::npos);
  CHECK(scene.error().message.find("; ") != std::string::npos);
  return scene.error().text();
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

using Point = std::array<mpq_class, 3>;
// Points of the file's frame, from the lexicographically least corner on.
std::multiset<std::vector<Point>> faces(const Scene& scene) {
  std::multiset<std::vector<Point>> out;
  for (std::size_t f = 0; f < scene.face_count(); ++f) {
    std::vector<Point> face;
    for (auto c = scene.face_begin[f]; c < scene.face_begin[f + 1]; ++c)
      face.push_back(to_input_frame(exact_point(scene.points, scene.face_points[c]), UpAxis::y));
    std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    out.insert(std::move(face));
  }
  return out;
}

// Twice the area vectors' sum by direction: of a closed body 0, whichever its diagonals; and six times its volume.
mpq_class volume(const Scene& scene) {
  mpq_class six = 0;
  for (const auto& f : faces(scene))
    six += f[0][0] * (f[1][1] * f[2][2] - f[1][2] * f[2][1]) - f[0][1] * (f[1][0] * f[2][2] - f[1][2] * f[2][0]) +
           f[0][2] * (f[1][0] * f[2][1] - f[1][1] * f[2][0]);
  return six / 6;
}

std::string fixture(const std::string& name) {
  return text_of_file(std::string(PLUMB_SOURCE_DIR) + "/fuzz/seeds/import_tscn/" + name);
}

}  // namespace

TEST_CASE("import_tscn: shapes of a scene, each where it is") {
  const auto scene = read(fixture("shapes.tscn"));
  if (!scene) FAIL(scene.error().text());
  // Plane 2, box 12, prism 8, quad 2, array 2, CSG box 12.
  CHECK(scene->face_count() == 38);
  std::vector<std::string> names;
  for (const FaceGroup& g : scene->groups) names.push_back(g.object);
  CHECK(names == std::vector<std::string>{"Floor", "Crate", "Crate/Ramp", "Sign", "Roof", "Walls/Wall"});
  std::set<Point> points;
  for (const auto& f : faces(*scene)) points.insert(f.begin(), f.end());
  CHECK(points.contains(Point{4, 0, 3}));                              // the floor's corner
  CHECK(points.contains(Point{0, 1, -1}));                             // the crate, turned: 2 by 4
  CHECK(points.contains(Point{2, 3, 2}));                              // the roof's
  CHECK(points.contains(Point{mpq_class(25, 8), 2, 3}));               // the wall's
  CHECK(points.contains(Point{mpq_class(1, 2), 2, mpq_class(3, 4)}));  // the ridge, mirrored and turned
}

TEST_CASE("import_tscn: bodies are closed, and face outward, mirrored or not") {
  for (const char* mesh :
       {"[sub_resource type=\"BoxMesh\" id=\"M\"]\nsize = Vector3(1, 2, 3)\n\n",
        "[sub_resource type=\"PrismMesh\" id=\"M\"]\nleft_to_right = 0.75\nsize = Vector3(2, 2, 3)\n\n"})
    for (const int mirror : {1, -1}) {
      const auto scene =
          read(head + mesh + "[node name=\"L\" type=\"MeshInstance3D\"]\ntransform = Transform3D(" +
               std::to_string(mirror) + ", 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9)\nmesh = SubResource(\"M\")\n");
      REQUIRE(scene);
      CHECK(volume(*scene) == 6);
    }
  const auto inside_out = read(head + root + "[node name=\"B\" type=\"CSGBox3D\" parent=\".\"]\nflip_faces = true\n");
  REQUIRE(inside_out);
  CHECK(volume(*inside_out) == -1);
}

TEST_CASE("import_tscn: planes face up, and along their axes") {
  const auto normal = [&](const std::string& type, const std::string& properties) {
    const auto scene = read(head + "[sub_resource type=\"" + type + "\" id=\"M\"]\n" + properties +
                            "\n[node name=\"L\" type=\"MeshInstance3D\"]\nmesh = SubResource(\"M\")\n");
    REQUIRE(scene);
    Point sum{0, 0, 0};
    for (const auto& f : faces(*scene))
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
        sum[k] += (f[1][u] - f[0][u]) * (f[2][v] - f[0][v]) - (f[1][v] - f[0][v]) * (f[2][u] - f[0][u]);
      }
    for (mpq_class& v : sum) v /= 2;
    return sum;
  };
  CHECK(normal("PlaneMesh", "") == Point{0, 4, 0});
  CHECK(normal("PlaneMesh", "size = Vector2(3, 5)\norientation = 0\n") == Point{15, 0, 0});
  CHECK(normal("PlaneMesh", "size = Vector2(3, 5)\norientation = 2\ncenter_offset = Vector3(1, 1, 1)\n") ==
        Point{0, 0, 15});
  CHECK(normal("PlaneMesh", "flip_faces = true\n") == Point{0, -4, 0});
  CHECK(normal("QuadMesh", "") == Point{0, 0, 1});
}

TEST_CASE("import_tscn: array meshes, with indices and without, compressed, of Godot 4.0") {
  const auto compressed = read(fixture("compressed.tscn"), Numbers::decimal);
  REQUIRE(compressed);
  // A strip over the corners of the box (-1, 2, -1) to (3, 2, 2).
  std::set<Point> points;
  for (const auto& f : faces(*compressed)) points.insert(f.begin(), f.end());
  CHECK(points == std::set<Point>{{-1, 2, -1}, {3, 2, -1}, {-1, 2, 2}, {3, 2, 2}});
  CHECK(compressed->face_count() == 2);
  const auto mesh = [&](const std::string& surface) {
    return head + "[sub_resource type=\"ArrayMesh\" id=\"M\"]\n_surfaces = [{" + surface +
           "}]\n\n[node name=\"L\" type=\"MeshInstance3D\"]\nmesh = SubResource(\"M\")\n";
  };
  // Godot 4.0: a normal of four bytes behind each position. Clockwise from above.
  const std::string positions[] = {floats({0, 0, 0}), floats({2, 0, 0}), floats({0, 0, 2})};
  std::string bytes;
  for (const std::string& p : positions)
    for (const char c : p + "\1\2\3\4")
      bytes += (bytes.empty() ? "" : ", ") + std::to_string(static_cast<unsigned char>(c));
  const auto old = read(
      mesh("\"format\": 3, \"primitive\": 3, \"vertex_count\": 3, \"vertex_data\": PackedByteArray(" + bytes + ")"));
  REQUIRE(old);
  CHECK(faces(*old) == std::multiset<std::vector<Point>>{{{0, 0, 0}, {0, 0, 2}, {2, 0, 0}}});
  CHECK(has(refused(mesh(
                "\"format\": 34359738369, \"primitive\": 3, \"vertex_count\": 99, \"vertex_data\": PackedByteArray(" +
                bytes + ")")),
            "48 bytes for 99 vertices"));
  CHECK(has(refused(mesh("\"format\": 1, \"primitive\": 3, \"vertex_count\": 3, \"index_count\": 3, \"index_data\": "
                         "PackedByteArray(0, 0, 1, 0, 9, 0), \"vertex_data\": PackedByteArray(" +
                         bytes + ")")),
            "names vertex 9 of 3"));
  CHECK(has(refused(mesh("\"format\": 1, \"vertex_count\": 18446744073709551615, \"vertex_data\": PackedByteArray()")),
            "bytes for"));
  CHECK(has(refused(mesh("\"format\": 1, \"primitive\": 1, \"vertex_count\": 0, \"vertex_data\": PackedByteArray()")),
            "no mesh"));
}

TEST_CASE("import_tscn: a hidden CSG shape is no part of the shape above it") {
  // As Godot has it: the visibility of each child counts, not that of what is above the topmost shape, nor its own.
  const auto box = [](const std::string& name, const std::string& above, const std::string& more = "") {
    return "[node name=\"" + name + "\" type=\"CSGBox3D\"" + (above.empty() ? "" : " parent=\"" + above + "\"") +
           "]\n" + more + "\n";
  };
  const auto combiner = [](const std::string& name, const std::string& above, const std::string& more = "") {
    return "[node name=\"" + name + "\" type=\"CSGCombiner3D\" parent=\"" + above + "\"]\n" + more + "\n";
  };
  const std::string hidden = "visible = false\n", cuts = "operation = 2\n";
  const auto boxes = [&](const std::string& text) {
    const auto scene = read(head + text);
    if (!scene) FAIL(scene.error().text());
    return volume(*scene);
  };
  CHECK(boxes(box("A", "") + box("B", ".")) == 2);
  CHECK(boxes(box("A", "") + box("B", ".", hidden)) == 1);
  CHECK(boxes(box("A", "") + box("B", ".", hidden + cuts)) == 1);
  CHECK(boxes(box("A", "") + box("B", ".", hidden) + box("C", "B", cuts)) == 1);
  CHECK(boxes(box("A", "") + combiner("B", ".", hidden) + box("C", "B") + combiner("D", "B") + box("E", "B/D")) == 1);
  CHECK(boxes(box("A", "") + combiner("B", ".") + box("C", "B") + box("D", "B", hidden)) == 2);
  CHECK(boxes(box("A", "") + combiner("B", ".", hidden + cuts) + "[node name=\"N\" type=\"Node3D\" parent=\"B\"]\n\n" +
              box("C", "B/N")) == 2);  // C is below no shape, so a topmost one
  CHECK(boxes(box("A", "", hidden)) == 1);
  CHECK(boxes(box("A", "", hidden) + box("B", ".") + box("C", ".", hidden)) == 2);
  CHECK(boxes(root + "[node name=\"N\" type=\"Node3D\" parent=\".\"]\nvisible = false\n\n" + box("A", "N") +
              box("B", "N/A") + box("C", "N/A", "visible = true\n")) == 3);
  CHECK(has(refused(head + box("A", "") + box("B", ".", cuts)), "cut out of others"));
  // A mesh is no part of a shape.
  CHECK(boxes("[sub_resource type=\"BoxMesh\" id=\"M\"]\n\n" + box("A", "") + box("B", ".", hidden) +
              "[node name=\"C\" type=\"MeshInstance3D\" parent=\"B\"]\nmesh = SubResource(\"M\")\n") == 2);
}

TEST_CASE("import_tscn: a mesh that is shown deformed is refused") {
  const auto level = [&](const std::string& properties, const std::string& type = "MeshInstance3D") {
    return head + "[sub_resource type=\"BoxMesh\" id=\"M\"]\n\n[sub_resource type=\"Skin\" id=\"S\"]\n\n" + root +
           "[node name=\"Sk\" type=\"Skeleton3D\" parent=\".\"]\n\n[node name=\"Ann\" type=\"" + type +
           "\" parent=\"Sk\"]\nmesh = SubResource(\"M\")\n" + properties;
  };
  const std::string skin = "skin = SubResource(\"S\")\n";
  for (const std::string& deformed :
       {skin, skin + "skeleton = NodePath(\"..\")\n", skin + "blend_shapes/Key = 0.0\n",
        std::string("blend_shapes/Key = 1.0\n"), std::string("blend_shapes/A = 0.0\nblend_shapes/B = -0.5\n")}) {
    const std::string message = refused(level(deformed));
    CHECK(has(message, "node 'Sk/Ann' is a 'MeshInstance3D' with "));
    CHECK(has(message, "leave_out 'Sk/Ann'"));
  }
  for (const std::string& plain :
       {std::string(), std::string("skeleton = NodePath(\"..\")\n"), std::string("skin = null\n"),
        std::string("blend_shapes/Key = 0.0\nblend_shapes/Other = -0\n"), skin + "skeleton = NodePath(\"\")\n"})
    CHECK(volume(*read(level(plain))) == 1);
  CHECK(volume(*read(level(skin, "CSGMesh3D"))) == 1);  // which has no skin
}

TEST_CASE("import_tscn: a CSG shape of which Godot makes no face is named") {
  const std::string message =
      refused(head + root + "[node name=\"Ball\" type=\"CSGSphere3D\" parent=\".\"]\nrings = 1\n");
  CHECK(has(message, "'Ball'"));
  CHECK(has(message, "CSGSphere3D"));
}

TEST_CASE("import_tscn: what is not read is named, and what to do") {
  const auto node = [&](const std::string& type, const std::string& properties = "") {
    return head + root + "[node name=\"Odd\" type=\"" + type + "\" parent=\".\"]\n" + properties;
  };
  for (const char* type : {"MultiMeshInstance3D", "SoftBody3D", "Terrain3D", "CSGPolygon3D"}) {
    const std::string message = refused(node(type, "mode = 2\n"));
    CHECK(has(message, "leave_out 'Odd'"));
    CHECK(has(message, "'Odd'"));
    CHECK(has(message, type));
    CHECK(has(message, "as glTF"));
  }
  CHECK(has(
      refused(head + "[sub_resource type=\"TextMesh\" id=\"S\"]\n\n[node name=\"L\" type=\"MeshInstance3D\"]\nmesh = "
                     "SubResource(\"S\")\n"),
      "TextMesh"));
  CHECK(has(refused(head + "[ext_resource type=\"ArrayMesh\" path=\"res://a.res\" id=\"1\"]\n\n[node name=\"L\" "
                           "type=\"MeshInstance3D\"]\nmesh = ExtResource(\"1\")\n"),
            "'res://a.res'"));
  CHECK(has(refused(head + "[ext_resource type=\"PackedScene\" path=\"res://a.glb\" id=\"1\"]\n\n" + root +
                    "[node name=\"M\" parent=\".\" instance=ExtResource(\"1\")]\n"),
            "no such file"));
  CHECK(has(refused(node("Camera3D")), "no mesh and no CSG shape"));
  CHECK(has(refused("[gd_resource type=\"BoxMesh\" format=3]\n\n[resource]\n"), "no scene"));
  // A hole is refused; the topmost shape's operation says nothing.
  const std::string hole =
      head + "[node name=\"A\" type=\"CSGBox3D\"]\noperation = 2\n\n[node name=\"B\" type=\"CSGBox3D\" parent=\".\"]\n";
  CHECK(read(hole + "operation = 0\n"));
  CHECK(has(refused(hole + "operation = 2\n"), "cut out of others"));
  CHECK(has(
      refused(node("CSGBox3D",
                   "transform = Transform3D(1e300, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)\nsize = Vector3(1e300, 1, 1)\n")),
      "beyond the range of double"));
}

// Boxes in a drawn tree of nodes, turned by 3-4-5 triangles, and the same as an OBJ whose numbers are worked out a step
// at a time: equal point by point, in every mode.
TEST_CASE("import_tscn: drawn boxes are those of an OBJ") {
  Met met({{"float", 10}, {"double", 10}, {"decimal", 10}, {"turned", 40}, {"rounded", 10}});
  CHECK(check_many("boxes of a scene", 60, met, [&] {
    struct Place {
      mpq_class cosine, sine;
      int axis;
      std::array<mpq_class, 3> shift;
      Point operator()(const Point& p) const {
        const auto u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
        Point out = p;
        out[u] = cosine * p[u] - sine * p[v];
        out[v] = sine * p[u] + cosine * p[v];
        for (std::size_t k = 0; k < 3; ++k) out[k] += shift[k];
        return out;
      }
    };
    const Numbers numbers =
        std::array{Numbers::binary64, Numbers::binary32, Numbers::decimal}[static_cast<std::size_t>(drawn(0, 2))];
    ++met[numbers == Numbers::binary64 ? "double" : numbers == Numbers::binary32 ? "float" : "decimal"];
    // A token's value by the mode, as the definitions say.
    const auto token = [&](int tenths) {
      mpq_class exact(tenths, 10);
      exact.canonicalize();
      return numbers == Numbers::decimal    ? exact
             : numbers == Numbers::binary64 ? mpq_class(kernel::nearest_double(exact))
                                            : mpq_class(kernel::nearest_float(exact));
    };
    const auto text = [](int tenths) {
      return std::string(tenths < 0 ? "-" : "") + std::to_string(std::abs(tenths) / 10) + "." +
             std::to_string(std::abs(tenths) % 10);
    };
    std::string scene = head + root;
    std::multiset<Point> expected;
    std::vector<std::pair<std::string, std::vector<Place>>> parents{{".", {}}};
    for (int n = drawn(1, 4), i = 0; i < n; ++i) {
      const auto above = parents[static_cast<std::size_t>(drawn(0, static_cast<int>(parents.size()) - 1))];
      static constexpr int turns[][2] = {{10, 0}, {0, 10}, {-10, 0}, {6, 8}, {8, -6}};
      const auto& turn = turns[drawn(0, 4)];
      if (turn[0] % 10 != 0) ++met["turned"];
      const int axis = drawn(0, 2);
      std::array<int, 3> shift{drawn(-99, 99), drawn(-99, 99), drawn(-99, 99)},
          size{drawn(1, 50), drawn(1, 50), drawn(1, 50)};
      Place own{token(turn[0]), token(turn[1]), axis, {token(shift[0]), token(shift[1]), token(shift[2])}};
      std::string rows[3][3];
      for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) rows[r][c] = r == c ? "1" : "0";
      const auto u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
      rows[u][u] = rows[v][v] = text(turn[0]);
      rows[v][u] = text(turn[1]);
      rows[u][v] = text(-turn[1]);
      std::string transform;
      for (const auto& row : rows)
        for (const std::string& entry : row) transform += entry + ", ";
      const std::string name = "B" + std::to_string(i);
      scene += "[node name=\"" + name + "\" type=\"CSGBox3D\" parent=\"" + above.first +
               "\"]\ntransform = Transform3D(" + transform + text(shift[0]) + ", " + text(shift[1]) + ", " +
               text(shift[2]) + ")\nsize = Vector3(" + text(size[0]) + ", " + text(size[1]) + ", " + text(size[2]) +
               ")\n\n";
      std::vector<Place> places{own};
      places.insert(places.end(), above.second.begin(), above.second.end());
      parents.push_back({above.first == "." ? name : above.first + "/" + name, places});
      for (int corner = 0; corner < 8; ++corner) {
        Point p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = (corner >> k & 1 ? 1 : -1) * token(size[k]) / 2;
        for (const Place& place : places) p = place(p);
        for (mpq_class& c : p) {
          const mpq_class exact = c;
          if (numbers == Numbers::binary64) c = kernel::nearest_double(exact);
          if (numbers == Numbers::binary32) c = kernel::nearest_float(exact);
          if (c != exact) ++met["rounded"];
        }
        expected.insert(p);
      }
    }
    const auto level = read(scene, numbers);
    if (!level) RC_FAIL(level.error().text());
    std::set<Point> found, wanted(expected.begin(), expected.end());
    for (const auto& f : faces(*level)) found.insert(f.begin(), f.end());
    RC_ASSERT(found == wanted);
    RC_ASSERT(level->face_count() == 12 * parents.size() - 12);
  }));
}

TEST_CASE("import_tscn: a level of Godot is baked, by the file that it names, too") {
  const Folder folder;
  folder.write("box.tres", "[gd_resource type=\"BoxMesh\" format=3]\n\n[resource]\nsize = Vector3(10, 1, 6)\n");
  folder.write("room.tscn",
               head +
                   "[ext_resource type=\"BoxMesh\" path=\"res://box.tres\" id=\"1\"]\n\n[node name=\"Room\" "
                   "type=\"Node3D\"]\n\n[node name=\"Floor\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = "
                   "ExtResource(\"1\")\n");
  BakeArguments level;
  level.scene = folder.write("level.tscn",
                             head + "[ext_resource type=\"PackedScene\" path=\"res://room.tscn\" id=\"1\"]\n\n" + root +
                                 "[node name=\"One\" parent=\".\" instance=ExtResource(\"1\")]\n\n[node name=\"Two\" "
                                 "parent=\".\" instance=ExtResource(\"1\")]\ntransform = Transform3D(1, 0, 0, 0, "
                                 "1, 0, 0, 0, 1, 10, 0, 0)\n");
  level.sides = "up";
  const auto options = make_bake_options(level);
  REQUIRE(options);
  Progress silent;
  const auto report = bake(*options, silent);
  if (!report) FAIL(report.error().text());
  CHECK(report->areas.stances[0].exact == mpq_class(120));
  const auto scene = import_scene(level.scene, {});
  REQUIRE(scene);
  CHECK(scene->other_files.size() == 2);
}

TEST_CASE("import_tscn: files cut off or changed anywhere are refused, or are a level") {
  std::size_t refusals = 0;
  for (const char* name : {"shapes.tscn", "compressed.tscn"}) {
    const std::string whole = fixture(name);
    for (std::size_t at = 0; at < whole.size(); at += 3)
      for (const char c : {'x', '9', '"', ')', '\n', '\0'}) {
        std::string changed = whole;
        if (c == 'x') changed.resize(at);
        else changed[at] = c;
        const auto scene = read(changed);
        refusals += !scene;
        if (scene ? !is_valid(*scene) : has(scene.error().text(), "\n")) FAIL(changed);
      }
  }
  CHECK(refusals > 500);
}

TEST_CASE("import_tscn: characters beyond 16 bits are two escapes, and half of one is none") {
  const auto named = [](const std::string& name) {
    return refused(head + root + "[node name=\"" + name + "\" type=\"SoftBody3D\" parent=\".\"]\n");
  };
  CHECK(has(named("A\\uD83D\\ude00B"),
            "A\xF0\x9F\x98\x80"
            "B"));
  CHECK(has(named("A\\uD83DB"),
            "A\xEF\xBF\xBD"
            "B"));
  CHECK(has(named("A\\u00e9"), "A\xC3\xA9"));
}

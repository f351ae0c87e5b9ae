// SPDX-License-Identifier: GPL-3.0-or-later
// What a glTF holds, and what the reader refuses of it.
// 1. Transforms: each form that a node may have, their products, and mirror images, which turn faces over.
// 2. Numbers: every form of a whole number, quantised positions, sparse accessors, strips and fans. A test writes the
//    JSON and the bytes, so it knows the points and the faces.
// 3. What is left out or refused: primitives without positions, extensions, broken containers, sizes beyond all reason;
//    and the words of the refusals. Rounded world positions are tested in gltf_numbers_test.cpp.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "support/scene_files.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Point = std::array<mpq_class, 3>;

// One triangle; its corners tell its axes and its front apart.
const TriangleLevel triangle{{1, 2, 3, 5, 7, 11, -13, 17, 0.5}, {0, 1, 2}};

// By default with numbers as they are under the transforms; gltf_numbers_test.cpp has the rounded ones.
Scene read(const std::string& json, const std::string& buffer, Numbers numbers = Numbers::decimal,
           UpAxis up = UpAxis::z, NodeRotation rotation = NodeRotation::exact) {
  ImportOptions options;
  options.node_rotation = rotation;
  options.numbers = numbers;
  options.up = up;
  auto scene = import_scene_text(glb(json, buffer), "a.glb", options);
  INFO((scene ? "" : scene.error().text()));
  REQUIRE(scene);
  REQUIRE(is_valid(*scene));
  return std::move(*scene);
}

// The corners of all faces in order.
std::vector<Point> corners(const Scene& s) {
  std::vector<Point> out;
  for (const auto p : s.face_points) {
    Point q;
    for (int k = 0; k < 3; ++k) {
      q[static_cast<std::size_t>(k)] = s.points.exact(p, k) / s.points.denominator();
      q[static_cast<std::size_t>(k)].canonicalize();
    }
    out.push_back(q);
  }
  return out;
}

std::vector<Point> placed(const std::string& node) {
  return corners(read(gltf_json(triangle, "", "," + node), gltf_buffer(triangle)));
}

// As exporters' turns are taken unless they are wanted exactly.
Scene straightened(const std::string& node) {
  return read(gltf_json(triangle, "", "," + node), gltf_buffer(triangle), Numbers::decimal, UpAxis::z,
              NodeRotation::right_angles);
}

// The triangle's corners under a function of exact numbers.
template <class Map>
std::vector<Point> mapped(const Map& map) {
  std::vector<Point> out;
  for (std::size_t v = 0; v < 3; ++v)
    out.push_back(map(Point{triangle.xyz[3 * v], triangle.xyz[3 * v + 1], triangle.xyz[3 * v + 2]}));
  return out;
}

std::vector<Point> turned_over(std::vector<Point> face) {
  std::swap(face[1], face[2]);
  return face;
}

// A document of the given nodes (the first is the root), one mesh and one accessor of three positions of this type.
std::string quantised(const std::string& accessor, std::size_t stride, const std::string& nodes = R"([{"mesh":0}])") {
  return R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization"],"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" +
         nodes +
         R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"count":3,"type":"VEC3",)" +
         accessor + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + std::to_string(3 * stride) +
         R"(,"byteStride":)" + std::to_string(stride) + R"(}],"buffers":[{"byteLength":)" + std::to_string(3 * stride) +
         "}]}";
}

mpq_class ratio(long numerator, long denominator) {
  mpq_class q(numerator, denominator);
  q.canonicalize();
  return q;
}

}  // namespace

TEST_CASE("glTF: no transform, and one that changes nothing, leave the stored numbers") {
  const auto as_stored = mapped([](Point p) { return p; });
  for (const char* node : {R"("name":"a")", R"("translation":[0,0,0],"rotation":[0,0,0,1],"scale":[1,1,1])",
                           R"("matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1])"})
    CHECK(placed(node) == as_stored);
}

TEST_CASE("glTF: translation, rotation, scale and matrix are applied exactly") {
  CHECK(placed(R"("translation":[0.1,-2e-30,1e20])") == mapped([](Point p) {
          return Point{p[0] + mpq_class(0.1), p[1] - mpq_class(2e-30), p[2] + mpq_class(1e20)};
        }));
  CHECK(placed(R"("scale":[0.1,3,7])") == mapped([](Point p) {
          return Point{p[0] * mpq_class(0.1), p[1] * 3, p[2] * 7};
        }));
  // Half a turn about z, and a quarter about x written as programs do, by numbers that are no exact unit.
  CHECK(placed(R"("rotation":[0,0,1,0])") == mapped([](Point p) { return Point{-p[0], -p[1], p[2]}; }));
  const mpq_class s(0.7071067811865476), cosine = 1 - 2 * s * s, sine = 2 * s * s;
  CHECK(cosine != 0);
  CHECK(placed(R"("rotation":[0.7071067811865476,0,0,0.7071067811865476])") == mapped([&](Point p) {
          return Point{p[0], cosine * p[1] - sine * p[2], sine * p[1] + cosine * p[2]};
        }));
  // A third of a turn about (1, 1, 1) sends x to y to z.
  CHECK(placed(R"("rotation":[0.5,0.5,0.5,0.5])") == mapped([](Point p) { return Point{p[2], p[0], p[1]}; }));
  // Column by column, translation last.
  CHECK(placed(R"("matrix":[2,0.5,0,0, 0,3,0,0, 0,1,0.1,0, 10,20,30,1])") == mapped([](Point p) {
          return Point{2 * p[0] + 10, p[0] / 2 + 3 * p[1] + p[2] + 20, mpq_class(0.1) * p[2] + 30};
        }));
  // Scale first, then rotation, then translation.
  CHECK(placed(R"("translation":[1,2,3],"rotation":[0.5,0.5,0.5,0.5],"scale":[2,3,4])") == mapped([](Point p) {
          return Point{4 * p[2] + 1, 2 * p[0] + 2, 3 * p[1] + 3};
        }));
}

TEST_CASE("glTF: rotations by right angles but for rounding are taken for right angles") {
  const auto turned = mapped([](Point p) { return Point{p[0], -p[2], p[1]}; });
  // A quarter about x: by float64, by float32, and with sines that rounding left.
  for (const char* node : {R"("rotation":[0.7071067811865476,0,0,0.7071067811865476])",
                           R"("rotation":[0.70710676908493042,0,0,0.70710676908493042])",
                           R"("rotation":[0.70710676908493042,4e-8,-4e-8,0.70710682868957520])",
                           R"("matrix":[1,0,0,0, 0,5e-8,1,0, 0,-1,5e-8,0, 0,0,0,1])"}) {
    const Scene scene = straightened(node);
    CHECK(corners(scene) == turned);
    CHECK(scene.straightened_nodes == 1);
  }
  // Scale and translation stay, also in a matrix, which may mirror.
  CHECK(corners(straightened(
            R"("translation":[1,2,3],"scale":[2,3,0.5],"rotation":[0.7071067811865476,0,0,0.7071067811865476])")) ==
        mapped([](Point p) {
          return Point{2 * p[0] + 1, -p[2] / 2 + 2, 3 * p[1] + 3};
        }));
  CHECK(corners(straightened(R"("matrix":[-2,1e-7,0,0, 0,5e-8,3,0, 0,0.5,-4e-8,0, 1,0,0,1])")) == mapped([](Point p) {
          return Point{-2 * p[0] + 1, p[2] / 2, 3 * p[1]};
        }));
}

TEST_CASE("glTF: a column of zeros hinders none") {
  for (const char* node :
       {R"("matrix":[1,0,1e-9,0, 0,0,0,0, 0,0,1,0, 0,0,0,1])", R"("matrix":[0,0,0,0, 1e-9,1,0,0, 0,0,1,0, 0,0,0,1])"})
    CHECK(straightened(node).straightened_nodes == 1);
}

TEST_CASE("glTF: other rotations are taken as they are stored") {
  // Too far from a right angle; a third of a turn, which is exact; two columns along one axis.
  for (const char* node : {R"("rotation":[0.70711013,0,0,0.70710343])", R"("rotation":[0.1,0.2,0.3,0.92736185])",
                           R"("matrix":[1,0.000002,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1])",
                           R"("matrix":[1,1e-9,0,0, 1,1e-9,0,0, 0,0,1,0, 0,0,0,1])", R"("rotation":[0.5,0.5,0.5,0.5])",
                           R"("rotation":[0,0,0,1])"}) {
    INFO(node);
    const Scene scene = straightened(node);
    CHECK(corners(scene) == placed(node));
    CHECK(scene.straightened_nodes == 0);
  }
}

TEST_CASE("glTF: transforms multiply through the hierarchy") {
  const std::string nodes =
      R"([{"children":[2,1],"translation":[0.1,0,0]},{"mesh":0,"name":"b"},{"children":[3],"scale":[0.1,0.1,0.1]},)"
      R"({"mesh":0,"name":"a","translation":[0,1,0],"rotation":[0.5,0.5,0.5,0.5]}])";
  std::string json = gltf_json(triangle, "");
  json.replace(json.find(R"([{"mesh":0}])"), 12, nodes);
  const Scene scene = read(json, gltf_buffer(triangle));
  const mpq_class tenth(0.1);
  auto expected = mapped([&](Point p) { return Point{tenth * p[2] + tenth, tenth * (p[0] + 1), tenth * p[1]}; });
  for (const Point& p : mapped([&](Point p) { return Point{p[0] + tenth, p[1], p[2]}; })) expected.push_back(p);
  CHECK(corners(scene) == expected);  // depth first, children in their order
  REQUIRE(scene.groups.size() == 2);
  CHECK(scene.groups[0].object == "a");
  CHECK(scene.groups[1].object == "b");
  CHECK(scene.groups[1].first_face == 1);
}

TEST_CASE("glTF: a mirror image turns its faces over, two of them do not") {
  const auto mirrored = mapped([](Point p) { return Point{-p[0], p[1], p[2]}; });
  CHECK(placed(R"("scale":[-1,1,1])") == turned_over(mirrored));
  CHECK(placed(R"("matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1])") == turned_over(mirrored));
  CHECK(placed(R"("scale":[-1,-1,1])") == mapped([](Point p) { return Point{-p[0], -p[1], p[2]}; }));
  std::string json = gltf_json(triangle, "");
  json.replace(json.find(R"([{"mesh":0}])"), 12, R"([{"children":[1],"scale":[-1,1,1]},{"mesh":0,"scale":[1,1,-1]}])");
  CHECK(corners(read(json, gltf_buffer(triangle))) == mapped([](Point p) { return Point{-p[0], p[1], -p[2]}; }));
  // Neither: without volume it has no handedness.
  CHECK(placed(R"("scale":[1,0,1])") == mapped([](Point p) { return Point{p[0], 0, p[2]}; }));
}

TEST_CASE("glTF: y is up by default, and --numbers rounds what transforms make") {
  const std::string json = gltf_json(triangle, "", R"(,"translation":[0.1,0,0])");
  const auto turned = [](const auto& rounded) {
    return mapped([&](Point p) { return Point{rounded(mpq_class(p[0] + mpq_class(0.1))), -p[2], p[1]}; });
  };
  CHECK(corners(read(json, gltf_buffer(triangle), Numbers::decimal, UpAxis::y)) ==
        turned([](const mpq_class& v) { return v; }));
  // The nearest numbers to 1, 5 and -13 and the double of a tenth.
  CHECK(corners(read(json, gltf_buffer(triangle), Numbers::binary64, UpAxis::y)) == turned([](const mpq_class& v) {
          return mpq_class(v == 1 + mpq_class(0.1) ? 1.1 : v > 0 ? 5.1 : -12.9);
        }));
  CHECK(corners(read(json, gltf_buffer(triangle), Numbers::binary32, UpAxis::y)) == turned([](const mpq_class& v) {
          return mpq_class(v == 1 + mpq_class(0.1) ? 1.1f : v > 0 ? 5.1f : -12.9f);
        }));
  CHECK(ImportOptions{}.up == UpAxis::y);
}

TEST_CASE("glTF: whole numbers in any form, 50 of each") {
  const std::string whole = gltf_json(triangle, "");
  const Scene expected = read(whole, gltf_buffer(triangle));
  const auto message = [&](const std::string& json) {
    const auto scene = import_scene_text(glb(json, gltf_buffer(triangle)), "a.glb", {});
    return scene ? std::string("read") : scene.error().message;
  };
  int forms[4] = {};
  std::mt19937_64 random(71);
  for (int variant = 0; variant < 200; ++variant) {
    // Every number of the document in one form or another, but for the version.
    std::string json;
    for (std::size_t i = 0; i < whole.size();) {
      const std::size_t end = whole.find_first_not_of("0123456789", i);
      if (end == i || (i > 0 && whole[i - 1] != ':' && whole[i - 1] != '[')) {
        json += whole[i++];
        continue;
      }
      const std::string number = whole.substr(i, end - i);
      i = end;
      const auto form = random() % 4;
      ++forms[form];
      json += form == 0   ? number + ".0"
              : form == 1 ? number + (random() % 2 ? "e0" : "E+00")
              : form == 2
                  ? (number.size() == 1
                         ? "0." + number + "e1"
                         : number.substr(0, 1) + "." + number.substr(1) + "e" + std::to_string(number.size() - 1))
                  : (number == "0" ? "" : number) + "0.00e-1";
    }
    INFO(json);
    REQUIRE(message(json) == "read");
    CHECK(corners(read(json, gltf_buffer(triangle))) == corners(expected));
  }
  for (const int n : forms) CHECK(n >= 50);
  for (const char* number : {"0.5", "-1", "-1.0", "1e-1", "\"0\"", "null", "9007199254740992", "1e300"}) {
    std::string json = whole;
    json.replace(json.find(R"("mesh":0)"), 8, std::string(R"("mesh":)") + number);
    INFO(number);
    const bool is_huge = std::string_view(number).size() > 4 || number[0] == '9';
    CHECK(message(json).find(is_huge ? "nodes[0].mesh is 2^53 or more" : "nodes[0].mesh is no whole number") !=
          std::string::npos);
  }
}

TEST_CASE("glTF: 50 meshes with primitives that have no positions: those are left out and counted") {
  std::mt19937_64 random(72);
  int left_out = 0;
  for (int variant = 0; variant < 50; ++variant) {
    const std::string whole = gltf_json(triangle, "");
    const std::string one = R"({"attributes":{"POSITION":0},"indices":1})";
    std::string primitives;
    std::uint64_t with = 0, without = 0;
    for (std::uint64_t n = 1 + random() % 6; n > 0; --n) {
      static constexpr const char* others[] = {R"({"attributes":{"TEXCOORD_0":0}})", R"({"attributes":{}})",
                                               R"({"attributes":{"_POSITION":0},"indices":1,"mode":5})"};
      const bool has = random() % 2 == 0;
      (has ? with : without) += 1;
      primitives += (primitives.empty() ? "" : ",") + (has ? one : std::string(others[random() % 3]));
    }
    std::string json = whole;
    json.replace(json.find(one), one.size(), primitives);
    INFO(json);
    const auto scene = import_scene_text(glb(json, gltf_buffer(triangle)), "a.glb", {});
    if (with == 0) {
      REQUIRE_FALSE(scene);
      CHECK(scene.error().code == ErrorCode::no_face);
      continue;
    }
    REQUIRE(scene);
    CHECK(scene->face_count() == with);
    CHECK(scene->skipped_primitives == without);
    left_out += without > 0;
  }
  CHECK(left_out >= 20);
}

TEST_CASE("glTF: extensions that a file may require") {
  const auto message = [&](const std::string& name) {
    std::string json = gltf_json(triangle, "");
    json.insert(json.size() - 1, R"(,"extensionsRequired":[")" + name + R"("])");
    const auto scene = import_scene_text(glb(json, gltf_buffer(triangle)), "a.glb", {});
    return scene ? std::string("read") : scene.error().message;
  };
  for (const char* name : {"KHR_texture_transform",
                           "KHR_texture_basisu",
                           "EXT_texture_webp",
                           "EXT_texture_avif",
                           "EXT_texture_astc",
                           "EXT_texture_procedurals",
                           "MSFT_texture_dds",
                           "MPEG_texture_video",
                           "KHR_materials_unlit",
                           "KHR_materials_variants",
                           "KHR_materials_transmission",
                           "KHR_materials_volume",
                           "KHR_materials_specular",
                           "KHR_materials_sheen",
                           "KHR_materials_ior",
                           "KHR_materials_iridescence",
                           "KHR_materials_anisotropy",
                           "KHR_materials_clearcoat",
                           "KHR_materials_dispersion",
                           "KHR_materials_emissive_strength",
                           "KHR_materials_diffuse_transmission",
                           "KHR_materials_pbrSpecularGlossiness",
                           "KHR_materials_common",
                           "ADOBE_materials_thin_transparency",
                           "NV_materials_mdl",
                           "KHR_lights_punctual",
                           "EXT_lights_ies",
                           "EXT_lights_image_based",
                           "KHR_animation_pointer",
                           "MPEG_animation_timing",
                           "KHR_xmp",
                           "KHR_xmp_json_ld",
                           "EXT_structural_metadata",
                           "EXT_feature_metadata",
                           "EXT_mesh_features",
                           "EXT_instance_features",
                           "FB_geometry_metadata",
                           "AGI_stk_metadata",
                           "AGI_articulations",
                           "CESIUM_primitive_outline",
                           "MSFT_packing_normalRoughnessMetallic",
                           "GODOT_single_root",
                           "GRIFFEL_bim_data",
                           "KHR_audio_emitter",
                           "KHR_interactivity",
                           "KHR_node_hoverability",
                           "KHR_node_selectability",
                           "EXT_mesh_manifold",
                           "KHR_techniques_webgl",
                           "KHR_mesh_quantization",
                           "KHR_draco_mesh_compression",
                           "EXT_meshopt_compression",
                           "KHR_meshopt_compression",
                           "EXT_mesh_gpu_instancing"})
    CHECK(std::make_pair(name, message(name)) == std::make_pair(name, std::string("read")));
  // They move or make surfaces, or nobody knows what they do.
  for (const char* name : {"EXT_mesh_primitive_restart", "KHR_node_visibility", "MPEG_accessor_timed", "CESIUM_RTC",
                           "MPEG_mesh_linking", "MPEG_scene_dynamic", "KHR_gaussian_splatting", "MSFT_lod",
                           "ACME_surfaces", "ACME_meshmaterials", "KHR_texture", "texture_", "KHR", "_", ""})
    CHECK(message(name).find("which is not read; export without it") != std::string::npos);
}

TEST_CASE("glTF: quantised positions are exact") {
  const auto int16s = [](std::vector<int> values) {
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i)
      out += bytes_of(static_cast<std::int16_t>(values[i])) + (i % 3 == 2 ? std::string(2, '\0') : "");
    return out;
  };
  const std::string buffer = int16s({0, 1, -1, 32767, -32767, -32768, 2, 3, 5});
  CHECK(corners(read(quantised(R"("componentType":5122)", 8), buffer)) ==
        std::vector<Point>{{0, 1, -1}, {32767, -32767, -32768}, {2, 3, 5}});
  CHECK(corners(read(quantised(R"("componentType":5122,"normalized":true)", 8), buffer)) ==
        std::vector<Point>{
            {0, ratio(1, 32767), ratio(-1, 32767)}, {1, -1, -1}, {ratio(2, 32767), ratio(3, 32767), ratio(5, 32767)}});
  const std::string bytes("\x00\x01\xff\x00\x80\x7f\x02\x00\x81\x05\x0a\x00", 12);
  CHECK(corners(read(quantised(R"("componentType":5121,"normalized":true)", 4), bytes)) ==
        std::vector<Point>{{0, ratio(1, 255), 1},
                           {ratio(128, 255), ratio(127, 255), ratio(2, 255)},
                           {ratio(129, 255), ratio(5, 255), ratio(10, 255)}});
  CHECK(corners(read(quantised(R"("componentType":5120,"normalized":true)", 4), bytes)) ==
        std::vector<Point>{
            {0, ratio(1, 127), ratio(-1, 127)}, {-1, 1, ratio(2, 127)}, {-1, ratio(5, 127), ratio(10, 127)}});
  // With the transform that undoes the quantisation, and another divisor at another node's mesh.
  const Scene scaled = read(quantised(R"("componentType":5123,"normalized":true)", 8,
                                      R"([{"mesh":0,"scale":[65535,2,0.1],"translation":[0.5,0,0]}])"),
                            buffer);
  CHECK(corners(scaled)[2] == Point{ratio(5, 2), ratio(6, 65535), mpq_class(0.1) * ratio(5, 65535)});
  // Their denominator is no longer than need be.
  const Scene whole =
      read(quantised(R"("componentType":5121,"normalized":true)", 4, R"([{"mesh":0,"scale":[255,510,255]}])"), bytes);
  CHECK(whole.points.denominator() == 1);
  CHECK(corners(whole)[1] == Point{128, 254, 2});
}

TEST_CASE("glTF: strips and fans wind as the specification says") {
  const TriangleLevel strip{{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0}, {0, 1, 2, 3, 4}};
  const auto read_mode = [&](int mode) {
    std::string json = gltf_json(strip, "");
    json.replace(json.find(R"("indices":1)"), 11, R"("indices":1,"mode":)" + std::to_string(mode));
    return read(json, gltf_buffer(strip));
  };
  CHECK(read_mode(5).face_points == std::vector<plumb::kernel::PointId>{0, 1, 2, 1, 3, 2, 2, 3, 4});
  CHECK(read_mode(6).face_points == std::vector<plumb::kernel::PointId>{1, 2, 0, 2, 3, 0, 3, 4, 0});
}

TEST_CASE("glTF: sparse accessors replace elements, over data or over zeros") {
  const std::string indices = bytes_of(std::uint16_t{1}) + bytes_of(std::uint16_t{2}),
                    values = floats({9, 8, 7, 6, 5, 4});
  const std::string buffer = floats(triangle.xyz) + indices + values;
  const auto json = [&](const std::string& base) {
    return R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{)" +
           base +
           R"("componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}}}],)"
           R"("bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":4},{"buffer":0,"byteOffset":40,"byteLength":24}],)"
           R"("buffers":[{"byteLength":64}]})";
  };
  CHECK(corners(read(json(R"("bufferView":0,)"), buffer)) == std::vector<Point>{{1, 2, 3}, {9, 8, 7}, {6, 5, 4}});
  CHECK(corners(read(json(""), buffer)) == std::vector<Point>{{0, 0, 0}, {9, 8, 7}, {6, 5, 4}});
}

TEST_CASE("glTF: names of nodes, meshes and materials; control characters do not pass") {
  std::string json = gltf_json(triangle, "", R"(,"name":"hall\nf 1 2 3")");
  json.replace(json.find(R"("indices":1)"), 11, R"("indices":1,"material":0)");
  json.replace(json.find(R"("meshes":[{)"), 11, R"("materials":[{"name":"gr\u00fcn"}],"meshes":[{"name":"floor",)");
  const Scene scene = read(json, gltf_buffer(triangle));
  REQUIRE(scene.groups.size() == 1);
  CHECK(scene.groups[0].object == "hall_f 1 2 3");
  CHECK(scene.groups[0].group == "floor");
  CHECK(scene.groups[0].material == "gr\xc3\xbcn");
}

TEST_CASE("GLB: containers that are none") {
  const std::string json = gltf_json(triangle, ""), buffer = gltf_buffer(triangle), good = glb(json, buffer);
  const auto message = [&](std::string bytes) {
    const auto scene = import_scene_text(bytes, "a.glb", {});
    return scene ? std::string("read") : scene.error().message;
  };
  CHECK(message(good) == "read");
  const auto with = [&](std::size_t at, const std::string& bytes) {
    return std::string(good).replace(at, bytes.size(), bytes);
  };
  const auto word = [](std::size_t n) { return bytes_of(static_cast<std::uint32_t>(n)); };
  CHECK(message(with(0, "glTf")).find("begin with 'glTF'") != std::string::npos);
  // Each kind under the name of the other is called what it is.
  CHECK(message(json) == "this is a glTF of JSON, and no GLB; name the file .gltf");
  const auto as_json = import_scene_text(good, "a.gltf", {});
  REQUIRE_FALSE(as_json);
  CHECK(as_json.error().message == "this is a binary glTF (GLB), and no JSON; name the file .glb");
  CHECK(message(with(4, word(1))).find("version 1") != std::string::npos);
  CHECK(message(good + "1234").find("it says that it has") != std::string::npos);
  CHECK(message(with(16, "BIN")).find("first chunk is no JSON") != std::string::npos);
  CHECK(message(with(12, word(4294967292))).find("cut off") != std::string::npos);
  // A chunk that claims its own header's eight bytes more than there are.
  const std::size_t chunk = 20 + (json.size() + 3) / 4 * 4;
  CHECK(message(with(chunk, word(buffer.size() + 8))).find("cut off") != std::string::npos);
  // Without its buffer, and with a chunk of another type in its place.
  CHECK(message(with(chunk + 4, "XYZ")).find("has 0 bytes") != std::string::npos);
  CHECK(message("glTF" + word(2) + word(12)).find("holds no JSON") != std::string::npos);
}

TEST_CASE("glTF: what takes too long or too much is refused, not tried") {
  // Nested beyond any stack.
  const std::string deep(400000, '[');
  const auto nested = import_scene_text(
      R"({"asset":{"version":"2.0"},"extras":)" + deep + std::string(deep.size(), ']') + "}", "a.gltf", {});
  REQUIRE_FALSE(nested);
  CHECK(nested.error().code == ErrorCode::no_face);
  // A chain of nodes as deep, each of which is a node's child.
  std::string nodes = "[";
  for (int i = 0; i < 100000; ++i) nodes += R"({"children":[)" + std::to_string(i + 1) + "]},";
  std::string json = gltf_json(triangle, "");
  json.replace(json.find(R"([{"mesh":0}])"), 12, nodes + R"({"mesh":0}])");
  CHECK(corners(read(json, gltf_buffer(triangle))) == mapped([](Point p) { return p; }));
  // Exact coordinates beyond the memory for them.
  ImportOptions small;
  small.max_exact_bytes = 100;
  const auto fine = import_scene_text(
      glb(gltf_json(triangle, "", R"(,"translation":[1e-300,1e300,0])"), gltf_buffer(triangle)), "a.glb", small);
  REQUIRE_FALSE(fine);
  CHECK(fine.error().code == ErrorCode::too_large);
}

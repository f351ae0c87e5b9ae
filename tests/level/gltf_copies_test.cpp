// SPDX-License-Identifier: GPL-3.0-or-later
// EXT_mesh_gpu_instancing: a node's copies are what as many nodes with these transforms would be.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "support/gltf_files.h"
#include "support/scene_corpus.h"
#include "support/scene_files.h"
#include "support/scenes_equal.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Random = std::mt19937_64;
using Values = std::vector<double>;

const TriangleLevel shape{{0, 0, 0, 3, 0, 0, 0, 2, 0.5, 3, 2, 0.5}, {0, 1, 2, 2, 1, 3}};
constexpr const char* require = R"(,"extensionsRequired":["EXT_mesh_gpu_instancing"])";

Result<Scene> read(const std::string& file, Numbers numbers = Numbers::binary64,
                   NodeRotation rotation = NodeRotation::right_angles) {
  ImportOptions options;
  options.numbers = numbers;
  options.node_rotation = rotation;
  return import_scene_text(file, "a.glb", options);
}

// What copies are stored as: lists of the extension, each empty or with an entry a copy.
struct Copies {
  Values translations, rotations, scales;  // three, four and three a copy
  int rotation_component = 5126;           // 5120 and 5122: rotations are integers, and normalized
  std::size_t count() const { return std::max({translations.size() / 3, rotations.size() / 4, scales.size() / 3}); }
};

// The quaternion that a copy has, as doubles: of integers they are the nearest to the fractions.
std::array<double, 4> rotation_of(const Copies& c, std::size_t i) {
  const double divisor = c.rotation_component == 5120 ? 127 : c.rotation_component == 5122 ? 32767 : 1;
  std::array<double, 4> q;
  for (std::size_t k = 0; k < 4; ++k) q[k] = c.rotations[4 * i + k] / divisor;
  return q;
}

// The shape under a node (its members, each with a comma before it) with these copies.
std::string copied(const std::string& outer, const Copies& c, const std::string& node_more = "") {
  GltfBuffer buffer;
  std::string attributes, accessors;
  std::size_t number = 2;
  const auto add = [&](const char* name, const std::string& bytes, int component, const char* type,
                       const std::string& more = "") {
    attributes += (attributes.empty() ? "\"" : ",\"") + std::string(name) + "\":" + std::to_string(number++);
    accessors += "," + accessor_json(buffer.view(bytes), component, c.count(), type, more);
  };
  GltfParts parts;
  parts.accessors = accessor_json(buffer.view(floats(shape.xyz)), 5126, 4, "VEC3") + "," +
                    accessor_json(buffer.view(gltf_buffer({{}, shape.corners})), 5125, 6, "SCALAR");
  if (!c.translations.empty()) add("TRANSLATION", floats(c.translations), 5126, "VEC3");
  if (!c.rotations.empty()) {
    std::string bytes;
    for (const double v : c.rotations)
      bytes += c.rotation_component == 5126   ? bytes_of(static_cast<float>(v))
               : c.rotation_component == 5120 ? bytes_of(static_cast<std::int8_t>(v))
                                              : bytes_of(static_cast<std::int16_t>(v));
    add("ROTATION", bytes, c.rotation_component, "VEC4", c.rotation_component == 5126 ? "" : R"(,"normalized":true)");
  }
  if (!c.scales.empty()) add("SCALE", floats(c.scales), 5126, "VEC3");
  parts.nodes = R"({"mesh":0)" + outer + node_more + R"(,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{)" +
                attributes + "}}}}";
  parts.meshes = R"({"primitives":[{"attributes":{"POSITION":0},"indices":1}]})";
  parts.accessors += accessors;
  parts.views = buffer.views();
  parts.buffers = buffer.buffers();
  parts.more = require;
  return glb(parts.json(), buffer.bytes());
}

// The same as nodes within one.
std::string spelled_out(const std::string& outer, const Copies& c) {
  GltfBuffer buffer;
  GltfParts parts;
  parts.accessors = accessor_json(buffer.view(floats(shape.xyz)), 5126, 4, "VEC3") + "," +
                    accessor_json(buffer.view(gltf_buffer({{}, shape.corners})), 5125, 6, "SCALAR");
  std::string children, nodes;
  const auto slice = [](const Values& list, std::size_t width, std::size_t i) {
    return Values(list.begin() + static_cast<std::ptrdiff_t>(width * i),
                  list.begin() + static_cast<std::ptrdiff_t>(width * (i + 1)));
  };
  for (std::size_t i = 0; i < c.count(); ++i) {
    children += (i > 0 ? "," : "") + std::to_string(i + 1);
    nodes += R"(,{"mesh":0)";
    if (!c.translations.empty()) nodes += ",\"translation\":" + json_array(slice(c.translations, 3, i));
    if (!c.rotations.empty()) nodes += ",\"rotation\":" + json_array(rotation_of(c, i));
    if (!c.scales.empty()) nodes += ",\"scale\":" + json_array(slice(c.scales, 3, i));
    nodes += "}";
  }
  parts.nodes = R"({"children":[)" + children + "]" + outer + "}" + nodes;
  parts.meshes = R"({"primitives":[{"attributes":{"POSITION":0},"indices":1}]})";
  parts.views = buffer.views();
  parts.buffers = buffer.buffers();
  return glb(parts.json(), buffer.bytes());
}

double real(Random& random, double low, double high) {
  return static_cast<double>(static_cast<float>(std::uniform_real_distribution<double>(low, high)(random)));
}

// A unit quaternion as it is stored.
void add_rotation(Random& random, Copies& c) {
  std::array<double, 4> q;
  double length = 0;
  for (double& v : q) {
    v = real(random, -1, 1);
    length += v * v;
  }
  const double most = c.rotation_component == 5120 ? 127 : 32767;
  for (const double v : q) {
    const double unit = v / std::sqrt(length);
    c.rotations.push_back(c.rotation_component == 5126 ? static_cast<double>(static_cast<float>(unit))
                                                       : std::round(unit * most));
  }
}

std::string message(const std::string& file) {
  const auto scene = read(file);
  return scene ? "read" : scene.error().message;
}

}  // namespace

TEST_CASE("glTF copies: 50 nodes with copies read as nodes in their place") {
  Random random(41);
  int kinds[8] = {};
  for (int variant = 0; variant < 50; ++variant) {
    const int with = 1 + variant % 7;
    CAPTURE(variant, with);
    ++kinds[with];
    Copies c;
    for (int i = 1 + variant % 9; i > 0; --i) {
      if (with & 1)
        for (int k = 0; k < 3; ++k) c.translations.push_back(real(random, -50, 50));
      if (with & 2) add_rotation(random, c);
      if (with & 4)
        for (int k = 0; k < 3; ++k) c.scales.push_back(real(random, 0.1, 9) * (variant % 3 == 0 && k == 0 ? -1 : 1));
    }
    const std::string outer =
        variant % 2 == 0 ? "" : R"(,"translation":[0.1,-7,3],"rotation":[0.1,0.2,0.3,0.92736185],"scale":[1.1,1,-0.9])";
    for (const auto& [name, numbers] : number_modes) {
      INFO(name);
      const auto found = read(copied(outer, c), numbers), expected = read(spelled_out(outer, c), numbers);
      INFO((found ? "" : found.error().text()));
      REQUIRE(found);
      REQUIRE(expected);
      CHECK(is_valid(*found));
      CHECK(found->face_count() == 2 * c.count());
      CHECK(same_scene(*found, *expected));
      CHECK(found->straightened_nodes == expected->straightened_nodes);
    }
  }
  for (int with = 1; with < 8; ++with) CHECK(kinds[with] >= 7);
}

TEST_CASE("glTF copies: 50 of rotations by normalized integers, as fractions") {
  Random random(42);
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    Copies c;
    c.rotation_component = variant % 2 == 0 ? 5120 : 5122;
    for (int i = 0; i < 5; ++i) add_rotation(random, c);
    const auto exact = read(copied("", c), Numbers::decimal, NodeRotation::exact);
    INFO((exact ? "" : exact.error().text()));
    REQUIRE(exact);
    const long divisor = c.rotation_component == 5120 ? 127 : 32767;
    std::size_t corner = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      std::array<mpq_class, 4> q;
      for (std::size_t k = 0; k < 4; ++k) {
        q[k] = mpq_class(static_cast<long>(c.rotations[4 * i + k]), divisor);
        q[k].canonicalize();
      }
      for (const std::uint32_t v : shape.corners) {
        // (v, 0) after q . (v, 0) . q*, with 1 in place of q's squared length on the diagonal: by columns.
        const mpq_class x = shape.xyz[3 * v], y = shape.xyz[3 * v + 1], z = shape.xyz[3 * v + 2];
        const mpq_class dot = q[0] * x + q[1] * y + q[2] * z, u2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
        const mpq_class p[3] = {x * (1 - 2 * u2) + 2 * (q[0] * dot + q[3] * (q[1] * z - q[2] * y)),
                                y * (1 - 2 * u2) + 2 * (q[1] * dot + q[3] * (q[2] * x - q[0] * z)),
                                z * (1 - 2 * u2) + 2 * (q[2] * dot + q[3] * (q[0] * y - q[1] * x))};
        const auto point = exact->face_points[corner++];
        // y up: (x, -z, y).
        CHECK(mpq_class(exact->points.exact(point, 0)) == p[0] * exact->points.denominator());
        CHECK(mpq_class(exact->points.exact(point, 1)) == -p[2] * exact->points.denominator());
        CHECK(mpq_class(exact->points.exact(point, 2)) == p[1] * exact->points.denominator());
      }
    }
  }
}

TEST_CASE("glTF copies: turns by right angles are taken for that, and counted") {
  Copies c;
  c.rotations = {0.70710678118, 0, 0, 0.70710678118, 0, 0, 0, 1, 0.1, 0.2, 0.3, 0.92736185};
  const auto scene = read(copied("", c));
  REQUIRE(scene);
  CHECK(scene->straightened_nodes == 1);
  CHECK(scene->points.exact(scene->face_points[2], 2) ==
        -scene->points.denominator() / 2);  // (0, 2, .5) to (0, -.5, 2)
  CHECK(read(copied("", c), Numbers::binary64, NodeRotation::exact)->straightened_nodes == 0);
}

TEST_CASE("glTF copies: a node without a mesh has none, other attributes count for nothing") {
  Copies c;
  c.translations = {1, 2, 3};
  std::string file = copied("", c);
  // "_ID" has an accessor that is of no type that a copy may have.
  const std::string from = R"({"TRANSLATION":2})", to = R"({"_ID":1,"X":0})";
  REQUIRE(from.size() > to.size());
  std::string without = file;
  without.replace(without.find(from), from.size(), to + std::string(from.size() - to.size(), ' '));
  CHECK(message(without).find("have no TRANSLATION, ROTATION or SCALE") != std::string::npos);
  CHECK(message(file) == "read");
}

TEST_CASE("glTF copies: hostile lists are refused by name") {
  Copies c;
  c.translations = {1, 2, 3, 4, 5, 6};
  c.scales = {1, 1, 1, 2, 2, 2};
  c.rotations = {0, 0, 0, 1, 0, 0, 1, 0};
  const std::string good = copied("", c);
  REQUIRE(message(good) == "read");
  const auto with = [&](const std::string& from, std::string to, std::size_t which = 0) {
    std::string file = good;
    std::size_t at = file.find(from);
    for (; which > 0; --which) at = file.find(from, at + 1);
    REQUIRE(at != std::string::npos);
    REQUIRE(to.size() <= from.size());
    to.resize(from.size(), ' ');
    return message(file.replace(at, from.size(), to));
  };
  // Lists of different lengths, of nothing, of more than there is.
  CHECK(with(R"("count":2)", R"("count":1)", 1).find("names 1 elements, another attribute 2") != std::string::npos);
  CHECK(with(R"("count":2)", R"("count":0)").find("has no element") != std::string::npos);
  CHECK(with(R"("count":2)", R"("count":3)").find("reaches beyond its buffer view") != std::string::npos);
  CHECK(with(R"("VEC4")", R"("VEC3")").find("is not VEC4") != std::string::npos);
  CHECK(with(R"("TRANSLATION":2)", R"("TRANSLATION":9)").find("but the file has 5 accessors") != std::string::npos);
  CHECK(with(R"("attributes":{"TRANSLATION":2,"ROTATION":3,"SCALE":4})", R"("attributes":{})")
            .find("have no TRANSLATION") != std::string::npos);
  CHECK(with(R"("attributes":{"TRANSLATION":2,"ROTATION":3,"SCALE":4})", R"("attributes":[])").find("is no object") !=
        std::string::npos);
  // A scale by integers; a quaternion that is none of a rotation; NaN.
  Copies flat = c;
  flat.rotations[3] = 0.9;
  CHECK(message(copied("", flat)).find("element 0, that is no unit") != std::string::npos);
  flat = c;
  flat.translations[4] = std::nan("");
  CHECK(message(copied("", flat)).find("infinite or none") != std::string::npos);
  CHECK(with(R"(5126,"count":2,"type":"VEC4")", R"(5123,"count":2,"type":"VEC4")").find("does not allow here") !=
        std::string::npos);
  Copies bytes;
  bytes.rotation_component = 5120;
  bytes.rotations = {0, 0, 0, 127};
  std::string not_normalized = copied("", bytes);
  const std::string flag = R"("normalized":true)";
  not_normalized.replace(not_normalized.find(flag), flag.size(), R"("normalized":null)");
  CHECK(message(not_normalized).find("neither true nor false") != std::string::npos);
  not_normalized.replace(not_normalized.find(R"("normalized":null)"), flag.size(), R"("Normalized":true)");
  CHECK(message(not_normalized).find("not normalized") != std::string::npos);
}

TEST_CASE("glTF copies: more vertices than there may be are refused before they are made") {
  // A shape of 4 vertices 3,000 times, where 10,000 are allowed.
  Copies c;
  c.translations.assign(9000, 1);
  ImportOptions options;
  options.max_vertices = 10000;
  const auto scene = import_scene_text(copied("", c), "a.glb", options);
  REQUIRE_FALSE(scene);
  CHECK(scene.error().code == ErrorCode::too_large);
  CHECK(scene.error().message.find("more than 10000 vertices") != std::string::npos);
  options.max_vertices = 12000;
  options.max_corners = 17999;
  CHECK_FALSE(import_scene_text(copied("", c), "a.glb", options));
  options.max_corners = 18000;
  CHECK(import_scene_text(copied("", c), "a.glb", options));
}

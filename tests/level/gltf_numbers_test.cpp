// SPDX-License-Identifier: GPL-3.0-or-later
// World positions of glTF: transforms are applied exactly, then --numbers says to what a coordinate is rounded.
// 1. A hierarchy is drawn: nested nodes, sums in the middle of two numbers, subnormal numbers, quantised positions.
// 2. What is expected is worked out point by point from the leaf to the root, with fractions, and rounded by MPFR.
// 3. The level that is read has these coordinates. Points that are equal are one, whichever nodes put them there, and
//    the level reads as the OBJ of its rounded numbers.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "support/gltf_files.h"
#include "support/rounded_by_mpfr.h"
#include "support/scene_corpus.h"
#include "support/scene_files.h"
#include "support/scenes_equal.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Point = std::array<mpq_class, 3>;
using Random = std::mt19937_64;

double real(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
std::uint64_t whole(Random& random, std::uint64_t below) { return random() % below; }

// A node's transform as a file has it.
struct Node {
  std::array<double, 3> translation{}, scale{1, 1, 1};
  std::array<double, 4> rotation{0, 0, 0, 1};
  std::optional<std::array<double, 16>> matrix;
  std::string json(const std::string& more) const {
    return "{" +
           (matrix ? "\"matrix\":" + json_array(*matrix)
                   : "\"translation\":" + json_array(translation) + ",\"rotation\":" + json_array(rotation) +
                         ",\"scale\":" + json_array(scale)) +
           more + "}";
  }
  // v + 2 w u x v + 2 u x (u x v) for the quaternion (u, w).
  Point operator()(Point p) const {
    if (matrix) {
      Point to;
      for (std::size_t r = 0; r < 3; ++r) {
        to[r] = (*matrix)[12 + r];
        for (std::size_t c = 0; c < 3; ++c) to[r] += (*matrix)[4 * c + r] * p[c];
      }
      return to;
    }
    for (std::size_t k = 0; k < 3; ++k) p[k] *= scale[k];
    const Point u{rotation[0], rotation[1], rotation[2]};
    const auto cross = [](const Point& a, const Point& b) {
      return Point{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    const Point once = cross(u, p), twice = cross(u, once);
    for (std::size_t k = 0; k < 3; ++k) p[k] += 2 * (rotation[3] * once[k] + twice[k]) + translation[k];
    return p;
  }
};

Node random_node(Random& random) {
  Node node;
  const auto digits = [&](double v) {  // as programs write it: of float32, or with few decimals, or all
    const auto how = whole(random, 3);
    return how == 0 ? static_cast<double>(static_cast<float>(v)) : how == 1 ? std::round(v * 1000) / 1000 : v;
  };
  for (double& v : node.translation) v = digits(real(random, -100, 100));
  for (double& v : node.scale) v = digits(std::exp(real(random, -4, 4))) * (whole(random, 4) == 0 ? -1 : 1);
  double length = 0;
  for (double& v : node.rotation) {
    v = real(random, -1, 1);
    length += v * v;
  }
  for (double& v : node.rotation) v = digits(v / std::sqrt(length)) + 0.0;
  if (whole(random, 4) == 0) {
    node.matrix.emplace();
    for (std::size_t i = 0; i < 15; ++i) (*node.matrix)[i] = i % 4 == 3 ? 0 : digits(real(random, -2, 2));
    (*node.matrix)[15] = 1;
  }
  return node;
}

// Nodes one within another, the first of them outermost, and in it triangles of float32.
struct Nested {
  std::vector<Node> nodes;
  std::vector<double> xyz;

  std::string file() const {
    std::string list;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      list += (i > 0 ? "," : "") +
              nodes[i].json(i + 1 < nodes.size() ? ",\"children\":[" + std::to_string(i + 1) + "]" : ",\"mesh\":0");
    TriangleLevel level{xyz, {}};
    for (std::uint32_t v = 0; v < xyz.size() / 3; ++v) level.corners.push_back(v);
    std::string json = gltf_json(level, "");
    json.replace(json.find(R"({"mesh":0})"), 10, list);
    return glb(json, gltf_buffer(level));
  }
  std::vector<Point> world() const {
    std::vector<Point> out;
    for (std::size_t v = 0; v < xyz.size(); v += 3) {
      Point p{xyz[v], xyz[v + 1], xyz[v + 2]};
      for (std::size_t i = nodes.size(); i-- > 0;) p = nodes[i](p);
      out.push_back(p);
    }
    return out;
  }
};

Result<Scene> read(const std::string& file, Numbers numbers) {
  ImportOptions options;
  options.numbers = numbers;
  options.up = UpAxis::z;
  options.node_rotation = NodeRotation::exact;
  return import_scene_text(file, "a.glb", options);
}

// Of each corner, in order; a mirror image's faces are turned over, and here back.
std::vector<Point> corners(const Scene& scene) {
  std::vector<Point> out;
  for (const auto p : scene.face_points) {
    Point& to = out.emplace_back();
    for (int k = 0; k < 3; ++k) to[static_cast<std::size_t>(k)] = scene.points.exact(p, k) / scene.points.denominator();
  }
  return out;
}

Point rounded(const Point& p, Numbers numbers) {
  Point out = p;
  if (numbers != Numbers::decimal)
    for (mpq_class& v : out) v = numbers == Numbers::binary32 ? binary32_by_mpfr(v) : binary64_by_mpfr(v);
  return out;
}

// Reads the file in every way and compares; how many coordinates were rounded.
int check(const Nested& level) {
  const std::vector<Point> world = level.world();
  int changed = 0;
  for (const auto& [name, numbers] : number_modes) {
    INFO(name);
    const auto scene = read(level.file(), numbers);
    INFO((scene ? "" : scene.error().text()));
    REQUIRE(scene);
    REQUIRE(is_valid(*scene));
    std::vector<Point> found = corners(*scene), expected;
    for (const Point& p : world) {
      expected.push_back(rounded(p, numbers));
      for (std::size_t k = 0; k < 3; ++k) changed += expected.back()[k] != p[k];
    }
    REQUIRE(found.size() == expected.size());
    // Turned over or not, a face begins with the same corner.
    if (found[1] != expected[1])
      for (std::size_t i = 0; i < found.size(); i += 3) std::swap(found[i + 1], found[i + 2]);
    CHECK(found == expected);
  }
  return changed;
}

}  // namespace

TEST_CASE("glTF numbers: 50 nested hierarchies, each coordinate rounded once as MPFR rounds it") {
  Random random(33);
  int rounded = 0, deep = 0, matrices = 0, mirrors = 0;
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    Nested level;
    for (std::uint64_t n = 1 + whole(random, 6); n > 0; --n) level.nodes.push_back(random_node(random));
    deep += level.nodes.size() > 3;
    for (const Node& n : level.nodes) matrices += n.matrix.has_value(), mirrors += n.scale[0] < 0;
    for (int i = 0; i < 36; ++i) level.xyz.push_back(static_cast<double>(static_cast<float>(real(random, -50, 50))));
    rounded += check(level);
  }
  CHECK(rounded > 2000);
  CHECK(deep >= 10);
  CHECK(matrices >= 10);
  CHECK(mirrors >= 10);
}

TEST_CASE("glTF numbers: 50 of each kind of sum in the middle of two numbers, which goes to the even one") {
  Random random(34);
  for (const bool as_float : {false, true})
    for (int variant = 0; variant < 50; ++variant) {
      CAPTURE(as_float, variant);
      // A multiple of 2^-22 in a range where that is the last place, and an odd multiple of half of it.
      const int digits = as_float ? 24 : 53;
      Nested level;
      level.nodes.resize(1);
      std::array<double, 3>& to = level.nodes[0].translation;
      for (double& v : to)
        v = std::ldexp(
            static_cast<double>((std::uint64_t{1} << (digits - 1)) + whole(random, std::uint64_t{1} << (digits - 2))),
            -22);
      for (int i = 0; i < 9; ++i)
        level.xyz.push_back(std::ldexp(static_cast<double>(2 * whole(random, 1 << 10) + 1), -23));
      const std::vector<Point> world = level.world();
      for (const Point& p : world)
        for (const mpq_class& v : p) {
          const mpq_class places = v * (mpz_class(1) << 22);
          CHECK(places.get_den() == 2);  // in the middle indeed
        }
      check(level);
      const auto scene = read(level.file(), as_float ? Numbers::binary32 : Numbers::binary64);
      REQUIRE(scene);
      for (const Point& p : corners(*scene))
        for (const mpq_class& v : p) CHECK(mpq_class(v * (mpz_class(1) << 22)).get_num() % 2 == 0);
    }
}

TEST_CASE("glTF numbers: 50 levels of subnormal numbers, and of what vanishes") {
  Random random(35);
  int subnormal = 0, vanished = 0;
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    Nested level;
    level.nodes.resize(2);
    level.nodes[0].translation = {0, 0, variant % 2 == 0 ? 1.0 : 0};
    const bool as_float = variant % 4 < 2;
    for (double& v : level.nodes[1].scale) v = std::ldexp(real(random, 1, 2), as_float ? -149 : -1074 + 40);
    if (!as_float)
      for (double& v : level.nodes[0].scale) v = std::ldexp(1, -40);
    for (int i = 0; i < 9; ++i)
      level.xyz.push_back(static_cast<double>(
          static_cast<float>(std::ldexp(real(random, -1, 1), static_cast<int>(whole(random, 12)) - 4))));
    level.xyz[0] = 1;  // a face needs no area here, but a scene needs a number
    for (const Point& p : level.world()) {
      const Point r = rounded(p, as_float ? Numbers::binary32 : Numbers::binary64);
      for (std::size_t k = 0; k < 2; ++k) subnormal += r[k] != 0, vanished += r[k] == 0 && p[k] != 0;
    }
    check(level);
  }
  CHECK(subnormal > 100);
  CHECK(vanished > 50);
}

TEST_CASE(
    "glTF numbers: what rounds to infinity is refused and names its node; half a place less is the largest number") {
  struct Format {
    Numbers numbers;
    int digits, limit;
    const char* word;
  };
  for (const Format& f : {Format{Numbers::binary64, 53, 1024, "double"}, Format{Numbers::binary32, 24, 128, "float"}})
    for (int variant = 0; variant < 50; ++variant) {
      CAPTURE(f.digits, variant);
      const std::size_t axis = static_cast<std::size_t>(variant) % 3;
      const double sign = variant % 2 == 0 ? 1 : -1,
                   largest = std::ldexp(std::ldexp(1, f.digits) - 1, f.limit - f.digits),
                   half = std::ldexp(1, f.limit - f.digits - 1);
      Nested level{{Node{}, Node{}}, {0, 0, 0, 1, 0, 0, 0, 1, 0}};
      level.xyz[3 + axis] = level.xyz[6 + axis] = 1;
      level.nodes[1].scale[axis] = sign * largest;
      // In the outer node, in either of them, or shared by both.
      const std::size_t where = static_cast<std::size_t>(variant) / 2 % 3;
      const auto add = [&](double more) {
        level.nodes[0].translation[axis] = sign * (where == 0 ? more : where == 1 ? 0 : more / 2);
        level.nodes[1].translation[axis] = sign * (where == 0 ? 0 : where == 1 ? more : more / 2);
      };
      add(half);
      const auto refused = read(level.file(), f.numbers);
      REQUIRE_FALSE(refused);
      CHECK(refused.error().code == ErrorCode::out_of_range);
      CHECK(refused.error().message.starts_with("nodes[1] puts a vertex where a coordinate is beyond the range of "));
      CHECK(refused.error().message.find(f.word) != std::string::npos);
      add(half - std::ldexp(half, -20));
      const auto scene = read(level.file(), f.numbers);
      REQUIRE(scene);
      CHECK(abs(corners(*scene)[1][axis]) == mpq_class(largest));
      if (f.numbers == Numbers::binary32) check(level);  // finite in every way
    }
  Nested named{{Node{}}, {0, 0, 0, 1, 0, 0, 0, 1, 0}};
  named.nodes[0].scale[0] = 1e300;
  const auto refused = read(named.file(), Numbers::binary32);
  REQUIRE_FALSE(refused);
  CHECK(
      refused.error().message ==
      "nodes[0] puts a vertex where a coordinate is beyond the range of float; use --numbers double, or a larger unit, "
      "or leave it out (--leave-out 'nodes[0]')");
}

TEST_CASE("glTF numbers: zeros of either sign are one, also where something vanishes") {
  Nested level{{Node{}}, {-0.0, 1, 0, 0, 1, 0, 1, 1, -0.0}};
  for (const auto& [name, numbers] : number_modes) {
    INFO(name);
    const auto scene = read(level.file(), numbers);
    REQUIRE(scene);
    CHECK(scene->points.size() == 2);
  }
  level.xyz = {-1, 1, 0, 1, 1, 0, 0, 1, 0};
  level.nodes[0].scale = {1e-300, 1, 1};
  CHECK(read(level.file(), Numbers::binary32)->points.size() == 1);
  CHECK(read(level.file(), Numbers::binary64)->points.size() == 3);
}

TEST_CASE("glTF numbers: 50 pairs of different nodes that put meshes in one place share all points") {
  Random random(36);
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    // a: scale, then turn by a third about (1, 1, 1), then move. b: the same by matrices and a mesh of half the size.
    const double scale = std::ldexp(std::round(real(random, 1, 1000)), -5), off = std::ldexp(real(random, 1, 9), -3);
    Node a, b, outer = random_node(random);
    outer.matrix.reset();
    a.scale = {scale, scale, scale};
    a.rotation = {0.5, 0.5, 0.5, 0.5};
    a.translation = {off, 2, 3};
    b.matrix = {0, 2 * scale, 0, 0, 0, 0, 2 * scale, 0, 2 * scale, 0, 0, 0, off, 2, 3, 1};
    TriangleLevel large{{}, {0, 1, 2, 2, 1, 3}}, small = large;
    for (int i = 0; i < 12; ++i) {
      large.xyz.push_back(static_cast<double>(static_cast<float>(real(random, -9, 9))));
      small.xyz.push_back(large.xyz.back() / 2);
    }
    GltfBuffer buffer;
    const std::size_t corners = buffer.view(gltf_buffer({{}, large.corners})), first = buffer.view(floats(large.xyz)),
                      second = buffer.view(floats(small.xyz));
    GltfParts parts;
    const auto primitive = [](int positions) {
      return R"({"primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) + R"(},"indices":0}]})";
    };
    parts.nodes = outer.json(R"(,"children":[1,2])") + "," + a.json(R"(,"mesh":0)") + "," + b.json(R"(,"mesh":1)");
    parts.meshes = primitive(1) + "," + primitive(2);
    parts.accessors = accessor_json(corners, 5125, 6, "SCALAR") + "," + accessor_json(first, 5126, 4, "VEC3") + "," +
                      accessor_json(second, 5126, 4, "VEC3");
    parts.views = buffer.views();
    parts.buffers = buffer.buffers();
    for (const auto& [name, numbers] : number_modes) {
      INFO(name);
      const auto scene = read(glb(parts.json(), buffer.bytes()), numbers);
      INFO((scene ? "" : scene.error().text()));
      REQUIRE(scene);
      CHECK(scene->points.size() == 4);
      REQUIRE(scene->face_points.size() == 12);
      for (std::size_t i = 0; i < 6; ++i) CHECK(scene->face_points[i] == scene->face_points[6 + i]);
    }
  }
}

TEST_CASE("glTF numbers: 50 quantised levels, whose numbers have divisors that are no powers of two") {
  Random random(37);
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    const bool words = variant % 2 == 0, with_sign = variant % 4 < 2;
    const int component = (words ? 5122 : 5120) + (with_sign ? 0 : 1);
    const long divisor = (1L << ((words ? 16 : 8) - (with_sign ? 1 : 0))) - 1;
    const Node node = variant % 5 == 0 ? Node{} : random_node(random);
    std::string bytes;
    std::vector<Point> world;
    for (int v = 0; v < 3; ++v) {
      Point p;
      for (std::size_t k = 0; k < 3; ++k) {
        const long raw = static_cast<long>(whole(random, static_cast<std::uint64_t>(divisor) + 1)) *
                         (with_sign && whole(random, 2) == 0 ? -1 : 1);
        bytes += words ? bytes_of(static_cast<std::uint16_t>(raw)) : bytes_of(static_cast<std::uint8_t>(raw));
        p[k] = mpq_class(raw, divisor);
        p[k].canonicalize();
      }
      bytes.append(words ? 2 : 1, '\0');
      world.push_back(node(p));
    }
    GltfBuffer buffer;
    const std::size_t view = buffer.view(bytes, words ? R"(,"byteStride":8)" : R"(,"byteStride":4)");
    GltfParts parts;
    parts.nodes = node.json(R"(,"mesh":0)");
    parts.meshes = R"({"primitives":[{"attributes":{"POSITION":0}}]})";
    parts.accessors = accessor_json(view, component, 3, "VEC3", R"(,"normalized":true)");
    parts.views = buffer.views();
    parts.buffers = buffer.buffers();
    for (const auto& [name, numbers] : number_modes) {
      INFO(name);
      const auto scene = read(glb(parts.json(), buffer.bytes()), numbers);
      REQUIRE(scene);
      std::vector<Point> found = corners(*scene), expected;
      for (const Point& p : world) expected.push_back(rounded(p, numbers));
      if (found[1] != expected[1]) std::swap(found[1], found[2]);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("glTF numbers: a level reads as the OBJ of its rounded numbers, under --node-rotation right-angles too") {
  Random random(38);
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    Nested level;
    for (int i = 0; i < 3; ++i) level.nodes.push_back(random_node(random));
    // A quarter turn as programs round it, which is taken for one.
    Node quarter;
    quarter.rotation = {0.70710688829422, 0, 0, 0.7071066498756409};
    quarter.translation = {0.1, 0.2, 0.3};
    level.nodes.insert(level.nodes.begin() + static_cast<std::ptrdiff_t>(whole(random, 4)), quarter);
    for (int i = 0; i < 36; ++i) level.xyz.push_back(static_cast<double>(static_cast<float>(real(random, -5, 5))));
    Nested straight = level;
    for (Node& n : straight.nodes)
      if (n.rotation == quarter.rotation) n.matrix = {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.1, 0.2, 0.3, 1};
    bool mirrored = false;
    for (const Node& n : straight.nodes) {
      const Point o = n({0, 0, 0}), x = n({1, 0, 0}), y = n({0, 1, 0}), z = n({0, 0, 1});
      const auto d = [&](const Point& p, std::size_t k) -> mpq_class { return p[k] - o[k]; };
      const mpq_class det = d(x, 0) * (d(y, 1) * d(z, 2) - d(y, 2) * d(z, 1)) -
                            d(y, 0) * (d(x, 1) * d(z, 2) - d(x, 2) * d(z, 1)) +
                            d(z, 0) * (d(x, 1) * d(y, 2) - d(x, 2) * d(y, 1));
      mirrored = mirrored != (det < 0);
    }
    for (const Numbers numbers : {Numbers::binary64, Numbers::binary32}) {
      std::string obj;
      const std::vector<Point> world = straight.world();
      for (const Point& p : world) {
        obj += "v";
        for (const mpq_class& v : rounded(p, numbers)) obj += " " + json_number(v.get_d());
        obj += "\n";
      }
      for (std::size_t v = 1; v <= world.size(); v += 3)
        obj += "f " + std::to_string(v) + " " + std::to_string(v + (mirrored ? 2 : 1)) + " " +
               std::to_string(v + (mirrored ? 1 : 2)) + "\n";
      ImportOptions options;
      options.numbers = numbers;
      const auto expected = import_scene_text(obj, "a.obj", options),
                 found = import_scene_text(level.file(), "a.glb", options);
      REQUIRE(expected);
      REQUIRE(found);
      CHECK(found->straightened_nodes == 1);
      CHECK(corners(*found) == corners(*expected));
      CHECK(found->points.denominator() == expected->points.denominator());
    }
  }
}

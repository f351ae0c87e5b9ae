// SPDX-License-Identifier: GPL-3.0-or-later
// glTF whose meshes or buffers are compressed: what was compressed is read, and what lies about itself is refused.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>

#include "plumb/pipeline/import_scene.h"
#include "support/compressed_gltf.h"
#include "support/scene_corpus.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Random = std::mt19937_64;
using Point = std::array<double, 3>;
using Face = std::array<Point, 3>;

Result<Scene> read(const std::string& file, Numbers numbers = Numbers::binary64) {
  ImportOptions options;
  options.numbers = numbers;
  options.up = UpAxis::z;
  return import_scene_text(file, "a.glb", options);
}

std::string message(const std::string& file) {
  const auto scene = read(file);
  return scene ? "read" : scene.error().message;
}

// All corners in their order.
template <class Level>
std::vector<Point> corners(const Level& level) {
  std::vector<Point> out;
  if constexpr (std::is_same_v<Level, Scene>) {
    for (const auto p : level.face_points) {
      Point& to = out.emplace_back();
      for (int k = 0; k < 3; ++k)
        to[static_cast<std::size_t>(k)] = mpq_class(level.points.exact(p, k) / level.points.denominator()).get_d();
    }
  } else {
    for (const std::uint32_t c : level.corners) {
      Point& to = out.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) to[k] = static_cast<double>(static_cast<float>(level.xyz[3 * c + k])) + 0.0;
    }
  }
  return out;
}

// Faces, whichever of their corners is the first.
template <class Level>
std::multiset<Face> faces(const Level& level) {
  const std::vector<Point> all = corners(level);
  std::multiset<Face> out;
  for (std::size_t c = 0; c < all.size(); c += 3) {
    Face f{all[c], all[c + 1], all[c + 2]};
    std::rotate(f.begin(), std::min_element(f.begin(), f.end()), f.end());
    out.insert(f);
  }
  return out;
}

// A bumpy grid of n x m cells, some of them cut out, so that there are holes.
TriangleLevel grid(Random& random, std::uint32_t n, std::uint32_t m) {
  TriangleLevel out;
  std::uniform_real_distribution<float> bump(-1, 1);
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j <= m; ++j)
      out.xyz.insert(out.xyz.end(), {1.5 * i, 2.5 * j, static_cast<double>(bump(random))});
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < m; ++j) {
      if (i + j > 0 && random() % 8 == 0) continue;
      const std::uint32_t a = i * (m + 1) + j, b = a + m + 1;
      out.corners.insert(out.corners.end(), {a, b, b + 1, a, b + 1, a + 1});
    }
  return out;
}

std::string with(std::string file, const std::string& from, std::string to) {
  const std::size_t at = file.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(to.size() <= from.size());
  to.resize(from.size(), ' ');
  return file.replace(at, from.size(), to);
}

bool contains(const std::string& text, const char* part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

// A square of two triangles, as meshoptimizer compresses it.
const TriangleLevel square{{0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0}, {0, 1, 2, 0, 2, 3}};
MeshoptView positions_of(const TriangleLevel& level) {
  MeshoptView v;
  v.bytes = meshopt_attributes(floats(level.xyz), 12);
  v.count = level.xyz.size() / 3;
  return v;
}
MeshoptView indices_of(const TriangleLevel& level, bool triangles = true, std::size_t stride = 4) {
  MeshoptView v;
  v.bytes = meshopt_indices(level.corners, level.xyz.size() / 3, triangles);
  v.mode = triangles ? "TRIANGLES" : "INDICES";
  v.count = level.corners.size();
  v.stride = stride;
  v.tell_stride = false;
  return v;
}

}  // namespace

TEST_CASE("Draco: 50 meshes of each method, kept without loss, are read as they were") {
  Random random(51);
  int apart = 0;
  for (const bool edgebreaker : {true, false})
    for (int variant = 0; variant < 50; ++variant) {
      CAPTURE(edgebreaker, variant);
      const TriangleLevel level =
          grid(random, 1 + static_cast<std::uint32_t>(variant) % 7, 1 + static_cast<std::uint32_t>(variant) % 5);
      const DracoData data = draco_data(level, {edgebreaker, variant % 11, 0, variant % 3 == 0});
      apart += data.position_id != 0;
      for (const auto& [name, numbers] : number_modes) {
        INFO(name);
        const auto scene = read(draco_file(data), numbers);
        INFO((scene ? "" : scene.error().text()));
        REQUIRE(scene);
        CHECK(is_valid(*scene));
        CHECK(faces(*scene) == faces(level));
      }
    }
  CHECK(apart >= 30);
}

TEST_CASE("Draco: 50 quantised meshes are where the quantisation left them") {
  Random random(52);
  for (int variant = 0; variant < 50; ++variant) {
    const int bits = 8 + variant % 12;
    CAPTURE(variant, bits);
    const TriangleLevel level = grid(random, 6, 4);
    const DracoData data = draco_data(level, {variant % 2 == 0, variant % 11, bits, false});
    const auto scene = read(draco_file(data));
    REQUIRE(scene);
    const auto found = faces(*scene);
    REQUIRE(found.size() == level.corners.size() / 3);
    // Steps of the greatest extent; half a step, and what binary32 rounds off.
    const double step = 10 / (std::ldexp(1, bits) - 1), off = 0.5 * step + 1e-5;
    for (const Face& wanted : faces(level)) {
      const bool there = std::any_of(found.begin(), found.end(), [&](Face f) {
        for (int turn = 0; turn < 3; ++turn, std::rotate(f.begin(), f.begin() + 1, f.end())) {
          bool near = true;
          for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t axis = 0; axis < 3; ++axis) near = near && std::abs(f[k][axis] - wanted[k][axis]) <= off;
          if (near) return true;
        }
        return false;
      });
      CHECK(there);
    }
  }
}

TEST_CASE("Draco: positions of integers, normalized or not") {
  // Draco keeps integers of any type; the accessor says what they mean.
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(1);
  const int id = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_UINT16);
  const std::uint16_t p[3][3] = {{0, 0, 0}, {65535, 0, 3}, {0, 65535, 5}};
  builder.SetAttributeValuesForFace(id, draco::FaceIndex(0), p[0], p[1], p[2]);
  const auto mesh = builder.Finalize();
  draco::EncoderBuffer buffer;
  REQUIRE(draco::Encoder().EncodeMeshToBuffer(*mesh, &buffer).ok());
  const std::string extension =
      R"("bufferView":0,"attributes":{"POSITION":)" + std::to_string(mesh->attribute(id)->unique_id()) + "}";
  const std::string file = draco_file({buffer.data(), buffer.size()}, extension, 3, 3, 5123);
  const auto scene = read(file);
  INFO((scene ? "" : scene.error().text()));
  REQUIRE(scene);
  CHECK(faces(*scene) == faces(TriangleLevel{{0, 0, 0, 65535, 0, 3, 0, 65535, 5}, {0, 1, 2}}));
  CHECK(contains(message(draco_file({buffer.data(), buffer.size()}, extension, 3, 3, 5122)), "another component type"));
  CHECK(contains(message(draco_file({buffer.data(), buffer.size()}, extension, 3, 3)), "another component type"));
}

TEST_CASE("Draco: counts beside the data are not believed, attributes that are not in it are refused") {
  Random random(53);
  for (const bool edgebreaker : {true, false})
    for (const bool normals : {true, false}) {
      const DracoData d = draco_data(grid(random, 3, 3), {edgebreaker, 5, 10, normals});
      const auto extension = [&](std::uint64_t id) {
        return R"("bufferView":0,"attributes":{"POSITION":)" + std::to_string(id) + "}";
      };
      // Draco parts vertices, so accessors often say less; whatever they say, the mesh is the one in the data.
      const auto mesh = read(draco_file(d));
      REQUIRE(mesh);
      for (const std::size_t points : {d.points - 1, d.points + 1, std::size_t{1}, std::size_t{4000000000}})
        for (const std::size_t indices : {3 * d.faces - 3, 3 * d.faces, std::size_t{1}, std::size_t{4000000000}}) {
          const auto other = read(draco_file(d.bytes, extension(d.position_id), points, indices));
          REQUIRE(other);
          CHECK(corners(*other) == corners(*mesh));
        }
      CHECK(contains(message(draco_file(d.bytes, extension(7), d.points, 3 * d.faces)), "has no such POSITION"));
      CHECK(
          contains(message(draco_file(d.bytes, extension(5000000000), d.points, 3 * d.faces)), "has no such POSITION"));
      CHECK(
          contains(message(draco_file(d.bytes, R"("bufferView":3,"attributes":{"POSITION":0})", d.points, 3 * d.faces)),
                   "buffer views"));
      CHECK(contains(message(draco_file(d.bytes, R"("bufferView":0)", d.points, 3 * d.faces)), "has no 'attributes'"));
      // Without a POSITION in it, the primitive's own is read, and here there is none.
      CHECK(contains(message(draco_file(d.bytes, R"("bufferView":0,"attributes":{})", d.points, 3 * d.faces)),
                     "has no 'bufferView'"));
      CHECK(contains(message(draco_file("", extension(0), d.points, 3 * d.faces)), "is damaged"));
      CHECK(contains(message(draco_file("DRACO", extension(0), d.points, 3 * d.faces)), "is damaged"));
      std::string other_version = d.bytes;
      other_version[6] = 1;
      CHECK(contains(message(draco_file(other_version, extension(0), d.points, 3 * d.faces)), "of which glTF has 2.2"));
      std::string cloud = d.bytes;
      cloud[7] = 0;
      CHECK(contains(message(draco_file(cloud, extension(0), d.points, 3 * d.faces)), "is damaged"));
    }
}

TEST_CASE("Draco: data cut off anywhere, and 2,000 with bytes changed, are read or refused") {
  Random random(54);
  int refused = 0, read_well = 0;
  for (const bool edgebreaker : {true, false})
    for (const bool normals : {true, false})
      for (const int speed : {0, 5, 10}) {
        const DracoData d = draco_data(grid(random, 4, 4), {edgebreaker, speed, speed == 10 ? 0 : 11, normals});
        for (std::size_t n = 0; n < d.bytes.size(); n += 1 + n / 16) {
          DracoData cut = d;
          cut.bytes.resize(n);
          CHECK(message(draco_file(cut)) != "read");
        }
        for (int i = 0; i < 170; ++i) {
          DracoData changed = d;
          for (std::uint64_t n = 1 + random() % 3; n > 0; --n)
            changed.bytes[9 + random() % std::min<std::size_t>(changed.bytes.size() - 9, i % 2 ? 40 : 4000)] =
                static_cast<char>(random());
          const std::string outcome = message(draco_file(changed));
          (outcome == "read" ? read_well : refused) += 1;
          CHECK(outcome.find('\n') == std::string::npos);
        }
      }
  CHECK(refused > 500);
  CHECK(read_well > 50);  // what changes a number harms nobody
}

TEST_CASE("Draco: few bytes that say they hold gigabytes are refused before room is made for them") {
  const auto varint = [](std::uint32_t n) {
    std::string out;
    for (; n >= 128; n >>= 7) out += static_cast<char>(n | 128);
    return out + static_cast<char>(n);
  };
  const auto header = [](int method) {
    return std::string("DRACO\2\2\1", 8) + static_cast<char>(method) + std::string(2, '\0');
  };
  const std::string rest(1000, '\1');
  // Edgebreaker: its kind, vertices, faces, attributes with seams, symbols, splits.
  for (const std::uint32_t faces : {2000000u, 100000000u, 1400000000u}) {
    const std::string data =
        header(1) + '\0' + varint(faces / 2) + varint(faces) + '\0' + varint(faces) + varint(0) + rest;
    CHECK(contains(message(draco_file(data, R"("bufferView":0,"attributes":{"POSITION":0})", faces, faces)),
                   "gigabytes"));
  }
  // Many seams of few faces.
  const std::string seams =
      header(1) + '\0' + varint(100000) + varint(100000) + '\xff' + varint(100000) + varint(0) + rest;
  CHECK(contains(message(draco_file(seams, R"("bufferView":0,"attributes":{"POSITION":0})", 3, 3)), "gigabytes"));
  // Sequential: faces, points, faces in bytes; then a hundred attributes of 255 numbers a point.
  for (const std::uint32_t points : {20000000u, 4294967295u}) {
    const std::string data = header(0) + varint(1) + varint(points) + '\1' + std::string(12, '\0') + rest;
    CHECK(contains(message(draco_file(data, R"("bufferView":0,"attributes":{"POSITION":0})", points, 3)), "gigabytes"));
  }
  std::string wide = header(0) + varint(3000) + varint(9000) + '\1' + std::string(18000, '\0') + '\1' + varint(100);
  for (int i = 0; i < 100; ++i) wide += std::string("\4\x09\xff\0", 4) + varint(static_cast<std::uint32_t>(i));
  wide += std::string(100, '\2') + rest;  // of float32, quantised
  CHECK(contains(message(draco_file(wide, R"("bufferView":0,"attributes":{"POSITION":0})", 9000, 9000)), "gigabytes"));
}

TEST_CASE("Draco: what is uncompressed beside it is not what is read; what is not in it is") {
  const DracoData d = draco_data(square, {true, 5, 0, false});
  // A fallback whose square is at another height; its accessors have views.
  GltfBuffer buffer;
  TriangleLevel other = square;
  for (std::size_t i = 2; i < other.xyz.size(); i += 3) other.xyz[i] = 9;
  const std::size_t data = buffer.view(d.bytes), xyz = buffer.view(floats(other.xyz)),
                    corners = buffer.view(gltf_buffer({{}, {0, 1, 2, 0, 2, 3}}));
  GltfParts parts;
  const auto file = [&](const std::string& attributes) {
    parts.meshes =
        R"({"primitives":[{"attributes":{"POSITION":0},"indices":1,"extensions":{"KHR_draco_mesh_compression":{"bufferView":)" +
        std::to_string(data) + R"(,"attributes":{)" + attributes + "}}}}]}";
    parts.accessors = accessor_json(xyz, 5126, d.points, "VEC3") + "," + accessor_json(corners, 5125, 6, "SCALAR");
    parts.views = buffer.views();
    parts.buffers = buffer.buffers();
    return glb(parts.json(), buffer.bytes());
  };
  const auto scene = read(file("\"POSITION\":" + std::to_string(d.position_id)));
  REQUIRE(scene);
  CHECK(faces(*scene) == faces(square));
  const auto mixed = read(file("\"NORMAL\":5"));
  REQUIRE(mixed);
  CHECK(mixed->face_count() == 2);
  for (const auto p : mixed->face_points) CHECK(mixed->points.exact(p, 2) == 9);
  const std::string count = "\"count\":" + std::to_string(d.points);
  std::string fewer = file("\"NORMAL\":5");
  fewer.replace(fewer.find(count), count.size(), "\"count\":3");
  CHECK(contains(message(fewer), "fewer positions than the points of its compressed data"));
}

TEST_CASE("meshopt: 50 levels of each mode are read as they were, under both names of the extension") {
  Random random(55);
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"})
    for (const bool triangles : {true, false})
      for (int variant = 0; variant < 50; ++variant) {
        CAPTURE(name, triangles, variant);
        const TriangleLevel level =
            grid(random, 1 + static_cast<std::uint32_t>(variant) % 9, 1 + static_cast<std::uint32_t>(variant) % 4);
        const auto scene =
            read(meshopt_file(positions_of(level), indices_of(level, triangles, variant % 2 ? 2 : 4), name));
        INFO((scene ? "" : scene.error().text()));
        REQUIRE(scene);
        CHECK(faces(*scene) == faces(level));
        // A list of triangles may be turned by its codec, one of indices keeps its order.
        if (!triangles) CHECK(corners(*scene) == corners(level));
      }
}

TEST_CASE("meshopt: 50 interleaved and quantised levels; with the exponential filter, of numbers that it keeps") {
  Random random(56);
  for (int variant = 0; variant < 50; ++variant) {
    CAPTURE(variant);
    TriangleLevel level = grid(random, 3, 3);
    for (std::size_t i = 0; i < level.xyz.size(); ++i)
      level.xyz[i] = std::floor(level.xyz[i] * 16);  // of at most 8 bits
    MeshoptView v;
    v.count = level.xyz.size() / 3;
    if (variant % 3 == 0) {  // of 16 bits, between others
      v.stride = 16;
      std::string elements;
      for (std::size_t i = 0; i < level.xyz.size(); ++i) {
        elements += bytes_of(static_cast<std::int16_t>(level.xyz[i]));
        if (i % 3 == 2) elements += bytes_of(random()) + "xy";
      }
      v.bytes = meshopt_attributes(elements, v.stride);
    } else if (variant % 3 == 1) {
      v.stride = 20;
      std::string elements;
      for (std::size_t i = 0; i < level.xyz.size(); ++i) {
        elements += bytes_of(static_cast<float>(level.xyz[i]));
        if (i % 3 == 2) elements += bytes_of(random());
      }
      v.bytes = meshopt_attributes(elements, v.stride);
    } else {
      std::vector<float> values(level.xyz.begin(), level.xyz.end());
      std::string elements(12 * v.count, '\0');
      meshopt_encodeFilterExp(elements.data(), v.count, 12, 12, values.data());
      v.bytes = meshopt_attributes(elements, 12);
      v.filter = "EXPONENTIAL";
    }
    const auto scene =
        read(meshopt_file(v, indices_of(level), "EXT_meshopt_compression", variant % 3 == 0 ? 5122 : 5126));
    INFO((scene ? "" : scene.error().text()));
    REQUIRE(scene);
    CHECK(faces(*scene) == faces(level));
  }
}

TEST_CASE("meshopt: layouts that lie are refused") {
  const MeshoptView p = positions_of(square), i = indices_of(square);
  const std::string good = meshopt_file(p, i), compressed_part = R"(:{"buffer":0)";
  REQUIRE(message(good) == "read");
  const auto changed = [&](auto change) {
    MeshoptView q = p, j = i;
    change(q, j);
    return message(meshopt_file(q, j));
  };
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.mode = "POINTS"; }), "mode \"POINTS\""));
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.filter = "COLOR"; }), "filter \"COLOR\""));
  CHECK(contains(changed([](MeshoptView&, MeshoptView& j) { j.filter = "EXPONENTIAL"; }), "not known in its mode"));
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.filter = "OCTAHEDRAL"; }),
                 "that its mode and filter allow"));
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.filter = "QUATERNION"; }),
                 "that its mode and filter allow"));
  for (const std::size_t stride : {std::size_t{0}, std::size_t{10}, std::size_t{260}, std::size_t{4000000000}})
    CHECK(
        contains(changed([&](MeshoptView& q, MeshoptView&) { q.stride = stride; }), "that its mode and filter allow"));
  CHECK(contains(changed([](MeshoptView&, MeshoptView& j) { j.stride = 8; }), "that its mode and filter allow"));
  CHECK(contains(changed([](MeshoptView&, MeshoptView& j) { j.count = 7; }), "no whole triangles"));
  // Of another mode, or another count.
  CHECK(contains(changed([](MeshoptView&, MeshoptView& j) { j.mode = "INDICES"; }), "is damaged"));
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.count = 256; }), "is damaged"));  // 16 lie in one group
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.count = 3; }), "holds index 3"));
  CHECK(contains(changed([](MeshoptView&, MeshoptView& j) { j.count = 9; }), "is damaged"));
  // Of gigabytes.
  for (const std::size_t count : {std::size_t{1000000}, std::size_t{4000000000}, std::size_t{4000000000000}})
    CHECK(contains(changed([&](MeshoptView& q, MeshoptView&) { q.count = count; }),
                   "more elements than its bytes can hold"));
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.bytes[0] |= 1; }), "version 1 of its format"));
  CHECK(contains(changed([](MeshoptView& q, MeshoptView&) { q.bytes.clear(); }), "damaged"));
  CHECK(contains(message(with(good, R"("byteLength":48,"byteStride":12)", R"("byteLength":47,"byteStride":12)")),
                 "another length than its compressed data"));
  CHECK(contains(message(with(good, R"("byteLength":48,"byteStride":12)", R"("byteLength":48,"byteStride":8)")),
                 "that its mode and filter allow"));
  CHECK(contains(message(with(good, compressed_part, R"(:{"buffer":1)")), "has no 'uri'"));
  CHECK(contains(message(with(good, compressed_part, R"(:{"buffer":7)")), "buffers"));
  // The indices' own limits hold after decompression.
  TriangleLevel beyond = square;
  beyond.corners[4] = 9;
  CHECK(contains(message(meshopt_file(p, indices_of(beyond))), "holds index 9"));
}

TEST_CASE("meshopt: data cut off anywhere, and 2,000 with bytes changed, are read or refused") {
  Random random(57);
  int refused = 0, read_well = 0;
  for (int variant = 0; variant < 10; ++variant) {
    const TriangleLevel level = grid(random, 5, 4);
    MeshoptView p = positions_of(level), i = indices_of(level, variant % 2 == 0);
    if (variant % 3 == 0) p.filter = "EXPONENTIAL";
    for (std::size_t n = 0; n < p.bytes.size(); n += 1 + n / 16) {
      MeshoptView cut = p;
      cut.bytes.resize(n);
      CHECK(message(meshopt_file(cut, i)) != "read");
    }
    for (std::size_t n = 0; n < i.bytes.size(); n += 1 + n / 16) {
      MeshoptView cut = i;
      cut.bytes.resize(n);
      CHECK(message(meshopt_file(p, cut)) != "read");
    }
    for (int k = 0; k < 200; ++k) {
      MeshoptView q = p, j = i;
      std::string& bytes = k % 2 ? q.bytes : j.bytes;
      for (std::uint64_t n = 1 + random() % 3; n > 0; --n) bytes[random() % bytes.size()] = static_cast<char>(random());
      const std::string outcome = message(meshopt_file(q, j));
      (outcome == "read" ? read_well : refused) += 1;
    }
  }
  CHECK(refused > 200);
  CHECK(read_well > 200);
}

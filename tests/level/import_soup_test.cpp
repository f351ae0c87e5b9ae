// SPDX-License-Identifier: GPL-3.0-or-later
// What .off, .ply and .stl hold: polygons without structure.
// 1. Each file is written by the test, as text or as bytes of every type and order, and is read in every mode of
//    numbers and for either axis. The scene has to be that of the OBJ with the same numbers.
// 2. What is no number, no type of the format or no whole file is refused, with the reason and the line.
// 3. STL: text is told from bytes whatever the file begins with, and names of solids may hold anything.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "plumb/pipeline/import_scene.h"
#include "support/scene_corpus.h"
#include "support/scene_files.h"
#include "support/scenes_equal.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

Result<Scene> read(const std::string& bytes, const char* name, Numbers numbers = Numbers::binary64,
                   UpAxis up = UpAxis::z) {
  ImportOptions options;
  options.numbers = numbers;
  options.up = up;
  return import_scene_text(bytes, name, options);
}

mpq_class coordinate(const Scene& s, plumb::kernel::PointId p, int axis) {
  return s.points.exact(p, axis) / s.points.denominator();
}

struct Text {
  const char* name;
  std::string begin, between, end;  // around the nine tokens of a triangle
};
const Text texts[] = {
    {"a.off", "OFF\n3 1 0\n", "\n", "\n3 0 1 2\n"},
    {"a.ply",
     "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
     "property list uchar int vertex_indices\nend_header\n",
     "\n", "\n3 0 1 2\n"},
    {"a.stl", "solid\nfacet normal 0 0 0\nouter loop\nvertex ", "\nvertex ", "\nendloop\nendfacet\nendsolid\n"},
};

std::string with_tokens(const Text& t, const std::vector<std::string>& tokens) {
  std::string out = t.begin;
  for (std::size_t i = 0; i < 9; ++i) out += tokens[i] + (i == 8 ? t.end : i % 3 == 2 ? t.between : " ");
  return out;
}

}  // namespace

TEST_CASE("text formats take tokens as an OBJ does, in every mode and for either axis") {
  const std::vector<std::string> tokens = {
      "0.1", "-2.50", "+3", "1e-3", "0.333333333333333333333333333333333333", ".5",
      // its nearest double is halfway between two floats: rounded twice it would go down
      "1.00000005960464477540", "-0", "123456789012345678901234567890"};
  std::string obj;
  for (std::size_t i = 0; i < 9; ++i) obj += (i % 3 ? " " : "v ") + tokens[i] + (i % 3 == 2 ? "\n" : "");
  obj += "f 1 2 3\n";
  for (const auto& [mode, numbers] : number_modes)
    for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
      const auto expected = read(obj, "a.obj", numbers, up);
      REQUIRE(expected);
      for (const Text& t : texts) {
        INFO(t.name << " " << mode);
        auto scene = read(with_tokens(t, tokens), t.name, numbers, up);
        REQUIRE(scene);
        CHECK(is_valid(*scene));
        CHECK(same_scene(*scene, *expected));
      }
    }
  CHECK(coordinate(*read(with_tokens(texts[0], tokens), "a.off", Numbers::decimal), 0, 0) == mpq_class(1, 10));
  CHECK(coordinate(*read(with_tokens(texts[1], tokens), "a.ply"), 0, 0) == mpq_class(0.1));  // though it says float
}

TEST_CASE("binary numbers are exact; --numbers float rounds binary64") {
  const TriangleLevel tenths{{0.1, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2}};
  for (const std::endian order : {std::endian::little, std::endian::big})
    for (const auto& [mode, numbers] : number_modes) {
      INFO(mode);
      const auto narrow = read(as_binary_ply<float>(tenths, order), "a.ply", numbers);
      const auto wide = read(as_binary_ply<double>(tenths, order), "a.ply", numbers);
      REQUIRE(narrow);
      REQUIRE(wide);
      CHECK(coordinate(*narrow, 0, 0) == mpq_class(0.1f));
      CHECK(coordinate(*wide, 0, 0) == (numbers == Numbers::binary32 ? mpq_class(0.1f) : mpq_class(0.1)));
    }
  CHECK(coordinate(*read(as_binary_stl(tenths), "a.stl", Numbers::decimal), 0, 0) == mpq_class(0.1f));
  // From half a unit above the largest binary32 on, the nearest is infinite.
  const auto with = [](double x) {
    return as_binary_ply<double>({{x, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2}}, std::endian::little);
  };
  const double limit = 0x1.ffffffp127;
  CHECK(coordinate(*read(with(std::nextafter(limit, 0)), "a.ply", Numbers::binary32), 0, 0) ==
        mpq_class(std::numeric_limits<float>::max()));
  CHECK(read(with(limit), "a.ply", Numbers::binary32).error().code == ErrorCode::out_of_range);
  CHECK(read(with(limit), "a.ply", Numbers::binary64));
}

TEST_CASE("binary data: NaN, infinities and -0") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    const TriangleLevel level{{0, 0, 0, 1, bad, 0, 0, 1, 0}, {0, 1, 2}};
    for (const auto& [bytes, name, record] :
         {std::tuple{as_binary_ply<float>(level, std::endian::big), "a.ply", "vertex 1 "},
          {as_binary_stl(level), "a.stl", "triangle 0 "}}) {
      const auto scene = read(bytes, name);
      REQUIRE_FALSE(scene);
      CHECK(scene.error().code == ErrorCode::bad_number);
      CHECK(scene.error().message.starts_with(record));
    }
  }
  const auto zeros = read(
      as_binary_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0, -0.0, -0.0, 0, 1, 0, -0.0, 0, -1, 0}, {0, 1, 2, 3, 4, 5}}), "a.stl");
  REQUIRE(zeros);
  CHECK(zeros->points.size() == 4);  // -0 is 0
}

TEST_CASE("PLY: every type of coordinate, index and length, in either byte order") {
  const auto header = [](const std::string& order, const std::string& type, const std::string& length,
                         const std::string& index) {
    return "ply\r\nformat binary_" + order +
           "_endian 1.0\r\nelement other 2\r\nproperty list ushort double a\r\nproperty char b\r\n"
           "element vertex 3\r\nproperty " +
           type + " x\r\nproperty " + type + " y\r\nproperty list char short c\r\nproperty " + type +
           " z\r\n"
           "element face 1\r\nproperty list " +
           length + " " + index + " vertex_index\r\nend_header\r\n";
  };
  const auto check = [&](auto coordinate_type, const char* type, auto length_type, const char* length, auto index_type,
                         const char* index) {
    using C = decltype(coordinate_type);
    using L = decltype(length_type);
    using I = decltype(index_type);
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      INFO(type << " " << length << " " << index);
      std::string bytes = header(order == std::endian::little ? "little" : "big", type, length, index);
      bytes += bytes_of(std::uint16_t{2}, order) + bytes_of(0.5, order) + bytes_of(1.5, order) + "b" +
               bytes_of(std::uint16_t{0}, order) + "c";
      const C values[] = {0, 1, 2, C(-3), 4, 5, 100, 7, 8};
      for (std::size_t i = 0; i < 9; ++i) {
        if (i % 3 == 2) bytes += "\1" + bytes_of(std::int16_t{-1}, order);
        bytes += bytes_of(values[i], order);
      }
      bytes += bytes_of(static_cast<L>(3), order);
      for (const int v : {2, 0, 1}) bytes += bytes_of(static_cast<I>(v), order);
      const auto scene = read(bytes, "a.ply");
      INFO((scene ? "" : scene.error().text()));
      REQUIRE(scene);
      for (std::size_t i = 0; i < 9; ++i)
        CHECK(coordinate(*scene, static_cast<plumb::kernel::PointId>(i / 3), static_cast<int>(i % 3)) ==
              mpq_class(static_cast<double>(values[i])));
      CHECK(scene->face_points == std::vector<plumb::kernel::PointId>{2, 0, 1});
      // One index, or a length, that is negative.
      if (std::is_signed_v<I>) {
        std::string bad = bytes;
        bad.replace(bad.size() - sizeof(I), sizeof(I), bytes_of(static_cast<I>(-1), order));
        CHECK(read(bad, "a.ply").error().code == ErrorCode::bad_index);
      }
      if (std::is_signed_v<L>) {
        std::string bad = bytes;
        bad.replace(bad.size() - 3 * sizeof(I) - sizeof(L), sizeof(L), bytes_of(static_cast<L>(-1), order));
        CHECK(read(bad, "a.ply").error().message.find("negative length") != std::string::npos);
      }
      CHECK(read(bytes + "x", "a.ply").error().message.starts_with("1 bytes follow"));
    }
  };
  check(std::int8_t{}, "char", std::uint8_t{}, "uchar", std::int32_t{}, "int");
  check(std::uint8_t{}, "uint8", std::int8_t{}, "int8", std::uint32_t{}, "uint32");
  check(std::int16_t{}, "short", std::int16_t{}, "int16", std::int16_t{}, "short");
  check(std::uint16_t{}, "uint16", std::uint16_t{}, "ushort", std::uint16_t{}, "uint16");
  check(std::int32_t{}, "int", std::int32_t{}, "int32", std::int8_t{}, "char");
  check(std::uint32_t{}, "uint32", std::uint32_t{}, "uint", std::uint8_t{}, "uint8");
  check(float{}, "float32", std::uint8_t{}, "uint8", std::int32_t{}, "int32");
  check(double{}, "double", std::uint8_t{}, "uchar", std::int32_t{}, "int");
}

TEST_CASE("OFF and PLY keep polygons as they are") {
  const std::string corners = "0 0 0\n2 0 0\n2 1 0\n1 1 0\n1 2 0\n0 2 0\n", faces = "6 0 1 2 3 4 5\n4 0 1 2 0\n";
  const auto off = read("OFF\n6 2 0\n" + corners + faces, "a.off");
  std::string header = texts[1].begin;
  header.replace(header.find("vertex 3"), 8, "vertex 6").replace(header.find("face 1"), 6, "face 2");
  const auto ply = read(header + corners + faces, "a.ply");
  REQUIRE(off);
  REQUIRE(ply);
  CHECK(off->face_begin == std::vector<std::uint32_t>{0, 6, 10});
  CHECK(same_scene(*off, *ply));
}

TEST_CASE("STL: names of solids, and binary files told from text") {
  const TriangleLevel level{{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2}};
  const std::string text = as_stl(level);
  std::string second = text;
  second.replace(second.find("level"), 5, "  the attic ");
  const auto scene = read(text + "\n" + second, "a.stl");
  REQUIRE(scene);
  REQUIRE(scene->groups.size() == 2);
  CHECK(scene->groups[0].object == "level");
  CHECK(scene->groups[1].object == "the attic");
  CHECK(scene->groups[1].first_face == 1);
  // Zeros behind a text are no part of it; within it they are none of a text.
  for (const std::size_t zeros : {1u, 7u, 500u}) {
    const auto filled = read(text + std::string(zeros, '\0'), "a.stl");
    REQUIRE(filled);
    CHECK(filled->face_points == read(text, "a.stl")->face_points);
    CHECK_FALSE(read(text + std::string(zeros, '\0') + text, "a.stl"));
  }
  // Binary though it begins with "solid"; with a byte more or less it is neither.
  const std::string binary = as_binary_stl(level);
  CHECK(read(binary, "a.stl"));
  for (const std::string& bad : {binary + "x", binary.substr(0, binary.size() - 1)}) {
    const auto refused = read(bad, "a.stl");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::syntax);
    CHECK(refused.error().message.find("134 bytes, not " + std::to_string(bad.size())) != std::string::npos);
  }
}

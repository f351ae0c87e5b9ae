// SPDX-License-Identifier: GPL-3.0-or-later
// PLY in the forms that programs differ in: line ends, the order of properties, faces or strips.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "support/scene_corpus.h"
#include "support/scene_files.h"
#include "support/scenes_equal.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Random = std::mt19937_64;

struct Form {
  std::string line_end = "\n";
  int format = 0;  // 0: text, 1: little-endian, 2: big-endian
  std::array<int, 3> order{0, 1, 2};
  bool wide = false;  // coordinates of float64
  bool more = false;  // properties between and after the coordinates
  bool strips = false;
  bool faces_first = false;
};

// Strips: lists of vertices; a level has triangles instead.
using Strips = std::vector<std::vector<std::uint32_t>>;

std::string ply(const Form& form, const std::vector<double>& xyz, const std::vector<std::uint32_t>& corners,
                const Strips& strips) {
  const std::string& end = form.line_end;
  const std::endian order = form.format == 2 ? std::endian::big : std::endian::little;
  const char* formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  std::string header = "ply" + end + "format " + formats[form.format] + " 1.0" + end + "comment made for a test" + end;
  std::string vertices, faces;
  const auto number = [&](double v, bool wide) {
    if (form.format == 0) return std::to_string(v) + " ";
    return wide ? bytes_of(v, order) : bytes_of(static_cast<float>(v), order);
  };
  const auto integer = [&](std::int32_t v) { return form.format == 0 ? std::to_string(v) + " " : bytes_of(v, order); };
  const auto record = [&] { return form.format == 0 ? end : std::string(); };
  std::string vertex_header = "element vertex " + std::to_string(xyz.size() / 3) + end;
  for (const int axis : form.order) {
    vertex_header += std::string("property ") + (form.wide ? "double " : "float ") + "xyz"[axis] + end;
    if (form.more) vertex_header += "property list int float of_" + std::string(1, "xyz"[axis]) + end;
  }
  for (std::size_t v = 0; v < xyz.size(); v += 3) {
    for (const int axis : form.order) {
      vertices += number(xyz[v + static_cast<std::size_t>(axis)], form.wide);
      if (form.more) vertices += integer(2) + number(0.5, false) + number(-1, false);
    }
    vertices += record();
  }
  std::string face_header;
  if (form.strips) {
    face_header = "element tristrips 1" + end + "property list int int vertex_indices" + end;
    std::int32_t count = 0;
    for (std::size_t i = 0; i < strips.size(); ++i) {
      if (i > 0) faces += integer(-1), ++count;
      for (const std::uint32_t v : strips[i]) faces += integer(static_cast<std::int32_t>(v)), ++count;
    }
    faces = integer(count) + faces + record();
  } else {
    face_header =
        "element face " + std::to_string(corners.size() / 3) + end + "property list int int vertex_index" + end;
    for (std::size_t c = 0; c < corners.size(); ++c)
      faces +=
          (c % 3 ? "" : integer(3)) + integer(static_cast<std::int32_t>(corners[c])) + (c % 3 == 2 ? record() : "");
  }
  return header + (form.faces_first ? face_header + vertex_header : vertex_header + face_header) + "end_header" + end +
         (form.faces_first ? faces + vertices : vertices + faces);
}

Result<Scene> read(const std::string& text, Numbers numbers = Numbers::binary64) {
  ImportOptions options;
  options.numbers = numbers;
  options.up = UpAxis::z;
  return import_scene_text(text, "a.ply", options);
}

std::string message(const std::string& text) {
  const auto scene = read(text);
  return scene ? "read" : scene.error().message;
}

// The triangles of strips: a, b, c, then each next one with the two before it, every other one turned over.
std::vector<std::uint32_t> triangles_of(const Strips& strips) {
  std::vector<std::uint32_t> out;
  for (const auto& s : strips)
    for (std::size_t i = 2; i < s.size(); ++i) {
      if (i % 2 == 0) out.insert(out.end(), {s[i - 2], s[i - 1], s[i]});
      else out.insert(out.end(), {s[i - 1], s[i - 2], s[i]});
    }
  return out;
}

}  // namespace

TEST_CASE("PLY: 50 of each line end and each format; x, y and z in each order; faces or strips: one level") {
  Random random(61);
  int by_order[6] = {}, strips_drawn = 0, restarts = 0;
  for (const std::string end : {"\n", "\r\n", "\r"})
    for (const int format : {0, 1, 2})
      for (int variant = 0; variant < 50; ++variant) {
        CAPTURE(end, format, variant);
        Form form;
        form.line_end = end;
        form.format = format;
        for (int turns = variant % 6; turns > 0; --turns) std::next_permutation(form.order.begin(), form.order.end());
        ++by_order[variant % 6];
        form.wide = random() % 2;
        form.more = random() % 2;
        form.strips = variant % 4 == 1;
        form.faces_first = random() % 2;
        std::vector<double> xyz;
        // A coordinate whose first byte is a line feed or a carriage return must not be taken for a line end.
        xyz.push_back(static_cast<double>(std::bit_cast<float>(variant % 2 ? 0x3f80000au : 0x3f80000du)));
        for (int i = 1; i < 36; ++i) xyz.push_back(static_cast<double>(static_cast<int>(random() % 2000)) / 8 - 100);
        if (format == 0) xyz[0] = 1.25;
        std::vector<std::uint32_t> corners;
        Strips strips(1 + random() % 3);
        for (auto& s : strips)
          for (std::uint64_t n = 3 + random() % 6; n > 0; --n) s.push_back(static_cast<std::uint32_t>(random() % 12));
        if (form.strips) corners = triangles_of(strips);
        else
          for (int i = 0; i < 30; ++i) corners.push_back(static_cast<std::uint32_t>(random() % 12));
        strips_drawn += form.strips;
        restarts += form.strips && strips.size() > 1;
        const std::string text = ply(form, xyz, corners, strips);
        for (const auto& [name, numbers] : number_modes) {
          INFO(name);
          const auto found = read(text, numbers);
          INFO((found ? "" : found.error().text()));
          REQUIRE(found);
          CHECK(is_valid(*found));
          REQUIRE(found->face_points.size() == corners.size());
          for (std::size_t c = 0; c < corners.size(); ++c)
            for (int axis = 0; axis < 3; ++axis)
              CHECK(mpq_class(xyz[3 * corners[c] + static_cast<std::size_t>(axis)]) * found->points.denominator() ==
                    mpq_class(found->points.exact(found->face_points[c], axis)));
          if (format == 0) CHECK(same_scene(*found, *read(ply({}, xyz, corners, {}), numbers)));
        }
      }
  for (const int n : by_order) CHECK(n >= 50);
  CHECK(strips_drawn >= 50);
  CHECK(restarts >= 50);
}

TEST_CASE("PLY: strips that name what is not there, and those too short for a triangle") {
  const std::vector<double> xyz{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  Form form;
  form.strips = true;
  for (const int format : {0, 1, 2}) {
    form.format = format;
    CAPTURE(format);
    CHECK(message(ply(form, xyz, {}, {{0, 1, 2, 3}})) == "read");
    CHECK(message(ply(form, xyz, {}, {{0, 1, 2, 4}})).find("vertex index 4") != std::string::npos);
    CHECK(message(ply(form, xyz, {}, {{0, 1, 2, 0xfffffffe}})).find("vertex index -2") != std::string::npos);
    CHECK(message(ply(form, xyz, {}, {{0, 1}, {}, {2}})).find("no face") != std::string::npos);
    const auto scene = read(ply(form, xyz, {}, {{0, 1}, {3, 2, 1, 0}, {}}));
    REQUIRE(scene);
    CHECK(scene->face_count() == 2);
    CHECK(scene->points.exact(scene->face_points[0], 0) == scene->points.denominator());  // begins with vertex 3
  }
  std::string text = ply({.strips = true}, xyz, {}, {{0, 1, 2, 3}});
  const std::string corners = "vertex_indices";
  std::string other = text;
  other.replace(other.find(corners), corners.size(), "material_index");
  CHECK(message(other).find("the triangle strips have not one property vertex_indices") != std::string::npos);
}

TEST_CASE("PLY: line ends that change on the way are refused, by line") {
  const std::vector<double> xyz{0, 0, 0, 1, 0, 0, 0, 1, 0};
  Form form;
  form.line_end = "\r";
  std::string text = ply(form, xyz, {0, 1, 2}, {});
  REQUIRE(message(text) == "read");
  text[text.find("\rformat")] = '\n';  // then the first line end is LF, and the others lie within one line
  CHECK(message(text).find("a carriage return within the line") != std::string::npos);
  text = ply(form, xyz, {0, 1, 2}, {});
  text[text.find("\relement face")] = '\n';
  const auto refused = read(text);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("a line feed within a line that ends in a carriage return") != std::string::npos);
  CHECK(refused.error().line == 7);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "hand_made.h"
#include "plumb/pipeline/verdict_style.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

template <class Write>
std::string written(Write&& write) {
  Folder folder;
  auto file = AtomicFile::create(folder / "out");
  REQUIRE(file);
  write(*file);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
  return text_of_file(folder / "out");
}

std::string obj_of(const HandMade& h) {
  Progress silent;
  return written([&](AtomicFile& f) { export_obj(f, "out.mtl", h.baked(), silent); });
}

struct Obj {
  std::vector<std::array<double, 3>> vertices;
  std::map<std::string, std::vector<std::vector<std::size_t>>> groups;
  std::set<std::string> materials;
};

Obj parse(const std::string& text) {
  Obj out;
  std::istringstream lines(text);
  std::string line, group;
  while (std::getline(lines, line)) {
    std::istringstream in(line);
    std::string word;
    in >> word;
    if (word == "g") in >> group;
    if (word == "usemtl") {
      in >> word;
      CHECK(word == group);
      CHECK(out.materials.insert(word).second);  // each verdict has one run of faces
    } else if (word == "v") {
      std::array<double, 3> v;
      in >> v[0] >> v[1] >> v[2];
      out.vertices.push_back(v);
    } else if (word == "f") {
      std::vector<std::size_t> face;
      for (std::size_t i; in >> i;) face.push_back(i);
      out.groups[group].push_back(face);
    }
  }
  return out;
}

// Twice the signed area seen from above: positive if counter-clockwise.
double turn(const Obj& obj, const std::vector<std::size_t>& face, UpAxis up) {
  double sum = 0;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const auto& a = obj.vertices.at(face[i] - 1);
    const auto& b = obj.vertices.at(face[(i + 1) % face.size()] - 1);
    sum += up == UpAxis::z ? a[0] * b[1] - b[0] * a[1] : -(a[0] * b[2] - b[0] * a[2]);
  }
  return sum;
}

}  // namespace

TEST_CASE("OBJ: one group and material per verdict, faces counter-clockwise from above, input frame") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const HandMade h(up);
    const std::string text = obj_of(h);
    CHECK(text.find("# Coordinates are rounded") != std::string::npos);
    CHECK(text.find("\nmtllib out.mtl\n") != std::string::npos);
    const Obj obj = parse(text);
    CHECK(obj.groups.at("stand").size() == 2);
    CHECK(obj.groups.at("crouch").size() == 1);
    CHECK(obj.groups.at("blocked").size() == 1);
    CHECK(obj.groups.at("covered").size() == 1);
    CHECK(obj.groups.size() == 4);
    double area = 0;
    for (const auto& [name, faces] : obj.groups)
      for (const auto& face : faces) {
        CHECK(turn(obj, face, up) > 0);
        area += turn(obj, face, up) / 2;
      }
    CHECK(area == Approx(29 / 6.0));
    // Corners of the input are written once for all surfaces: 11 points, every one used.
    CHECK(obj.vertices.size() == 11);
    const std::array<double, 3> inside{10 / 3.0, 0, 2 / 3.0};
    const std::array<double, 3> expected = up == UpAxis::z ? inside : std::array<double, 3>{inside[0], inside[2], 0};
    CHECK(std::count(obj.vertices.begin(), obj.vertices.end(), expected) == 1);
  }
}

TEST_CASE("OBJ: the same bytes each time; the materials name every verdict") {
  const HandMade h;
  CHECK(obj_of(h) == obj_of(h));
  const std::string mtl = written([&](AtomicFile& f) { export_mtl(f, h.baked()); });
  for (const char* name : {"covered", "blocked", "crouch", "stand"})
    CHECK(mtl.find("newmtl " + std::string(name) + "\n") != std::string::npos);
}

TEST_CASE("to_input_frame undoes --up") {
  const ExactPoint p{1, mpq_class(2, 3), 3};
  CHECK(to_input_frame(p, UpAxis::z) == p);
  CHECK(to_input_frame(p, UpAxis::y) == ExactPoint{1, 3, mpq_class(-2, 3)});
}

TEST_CASE("SVG: legend, panel, every cell and wall") {
  const HandMade h;
  Progress silent;
  const std::string svg = written([&](AtomicFile& f) { export_svg(f, h.baked(), silent); });
  CHECK(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0) == 0);
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  for (const char* part : {"hand &amp; made.obj", "stand 1.8", "crouch 1", "blocked", "covered", "2.33333 (48.3 %)",
                           "class=\"s2\"", "class=\"s1\"", "class=\"b\"", "class=\"c\"", "class=\"w\"", "unit"}) {
    INFO(part);
    CHECK(svg.find(part) != std::string::npos);
  }
  std::size_t cells = 0;
  for (const char c : svg) cells += c == 'z';
  CHECK(svg == written([&](AtomicFile& f) { export_svg(f, h.baked(), silent); }));
  CHECK(cells >= 5);
}

TEST_CASE("SVG: a scene without anything traversable says so") {
  HandMade h;
  h.map.table.clear();
  Progress silent;
  const std::string svg = written([&](AtomicFile& f) { export_svg(f, h.baked(), silent); });
  CHECK(svg.find("Nothing is traversable") != std::string::npos);
}

TEST_CASE("Colours: stances run from orange to green, the highest is always green") {
  const Colour green = colour_of(1, 1);
  CHECK(colour_of(3, 3) == green);
  CHECK(colour_of(2, 2) == green);
  CHECK(colour_of(64, 64) == green);
  CHECK(colour_of(1, 2) == colour_of(1, 3));
  std::set<std::string> all;
  for (plumb::kernel::Label l = plumb::kernel::covered; l <= 8; ++l) all.insert(hex(colour_of(l, 8)));
  CHECK(all.size() == 10);
  CHECK(hex({0, 171, 255}) == "#00abff");
}

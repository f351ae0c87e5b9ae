// SPDX-License-Identifier: GPL-3.0-or-later
// The .obj and .svg of a navmesh made by hand, parsed line by line: groups, faces, lines and numbers of the one;
// legend, panels, cells and borders of the other.
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/svg_layout.h"

#include "plumb/pipeline/split_storeys.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/verdict_style.h"
#include "support/hand_made.h"
#include "support/hand_mesh.h"
#include "support/temporary_folder.h"

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

std::string obj_of(const NavMesh& mesh) {
  Progress silent;
  DerivedMesh derived(mesh);
  const ConformingMesh polygons = conform(derived, {.wanted = {.highest = 2}});
  return written([&](AtomicFile& f) { export_obj(f, "out.mtl", derived, polygons, silent); });
}

std::string svg_of(const NavMesh& mesh) {
  Progress silent;
  DerivedMesh derived(mesh);
  return written([&](AtomicFile& f) { export_svg(f, derived, split_storeys(derived), silent); });
}

struct Obj {
  std::vector<std::array<double, 3>> vertices;
  std::map<std::string, std::vector<std::vector<std::size_t>>> faces, lines;
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
    } else if (word == "f" || word == "l") {
      std::vector<std::size_t> element;
      for (std::size_t i; in >> i;) element.push_back(i);
      (word == "f" ? out.faces : out.lines)[group].push_back(element);
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
    const NavMesh mesh = HandMade(up).nav_mesh();
    const std::string text = obj_of(mesh);
    // An edge beside a wall is divided.
    CHECK(text.find("# Coordinates are binary32, for which polygons were mended") != std::string::npos);
    CHECK(text.find("\nmtllib out.mtl\n") != std::string::npos);
    const Obj obj = parse(text);
    CHECK(obj.faces.at("stand").size() == 2);
    CHECK(obj.faces.at("crouch").size() == 1);
    CHECK(obj.faces.at("blocked").size() == 1);
    CHECK(obj.faces.at("covered").size() == 1);
    CHECK(obj.faces.size() == 4);
    double area = 0;
    for (const auto& [name, faces] : obj.faces)
      for (const auto& face : faces) {
        CHECK(turn(obj, face, up) > 0);
        area += turn(obj, face, up) / 2;
      }
    CHECK(area == Approx(29 / 6.0));
    const std::array<double, 3> inside{10 / 3.0f, 0, 2 / 3.0f};
    const std::array<double, 3> expected = up == UpAxis::z ? inside : std::array<double, 3>{inside[0], inside[2], 0};
    CHECK(std::count(obj.vertices.begin(), obj.vertices.end(), expected) == 1);
  }
}

TEST_CASE("OBJ: borders, portals and walls are lines in groups of their own") {
  const Obj obj = parse(obj_of(hand_mesh(UpAxis::z)));
  CHECK(obj.faces.at("stand").size() == 4);
  CHECK(obj.faces.at("inside").size() == 1);
  CHECK(obj.vertices.size() == hand_mesh().points.size());  // every end of a border is a point of the mesh here
  const auto has = [&](const std::string& group, std::array<double, 3> a, std::array<double, 3> b) {
    const auto& lines = obj.lines.at(group);
    return std::count_if(lines.begin(), lines.end(), [&](const auto& l) {
      const auto &p = obj.vertices.at(l.at(0) - 1), &q = obj.vertices.at(l.at(1) - 1);
      return l.size() == 2 && ((p == a && q == b) || (p == b && q == a));
    });
  };
  CHECK(obj.lines.at("portal.flush").size() == 1);
  CHECK(has("portal.flush", {0, 1, 0}, {1, 1, 0}) == 1);
  CHECK(obj.lines.at("portal.step").size() == 4);
  CHECK(has("portal.step", {2, 0, 1 / 3.0}, {2, 1, 1 / 3.0}) == 1);
  CHECK(has("portal.step", {2, 0, 8 / 15.0}, {2, 1, 8 / 15.0}) == 1);
  CHECK(has("portal.step", {2, 1, 1 / 3.0}, {2, 1, 8 / 15.0}) == 1);
  CHECK(obj.lines.at("portal.weld").size() == 8);
  CHECK(obj.lines.at("wall.edge").size() == 2);
  // The step admits crouching alone: its segments are border for those who stand, on the side where they can.
  CHECK(has("border.crouch", {2, 0, 1 / 3.0}, {2, 1, 1 / 3.0}) == 0);
  CHECK(has("border.stand", {2, 0, 1 / 3.0}, {2, 1, 1 / 3.0}) == 1);
  CHECK(has("border.stand", {2, 0, 8 / 15.0}, {2, 1, 8 / 15.0}) == 0);
  CHECK(has("border.crouch", {3, 0, 8 / 15.0}, {3, 1, 8 / 15.0}) == 1);
}

TEST_CASE("OBJ: doubles next to the exact numbers, and all of them the same number in binary32 where that counts") {
  MeshBuilder b;
  const mpq_class third(1, 3), half_way = 1 + mpq_class(1, 1 << 24);  // between two floats
  b.cell(2, {{{third, 0, 0}, {half_way, 0, 0}, {half_way, 1, 0}, {third, 1, 0}}});
  const std::string text = obj_of(b.mesh);
  CHECK(text.find("# Coordinates are doubles next to the exact ones") != std::string::npos);
  const Obj obj = parse(text);
  CHECK(obj.vertices.at(0)[0] == 1 / 3.0);
  CHECK(obj.vertices.at(1)[0] == half_way.get_d());
}

TEST_CASE("OBJ: the same bytes each time; the materials name every group") {
  const NavMesh mesh = hand_mesh();
  CHECK(obj_of(mesh) == obj_of(mesh));
  const std::string mtl = written([&](AtomicFile& f) { export_mtl(f, mesh); });
  for (const std::string& name : parse(obj_of(mesh)).materials)
    CHECK(mtl.find("newmtl " + name + "\n") != std::string::npos);
  for (const char* name : {"inside", "covered", "blocked", "crouch", "stand", "border.crouch", "border.stand",
                           "portal.flush", "portal.step", "portal.weld", "wall.edge"})
    CHECK(mtl.find("newmtl " + std::string(name) + "\n") != std::string::npos);
}

TEST_CASE("to_input_frame undoes --up") {
  const ExactPoint p{1, mpq_class(2, 3), 3};
  CHECK(to_input_frame(p, UpAxis::z) == p);
  CHECK(to_input_frame(p, UpAxis::y) == ExactPoint{1, 3, mpq_class(-2, 3)});
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) CHECK(from_input_frame(to_input_frame(p, up), up) == p);
}

TEST_CASE("SVG: legend, panel, every cell and wall") {
  const NavMesh mesh = HandMade().nav_mesh();
  const std::string svg = svg_of(mesh);
  CHECK(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0) == 0);
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  for (const char* part : {"hand &amp; made.obj", "stand 1.8", "crouch 1", "blocked", "covered", "2.33333 (48.3 %)",
                           "class=\"s2\"", "class=\"s1\"", "class=\"b\"", "class=\"c\"", "class=\"w\"", "unit"}) {
    INFO(part);
    CHECK(svg.find(part) != std::string::npos);
  }
  std::size_t cells = 0;
  for (const char c : svg) cells += c == 'z';
  CHECK(svg == svg_of(mesh));
  CHECK(cells >= 5);
}

TEST_CASE("SVG: borders and portals of every kind, and what is inside a solid") {
  const std::string svg = svg_of(hand_mesh());
  for (const char* part :
       {">border ", ">flush portal ", ">step ", ">weld ", ">wall ", ">wall to higher stances only ", ">inside ",
        "class=\"e\"", "class=\"pf\"", "class=\"ps\"", "class=\"pw\"", "class=\"w\"", "class=\"m\"", "class=\"i\""}) {
    INFO(part);
    CHECK(svg.find(part) != std::string::npos);
  }
}

TEST_CASE("SVG: what is far out is told, not drawn") {
  MeshBuilder b;
  b.cell(2, {{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}}});
  b.cell(2, {{{14, 0, 0}, {15, 0, 0}, {15, 1, 0}, {14, 1, 0}}});  // within half of 10
  const std::string near = svg_of(b.mesh);
  CHECK(near.find("not shown") == std::string::npos);
  b.cell(2, {{{1000, 2000, 0}, {1001, 2000, 0}, {1001, 2001, 0}, {1000, 2001, 0}}});
  const std::string svg = svg_of(b.mesh);
  CHECK(svg.find(">Far out, not shown: 1 component of area 1; around x 1000, z -2000<") != std::string::npos);
  const auto panel = [](const std::string& text) {
    const std::size_t from = text.find("<path class=\"s2\"");
    return text.substr(from, text.find("</g>", from) - from);
  };
  CHECK(panel(svg) == panel(near));
  b.cell(2, {{{1000, 0, 0}, {1002, 0, 0}, {1002, 2, 0}, {1000, 2, 0}}});  // more than a hundredth
  CHECK(svg_of(b.mesh).find("not shown: 1 component of area 1;") != std::string::npos);
  CHECK(panel(svg_of(b.mesh)) != panel(near));
}

TEST_CASE("SVG: no two panels have the same title, lines do not scale, and are thin where cells are small") {
  using svg::panel_titles;
  CHECK(panel_titles({{2.5, {}}, {1500, {}}}) == std::vector<std::string>{"from height 2.5", "from height 1500"});
  CHECK(panel_titles({{3.00012, {}}, {3.0004, {}}}) ==
        std::vector<std::string>{"from height 3.0001", "from height 3.0004"});
  CHECK(panel_titles({{3, {}}, {3, {}}}) == std::vector<std::string>{"from height 3, part 1", "from height 3, part 2"});
  CHECK(svg_of(hand_mesh()).find("vector-effect:non-scaling-stroke") != std::string::npos);
  Storey few{0, {{.low_x = 0, .high_x = 1, .low_y = 0, .high_y = 1}}}, many{0, {}};
  many.cells.assign(100'000, few.cells[0]);
  CHECK(svg::make_layout({few}, svg::view_of({few})).thinness == 1);
  CHECK(svg::make_layout({many}, svg::view_of({many})).thinness < 0.5);
  const Storey none{0, {}};
  const svg::Layout of_none = svg::make_layout({none}, svg::view_of({none}));
  CHECK((of_none.page_width() > 0 && of_none.page_height() > 0));  // no NaN
  CHECK(svg::tenths(-5) == "-.5");
  CHECK(svg::tenths(120) == "12");
  CHECK(svg::tenths(-123) == "-12.3");
  CHECK(svg::tenths(0) == "0");
}

TEST_CASE("SVG: a scene without anything traversable says so") {
  NavMesh mesh = hand_mesh();
  mesh.cells.clear();
  mesh.portals.clear();
  mesh.obstructions.clear();
  CHECK(svg_of(mesh).find("Nothing is traversable") != std::string::npos);
}

TEST_CASE("Colours: stances run from orange to green, the highest is always green") {
  const Colour green = colour_of(1, 1);
  CHECK(colour_of(3, 3) == green);
  CHECK(colour_of(2, 2) == green);
  CHECK(colour_of(64, 64) == green);
  CHECK(colour_of(1, 2) == colour_of(1, 3));
  std::set<std::string> all;
  for (const auto l : verdicts(8, true)) all.insert(hex(colour_of(l, 8)));
  CHECK(all.size() == 12);
  CHECK(hex({0, 171, 255}) == "#00abff");
}

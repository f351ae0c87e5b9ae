// SPDX-License-Identifier: GPL-3.0-or-later
// What must not change the components of a level, and the area of each: the order of its faces, a quarter turn, faces
// in triangles.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "support/linked.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Corner = std::array<std::string, 3>;
using Level = std::vector<std::vector<Corner>>;

Level parsed(const std::string& obj) {
  Level level;
  std::vector<Corner> corners;
  std::istringstream lines(obj);
  for (std::string word; lines >> word;) {
    if (word == "v") {
      Corner c;
      lines >> c[0] >> c[1] >> c[2];
      corners.push_back(c);
    } else if (word == "f") {
      std::string rest;
      std::getline(lines, rest);
      level.push_back(std::exchange(corners, {}));
    }
  }
  return level;
}

std::string text(const Level& level) {
  std::ostringstream out;
  for (const auto& face : level) {
    for (const Corner& c : face) out << "v " << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
    out << 'f';
    for (std::size_t k = face.size(); k > 0; --k) out << " -" << k;
    out << '\n';
  }
  return out.str();
}

// For each stance the areas of its components, ascending.
std::vector<std::vector<mpq_class>> components(const Level& level, const BakeTextOptions& o, const mpq_class& weld) {
  const Linked linked = link_text(text(level), o, weld);
  pipeline::CellGeometry geometry(linked.baked.scene.points, linked.baked.set, linked.baked.map);
  std::vector<std::vector<mpq_class>> out;
  for (std::size_t s = 1; s <= o.stances.size(); ++s) {
    const auto stance = static_cast<kernel::Label>(s);
    const auto component = component_of_cells(linked, stance);
    std::map<pipeline::CellId, mpq_class> areas;
    for (pipeline::CellId c = 0; c < component.size(); ++c)
      if (linked.baked.map.table.cells[c].label >= stance)
        areas[component[c]] += geometry.area(linked.baked.map.table.cells[c]);
    auto& list = out.emplace_back();
    for (const auto& [lowest, area] : areas) list.push_back(area);
    std::ranges::sort(list);
  }
  return out;
}

}  // namespace

TEST_CASE("property: components and their areas do not depend on how a level is written or turned") {
  BakeTextOptions o;
  o.stances = {{"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
  o.step = mpq_class(1, 2);
  int several = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    INFO("seed " << seed);
    const Level level = parsed(random_level(seed));
    const auto expected = components(level, o, mpq_class(1, 2));
    several += expected[0].size() > 1;

    Level shuffled = level;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(seed));
    CHECK(components(shuffled, o, mpq_class(1, 2)) == expected);

    Level turned = level;
    for (auto& face : turned)
      for (Corner& c : face) c = {c[1].starts_with('-') ? c[1].substr(1) : "-" + c[1], c[0], c[2]};
    CHECK(components(turned, o, mpq_class(1, 2)) == expected);

    Level triangles;
    for (const auto& face : level)
      for (std::size_t k = 2; k < face.size(); ++k) triangles.push_back({face[0], face[k - 1], face[k]});
    CHECK(components(triangles, o, mpq_class(1, 2)) == expected);
  }
  CHECK(several > 60);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Levels with a few long coordinates: what they are made of changes nothing elsewhere, and all of them is what the same
// level gives over one denominator.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <sstream>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "support/bake_text.h"
#include "support/random_level.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::string ruin = PLUMB_SOURCE_DIR "/docs/examples/ruin.obj";
const std::string tail = PLUMB_SOURCE_DIR "/tests/corpus/numbers/tiny_far_tail.obj";

Baked baked(const std::string& obj, BakeSettings settings, Numbers numbers = Numbers::binary64) {
  ImportOptions reading;
  reading.numbers = numbers;
  auto scene = import_scene_text(obj, "test.obj", reading);
  if (!scene) throw std::runtime_error(scene.error().text());
  auto out = bake(*scene, settings);
  if (!out) throw std::runtime_error(out.error().text());
  return std::move(*out);
}

BakeSettings settings() {
  return {.stances = {{"stand", mpq_class(9, 5)}}, .sides = Sides::up, .step = mpq_class(2, 5)};
}

// A cell by its stance and the places of its corners.
using Place = std::vector<ExactPoint>;
std::vector<std::pair<kernel::Label, std::vector<Place>>> cells_of(const NavMesh& mesh) {
  std::vector<std::pair<kernel::Label, std::vector<Place>>> out;
  for (const NavMesh::Cell& cell : mesh.cells) {
    auto& places = out.emplace_back(cell.stance, std::vector<Place>{}).second;
    for (const NavMesh::Facet& facet : cell.facets) {
      Place& place = places.emplace_back();
      for (const auto corner : facet.ring()) place.push_back(mesh.points[corner]);
    }
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::array<ExactPoint, 4>> portals_of(const NavMesh& mesh) {
  std::vector<std::array<ExactPoint, 4>> out;
  for (const NavMesh::Portal& p : mesh.portals)
    out.push_back({mesh.points[p.on_a[0]], mesh.points[p.on_a[1]], mesh.points[p.on_b[0]], mesh.points[p.on_b[1]]});
  std::ranges::sort(out);
  return out;
}

std::string text(const mpq_class& v) {
  const kernel::ExactPoint place{v, 0, 0};
  return place[0].get_str();
}

// A number as it stands in a file, and what it denotes as a double and as a decimal.
struct LongNumber {
  std::string numeral;
  mpq_class as_double, as_decimal;
};
LongNumber number_of(long mantissa, int exponent) {
  LongNumber out{std::to_string(mantissa) + "e" + std::to_string(exponent), 0, 0};
  out.as_double = std::strtod(out.numeral.c_str(), nullptr);
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  out.as_decimal = exponent < 0 ? mpq_class(mpz_class(mantissa), power) : mpq_class(mantissa * power);
  out.as_decimal.canonicalize();
  return out;
}

LongNumber long_number(std::mt19937& random) {
  static const std::vector<std::pair<long, int>> kinds = {{1, -45},  {-1, -45}, {3, -60},  {7, -300}, {1, -310},
                                                          {5, -324}, {1, 45},   {-3, 150}, {1, 300},  {123, -70}};
  const auto [mantissa, exponent] = kinds[random() % kinds.size()];
  return number_of(mantissa, exponent);
}

// Everything over one denominator, as if no coordinate were long.
Scene over_one_denominator(Scene scene) {
  const mpz_class unit = scene.points.common_denominator();
  std::vector<mpz_class> xyz;
  for (kernel::PointId p = 0; p < scene.points.size(); ++p)
    for (const mpq_class& v : kernel::exact_point(scene.points, p)) xyz.push_back(v.get_num() * (unit / v.get_den()));
  scene.points = kernel::PointTable::from_integers(std::move(xyz), unit);
  return scene;
}

// random_level, one to three of whose coordinates are long; or equal long ones at one place of several faces.
std::string level_with_long_numbers(unsigned seed) {
  std::mt19937 random(seed);
  std::istringstream in(random_level(seed));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  static const std::vector<std::string> numerals = {"1e-45", "-1e-45", "2e-60", "1e-300", "5e-324", "1e60", "-1e200"};
  const std::size_t times = 1 + random() % 3;
  for (std::size_t i = 0; i < times; ++i) {
    const std::string& numeral = numerals[random() % numerals.size()];
    const std::size_t axis = random() % 3;
    // One vertex, or every one with that coordinate.
    const bool all = random() % 3 == 0;
    std::string replaced;
    for (std::size_t tries = 0; tries < 100; ++tries) {
      std::string& line = lines[random() % lines.size()];
      if (line.rfind("v ", 0) != 0) continue;
      for (std::string& l : all ? std::span(lines) : std::span(&line, 1)) {
        if (l.rfind("v ", 0) != 0) continue;
        std::istringstream words(l.substr(2));
        std::array<std::string, 3> xyz;
        for (std::string& w : xyz) words >> w;
        if (replaced.empty()) replaced = xyz[axis];
        if (all && xyz[axis] != replaced) continue;
        xyz[axis] = numeral;
        l = "v " + xyz[0] + ' ' + xyz[1] + ' ' + xyz[2];
      }
      break;
    }
  }
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

}  // namespace

TEST_CASE("tiny_far_tail: a coordinate of 1e-45 far away changes nothing of the ruin") {
  const std::string level = text_of_file(ruin);
  const Baked without = baked(level, settings()), with = baked(level + "\n" + text_of_file(tail), settings());
  const kernel::PointTable &points = without.level->scene.points, &longer = with.level->scene.points;
  CHECK_FALSE(points.has_long());
  CHECK(longer.has_long());
  CHECK(longer.denominator() == points.denominator());
  CHECK(longer.native());
  CHECK(with.report.coordinate_bits == 211);
  // It is a triangle of half a square, all but level.
  const mpq_class own(1, 2);
  CHECK(*with.report.areas.traversable.exact == *without.report.areas.traversable.exact + own);
  CHECK(*with.report.areas.blocked.exact == *without.report.areas.blocked.exact);
  CHECK(*with.report.areas.covered.exact == *without.report.areas.covered.exact);
  CHECK(*with.report.areas.stances[0].exact == *without.report.areas.stances[0].exact + own);
  CHECK(with.report.areas.held == with.report.areas.polygons);
  // The files are of cells and portals: the same, and one cell more.
  auto cells = cells_of(with.mesh());
  const auto before = cells_of(without.mesh());
  REQUIRE(cells.size() == before.size() + 1);
  const auto more = std::ranges::find_if(cells, [](const auto& c) { return c.second[0][0][0] >= 500; });
  REQUIRE(more != cells.end());
  CHECK(more->second[0].size() == 3);
  cells.erase(more);
  CHECK(cells == before);
  CHECK(portals_of(with.mesh()) == portals_of(without.mesh()));
  // What it meets is all that pays.
  CHECK(with.report.arithmetic.exact < without.report.arithmetic.exact + 100);
}

TEST_CASE("long coordinates: none is lost, of whatever size it is among those of other sizes") {
  std::mt19937 random(34);
  int apart = 0, integers = 0, words = 0;
  for (int drawn = 0; drawn < 400; ++drawn) {
    // Few numbers that others may make long, or many that are machine words; and some of any size.
    std::vector<LongNumber> numbers;
    for (std::size_t i = drawn % 2 == 0 ? 6 : 900; i > 0; --i)
      numbers.push_back(number_of(static_cast<long>(random() % 2000) * 25 - 25000, -2));
    for (std::size_t i = 3 * (1 + random() % 2); i > 0; --i) {
      const auto mantissa = static_cast<long>(random() % (random() % 2 == 0 ? 10 : 1000000));
      numbers.push_back(number_of(mantissa, static_cast<int>(random() % 90) - (random() % 2 == 0 ? 50 : 10)));
    }
    std::string file;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      file += (i % 3 == 0 ? "v " : " ") + numbers[i].numeral + (i % 3 == 2 ? "\n" : "");
    const std::size_t vertices = numbers.size() / 3;
    for (std::size_t v = 1; v + 2 <= vertices; ++v)
      file += "f " + std::to_string(v) + ' ' + std::to_string(v + 1) + ' ' + std::to_string(v + 2) + '\n';
    ImportOptions reading;
    reading.up = UpAxis::z;
    INFO(file);
    for (const Numbers form : {Numbers::binary64, Numbers::decimal}) {
      reading.numbers = form;
      const auto scene = import_scene_text(file, "test.obj", reading);
      REQUIRE(scene);
      const kernel::PointTable& points = scene->points;
      apart += points.has_long();
      words += points.has_long() && points.native();
      bool some_integer = false;
      // Points of one place are one: they are found by their places.
      std::vector<ExactPoint> read, expected;
      for (kernel::PointId p = 0; p < points.size(); ++p) {
        read.push_back(kernel::exact_point(points, p));
        for (int axis = 0; axis < 3; ++axis)
          some_integer = some_integer || (!points.is_whole(p, axis) && points.exact(p, axis).get_den() == 1 &&
                                          abs(points.exact(p, axis)) < mpq_class(mpz_class(1) << 125));
      }
      integers += some_integer;
      for (std::size_t v = 0; v < vertices; ++v) {
        ExactPoint& place = expected.emplace_back();
        for (std::size_t k = 0; k < 3; ++k)
          place[k] = form == Numbers::decimal ? numbers[3 * v + k].as_decimal : numbers[3 * v + k].as_double;
      }
      for (auto* list : {&read, &expected}) {
        std::ranges::sort(*list);
        list->erase(std::unique(list->begin(), list->end()), list->end());
      }
      CHECK(read == expected);
    }
  }
  CHECK(apart >= 400);
  CHECK(integers >= 100);
  CHECK(words >= 200);
}

TEST_CASE("long coordinates: 50 drawn tails add their own areas and nothing else") {
  const std::string level = random_level(11) + random_level(12);
  std::mt19937 random(33);
  int traversable = 0, steep = 0, in_plan = 0, decimal = 0, several = 0;
  for (int drawn = 0; drawn < 50; ++drawn) {
    const Numbers numbers = random() % 3 == 0 ? Numbers::decimal : Numbers::binary64;
    decimal += numbers == Numbers::decimal;
    std::string file = level;
    mpq_class own_area = 0;
    const int tails = 1 + static_cast<int>(random() % 3);
    several += tails > 1;
    for (int i = 0; i < tails; ++i) {
      // A triangle far from the level, y up: one coordinate of one corner is long. Near an axis or beyond all bounds,
      // it stays in a band that passes the level by, and that of another is a thousand higher.
      const long at = 1000 + 10 * i, height = 1000 * i;
      std::array<std::array<mpq_class, 3>, 3> corners{
          {{at, height, at}, {at, height, at + 1}, {at + 1, height, at + 1}}};
      std::array<std::array<std::string, 3>, 3> numerals;
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < 3; ++k) numerals[c][k] = text(corners[c][k]);
      const std::size_t c = random() % 3, k = random() % 3;
      const LongNumber n = long_number(random);
      numerals[c][k] = n.numeral;
      corners[c][k] = numbers == Numbers::decimal ? n.as_decimal : n.as_double;
      in_plan += k != 1;
      for (const auto& corner : numerals) file += "v " + corner[0] + ' ' + corner[1] + ' ' + corner[2] + '\n';
      file += "f -3 -2 -1\n";
      // The plan, seen from above: x to the right, z towards us. Traversable if n.y^2 >= (n.x^2 + n.z^2), the limit
      // being 45 degrees.
      const auto &a = corners[0], &b = corners[1], &d = corners[2];
      const std::array<mpq_class, 3> u{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v{d[0] - a[0], d[1] - a[1], d[2] - a[2]};
      const mpq_class nx = u[1] * v[2] - u[2] * v[1], ny = u[2] * v[0] - u[0] * v[2], nz = u[0] * v[1] - u[1] * v[0];
      const bool walkable = ny * ny >= nx * nx + nz * nz && ny != 0;
      (walkable ? traversable : steep) += 1;
      if (walkable) own_area += abs(ny) / 2;
    }
    BakeSettings both = settings();
    both.sides = Sides::both;
    both.exact_digits = 0;
    const Baked without = baked(level, both, numbers), with = baked(file, both, numbers);
    INFO(file);
    CHECK(with.level->scene.points.has_long());
    const Measures &less = without.report.areas, &more = with.report.areas;
    CHECK(*more.traversable.exact == *less.traversable.exact + own_area);
    CHECK(*more.blocked.exact == *less.blocked.exact);
    CHECK(*more.covered.exact == *less.covered.exact);
    CHECK(*more.stances[0].exact == *less.stances[0].exact + own_area);
    CHECK(more.held == more.polygons);
  }
  CHECK(traversable >= 20);
  CHECK(steep >= 10);
  CHECK(in_plan >= 25);
  CHECK(decimal >= 10);
  CHECK(several >= 15);
}

TEST_CASE("long coordinates: levels made of them are those of one denominator") {
  int met = 0, long_levels = 0, blocked = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const std::string file = level_with_long_numbers(seed);
    INFO("seed " << seed << '\n' << file);
    BakeTextOptions options;
    options.numbers = seed % 2 == 0 ? Numbers::decimal : Numbers::binary64;
    options.step = mpq_class(1, 2);
    options.stances = {{"crawl", mpq_class(3, 4)}, {"stand", mpq_class(2)}};
    if (seed % 5 == 0) options.solids = Solids::closed;
    ImportOptions reading;
    reading.numbers = options.numbers;
    reading.up = UpAxis::z;
    const auto scene = import_obj_text(file, "test", reading);
    REQUIRE(scene);
    long_levels += scene->points.has_long();
    const BakedText apart = bake_scene(*scene, options), together = bake_scene(over_one_denominator(*scene), options);
    REQUIRE(apart.set.corners == together.set.corners);
    CHECK(areas_by_surface(apart) == areas_by_surface(together));
    CHECK(apart.measures.held == apart.measures.polygons);
    CHECK(*apart.measures.traversable.exact == *together.measures.traversable.exact);
    CHECK(*apart.measures.blocked.exact == *together.measures.blocked.exact);
    met += apart.map.table.cells.size() > apart.measures.polygons;
    blocked += *apart.measures.blocked.exact != 0;
  }
  CHECK(long_levels >= 150);
  CHECK(met >= 80);
  CHECK(blocked >= 80);
}

TEST_CASE("long coordinates: a ceiling a hair too low blocks, and one at the height does not") {
  const auto room = [](const std::string& ceiling) {
    return "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nf 1 2 3 4\nv 2 2 " + ceiling + "\nv 5 2 " + ceiling + "\nv 5 4 " +
           ceiling + "\nv 2 4 " + ceiling + "\nf 5 6 7 8\n";
  };
  for (const auto& [ceiling, blocked] :
       std::vector<std::pair<std::string, int>>{{"2", 0},
                                                {"2." + std::string(100, '0') + "1", 0},
                                                {"1." + std::string(100, '9'), 6},
                                                {"1e-100", 6},
                                                {"-1e-100", 6},  // what lies a hair below the floor
                                                {"0", 0}}) {
    INFO(ceiling);
    const BakedText b = bake_text(room(ceiling), {});
    CHECK(*b.measures.blocked.exact == blocked);
    CHECK(*b.measures.covered.exact == (ceiling == "0" ? 6 : 0));
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Generated scenes are baked, and the bake finds what is expected of each: areas, components, numbers of portals and
// verdicts on points, as fractions and whole numbers. An expectation of which one value is changed is not met.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "plumb/pipeline/check_expectation.h"
#include "plumb/pipeline/generate.h"

using namespace plumb;
using namespace plumb::pipeline;

namespace {

const CellSize cells{mpq_class(1, 8), mpq_class(1, 16)}, odd_cells{mpq_class(3, 16), mpq_class(1, 4)};

Scenario scenario(const std::string& family, std::uint64_t seed, const std::optional<CellSize>& cell = {}) {
  auto made = make_scenario(family, seed, cell);
  REQUIRE(made);
  return std::move(*made);
}

Baked baked(const Scenario& s) {
  auto scene = scene_of(s);
  INFO(s.family << " --seed " << s.seed);
  REQUIRE(scene);
  BakeSettings settings = settings_of(s.options);
  settings.joining_weld = false;
  auto out = bake(std::move(*scene), settings);
  INFO((out ? "" : out.error().text()));
  REQUIRE(out);
  return std::move(*out);
}

// The differences of a scene's bake from what is expected, each with the words that make the scene.
std::string differences(const Scenario& s) {
  std::string out;
  for (const std::string& line : check_expectation(s.expectation, baked(s)))
    out += s.family + " --seed " + std::to_string(s.seed) + " (" + s.variant + ", d = " + s.nudge.get_str() +
           "): " + line + "\n";
  return out;
}

std::string differences_of(const std::string& family, const std::optional<CellSize>& cell, std::uint64_t seeds = 100) {
  std::string out;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) out += differences(scenario(family, seed, cell));
  return out;
}

// Is it a multiple of a length and of a few times d?
bool is_on_lattice(const mpq_class& coordinate, const mpq_class& length, const mpq_class& d) {
  for (int times = -6; times <= 6; ++times)
    if (mpq_class((coordinate - times * d) / length).get_den() == 1) return true;
  return false;
}

}  // namespace

TEST_CASE("generate: a hundred scenes of each family bake to what is expected") {
  for (const ScenarioFamily& family : scenario_families()) CHECK(differences_of(family.name, {}) == "");
}

TEST_CASE("generate: so do scenes on a lattice of cells") {
  for (const ScenarioFamily& family : scenario_families()) {
    CHECK(differences_of(family.name, cells) == "");
    CHECK(differences_of(family.name, odd_cells) == "");
  }
}

TEST_CASE("generate: so do two thousand scenes of each family", "[.long]") {
  for (const ScenarioFamily& family : scenario_families())
    for (const std::optional<CellSize>& cell :
         {std::optional<CellSize>(), std::optional(cells), std::optional(odd_cells)})
      CHECK(differences_of(family.name, cell, 2000) == "");
}

TEST_CASE("generate: on a lattice of cells all coordinates are doubles and, but for d, multiples of cells") {
  std::string wrong;
  for (const ScenarioFamily& family : scenario_families())
    for (const CellSize& cell : {cells, odd_cells})
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Scenario s = scenario(family.name, seed, cell);
        CHECK(s.options.numbers == Numbers::binary64);
        for (const ExactPoint& p : s.scene.points)
          for (std::size_t k = 0; k < 3; ++k)
            if (p[k] != mpq_class(p[k].get_d()) || !is_on_lattice(p[k], k < 2 ? cell.size : cell.height, s.nudge))
              wrong += family.name + " " + std::to_string(seed) + ": " + p[k].get_str() + "\n";
      }
  CHECK(wrong == "");
}

TEST_CASE("generate: an expectation with one other value is not met") {
  Scenario s = scenario("mixed", 15);
  const Baked found = baked(s);
  REQUIRE(check_expectation(s.expectation, found).empty());
  const auto lines = [&](auto&& change) {
    Expectation changed = s.expectation;
    change(changed);
    return check_expectation(changed, found);
  };
  const mpq_class least(1, mpz_class(1) << 100);
  const auto other_area = [&](std::optional<mpq_class> Expectation::*area) {
    return lines([&](Expectation& e) { e.*area = (e.*area).value() + least; });
  };
  CHECK(lines([&](Expectation& e) { e.traversable += least; }).size() == 1);
  CHECK(other_area(&Expectation::blocked).size() == 1);
  CHECK(other_area(&Expectation::covered).size() == 1);
  CHECK(other_area(&Expectation::inside).size() == 1);
  for (std::size_t i = 0; i < s.expectation.stances.size(); ++i) {
    CHECK(lines([&](Expectation& e) { e.stances[i].area = *e.stances[i].area - least; }).size() == 1);
    CHECK(lines([&](Expectation& e) { ++*e.stances[i].components; }).size() == 1);
  }
  CHECK(lines([](Expectation& e) { e.steps = 1000; }).size() == 1);
  CHECK(lines([](Expectation& e) { e.welds = 1; }).size() == 1);
  // Above a point there is nothing. A verdict is another one, or there is none.
  REQUIRE(s.expectation.points.size() == 200);
  CHECK(lines([&](Expectation& e) { e.points[7].at[2] += least; }).size() == 1);
  CHECK(lines([](Expectation& e) {
          for (ExpectedPoint& p : e.points) p.verdict = p.verdict ? std::nullopt : std::optional(kernel::blocked);
        }).size() == 200);
  CHECK(lines([](Expectation& e) {
          for (ExpectedPoint& p : e.points)
            if (p.verdict) p.verdict = p.verdict == kernel::blocked ? 1 : kernel::blocked;
        }).size() == static_cast<std::size_t>(std::ranges::count_if(s.expectation.points, [](const ExpectedPoint& p) {
          return p.verdict.has_value();
        })));
}

TEST_CASE("generate: scenes lie on all sides of their thresholds") {
  for (const ScenarioFamily& family : scenario_families()) {
    INFO(family.name);
    std::set<std::string> variants;
    std::set<mpq_class> nudges, lattice_nudges;
    std::size_t voxels = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Scenario s = scenario(family.name, seed), on_lattice = scenario(family.name, seed, cells);
      variants.insert(s.variant);
      nudges.insert(s.nudge);
      lattice_nudges.insert(on_lattice.nudge);
      voxels += on_lattice.expectation.voxel.has_value();
      CHECK_FALSE(s.expectation.voxel);
    }
    CHECK(variants.size() >= 2);
    if (family.name != "neck" && family.name != "cloud" && family.name != "voxel") {
      CHECK(nudges.size() >= 13);
      CHECK(lattice_nudges.size() >= 5);
    }
    const std::set<std::string> with_voxels{"headroom", "riser", "stack", "voxel", "tall", "wide", "far"};
    CHECK((voxels >= 15) == with_voxels.contains(family.name));
  }
}

TEST_CASE("generate: every verdict is expected somewhere, of areas and of points") {
  std::size_t blocked = 0, covered = 0, inside = 0, lower = 0, apart = 0, steps = 0, welds = 0;
  std::set<std::optional<kernel::Label>> verdicts;
  for (const ScenarioFamily& family : scenario_families())
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Expectation e = scenario(family.name, seed).expectation;
      blocked += e.blocked.value_or(0) > 0;
      covered += e.covered.value_or(0) > 0;
      inside += e.inside.value_or(0) > 0;
      lower += e.stances[0].area.value_or(0) > 0 && e.stances.size() > 1;
      apart += e.stances[0].components.value_or(0) > 1;
      steps += e.steps.value_or(0) > 0;
      welds += e.welds.value_or(0) > 0;
      for (const ExpectedPoint& p : e.points) verdicts.insert(p.verdict);
    }
  for (const std::size_t count : {blocked, covered, inside, lower, apart, steps, welds}) CHECK(count >= 30);
  for (const kernel::Label v : {kernel::inside, kernel::blocked, kernel::Label{1}, kernel::Label{2}, kernel::Label{3}})
    CHECK(verdicts.contains(v));
  CHECK(verdicts.contains(std::nullopt));
}

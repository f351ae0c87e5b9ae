// SPDX-License-Identifier: GPL-3.0-or-later
// `plumb generate`: what it writes, what it refuses, and that a seed has the same bytes on every machine.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "plumb/pipeline/check_expectation.h"
#include "plumb/pipeline/generate.h"
#include "sha256.h"
#include "support/run_program.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// The two files of a seed, one behind the other.
std::string bytes(const std::string& family, std::uint64_t seed, const std::optional<CellSize>& cell = {}) {
  const auto s = make_scenario(family, seed, cell);
  REQUIRE(s);
  return scenario_obj(*s) + expectation_json(*s);
}

}  // namespace

TEST_CASE("plumb generate: the bake that the file names finds what the file says") {
  Run run;
  for (const std::string family : {"headroom", "slit", "slope", "room"}) {
    const Outcome made = run("generate " + family + " --seed 41 -o s.obj --expect e.json");
    INFO(made.err);
    REQUIRE(made.status == 0);
    CHECK(made.out == "Wrote: s.obj, e.json\n");
    const auto expected = nlohmann::json::parse(run.file("e.json"));
    CHECK(expected["family"] == family);
    CHECK(expected["seed"] == 41);
    std::string words;
    for (const std::string word : expected["bake"]) words += " " + quoted(word);
    const Outcome baked = run("bake s.obj" + words + " --quiet --report r.json");
    INFO(baked.err);
    REQUIRE(baked.status == 0);
    const auto report = nlohmann::json::parse(run.file("r.json"));
    for (const char* verdict : {"traversable", "blocked", "covered"})
      CHECK(report["area"][verdict]["exact"] == expected["area"][verdict]);
    for (std::size_t s = 0; s < expected["area"]["stances"].size(); ++s)
      CHECK(report["area"]["stances"][s]["area"]["exact"] == expected["area"]["stances"][s]["area"]);
    CHECK(report["graph"]["components"] == expected["graph"]["components"]);
    CHECK(report["graph"]["portals"]["weld"] == expected["graph"]["weld"]);
    for (const char* option :
         {"stances", "slope", "slope_ratio", "step", "weld", "radius", "sides", "solids", "numbers", "up"})
      CHECK(report["options"][option] == expected["options"][option]);
  }
}

TEST_CASE("plumb generate: voxels, in the frame of the scene") {
  Run run;
  REQUIRE(run("generate voxel --seed 3 --cell 0.125,0.0625 -o s.obj --expect e.json --quiet").out.empty());
  const auto json = nlohmann::json::parse(run.file("e.json"));
  CHECK(json["cell"] == nlohmann::json({{"size", "1/8"}, {"height", "1/16"}}));
  // The floor is a rectangle of n x m cells, of which (n - 2) (m - 2) are left; y is up.
  const auto number = [](const nlohmann::json& text) { return mpq_class(text.get<std::string>()); };
  const auto& floor = json["voxel"]["floors"].at(0);
  const mpq_class n = (number(floor["high"][0]) - number(floor["low"][0])) * 8,
                  m = (number(floor["high"][2]) - number(floor["low"][2])) * 8;
  CHECK(floor["high"][1] == floor["low"][1]);
  CHECK(n * m == json["voxel"]["cells"].get<unsigned long>());
  CHECK((n + 2) * (m + 2) / 64 == number(json["area"]["traversable"]));
}

TEST_CASE("plumb generate: the same seed gives the same bytes, on every machine") {
  Run run;
  REQUIRE(run("generate mixed --seed 12 -o a.obj --expect a.json --quiet").status == 0);
  REQUIRE(run("generate mixed --seed 12 -o b.obj --expect b.json --quiet").status == 0);
  CHECK(run.file("a.obj") + run.file("a.json") == bytes("mixed", 12));
  CHECK(run.file("b.obj") + run.file("b.json") == bytes("mixed", 12));
  CHECK(bytes("mixed", 12) != bytes("mixed", 13));
  std::string decimal, lattice;
  for (const ScenarioFamily& family : scenario_families())
    for (std::uint64_t seed = 0; seed < 26; ++seed) {
      decimal += bytes(family.name, seed);
      lattice += bytes(family.name, seed, CellSize{mpq_class(1, 8), mpq_class(1, 16)});
    }
  CHECK(checker::sha256_hex(decimal) == "73fe5bac181fd802347a52caccb687eec5bc476019a95ef765770af8649dc717");
  CHECK(checker::sha256_hex(lattice) == "645d5acce2a4b5af43819b5cc3367aba5cf4d940f57f05844baf068068543ce3");
}

TEST_CASE("plumb generate: the families") {
  Run run;
  const Outcome list = run("generate --list");
  CHECK(list.status == 0);
  for (const char* family : {"headroom", "riser", "wall", "slope", "door", "slit", "stack", "coplanar", "tjunction",
                             "neck", "room", "voxel", "tall", "wide", "far", "contact", "cloud", "mixed"})
    CHECK(list.out.find(std::string("  ") + family + " ") != std::string::npos);
  CHECK(scenario_families().size() == 18);
}

TEST_CASE("plumb generate: what it refuses") {
  Run run;
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const Outcome o = run("generate " + arguments);
    INFO(arguments);
    CHECK(o.status == 2);
    CHECK(o.err == "plumb: " + why + "\n");
    CHECK(run.made().empty());
  };
  refused("headrom -o s.obj", "there is no family 'headrom'; 'plumb generate --list' lists the families");
  refused("-o s.obj", "no family given; 'plumb generate --list' lists the families");
  refused("door --seed 7x -o s.obj", "--seed '7x' is no whole number of 0 or more");
  refused("door --seed -1 -o s.obj", "--seed '-1' is no whole number of 0 or more");
  refused("door --cell 0.1,0.125 -o s.obj",
          "--cell '1/10' is no binary fraction above 0 that a double holds; give such as 0.125");
  refused("door --cell 0.125 -o s.obj", "--cell '0.125' is not a size and a height; give CS,CH, such as 0.125,0.0625");
  refused("door --cell 0.125,0 -o s.obj", "--cell '0' is not above 0; give more");
  refused("door --cell 0.125,x -o s.obj",
          "--cell 'x' is not a number; give a decimal or a fraction, such as 1.8 or 9/5");
  refused("door", "no file to write; give -o SCENE.obj, --expect FILE.json, or both");
  refused("door -o s.glb", "-o 's.glb' is no .obj, and a scene is written as that; give -o SCENE.obj");
  refused("--list --seed 4", "--list goes alone; leave --seed out");
  CHECK(run("generate door -o nowhere/s.obj").status == 2);
  CHECK(run("generate door --expect e.json -o nowhere/s.obj").status == 2);
  CHECK(run.made().empty());
}

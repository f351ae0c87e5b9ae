// SPDX-License-Identifier: GPL-3.0-or-later
// Small levels on which routes went wrong (tests/corpus/routes), through the built `plumb`.
//
// Each level is baked as its fault was found; lengths are those of its header, or of a brute force over who sees whom.
// The last test asks many questions in one run, and each alone.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

using Json = nlohmann::json;

std::string corpus(const std::string& name) { return PLUMB_SOURCE_DIR "/tests/corpus/routes/" + name; }

struct BakedCase : Run {
  BakedCase(const std::string& name, const std::string& options) {
    const Outcome o = (*this)("bake " + quoted(corpus(name + ".obj")) + " " + options + " --quiet -o n.json");
    INFO(o.err);
    REQUIRE(o.status == 0);
    mesh = Json::parse(file("n.json"));
  }

  /// The way's JSON; it names portals of the mesh in their order, and each step is no higher than the bake allows.
  Json way(const std::string& options) {
    const Outcome o = (*this)("route n.json " + options + " --json way.json");
    INFO(o.err);
    REQUIRE(o.status == 0);
    Json json = Json::parse(file("way.json"));
    const auto& cells = json["cells"];
    REQUIRE(json["portals"].size() + 1 == cells.size());
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
      const Json& portal = mesh["portals"][json["portals"][i]["portal"].get<std::size_t>()];
      CHECK(portal["kind"] == json["portals"][i]["kind"]);
      CHECK(std::set<Json>{portal["a"], portal["b"]} == std::set<Json>{cells[i], cells[i + 1]});
    }
    return json;
  }

  Json mesh;
};

/// How many steps of one height a way names, between which heights; all of its steps.
void check_steps(const Json& way, std::size_t count, double height, double step) {
  std::size_t found = 0;
  for (const char* list : {"line", "corners"}) {
    if (!way.contains(list) || (std::string(list) == "line" && way.contains("corners"))) continue;
    const auto& stops = way[list];
    for (std::size_t i = 1; i < stops.size(); ++i) {
      const auto z = [&](std::size_t k) {
        const std::string text = stops[k]["point"][2];
        const auto slash = text.find('/');
        return slash == std::string::npos ? std::stod(text) : std::stod(text) / std::stod(text.substr(slash + 1));
      };
      const double rise = std::fabs(z(i) - z(i - 1));
      CHECK(rise <= step + 1e-12);
      if (rise == 0) continue;
      ++found;
      CHECK(rise == Approx(height));
      CHECK(!stops[i]["portal"].is_null());
    }
  }
  CHECK(found == count);
  CHECK(std::ranges::count_if(way["portals"], [](const Json& p) { return p["kind"] == "step"; }) ==
        static_cast<std::ptrdiff_t>(count));
}

double middle(const Json& interval) {
  return (std::stod(interval[0].get<std::string>()) + std::stod(interval[1].get<std::string>())) / 2;
}

}  // namespace

TEST_CASE("route cases: corner_steps: two steps at one corner, by every planner") {
  BakedCase run("corner_steps", "--up z --numbers decimal --sides up --step 0.4 --stance stand=1.8");
  for (const char* planner : {"vicinity", "euclid", "blockage", "corridor"}) {
    INFO(planner);
    const Json way = run.way(std::string("--from 6,1,0 --to 6,3,0.8 --planner ") + planner);
    CHECK(way["cells"] == Json({0, 1, 2}));
    check_steps(way, 2, 0.4, 0.4);
    const Json back = run.way(std::string("--from 6,3,0.8 --to 6,1,0 --planner ") + planner);
    CHECK(back["cells"] == Json({2, 1, 0}));
    check_steps(back, 2, 0.4, 0.4);
  }
}

TEST_CASE("route cases: ladder: six steps over one line") {
  BakedCase run("ladder", "--up z --sides up --step 0.5 --stance s=1");
  for (const char* options : {"--radius 0.25 --no-bound", "--planner vicinity", "--planner corridor"}) {
    INFO(options);
    const Json way = run.way(std::string("--from 6,2,0 --to 6,2,3 ") + options);
    CHECK(way["cells"] == Json({0, 4, 1, 5, 2, 6, 3}));
    check_steps(way, 6, 0.5, 0.5);
    const double length = middle(way["plan_length"]);
    if (std::string(options).find("corridor") != std::string::npos) {
      CHECK(length == Approx(4).epsilon(1e-9));
      continue;
    }
    // There and back over one place of the steps' line, which is a point of the planner. Places from a corner on are
    // each at most 1 + epsilon = 5/4 times as far as the one before, and y = 2 is 2 from both corners: one is within
    // 1/4 of it.
    const auto& stops = way["line"];
    REQUIRE(stops.size() == 9);
    for (std::size_t i = 1; i < 8; ++i) {
      CHECK(stops[i]["point"][0] == "4");
      CHECK(stops[i]["point"][1] == stops[1]["point"][1]);
    }
    CHECK(length >= 4);
    CHECK(length <= 2 * std::hypot(2, 0.25));
  }
}

TEST_CASE("route cases: three_turns: flights whose openings are on one line, to and fro, by every planner") {
  BakedCase run("three_turns", "--up z --sides up --numbers decimal --step 0.4 --stance s=1");
  const double expected = std::sqrt(22.34) + 3 * 4.4 + std::sqrt(0.34);
  for (const char* options : {"", "--planner corridor", "--planner euclid", "--planner vicinity --no-bound"}) {
    INFO(options);
    const Json way = run.way(std::string("--from 5.5,-0.5,6 --to 5.5,-0.5,1 ") + options);
    CHECK(middle(way["plan_length"]) == Approx(expected).epsilon(1e-12));
    CHECK(way["portals"].size() == 4);
  }
}

TEST_CASE("route cases: step_twice: a piece costs what its parts do, less the disc between them") {
  BakedCase run("step_twice", "--up z --sides up --step 0.5 --stance s=1");
  const auto cost = [&](const char* from, const char* to) {
    return middle(run.way(std::string("--radius 0.25 --no-bound --from ") + from + " --to " + to)["cost"]);
  };
  // The way and what is swept beside it, and a disc over its diameter.
  const double disc = 3.14159265358979 / 8;
  CHECK(cost("6,2,0", "4,2,0") == Approx(4 + disc).epsilon(1e-9));
  CHECK(cost("6,2,0", "4.5,2,0") == Approx(3 + disc).epsilon(1e-9));
  CHECK(cost("4.5,2,0", "4,2,0") == Approx(1 + disc).epsilon(1e-9));
  CHECK(cost("4.5,2,0", "4.5,2,0") == Approx(disc).epsilon(1e-9));
  CHECK(cost("6,2,0", "2,2,0.5") == Approx(cost("6,2,0", "4,2,0") + cost("4,2,0", "2,2,0.5") - disc).epsilon(1e-9));
  CHECK(middle(run.way("--from 6,2,0 --to 6,2,1 --planner corridor")["length"]) == Approx(5).epsilon(1e-9));
  CHECK(middle(run.way("--from 6,2,0 --to 6,2,1 --planner corridor")["plan_length"]) == Approx(4).epsilon(1e-9));
}

TEST_CASE("route cases: funnel_34: a corridor over steps is pulled straight") {
  BakedCase run("funnel_34", "--up z --sides up --step 0.5 --stance s=1");
  const Json there = run.way("--from 3.5,0.5,1 --to 0.5,3.5,0 --planner corridor"),
             back = run.way("--from 0.5,3.5,0 --to 3.5,0.5,1 --planner corridor");
  // The straight way from (7/2, 1/2) to (1/2, 7/2) is free; 4.828 was found.
  for (const Json& way : {there, back}) CHECK(middle(way["plan_length"]) == Approx(3 * std::sqrt(2)).epsilon(1e-9));
}

TEST_CASE("route cases: gates: a disc that is too wide for the widest gate is told where") {
  BakedCase run("gates", "--sides up");
  const std::string ends = "route n.json --from 2,0,5 --to 18,0,5 --radius ";
  const Outcome o = run(ends + "0.7");
  CHECK(o.status == 1);
  // 9.9 and 7.3 are the doubles of the file, which these decimals are not.
  CHECK_THAT(o.err, Catch::Contains("does not pass") &&
                        Catch::Contains("between (9.9..., 0, 7.3...) and (9.9..., 0, 6), where") &&
                        Catch::Contains("as wide as 1.299999"));
  CHECK(run(ends + "0.64").status == 0);
  CHECK(run(ends + "0.6499999").status == 0);
  CHECK_THAT(run(ends + "0.65").err, Catch::Contains("as wide as 1.299999"));
}

TEST_CASE("route cases: mud: what an update says of costs decides the way, unless a corridor is asked for") {
  BakedCase run("mud_world", "--up z");
  const std::string ends = "--from 1,4,1 --to 9,4,1";
  CHECK(middle(run.way(ends)["length"]) == 8);
  REQUIRE(run("update n.json " + quoted(corpus("mud_swamp.json")) + " -o now.json").status == 0);
  run.mesh = Json::parse(run.file("now.json"));
  REQUIRE(run("route now.json " + ends + " --json way.json").status == 0);
  const Json way = Json::parse(run.file("way.json"));
  // Around the corner (4, 6) of the swamp, or between it and the room's corner: the two lengths by hand.
  const double over = std::hypot(3, 2) + std::hypot(5, 2),
               under = std::hypot(1, 2) + std::hypot(5, 1) + std::hypot(2, 1);
  CHECK(middle(way["cost"]) == Approx(std::min(over, under)).epsilon(0.01));
  CHECK(middle(way["cost"]) >= std::min(over, under) - 1e-9);
  CHECK(middle(way["cost"]) == Approx(middle(way["plan_length"])).epsilon(1e-9));
  REQUIRE(run("route now.json " + ends + " --planner corridor --json way.json").status == 0);
  CHECK(middle(Json::parse(run.file("way.json"))["length"]) == 8);
}

// godot #48361: a floor around a triangle. recastnavigation #465, #239: areas that cost the same cut its polygons.
TEST_CASE("route cases: prism: as short as by who sees whom, however areas of equal cost cut the floor") {
  using Place = std::array<long, 2>;  // in thousandths
  const std::vector<Place> prism{{3000, 3000}, {7000, 3000}, {5000, 8000}};
  const auto cross = [](const Place& o, const Place& a, const Place& b) {
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  };
  // Whether all of a straight stretch is outside of the prism or on its border.
  const auto sees = [&](const Place& p, const Place& q) {
    double from = 0, to = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto a = static_cast<double>(cross(prism[i], prism[(i + 1) % 3], p)),
                 b = static_cast<double>(cross(prism[i], prism[(i + 1) % 3], q));
      if (a <= 0 && b <= 0) return true;
      if (a <= 0) from = std::max(from, a / (a - b));
      if (b <= 0) to = std::min(to, a / (a - b));
    }
    return to - from < 1e-9;
  };
  const auto distance = [](const Place& p, const Place& q) {
    return std::hypot(static_cast<double>(p[0] - q[0]), static_cast<double>(p[1] - q[1])) / 1000;
  };
  // Past none, one or two of the corners.
  const auto shortest = [&](const Place& p, const Place& q) {
    double best = sees(p, q) ? distance(p, q) : HUGE_VAL;
    for (const Place& a : prism)
      for (const Place& b : prism)
        if (sees(p, a) && sees(b, q)) best = std::min(best, distance(p, a) + distance(a, b) + distance(b, q));
    return best;
  };

  BakedCase run("prism", "--up z --sides up --stance s=2");
  REQUIRE(run("update n.json " + quoted(corpus("prism_tags.json")) + " -o tagged.json").status == 0);
  std::mt19937 random(5);
  std::vector<std::array<Place, 2>> pairs;
  std::string text;
  const auto number = [](long thousandths) { return std::to_string(thousandths) + "/1000"; };
  while (pairs.size() < 75) {
    const auto drawn = [&] { return static_cast<long>(random() % 10001); };
    const std::array<Place, 2> pair{Place{drawn(), drawn()}, Place{drawn(), drawn()}};
    const auto inside = [&](const Place& p) { return !sees(p, p); };
    if (inside(pair[0]) || inside(pair[1])) continue;
    pairs.push_back(pair);
    for (const Place& p : pair) text += number(p[0]) + "," + number(p[1]) + (&p == &pair[0] ? ",0," : ",0\n");
  }
  write_file(run.folder() / "ways.csv", text);
  std::vector<Json> whole;
  for (const std::string mesh : {"n", "tagged"}) {
    INFO(mesh);
    REQUIRE(run("route " + mesh + ".json --queries ways.csv --json " + mesh + "_ways.json").status == 0);
    const Json ways = Json::parse(run.file(mesh + "_ways.json"));
    for (const Json& answer : ways["routes"]) whole.push_back(answer["route"]);
  }
  REQUIRE(whole.size() == 2 * pairs.size());
  std::size_t turning = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    CAPTURE(i, pairs[i][0], pairs[i][1]);
    const Json &plain = whole[i], &tagged = whole[pairs.size() + i];
    CHECK(middle(plain["plan_length"]) == Approx(shortest(pairs[i][0], pairs[i][1])).epsilon(1e-12));
    CHECK(tagged["plan_length"] == plain["plan_length"]);
    REQUIRE(tagged["corners"].size() == plain["corners"].size());
    for (std::size_t k = 0; k < plain["corners"].size(); ++k)
      CHECK(tagged["corners"][k]["point"] == plain["corners"][k]["point"]);
    turning += plain["corners"].size() > 2;
  }
  CHECK(turning > 15);
}

TEST_CASE("route cases: many questions about a navmesh have the answers that each has alone") {
  BakedCase run("step_twice", "--up z --sides up --step 0.5 --stance s=1");
  const std::vector<std::array<std::string, 3>> asked{{"6,2,0", "4,2,0", "0.25"},
                                                      {"6,2,0", "4.5,2,0", "0"},
                                                      {"6,2,0", "4,2,0", "0.5"},
                                                      {"60,2,0", "4,2,0", "0.25"},
                                                      {"6,2,0", "4,2,0", "0.25"}};
  std::string text = "x,y,z,x,y,z,radius\n";
  for (const auto& [from, to, radius] : asked) text += from + "," + to + "," + radius + "\n";
  write_file(run.folder() / "ways.csv", text);
  const Outcome o = run("route n.json --queries ways.csv --json ways.json");
  INFO(o.err);
  REQUIRE(o.status == 0);
  CHECK(o.out.find("line,answer,length,plan_length,cost,bound,points,why\n2,route,") == 0);
  CHECK(o.out.find("\n5,none,") != std::string::npos);
  const Json ways = Json::parse(run.file("ways.json"));
  REQUIRE(ways["routes"].size() == asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto& [from, to, radius] = asked[i];
    const std::string disc = radius == "0" ? "" : " --radius " + radius;
    const Outcome one = run("route n.json --from " + from + " --to " + to + disc + " --json way.json");
    CHECK((one.status == 0) == ways["routes"][i]["why"].is_null());
    if (one.status == 0) CHECK(ways["routes"][i]["route"] == Json::parse(run.file("way.json")));
    else CHECK(one.err.find(ways["routes"][i]["why"].get<std::string>()) != std::string::npos);
  }
  write_file(run.folder() / "wrong.csv", "6,2,0,4,2,0\n6,2,0,4,2\n");
  const Outcome wrong = run("route n.json --queries wrong.csv");
  CHECK(wrong.status == 2);
  CHECK(wrong.err.find("wrong.csv:2: 5 numbers") != std::string::npos);
}

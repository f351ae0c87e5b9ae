// SPDX-License-Identifier: GPL-3.0-or-later
// The report and the summary of a bake whose figures are made up: every field as JSON, and the same in the text for
// people.
#include "plumb/pipeline/report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/hand_made.h"

using namespace plumb::pipeline;
using namespace plumb::tests;
using Json = nlohmann::ordered_json;

namespace {

BakeReport hand_made_report() {
  HandMade h;
  h.set.degenerate_faces = {7, 9};
  h.set.split_faces = {3};
  h.set.dropped_corners = {{3, 4}};
  h.set.fanned_faces = {{5, mpq_class(1, 2)}};
  BakeReport r = make_report(h.baked());
  r.graph.merged_cells = {1, 1};
  r.graph.components = {1, 2};
  r.graph.largest = {1, 0.75};
  r.arithmetic = {.combinatorial = 600, .filtered = 300, .interval = 50, .fixed = 40, .exact = 10, .max_bits = 123};
  r.stages = {{"read", 1, 0.25}, {"write", 1, 0.5}};
  r.seconds = 1;
  r.peak_bytes = 5'000'000;
  r.files = {"a.obj", "a.mtl"};
  return r;
}

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> out;
  for (const auto& [key, value] : json.items()) out.push_back(key);
  return out;
}

}  // namespace

TEST_CASE("Report: every field, exact numbers as strings in lowest terms") {
  const Json j = Json::parse(report_json(hand_made_report()));
  CHECK(keys(j) ==
        std::vector<std::string>{"plumb",      "scene",      "options",     "polygons",     "area",
                                 "identity",   "cells",      "graph",       "obstructions", "wedge",
                                 "links",      "conforming", "detour",      "godot",        "closed_components",
                                 "arithmetic", "warnings",   "not_written", "seconds",      "peak_bytes"});
  CHECK(j["plumb"] == "0.1.0");
  CHECK(j["scene"] ==
        Json({{"file", "hand & made.obj"},
              {"sha256", nullptr},
              {"faces", 6},
              {"polygons", 6},
              {"vertices", 12},
              {"straightened_nodes", 0},
              {"skipped_primitives", 0},
              {"left_out", Json::array()},
              {"coordinate_bits", 4},
              {"bounds", {{"low", {"0", "0", "-1"}}, {"high", {"10/3", "4/3", "0"}}, {"size", {"10/3", "4/3", "1"}}}},
              {"degenerate_faces", {7, 9}},
              {"split_faces", {3}},
              {"dropped_faces", Json::array()},
              {"dropped_corners", {{{"face", 3}, {"corner", 4}}}},
              {"fanned_faces", {{{"face", 5}, {"excess", {{"exact", "1/2"}, {"approx", 0.5}}}}}}}));
  CHECK(j["polygons"] == Json({{"traversable", 5}, {"blocker", 0}, {"vertical", 1}, {"welded_from", 6}}));
  CHECK(j["area"]["traversable"]["exact"] == "29/6");
  CHECK(j["area"]["traversable"]["approx"].get<double>() == Approx(29 / 6.0));
  CHECK(j["area"]["blocked"]["exact"] == "1/2");
  CHECK(j["area"]["covered"]["exact"] == "2/3");
  CHECK(j["area"]["inside"]["exact"] == "0");
  REQUIRE(j["area"]["stances"].size() == 2);
  CHECK(j["area"]["stances"][1]["name"] == "stand");
  CHECK(j["area"]["stances"][1]["height"] == "9/5");
  CHECK(j["area"]["stances"][1]["area"]["exact"] == "7/3");
  CHECK(j["identity"] == Json({{"polygons", 5}, {"held", 5}}));
  CHECK(j["cells"] ==
        Json({{"blocked", 1}, {"covered", 1}, {"inside", 0}, {"stances", {1, 2}}, {"after_merging", {1, 1}}}));
  CHECK(j["obstructions"] == 1);
  CHECK(j["arithmetic"] == Json({{"predicates", 1000},
                                 {"combinatorial", 600},
                                 {"filtered", 300},
                                 {"interval", 50},
                                 {"fixed", 40},
                                 {"exact", 10},
                                 {"max_bits", 123}}));
  CHECK(keys(j["seconds"]) == std::vector<std::string>{"read", "convexify", "solids", "merge_coplanar", "classify",
                                                       "index", "decompose", "inside", "link", "gaps", "erode",
                                                       "optimise", "construct", "measure", "facts", "write", "total"});
  CHECK(j["seconds"]["write"] == 0.5);
  CHECK(j["peak_bytes"] == 5'000'000);
}

TEST_CASE("Report: what rounding does, by kind of file, and exactly for Detour") {
  BakeReport r = hand_made_report();
  CHECK(Json::parse(report_json(r))["conforming"] == Json::object());
  CHECK(Json::parse(report_json(r))["godot"].is_null());
  CHECK(Json::parse(report_json(r))["detour"] == Json::object());
  r.conforming[".glb"] = {.polygons = 1200,
                          .inserted = 7,
                          .cut = 1,
                          .collapsed = 2,
                          .divided = 1,
                          .islands = {4, 3},
                          .lost = {1, 1},
                          .lost_without_area = {0, 1},
                          .lost_ways = {0, 1},
                          .area_gained = -.25,
                          .area_lost = .0625,
                          .area_left_out = .125,
                          .moved = .5};
  r.conforming[".obj"] = {
      .polygons = 1, .islands = {1, 1}, .lost = {0, 0}, .lost_without_area = {0, 0}, .lost_ways = {0, 0}};
  r.godot = {.cell_size = .125, .shared_corners = 2};
  DetourFacts facts;
  facts.cell_size = mpq_class(3, 1024);
  facts.moved = {mpq_class(1, 3), 0, mpq_class(1, 5)};
  facts.moved_squared = mpq_class(1, 9);
  facts.polygons = 12;
  facts.flattened = 2;
  facts.tiles = 6;
  facts.tile_size = mpq_class(5, 2);
  facts.closed_edges = 3;
  r.detour[".mset"] = facts;
  const Json j = Json::parse(report_json(r));
  CHECK(keys(j["conforming"]) == std::vector<std::string>{".glb", ".obj"});
  CHECK(j["conforming"][".glb"] == Json({{"polygons", 1200},
                                         {"inserted", 7},
                                         {"cut", 1},
                                         {"collapsed", 2},
                                         {"divided", 1},
                                         {"islands", {4, 3}},
                                         {"lost", {1, 1}},
                                         {"lost_without_area", {0, 1}},
                                         {"lost_ways", {0, 1}},
                                         {"area_gained", -.25},
                                         {"area_lost", .0625},
                                         {"area_left_out", .125},
                                         {"moved", .5}}));
  CHECK(j["godot"] == Json({{"cell_size", .125}, {"shared_corners", 2}}));
  CHECK(j["detour"][".mset"]["cell_size"] == "3/1024");
  CHECK(j["detour"][".mset"]["moved"] == Json({"1/3", "0", "1/5"}));
  CHECK(j["detour"][".mset"]["moved_squared"] == "1/9");
  CHECK(j["detour"][".mset"]["polygons"] == 12);
  CHECK(j["detour"][".mset"]["tiles"] == 6);
  CHECK(j["detour"][".mset"]["tile_size"] == "5/2");
  CHECK(j["detour"][".mset"]["closed_edges"] == 3);
  CHECK(j["detour"][".mset"]["flattened"] == 2);
  const std::string text = report_summary(r);
  for (const char* line :
       {"\n.glb: 1,200 polygons in binary32, 1 cut, 2 without area left out, 1 edge divided; components lost: stand 1, "
        "crouch 1, of area 0.062, without area in these numbers: stand 1; polygons that could not be mended, of area "
        "0.062, left out; ways that rounding closed: stand 1.\n",
        "\n.obj: 1 polygon in binary32.\n",
        "\nGodot: cells of 0.125; give the map the same. 2 corners would share one, so all are put in the middles of "
        "cells.\n",
        "\nDetour .mset: 12 polygons, 0 off-mesh connections in 6 tiles of 2.5; 16 bits move corners by at most 0.333; "
        "2 polygons without "
        "detailed heights.\n"}) {
    INFO(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("Report: what is kept, by stance, and the bound only where nothing was dropped") {
  BakeReport r = hand_made_report();
  r.graph.partition.lower_bound = 2;
  const Json all = Json::parse(report_json(r));
  REQUIRE(all["graph"]["kept"].size() == 2);
  for (std::size_t s = 0; s < 2; ++s) {
    CHECK(all["graph"]["kept"][s]["name"] == all["area"]["stances"][s]["name"]);
    CHECK(all["graph"]["kept"][s]["area"] == all["area"]["stances"][s]["area"]);
  }
  CHECK(report_summary(r).find("Navmesh: 2 cells of 3 (no fewer than 2); 0 flush") != std::string::npos);
  CHECK(report_summary(r).find("area kept") == std::string::npos);

  DroppedComponent d;
  d.area = {mpq_class(4, 3), 4 / 3.0};
  r.graph.pruned = {{d}, {{mpq_class(0), 0}, {mpq_class(1), 1}}};
  const Json j = Json::parse(report_json(r));
  CHECK(
      j["graph"]["kept"] ==
      Json::parse(
          R"([{"name":"crouch","area":{"exact":"0","approx":0.0}},{"name":"stand","area":{"exact":"1","approx":1.0}}])"));
  CHECK(j["graph"]["dropped"][0]["area"]["exact"] == "4/3");
  CHECK(j["graph"]["regions"]["lower_bound"] == 2);
  const std::string text = report_summary(r);
  CHECK(text.find("Navmesh: 2 cells of 3; 0 flush") != std::string::npos);
  CHECK(text.find("\nDropped 1 component (--report FILE.json lists them); area kept: stand 1, crouch 0.\n") !=
        std::string::npos);
}

TEST_CASE("Summary: the line of options has all that differ from their defaults") {
  BakeReport r = hand_made_report();
  r.options.weld = mpq_class(1, 4);
  r.options.solids = Solids::closed;
  r.options.optimise = Optimise::regular;
  r.options.one_surface = true;
  r.options.min_area = mpq_class(1, 2);
  r.options.seed_points = {{0, mpq_class(1, 2), -3}, {mpq_class(1, 3), 0, 0}};
  r.options.decomposition = plumb::kernel::Decomposition::seed;
  r.options.bad_faces = BadFaces::drop;
  CHECK(
      report_summary(r).find(
          ", step 2/5, weld 1/4, solids closed, optimise regular, one surface, min area 1/2, seed point (0, 0.5, -3), "
          "seed point (0.3333333333333333..., 0, 0), decomposition seed, bad faces drop, stances crouch 1, stand "
          "9/5.\n") != std::string::npos);
}

TEST_CASE("Report: every option that decides the result, with its effective value") {
  const Json o = Json::parse(report_json(hand_made_report()))["options"];
  CHECK(keys(o) == std::vector<std::string>{"method", "stances", "slope", "slope_ratio", "sides", "numbers", "up",
                                            "step", "weld", "solids", "optimise", "one_surface", "radius", "window",
                                            "min_area", "bad_faces", "exact_digits", "decomposition", "seed_points"});
  CHECK(o["stances"] == Json::parse(R"([{"name":"crouch","height":"1"},{"name":"stand","height":"9/5"}])"));
  CHECK(o["slope"] == "45");
  CHECK(o["slope_ratio"].is_null());
  CHECK(o["optimise"] == "count");
  CHECK(o["window"] == "2/5");
  CHECK(o["seed_points"] == Json::array());
}

TEST_CASE("Report and summary: components, the weld that would join them, warnings") {
  BakeReport r = hand_made_report();
  CHECK(Json::parse(report_json(r))["graph"]["joining_weld"].is_null());
  CHECK(report_summary(r).find("Gaps: ") == std::string::npos);
  CHECK(report_summary(r).find("Warning: ") == std::string::npos);
  r.joining_weld = {mpq_class(1, 50), 0.75, 0.875};
  r.warnings = {{"some_code", "something looks wrong; do something"}};
  const Json j = Json::parse(report_json(r));
  CHECK(j["graph"]["largest"] == Json({1.0, 0.75}));
  CHECK(j["graph"]["joining_weld"] == Json({{"weld", "1/50"}, {"largest_without", 0.75}, {"largest_with", 0.875}}));
  CHECK(j["warnings"] ==
        Json::array({{{"code", "some_code"}, {"text", "something looks wrong; do something"}, {"option", nullptr}}}));
  const std::string text = report_summary(r);
  CHECK(text.find("; components: stand 2 (largest 75.00 %), crouch 1.\n"
                  "Gaps: --weld 0.02 would bring crouch's largest from 75.00 % to about 87.50 %.\n") !=
        std::string::npos);
  CHECK(text.ends_with("\nWarning: something looks wrong; do something\n"));
}

TEST_CASE("Report: an area too long to write is null, with its approximation") {
  BakeReport r = hand_made_report();
  r.areas.blocked = {std::nullopt, 0.5};
  const Json j = Json::parse(report_json(r));
  CHECK(j["area"]["blocked"]["exact"].is_null());
  CHECK(j["area"]["blocked"]["approx"] == 0.5);
}

TEST_CASE("Report: bytes of a file name that are no UTF-8 do not break it") {
  BakeReport r = hand_made_report();
  r.scene_file = "\xff\xfe.obj";
  CHECK_NOTHROW(Json::parse(report_json(r)));
}

TEST_CASE("Summary: says what the report says") {
  const std::string text = report_summary(hand_made_report());
  for (const char* part :
       {"hand & made.obj: 6 faces, 12 vertices; 6 polygons: 5 traversable", "2 faces without area", "1 face split",
        "stand", "9/5", "48.28 %", "\nBounds: (0, 0, -1) to (3.33333, 1.33333, 0), size 3.33333 x 1.33333 x 1.\n",
        "\nOptions: up ", ", slope 45, step 2/5, stances crouch 1, stand 9/5.\n", "for 5 of 5 polygons",
        "1 obstruction edge", "1,000; equal ids 60.00 %", "GMP 1.00 %", "123 bits", "Wrote: a.obj a.mtl"}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.find("dropped") == std::string::npos);
}

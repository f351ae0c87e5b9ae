// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a level hangs together, and the weld that would join what narrow gaps part.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

using namespace plumb::tests;
using Json = nlohmann::json;

namespace {

// A floor over [x0, x1] x [z0, z1] at a height, y up.
std::string floor(const std::string& x0, const std::string& x1, const std::string& y = "0", const std::string& z0 = "0",
                  const std::string& z1 = "10") {
  std::string out;
  for (const auto& [x, z] : {std::pair(x0, z0), std::pair(x1, z0), std::pair(x1, z1), std::pair(x0, z1)})
    out += "v " + x + " " + y + " " + z + "\n";
  return out + "f -1 -2 -3 -4\n";
}

Json graph(const std::string& text, const std::string& options = "") {
  Run run;
  write_file(run.folder() / "level.obj", text);
  REQUIRE(run("bake level.obj --numbers decimal --report r.json " + options).status == 0);
  return Json::parse(run.file("r.json"))["graph"];
}

}  // namespace

TEST_CASE("Connectivity: the largest component's share, by stance") {
  const Json one = graph(floor("0", "10"));
  CHECK(one["components"] == Json({1}));
  CHECK(one["largest"] == Json({1.0}));
  // 30 + 10, and a shelf at 1 over the 30 that leaves only crawling below it, on which one stands.
  const std::string level = floor("0", "3") + floor("4", "5");
  CHECK(graph(level)["components"] == Json({2}));
  CHECK(graph(level)["largest"] == Json({0.75}));
  const Json two = graph(level + floor("0", "3", "1"), "--stance crawl=1 --stance stand=1.8");
  CHECK(two["components"] == Json({3, 2}));
  CHECK(two["largest"][0].get<double>() == Approx(3 / 7.0));
  CHECK(two["largest"][1].get<double>() == Approx(3 / 4.0));
  // Of what is kept.
  CHECK(graph(level, "--min-area 11")["largest"] == Json({1.0}));
  CHECK(graph("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")["largest"] == Json({0.0}));
}

TEST_CASE("Connectivity: the least weld that joins nearly all that one could join") {
  const std::string level = floor("0", "5") + floor("5.004", "9") + floor("9.02", "10") + floor("10.5", "14");
  const Json before = graph(level);
  REQUIRE_FALSE(before["joining_weld"].is_null());
  CHECK(before["joining_weld"]["weld"] == "3/100");  // the gap of 2/100 is as wide all along: one of 3/100 is beyond it
  CHECK(before["joining_weld"]["largest_without"].get<double>() == Approx(50 / 134.76));
  CHECK(before["joining_weld"]["largest_with"].get<double>() == Approx(99.76 / 134.76));
  const Json after = graph(level, "--weld 3/100");
  CHECK(after["components"] == Json({2}));
  CHECK(after["largest"][0].get<double>() == Approx(before["joining_weld"]["largest_with"].get<double>()));
  // What is left is no hairline: 1/2 is more than a twentieth of 1.8.
  CHECK(after["joining_weld"].is_null());
  CHECK(graph(level, "--stance stand=11")["joining_weld"]["weld"] == "11/20");
}

TEST_CASE("Connectivity: no weld is named where none would help") {
  CHECK(graph(floor("0", "5"))["joining_weld"].is_null());
  const std::string gap = floor("0", "5") + floor("5.01", "10");
  CHECK(graph(gap)["joining_weld"]["weld"] == "1/50");
  CHECK(graph(gap, "--weld 0.01")["joining_weld"].is_null());
  // A wall in the gap, a step that is too high, or too little to gain.
  CHECK(
      graph(gap + "v 5.005 0 -1\nv 5.005 0 11\nv 5.005 2 11\nv 5.005 2 -1\nf -4 -3 -2 -1\n")["joining_weld"].is_null());
  const std::string step = floor("0", "5") + floor("5.01", "10", "0.3");
  CHECK(graph(step)["joining_weld"].is_null());
  CHECK(graph(step, "--step 0.3")["joining_weld"]["weld"] == "1/50");
  CHECK(graph(floor("0", "5") + floor("5.01", "5.05"))["joining_weld"].is_null());
  // It is of the level without the radius, which would part them by more.
  CHECK(graph(gap, "--radius 0.5")["joining_weld"]["weld"] == "1/50");
}

TEST_CASE("Connectivity: the summary tells shares and the weld") {
  Run run;
  write_file(run.folder() / "level.obj", floor("0", "6") + floor("6.01", "10"));
  const std::string out = run("bake level.obj --numbers decimal").out;
  CHECK(out.find("components: stand 2 (largest 60.06 %).\n"
                 "Gaps: --weld 0.02 would bring stand's largest from 60.06 % to about 100.00 %.\n") !=
        std::string::npos);
  CHECK(run("bake level.obj --numbers decimal --weld 0.02").out.find("components: stand 1.\n") != std::string::npos);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A point that is given in other axes than the scene's: every question about it, and a bake with it as a seed, is
// refused with the words how to give it. A point that is over nothing in all axes gets the advice of before.
#include <catch2/catch.hpp>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/explained_level.h"
#include "plumb/pipeline/find_places.h"
#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/scene_from_arrays.h"

using namespace plumb;
using namespace plumb::pipeline;

namespace {

struct Case {
  UpAxis up;
  const char *right, *turned, *exchanged;  // a point over the floor; in the other axes, and with y and z exchanged
};
// A floor of 8 x 4 at a height of 20, with places to either side of the point that are over nothing.
constexpr Case cases[] = {{UpAxis::y, "12,21,-31", "12,31,21", "12,-31,21"},
                          {UpAxis::z, "12,31,21", "12,21,-31", "12,21,31"}};
constexpr const char* nowhere = "-500,-500,-500";

Scene floor_of(UpAxis up) {
  const std::vector<double> y_up{10, 20, -30, 18, 20, -30, 18, 20, -34, 10, 20, -34};
  const std::vector<double> z_up{10, 30, 20, 18, 30, 20, 18, 34, 20, 10, 34, 20};
  auto scene = scene_from_triangles(up == UpAxis::y ? y_up : z_up, std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}, up);
  REQUIRE(scene);
  return std::move(*scene);
}

std::string advice(const Case& c) {
  return "with y and z exchanged there is one: in this scene " + std::string(text_of(c.up)) +
         " points up, so give the point as " + c.right;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string text_of_result(const auto& result) { return result ? "found" : result.error().command_text(); }

}  // namespace

TEST_CASE("wrong axes: routes, questions, explanations and seeds say how to give the point") {
  Progress silent;
  for (const Case& c : cases) {
    const auto baked = bake(floor_of(c.up), {.stances = {{"stand", 2}}, .sides = Sides::up});
    REQUIRE(baked);
    const auto route = [&](const char* from, const char* to, bool disc) {
      RouteArguments a;
      a.navmesh = "level.json", a.from = from, a.to = to;
      if (disc) a.radius = "1/4", a.window = "1";
      const auto options = make_route_options(a);
      REQUIRE(options);
      return text_of_result(find_navmesh_route(baked->mesh(), *options, silent));
    };
    const auto place = [&](const char* from) {
      PlaceArguments a;
      a.navmesh = "level.json", a.ask = "border", a.from = from;
      const auto options = make_place_options(a);
      REQUIRE(options);
      return text_of_result(find_places(baked->mesh(), *options));
    };
    const auto explained = [&](const char* at) {
      const auto query = make_explain_query(at, std::nullopt);
      REQUIRE(query);
      const auto found = ExplainedLevel(*baked->level, baked->options).explain(*query, silent);
      REQUIRE(found);
      return explanation_text(*found);
    };
    const auto reached = [&](const char* from) {
      BakeArguments level;
      level.scene = "level.obj";
      ReachArguments a;
      a.from = from, a.to = c.right, a.only = "step";
      const auto query = make_reach_query(a, level, baked->options);
      REQUIRE(query);
      const auto found = ExplainedLevel(*baked->level, baked->options).reachability(*query, silent);
      REQUIRE(found);
      return reachability_text(*found);
    };
    const auto seeded = [&](const char* seed) {
      const auto query = make_explain_query(seed, std::nullopt);  // reads the point
      return text_of_result(
          bake(floor_of(c.up), {.stances = {{"stand", 2}}, .sides = Sides::up, .seed_points = {query->at}}));
    };
    for (const bool disc : {false, true}) CHECK(route(c.right, c.right, disc) == "found");
    CHECK(place(c.right) == "found");
    CHECK(seeded(c.right) == "found");
    for (const char* wrong : {c.turned, c.exchanged}) {
      INFO(wrong);
      for (const bool disc : {false, true}) {
        CHECK(ends_with(route(wrong, c.right, disc), advice(c)));
        CHECK(ends_with(route(c.right, wrong, disc), advice(c)));
      }
      CHECK(ends_with(place(wrong), advice(c)));
      CHECK(ends_with(seeded(wrong), advice(c)));
      CHECK(ends_with(explained(wrong), "so there is nothing to stand on; " + advice(c) + ".\n"));
      CHECK(reached(wrong).find("--from is above nothing: no polygon to stand on lies at it or below it; " + advice(c) +
                                ".\n") != std::string::npos);
    }
    for (const bool disc : {false, true})
      CHECK(ends_with(route(nowhere, c.right, disc), "give a point over such a floor"));
    CHECK(ends_with(place(nowhere), "or ask for the nearest one with --ask nearest"));
    CHECK(ends_with(seeded(nowhere), "give a point over the floor"));
    CHECK(ends_with(explained(nowhere), "so there is nothing to stand on.\n"));
    CHECK(ends_with(reached(nowhere), "no polygon to stand on lies at it or below it.\n"));
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Routes keep relations: between the images of two places there is a route where there is one between these. A corridor
// depends on cells, so its line is that of the image where cells are; the shortest route of a point on one storey is as
// long; and no route of a disc costs less than what every route costs at least in the other level.
#include <catch2/catch.hpp>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/find_route.h"
#include "support/floor_routes.h"
#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

kernel::ExactPoint drawn_place(Draws& draws) {
  return {mpq_class(draws(-1, 30)) / 4, mpq_class(draws(-1, 30)) / 4, mpq_class(draws(0, 24)) / 4};
}

struct Ends {
  kernel::ExactPoint from, to;
};

bool meets(const LengthInterval& a, const LengthInterval& b, const mpq_class& scale) {
  return a.low * scale <= b.high && b.low <= a.high * scale;
}

// For an agent without width, of each stance.
std::string fault_of_corridors(RelationCase& c, const NavMesh& a, const NavMesh& b, const Ends& at, const Ends& image) {
  const NavQuery of_a(a), of_b(b);
  // Costs are straight distances in doubles, which grow by powers of two without rounding.
  const std::string name = c.relation.name;
  const bool same_cells =
      name == "order of points" || name == "far floor" || (name == "scale" && c.agent.radius == 0 && c.agent.weld == 0);
  for (std::size_t s = 1; s <= a.info.stances.size(); ++s) {
    const auto stance = static_cast<kernel::Label>(s);
    for (const auto& [p, q] : {std::pair{&at.from, &image.from}, {&at.to, &image.to}}) {
      const auto x = of_a.locate(*p, stance), y = of_b.locate(*q, stance);
      if (bool(x) != bool(y)) return "no floor below one of them";
      if (x && c.placement()({(*p)[0], (*p)[1], x->height})[2] != y->height) return "another floor";
    }
    const auto x = of_a.route(at.from, at.to, {.stance = stance}),
               y = of_b.route(image.from, image.to, {.stance = stance});
    if (bool(x) != bool(y)) return "a route in one of them";
    if (!x && x.error().code != y.error().code) return "another reason";
    if (!x || !same_cells) continue;
    std::vector<kernel::ExactPoint> line;
    for (const auto& p : x->line) line.push_back(c.placement()(p));
    if (line != y->line) return "another line";
    if (!meets(x->length, y->length, c.placement().scale)) return "another length";
  }
  return "";
}

// The shortest route of a point, where no floors lie over one another.
std::string fault_of_shortest(RelationCase& c, const NavMesh& a, const NavMesh& b, const Ends& at, const Ends& image) {
  const auto find = [&](const NavMesh& mesh, const char* file, const Ends& ends) {
    write_json(mesh, c.folder / file);
    RouteArguments arguments;
    arguments.planner = "euclid";
    arguments.navmesh = c.folder / file;
    arguments.from = text_of(ends.from);
    arguments.to = text_of(ends.to);
    auto options = make_route_options(arguments);
    if (!options) throw std::runtime_error(options.error().text());
    Progress silent;
    return find_navmesh_route(*options, silent);
  };
  const auto x = find(a, "a.json", at), y = find(b, "b.json", image);
  if (bool(x) != bool(y)) return "a shortest route in one of them: " + (x ? y : x).error().text();
  if (!x) return x.error().code == y.error().code ? "" : "another reason for no shortest route";
  const auto &of_a = std::get<FoundCorridorRoute>(*x).route, &of_b = std::get<FoundCorridorRoute>(*y).route;
  return meets(of_a.plan_length, of_b.plan_length, c.placement().scale) ? "" : "a shortest route of another length";
}

// A disc of the radius over all storeys.
std::string fault_of_discs(RelationCase& c, const NavMesh& a, const NavMesh& b, const Ends& at, const Ends& image,
                           const mpq_class& radius) {
  const auto plan = [&](const NavMesh& mesh, const Ends& ends, const mpq_class& scale) {
    plan::RouteSettings settings;
    settings.radius = radius * scale;
    FloorRoutes routes(mesh, {.stance = 1, .weights = {}, .window = mpq_class(7, 8) * scale}, settings);
    const auto from = routes.end(ends.from), to = routes.end(ends.to);
    return from && to ? std::optional(routes.planner()(*from, *to)) : std::nullopt;
  };
  const mpq_class& scale = c.placement().scale;
  const auto x = plan(a, at, 1), y = plan(b, image, scale);
  if (bool(x) != bool(y)) return "no floor below one of them";
  if (!x) return "";
  using Answer = plan::FloorRoute::Answer;
  for (const Answer answer : {Answer::start_touched, Answer::goal_touched, Answer::unreachable})
    if ((x->answer == answer) != (y->answer == answer)) return "the disc fits in one of them";
  if (x->answer != Answer::found || y->answer != Answer::found) return "";
  if (x->bound && *x->bound * scale > y->cost.high) return "a route costs less than the image of the bound";
  if (y->bound && x->cost.high * scale < *y->bound) return "a route's image costs less than the bound";
  return "";
}

std::string fault_of_routes(RelationCase& c) {
  const auto a = bake_level(c.level, c.agent), b = bake_level(c.related.level, c.related.agent);
  if (bool(a) != bool(b)) return "one of them is refused";
  if (!a) return "";
  for (int i = 0; i < 3; ++i) {
    const Ends at{drawn_place(c.draws), drawn_place(c.draws)};
    const Ends image{c.placement()(at.from), c.placement()(at.to)};
    const auto told = [&](const std::string& wrong) {
      return wrong + ": from " + text_of(at.from) + " to " + text_of(at.to);
    };
    if (const auto wrong = fault_of_corridors(c, a->mesh(), b->mesh(), at, image); !wrong.empty()) return told(wrong);
    if (const auto wrong = fault_of_shortest(c, a->mesh(), b->mesh(), at, image); !wrong.empty()) return told(wrong);
    const mpq_class radius = c.draws.of<mpq_class>({0, mpq_class(1, 8)});
    if (const auto wrong = fault_of_discs(c, a->mesh(), b->mesh(), at, image, radius); !wrong.empty())
      return told(wrong);
  }
  return "";
}

const RelationJob job{fault_of_routes};

}  // namespace

TEST_CASE("relations of routes: between images of places there is one where there was, as long", "[relations]") {
  hold_relations(job, 10);
}
TEST_CASE("relations of routes: what breaks one is noticed") { notice_broken_relations(job, 40, 40); }

// SPDX-License-Identifier: GPL-3.0-or-later
// Routes on the navmesh of an arbitrary small level on a lattice, of an agent without width and of a disc.
//
// 1. A place is located on the highest floor at or below it, found by trying every facet.
// 2. There is a route without width exactly between floors that portals join, in both directions. It lies on the floors
//    and hops of its cells (tests/support/route_check.h) and is no shorter than the straight line.
// 3. A disc has no route between floors that are not joined. A route that it has goes from end to end without a gap in
//    plan, keeps its distance from all border, is no shorter than the straight line, costs no less than the lower
//    bound, and exists the other way, too. If its radius is 0, it has one wherever the agent without width has one.
//
// Bytes: two for the options and one for the disc, then three for each of two places, then faces (lattice_level.h).
// Cost: some milliseconds.
#include <cstdint>
#include <numeric>

#include "lattice_level.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/in_memory.h"
#include "require.h"
#include "support/floor_routes.h"
#include "support/route_check.h"

namespace {

using namespace plumb;
using namespace plumb::pipeline;
using tests::FloorRoutes;

// By cell, a number that is the same for cells that portals of a stance join.
std::vector<NavMesh::CellIndex> joined_cells(const NavMesh& mesh, kernel::Label stance) {
  std::vector<NavMesh::CellIndex> number(mesh.cells.size());
  std::iota(number.begin(), number.end(), 0u);
  for (bool any = true; any;) {
    any = false;
    for (const NavMesh::Portal& p : mesh.portals) {
      if (p.stance < stance || number[p.a] == number[p.b]) continue;
      number[p.a] = number[p.b] = std::min(number[p.a], number[p.b]);
      any = true;
    }
  }
  return number;
}

// The highest floor at or below a point, and the cells that have it.
std::optional<NavQuery::Place> floor_below(const NavMesh& mesh, kernel::Label stance, const ExactPoint& p) {
  std::optional<NavQuery::Place> out;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells[c].stance < stance) continue;
    const auto height = tests::height_over(mesh, c, p);
    if (!height || *height > p[2] || (out && *height < out->height)) continue;
    if (!out || *height > out->height) out = NavQuery::Place{*height, {}};
    out->cells.push_back(c);
  }
  return out;
}

mpq_class squared_distance(const ExactPoint& p, const ExactPoint& q, std::size_t axes) {
  mpq_class sum = 0;
  for (std::size_t k = 0; k < axes; ++k) sum += (p[k] - q[k]) * (p[k] - q[k]);
  return sum;
}
// Whether a length may be that of a way between two places.
bool reaches(const LengthInterval& length, const mpq_class& squared) {
  return length.low <= length.high && length.high * length.high >= squared;
}

// --- Without width

bool check_corridor(const NavMesh& mesh, kernel::Label stance, const ExactPoint& from, const ExactPoint& to) {
  const NavQuery query(mesh);
  const auto start = floor_below(mesh, stance, from), goal = floor_below(mesh, stance, to);
  for (const auto& [point, truth] : {std::pair(from, start), std::pair(to, goal)}) {
    const auto place = query.locate(point, stance);
    require(static_cast<bool>(place) == truth.has_value(), "whether there is floor below a point");
    if (place) require(place->height == truth->height && place->cells == truth->cells, "the floor below a point");
  }
  const auto route = query.route(from, to, {.stance = stance}), back = query.route(to, from, {.stance = stance});
  if (!start || !goal) {
    require(!route && !back, "no route from or to no floor");
    return false;
  }
  const auto number = joined_cells(mesh, stance);
  bool is_joined = false;
  for (const auto a : start->cells)
    for (const auto b : goal->cells) is_joined = is_joined || number[a] == number[b];
  require(bool(route) == is_joined, "a route where portals lead");
  require(bool(back) == is_joined, "a route back where portals lead");
  const ExactPoint first{from[0], from[1], start->height}, last{to[0], to[1], goal->height};
  for (const Route* r : {route ? &*route : nullptr, back ? &*back : nullptr}) {
    if (!r) continue;
    const bool forward = route && r == &*route;
    const std::string fault = tests::fault_of(mesh, *r, stance, forward ? first : last, forward ? last : first);
    require(fault.empty(), fault.c_str());
    require(reaches(r->length, squared_distance(first, last, 3)), "a route is no shorter than the straight line");
    require(reaches(r->plan_length, squared_distance(first, last, 2)), "nor is it in plan");
  }
  return is_joined;
}

// --- A disc

void check_disc(const NavMesh& mesh, kernel::Label stance, const mpq_class& radius, const ExactPoint& from,
                const ExactPoint& to, bool is_joined) {
  plan::RouteSettings settings;
  settings.radius = radius;
  FloorRoutes routes(mesh, {.stance = stance, .weights = {{1, 3}}, .window = mpq_class(3, 4)}, settings);
  require(is_valid(routes.floors().plan), "floors are valid");
  const auto start = routes.end(from), goal = routes.end(to);
  if (!start || !goal) return;
  using Answer = plan::FloorRoute::Answer;
  const plan::FloorRoute route = routes(from, to), back = routes(to, from);
  const auto touched = [](Answer a) { return a == Answer::start_touched || a == Answer::goal_touched; };
  require(touched(route.answer) == touched(back.answer), "a disc fits at both ends or not");
  if (touched(route.answer)) return;
  if (!is_joined) require(route.answer == Answer::unreachable, "no route between floors that are not joined");
  else require(route.answer != Answer::unreachable, "joined floors are not unreachable");
  require((route.answer == Answer::found) == (back.answer == Answer::found), "a route there and back");
  if (radius == 0 && is_joined) require(route.answer == Answer::found, "a point has a route where portals lead");
  if (route.answer != Answer::found) return;
  require(!route.pieces.empty() && route.pieces.front().p == start->at && route.pieces.back().q == goal->at,
          "a route from end to end");
  for (std::size_t i = 1; i < route.pieces.size(); ++i)
    require(route.pieces[i].p == route.pieces[i - 1].q, "a route without gaps in plan");
  const std::string collision = routes.collision(route, radius, 4);
  require(collision.empty(), ("a disc keeps its distance from border: " + collision).c_str());
  require(reaches(route.plan_length, squared_distance(from, to, 2)), "a disc's route in plan");
  require(route.plan_length.low <= route.length.high, "a route is no shorter in space than in plan");
  require(!route.bound || *route.bound <= route.cost.high, "a route costs no less than the lower bound");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 12) return 0;
  Bytes bytes(data, size);
  BakeArguments arguments = lattice_options(bytes);
  const int disc = bytes();
  arguments.scene = "level.obj";
  arguments.optimise = disc / 4 % 2 ? "none" : "count";
  auto options = make_bake_options(arguments);
  require(bool(options), "the options are right");
  options->mesh = true;
  const auto place = [&] {
    ExactPoint p;
    for (mpq_class& v : p) v = mpq_class(bytes.below(49)) / 8;
    return p;
  };
  const ExactPoint from = place(), to = place();
  const std::string obj = lattice_level(bytes, 8);
  auto scene = import_obj_text(obj, "level.obj", {.numbers = Numbers::decimal, .up = UpAxis::z});
  if (!scene) return 0;
  const auto baked = bake(std::move(*scene), *options);
  if (!baked) return 0;
  const NavMesh& mesh = baked->mesh();
  const auto stance = static_cast<kernel::Label>(1 + disc / 8 % 2);
  if (static_cast<std::size_t>(stance) > mesh.info.stances.size()) return 0;
  const bool is_joined = check_corridor(mesh, stance, from, to);
  if (mesh.cells.size() < 60)
    check_disc(mesh, stance,
               std::array<mpq_class, 4>{0, 0, mpq_class(1, 8), mpq_class(1, 3)}[static_cast<std::size_t>(disc % 4)],
               from, to, is_joined);
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Routes on random levels of floors over one another, joined by steps that often lie over one line.
// 1. A corridor's route is the shortest through its portals, by an oracle of this test.
// 2. A disc's route passes only through portals that the navmesh has, and no step on it is too high; its cost is that
//    of the same route however it is cut.
// 3. Where a disc is too wide for every gate that was drawn in a wall, the answer names the widest of them.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/find_route.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "support/area_function.h"
#include "support/floor_routes.h"
#include "support/live_text.h"
#include "support/nav_builder.h"
#include "support/route_check.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace pipeline;
using namespace plan;
using Place = std::array<double, 2>;
const mpq_class step_height(1, 2);

// Rectangles on a grid of 4 x 4, heights multiples of 1/2; the first is the ground.
std::string stepped_level(unsigned seed) {
  std::mt19937 random(seed);
  const auto at = [&](unsigned low, unsigned high) { return low + random() % (high - low + 1); };
  std::ostringstream out;
  const unsigned floors = at(4, 12);
  for (unsigned i = 0; i <= floors; ++i) {
    const unsigned x = i ? at(0, 3) : 0, y = i ? at(0, 3) : 0, u = i ? at(x + 1, 4) : 4, v = i ? at(y + 1, 4) : 4;
    const double z = i ? at(0, 4) / 2.0 : 0;
    for (const auto& [a, b] : {std::pair(x, y), std::pair(u, y), std::pair(u, v), std::pair(x, v)})
      out << "v " << a << ' ' << b << ' ' << z << '\n';
    out << "f -4 -3 -2 -1\n";
  }
  return out.str();
}

// Rectangles side by side, none over another: columns, each parted in places of its own, so that several heights meet
// at a corner.
std::string level_of_one_layer(unsigned seed) {
  std::mt19937 random(seed);
  std::ostringstream out;
  for (unsigned x = 0; x < 4; x += 1 + x % 2)
    for (unsigned y = 0, next = 0; y < 4; y = next) {
      next = std::min(4u, y + 1 + static_cast<unsigned>(random() % 2));
      const unsigned u = x + 1 + x % 2;
      const double z = static_cast<double>(random() % 4) / 2;
      for (const auto& [a, b] : {std::pair(x, y), std::pair(u, y), std::pair(u, next), std::pair(x, next)})
        out << "v " << a << ' ' << b << ' ' << z << '\n';
      out << "f -4 -3 -2 -1\n";
    }
  return out.str();
}

Baked baked(const std::string& level) {
  BakeArguments a;
  a.scene = "level.obj";
  a.sides = "up";
  a.stances = {"low=0.75", "s=1.25"};
  a.step = "1/2";
  a.threads = "1";
  BakeOptions options = options_of(a);
  options.mesh = true;
  auto out = bake(scene_of(level), options);
  if (!out) throw std::runtime_error(out.error().text());
  return std::move(*out);
}

ExactPoint drawn_place(std::mt19937& random) {
  const auto coordinate = [&]() -> mpq_class { return mpq_class(static_cast<int>(random() % 33)) / 8; };
  const mpq_class x = coordinate(), y = coordinate();
  return {x, y, mpq_class(static_cast<int>(random() % 5)) / 2};
}

// The shortest way through segments in order, as good as searching them with nine places each, closer and closer, finds
// it: no shorter than the shortest.
double length_through(const Place& from, const std::vector<std::array<Place, 2>>& gates, const Place& to) {
  constexpr int places = 9;
  std::vector<std::array<double, 2>> ranges(gates.size(), {0, 1});
  double best = HUGE_VAL;
  for (int round = 0; round < 60; ++round) {
    std::vector<std::vector<double>> shares;
    std::vector<std::vector<int>> before;
    std::vector<std::pair<Place, double>> reached{{from, 0}};
    for (std::size_t i = 0; i < gates.size(); ++i) {
      std::vector<std::pair<Place, double>> next;
      shares.emplace_back(), before.emplace_back();
      for (int k = 0; k < places; ++k) {
        const double share = ranges[i][0] + (ranges[i][1] - ranges[i][0]) * k / (places - 1);
        const auto& [a, b] = gates[i];
        const Place at{a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])};
        double least = HUGE_VAL;
        int via = 0;
        for (std::size_t j = 0; j < reached.size(); ++j) {
          const double length =
              reached[j].second + std::hypot(at[0] - reached[j].first[0], at[1] - reached[j].first[1]);
          if (length < least) least = length, via = static_cast<int>(j);
        }
        next.push_back({at, least});
        shares.back().push_back(share), before.back().push_back(via);
      }
      reached = std::move(next);
    }
    double least = HUGE_VAL;
    int via = 0;
    for (std::size_t j = 0; j < reached.size(); ++j) {
      const double length = reached[j].second + std::hypot(to[0] - reached[j].first[0], to[1] - reached[j].first[1]);
      if (length < least) least = length, via = static_cast<int>(j);
    }
    best = std::min(best, least);
    for (std::size_t i = gates.size(); i-- > 0; via = before[i][static_cast<std::size_t>(via)]) {
      const double at = shares[i][static_cast<std::size_t>(via)], quarter = (ranges[i][1] - ranges[i][0]) / 3;
      ranges[i] = {std::max(0.0, at - quarter), std::min(1.0, at + quarter)};
    }
  }
  return best;
}

Place place_of(const ExactPoint& p) { return {p[0].get_d(), p[1].get_d()}; }

// Whether a cell is left over the line that it was entered by.
bool has_fold(const NavMesh& mesh, const Route& r) {
  for (std::size_t i = 1; i < r.portals.size(); ++i) {
    const auto &p = mesh.portals[r.portals[i - 1]].on_a, &q = mesh.portals[r.portals[i]].on_a;
    if (cross(mesh.points[p[0]], mesh.points[p[1]], mesh.points[q[0]]) == 0 &&
        cross(mesh.points[p[0]], mesh.points[p[1]], mesh.points[q[1]]) == 0)
      return true;
  }
  return false;
}

// Empty, or what is wrong with the portals that a route names.
std::string fault_in_names(const NavMesh& mesh, const FoundDiscRoute& f, kernel::Label stance) {
  if (f.cells.size() != f.portals.size() + 1 || f.kinds.size() != f.portals.size()) return "as many cells as portals";
  std::vector<std::uint32_t> hops, named;
  for (std::size_t i = 0; i < f.portals.size(); ++i) {
    if (f.portals[i] >= mesh.portals.size()) return "a portal that is none";
    const NavMesh::Portal& p = mesh.portals[f.portals[i]];
    if (p.kind != f.kinds[i] || p.stance < stance) return "another portal";
    if (std::minmax(p.a, p.b) != std::minmax(f.cells[i], f.cells[i + 1])) return "cells that the portal does not join";
    if (p.kind != PortalKind::flush) hops.push_back(f.portals[i]);
  }
  for (std::size_t i = 1; i < f.line.size(); ++i) {
    const FoundDiscRoute::Stop &a = f.line[i - 1], &b = f.line[i];
    if (b.over.has_value() != (b.portal != Route::no_portal)) return "a hop without a name";
    if (!b.over) {
      for (const int n : {0, 1, 2, 3, 4}) {
        const ExactPoint m = between(a.point, b.point, mpq_class(n) / 4);
        if (std::ranges::none_of(f.cells, [&](NavMesh::CellIndex c) { return height_over(mesh, c, m) == m[2]; }))
          return "a way off the cells";
      }
      continue;
    }
    named.push_back(b.portal);
    const NavMesh::Portal& p = mesh.portals[b.portal];
    if (!same_plan(a.point, b.point)) return "a step to another place";
    if (abs(mpq_class(b.point[2] - a.point[2])) > step_height) return "too high a step";
    const bool up = p.b == b.cell;
    if ((up ? p.b : p.a) != b.cell) return "a step into another cell";
    if (!on_segment(a.point, mesh.points[(up ? p.on_a : p.on_b)[0]], mesh.points[(up ? p.on_a : p.on_b)[1]]) ||
        !on_segment(b.point, mesh.points[(up ? p.on_b : p.on_a)[0]], mesh.points[(up ? p.on_b : p.on_a)[1]]))
      return "a step beside its portal";
  }
  return hops == named ? "" : "other hops than portals";
}

double middle(const kernel::RationalInterval& i) { return mpq_class((i.low + i.high) / 2).get_d(); }

}  // namespace

TEST_CASE("stepped routes: a corridor's way is the shortest through its portals") {
  int found = 0, folded = 0;
  for (unsigned seed = 0; found < 300; ++seed) {
    REQUIRE(seed < 1000);
    CAPTURE(seed);
    const Baked level = baked(stepped_level(seed));
    const NavMesh& mesh = level.mesh();
    const NavQuery query(mesh);
    std::mt19937 random(seed);
    for (int k = 0; k < 12; ++k) {
      ExactPoint from = drawn_place(random), to = drawn_place(random);
      const auto start = query.locate(from, 1), goal = query.locate(to, 1);
      if (!start || !goal) continue;
      from[2] = start->height, to[2] = goal->height;
      const auto route = query.route(from, to, {.stance = 1});
      if (!route || route->portals.size() < 2) continue;
      ++found;
      folded += has_fold(mesh, *route);
      CHECK(fault_of(mesh, *route, 1, from, to) == "");
      std::vector<std::array<Place, 2>> gates;
      for (const std::uint32_t p : route->portals)
        gates.push_back(
            {place_of(mesh.points[mesh.portals[p].on_a[0]]), place_of(mesh.points[mesh.portals[p].on_a[1]])});
      CHECK(middle(route->plan_length) <= length_through(place_of(from), gates, place_of(to)) + 1e-9);
    }
  }
  CHECK(folded > 30);
}

TEST_CASE("stepped routes: a disc's route names every portal that it passes, and no step is too high") {
  Folder folder;
  int found = 0, steps = 0, many = 0, from_above = 0;
  for (unsigned seed = 0; found < 200; ++seed) {
    REQUIRE(seed < 500);
    CAPTURE(seed);
    const Baked level = baked(seed % 2 ? stepped_level(seed) : level_of_one_layer(seed));
    const NavMesh& mesh = level.mesh();
    const std::string file = folder / "n.json";
    {
      std::ofstream stream(file);
      StreamOutput out(stream);
      Progress progress;
      export_json(out, mesh, progress);
    }
    std::mt19937 random(seed);
    for (int k = 0; k < 4; ++k) {
      const ExactPoint from = drawn_place(random), to = drawn_place(random);
      for (const auto planner : {PlannerKind::vicinity, PlannerKind::euclid, PlannerKind::blockage}) {
        RouteOptions options{.navmesh = file,
                             .from = from,
                             .to = to,
                             .queries = {},
                             .stance = {},
                             .disc = RouteSettings{},
                             .window = {},
                             .weights = {},
                             .json = {},
                             .svg = {}};
        options.disc->planner = planner;
        options.disc->bound = true;
        options.disc->radius = planner != PlannerKind::euclid && k % 2 ? mpq_class(1, 8) : mpq_class(0);
        Progress progress;
        const auto way = find_navmesh_route(options, progress);
        if (!way) continue;
        const auto& disc = std::get<FoundDiscRoute>(*way);
        ++found;
        from_above += planner != PlannerKind::vicinity;
        CHECK(fault_in_names(mesh, disc, 1) == "");
        const auto n = std::ranges::count(disc.kinds, PortalKind::step);
        steps += n > 0, many += n > 1;
        if (planner != PlannerKind::vicinity || options.disc->radius > 0) continue;
        // No way of a point is shorter than what every route costs.
        const auto corridor = NavQuery(mesh).route(from, to, {.stance = 1});
        REQUIRE(corridor);
        CHECK(*disc.facts.bound <= corridor->plan_length.high);
      }
    }
  }
  CHECK(steps > 50);
  CHECK(many > 20);
  CHECK(from_above > 40);
}

TEST_CASE("stepped routes: a straight piece costs the same however it is cut") {
  using Triangle = PlanTriangulation::Index;
  int cut = 0, near_steps = 0, weighted = 0, between_triangles = 0;
  for (unsigned seed = 0; cut < 150; ++seed) {
    REQUIRE(seed < 1000);
    CAPTURE(seed);
    const Baked level = baked(stepped_level(seed));
    const NavMesh& mesh = level.mesh();
    std::mt19937 random(seed);
    RouteSettings settings;
    settings.radius = mpq_class(1 + static_cast<int>(random() % 4)) / 8;
    const bool heavy = seed % 2 == 1;
    FloorRoutes routes(mesh, {.stance = 1, .weights = {{1, heavy ? 3 : 1}}, .window = mpq_class(5, 8)}, settings);
    const PlanTriangulation& t = routes.floors().plan.triangulation;
    for (int k = 0; k < 12 && t.triangle_count() > 0; ++k) {
      // Two places of one facet, half of the time of one triangle, and one between them, within a triangle.
      const auto first_triangle = static_cast<Triangle>(random() % t.triangle_count());
      const NavFloors::Facet& facet = routes.floors().facet_of(first_triangle);
      const Triangle last_triangle =
          k % 2 ? first_triangle : facet.first + static_cast<Triangle>(random() % (facet.last - facet.first));
      const auto drawn = [&](Triangle triangle) {
        kernel::PlanPoint p{0, 0};
        mpq_class all = 0;
        for (PlanTriangulation::Index h = 3 * triangle; h < 3 * triangle + 3; ++h) {
          const mpq_class share = 1 + static_cast<int>(random() % 9);
          for (std::size_t axis = 0; axis < 2; ++axis) p[axis] += share * t.points[t.from(h)].at[axis];
          all += share;
        }
        return kernel::PlanPoint{p[0] / all, p[1] / all};
      };
      const kernel::PlanPoint p = drawn(first_triangle), q = drawn(last_triangle);
      const mpq_class share = mpq_class(static_cast<int>(random() % 17)) / 16;
      const kernel::PlanPoint m{p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
      std::optional<Triangle> middle_triangle;
      for (Triangle i = facet.first; i < facet.last; ++i) {
        const auto inside = [&](PlanTriangulation::Index h) {
          return kernel::orient2d(t.points[t.from(h)].at, t.points[t.to(h)].at, m) > 0;
        };
        if (inside(3 * i) && inside(3 * i + 1) && inside(3 * i + 2)) middle_triangle = i;
      }
      if (!middle_triangle) continue;
      // What a straight route costs; none where the disc does not fit or goes around.
      const auto straight = [&](const kernel::PlanPoint& from, Triangle in, const kernel::PlanPoint& to,
                                Triangle out) -> std::optional<mpq_class> {
        const FloorRoute route = routes.planner()({from, {in}}, {to, {out}});
        if (route.answer != FloorRoute::Answer::found) return std::nullopt;
        for (const auto& piece : route.pieces)
          if (kernel::orient2d(from, to, piece.q) != 0) return std::nullopt;
        CHECK(route.cost.width() * (mpz_class(1) << 38) <= route.cost.high);
        return mpq_class((route.cost.low + route.cost.high) / 2);
      };
      const auto whole = straight(p, first_triangle, q, last_triangle),
                 first = straight(p, first_triangle, m, *middle_triangle),
                 last = straight(m, *middle_triangle, q, last_triangle),
                 disc = straight(m, *middle_triangle, m, *middle_triangle),
                 back = straight(q, last_triangle, p, first_triangle);
      if (!whole || !first || !last || !disc || !back) continue;
      between_triangles += first_triangle != last_triangle;
      ++cut;
      weighted += heavy;
      for (PlanTriangulation::Index h = 3 * first_triangle; h < 3 * first_triangle + 3; ++h)
        if (t.is_open(h) && t.rise(h) > 0) {
          ++near_steps;
          break;
        }
      const mpq_class off = abs(mpq_class(*whole + *disc - *first - *last)), turned = abs(mpq_class(*whole - *back));
      CHECK(off * (mpz_class(1) << 36) <= *whole + *disc);
      CHECK(turned * (mpz_class(1) << 36) <= *whole);
    }
  }
  CHECK(near_steps > 40);
  CHECK(weighted > 40);
  CHECK(between_triangles > 20);
}

TEST_CASE("stepped routes: a wall's widest gate is named for every disc that is too wide for it") {
  int passed = 0, stopped = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto number = [&](int low, int high) -> mpq_class {
      return mpq_class(low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1))) / 8;
    };
    // Two rooms, the second perhaps one step higher, a wall as thick as is drawn, and gates in it from below to above.
    const mpq_class rise = random() % 2 ? step_height : mpq_class(0), thick = number(1, 12), far = 8 + thick;
    NavBuilder b;
    b.box(0, 0, 8, 16);
    b.box(far, 0, far + 8, 16, rise);
    mpq_class y = number(4, 12), widest = 0;
    kernel::PlanPoint low, high;
    for (NavMesh::CellIndex gate = 2; gate < 5; ++gate) {
      const mpq_class width = number(4, 20);
      b.box(8, y, far, y + width);
      b.flush(0, gate, {8, y, 0}, {8, y + width, 0});
      if (rise == 0) b.flush(gate, 1, {far, y, 0}, {far, y + width, 0});
      else
        b.portal(PortalKind::step, 1, gate, {ExactPoint{far, y + width, rise}, {far, y, rise}},
                 {ExactPoint{far, y + width, 0}, {far, y, 0}});
      if (width > widest) widest = width;
      y += width + number(1, 16);
    }
    if (seed % 3 == 0) b.box(0, 0, far + 8, 16, 4);  // another storey
    const NavMesh mesh = b.mesh();
    for (const int more : {0, 1}) {
      RouteSettings settings;
      settings.radius = widest / 2 + (more ? mpq_class(1, mpz_class(1) << (random() % 60)) : mpq_class(0));
      if (settings.radius > 3) continue;
      FloorRoutes routes(mesh, {.stance = 1, .weights = {}, .window = 2}, settings);
      const FloorRoute route = routes({4, 8, 0}, {far + 4, 8, 2});
      if (!more) {
        ++passed;
        CHECK(route.answer == FloorRoute::Answer::found);
        continue;
      }
      ++stopped;
      REQUIRE(route.answer == FloorRoute::Answer::too_narrow);
      CHECK(squared_width(*route.passage) == widest * widest);
      for (const auto& end : route.passage->ends) CHECK((end[0] >= 8 && end[0] <= far));
    }
  }
  CHECK(passed > 40);
  CHECK(stopped > 40);
}

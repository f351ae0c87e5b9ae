// SPDX-License-Identifier: GPL-3.0-or-later
// A query that is kept while doors close and open, beside a new query of the navmesh after each change.
//
// 1. Doors by hand: what is found, and what is no floor while a door is closed.
// 2. Random storeys with steps and welds of both kinds, and random doors, cuts and reverts: neighbours, lengths and
//    errors are those of a new query; landmarks are asked in half of them.
// 3. More cells are closed than there is room for.
#include "plumb/pipeline/updated_query.h"

#include <random>

#include "support/nav_builder.h"
#include "support/property.h"
#include "support/route_check.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using kernel::PlanPoint;
using Kind = Change::Kind;

UpdateArea area(const kernel::PlanRing& polygon, std::optional<HeightRange> heights = {}) {
  auto made = make_update_area(polygon, std::move(heights));
  REQUIRE(made);
  return *made;
}

// Rooms of 4 x 4 on a board, a storey above them with holes, flights between both, gaps, and a third floor of slanted
// welds beside it.
NavMesh random_floors() {
  NavBuilder b;
  std::map<std::array<int, 3>, NavMesh::CellIndex> at;
  for (int z = 0; z < 2; ++z)
    for (int x = 0; x < 3; ++x)
      for (int y = 0; y < 3; ++y)
        if (drawn(0, 6) != 0)
          at[{x, y, z}] = b.box(4 * x, 4 * y, 4 * x + 4, 4 * y + 4, 3 * z, drawn(0, 5) == 0 ? 1 : 2);
  if (at.empty()) at[{0, 0, 0}] = b.box(0, 0, 4, 4);
  const auto corner = [](int x, int y, int z) { return ExactPoint{x, y, z}; };
  const NavMesh cells = b.mesh();
  const auto admitted = [&](NavMesh::CellIndex c, NavMesh::CellIndex d) {
    return std::min({cells.cells[c].stance, cells.cells[d].stance, static_cast<kernel::Label>(drawn(1, 2))});
  };
  for (const auto& [p, cell] : at)
    for (int z = 0; z < 2; ++z) {
      const auto [x, y, own] = p;
      const PortalKind kind = z == own ? PortalKind::flush : PortalKind::step;
      // To the right, and to the rear; steps lead from one storey to the other.
      if (const auto q = at.find({x + 1, y, z}); q != at.end() && drawn(0, 3) >= (z == own ? 1 : 3)) {
        const int low = 4 * y + drawn(0, 1), high = 4 * y + drawn(2, 4);
        b.portal(kind, cell, q->second, {corner(4 * x + 4, low, 3 * own), corner(4 * x + 4, high, 3 * own)},
                 {corner(4 * x + 4, low, 3 * z), corner(4 * x + 4, high, 3 * z)}, admitted(cell, q->second));
      }
      if (const auto q = at.find({x, y + 1, z}); q != at.end() && drawn(0, 3) >= (z == own ? 1 : 3)) {
        const int low = 4 * x + drawn(0, 1), high = 4 * x + drawn(2, 4);
        b.portal(kind, cell, q->second, {corner(high, 4 * y + 4, 3 * own), corner(low, 4 * y + 4, 3 * own)},
                 {corner(high, 4 * y + 4, 3 * z), corner(low, 4 * y + 4, 3 * z)}, admitted(cell, q->second));
      }
    }
  // An island across a gap, whose weld is straight or slants.
  if (const auto p = at.find({2, 1, 0}); p != at.end()) {
    const NavMesh::CellIndex island = b.box(13, 4, 15, 8);
    const int shift = drawn(0, 1);
    b.portal(PortalKind::weld, p->second, island, {corner(12, 4, 0), corner(12, 7, 0)},
             {corner(13, 4, 0), corner(13, 7 + shift, 0)}, cells.cells[p->second].stance);
  }
  return b.mesh();
}

UpdateArea random_door() {
  const int x = drawn(-1, 14), y = drawn(-1, 12), w = drawn(1, 9), h = drawn(1, 9);
  const kernel::PlanRing box{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, triangle{{x, y}, {x + w, y}, {x, y + h}};
  const int low = 3 * drawn(0, 1) - 1;
  return area(drawn(0, 2) == 0 ? triangle : box,
              drawn(0, 1) == 0 ? std::nullopt : std::optional(HeightRange{low, low + 2 + 3 * drawn(0, 1)}));
}

}  // namespace

TEST_CASE("UpdatedQuery: a door that closes and opens") {
  NavBuilder b;
  b.box(0, 0, 8, 4);
  UpdatedQuery level(b.mesh());
  const UpdateId door = *level.prepare(area({{3, 0}, {4, 0}, {4, 4}, {3, 4}}), {Kind::block, 0, ""});
  const ExactPoint here{1, 2, 0}, there{7, 2, 0}, within{mpq_class(7) / 2, 2, 0};
  NavQuery& query = level.query();
  query.prepare(1);
  CHECK(query.route(here, there, {.stance = 1})->plan_length.low == 6);
  CHECK(level.enable(door));
  CHECK_FALSE(level.enable(door));
  CHECK(query.route(here, there, {.stance = 1}).error().code == ErrorCode::unreachable);
  CHECK(query.route(within, there, {.stance = 1}).error().code == ErrorCode::no_floor);
  CHECK(query.locate({3, 2, 0}, 1)->cells.size() == 1);  // the door's side belongs to the room alone
  CHECK(level.disable(door));
  CHECK(query.route(here, there, {.stance = 1})->plan_length.low == 6);
  CHECK(query.locate({3, 2, 0}, 1)->cells.size() == 2);
  CHECK(&query == &level.query());
  // What cuts changes the query, whose landmarks stay.
  CHECK(level.update(area({{5, 0}, {6, 0}, {6, 4}, {5, 4}}), {Kind::block, 0, ""}));
  CHECK(level.query().route(here, there, {.stance = 1}).error().code == ErrorCode::unreachable);
  CHECK(&query == &level.query());
  CHECK(query.is_prepared(1));
  CHECK(level.revert(door + 1));
  CHECK(level.query().route(here, there, {.stance = 1})->plan_length.low == 6);
}

TEST_CASE("UpdatedQuery: what a file blocks is floor where an update unblocks it") {
  NavBuilder b;
  b.box(0, 0, 8, 4);
  NavMesh mesh = b.mesh();
  mesh.cells[0].state = std::make_shared<const CellState>(CellState{1, 1, {}});
  UpdatedQuery level(std::move(mesh));
  CHECK(!level.query().locate({1, 1, 0}, 1));
  const UpdateId id = *level.update(area({{0, 0}, {8, 0}, {8, 4}, {0, 4}}), {Kind::unblock, 0, ""});
  CHECK(level.query().route({1, 1, 0}, {2, 1, 0}, {.stance = 1}));
  CHECK(level.revert(id));
  CHECK(!level.query().locate({1, 1, 0}, 1));
  const UpdateId half = *level.update(area({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), {Kind::unblock, 0, ""});
  CHECK(level.query().locate({1, 1, 0}, 1));
  CHECK(!level.query().locate({6, 1, 0}, 1));
  CHECK(level.revert(half));
  CHECK(!level.query().locate({1, 1, 0}, 1));
}

TEST_CASE("UpdatedQuery: costs and tags of an update that is enabled are those of the navmesh") {
  NavBuilder b;
  b.box(0, 0, 8, 4);
  UpdatedQuery level(b.mesh());
  const UpdateId mud = *level.prepare(area({{3, 0}, {4, 0}, {4, 4}, {3, 4}}), {Kind::set_cost, 3, ""});
  for (const bool on : {true, false}) {
    CHECK(level.mesh().cells == level.updates().mesh().cells);
    CHECK((on ? level.enable(mud) : level.disable(mud)));
  }
  CHECK(level.mesh().cells == level.updates().mesh().cells);
}

namespace {

// The corners of a cell, by which two navmeshes with the same cells know it.
std::vector<ExactPoint> corners_of(const NavMesh& mesh, NavMesh::CellIndex c) {
  std::vector<ExactPoint> out;
  for (const NavMesh::Facet& f : mesh.cells[c].facets)
    for (const NavMesh::PointIndex p : f.corners) out.push_back(mesh.points[p]);
  return out;
}

}  // namespace

TEST_CASE("UpdatedQuery: property: it answers as a new query of the navmesh does") {
  Met met({{"found", 300},
           {"unreachable", 100},
           {"no floor", 100},
           {"welds", 10},
           {"cut again", 20},
           {"reverts", 20},
           {"turns", 50},
           {"slanted welds", 20}});
  CHECK(check_many("doors that close and open", 60, met, [&] {
    UpdatedQuery level(random_floors());
    std::vector<UpdateId> doors;
    for (int k = drawn(1, 5); k > 0; --k)
      doors.push_back(*level.prepare(random_door(), {drawn(0, 3) == 0 ? Kind::unblock : Kind::block, 0, ""}));
    const bool prepared = drawn(0, 1) == 0;
    if (prepared) level.query().prepare(1);
    for (int step = 0; step < 8; ++step) {
      const UpdateId door = doors[static_cast<std::size_t>(drawn(0, static_cast<int>(doors.size()) - 1))];
      if (!level.enable(door)) RC_ASSERT(level.disable(door));
      if (drawn(0, 2) == 0) {
        const bool tags = drawn(0, 1) == 0;
        RC_ASSERT(bool(level.update(random_door(), {tags ? Kind::tag : Kind::block, 0, tags ? "t" : ""})));
        ++met["cut again"];
      } else if (drawn(0, 2) == 0) {
        met["reverts"] += level.revert(static_cast<UpdateId>(drawn(1, static_cast<int>(level.updates().last()))));
        std::erase_if(doors, [&](UpdateId id) { return !level.updates().is_live(id); });
        if (doors.empty()) doors.push_back(*level.prepare(random_door(), {}));
      }
      if (drawn(0, 19) == 0) level.renew();
      if (prepared) RC_ASSERT(level.query().is_prepared(1));
      const NavMesh mesh = level.updates().mesh();
      RC_ASSERT(is_valid(mesh));
      const NavQuery expected(mesh);
      const NavQuery& kept = level.query();
      std::map<std::vector<ExactPoint>, NavMesh::CellIndex> by_corners;
      for (NavMesh::CellIndex c = 0; c < level.mesh().cells.size(); ++c)
        if (level.mesh().cells[c].stance > 0) by_corners[corners_of(level.mesh(), c)] = c;
      RC_ASSERT(by_corners.size() == mesh.cells.size());
      const auto kept_of = [&](NavMesh::CellIndex c) { return by_corners.at(corners_of(mesh, c)); };
      for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
        RC_ASSERT(kept.is_closed(kept_of(c)) == (mesh.cells[c].open_to() < 1));
        RC_ASSERT(level.mesh().cells[kept_of(c)].updated().tags == mesh.cells[c].updated().tags);
        std::vector<NavMesh::CellIndex> here, there;
        for (const auto& n : kept.neighbours(kept_of(c), 1)) here.push_back(n.cell);
        for (const auto& n : expected.neighbours(c, 1)) there.push_back(kept_of(n.cell));
        std::ranges::sort(here);
        std::ranges::sort(there);
        RC_ASSERT(here == there);
      }
      for (int pair = 0; pair < 4; ++pair) {
        const auto place = [] {
          return ExactPoint{mpq_class(drawn(0, 120)) / 8, mpq_class(drawn(0, 96)) / 8, drawn(0, 4)};
        };
        const NavQuery::RouteOptions options{.stance = static_cast<kernel::Label>(drawn(1, 2))};
        const ExactPoint from = place(), to = place();
        const auto right = expected.route(from, to, options), found = kept.route(from, to, options);
        RC_ASSERT(bool(right) == bool(found));
        NavQuery::Path path;
        const auto told = kept.path({from[0].get_d(), from[1].get_d(), from[2].get_d()},
                                    {to[0].get_d(), to[1].get_d(), to[2].get_d()}, options, path);
        RC_ASSERT((told == NavQuery::PathFound::found) == bool(found));
        if (!right) {
          RC_ASSERT(right.error().code == found.error().code);
          ++met[right.error().code == ErrorCode::unreachable ? "unreachable" : "no floor"];
          continue;
        }
        ++met["found"];
        met["turns"] += found->corners.size() > 2;
        for (const std::uint32_t p : right->portals) met["welds"] += mesh.portals[p].kind == PortalKind::weld;
        RC_ASSERT(fault_of(level.mesh(), *found, options.stance, found->corners.front().point,
                           found->corners.back().point) == "");
        // Where a weld slants, cells are chosen by distances between midpoints: of cells that tie others may be taken.
        const auto slants = [&](const NavMesh::Portal& p) {
          const auto run = [&](const auto& side, std::size_t k) -> mpq_class {
            return mesh.points[side[1]][k] - mesh.points[side[0]][k];
          };
          return p.kind == PortalKind::weld && (run(p.on_a, 0) != run(p.on_b, 0) || run(p.on_a, 1) != run(p.on_b, 1)) &&
                 expected.route(from, mesh.points[p.on_a[0]], options);
        };
        if (std::ranges::any_of(mesh.portals, slants)) {
          ++met["slanted welds"];
          continue;
        }
        // Of paths of one length another may be found: they may pass a corner on another side.
        RC_ASSERT(found->plan_length.low <= right->plan_length.high &&
                  right->plan_length.low <= found->plan_length.high);
        RC_ASSERT(std::abs(path.length - right->plan_length.low.get_d()) <= 0x1p-36 * (1 + path.length));
      }
    }
  }));
}

TEST_CASE("NavQuery: more cells are closed than it has made room for, and opened again") {
  // A board, most of whose black squares are closed: corners of white ones that meet in a point come apart.
  constexpr int size = 20;
  NavBuilder b;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) b.box(x, y, x + 1, y + 1);
  const NavMesh mesh = b.link_edges().mesh();
  std::mt19937 random(7);
  const auto place = [&] {
    return ExactPoint{mpq_class(static_cast<int>(random() % (8 * size))) / 8,
                      mpq_class(static_cast<int>(random() % (8 * size))) / 8, 0};
  };
  NavQuery query(mesh);
  query.prepare(1);
  NavMesh now = mesh;
  int found = 0;
  const auto check = [&](int pairs) {
    std::erase_if(now.portals, [&](const NavMesh::Portal& p) {
      return std::min(now.cells[p.a].open_to(), now.cells[p.b].open_to()) == kernel::blocked;
    });
    const NavQuery expected(now);
    for (; pairs > 0; --pairs) {
      const ExactPoint from = place(), to = place();
      const auto right = expected.route(from, to, {.stance = 1}), same = query.route(from, to, {.stance = 1});
      REQUIRE(bool(right) == bool(same));
      if (!right) continue;
      ++found;
      REQUIRE(right->plan_length.low <= same->plan_length.high);
      REQUIRE(same->plan_length.low <= right->plan_length.high);
    }
  };
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    const bool black = (c % size + c / size) % 2 == 1;
    if (random() % 10 == 0 ? !black : black) {
      query.set_closed(c, true);
      now.cells[c].state = std::make_shared<const CellState>(CellState{1, 1, {}});
    }
    if (c % 20 == 0) check(10);
  }
  check(100);
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) query.set_closed(c, false);
  now = mesh;
  check(100);
  CHECK(found > 150);
}

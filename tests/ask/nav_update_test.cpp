// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes under updates: floors over one another, slopes, portals of every kind, and taking all back.
#include "plumb/pipeline/nav_update.h"

#include <numeric>
#include <sstream>

#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_query.h"
#include "support/nav_builder.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plumb::pipeline;
using kernel::Decomposition;
using kernel::PlanPoint;
using kernel::PlanRing;
using Kind = Change::Kind;

std::string json_of(const NavMesh& mesh) {
  std::ostringstream stream;
  StreamOutput out(stream);
  Progress silent;
  export_json(out, mesh, silent);
  return stream.str();
}

UpdateArea area(const PlanRing& polygon, std::optional<HeightRange> heights = {}) {
  auto made = make_update_area(polygon, std::move(heights));
  REQUIRE(made);
  return *made;
}
UpdateArea box(int x0, int y0, int x1, int y1, std::optional<HeightRange> heights = {}) {
  return area({{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, std::move(heights));
}

std::size_t component_count(const NavMesh& mesh, kernel::Label stance = 1) {
  std::uint32_t count = 0;
  for (const std::uint32_t c : components(mesh, stance))
    if (c != no_component) count = std::max(count, c + 1);
  return count;
}

// The sum of squares is no measure of length, but lengths along the axes are.
mpq_class border_length(const NavMesh& mesh, kernel::Label stance = 1) {
  mpq_class sum = 0;
  for (const BorderInterval& b : border(mesh, stance)) {
    const ExactPoint &p = mesh.points[b.from], &q = mesh.points[b.to];
    sum += abs(mpq_class(q[0] - p[0])) + abs(mpq_class(q[1] - p[1]));
  }
  return sum;
}

mpq_class plan_area(const NavMesh& mesh, auto&& counts) {
  mpq_class sum = 0;
  for (const NavMesh::Cell& c : mesh.cells) {
    if (!counts(c)) continue;
    for (const NavMesh::Facet& f : c.facets) {
      PlanRing ring;
      for (const auto p : f.corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
      sum += kernel::signed_area(ring);
    }
  }
  return sum;
}
mpq_class open_area(const NavMesh& mesh) {
  return plan_area(mesh, [](const NavMesh::Cell& c) { return c.open_to() >= 1; });
}

NavMesh one_floor() {
  NavBuilder b;
  b.box(0, 0, 8, 8);
  return b.mesh();
}
NavMesh two_floors() {
  NavBuilder b;
  b.box(0, 0, 4, 8);
  b.box(4, 0, 8, 8);
  return b.link_edges().mesh();
}

}  // namespace

TEST_CASE("NavUpdate: without updates, and with one beside all, it is its base") {
  NavUpdate update(two_floors());
  const std::string before = json_of(update.base());
  CHECK(json_of(update.mesh()) == before);
  const UpdateId id = *update.update(box(8, 0, 12, 8), {});
  CHECK(update.facts().met == 0);
  CHECK(json_of(update.mesh()) == before);
  CHECK(update.revert(id));
  CHECK_FALSE(update.revert(id));
  CHECK_FALSE(update.revert(7));
}

TEST_CASE("NavUpdate: a block within a floor leaves a way around, and one across it none") {
  NavUpdate update(one_floor());
  const UpdateId within = *update.update(box(2, 2, 4, 4), {});
  NavMesh mesh = update.mesh();
  CHECK(is_valid(mesh));
  CHECK(mesh.cells.size() == 5);
  CHECK(component_count(mesh) == 1);
  CHECK(border_length(mesh) == 32 + 8);
  CHECK(open_area(mesh) == 60);
  for (const NavMesh::Cell& c : mesh.cells)
    if (c.state) CHECK(*c.state == CellState{within, 1, {}});
  const UpdateId across = *update.update(box(-1, 3, 9, 5), {});
  mesh = update.mesh();
  CHECK(is_valid(mesh));
  CHECK(component_count(mesh) == 2);
  CHECK(open_area(mesh) == 8 * 6 - 2);
  CHECK(NavQuery(mesh).route({1, 1, 0}, {1, 7, 0}, {.stance = 1}).error().code == ErrorCode::unreachable);
  CHECK(NavQuery(mesh).route({1, 4, 0}, {1, 7, 0}, {.stance = 1}).error().code == ErrorCode::no_floor);
  CHECK(update.revert(across));
  CHECK(NavQuery(update.mesh()).route({1, 1, 0}, {1, 7, 0}, {.stance = 1}));
  CHECK(update.revert(within));
  CHECK(update.mesh().cells == update.base().cells);
}

TEST_CASE("NavUpdate: changes apply in the order of their numbers, whatever went in between") {
  NavUpdate update(one_floor());
  const UpdateArea all = box(0, 0, 8, 8);
  const auto state = [&] {
    const NavMesh mesh = update.mesh();
    REQUIRE(mesh.cells.size() == 1);
    return mesh.cells[0].updated();
  };
  const UpdateId block = *update.update(all, {Kind::block, 0, ""});
  const UpdateId add = *update.update(all, {Kind::add_cost, 2, ""});
  const UpdateId set = *update.update(all, {Kind::set_cost, mpq_class(1) / 2, ""});
  const UpdateId wet = *update.update(all, {Kind::tag, 0, "wet"});
  REQUIRE(update.update(all, {Kind::tag, 0, "dark"}));
  CHECK(state() == CellState{block, mpq_class(1) / 2, {"dark", "wet"}});
  const UpdateId unblock = *update.update(all, {Kind::unblock, 0, ""});
  REQUIRE(update.update(all, {Kind::add_cost, 1, ""}));
  const UpdateId dry = *update.update(all, {Kind::untag, 0, "wet"});
  CHECK(state() == CellState{0, mpq_class(3) / 2, {"dark"}});
  update.revert(set);
  CHECK(state() == CellState{0, 4, {"dark"}});
  update.revert(unblock);
  update.revert(dry);
  update.revert(add);
  CHECK(state() == CellState{block, 2, {"dark", "wet"}});
  update.revert(wet);
  CHECK(state() == CellState{block, 2, {"dark"}});
}

TEST_CASE("NavUpdate: a prepared update cuts when it is prepared, and never again") {
  NavUpdate update(two_floors());
  const UpdateId id = *update.prepare(box(3, 3, 5, 5), {});
  CHECK(update.facts().cuts == 2);
  const std::string prepared = json_of(update.mesh());
  CHECK(component_count(update.mesh()) == 1);
  CHECK(open_area(update.mesh()) == 64);
  for (int k = 0; k < 2; ++k) {
    CHECK(update.enable(id));
    CHECK(update.facts().cuts == 0);
    CHECK(open_area(update.mesh()) == 60);
    CHECK_FALSE(update.enable(id));
    CHECK(update.disable(id));
    CHECK(update.facts().cuts == 0);
    CHECK(json_of(update.mesh()) == prepared);
    CHECK_FALSE(update.disable(id));
  }
  CHECK_FALSE(update.enable(*update.update(box(0, 0, 1, 1), {})));
  CHECK(update.revert(id));
  CHECK_FALSE(update.enable(id));
}

TEST_CASE("NavUpdate: six overlapping updates, taken back in each of 720 orders") {
  const std::vector<PlanRing> areas{{{1, 1}, {7, 1}, {1, 7}}, {{2, 0}, {6, 4}, {2, 8}}, {{0, 4}, {8, 4}, {4, 8}},
                                    {{3, 3}, {5, 3}, {4, 9}}, {{4, 0}, {8, 8}, {0, 8}}, {{1, 1}, {7, 1}, {4, 4}}};
  const std::vector<Change> changes{{Kind::block, 0, ""},    {Kind::add_cost, 2, ""}, {Kind::unblock, 0, ""},
                                    {Kind::tag, 0, "water"}, {Kind::block, 0, ""},    {Kind::set_cost, 3, ""}};
  for (const Decomposition d : {Decomposition::bounded, Decomposition::seed}) {
    std::map<std::set<UpdateId>, std::string> known;  // by what is live
    known[{}] = json_of(two_floors());
    std::array<UpdateId, 6> order{1, 2, 3, 4, 5, 6};
    bool same = true;
    int rounds = 0;
    do {
      if (d == Decomposition::seed && ++rounds % 60 != 0) continue;  // it makes all anew each time
      NavUpdate update(two_floors(), d);
      std::set<UpdateId> live;
      for (std::size_t k = 0; k < 6; ++k) live.insert(*update.update(area(areas[k]), changes[k]));
      for (const UpdateId id : order) {
        update.revert(id);
        live.erase(id);
        const std::string now = json_of(update.mesh());
        same = same && known.try_emplace(live, now).first->second == now;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(same);
    if (d == Decomposition::bounded) CHECK(known.size() == 63);  // all but all six
  }
}

TEST_CASE("NavUpdate: bounded and seed give every place one state") {
  NavUpdate bounded(two_floors()), seed(two_floors(), Decomposition::seed);
  const std::vector<PlanRing> areas{
      {{1, 1}, {7, 1}, {1, 7}}, {{2, 0}, {6, 4}, {2, 8}}, {{0, 4}, {8, 4}, {4, 8}}, {{3, 3}, {5, 3}, {4, 9}}};
  const std::vector<Change> changes{
      {Kind::tag, 0, "b"}, {Kind::add_cost, 2, ""}, {Kind::block, 0, ""}, {Kind::tag, 0, "a"}};
  const auto same = [&] {
    for (const NavMesh::CellIndex c : {0, 1})
      if (!(bounded.state_regions(c) == seed.state_regions(c))) return false;
    return true;
  };
  for (std::size_t k = 0; k < areas.size(); ++k)
    for (NavUpdate* update : {&bounded, &seed}) REQUIRE(update->update(area(areas[k]), changes[k]));
  CHECK(same());
  CHECK(bounded.state_regions(0).states.size() > 4);
  for (const UpdateId id : {3, 1}) {
    bounded.revert(id);
    CHECK_FALSE(same());
    seed.revert(id);
    CHECK(same());
  }
}

TEST_CASE("unfit_for_updates: facets without an area and upright portals, which a file may have") {
  CHECK_FALSE(unfit_for_updates(two_floors()));
  NavBuilder flat;
  flat.box(0, 0, 4, 4);
  flat.cell({{5, 0, 0}, {6, 0, 0}, {7, 0, 0}});
  CHECK(unfit_for_updates(flat.mesh()) == "a facet of cell 1 is not convex or has no area, seen from above");
  NavBuilder upright;
  const auto a = upright.box(0, 0, 4, 4), b = upright.box(4, 0, 8, 4);
  upright.flush(a, b, {4, 0, 0}, {4, 0, 1});
  CHECK(unfit_for_updates(upright.mesh()) == "a portal of cells 0 and 1 is upright");
}

TEST_CASE("NavUpdate: a cell that no update meets keeps its record, and one whose updates went has it again") {
  NavUpdate update(two_floors());
  const UpdateId left = *update.update(box(1, 1, 2, 2), {}), right = *update.update(box(5, 1, 6, 2), {});
  CHECK(update.revert(left));
  const NavMesh mesh = update.mesh();
  CHECK(mesh.cells[0] == update.base().cells[0]);
  CHECK(mesh.cells.size() == 6);
  CHECK(update.revert(right));
  CHECK(update.mesh().cells == update.base().cells);
}

TEST_CASE("NavUpdate: an area of two heights meets the storeys between them, ends included") {
  NavBuilder b;
  b.box(0, 0, 4, 4, 0);
  b.box(0, 0, 4, 4, 3);
  const NavMesh base = b.mesh();
  const auto blocked = [&](std::optional<HeightRange> heights) {
    NavUpdate update(base);
    REQUIRE(update.update(box(1, 1, 2, 2, std::move(heights)), {}));
    std::set<mpq_class> at;
    const NavMesh mesh = update.mesh();
    CHECK(is_valid(mesh));
    for (const NavMesh::Cell& c : mesh.cells)
      if (c.open_to() < 1) at.insert(mesh.points[c.facets[0].corners[0]][2]);
    return at;
  };
  CHECK(blocked({}) == std::set<mpq_class>{0, 3});
  CHECK(blocked(HeightRange{0, 3}) == std::set<mpq_class>{0, 3});
  CHECK(blocked(HeightRange{1, 3}) == std::set<mpq_class>{3});
  CHECK(blocked(HeightRange{-1, 0}) == std::set<mpq_class>{0});
  CHECK(blocked(HeightRange{0, 0}) == std::set<mpq_class>{0});
  CHECK(blocked(HeightRange{1, 2}).empty());
}

TEST_CASE("NavUpdate: on a slope heights are two more lines") {
  NavBuilder b;
  b.cell({{0, 0, 0}, {8, 0, 4}, {8, 8, 4}, {0, 8, 0}});
  NavUpdate update(b.mesh());
  REQUIRE(update.update(box(-1, 2, 9, 4, HeightRange{1, 3}), {}));
  const NavMesh mesh = update.mesh();
  CHECK(is_valid(mesh));
  CHECK(open_area(mesh) == 64 - 4 * 2);
  for (const NavMesh::Cell& c : mesh.cells)
    for (const auto p : c.facets[0].corners) {
      const ExactPoint& at = mesh.points[p];
      CHECK(2 * at[2] == at[0]);
      if (c.open_to() >= 1) continue;
      CHECK(at[0] >= 2);
      CHECK(at[0] <= 6);
    }
  CHECK(component_count(mesh) == 1);
}

TEST_CASE("NavUpdate: a merged cell of several facets is cut with all of them") {
  // A roof: two facets of one cell, which meet at x = 4.
  NavBuilder b;
  const NavMesh::CellIndex roof =
      b.cell(2, {{{0, 0, 0}, {4, 0, 2}, {4, 8, 2}, {0, 8, 0}}, {{4, 0, 2}, {8, 0, 0}, {8, 8, 0}, {4, 8, 2}}});
  const NavMesh base = b.mesh();
  SECTION("over both") {
    NavUpdate update(base);
    REQUIRE(update.update(box(2, 2, 6, 6), {}));
    const NavMesh mesh = update.mesh();
    CHECK(is_valid(mesh));
    CHECK(open_area(mesh) == 48);
    for (const NavMesh::Cell& c : mesh.cells)
      if (c.open_to() < 1) CHECK(c.facets.size() == 2);
    // Portals bend at the ridge, and are straight pieces.
    for (const NavMesh::Portal& p : mesh.portals) {
      const mpq_class x = mesh.points[p.on_a[0]][0], other = mesh.points[p.on_a[1]][0];
      CHECK((x - 4) * (other - 4) >= 0);
    }
    CHECK(component_count(mesh) == 1);
    CHECK(border_length(mesh) == 32 + 16);
  }
  SECTION("a cut that runs over the ridge: a portal on either side of it") {
    NavUpdate update(base);
    REQUIRE(update.update(box(1, 3, 2, 4), {}));
    const NavMesh mesh = update.mesh();
    CHECK(is_valid(mesh));
    std::size_t at_ridge = 0;
    for (const NavMesh::Portal& p : mesh.portals)
      for (const auto end : p.on_a) {
        const ExactPoint& at = mesh.points[end];
        CHECK(at[2] == (at[0] <= 4 ? mpq_class(at[0] / 2) : mpq_class(4 - at[0] / 2)));
        at_ridge += at[0] == 4;
      }
    CHECK(at_ridge == 2);
    CHECK(border_length(mesh) == 32 + 4);
  }
  SECTION("at the heights of the ridge") {
    NavUpdate update(base);
    REQUIRE(update.update(box(0, 0, 8, 8, HeightRange{1, 2}), {}));
    const NavMesh mesh = update.mesh();
    CHECK(is_valid(mesh));
    CHECK(open_area(mesh) == 32);
    CHECK(component_count(mesh) == 2);
  }
  SECTION("at the eaves: two parts of one area") {
    NavUpdate update(base);
    const UpdateId id = *update.update(box(-1, 2, 9, 6, HeightRange{-1, 1}), {});
    CHECK(open_area(update.mesh()) == 64 - 16);
    CHECK(component_count(update.mesh()) == 1);
    CHECK(update.state_regions(roof).regions.size() == 3);
    CHECK(update.revert(id));
    CHECK(update.mesh().cells == base.cells);
  }
}

TEST_CASE("NavUpdate: a portal along a bent side is clipped where its cells are") {
  // Two roofs of one cell each, with the ridge at x = 4, side by side along y = 4.
  NavBuilder b;
  const auto roof = [&](int y) {
    return b.cell(2, {{{0, y, 0}, {4, y, 2}, {4, y + 4, 2}, {0, y + 4, 0}},
                      {{4, y, 2}, {8, y, 0}, {8, y + 4, 0}, {4, y + 4, 2}}});
  };
  const auto near = roof(0), far = roof(4);
  b.flush(near, far, {8, 4, 0}, {0, 4, 0});
  NavUpdate update(b.mesh());
  REQUIRE(update.update(box(5, 1, 6, 7), {}));
  const NavMesh mesh = update.mesh();
  CHECK(is_valid(mesh));
  mpq_class length = 0;
  for (const NavMesh::Portal& p : mesh.portals) {
    for (const auto end : p.on_a) {
      const ExactPoint& at = mesh.points[end];
      CHECK(at[2] == (at[0] <= 4 ? mpq_class(at[0] / 2) : mpq_class(4 - at[0] / 2)));
    }
    if (mesh.points[p.on_a[0]][1] == 4 && mesh.points[p.on_a[1]][1] == 4)
      length += abs(mpq_class(mesh.points[p.on_a[0]][0] - mesh.points[p.on_a[1]][0]));
  }
  CHECK(length == 7);
}

TEST_CASE("NavUpdate: steps and welds are clipped to what is open on both sides") {
  NavBuilder b;
  const auto low = b.box(0, 0, 4, 8, 0), high = b.box(4, 0, 8, 8, mpq_class(1) / 4), far = b.box(9, 0, 12, 8, 0);
  b.portal(PortalKind::step, low, high, {ExactPoint{4, 0, 0}, {4, 8, 0}},
           {ExactPoint{4, 0, mpq_class(1) / 4}, {4, 8, mpq_class(1) / 4}});
  b.portal(PortalKind::weld, high, far, {ExactPoint{8, 0, mpq_class(1) / 4}, {8, 8, mpq_class(1) / 4}},
           {ExactPoint{9, 0, 0}, {9, 8, 0}});
  b.portal(PortalKind::weld, far, high, {ExactPoint{9, 8, 0}, {9, 0, 0}},
           {ExactPoint{8, 8, mpq_class(1) / 4}, {8, 0, mpq_class(1) / 4}});
  const NavMesh base = b.mesh();
  NavUpdate update(base);
  const auto lengths = [](const NavMesh& mesh) {
    std::map<PortalKind, mpq_class> out;
    for (const NavMesh::Portal& p : mesh.portals)
      out[p.kind] += abs(mpq_class(mesh.points[p.on_a[1]][1] - mesh.points[p.on_a[0]][1]));
    return out;
  };
  const UpdateId low_side = *update.update(box(3, 1, 4, 3), {});
  NavMesh mesh = update.mesh();
  CHECK(is_valid(mesh));
  CHECK(lengths(mesh)[PortalKind::step] == 6);
  CHECK(lengths(mesh)[PortalKind::weld] == 16);
  for (const NavMesh::Portal& p : mesh.portals)
    if (p.kind == PortalKind::step)
      for (int k = 0; k < 2; ++k) {
        CHECK(mesh.points[p.on_a[k]][1] == mesh.points[p.on_b[k]][1]);
        CHECK(mesh.points[p.on_b[k]][2] - mesh.points[p.on_a[k]][2] == mpq_class(1) / 4);
      }
  const UpdateId far_side = *update.update(box(9, 2, 10, 5), {}), high_side = *update.update(box(7, 4, 8, 8), {});
  mesh = update.mesh();
  CHECK(is_valid(mesh));
  CHECK(lengths(mesh)[PortalKind::weld] == 2 * 2);  // of 8: 2 to 5 is blocked there, 4 to 8 here
  for (const UpdateId id : {low_side, far_side, high_side}) CHECK(update.revert(id));
  CHECK(json_of(update.mesh()) == json_of(base));
}

TEST_CASE("NavUpdate: cells that are not walked on are left alone") {
  NavBuilder b;
  b.box(0, 0, 4, 4, 0, kernel::blocked);
  NavUpdate update(b.mesh());
  REQUIRE(update.update(box(1, 1, 2, 2), {}));
  CHECK(update.facts().met == 0);
  CHECK(update.mesh().cells == update.base().cells);
}

TEST_CASE("NavUpdate: pieces that are made when they are asked for are those made after each change") {
  Met met({{"many in one cell", 10}, {"reverted", 100}, {"asked between", 50}, {"seed", 5}});
  CHECK(check_many("changes that nobody looks at", 60, met, [&] {
    const bool seed = drawn(0, 7) == 0, many = !seed && drawn(0, 2) == 0;
    met["seed"] += seed;
    met["many in one cell"] += many;
    const auto decomposition = seed ? Decomposition::seed : Decomposition::bounded;
    NavUpdate at_once(two_floors(), decomposition), later(two_floors(), decomposition);
    std::vector<UpdateId> live;
    for (int step = drawn(1, seed ? 6 : many ? 60 : 15); step > 0; --step) {
      if (!live.empty() && drawn(0, 3) == 0) {
        std::swap(live[static_cast<std::size_t>(drawn(0, static_cast<int>(live.size()) - 1))], live.back());
        RC_ASSERT(at_once.revert(live.back()) && later.revert(live.back()));
        live.pop_back();
        ++met["reverted"];
      } else {
        const int x = drawn(-1, 60), y = drawn(-1, 60), w = drawn(1, many ? 8 : 40), h = drawn(1, many ? 8 : 40);
        const auto at = [&](int u, int v) { return PlanPoint{mpq_class(u) / 8, mpq_class(v) / 8}; };
        // Not convex: an update of several parts.
        const UpdateArea where = area({at(x, y), at(x + 2 * w, y), at(x + 2 * w, y + h), at(x + w, y + h),
                                       at(x + w, y + 2 * h), at(x, y + 2 * h)});
        live.push_back(*at_once.update(where, {}));
        RC_ASSERT(live.back() == *later.update(where, {}));
      }
      at_once.settle();
      const UpdateFacts& facts = at_once.facts();
      if (drawn(0, 9) != 0) continue;
      ++met["asked between"];
      const UpdateFacts& same = later.facts();
      RC_ASSERT(same.met == facts.met && same.cuts == facts.cuts && same.made == facts.made &&
                same.joined == facts.joined);
    }
    RC_ASSERT(json_of(later.mesh()) == json_of(at_once.mesh()));
    for (const NavMesh::CellIndex c : {0u, 1u}) RC_ASSERT(later.state_regions(c) == at_once.state_regions(c));
  }));
}

TEST_CASE("make_update_area: polygons that are none are refused, others are made of convex parts") {
  using C = ErrorCode;
  const auto code = [](const PlanRing& ring) { return make_update_area(ring, {}).error().code; };
  CHECK(code({}) == C::bad_face);
  CHECK(code({{0, 0}, {1, 1}}) == C::bad_face);
  CHECK(code({{0, 0}, {1, 1}, {2, 2}}) == C::bad_face);
  CHECK(code({{0, 0}, {2, 2}, {2, 0}, {0, 2}}) == C::bad_face);
  CHECK(make_update_area({{0, 0}, {2, 0}, {0, 2}}, HeightRange{2, 1}).error().code == C::out_of_range);
  const auto l_shape = make_update_area({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, {});
  REQUIRE(l_shape);
  CHECK(l_shape->parts.size() == 2);
  const auto turned = make_update_area({{0, 0}, {0, mpq_class(3) / 4}, {2, 0}, {2, 0}}, {});
  REQUIRE(turned);
  CHECK(turned->parts == std::vector<PlanRing>{{{0, 0}, {2, 0}, {0, mpq_class(3) / 4}}});
  CHECK(turned->unit == 4);
}

TEST_CASE("updates: a negative cost and an empty tag are no changes") {
  NavBuilder b;
  b.box(0, 0, 8, 8);
  NavUpdate update(b.mesh());
  const UpdateArea all = box(0, 0, 8, 8);
  const UpdateId first = *update.update(all, {Kind::set_cost, 2, ""});
  const NavMesh before = update.mesh();
  const auto refused = [&](const Change& change, ErrorCode code) {
    for (const auto& answer : {update.update(all, change), update.prepare(all, change)}) {
      REQUIRE(!answer);
      CHECK(answer.error().code == code);
      CHECK(answer.error().message.find(';') != std::string::npos);
    }
  };
  int drawn = 0;
  std::mt19937 random(1);
  for (; drawn < 50; ++drawn) {
    const mpq_class cost = -mpq_class(1 + static_cast<int>(random() % 99)) / (1 + static_cast<int>(random() % 99));
    refused({random() % 2 ? Kind::set_cost : Kind::add_cost, cost, ""}, ErrorCode::out_of_range);
    refused({random() % 2 ? Kind::tag : Kind::untag, 0, ""}, ErrorCode::bad_option);
  }
  refused({Kind::set_cost, -3, ""}, ErrorCode::out_of_range);
  // Nothing has changed, and no number was given.
  CHECK(update.mesh().cells == before.cells);
  CHECK(update.last() == first);
  CHECK(*update.update(all, {Kind::set_cost, 0, ""}) == first + 1);
  CHECK(*update.update(all, {Kind::block, -3, ""}) == first + 2);
}

TEST_CASE("NavUpdate: property: on a board of squares, components and border are those of a flood over its fields") {
  Met met({{"several components", 20}, {"reverted", 50}, {"seed", 20}, {"many", 10}});
  CHECK(check_many("blocks on a board", 60, met, [&] {
    constexpr int size = 6;
    // Rectangles side by side in columns, and flush portals where they meet.
    NavBuilder b;
    std::vector<std::array<int, 4>> boxes;
    for (int x = 0; x < size;) {
      const int width = drawn(1, size - x);
      for (int y = 0; y < size;) {
        const int height = drawn(1, size - y);
        boxes.push_back({x, y, x + width, y + height});
        b.box(x, y, x + width, y + height);
        y += height;
      }
      x += width;
    }
    for (NavMesh::CellIndex i = 0; i < boxes.size(); ++i)
      for (NavMesh::CellIndex k = i + 1; k < boxes.size(); ++k) {
        const auto &p = boxes[i], &q = boxes[k];
        const int low_x = std::max(p[0], q[0]), high_x = std::min(p[2], q[2]), low_y = std::max(p[1], q[1]),
                  high_y = std::min(p[3], q[3]);
        if (low_x == high_x && low_y < high_y) b.flush(i, k, {low_x, low_y, 0}, {low_x, high_y, 0});
        if (low_y == high_y && low_x < high_x) b.flush(i, k, {high_x, low_y, 0}, {low_x, low_y, 0});
      }
    const bool seed = drawn(0, 3) == 0;
    met["seed"] += seed;
    NavUpdate update(b.mesh(), seed ? Decomposition::seed : Decomposition::bounded);
    std::map<UpdateId, std::array<int, 5>> live;  // the last: whether it blocks
    const bool many = !seed && drawn(0, 5) == 0;
    met["many"] += many;
    for (int step = drawn(1, seed ? 3 : many ? 60 : 10); step > 0; --step) {
      if (!live.empty() && drawn(0, 3) == 0) {
        const auto at = std::next(live.begin(), drawn(0, static_cast<int>(live.size()) - 1));
        RC_ASSERT(update.revert(at->first));
        live.erase(at);
        ++met["reverted"];
        continue;
      }
      const int x = drawn(-1, size - 1), y = drawn(-1, size - 1), w = drawn(1, 4), h = drawn(1, 4),
                blocks = drawn(0, 3) > 0;
      const UpdateArea where = box(x, y, x + w, y + h);
      live[*update.update(where, {blocks ? Kind::block : Kind::unblock, 0, ""})] = {x, y, x + w, y + h, blocks};
    }
    std::array<std::array<int, size>, size> field{};  // 0: open, -1: blocked, then its component
    for (const auto& [id, r] : live)
      for (int x = std::max(0, r[0]); x < std::min(size, r[2]); ++x)
        for (int y = std::max(0, r[1]); y < std::min(size, r[3]); ++y) field[x][y] = r[4] ? -1 : 0;
    const auto open = [&](int x, int y) { return x >= 0 && y >= 0 && x < size && y < size && field[x][y] >= 0; };
    int count = 0, border = 0, area = 0;
    for (int x = 0; x < size; ++x)
      for (int y = 0; y < size; ++y) {
        if (!open(x, y)) continue;
        ++area;
        for (const auto& [dx, dy] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) border += !open(x + dx, y + dy);
        if (field[x][y] != 0) continue;
        ++count;
        std::vector<std::pair<int, int>> stack{{x, y}};
        while (!stack.empty()) {
          const auto [u, v] = stack.back();
          stack.pop_back();
          if (!open(u, v) || field[u][v] != 0) continue;
          field[u][v] = count;
          for (const auto& [dx, dy] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) stack.emplace_back(u + dx, v + dy);
        }
      }
    const NavMesh mesh = update.mesh();
    RC_ASSERT(is_valid(mesh));
    RC_ASSERT(open_area(mesh) == area);
    RC_ASSERT(plan_area(mesh, [](const NavMesh::Cell&) { return true; }) == size * size);
    RC_ASSERT(component_count(mesh) == static_cast<std::size_t>(count));
    RC_ASSERT(border_length(mesh) == border);
    met["several components"] += count > 1;
  }));
}

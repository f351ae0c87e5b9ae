// SPDX-License-Identifier: GPL-3.0-or-later
// Audits against a baseline: what is known, new and gone, on floors with holes whose areas are known.
//
// A floor of 14 by 14 has a navmesh of all unit squares but some. Its numbers are fractions, so that no grid forgives
// anything, or multiples of cells that the file states.
#include <set>

#include "plumb/bake.h"
#include "plumb/pipeline/baseline.h"
#include "plumb/scene.h"
#include "support/audited.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using State = BaselineFacts::State;
using Square = std::array<int, 2>;
using Holes = std::set<Square>;

constexpr int side = 14;

Holes rectangle(int x, int y, int width, int depth) {
  Holes out;
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < depth; ++j) out.insert({x + i, y + j});
  return out;
}
Holes operator+(Holes a, const Holes& b) {
  a.insert(b.begin(), b.end());
  return a;
}

// All squares of a floor but the holes.
ForeignMesh mesh_without(const Holes& holes, double z = 0) {
  std::vector<double> coordinates;
  std::vector<std::uint32_t> corners, sizes;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y) {
      if (holes.contains({x, y})) continue;
      for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        corners.push_back(static_cast<std::uint32_t>(coordinates.size() / 3));
        coordinates.insert(coordinates.end(), {static_cast<double>(x + dx), static_cast<double>(y + dy), z});
      }
      sizes.push_back(4);
    }
  ForeignMesh out = *foreign_mesh(coordinates, corners, sizes, UpAxis::z);
  out.is_exact = true;
  return out;
}

// Squares of that side over one another, baked without steps.
Baked floors(const std::vector<double>& heights) {
  std::vector<double> coordinates;
  std::vector<std::uint32_t> corners;
  for (const double z : heights)
    for (const auto& [x, y] : {std::pair{0, 0}, {side, 0}, {side, side}, {0, side}}) {
      corners.push_back(static_cast<std::uint32_t>(coordinates.size() / 3));
      coordinates.insert(coordinates.end(), {static_cast<double>(x), static_cast<double>(y), z});
    }
  const std::vector<std::uint32_t> sizes(heights.size(), 4);
  auto out =
      bake(*scene_from_polygons(std::span<const double>(coordinates), corners, sizes, UpAxis::z), {.sides = Sides::up});
  if (!out) FAIL(out.error().text());
  return std::move(*out);
}

AuditFacts audited(const Baked& floor, ForeignMesh mesh, const AuditFacts* earlier = nullptr, AuditSettings s = {}) {
  if (earlier) {
    auto baseline = read_baseline_text(audit_json(*earlier), "known.json");
    if (!baseline) FAIL(baseline.error().text());
    s.baseline = std::make_shared<const Baseline>(std::move(*baseline));
  }
  Progress silent;
  auto facts = audit(floor, std::move(mesh), s, silent);
  if (!facts) FAIL(facts.error().text());
  return std::move(*facts);
}

struct Counts {
  std::uint64_t is_new, known, gone;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.is_new << " new, " << c.known << " known, " << c.gone << " gone";
}
Counts counts(const AuditFacts& facts) {
  const BaselineFacts& b = facts.baseline.value();
  return {b.count(State::is_new), b.count(State::known), b.gone.size()};
}
mpq_class new_area(const AuditFacts& facts) {
  mpq_class out;
  for (const auto* places : {&facts.baseline->findings, &facts.baseline->overlaps})
    for (const BaselineFacts::Place& p : *places) out += exact(p.area);
  return out;
}

// Whether a component of the squares that are left of a floor with holes has nothing but squares of other holes.
bool has_island_in(const Holes& others, const Holes& holes) {
  Holes seen = holes;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y) {
      bool within = !seen.contains({x, y});
      for (std::vector<Square> stack{{x, y}}; !stack.empty();) {
        const auto [i, j] = stack.back();
        stack.pop_back();
        if (std::min(i, j) < 0 || std::max(i, j) >= side || !seen.insert({i, j}).second) continue;
        within = within && others.contains({i, j});
        stack.insert(stack.end(), {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}});
      }
      if (within) return true;
    }
  return false;
}

std::string refused_baseline(const std::string& text) {
  const auto read = read_baseline_text(text, "known.json");
  if (read) FAIL("it is a baseline");
  return read.error().text();
}

}  // namespace

TEST_CASE("baseline: a hole is known, another is new, what grows is new for the part that is new") {
  const Baked floor = floors({0});
  const Holes hole = rectangle(1, 1, 2, 2);
  const AuditFacts first = audited(floor, mesh_without(hole));
  CHECK(counts(audited(floor, mesh_without(hole), &first)) == Counts{0, 1, 0});

  const AuditFacts two = audited(floor, mesh_without(hole + rectangle(6, 6, 1, 1)), &first);
  CHECK(counts(two) == Counts{1, 1, 0});
  CHECK(new_area(two) == 1);
  CHECK_FALSE(two.passes());
  CHECK(contains(audit_text(two), "Against known.json: 1 new, 1 known, 0 gone."));
  CHECK(contains(audit_text(two), "Fails: new>0 (1)"));

  const AuditFacts grown = audited(floor, mesh_without(rectangle(1, 1, 3, 2)), &first);
  CHECK(counts(grown) == Counts{1, 0, 0});
  CHECK(new_area(grown) == 2);
  const ExactPoint at = grown.baseline->findings[0].at.value();
  CHECK(at[0] > 3);
  CHECK(at[0] < 4);

  const AuditFacts shrunk = audited(floor, mesh_without(rectangle(2, 1, 1, 2)), &first);
  CHECK(counts(shrunk) == Counts{0, 1, 0});
  CHECK(shrunk.passes());

  const AuditFacts mended = audited(floor, mesh_without({}), &first);
  CHECK(counts(mended) == Counts{0, 0, 1});
  CHECK(mended.baseline->gone[0].what == "missing unexplained");
  CHECK(mended.passes());
}

TEST_CASE("baseline: a known place that falls apart is known; two that run together are new between them") {
  const Baked floor = floors({0});
  const AuditFacts whole = audited(floor, mesh_without(rectangle(1, 1, 3, 1)));
  const AuditFacts apart = audited(floor, mesh_without(rectangle(1, 1, 1, 1) + rectangle(3, 1, 1, 1)), &whole);
  CHECK(counts(apart) == Counts{0, 2, 0});
  const AuditFacts together = audited(floor, mesh_without(rectangle(1, 1, 3, 1)), &apart);
  CHECK(counts(together) == Counts{1, 0, 0});
  CHECK(new_area(together) == 1);
}

TEST_CASE("baseline: neither an audit against itself nor one of fewer holes has anything new") {
  const Baked floor = floors({0});
  CHECK(check_many("baseline: against itself and of fewer holes", 100, [&] {
    Holes all, some;
    for (int k = drawn(1, 30); k > 0; --k) all.insert({drawn(0, side - 1), drawn(0, side - 1)});
    for (const Square& s : all)
      if (drawn(0, 1) != 0) some.insert(s);
    const AuditFacts first = audited(floor, mesh_without(all));
    const AuditFacts again = audited(floor, mesh_without(all), &first),
                     fewer = audited(floor, mesh_without(some), &first);
    RC_ASSERT(counts(again) == (Counts{0, first.findings.size() + first.joins.size(), 0}));
    RC_ASSERT(new_area(fewer) == 0);
    // What was a hole may be an island, which nothing joins.
    if (!has_island_in(all, some)) RC_ASSERT(fewer.baseline->count(State::is_new) == 0u);
    // What is new of all against some is the area of the difference.
    const AuditFacts more = audited(floor, mesh_without(all), &fewer);
    RC_ASSERT(new_area(more) == mpq_class(all.size() - some.size()));
  }));
}

TEST_CASE("baseline: an island in the midst of a known hole is a new join, and no new place of missing floor") {
  const Baked floor = floors({0});
  const Holes hole = rectangle(4, 4, 3, 3);
  const AuditFacts first = audited(floor, mesh_without(hole));
  Holes ring = hole;
  ring.erase({5, 5});
  REQUIRE(has_island_in(hole, ring));
  CHECK_FALSE(has_island_in(hole, hole));
  CHECK_FALSE(has_island_in(hole, rectangle(4, 4, 3, 1)));
  const AuditFacts island = audited(floor, mesh_without(ring), &first);
  CHECK(new_area(island) == 0);
  REQUIRE(island.joins.size() == 1);
  CHECK(island.baseline->joins[0].state == State::is_new);
  CHECK(counts(island) == Counts{1, 1, 0});
}

TEST_CASE("baseline: another storey, another difference and another cause are other places") {
  const Baked floor = floors({0, 4});
  const auto both = [](const Holes& low, const Holes& high) {
    ForeignMesh out = mesh_without(low);
    const ForeignMesh upper = mesh_without(high, 4);
    const auto first = static_cast<ForeignMesh::Index>(out.points.size());
    out.points.insert(out.points.end(), upper.points.begin(), upper.points.end());
    for (ForeignMesh::Polygon p : upper.polygons) {
      for (auto& c : p.corners) c += first;
      out.polygons.push_back(std::move(p));
    }
    link_by_edges(out, {}, 1);
    return out;
  };
  const Holes hole = rectangle(5, 5, 2, 2);
  const AuditFacts low = audited(floor, both(hole, {}));
  CHECK(counts(audited(floor, both(hole, hole), &low)) == Counts{1, 1, 0});
  CHECK(counts(audited(floor, both({}, hole), &low)) == Counts{1, 0, 1});
  // Cells whose outlines explain what is missing at the border, which nothing had explained.
  const Holes corner = rectangle(0, 0, 1, 1);
  const AuditFacts before = audited(floor, both(corner, {}));
  AuditSettings cells;
  cells.cell_size = cells.cell_height = mpq_class(1) / 2;
  const AuditFacts after = audited(floor, both(corner, {}), &before, cells);
  CHECK(counts(after) == Counts{1, 0, 1});
  REQUIRE(after.baseline->differs.size() == 2);
  CHECK(after.baseline->differs[0] == "the baker's cell_size null, now 1/2");
  CHECK(contains(audit_text(after), "The baseline has another setting: the baker's cell_size null, now 1/2."));
}

TEST_CASE("baseline: what grows by no more than the file's grid is known") {
  const Baked floor = floors({0});
  // A frame of four polygons around a hole, on cells of a quarter.
  const auto around = [](double x0, double x1, double y0, double y1) {
    const std::vector<double> coordinates{0,  0,  0, side, 0,  0, side, side, 0, 0,  side, 0,
                                          x0, y0, 0, x1,   y0, 0, x1,   y1,   0, x0, y1,   0};
    const std::vector<std::uint32_t> corners{0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7}, sizes(4, 4);
    ForeignMesh out = *foreign_mesh(std::span<const double>(coordinates), corners, sizes, UpAxis::z);
    out.settings.cell_size = out.settings.cell_height = mpq_class(1) / 4;
    return out;
  };
  const AuditFacts first = audited(floor, around(8, 12, 8, 12));
  REQUIRE(first.grid.kind == FileGrid::Kind::cells);
  CHECK(counts(audited(floor, around(7.75, 12.25, 8, 12.25), &first)) == Counts{0, 1, 0});
  const AuditFacts grown = audited(floor, around(8, 13, 8, 12), &first);
  CHECK(counts(grown) == Counts{1, 0, 0});
  CHECK(new_area(grown) == 3);  // of 1 by 4, what is farther than a cell from where it was
}

TEST_CASE("baseline: overlaps, joins and edges of three polygons") {
  const Folder folder;
  const auto box = [](int x0, int y0, int x1, int y1) {
    std::string out;
    for (const auto& [x, y] : {std::pair{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})
      out += "v " + std::to_string(x) + " " + std::to_string(y) + " 0\n";
    return out + "f -4 -3 -2 -1\n";
  };
  // Two rooms with a gap of 1; a navmesh of one polygon joins them. A further polygon lies over another.
  AuditArguments a{
      .level = level_of(folder.write("rooms.obj", box(0, 0, 4, 4) + box(5, 0, 9, 4) + box(20, 0, 24, 4)), "z"),
      .navmesh = folder.write("joined.obj", box(0, 0, 9, 4) + box(20, 0, 24, 4))};
  a.json = folder / "known.json";
  const AuditFacts first = tests::audited(a);
  REQUIRE(first.joins.size() == 1);
  a.baseline = a.json;
  a.json = "";
  CHECK(counts(tests::audited(a)) == Counts{0, 2, 0});
  a.navmesh = folder.write("apart.obj", box(0, 0, 4, 4) + box(5, 0, 9, 4) + box(20, 0, 24, 4) + box(21, 1, 22, 2));
  const AuditFacts over = tests::audited(a);
  CHECK(counts(over) == Counts{2, 0, 2});  // it is not linked to what it lies over
  CHECK(over.baseline->overlaps.at(0).state == State::is_new);
  CHECK(over.baseline->joins.at(0).state == State::is_new);
  CHECK(new_area(over) == 1);
  CHECK(over.baseline->gone[0].what == "excess nothing");
  CHECK(over.baseline->gone[1].what == "false join gap");
  // Three polygons along x = 4, that two of them cover twice.
  a.navmesh = folder.write("crowded.obj",
                           "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 2 0 0\nv 2 4 0\nf 1 2 3 4\nf 5 2 3 6\nf 3 2 6\n");
  const AuditFacts crowded = tests::audited(a);
  REQUIRE(crowded.structure.crowded_edges.size() == 1);
  CHECK(crowded.baseline->edges.at(0).state == State::is_new);
  a.baseline = {};
  a.json = folder / "crowded.json";
  tests::audited(a);
  a.baseline = a.json;
  a.json = "";
  const AuditFacts again = tests::audited(a);
  CHECK(again.baseline->edges.at(0).state == State::known);
  CHECK(again.baseline->count(State::is_new) == 0);
  CHECK(again.baseline->gone.empty());
}

TEST_CASE("baseline: its states are in JSON, the table, drawings and thresholds") {
  const Baked floor = floors({0});
  const AuditFacts first = audited(floor, mesh_without(rectangle(1, 1, 2, 2)));
  AuditSettings s;
  s.thresholds = *read_thresholds("new>1,known>0,gone>0");
  const AuditFacts facts = audited(floor, mesh_without(rectangle(1, 1, 2, 2) + rectangle(6, 6, 1, 1)), &first, s);
  REQUIRE(facts.verdicts.size() == 3);
  CHECK_FALSE(facts.verdicts[0].exceeded);
  CHECK(facts.verdicts[1].exceeded);
  CHECK_FALSE(facts.verdicts[2].exceeded);
  const std::string json = audit_json(facts);
  CHECK(contains(json, "\"state\":\"new\",\"new_area\":{\"exact\":\"1\",\"approx\":1.0}"));
  CHECK(contains(json, "\"state\":\"known\""));
  CHECK_FALSE(contains(audit_json(first), "\"state\""));
  CHECK(contains(audit_csv(facts), ",names,state\n"));
  CHECK(contains(audit_csv(facts), ",new\n"));
  CHECK_FALSE(contains(audit_csv(first), "state"));
  std::ostringstream drawing;
  StreamOutput out(drawing);
  draw_audit(out, "audit.obj", facts, floor.mesh());
  CHECK(contains(drawing.str(), "new"));
}

TEST_CASE("baseline: what is none is refused in one line") {
  const Folder folder;
  const Baked floor = floors({0});
  AuditSettings s;
  s.limit = 1;
  const std::string good = audit_json(audited(floor, mesh_without(rectangle(1, 1, 2, 2))));
  CHECK(read_baseline_text(good, "known.json"));
  CHECK(contains(refused_baseline(audit_json(audited(floor, mesh_without({{1, 1}, {5, 5}}), nullptr, s))),
                 "it lists 1 of 2 findings, and all others would be new; write it with limit = 2 or more"));
  CHECK(contains(refused_baseline("{"), "is no baseline"));
  CHECK(contains(refused_baseline("[]"), "it is no object"));
  CHECK(contains(refused_baseline("{}"), "is no baseline"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string out = good;
    const std::size_t at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
  };
  CHECK(contains(refused_baseline(changed("\"cause\":\"unexplained\",", "\"cause\":\"rain\",")), "'rain' is no cause"));
  CHECK(contains(refused_baseline(changed("\"causes\":[{", "\"causes\":[],\"was\":[{")), "a place has no cause"));
  CHECK(contains(refused_baseline(changed("\"rings\":[[[", "\"rings\":[[[\"x\",\"1\",\"0\"],[")), "'x' is no number"));
  CHECK(contains(refused_baseline(changed("\"rings\":[[[", "\"rings\":[[[\"1\",\"0\"],[")), "three coordinates"));
  CHECK(contains(refused_baseline(changed("\"rings\":[[[", "\"rings\":[[[\"9\",\"9\",\"7\"],[")), "no convex polygon"));
  const std::size_t first = good.find("\"rings\":[[[") + 10;
  const std::string corner = good.substr(first, good.find(']', first) + 1 - first);
  CHECK(contains(refused_baseline(changed("\"rings\":[[", "\"rings\":[[" + corner + ",")), "no convex polygon"));
  AuditArguments a{.level = level_of(folder.write("floor.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n"), "z"),
                   .navmesh = folder.write("m.obj", empty_mesh)};
  a.fail_if = "new>0";
  CHECK(contains(refused(a), "asks what is new, which no audit knows without --baseline"));
  a.baseline = folder / "none.json";
  CHECK(contains(refused(a), "none.json"));
  s.thresholds = *read_thresholds("gone>0");
  Progress silent;
  CHECK_FALSE(audit(floor, mesh_without({}), s, silent));
}

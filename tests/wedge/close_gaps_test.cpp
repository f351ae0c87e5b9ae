// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps are closed where no rule forbids it.
// 1. The rules: a case for each, which no other rule forbids.
// 2. Meshes by hand: edges that touch, gaps of the distance and of 2^-60 more, sides of walls, walls that cross, and
//    what stops those who stand there.
// 3. Along a row of floors of which each could follow the next, no corner moves farther than the distance.
#include <catch2/catch.hpp>
#include <set>

#include "gaps/gap_rules.h"
#include "plumb/pipeline/wedge_stages.h"
#include "support/triangle_meshes.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;
using pipeline::Contraction;
using pipeline::GapRule;
using pipeline::GapRules;
using surface::FanMesh;
using surface::TriangleMesh;
using Index = TriangleMesh::Index;
using pipeline::CloseGapsOptions;

const ExactPoint here{0, 0, 0};

/// A mesh by its corners' numbers. Points are in one place unless it matters where they are: only moves are looked at.
struct Case {
  GapRule rule;
  std::vector<std::array<Index, 3>> triangles;
  Contraction contraction;
  std::vector<ExactPoint> places = {};
  std::vector<TriangleMesh::BoundaryEdge> walls = {};  ///< triangle, side, class, line, side of it
  mpq_class squared_gap = 100;
  bool stopped = false;
};

FanMesh mesh_of(const Case& c) {
  TriangleMesh mesh;
  mesh.points = c.places;
  for (const auto& corners : c.triangles) {
    mesh.triangles.push_back({corners});
    for (const Index p : corners) mesh.points.resize(std::max<std::size_t>(mesh.points.size(), p + 1), here);
  }
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < beyond.size(); ++t)
    for (std::uint8_t i = 0; i < 3; ++i) {
      if (beyond[t][i] != TriangleMesh::none) continue;
      mesh.boundary.push_back({t, i});
      for (const auto& w : c.walls)
        if (w.triangle == t && w.side == i) mesh.boundary.back() = w;
    }
  return FanMesh(mesh);
}

// Vertex 0 on to vertex 1.
Contraction to_vertex(const ExactPoint& at = here) { return {.vertex = 0, .onto = 1, .nearest = at, .at = at}; }
// A vertex to the first edge of the first triangle, of the corners 1, 2 and 3.
Contraction to_edge(Index vertex = 0, const ExactPoint& at = {1, 0, 0}) {
  return {.vertex = vertex, .edge = 0, .nearest = {1, 0, 0}, .at = at};
}
// Vertex 0 in the middle of that edge.
const std::vector<ExactPoint> on_edge{{1, 0, 0}, {0, 0, 0}, {2, 0, 0}, {1, 2, 0}};

// Triangles by their corners' places; triangles of one `sheet` have equal places in common, others do not.
class MeshMaker {
 public:
  MeshMaker& triangle(int sheet, const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
    mesh_.triangles.push_back({{point(sheet, a), point(sheet, b), point(sheet, c)}, 0});
    return *this;
  }
  MeshMaker& box(int sheet, const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1,
                 const mpq_class& z = 0) {
    triangle(sheet, {x0, y0, z}, {x1, y0, z}, {x1, y1, z});
    return triangle(sheet, {x0, y0, z}, {x1, y1, z}, {x0, y1, z});
  }
  TriangleMesh mesh() const {
    TriangleMesh out = mesh_;
    const auto beyond = neighbours(out);
    for (TriangleMesh::Index t = 0; t < beyond.size(); ++t)
      for (std::uint8_t i = 0; i < 3; ++i)
        if (beyond[t][i] == TriangleMesh::none) out.boundary.push_back({t, i});
    return out;
  }
  TriangleMesh::Index point(int sheet, const ExactPoint& p) {
    const auto [at, is_new] = known_.try_emplace({sheet, p}, static_cast<TriangleMesh::Index>(mesh_.points.size()));
    if (is_new) mesh_.points.push_back(p);
    return at->second;
  }

 private:
  TriangleMesh mesh_;
  std::map<std::pair<int, ExactPoint>, TriangleMesh::Index> known_;
};

TriangleMesh closed(TriangleMesh mesh, const CloseGapsOptions& options, pipeline::OperationFacts* told = nullptr) {
  CHECK(is_valid(mesh));
  const mpq_class before = area(mesh);
  const auto facts = close_gaps(mesh, options);
  CHECK(is_valid(mesh));
  CHECK(area(mesh) == before + facts.gained.exact.value() - facts.lost.exact.value());
  if (told) *told = facts;
  return mesh;
}

}  // namespace

TEST_CASE("gap rules: each forbids something that no other does") {
  using enum surface::EdgeClass;
  const std::vector<Case> cases{
      // Two vertices, 0 and 1.
      {GapRule::outgoing, {{0, 2, 3}, {1, 2, 4}}, to_vertex()},
      {GapRule::incoming, {{0, 3, 2}, {1, 4, 2}}, to_vertex()},
      {GapRule::folded, {{0, 2, 3}, {1, 3, 2}}, to_vertex()},
      {GapRule::inner, {{0, 2, 3}, {0, 3, 4}, {0, 4, 2}, {1, 5, 6}}, to_vertex()},
      // Around 2 three triangles lead from 0 to 1, and one is apart.
      {GapRule::neighbour, {{2, 0, 3}, {2, 3, 4}, {2, 4, 1}, {2, 5, 6}}, to_vertex()},
      // From 2 to 3 around 0, from 3 to 2 around 1; another around 0.
      {GapRule::cycle, {{0, 2, 3}, {1, 3, 4}, {1, 4, 2}, {0, 5, 6}}, to_vertex()},
      // The same of a vertex and the edge from 1 to 2: from 1 over 4 to 2 around 0.
      {GapRule::cycle, {{1, 2, 3}, {0, 1, 4}, {0, 4, 2}, {0, 5, 6}}, to_edge(), on_edge},
      // A vertex and the edge from 1 to 2, opposite of 3.
      {GapRule::same_triangle, {{1, 2, 3}}, to_edge(3, on_edge[3]), on_edge},
      {GapRule::opposite_vertex, {{1, 2, 3}, {0, 3, 4}}, to_edge(), on_edge},
      {GapRule::half_edge_from, {{1, 2, 3}, {1, 0, 4}}, to_edge(), on_edge},
      {GapRule::half_edge_to, {{1, 2, 3}, {0, 2, 4}}, to_edge(), on_edge},
      {GapRule::fan_at_start, {{1, 2, 3}, {1, 3, 4}, {1, 4, 0}, {1, 5, 6}}, to_edge(), on_edge},
      {GapRule::fan_at_end, {{1, 2, 3}, {2, 0, 4}, {2, 4, 3}, {2, 5, 6}}, to_edge(), on_edge},
      // Walls on both sides of both fans; then edges of two sides that would become one, of two vertices and of an
      // edge.
      {GapRule::wall,
       {{0, 2, 3}, {1, 4, 5}},
       to_vertex(),
       {},
       {{0, 0, blocked, 7, true}, {0, 2, blocked, 7, true}, {1, 0, blocked, 7, false}, {1, 2, blocked, 8, false}}},
      {GapRule::wall, {{0, 2, 3}, {1, 4, 2}}, to_vertex(), {}, {{0, 0, blocked, 7, true}, {1, 2, blocked, 7, false}}},
      {GapRule::wall,
       {{1, 2, 3}, {0, 1, 4}},
       to_edge(),
       on_edge,
       {{0, 0, blocked, 7, true}, {1, 0, blocked, 7, false}}},
      {.rule = GapRule::column, .triangles = {{0, 2, 3}, {1, 4, 5}}, .contraction = to_vertex(), .stopped = true},
      {.rule = GapRule::creep,
       .triangles = {{0, 2, 3}, {1, 4, 5}},
       .contraction = to_vertex({-11, 0, 0}),
       .places = {{0, 0, 0}, {-11, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-10, 0, 0}, {-11, 1, 0}}},
      {.rule = GapRule::flip,
       .triangles = {{0, 2, 3}, {1, 4, 5}},
       .contraction = to_vertex({3, 0, 0}),
       .places = {{0, 0, 0}, {3, 0, 0}, {1, 0, 0}, {0, 1, 0}, {4, 0, 0}, {3, 1, 0}}},
      // Without area counts, too: of the halves of an edge's triangle.
      {GapRule::flip, {{1, 2, 3}, {0, 4, 5}}, to_edge(0, {0, 0, 0}), {{0, 0, 0}, {0, 0, 0}, {2, 0, 0}, {1, 2, 0}}},
  };
  std::set<GapRule> met;
  for (const Case& c : cases) {
    const FanMesh mesh = mesh_of(c);
    const GapRules rules{c.squared_gap, [&](const ExactPoint&, const ExactPoint&) { return c.stopped; }};
    const auto name = [](std::optional<GapRule> rule) { return std::string(rule ? text_of(*rule) : "none"); };
    INFO(text_of(c.rule) << " " << &c - cases.data());
    CHECK(name(rules.forbids(mesh, c.contraction)) == text_of(c.rule));
    CHECK(name(rules.forbids(mesh, c.contraction, bit_of(c.rule))) == "none");
    met.insert(c.rule);
  }
  CHECK(met.size() == pipeline::gap_rule_count);
}

TEST_CASE("gap rules: fans side by side may be joined, and all of them to a disc") {
  const GapRules rules{100, [](const ExactPoint&, const ExactPoint&) { return false; }};
  // 0 and 1 have fans that close the disc around both.
  CHECK_FALSE(rules.forbids(mesh_of({{}, {{0, 2, 3}, {1, 3, 4}, {1, 4, 2}}, {}}), to_vertex()));
  // They are joined by an edge with triangles on both sides, which go.
  CHECK_FALSE(rules.forbids(mesh_of({{}, {{0, 1, 2}, {1, 0, 3}}, {}}), to_vertex()));
  CHECK_FALSE(rules.forbids(mesh_of({{}, {{1, 2, 3}, {0, 4, 5}}, {}, on_edge}), to_edge()));
}

TEST_CASE("close_gaps: what touches is joined, edge to edge and corner to edge") {
  // Two beside one: a corner in the middle of its side.
  const TriangleMesh mesh = closed(MeshMaker().box(0, 0, 0, 2, 2).box(1, 2, 0, 4, 1).box(2, 2, 1, 4, 2).mesh(), {});
  CHECK(component_count(mesh) == 1);
  CHECK(area(mesh) == 8);
  CHECK(mesh.triangles.size() == 7);
}

TEST_CASE("close_gaps: a gap of d closes, one of d + 2^-60 does not") {
  const mpq_class d(1, 8);
  for (const bool beyond : {false, true}) {
    const mpq_class x = 2 + d + (beyond ? power_of_two(-60) : mpq_class(0));
    const TriangleMesh mesh = closed(MeshMaker().box(0, 0, 0, 2, 2).box(1, x, 0, 4, 2).mesh(), {.gap = d});
    CHECK(component_count(mesh) == (beyond ? 2 : 1));
  }
}

TEST_CASE("close_gaps: low triangles go, and what was beside them takes their class") {
  MeshMaker maker;
  maker.box(0, 0, 0, 2, 2).triangle(0, {2, 0, 0}, {2 + power_of_two(-10), 1, 0}, {2, 2, 0});
  TriangleMesh mesh = maker.mesh();
  for (auto& e : mesh.boundary)
    if (e.triangle == 2) e.edge_class = surface::EdgeClass::blocked;
  pipeline::OperationFacts facts;
  const TriangleMesh kept = closed(mesh, {.min_altitude = power_of_two(-9)}, &facts);
  CHECK(kept.triangles.size() == 2);
  CHECK(facts.lost.exact == power_of_two(-10));
  CHECK(std::ranges::count(kept.boundary, surface::EdgeClass::blocked, &TriangleMesh::BoundaryEdge::edge_class) == 1);
}

TEST_CASE("close_gaps: the sides of a wall are not joined, what is beside it is") {
  TriangleMesh mesh = MeshMaker()
                          .box(0, 0, 0, 2, 1)
                          .box(0, 0, 1, 2, 2)
                          .box(0, 0, 2, 2, 3)
                          .box(1, 2, 0, 4, 1)
                          .box(1, 2, 1, 4, 2)
                          .box(1, 2, 2, 4, 3)
                          .mesh();
  // From y = 1 to y = 2.
  for (auto& e : mesh.boundary) {
    const auto& c = mesh.triangles[e.triangle].corners;
    const auto &p = mesh.points[c[e.side]], &q = mesh.points[c[(e.side + 1) % 3]];
    if (p[0] != 2 || q[0] != 2 || p[1] + q[1] != 3) continue;
    e.wall_line = 0;
    e.left_of_wall = e.triangle < 6;
    e.edge_class = surface::EdgeClass::blocked;
  }
  const TriangleMesh kept = closed(mesh, {});
  CHECK(component_count(kept) == 1);
  CHECK(std::ranges::count(kept.boundary, 0u, &TriangleMesh::BoundaryEdge::wall_line) == 3);  // one of them in two
}

TEST_CASE("close_gaps: where walls cross, an opening in one arm is found") {
  // Four squares around the origin, walls between all but the two on the left.
  TriangleMesh mesh =
      MeshMaker().box(0, -1, -1, 0, 0).box(1, 0, -1, 1, 0).box(2, 0, 0, 1, 1).box(3, -1, 0, 0, 1).mesh();
  for (auto& e : mesh.boundary) {
    const auto& c = mesh.triangles[e.triangle].corners;
    const auto &p = mesh.points[c[e.side]], &q = mesh.points[c[(e.side + 1) % 3]];
    const bool along_y = p[0] == 0 && q[0] == 0, along_x = p[1] == 0 && q[1] == 0 && p[0] + q[0] > 0;
    if (!along_x && !along_y) continue;
    e.wall_line = along_y ? 0 : 1;
    const auto& third = mesh.points[c[(e.side + 2) % 3]];
    e.left_of_wall = along_y ? third[0] < 0 : third[1] > 0;
  }
  const TriangleMesh kept = closed(mesh, {});
  CHECK(component_count(kept) == 3);
}

TEST_CASE("close_gaps: nothing happens across what stops who stands there") {
  const TriangleMesh mesh = MeshMaker().box(0, 0, 0, 2, 2).box(1, mpq_class(9, 4), 0, 4, 2).mesh();
  pipeline::OperationFacts facts;
  const auto kept = closed(
      mesh, {.gap = mpq_class(1, 4), .stopped = [](const ExactPoint&, const ExactPoint&) { return true; }}, &facts);
  CHECK(component_count(kept) == 2);
  CHECK(facts.operations == 0);
  CHECK(facts.refused.at("column") > 0);
}

TEST_CASE("close_gaps: nothing creeps") {
  // Treads that each could follow the next.
  MeshMaker maker;
  for (int i = 0; i < 8; ++i) maker.box(i, i * mpq_class(9, 8), 0, i * mpq_class(9, 8) + 1, 2);
  const mpq_class gap(1, 8);
  const TriangleMesh before = maker.mesh();
  const TriangleMesh mesh = closed(before, {.gap = gap});
  CHECK(component_count(mesh) == 1);
  for (const ExactPoint& p : mesh.points)
    CHECK(std::ranges::any_of(before.points,
                              [&](const ExactPoint& q) { return abs(p[0] - q[0]) <= gap && p[1] == q[1]; }));
}

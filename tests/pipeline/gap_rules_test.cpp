// SPDX-License-Identifier: GPL-3.0-or-later
#include "gap_rules.h"

#include <catch2/catch.hpp>

#include <set>

namespace plumb::tests {
namespace {

using kernel::ExactPoint;
using pipeline::Contraction;
using pipeline::GapMesh;
using pipeline::GapRule;
using pipeline::GapRules;
using pipeline::TriangleMesh;
using Index = TriangleMesh::Index;

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

GapMesh mesh_of(const Case& c) {
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
  return GapMesh(mesh);
}

// Vertex 0 on to vertex 1.
Contraction to_vertex(const ExactPoint& at = here) { return {.vertex = 0, .onto = 1, .nearest = at, .at = at}; }
// A vertex to the first edge of the first triangle, of the corners 1, 2 and 3.
Contraction to_edge(Index vertex = 0, const ExactPoint& at = {1, 0, 0}) {
  return {.vertex = vertex, .edge = 0, .nearest = {1, 0, 0}, .at = at};
}
// Vertex 0 in the middle of that edge.
const std::vector<ExactPoint> on_edge{{1, 0, 0}, {0, 0, 0}, {2, 0, 0}, {1, 2, 0}};

}  // namespace

TEST_CASE("gap rules: each forbids something that no other does") {
  using enum pipeline::EdgeClass;
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
    const GapMesh mesh = mesh_of(c);
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

}  // namespace plumb::tests

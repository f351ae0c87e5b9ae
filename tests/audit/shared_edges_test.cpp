// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/shared_edges.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "support/floors.h"
#include "support/foreign_meshes.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Unit squares from (0, 0), (1, 0) on, then two halves as high beside the second; the last is a unit higher.
const std::vector<ExactPoint> points{{0, 0, 0},
                                     {1, 0, 0},
                                     {1, 1, 0},
                                     {0, 1, 0},
                                     {2, 0, 0},
                                     {2, 1, 0},
                                     {3, 0, 0},
                                     {3, mpq_class(1, 2), 0},
                                     {2, mpq_class(1, 2), 0},
                                     {3, 1, 0},
                                     {2, 0, 1},
                                     {3, 0, 1},
                                     {3, 1, 1}};
const CornerLists squares{{0, 1, 2, 3}, {1, 4, 5, 2}, {4, 6, 7, 8}, {8, 7, 9, 5}, {10, 11, 12}};

std::vector<std::pair<std::uint32_t, std::uint32_t>> linked(const std::vector<SharedEdge>& edges) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const SharedEdge& s : edges) out.push_back({s.a.polygon, s.b.polygon});
  return out;
}

PolygonTurns all_positive(const CornerLists& polygons) { return PolygonTurns(polygons.size(), kernel::Sign::positive); }

}  // namespace

TEST_CASE("shared_edges: whole ones and parts of them, in opposite directions and in space") {
  const auto found = shared_edges(points, squares, all_positive(squares), 2);
  CHECK(linked(found) == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 2}, {1, 3}, {2, 3}});
  CHECK(found[0].whole);
  CHECK_FALSE(found[1].whole);
  CHECK(found[3].whole);
}

TEST_CASE("link_by_edges: by whole edges in any direction, between vertices that the file may merge") {
  using Links = std::vector<ForeignMesh::Link>;
  ForeignMesh mesh = mesh_of(points, squares);
  link_by_edges(mesh, std::nullopt, 1);
  CHECK(mesh.links == Links{{0, 1}, {1, 2}, {1, 3}, {2, 3}});
  mesh.edge_rule = EdgeRule::whole;
  link_by_edges(mesh, std::nullopt, 1);
  CHECK(mesh.links == Links{{0, 1}, {2, 3}});
  link_by_edges(mesh, mpq_class(1, 100), 1);  // near edges are linked in addition
  CHECK(mesh.links == Links{{0, 1}, {1, 2}, {1, 3}, {2, 3}});
  // Points at one place are one vertex; the direction of polygons does not matter.
  std::vector<ExactPoint> twice = points;
  twice.insert(twice.end(), {points[1], points[2]});
  ForeignMesh turned = mesh_of(twice, {{0, 1, 2, 3}, {14, 5, 4, 13}, {14, 5, 4, 13}});
  turned.edge_rule = EdgeRule::whole;
  link_by_edges(turned, std::nullopt, 1);
  CHECK(turned.links == Links{{0, 1}, {0, 2}, {1, 2}});
  // An engine that merges the ends of the half edges makes them whole; an edge within one vertex is none.
  mesh.vertices.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) mesh.vertices[i] = i == 8 ? 4 : i;
  link_by_edges(mesh, std::nullopt, 1);
  CHECK(mesh.links == Links{{0, 1}, {1, 3}, {2, 3}});
}

TEST_CASE("shared_edges: a polygon the other way round shares none unless it is said to be flipped") {
  const CornerLists turned{{0, 1, 2, 3}, {2, 5, 4, 1}};
  using enum kernel::Sign;
  CHECK(shared_edges(points, turned, {positive, positive}, 1).empty());
  CHECK(shared_edges(points, turned, {positive, negative}, 1).size() == 1);
}

TEST_CASE("shared_edges: edges of a polygon without area run both ways") {
  using enum kernel::Sign;
  // A square, and a triangle along its right side, whose third corner lies within that side.
  const std::vector<ExactPoint> corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, mpq_class(1, 3), 0}};
  for (const CornerLists& lists : {CornerLists{{0, 1, 2, 3}, {1, 2, 4}}, CornerLists{{0, 1, 2, 3}, {2, 1, 4}}}) {
    const auto found = shared_edges(corners, lists, {positive, zero}, 1);
    CHECK(found.size() == 3);
    CHECK(std::ranges::count(found, true, &SharedEdge::whole) == 1);
  }
}

TEST_CASE("joined_by_edges: those that edges lead to, one after another") {
  using List = std::vector<std::uint32_t>;
  const List one(5);
  CHECK(joined_by_edges(points, squares, one, 2) == List{0, 0, 0, 0, 4});
  CHECK(joined_by_edges(points, {{0, 1, 2, 3}, {4, 6, 7, 8}}, {0, 0}, 1) == List{0, 1});
  // By a part of an edge alone.
  CHECK(joined_by_edges(points, {{1, 4, 5, 2}, {4, 6, 7, 8}}, {0, 0}, 1) == List{0, 0});
  // Not from one part to another.
  CHECK(joined_by_edges(points, {{1, 4, 5, 2}, {4, 6, 7, 8}}, {0, 1}, 1) == List{0, 1});
}

namespace {

// Triangles on two planes, close together.
FloorFaces crowded_floor() {
  std::vector<Corners> faces;
  for (int n = drawn(4, 14); n > 0; --n) {
    const bool level = drawn(0, 1) == 0;
    Corners corners;
    for (int k = 0; k < 3; ++k) {
      const int x = drawn(0, 3), y = drawn(0, 2);
      corners.push_back({x, y, level ? 0 : y});
    }
    add_triangle(faces, std::move(corners));
  }
  return floor_of(faces);
}

// By the definition: on one line, in opposite directions, with more than a point in common.
bool share(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const ExactPoint& d) {
  const auto minus = [](const ExactPoint& p, const ExactPoint& q) {
    return ExactPoint{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  };
  const ExactPoint run = minus(b, a);
  for (const ExactPoint& p : {c, d})
    for (const mpq_class& v : kernel::formulas::cross(run, minus(p, a)))
      if (v != 0) return false;
  const mpq_class length = kernel::formulas::dot(run, run), from = kernel::formulas::dot(run, minus(c, a)),
                  to = kernel::formulas::dot(run, minus(d, a));
  return to < from && std::max<mpq_class>(to, 0) < std::min(from, length);
}

}  // namespace

TEST_CASE("shared_edges: those by the definition; joined_by_edges: what they join") {
  Met met({{"whole", 40}, {"partial", 100}, {"apart", 60}, {"numbered", 100}});
  CHECK(check_many("shared_edges", 500, met, [&] {
    const FloorFaces floor = drawn(0, 3) == 0 ? drawn_floor() : crowded_floor();
    std::vector<ExactPoint> points;
    kernel::PointNumbering number(points);
    const bool numbered = drawn(0, 1) == 0;  // equal points are one, or not
    CornerLists polygons;
    for (const FloorFaces::Face& f : floor.faces) {
      std::vector<std::uint32_t>& corners = polygons.emplace_back(f.corners.begin(), f.corners.end());
      if (!numbered) continue;
      ++met["numbered"];
      for (std::uint32_t& c : corners) c = number(floor.points[c]);
    }
    if (!numbered) points = floor.points;
    std::vector<std::array<SharedEdge::At, 2>> expected, found;
    for (std::uint32_t p = 0; p < polygons.size(); ++p)
      for (std::uint32_t q = p + 1; q < polygons.size(); ++q)
        for (std::uint32_t i = 0; i < 3; ++i)
          for (std::uint32_t j = 0; j < 3; ++j) {
            const auto at = [&](std::uint32_t polygon, std::uint32_t k) { return points[polygons[polygon][k % 3]]; };
            if (share(at(p, i), at(p, i + 1), at(q, j), at(q, j + 1))) expected.push_back({{{p, i}, {q, j}}});
          }
    kernel::UnionFind sets(static_cast<std::uint32_t>(polygons.size()));
    for (const SharedEdge& s : shared_edges(points, polygons, all_positive(polygons), 2)) {
      found.push_back({s.a, s.b});
      sets.unite(s.a.polygon, s.b.polygon);
      ++met[s.whole ? "whole" : "partial"];
    }
    std::ranges::sort(expected);
    RC_ASSERT(found == expected);
    const auto joined = joined_by_edges(points, polygons, std::vector<std::uint32_t>(polygons.size()), 1);
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
      RC_ASSERT(joined[p] == sets.find(p));
      if (joined[p] == p) ++met["apart"];
    }
    std::vector<std::uint32_t> divisions[2];
    for (auto& part : divisions)
      while (part.size() < polygons.size()) part.push_back(static_cast<std::uint32_t>(drawn(0, 2)));
    const auto by_division = joined_by_edges(points, polygons, divisions, 2);
    for (std::size_t k = 0; k < 2; ++k) RC_ASSERT(by_division[k] == joined_by_edges(points, polygons, divisions[k], 1));
  }));
}

TEST_CASE("near_edges: gaps up to a distance are joined") {
  const std::vector<ExactPoint> apart{{0, 0, 0},
                                      {1, 0, 0},
                                      {1, 1, 0},
                                      {0, 1, 0},
                                      {mpq_class(5, 4), 0, 0},
                                      {2, 0, 0},
                                      {2, 1, 0},
                                      {mpq_class(5, 4), 1, 0}};
  const CornerLists two{{0, 1, 2, 3}, {4, 5, 6, 7}};
  const PolygonTurns both = all_positive(two);
  CHECK(near_edges(apart, two, both, mpq_class(1, 4), 1).size() == 1);
  CHECK(near_edges(apart, two, both, mpq_class(1, 4) - mpq_class(1, mpz_class(1) << 60), 1).empty());
  CHECK(shared_edges(apart, two, both, 1).empty());
}

TEST_CASE("find_structure: what is odd about polygons") {
  std::vector<ExactPoint> more = points;
  const auto add = [&](int x, int y) {
    more.push_back({x, y, 5});
    return static_cast<std::uint32_t>(more.size() - 1);
  };
  const auto a = add(0, 0), b = add(4, 0), c = add(4, 4), d = add(0, 4), e = add(3, 1), f = add(2, 0);
  CornerLists polygons = squares;
  polygons.push_back({a, f, b});     // 5: on one line
  polygons.push_back({a, b, c, e});  // 6: hollow
  polygons.push_back({a, c, b, d});  // 7: crosses itself
  polygons.push_back({d, c, b, a});  // 8: clockwise
  polygons.push_back({1, 4, 12});    // 9: a third one along an edge of 1, and none of its neighbours
  polygons.push_back({4, 1, 12});    // 10: the same the other way round
  const MeshStructure s = find_structure(mesh_of(more, polygons), 1);
  CHECK(s.degenerate == std::vector<std::uint32_t>{5});
  CHECK(s.nonconvex == std::vector<std::uint32_t>{6, 7});
  CHECK(s.folded == std::vector<std::uint32_t>{7});
  CHECK(std::ranges::count(s.clockwise, 8u) == 1);
  std::vector<std::vector<std::uint32_t>> crowds;
  for (const MeshStructure::Edge& edge : s.crowded_edges) crowds.push_back(edge.polygons);
  CHECK(crowds == std::vector<std::vector<std::uint32_t>>{{1, 9, 10}, {5, 6, 8}, {6, 7, 8}});
  CHECK(std::ranges::any_of(s.t_junctions, [](const auto& j) { return j.corner == 8 && j.edge.polygon == 1; }));
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes of triangles made by hand, and what stages that change them have to keep.
#pragma once
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/union_find.h"
#include "plumb/surface/triangle_mesh.h"

namespace plumb::tests {

inline mpq_class power_of_two(int exponent) {
  mpq_class v = 1;
  if (exponent < 0) mpq_div_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  else mpq_mul_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  return v;
}

/// Triangles by the places of their corners: equal places are one point.
class JoinedTriangles {
 public:
  using Point = kernel::ExactPoint;

  JoinedTriangles& triangle(const Point& a, const Point& b, const Point& c, std::uint32_t surface = kernel::no_polygon,
                            std::uint32_t ramp = surface::TriangleMesh::none) {
    mesh_.triangles.push_back({{point(a), point(b), point(c)}, surface, surface::TriangleMesh::none, ramp});
    return *this;
  }
  /// A quad that need not be level, counter-clockwise, in two triangles: with the diagonal from its first corner.
  JoinedTriangles& quad(const Point& a, const Point& b, const Point& c, const Point& d,
                        std::uint32_t surface = kernel::no_polygon, std::uint32_t ramp = surface::TriangleMesh::none) {
    return triangle(a, b, c, surface, ramp).triangle(a, c, d, surface, ramp);
  }
  /// Triangles around a place; `ring` counter-clockwise, closed or not.
  JoinedTriangles& fan(const Point& at, const std::vector<Point>& ring, bool closed) {
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) triangle(at, ring[i], ring[i + 1]);
    return closed ? triangle(at, ring.back(), ring.front()) : *this;
  }
  /// A level grid of unit squares.
  JoinedTriangles& grid(int columns, int rows) {
    for (int x = 0; x < columns; ++x)
      for (int y = 0; y < rows; ++y) quad({x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0});
    return *this;
  }
  /// All of the boundary is open.
  surface::TriangleMesh mesh() const {
    surface::TriangleMesh out = mesh_;
    const auto beyond = neighbours(out);
    for (surface::TriangleMesh::Index t = 0; t < beyond.size(); ++t)
      for (std::uint8_t i = 0; i < 3; ++i)
        if (beyond[t][i] == surface::TriangleMesh::none) out.boundary.push_back({t, i});
    return out;
  }

 private:
  surface::TriangleMesh::Index point(const Point& p) {
    const auto next = static_cast<surface::TriangleMesh::Index>(mesh_.points.size());
    const auto [at, is_new] = known_.try_emplace(p, next);
    if (is_new) mesh_.points.push_back(p);
    return at->second;
  }

  surface::TriangleMesh mesh_;
  std::map<Point, surface::TriangleMesh::Index> known_;
};

/// visit(edge, from, to) of each edge of the boundary.
template <class Mesh, class Visit>
void for_boundary(Mesh& mesh, Visit&& visit) {
  for (auto& e : mesh.boundary) {
    const auto& c = mesh.triangles[e.triangle].corners;
    visit(e, c[e.side], c[(e.side + 1) % 3]);
  }
}

inline std::size_t component_count(const surface::TriangleMesh& mesh) {
  kernel::UnionFind sets(static_cast<std::uint32_t>(mesh.triangles.size()));
  std::size_t count = mesh.triangles.size();
  const auto beyond = neighbours(mesh);
  for (std::uint32_t t = 0; t < beyond.size(); ++t)
    for (const auto other : beyond[t])
      if (other != surface::TriangleMesh::none) count -= sets.unite(t, other);
  return count;
}

/// The loops of the boundary: a ring of places each.
inline std::vector<kernel::PlanRing> boundary_rings(const surface::TriangleMesh& mesh) {
  std::map<std::uint32_t, std::uint32_t> next;
  for_boundary(mesh, [&](const auto&, std::uint32_t from, std::uint32_t to) { next[from] = to; });
  std::vector<kernel::PlanRing> out;
  std::set<std::uint32_t> seen;
  for (const auto& [first, to] : next) {
    if (seen.contains(first)) continue;
    auto& ring = out.emplace_back();
    for (auto v = first; seen.insert(v).second; v = next.at(v)) ring.push_back({mesh.points[v][0], mesh.points[v][1]});
  }
  return out;
}

inline mpq_class area(const surface::TriangleMesh& mesh) { return plan_area(mesh, 0).exact.value(); }

/// How long the boundary is in plan, by class, if it runs along axes.
inline std::map<surface::EdgeClass, mpq_class> lengths(const surface::TriangleMesh& mesh) {
  std::map<surface::EdgeClass, mpq_class> out;
  for_boundary(mesh, [&](const auto& e, std::uint32_t from, std::uint32_t to) {
    const auto &p = mesh.points[from], &q = mesh.points[to];
    out[e.edge_class] += abs(p[0] - q[0]) + abs(p[1] - q[1]);
  });
  return out;
}

/// Runs stage(mesh), which takes nothing of the mesh apart, and checks what is true of each such stage.
template <class Stage>
surface::TriangleMesh changed(surface::TriangleMesh mesh, pipeline::OperationFacts& facts, Stage&& stage) {
  CHECK(is_valid(mesh));
  surface::TriangleMesh out = mesh, again = mesh;
  facts = stage(out);
  CHECK(is_valid(out));
  CHECK(area(out) == area(mesh) + facts.gained.exact.value() - facts.lost.exact.value());
  CHECK(component_count(out) == component_count(mesh));
  CHECK(boundary_rings(out).size() == boundary_rings(mesh).size());
  stage(again);
  CHECK((again.points == out.points && again.triangles == out.triangles && again.boundary == out.boundary));
  return out;
}

}  // namespace plumb::tests

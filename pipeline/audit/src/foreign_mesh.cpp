// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/foreign_mesh.h"

#include <algorithm>

namespace plumb::pipeline {

bool is_valid(const ForeignMesh& mesh) {
  const auto is_point = [&](ForeignMesh::Index i) { return i < mesh.points.size(); };
  for (const ForeignMesh::Polygon& p : mesh.polygons)
    if (p.corners.size() < 3 || !std::ranges::all_of(p.corners, is_point)) return false;
  for (const ForeignMesh::Triangle& t : mesh.detail)
    if (t.polygon >= mesh.polygons.size() || !std::ranges::all_of(t.corners, is_point)) return false;
  for (const ForeignMesh::Link& l : mesh.links)
    if (l.a >= l.b || l.b >= mesh.polygons.size()) return false;
  return std::ranges::adjacent_find(mesh.links, std::greater_equal<>()) == mesh.links.end();
}

void find_unit(ForeignMesh& mesh) {
  constexpr std::size_t most_bits = 512;  // numbers over a longer unit take longer than those without one
  mesh.unit = 1;
  for (const ExactPoint& p : mesh.points)
    for (const mpq_class& v : p) {
      if (mpz_divisible_p(mesh.unit.get_mpz_t(), v.get_den_mpz_t())) continue;
      mpz_class longer = lcm(mesh.unit, v.get_den());
      if (mpz_sizeinbase(longer.get_mpz_t(), 2) <= most_bits) mesh.unit = std::move(longer);
    }
}

ForeignMesh with_areas(ForeignMesh mesh, const std::vector<std::uint32_t>& areas) {
  constexpr auto gone = static_cast<ForeignMesh::Index>(-1);
  std::vector<ForeignMesh::Index> number(mesh.polygons.size(), gone);
  std::vector<ForeignMesh::Polygon> kept;
  for (ForeignMesh::Index p = 0; p < mesh.polygons.size(); ++p) {
    if (std::ranges::find(areas, mesh.polygons[p].area) == areas.end()) continue;
    number[p] = static_cast<ForeignMesh::Index>(kept.size());
    kept.push_back(std::move(mesh.polygons[p]));
  }
  mesh.polygons = std::move(kept);
  std::erase_if(mesh.detail, [&](const ForeignMesh::Triangle& t) { return number[t.polygon] == gone; });
  for (ForeignMesh::Triangle& t : mesh.detail) t.polygon = number[t.polygon];
  std::erase_if(mesh.links, [&](const ForeignMesh::Link& l) { return number[l.a] == gone || number[l.b] == gone; });
  for (ForeignMesh::Link& l : mesh.links) l = {number[l.a], number[l.b]};
  return mesh;
}

FloorFaces triangles_of(const ForeignMesh& mesh, MeshSurface surface) {
  FloorFaces out;
  out.points = mesh.points;
  out.unit = mesh.unit;
  const auto add = [&](ForeignMesh::Index a, ForeignMesh::Index b, ForeignMesh::Index c, ForeignMesh::Index polygon) {
    const auto place = [&](ForeignMesh::Index i) { return kernel::PlanRef(mesh.points[i]); };
    const int side = orientation(place(a), place(b), place(c));
    if (side == 0) return;
    if (side < 0) std::swap(b, c);
    out.faces.push_back({{a, b, c}, polygon});
  };
  if (surface == MeshSurface::detail) {
    for (const ForeignMesh::Triangle& t : mesh.detail) add(t.corners[0], t.corners[1], t.corners[2], t.polygon);
  } else {
    for (ForeignMesh::Index p = 0; p < mesh.polygons.size(); ++p) {
      const auto& c = mesh.polygons[p].corners;
      for (std::size_t i = 1; i + 1 < c.size(); ++i) add(c[0], c[i], c[i + 1], p);
    }
  }
  return out;
}

}  // namespace plumb::pipeline

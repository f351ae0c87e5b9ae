// SPDX-License-Identifier: GPL-3.0-or-later
#include "islands.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

constexpr std::uint32_t none = ConformingMesh::none;

// Components over flush portals that count, of the cells wanted that have at least a stance.
class Components {
 public:
  Components(const NavMesh& mesh, const WantedCells& wanted, kernel::Label stance)
      : mesh_(mesh), wanted_(wanted), stance_(stance), cells_(static_cast<std::uint32_t>(mesh.cells.size())) {
    for (const NavMesh::Portal& p : mesh.portals)
      if (p.kind == PortalKind::flush && has(p.a) && has(p.b) && joins(mesh, wanted, p)) cells_.unite(p.a, p.b);
  }

  bool has(NavMesh::CellIndex cell) const {
    return wanted_(mesh_.cells[cell].open_to()) && mesh_.cells[cell].open_to() >= stance_;
  }
  NavMesh::CellIndex of(NavMesh::CellIndex cell) { return cells_.find(cell); }
  std::uint64_t count() {
    std::uint64_t n = 0;
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) n += has(c) && of(c) == c;
    return n;
  }

 private:
  const NavMesh& mesh_;
  const WantedCells& wanted_;
  kernel::Label stance_;
  kernel::UnionFind cells_;
};

double area_of(const EdgeMesh& mesh, const RoundedVertices& vertices, const EdgeMesh::Face& face) {
  return face_area(mesh, face, [&](EdgeMesh::Id e) { return vertices.place(mesh[e].from); });
}

}  // namespace

kernel::UnionFind islands_of(const EdgeMesh& mesh, kernel::Label stance) {
  kernel::UnionFind islands(static_cast<std::uint32_t>(mesh.faces.size()));
  const auto in = [&](EdgeMesh::Id e) { return mesh.faces[mesh[e].face].stance >= stance; };
  for (EdgeMesh::Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_inner(e) && in(e) && in(mesh[e].twin)) islands.unite(mesh[e].face, mesh[mesh[e].twin].face);
  return islands;
}

std::uint64_t count_split(const NavMesh& mesh, const WantedCells& wanted, const EdgeMesh& edges) {
  std::uint64_t split = 0;
  for (kernel::Label s = wanted.lowest_stance(); s <= wanted.highest; ++s) {
    Components components(mesh, wanted, s);
    kernel::UnionFind islands = islands_of(edges, s);
    std::vector<std::uint8_t> seen(mesh.cells.size());
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      const EdgeMesh::Face& face = edges.faces[f];
      if (face.first == none || face.stance < s || islands.find(f) != f) continue;
      split += seen[components.of(face.cell)];
      seen[components.of(face.cell)] = 1;
    }
  }
  return split;
}

void leave_splinters_out(const NavMesh& mesh, const WantedCells& wanted, EdgeMesh& edges,
                         const RoundedVertices& vertices, FaceRepair& repair, ConformingFacts& facts) {
  for (kernel::Label s = wanted.lowest_stance(); s <= wanted.highest; ++s) {
    Components components(mesh, wanted, s);
    kernel::UnionFind islands = islands_of(edges, s);
    std::vector<double> area(edges.faces.size());
    const auto in = [&](const EdgeMesh::Face& face) { return face.first != none && face.stance >= s; };
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f)
      if (in(edges.faces[f])) area[islands.find(f)] += area_of(edges, vertices, edges.faces[f]);
    std::vector<std::uint32_t> greatest(mesh.cells.size(), none);
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      if (!in(edges.faces[f])) continue;
      std::uint32_t& best = greatest[components.of(edges.faces[f].cell)];
      if (best == none || area[islands.find(f)] > area[best]) best = islands.find(f);
    }
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      EdgeMesh::Face& face = edges.faces[f];
      if (!in(face) || greatest[components.of(face.cell)] == islands.find(f)) continue;
      if (s > wanted.lowest_stance()) {
        face.stance = static_cast<kernel::Label>(s - 1);
        continue;
      }
      facts.area_left_out += area_of(edges, vertices, face);
      repair.leave_out(f);
    }
  }
}

void count_islands(const NavMesh& mesh, const WantedCells& wanted, const EdgeMesh& edges, const EdgeMesh& exact,
                   const std::vector<double>& exact_areas, ConformingFacts& facts) {
  for (kernel::Label s = wanted.lowest_stance(); s <= wanted.highest; ++s) {
    Components components(mesh, wanted, s);
    kernel::UnionFind islands = islands_of(edges, s);
    std::vector<std::uint8_t> left(mesh.cells.size());
    std::uint64_t count = 0;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      const EdgeMesh::Face& face = edges.faces[f];
      if (face.first == none || face.stance < s) continue;
      count += islands.find(f) == f;
      left[components.of(face.cell)] = 1;
    }
    facts.islands.push_back(count);
    facts.lost.push_back(components.count() - static_cast<std::uint64_t>(std::count(left.begin(), left.end(), 1)));
    if (s != wanted.lowest_stance()) continue;
    for (std::size_t f = 0; f < exact_areas.size(); ++f)
      if (components.has(exact.faces[f].cell) && !left[components.of(exact.faces[f].cell)])
        facts.area_left_out += exact_areas[f];
  }
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "islands.h"

#include <algorithm>
#include <utility>

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

// Whether a face had an area once its corners were rounded.
bool had_area(const EdgeMesh& exact, std::uint32_t face, const RoundedVertices& vertices,
              const std::vector<std::uint32_t>& vertex_of) {
  std::vector<kernel::RoundedPlace> ring;
  for (EdgeMesh::Id e = exact.faces[face].first;;) {
    ring.push_back(vertices.place(vertex_of[exact[e].from]));
    if ((e = exact[e].next) == exact.faces[face].first) break;
  }
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  const kernel::RingState state = kernel::state_of(ring);
  return ring.size() > 2 && (state == kernel::RingState::kept || state == kernel::RingState::not_convex);
}

}  // namespace

kernel::UnionFind islands_of(const EdgeMesh& mesh, kernel::Label stance) {
  kernel::UnionFind islands(static_cast<std::uint32_t>(mesh.faces.size()));
  const auto in = [&](EdgeMesh::Id e) { return mesh.faces[mesh[e].face].stance >= stance; };
  for (EdgeMesh::Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_inner(e) && in(e) && in(mesh[e].twin)) islands.unite(mesh[e].face, mesh[mesh[e].twin].face);
  return islands;
}

SplitCounter::SplitCounter(const NavMesh& mesh, const WantedCells& wanted) : lowest_(wanted.lowest_stance()) {
  for (kernel::Label s = lowest_; s <= wanted.highest; ++s) {
    Components components(mesh, wanted, s);
    auto& of = component_.emplace_back(mesh.cells.size());
    for (NavMesh::CellIndex c = 0; c < of.size(); ++c) of[c] = components.of(c);
  }
}

std::uint64_t SplitCounter::count(const EdgeMesh& edges) {
  std::uint64_t split = 0;
  islands_.clear();
  for (std::size_t i = 0; i < component_.size(); ++i) {
    const auto stance = static_cast<kernel::Label>(lowest_ + static_cast<int>(i));
    kernel::UnionFind& islands = islands_.emplace_back(islands_of(edges, stance));
    seen_.assign(component_[i].size(), 0);
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      const EdgeMesh::Face& face = edges.faces[f];
      if (face.first != none && face.stance >= stance && islands.find(f) == f)
        split += std::exchange(seen_[component_[i][face.cell]], 1);
    }
  }
  return split;
}

void count_islands(const NavMesh& mesh, const WantedCells& wanted, const EdgeMesh& edges, const EdgeMesh& exact,
                   const std::vector<double>& exact_areas, const RoundedVertices& vertices,
                   const std::vector<std::uint32_t>& vertex_of, ConformingFacts& facts) {
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
    const auto found = static_cast<std::uint64_t>(std::count(left.begin(), left.end(), 1)), all = components.count();
    facts.islands.push_back(count);
    facts.lost.push_back(all - found);
    facts.lost_ways.push_back(count - found);
    std::uint64_t with_area = 0;
    for (std::uint32_t f = 0; f < exact_areas.size() && found < all; ++f) {
      const NavMesh::CellIndex cell = exact.faces[f].cell;
      if (!components.has(cell) || left[components.of(cell)] == 1) continue;
      if (s == wanted.lowest_stance()) facts.area_lost += exact_areas[f];
      if (left[components.of(cell)] == 2 || !had_area(exact, f, vertices, vertex_of)) continue;
      left[components.of(cell)] = 2;
      ++with_area;
    }
    facts.lost_without_area.push_back(all - found - with_area);
  }
}

}  // namespace plumb::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine finds in a conforming mesh, sharing no code with what makes it.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>

#include "plumb/pipeline/conforming_mesh.h"

namespace plumb::tests {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::size_t find(std::size_t v) const {
    while (parent_[v] != v) v = parent_[v];
    return v;
  }
  void unite(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parent_;
};

/// By point of a mesh, the nearest whole numbers.
inline std::vector<std::array<float, 3>> on_grid(const pipeline::NavMesh& mesh, const pipeline::NumberGrid& grid) {
  std::vector<std::array<float, 3>> at;
  for (pipeline::MeshPoints::Index p = 0; p < mesh.points.size(); ++p) {
    auto& number = at.emplace_back();
    for (std::size_t axis = 0; axis < 3; ++axis)
      number[axis] =
          static_cast<float>(std::round((mesh.points[p][axis].get_d() - grid.origin[axis]) / grid.cell[axis]));
  }
  return at;
}

/// Every corner of each polygon is to the left of each of its edges, or on its line, and it has an area.
inline void check_convex(const pipeline::ConformingMesh& mesh) {
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p) {
    const auto ring = mesh.ring(p);
    INFO("polygon " << p);
    std::set<std::array<float, 2>> places;
    std::vector<std::array<mpq_class, 2>> at;
    for (const auto v : ring) {
      const auto& [x, y, z] = mesh.vertices.at(v);
      places.insert({x, y});
      at.push_back({mpq_class(x), mpq_class(y)});
    }
    REQUIRE(ring.size() >= 3);
    REQUIRE(places.size() == ring.size());
    int left = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      for (const auto& c : at) {
        const auto &a = at[i], &b = at[(i + 1) % at.size()];
        const int side = sgn((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        REQUIRE(side >= 0);
        left += side;
      }
    REQUIRE(left > 0);
  }
}

/// How many there are of polygons from `stance` up, joined where two have an edge between equal places. Also that the
/// neighbours which are noted are these.
inline std::size_t engine_islands(const pipeline::ConformingMesh& mesh, kernel::Label stance) {
  using Place = std::array<float, 3>;
  std::map<std::set<Place>, std::vector<std::array<std::size_t, 2>>> edges;  // polygon, corner
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p) {
    const auto ring = mesh.ring(p);
    for (std::size_t i = 0; i < ring.size(); ++i)
      edges[{mesh.vertices.at(ring[i]), mesh.vertices.at(ring[(i + 1) % ring.size()])}].push_back(
          {p, mesh.polygons[p].first + i});
  }
  DisjointSets sets(mesh.polygons.size());
  for (const auto& [ends, sides] : edges) {
    std::vector<std::array<std::size_t, 2>> standing;
    for (const auto& side : sides)
      if (mesh.polygons[side[0]].stance > 0) standing.push_back(side);
    REQUIRE(standing.size() <= 2);
    for (std::size_t k = 0; k < standing.size(); ++k) {
      const std::uint32_t beyond = mesh.neighbours.at(standing[k][1]);
      if (standing.size() == 1) CHECK(beyond == pipeline::ConformingMesh::none);
      else CHECK(beyond == standing[1 - k][0]);
    }
    if (standing.size() == 2 &&
        std::min(mesh.polygons[standing[0][0]].stance, mesh.polygons[standing[1][0]].stance) >= stance)
      sets.unite(standing[0][0], standing[1][0]);
  }
  std::size_t count = 0;
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p)
    count += mesh.polygons[p].stance >= stance && sets.find(p) == p;
  return count;
}

/// The same by the neighbours that are noted.
inline std::size_t neighbour_islands(const pipeline::ConformingMesh& mesh, kernel::Label stance) {
  DisjointSets sets(mesh.polygons.size());
  std::size_t count = 0;
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p)
    for (std::size_t i = 0; i < mesh.ring(p).size(); ++i)
      if (const std::uint32_t beyond = mesh.neighbours.at(mesh.polygons[p].first + i);
          beyond != pipeline::ConformingMesh::none &&
          std::min(mesh.polygons[p].stance, mesh.polygons.at(beyond).stance) >= stance)
        sets.unite(p, beyond);
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p)
    count += mesh.polygons[p].stance >= stance && sets.find(p) == p;
  return count;
}

/// Components of cells of at least `stance` over flush portals that admit all who stand on both sides: how many there
/// are, and of how many the mesh has a polygon.
struct FlushComponents {
  std::size_t all = 0, left = 0;
};
inline FlushComponents flush_components(const pipeline::NavMesh& nav, const pipeline::WantedCells& wanted,
                                        kernel::Label stance, const pipeline::ConformingMesh& mesh) {
  std::vector<kernel::Label> counts;
  for (const auto& cell : nav.cells)
    counts.push_back(cell.stance < wanted.lowest ? kernel::Label{-99} : std::min(cell.stance, wanted.highest));
  DisjointSets sets(nav.cells.size());
  for (const auto& p : nav.portals)
    if (p.kind == pipeline::PortalKind::flush && counts[p.a] >= stance && counts[p.b] >= stance &&
        p.stance >= std::min(counts[p.a], counts[p.b]))
      sets.unite(p.a, p.b);
  std::set<std::size_t> all, left;
  for (std::size_t c = 0; c < counts.size(); ++c)
    if (counts[c] >= stance) all.insert(sets.find(c));
  for (const auto& polygon : mesh.polygons)
    if (polygon.stance >= stance) left.insert(sets.find(polygon.cell));
  return {all.size(), left.size()};
}

/// Everything that is promised of a conforming mesh. islands: engine_islands(), or neighbour_islands() of cells without
/// steps.
inline void check_conforming(const pipeline::NavMesh& nav, const pipeline::WantedCells& wanted,
                             const pipeline::ConformingMesh& mesh, std::size_t most_corners,
                             std::size_t (*islands)(const pipeline::ConformingMesh&, kernel::Label) = engine_islands) {
  check_convex(mesh);
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p) {
    const auto& polygon = mesh.polygons[p];
    CHECK(mesh.ring(p).size() <= most_corners);
    CHECK(polygon.stance == std::min(nav.cells.at(polygon.cell).stance, wanted.highest));
    CHECK(wanted(polygon.stance));
    if (p == 0) continue;
    const auto& before = mesh.polygons[p - 1];
    CHECK(std::pair(before.stance, before.cell) <= std::pair(polygon.stance, polygon.cell));
  }
  CHECK(mesh.facts.polygons == mesh.polygons.size());
  REQUIRE(mesh.facts.islands.size() == static_cast<std::size_t>(wanted.highest - wanted.lowest_stance() + 1));
  REQUIRE(mesh.facts.lost.size() == mesh.facts.islands.size());
  REQUIRE(mesh.facts.lost_without_area.size() == mesh.facts.islands.size());
  REQUIRE(mesh.facts.lost_ways.size() == mesh.facts.islands.size());
  for (kernel::Label s = wanted.lowest_stance(); s <= wanted.highest; ++s) {
    const auto i = static_cast<std::size_t>(s - wanted.lowest_stance());
    INFO("stance " << int(s));
    CHECK(mesh.facts.islands[i] == islands(mesh, s));
    const auto [all, left] = flush_components(nav, wanted, s, mesh);
    CHECK(mesh.facts.lost[i] == all - left);
    CHECK(mesh.facts.lost_without_area[i] <= all - left);
    CHECK(mesh.facts.islands[i] == left + mesh.facts.lost_ways[i]);
  }
}

}  // namespace plumb::tests

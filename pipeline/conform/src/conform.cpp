// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes in rounded numbers whose neighbours still meet edge to edge: for readers that compute neighbours by equal
// edges (conform), and for formats that store neighbours and connections (conform_cells).
//
// 1. conform() rounds the points to the grid (positions), has mend() repair the polygons, and turns whole numbers of a
//    grid into the coordinates that they stand for.
// 2. conform_cells() makes one face of each cell where somebody can stand (cell_mesh), and mends likewise. Then it
//    finds out where the portals lead that are no longer edges:
//    - StepLinks makes neighbours of the edges on both sides of a step: each is linked to the edge on the other side
//      with which it overlaps most. A step without two edges that lie along one another becomes a connection.
//    - Heirs gives each cell of which rounding may have left nothing an heir: what lies in its place, else the nearest
//      cell over flush portals that are edges, else over any portals, with the greatest stance that can get there.
//      Connections lead between heirs.
//    - connect_lost_ways() adds a connection where rounding has closed the only way between two islands (lost_ways).
//
// Cost: that of mend(), and linear in portals, but that a step takes the product of the edges on its two sides. Memory:
// linear.
// Exact: mend() decides on the rounded numbers exactly. Which edges of a step overlap most is compared in binary32.
// Source: our own.
#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "cell_mesh.h"
#include "islands.h"
#include "lost_ways.h"
#include "mend.h"

namespace plumb::pipeline {
namespace {

constexpr std::uint32_t none = ConformingMesh::none;

// The points of the mesh on the grid. A number beyond the grid's range becomes its first or last one.
std::vector<RoundedVertices::Position> positions(DerivedMesh& derived, const NumberGrid& grid) {
  if (!grid.whole && grid.origin != std::array<double, 3>{}) return derived.floats_from(grid.origin);
  std::vector<RoundedVertices::Position> all = derived.floats();
  for (auto& p : all)
    for (std::size_t axis = 0; axis < 3; ++axis) p[axis] = grid.nearest(grid.number(p[axis], axis), axis);
  return all;
}

// An edge at a step: the corner where it begins, and its range along the step.
struct StepEdge {
  std::uint32_t corner, polygon;
  float low, high;
};

class StepLinks {
 public:
  StepLinks(const NavMesh& mesh, Mended& mended) : mended_(mended), sides_(2 * mesh.portals.size()) {
    const ConformingMesh& m = mended.mesh;
    for (std::uint32_t p = 0; p < m.polygons.size(); ++p) {
      for (std::uint32_t i = m.polygons[p].first, end = i + static_cast<std::uint32_t>(m.ring(p).size()); i < end;
           ++i) {
        const EdgeMesh::Id e = mended.half_edges[i];
        const std::uint32_t way = mended.edges[e].way;
        if (way == none || mended.edges[e].twin != none) continue;
        const auto &from = m.vertices[mended.edges[e].from], &to = m.vertices[mended.edges.to(e)];
        const NavMesh::Portal& portal = mesh.portals[way / 2];
        const FilteredPoint a = bounds(mesh.points, portal.on_a[0]), b = bounds(mesh.points, portal.on_a[1]);
        const std::size_t axis = std::abs(b[1].low - a[1].low) > std::abs(b[0].low - a[0].low) ? 1 : 0;
        sides_[way].push_back({i, p, std::min(from[axis], to[axis]), std::max(from[axis], to[axis])});
      }
    }
  }

  // Makes neighbours of the polygons on both sides of a step. False if no edge of one side lies along one of the other.
  bool link(std::uint32_t portal) {
    const auto &a = sides_[2 * portal], &b = sides_[2 * portal + 1];
    return !a.empty() && !b.empty() && link(a, b) && link(b, a);
  }

 private:
  bool link(const std::vector<StepEdge>& from, const std::vector<StepEdge>& to) {
    bool any = false;
    for (const StepEdge& e : from) {
      const auto overlap = [&](const StepEdge& f) { return std::min(e.high, f.high) - std::max(e.low, f.low); };
      const auto best = std::max_element(to.begin(), to.end(),
                                         [&](const StepEdge& f, const StepEdge& g) { return overlap(f) < overlap(g); });
      if (overlap(*best) <= 0) continue;  // nothing of the other side lies along this edge
      mended_.mesh.neighbours[e.corner] = best->polygon;
      any = true;
    }
    return any;
  }

  Mended& mended_;
  std::vector<std::vector<StepEdge>> sides_;
};

// The cell that stands for one of which nothing may be left, and the greatest stance that gets from one to the other.
struct Heir {
  NavMesh::CellIndex cell = none;
  kernel::Label stance = std::numeric_limits<kernel::Label>::max();
};

// By cell: itself if something is left of it; else the cell that lies in its place; else the nearest over portals that
// are edges; else the nearest over all portals; or none.
class Heirs {
 public:
  Heirs(const NavMesh& mesh, const WantedCells& standing, const EdgeMesh& edges)
      : mesh_(mesh), standing_(standing), of_(mesh.cells.size()) {
    for (const EdgeMesh::Face& face : edges.faces)
      if (face.first != none) of_[face.cell].cell = face.cell;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f)
      if (Heir& heir = of_[edges.faces[f].cell]; heir.cell == none)
        if (const std::uint32_t left = edges.left_of(f); left != none) heir.cell = edges.faces[left].cell;
    spread([&](const NavMesh::Portal& p) { return is_edge(p); });
    for (const Heir& heir : of_) lost_.push_back(heir.cell == none);
    spread([](const NavMesh::Portal&) { return true; });
  }

  const Heir& operator[](NavMesh::CellIndex cell) const { return of_[cell]; }
  /// Whether a portal is an edge between two cells of which nothing is left, nor of any cell connected by edges.
  bool is_lost_edge(const NavMesh::Portal& p) const { return is_edge(p) && lost_[p.a] && lost_[p.b]; }

 private:
  bool is_edge(const NavMesh::Portal& p) const { return p.kind == PortalKind::flush && joins(mesh_, standing_, p); }

  // Gives heirs to the cells without one, breadth first over the portals wanted.
  template <class Wanted>
  void spread(Wanted&& wanted) {
    std::vector<std::vector<std::pair<NavMesh::CellIndex, kernel::Label>>> beyond(of_.size());
    for (const NavMesh::Portal& p : mesh_.portals) {
      if (!wanted(p)) continue;
      if (of_[p.a].cell == none) beyond[p.b].emplace_back(p.a, p.stance);
      if (of_[p.b].cell == none) beyond[p.a].emplace_back(p.b, p.stance);
    }
    std::vector<NavMesh::CellIndex> reached;
    for (NavMesh::CellIndex c = 0; c < of_.size(); ++c)
      if (of_[c].cell != none && !beyond[c].empty()) reached.push_back(c);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const Heir from = of_[reached[i]];
      for (const auto& [cell, stance] : beyond[reached[i]]) {
        if (of_[cell].cell != none) continue;
        of_[cell] = {from.cell, std::min(from.stance, stance)};
        reached.push_back(cell);
      }
    }
  }

  const NavMesh& mesh_;
  const WantedCells& standing_;
  std::vector<Heir> of_;
  std::vector<bool> lost_;
};

using Connection = ConformingCells::Connection;

// Adds a connection for each way that rounding closed, the highest stance first, as its connections serve lower ones
// too.
void connect_lost_ways(const NavMesh& mesh, const EdgeMesh& exact, const EdgeMesh& edges, kernel::Label highest,
                       std::vector<Connection>& out) {
  std::set<std::pair<NavMesh::CellIndex, NavMesh::CellIndex>> connected;
  for (kernel::Label s = highest; s >= 1; --s) {
    kernel::UnionFind islands = islands_of(edges, s);
    for (const LostWay& lost : lost_ways(exact, edges, mesh.points, s, islands)) {
      const NavMesh::CellIndex first = exact.faces[exact[lost.front()].face].cell,
                               last = exact.faces[exact[exact[lost.back()].twin].face].cell;
      if (first == last || !connected.insert(std::minmax(first, last)).second) continue;
      const std::uint32_t way = exact[*std::min_element(lost.begin(), lost.end(), [&](EdgeMesh::Id e, EdgeMesh::Id f) {
                                  return mesh.portals[exact[e].way / 2].stance < mesh.portals[exact[f].way / 2].stance;
                                })].way;
      const bool from_b = way % 2 == 1;
      out.push_back({way / 2, from_b ? last : first, from_b ? first : last, mesh.portals[way / 2].stance});
    }
  }
}

}  // namespace

std::pair<std::size_t, std::size_t> ConformingMesh::of(kernel::Label stance) const {
  const auto first = std::lower_bound(polygons.begin(), polygons.end(), stance,
                                      [](const Polygon&p, kernel::Label s) { return p.stance < s; }),
             end = std::upper_bound(first, polygons.end(), stance,
                                    [](kernel::Label s, const Polygon&p) { return s < p.stance; });
  return {static_cast<std::size_t>(first - polygons.begin()), static_cast<std::size_t>(end - polygons.begin())};
}

std::span<const ConformingMesh::VertexIndex> ConformingMesh::ring(std::size_t polygon) const {
  const std::size_t first = polygons[polygon].first,
                    end = polygon + 1 < polygons.size() ? polygons[polygon + 1].first : corners.size();
  return std::span(corners).subspan(first, end - first);
}

ConformingMesh conform(DerivedMesh& derived, const ConformOptions& o) {
  const NavMesh& mesh = derived.mesh();
  ConformingMesh made = mend(mesh, edge_mesh(mesh, o.wanted, o.threads), positions(derived, o.grid),
                             {.wanted = o.wanted, .grid = o.grid, .most_corners = o.most_corners, .threads = o.threads})
                            .mesh;
  if (o.grid.whole)
    for (auto& v : made.vertices)
      for (std::size_t axis = 0; axis < 3; ++axis) v[axis] = static_cast<float>(o.grid.value(v[axis], axis));
  else made.origin = o.grid.origin;
  return made;
}

ConformingCells conform_cells(DerivedMesh& derived, std::vector<std::array<float, 3>> at, const NumberGrid& grid,
                              std::size_t most_corners, unsigned threads) {
  const NavMesh& mesh = derived.mesh();
  const WantedCells standing{.lowest = 1, .highest = static_cast<kernel::Label>(mesh.info.stances.size())};
  CellMesh cells = cell_mesh(derived, standing);
  Mended mended = mend(mesh, std::move(cells.edges), std::move(at),
                       {.wanted = standing,
                        .grid = grid,
                        .most_corners = most_corners,
                        .separate = false,
                        .keep_exact = true,
                        .threads = threads});
  StepLinks steps(mesh, mended);
  std::vector<std::uint32_t> portals = std::move(cells.connections);
  for (const std::uint32_t portal : cells.steps)
    if (!steps.link(portal)) portals.push_back(portal);
  const Heirs left(mesh, standing, mended.edges);
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i)
    if (left.is_lost_edge(mesh.portals[i])) portals.push_back(i);
  std::sort(portals.begin(), portals.end());
  std::vector<Connection> connections;
  for (const std::uint32_t portal : portals) {
    const Heir &a = left[mesh.portals[portal].a], &b = left[mesh.portals[portal].b];
    if (a.cell != none && b.cell != none && a.cell != b.cell)
      connections.push_back({portal, a.cell, b.cell, std::min({mesh.portals[portal].stance, a.stance, b.stance})});
  }
  connect_lost_ways(mesh, mended.exact, mended.edges, standing.highest, connections);
  std::sort(connections.begin(), connections.end(), [](const Connection& c, const Connection& d) {
    return std::tie(c.portal, c.a, c.b) < std::tie(d.portal, d.a, d.b);
  });
  return {std::move(mended.mesh), std::move(connections), std::move(mended.vertex_of)};
}

}  // namespace plumb::pipeline

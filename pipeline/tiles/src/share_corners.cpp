// SPDX-License-Identifier: GPL-3.0-or-later
// Corners on lines between tiles.
// Problem. Two tiles are cut into cells independently, so that one has corners on their line where the other has none:
// engines that join equal edges would find none.
// 1. The edges of cells that lie on a side of the tile are sorted by their lines in space (SpaceLine).
// 2. Flush ways of the tiles beside lead over these lines. Their ends are corners there: those within an edge are
//    corners of it from now on. The other tile does the same, so both have the corners of both.
// Cost. N log N in the edges on sides and the ways; fractions.
// Exactness. A corner is the same fractions in both tiles, so that it is rounded to the same numbers.
#include "share_corners.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "space_line.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using Point = NavMesh::PointIndex;

class CornerSharer {
 public:
  CornerSharer(NavMesh& mesh, const TileGrid& grid, const Tile& tile) : mesh_(mesh) {
    for (std::size_t s = 0; s < 4; ++s) {
      const int axis = static_cast<int>(s / 2);
      sides_[s] = grid.line(axis, (axis == 0 ? tile.i : tile.j) + static_cast<std::int64_t>(s % 2));
      near_[s] = kernel::interval_of(mpq_class(sides_[s] * mesh.points.unit()));
    }
  }

  void find_edges() {
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      if (mesh_.cells[c].open_to() == 0) continue;
      const auto& facets = mesh_.cells[c].facets;
      for (std::uint32_t f = 0; f < facets.size(); ++f)
        for (std::uint32_t i = 0; i < facets[f].corners.size(); ++i) {
          const Point p = facets[f].corners[i], q = facets[f].corners[i + 1 == facets[f].corners.size() ? 0 : i + 1];
          if (std::ranges::none_of(std::array{0, 1, 2, 3}, [&](std::size_t s) { return is_on(s, p) && is_on(s, q); }))
            continue;
          names_[mesh_.points[p]] = p;
          names_[mesh_.points[q]] = q;
          const SpaceLine line = line_of({mesh_.points[p], mesh_.points[q]});
          const mpq_class &from = mesh_.points[p][line.along], &to = mesh_.points[q][line.along];
          edges_[line].push_back({c, f, i, std::min(from, to), std::max(from, to), {}});
        }
    }
  }

  void add(const TileSeam::Way& way) {
    const auto edges = edges_.find(line_of(way.here));
    if (edges == edges_.end()) return;
    for (const ExactPoint& p : way.here)
      for (Edge& e : edges->second)
        if (const mpq_class& at = p[edges->first.along]; e.low < at && at < e.high) e.corners.insert(p);
  }

  void insert() {
    std::vector<const Edge*> all;
    for (const auto& [line, edges] : edges_)
      for (const Edge& e : edges) all.push_back(&e);
    // Those of one facet from its last edge on, so that the numbers of the others stay.
    std::ranges::sort(all, {}, [](const Edge* e) { return std::tuple(e->cell, e->facet, ~e->edge); });
    for (const Edge* edge : all) insert(*edge);
  }

 private:
  struct Edge {
    NavMesh::CellIndex cell;
    std::uint32_t facet, edge;
    mpq_class low, high;
    std::set<ExactPoint> corners;  // ascending along the line
  };

  bool is_on(std::size_t side, Point p) const {
    const std::size_t k = side / 2;
    const kernel::Interval near = mesh_.points.near(p)[k];
    return near.low <= near_[side].high && near_[side].low <= near.high && mesh_.points[p][k] == sides_[side];
  }

  Point name_of(const ExactPoint& p) {
    const auto [at, is_new] = names_.try_emplace(p, static_cast<Point>(mesh_.points.size()));
    if (is_new) mesh_.points.push_back(p);
    return at->second;
  }

  void insert(const Edge& e) {
    if (e.corners.empty()) return;
    auto& corners = mesh_.cells[e.cell].facets[e.facet].corners;
    std::vector<Point> between;
    for (const ExactPoint& p : e.corners) between.push_back(name_of(p));
    const ExactPoint &from = mesh_.points[corners[e.edge]],
                     &to = mesh_.points[corners[e.edge + 1 == corners.size() ? 0 : e.edge + 1]];
    if (to < from) std::ranges::reverse(between);
    corners.insert(corners.begin() + e.edge + 1, between.begin(), between.end());
  }

  NavMesh& mesh_;
  std::array<mpq_class, 4> sides_;
  std::array<kernel::Interval, 4> near_;
  std::map<SpaceLine, std::vector<Edge>> edges_;
  std::map<ExactPoint, Point> names_;  // of points on sides
};

}  // namespace

void share_corners(NavMesh& mesh, const TileGrid& grid, const Tile& tile, const std::vector<TileSeam>& beside) {
  CornerSharer sharer(mesh, grid, tile);
  sharer.find_edges();
  for (const TileSeam& seam : beside)
    for (const TileSeam::Way& way : seam.ways)
      if (way.kind == PortalKind::flush && way.beyond == tile) sharer.add(way);
  sharer.insert();
}

}  // namespace plumb::pipeline

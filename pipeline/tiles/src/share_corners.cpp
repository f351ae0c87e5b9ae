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
#include <tuple>
#include <utility>

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
          lines_[line].edges.push_back({c, f, i, to < from, std::min(from, to), std::max(from, to)});
        }
    }
  }

  void add(const TileSeam::Way& way) {
    const auto line = lines_.find(line_of(way.here));
    if (line == lines_.end()) return;
    for (const ExactPoint& p : way.here) line->second.corners.emplace(p[line->first.along], p);
  }

  void insert() {
    std::vector<std::pair<const Edge*, const Line*>> all;
    for (const auto& [key, line] : lines_)
      for (const Edge& e : line.edges) all.emplace_back(&e, &line);
    // Those of one facet from its last edge on, so that the numbers of the others stay.
    std::ranges::sort(all, {},
                      [](const auto& one) { return std::tuple(one.first->cell, one.first->facet, ~one.first->edge); });
    for (const auto& [edge, line] : all) insert(*edge, *line);
  }

 private:
  struct Edge {
    NavMesh::CellIndex cell;
    std::uint32_t facet, edge;
    bool descends;  // along the line
    mpq_class low, high;
  };
  struct Line {
    std::vector<Edge> edges;
    std::map<mpq_class, ExactPoint> corners;  // those of tiles beside, by the coordinate along the line
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

  void insert(const Edge& e, const Line& line) {
    std::vector<Point> between;
    for (auto p = line.corners.upper_bound(e.low); p != line.corners.end() && p->first < e.high; ++p)
      between.push_back(name_of(p->second));
    if (e.descends) std::ranges::reverse(between);
    auto& corners = mesh_.cells[e.cell].facets[e.facet].corners;
    corners.insert(corners.begin() + e.edge + 1, between.begin(), between.end());
  }

  NavMesh& mesh_;
  std::array<mpq_class, 4> sides_;
  std::array<kernel::Interval, 4> near_;
  std::map<SpaceLine, Line> lines_;
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

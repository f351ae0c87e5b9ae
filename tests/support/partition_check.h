// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a partition of a graph's cells is one, by fractions alone.
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/optimise.h"
#include "support/linked.h"

namespace plumb::tests {

using PlanPolygon = std::vector<std::array<mpq_class, 2>>;  ///< clockwise

inline mpq_class plan_cross(const std::array<mpq_class, 2>& p, const std::array<mpq_class, 2>& q,
                            const std::array<mpq_class, 2>& r) {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}
inline mpq_class plan_area(const PlanPolygon& p) {
  mpq_class sum = 0;
  for (std::size_t i = 1; i + 1 < p.size(); ++i) sum -= plan_cross(p[0], p[i], p[i + 1]);
  return sum / 2;
}
/// Every corner turns right or goes straight on, and all together turn once.
inline bool convex_once(const PlanPolygon& p) {
  const std::size_t n = p.size();
  int changes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto &a = p[i], &b = p[(i + 1) % n], &c = p[(i + 2) % n];
    if (a == b || sgn(plan_cross(a, b, c)) > 0) return false;
    if (sgn(plan_cross(a, b, c)) == 0 && (a < b) != (b < c)) return false;  // back
    changes += (a < b) != (b < c);
  }
  return changes == 2;
}
inline PlanPolygon intersection(PlanPolygon p, const PlanPolygon& clip) {
  for (std::size_t k = 0; k < clip.size() && !p.empty(); ++k) {
    const auto &v = clip[k], &w = clip[(k + 1) % clip.size()];
    PlanPolygon out;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto &a = p[i], &b = p[(i + 1) % p.size()];
      const mpq_class s = plan_cross(v, w, a), t = plan_cross(v, w, b);
      if (sgn(s) <= 0) out.push_back(a);
      if (sgn(s) * sgn(t) < 0) {
        const mpq_class at = s / (s - t);
        out.push_back({mpq_class(a[0] + at * (b[0] - a[0])), mpq_class(a[1] + at * (b[1] - a[1]))});
      }
    }
    p = std::move(out);
  }
  return p;
}

/// What is wrong with a partition; nothing if it is empty.
inline std::string fault(const Linked& level, const pipeline::MergedCells& partition) {
  using namespace pipeline;
  const auto& cells = level.baked.map.table.cells;
  const NavGraph& graph = level.graph;
  CellGeometry geometry(level.baked.scene.points, level.baked.set, level.baked.map);
  const auto plan = [](const ExactPoint& p) { return std::array<mpq_class, 2>{p[0], p[1]}; };
  std::vector<PlanPolygon> cell_polygons(cells.size());
  for (CellId c = 0; c < cells.size(); ++c)
    for (const ExactPoint& p : geometry.vertices(cells[c])) cell_polygons[c].push_back(plan(p));
  const auto point = [&](VertexRef v) {
    const GraphVertex& g = graph.vertices[v];
    return plan(g.cell == GraphVertex::no_cell ? graph.points[g.corner] : geometry.vertex(cells[g.cell], g.corner));
  };

  std::vector<int> uses(graph.half_edges.size());
  std::vector<std::vector<PlanPolygon>> parts(cells.size());
  std::vector<int> piece_of_edge(partition.edges.size(), -1);
  std::map<kernel::Label, mpq_class> areas, expected;
  for (std::size_t i = 0; i < partition.pieces.size(); ++i) {
    const MergedCells::Piece& piece = partition.pieces[i];
    const std::string name = "piece " + std::to_string(i) + ": ";
    if (i > 0 && partition.cells_of(piece).front() < partition.cells_of(partition.pieces[i - 1]).front())
      return name + "out of order";
    if (!std::ranges::is_sorted(partition.cells_of(piece))) return name + "cells out of order";
    PlanPolygon outline;
    for (std::uint32_t k = 0; k < piece.edge_count; ++k) {
      const std::uint32_t e = piece.first_edge + k;
      const MergedCells::Edge &edge = partition.edges[e],
                              &next = partition.edges[piece.first_edge + (k + 1) % piece.edge_count];
      if (piece_of_edge[e] != -1) return name + "edge used twice";
      piece_of_edge[e] = static_cast<int>(i);
      if (edge.to != next.from) return name + "open";
      outline.push_back(point(edge.from));
      if ((edge.half_edge == no_half_edge) == (edge.twin == 0xffffffffu))
        return name + "an edge is either a half-edge or a cut";
      if (edge.half_edge != no_half_edge) {
        ++uses[edge.half_edge];
        if (graph.half_edges[edge.half_edge].from != edge.from || graph.half_edges[edge.half_edge].to != edge.to)
          return name + "not the half-edge it names";
        if (std::ranges::count(partition.cells_of(piece), graph.half_edges[edge.half_edge].cell) == 0)
          return name + "half-edge of another cell";
      } else {
        const MergedCells::Edge& twin = partition.edges[edge.twin];
        if (twin.twin != e || twin.from != edge.to || twin.to != edge.from) return name + "twins differ";
      }
    }
    if (!convex_once(outline)) return name + "not convex";
    mpq_class sum = 0;
    for (const CellId c : partition.cells_of(piece)) {
      if (cells[c].label != piece.stance) return name + "cell of another stance";
      PlanPolygon part = intersection(cell_polygons[c], outline);
      const mpq_class area = plan_area(part);
      if (sgn(area) <= 0) return name + "shares nothing with cell " + std::to_string(c);
      if (piece.whole && area != plan_area(cell_polygons[c])) return name + "not whole";
      sum += area;
      for (const PlanPolygon& other : parts[c])
        if (sgn(plan_area(intersection(part, other))) != 0) return name + "overlaps";
      parts[c].push_back(std::move(part));
    }
    if (sum != plan_area(outline)) return name + "its cells do not make it";
    areas[piece.stance] += sum;
  }
  for (HalfEdgeId s = 0; s < graph.half_edges.size(); ++s) {
    const bool open =
        graph.half_edges[s].twin == no_half_edge || graph.stance_through(s) < cells[graph.half_edges[s].cell].label;
    if (uses[s] > 1 || (open && uses[s] == 0))
      return "half-edge " + std::to_string(s) + ": used " + std::to_string(uses[s]) + " times";
  }
  for (std::size_t e = 0; e < piece_of_edge.size(); ++e)
    if (piece_of_edge[e] == -1) return "edge " + std::to_string(e) + " of no piece";
  for (CellId c = 0; c < cells.size(); ++c) {
    if (cells[c].label <= kernel::blocked) continue;
    expected[cells[c].label] += plan_area(cell_polygons[c]);
    mpq_class sum = 0;
    for (const PlanPolygon& p : parts[c]) sum += plan_area(p);
    if (sum != plan_area(cell_polygons[c])) return "cell " + std::to_string(c) + ": not covered";
  }
  return areas == expected ? "" : "areas differ";
}

}  // namespace plumb::tests

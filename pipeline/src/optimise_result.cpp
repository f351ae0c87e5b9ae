// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_result.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace plumb::pipeline {

using Id = RegionMesh::Id;

namespace {

// Around some vertices, errors included: a quick look before an exact one.
struct PlanBox {
  PlanBox(const PlanPoints& points, std::span<const VertexRef> vertices) {
    for (const VertexRef v : vertices) {
      const GraphVertex& g = points[v];
      if (!(g.error < HUGE_VAL)) known = false;
      const double margin = g.error == 0 ? 0 : g.error + 0x1p-50 * (std::abs(g.x) + std::abs(g.y) + g.error);  // what follows rounds
      low_x = std::min(low_x, g.x - margin);
      low_y = std::min(low_y, g.y - margin);
      high_x = std::max(high_x, g.x + margin);
      high_y = std::max(high_y, g.y + margin);
    }
  }
  bool apart(const PlanBox& o) const {
    return known && o.known && (high_x < o.low_x || o.high_x < low_x || high_y < o.low_y || o.high_y < low_y);
  }

  double low_x = HUGE_VAL, low_y = HUGE_VAL, high_x = -HUGE_VAL, high_y = -HUGE_VAL;
  bool known = true;
};

}  // namespace

SideId PieceWriter::next_in_cell(SideId s) const {
  const CellId c = graph_.sides[s].cell;
  return s + 1 == graph_.first_side[c + 1] ? graph_.first_side[c] : s + 1;
}

SideId PieceWriter::next_on_boundary(SideId s) const {
  do {
    s = next_in_cell(s);
    if (passing_[s]) s = graph_.sides[s].twin;
    else return s;
  } while (true);
}

void PieceWriter::write(const RegionMesh& mesh, std::span<const CellId> cells, bool as_built, NavPartition& out) {
  const std::size_t first_piece = out.pieces.size();
  const kernel::Label stance = map_.table.cells[cells.front()].label;
  constexpr std::uint32_t unknown = 0xffffffffu;
  edge_of_.assign(mesh.size(), unknown);
  first_of_piece_.clear();
  for (Id e = 0; e < mesh.size(); ++e) {
    if (!mesh.alive(e) || edge_of_[e] != unknown) continue;
    first_of_piece_.push_back(e);
    NavPartition::Piece& piece = out.pieces.emplace_back();
    piece.stance = stance;
    piece.first_edge = static_cast<std::uint32_t>(out.edges.size());
    write_edges(mesh, e, out);
    piece.edges = static_cast<std::uint32_t>(out.edges.size()) - piece.first_edge;
  }
  if (as_built) {
    for (std::size_t i = 0; i < cells.size(); ++i) out.pieces[first_piece + i].cells.assign(1, cells[i]);
  } else if (out.pieces.size() == first_piece + 1) {
    out.pieces.back().cells.assign(cells.begin(), cells.end());
    out.pieces.back().whole = true;
  } else {
    find_cells(mesh, cells, first_piece, out);
  }
}

void PieceWriter::write_edges(const RegionMesh& mesh, Id first, NavPartition& out) {
  Id e = first;
  do {
    edge_of_[e] = static_cast<std::uint32_t>(out.edges.size());
    if (const Id t = mesh[e].twin; t != RegionMesh::none) {
      out.edges.push_back({mesh[e].from, mesh.to(e), no_side, edge_of_[t]});
      if (edge_of_[t] != 0xffffffffu) out.edges[edge_of_[t]].twin = edge_of_[e];
    } else {
      // All the sides that it stands for.
      for (SideId s = mesh[e].side;; s = next_on_boundary(s)) {
        out.edges.push_back({graph_.sides[s].from, graph_.sides[s].to, s, 0xffffffffu});
        if (graph_.sides[s].to == mesh.to(e)) break;
      }
    }
    e = mesh[e].next;
  } while (e != first);
}

void PieceWriter::corners_of(CellId cell) {
  cell_.clear();
  for (SideId s = graph_.first_side[cell]; s < graph_.first_side[cell + 1]; ++s) cell_.push_back(graph_.sides[s].from);
}

// Two convex sets with disjoint interiors are parted by the line of an edge of one of them.
bool PieceWriter::overlap(std::span<const VertexRef> a, std::span<const VertexRef> b) {
  const auto parts = [&](std::span<const VertexRef> p, std::span<const VertexRef> q) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const VertexRef v = p[i], w = p[i + 1 == p.size() ? 0 : i + 1];
      if (std::ranges::all_of(q, [&](VertexRef x) { return x == v || x == w || points_.side(v, w, x) >= 0; })) return true;
    }
    return false;
  };
  return !parts(a, b) && !parts(b, a);
}

// A cell that shares area with the piece.
CellId PieceWriter::seed(const RegionMesh& mesh, Id first, std::span<const CellId> cells) {
  Id e = first;
  do {
    if (!mesh.is_cut(e)) return graph_.sides[mesh[e].side].cell;
    e = mesh[e].next;
  } while (e != first);
  // Around one of its corners: cells that meet there lie over each other nowhere near.
  for (const CellId c : cells) {
    corners_of(c);
    if (std::ranges::find(cell_, mesh[first].from) != cell_.end() && overlap(piece_, cell_)) return c;
  }
  assert(false);
  return cells.front();
}

// The cells of a piece hang together over sides that run through it.
void PieceWriter::find_cells(const RegionMesh& mesh, std::span<const CellId> cells, std::size_t first_piece, NavPartition& out) {
  stamp_.resize(map_.table.cells.size(), 0);
  std::vector<std::uint32_t> uses(cells.size());
  for (std::size_t i = 0; i < first_of_piece_.size(); ++i) {
    const Id first = first_of_piece_[i];
    piece_.clear();
    Id e = first;
    do piece_.push_back(mesh[e].from);
    while ((e = mesh[e].next) != first);
    const PlanBox box(points_, piece_);
    ++now_;
    found_.assign(1, seed(mesh, first, cells));
    stamp_[found_[0]] = now_;
    for (std::size_t k = 0; k < found_.size(); ++k)
      for (SideId s = graph_.first_side[found_[k]]; s < graph_.first_side[found_[k] + 1]; ++s) {
        if (!passing_[s]) continue;
        const CellId next = graph_.sides[graph_.sides[s].twin].cell;
        if (stamp_[next] == now_ || box.apart(PlanBox(points_, std::array{graph_.sides[s].from, graph_.sides[s].to})) || !overlap(piece_, std::array{graph_.sides[s].from, graph_.sides[s].to})) continue;
        stamp_[next] = now_;
        found_.push_back(next);
      }
    std::ranges::sort(found_);
    out.pieces[first_piece + i].cells = found_;
    for (const CellId c : found_) ++uses[static_cast<std::size_t>(std::ranges::lower_bound(cells, c) - cells.begin())];
  }
  for (std::size_t i = first_piece; i < out.pieces.size(); ++i)
    out.pieces[i].whole = std::ranges::all_of(out.pieces[i].cells, [&](CellId c) { return uses[static_cast<std::size_t>(std::ranges::lower_bound(cells, c) - cells.begin())] == 1; });
}

}  // namespace plumb::pipeline
